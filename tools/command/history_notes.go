package command

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// notes say of a page that ends before a byte how to see the line that is larger than it, and where the line begins that the page
// ends in.
func (c *historyCommand) notes(file chatFile, page history.Page, cut int) (notes []string) {
	if slices.ContainsFunc(page.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.Code() == diagnostic.LineBeyondPage }) {
		notes = append(notes, "The whole chat, with the line that is larger than the page: "+c.wholeChat(file))
	}
	if cut != noCut {
		notes = append(notes, fmt.Sprintf("The page ends inside the line that begins at byte %d, which is left out.", cut))
	}
	return notes
}

// whyNothing says of the end of a history why no event is shown.
func (c *historyCommand) whyNothing(snapshot history.Snapshot, size int64) []string {
	if len(snapshot.Events) > 0 {
		return nil
	}
	room, larger := int64(history.MaxWindowBytes), ""
	if c.MaxBytes != nil {
		room = min(max(int64(*c.MaxBytes), 0), history.MaxWindowBytes)
	}
	if room < history.MaxWindowBytes {
		larger = "; a larger --max-bytes shows more"
	}
	switch {
	case snapshot.WindowTruncated:
		return []string{fmt.Sprintf("No event is shown: the newest takes more than %d bytes%s.", room, larger)}
	case snapshot.TranscriptTruncated && snapshot.TailStartOffset == size:
		return []string{fmt.Sprintf("No event is shown: no line begins in the last %d bytes of the file%s.", room, larger)}
	}
	return unseen(snapshot.Session)
}

// unseen says that a session has no event in what was read, which is too little to say that there is none.
func unseen(session string) []string {
	if session == "" {
		return nil // the chat has no event at all
	}
	return []string{"No event of session " + pasted(session) + " stands in this part of the file."}
}

// wholeChat is the command that shows all of the file.
func (c *historyCommand) wholeChat(file chatFile) string {
	session := ""
	if c.Session != nil {
		session = " --session " + pasted(*c.Session)
	}
	return "transcript project --dialect eventstream" + session + " " + pasted(file.path)
}

// noCut is where no line begins.
const noCut = -1

// cutLine is where a line begins that is lost since the page that ends before a byte ends in it; noCut if none is. The error is that of
// file.
func cutLine(file chatFile, diagnostics []diagnostic.Diagnostic, before int64) (at int, err error) {
	at = noCut
	for _, d := range diagnostics {
		if d.Code() == diagnostic.InvalidJSONLine {
			at, _ = d.Offset()
		}
	}
	if at == noCut || before >= file.size {
		return noCut, nil
	}
	line := make([]byte, before-int64(at)) // within the window that was read
	if _, err := file.ReadAt(line, int64(at)); err != nil {
		return noCut, err
	}
	if bytes.ContainsRune(line, '\n') {
		return noCut, nil
	}
	return at, nil
}
