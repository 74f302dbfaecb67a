package command

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// mostFindings bounds the lost lines that are held and named: a finding is larger than many a line, so that a small file, above all a
// compressed one, could ask for any memory. What is behind the bound is counted, and the count is told.
const mostFindings = 100_000

// withFewerLosses is a text of events in which lost lines are blank, so that no more than mostFindings are left, and how many these are:
// the last ones, or the first ones of a window, whose end is what is shown. All else stays in its place, by line and by byte.
func withFewerLosses(text string, isWindow bool) (fewer string, left int) {
	if strings.Count(text, "\n") < mostFindings {
		return text, 0
	}
	for range lostLines(text) {
		left++
	}
	if left -= mostFindings; left <= 0 {
		return text, 0
	}
	first, end := mostFindings, mostFindings+left
	if isWindow {
		first, end = 0, left
	}
	var kept strings.Builder
	kept.Grow(len(text))
	lost, from := 0, 0
	for at := range lostLines(text) {
		if lost++; lost <= first || lost > end {
			continue
		}
		raw, _, _ := strings.Cut(text[at:], "\n")
		kept.WriteString(text[from:at])
		kept.WriteString(strings.Repeat(" ", len(raw)))
		from = at + len(raw)
	}
	kept.WriteString(text[from:])
	return kept.String(), left
}

// lostLines yields where the lines of a text begin that are no events.
func lostLines(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for line, damage := range jsonl.WholeLines(text) {
			if damage != nil && damage.Code() == diagnostic.RecoveredRecord || damage == nil && isEnvelope(line) {
				continue
			}
			if !yield(line.Offset) {
				return
			}
		}
	}
}

// fewerLosses is a file that is read by windows, each withFewerLosses.
type fewerLosses struct {
	io.ReaderAt
	left int // of the last window
}

// ReadAt leaves alone what goes before the first line that begins behind at, which is none of the window.
func (f *fewerLosses) ReadAt(to []byte, at int64) (int, error) {
	n, err := f.ReaderAt.ReadAt(to, at)
	begin := 0
	if at > 0 {
		begin = bytes.IndexByte(to[:n], '\n') + 1
	}
	var fewer string
	fewer, f.left = withFewerLosses(string(to[begin:n]), true)
	copy(to[begin:n], fewer)
	return n, err
}

// hasEnvelope reports whether a line of a text is an event of a chat.
func hasEnvelope(text string) bool {
	for line, damage := range jsonl.WholeLines(text) {
		if damage == nil && isEnvelope(line) {
			return true
		}
	}
	return false
}

func isEnvelope(line jsonl.Line) bool {
	envelope, _ := event.FromValue(line.Value, "")
	return !envelope.Event.IsUndefined()
}

// findings names what happened to lines, but for what is behind mostFindings.
type findings struct {
	to    io.Writer
	named int
	left  int // that are not named
}

func (f *findings) name(line int, code, message string) {
	if f.named == mostFindings {
		f.left++
		return
	}
	f.named++
	fmt.Fprintf(f.to, "transcript: line %d: %s: %s\n", line, code, sanitize.Line(message))
}

// tellLeft says how many findings are not named.
func tellLeft(to io.Writer, left int) {
	if left > 0 {
		fmt.Fprintf(to, "transcript: too_many_findings: %d more are not named\n", left)
	}
}
