package layout

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
)

// TailBytes is how much of the end of a file is read first when its header names no thread.
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
	Searched   int64  // of a file without a thread: where the lines begin of which a later lookup must read the rest
	Read       int64  // bytes looked at
}

// Identify reads the header line, and where that names no thread the file from its end on, of which the last valid header
// that names one counts (SR-FILE-03).
func Identify(text string) Identity {
	head, _ := FirstLine(text[:min(len(text), HeaderBytes+1)])
	id, _ := IdentifyAt(head, int64(len(text)), 0, func(from, to int64) (string, error) { return text[from:to], nil })
	return id
}

// IdentifyAt is Identify for a file of this size, of which head is the first line that is not blank, with what stands
// before it, and read gives other parts. The end is read in pieces, the first of TailBytes and each twice as long as the
// one behind it, but none longer than HeaderBytes, up to one that has a header which names a thread; but what stands before
// searched is known to have none. The error is that of read.
func IdentifyAt(head string, size, searched int64, read func(from, to int64) (string, error)) (Identity, error) {
	if len(head) > HeaderBytes {
		return Identity{Read: HeaderBytes}, nil
	}
	file := line.Read("", head)
	floor := max(int64(len(head)), searched)
	id := Identity{HasHeader: file.HasHeader, Header: file.Header, ThreadID: file.Header.ThreadID(), Searched: floor, Read: int64(len(head))}
	begun := "" // a line of which the beginning was not read yet
	for to, length := size, int64(TailBytes); id.HasHeader && id.ThreadID == "" && to > floor; length = min(2*length, HeaderBytes) {
		from := max(floor, to-length)
		piece, err := read(from, to)
		id.Read += int64(len(piece))
		if err != nil {
			return id, err
		}
		if end := strings.LastIndexByte(piece, '\n'); end >= 0 && id.Searched == floor {
			id.Searched = from + int64(end) + 1
		}
		lines := piece + begun
		if begun = ""; from > floor {
			begun, lines, _ = strings.Cut(lines, "\n")
		}
		if len(begun) > HeaderBytes { // a hole can be a line of any length
			begun = ""
		}
		id.ThreadID = lastThread(lines)
		to = from
	}
	return id, nil
}

// lastThread is the thread that the last valid header names which names one.
func lastThread(lines string) (threadID string) {
	for raw := range strings.SplitSeq(lines, "\n") {
		if !strings.Contains(raw, `"_meta"`) {
			continue
		}
		if later := line.Read("", laterLine+raw).Last.ThreadID(); later != "" {
			threadID = later
		}
	}
	return threadID
}

// laterLine makes the line behind it a later one, to which the stricter rule of SR-LINE-04 applies.
const laterLine = `{"_meta":{}}` + "\n"

// FirstLine is the text up to the end of the first line that is not blank. ended is false if the text ends before.
func FirstLine(text string) (line string, ended bool) {
	start := len(text) - len(strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n"))
	if end := strings.IndexByte(text[start:], '\n'); end >= 0 {
		return text[:start+end+1], true
	}
	return text, false
}
