// Package sessionraw reads and writes session_raw files: what the model saw last, and the history that a viewer shows.
//
// It promises: nothing readable is lost, and what is lost is named by a diagnostic with file and line; the input is never
// changed; the same files give the same answer, in whatever order they lie in a map. It touches no file: files come as a
// map from names to texts. SPEC.md, section 9, has the rules.
//
// Start at Context, Items, FileItems and Page. The rooms below: line reads lines, layout finds the files of a thread,
// modelcontext and view make the two readings of the lines, page cuts the view. writer says what to write: writer.Open takes
// the text of a file, File.Append and File.Interrupt give the bytes that are to follow it and whether they create the file,
// and File.Written tells it that they were. tools/sessiondir does all that with files on a disk.
package sessionraw

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// Context gives the model context of one file. The error is modelcontext.ErrMissingHeader (SR-CTX-06).
func Context(name, text string) (modelcontext.Context, error) {
	return modelcontext.Load(line.Read(name, text))
}

// Items gives the view of a thread. A thread that no file names has none, which is no error (SR-VIEW-02).
func Items(files map[string]string, threadID string) view.View { return view.Project(files, threadID) }

// FileItems gives the view of one file by itself, whatever thread it belongs to and with or without a header (SR-VIEW-02).
func FileItems(name, text string) view.View { return view.ShowFile(name, text) }

// FilePage gives a page of the view of one file by itself. The error is page.ErrInvalidCursor.
func FilePage(name, text, cursor string, limit int) (page.Page, error) {
	from, err := page.ParseCursor(cursor)
	if err != nil {
		return page.Page{}, err
	}
	alone := layout.Thread{Roots: []layout.Name{{File: name}}}
	if from.IsZero() {
		from = page.Begin(alone, func(string) int { return len(text) })
	}
	_, lengths := from.Pinned(alone)
	then := text[:min(lengths[name], len(text))] // of another file's cursor nothing, so that its item is not found
	return page.Slice(view.ShowFile(name, then), from, limit)
}

// Page gives a page of the view, the newest first. A blank cursor asks for the newest page; limit is clamped to 1 to
// page.MaxLimit (SR-PAGE-01). It is what the remote call answers (SR-RPC-01). The error is page.ErrInvalidCursor.
func Page(files map[string]string, threadID, cursor string, limit int) (page.Page, error) {
	return page.Get(files, threadID, cursor, limit)
}
