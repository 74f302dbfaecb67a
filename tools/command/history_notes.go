package command

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// notes say of a page that ends before a byte how to see the line that is larger than it, and which loss comes of the cursor and
// not of the file. The error is that of file.
func (c *historyCommand) notes(file chatFile, page history.Page, before int64) (notes []string, err error) {
	if slices.ContainsFunc(page.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.Code() == diagnostic.LineBeyondPage }) {
		notes = append(notes, "The whole chat, with the line that is larger than the page: "+c.wholeChat(file))
	}
	cut, found, err := cutLine(file, page.Diagnostics, before)
	if found {
		notes = append(notes, fmt.Sprintf("The page ends inside a line: the loss at byte %d comes of that, and need not be damage of the file.", cut))
	}
	return notes, err
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

// cutLine is where a line begins that is lost since the page ends in it.
func cutLine(file chatFile, diagnostics []diagnostic.Diagnostic, before int64) (at int, found bool, err error) {
	for _, d := range diagnostics {
		if d.Code() == diagnostic.InvalidJSONLine {
			at, found = d.Offset()
		}
	}
	if !found || before >= file.size {
		return 0, false, nil
	}
	line := make([]byte, before-int64(at)) // within the window that was read
	if _, err := file.ReadAt(line, int64(at)); err != nil {
		return 0, false, err
	}
	return at, !bytes.ContainsRune(line, '\n'), nil
}
