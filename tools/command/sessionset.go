package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// sessionSet is the session files that a command was pointed at: those of a store on a disk, or a single one, which was
// read.
type sessionSet struct {
	paths   []string
	store   *sessiondir.Store // nil for standard input
	skipped []sessiondir.Skipped
	single  bool // one file, not a directory
	name    string
	text    string // of the single file
}

// openSessionSet looks what is there. The error is coded: input_not_found, input_unreadable, no_session_files.
func openSessionSet(paths []string, s *Streams) (*sessionSet, error) {
	set := &sessionSet{paths: paths}
	if len(paths) == 1 && paths[0] == "-" {
		text, err := readInput("-", s.In)
		if err != nil {
			return nil, err
		}
		set.single, set.name, set.text = true, "-", text
		return set, set.checkSingle()
	}
	store, err := sessiondir.Open(paths...)
	if err != nil {
		return nil, failure("usage", "%v", err)
	}
	files, skipped, err := store.List()
	if err != nil {
		return nil, storeFailure(err)
	}
	set.store, set.skipped = store, skipped
	info, err := os.Stat(paths[0])
	set.single = len(paths) == 1 && err == nil && !info.IsDir()
	switch {
	case set.single && len(skipped) > 0:
		return nil, failure("input_unreadable", "%s", sanitize.Line(skippedReason(skipped[0])))
	case len(files) == 0:
		set.reportSkipped(s)
		return nil, failure("no_session_files", "there is no session file in %s; their names end in .jsonl", set.where())
	case set.single:
		if err := set.read(files[0]); err != nil {
			return nil, err
		}
		return set, set.checkSingle()
	}
	return set, nil
}

// checkSingle refuses a file that is something else. One that has lost all of its lines is still a session file, so that
// the loss is named.
func (set *sessionSet) checkSingle() error {
	file := line.Read(set.name, set.text)
	if file.HasHeader || len(file.Entries) > 0 || isBlank(set.text) || strings.Contains(set.text, `"_meta"`) {
		return nil
	}
	isRow, isRecord := strings.Contains(set.text, `"role"`), strings.Contains(set.text, `"uuid"`)
	if isRow && !isRecord {
		return nil
	}
	if err := checkText(set.text); err != nil {
		return err
	}
	hint := ""
	switch {
	case strings.Contains(set.text, `"sessionId"`) && strings.Contains(set.text, `"event"`):
		hint = "; for the events of a chat say --dialect eventstream"
	case isRecord:
		hint = "; for a file of chatrecord leave out --dialect"
	}
	return failure("not_a_session", "no line of %s is one of a session_raw file, which begins with a header {\"_meta\": ...}%s",
		sanitize.Line(set.name), hint)
}

// read reads one file.
func (set *sessionSet) read(file sessiondir.File) error {
	texts, skipped := set.store.Read(file)
	if len(skipped) > 0 {
		return failure("input_unreadable", "%s", sanitize.Line(skippedReason(skipped[0])))
	}
	set.name, set.text = file.Name, texts[file.Name]
	return nil
}

// storeFailure is the failure of a path that was given.
func storeFailure(err error) error {
	var fault *fs.PathError
	switch {
	case errors.As(err, &fault) && errors.Is(err, fs.ErrNotExist):
		return failure("input_not_found", "there is no file %s", sanitize.Line(fault.Path))
	case errors.As(err, &fault):
		return failure("input_unreadable", "%s: %v", sanitize.Line(fault.Path), fault.Err)
	}
	return failure("input_unreadable", "%v", err)
}

// where names the paths in a message.
func (set *sessionSet) where() string {
	return sanitize.Line(strings.Join(set.paths, ", "))
}

// choose says which thread is meant; named is false for a single file that is to be shown by itself. The error is coded:
// thread_not_found, several_threads, no_thread.
func (set *sessionSet) choose(asked *string) (thread string, named bool, err error) {
	if asked == nil && set.single {
		return "", false, nil
	}
	ids, err := set.threads()
	switch {
	case err != nil:
		return "", false, err
	case asked != nil:
		return set.find(strings.TrimSpace(*asked), ids)
	case len(ids) == 0:
		return "", false, failure("no_thread", "no root file in %s names a thread; name one file to see it by itself", set.where())
	case len(ids) > 1:
		return "", false, failure("several_threads", "there are %d threads; choose one with --thread: %s", len(ids), listed(ids, listsThreads))
	}
	return ids[0], true, nil
}

func (set *sessionSet) find(asked string, ids []string) (thread string, named bool, err error) {
	var written []string // so in lists
	for _, id := range ids {
		if sanitize.Line(id) == asked {
			written = append(written, id)
		}
	}
	switch {
	case slices.Contains(ids, asked):
		return asked, set.store != nil, nil
	case len(written) == 1:
		return written[0], set.store != nil, nil
	}
	if len(ids) == 0 {
		return "", false, failure("thread_not_found", "no root file in %s names the thread %s, or any", set.where(), sanitize.Line(asked))
	}
	return "", false, failure("thread_not_found", "there is no thread %s; there are: %s", sanitize.Line(asked), listed(ids, listsThreads))
}

// threads are the ids of all threads.
func (set *sessionSet) threads() ([]string, error) {
	if set.store == nil {
		if id := layout.Identify(set.text).ThreadID; id != "" {
			return []string{id}, nil
		}
		return nil, nil
	}
	ids, skipped, err := set.store.Threads()
	if err != nil {
		return nil, storeFailure(err)
	}
	set.skipped = skipped
	return ids, nil
}

// newest is the single file, or the newest root of the thread.
func (set *sessionSet) newest(thread string, named bool) (name, text string, err error) {
	if !named {
		return set.name, set.text, nil
	}
	found, err := set.store.Find(thread)
	if err != nil {
		return "", "", storeFailure(err)
	}
	set.skipped = found.Skipped
	roots := found.Thread.Roots
	if len(roots) == 0 {
		return "", "", failure("thread_not_found", "the files of the thread are gone")
	}
	for _, file := range found.Files {
		if file.Name == roots[len(roots)-1].File {
			err = set.read(file)
		}
	}
	return set.name, set.text, err
}

// pasted is an id or a path as it can be given to this command in a shell: what acts on a terminal is escaped in it, and
// --thread takes that too.
func pasted(name string) string { return quoteWord(sanitize.Line(name)) }

// maxListed bounds how many threads, or sessions, a message names.
const maxListed = 10

// listsThreads says where the threads are that a message does not name.
const listsThreads = " (transcript threads lists all)"

// listed names ids; more says where the rest is named.
func listed(ids []string, more string) string {
	names := make([]string, 0, maxListed+1)
	for _, id := range ids {
		if len(names) == maxListed {
			names = append(names, fmt.Sprintf("and %d more%s", len(ids)-maxListed, more))
			break
		}
		names = append(names, pasted(id))
	}
	return strings.Join(names, ", ")
}
