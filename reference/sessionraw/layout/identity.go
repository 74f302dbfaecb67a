package layout

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
)

// TailBytes is how much of the end of a file is read when its header names no thread.
const TailBytes = 64 << 10

// HeaderBytes is how much of the beginning of a file is read for its header line: a file with holes can have a first line of
// any length.
const HeaderBytes = 1 << 20

// Identity says to which thread a file belongs.
type Identity struct {
	Unreadable bool // nothing is known of the file
	HasHeader  bool
	Header     line.Meta
	ThreadID   string // "" = none
	Read       int    // bytes looked at
}

// Identify reads the header line, and where that names no thread the end of the file, of which the last valid header
// that names one counts (SR-FILE-03).
func Identify(text string) Identity {
	head, _ := FirstLine(text[:min(len(text), HeaderBytes+1)])
	if len(head) > HeaderBytes {
		return Identity{Read: HeaderBytes}
	}
	file := line.Read("", head)
	id := Identity{HasHeader: file.HasHeader, Header: file.Header, ThreadID: file.Header.ThreadID(), Read: len(head)}
	if !id.HasHeader || id.ThreadID != "" {
		return id
	}
	rest := text[len(head):]
	tail := rest[max(0, len(rest)-TailBytes):]
	id.Read += len(tail)
	for _, raw := range strings.Split(tail, "\n") {
		if !strings.Contains(raw, `"_meta"`) {
			continue
		}
		if later := line.Read("", laterLine+raw).Last.ThreadID(); later != "" {
			id.ThreadID = later
		}
	}
	return id
}

// laterLine makes the line behind it a later one, to which the stricter rule of SR-LINE-04 applies.
const laterLine = `{"_meta":{}}` + "\n"

// FirstLine is the text up to the end of the first line that is not blank. ended is false if the text ends before.
//
// Identify gives for this line and the last TailBytes of what follows it the same as for the whole text, but for Read.
func FirstLine(text string) (line string, ended bool) {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if end := strings.IndexByte(text[start:], '\n'); end >= 0 {
		return text[:start+end+1], true
	}
	return text, false
}
