package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// mostFindings bounds the lost lines that are held and named: a finding is larger than many a line, so that a small file, above all a
// compressed one, could ask for any memory. What is behind the bound is counted, and the count is told.
const mostFindings = 100_000

// withFewerLosses is a text of events in which the lost lines behind the first mostFindings are blank, and how many these are. All else
// stays in its place, by line and by byte.
func withFewerLosses(text string) (fewer string, left int) {
	if strings.Count(text, "\n") < mostFindings {
		return text, 0
	}
	var kept strings.Builder
	lost, from := 0, 0
	for line, damage := range jsonl.WholeLines(text) {
		if damage != nil && damage.Code() == diagnostic.RecoveredRecord || damage == nil && isEnvelope(line) {
			continue
		}
		if lost++; lost <= mostFindings {
			continue
		}
		if from == 0 {
			kept.Grow(len(text))
		}
		raw, _, _ := strings.Cut(text[line.Offset:], "\n")
		kept.WriteString(text[from:line.Offset])
		kept.WriteString(strings.Repeat(" ", len(raw)))
		from = line.Offset + len(raw)
	}
	if from == 0 {
		return text, 0
	}
	kept.WriteString(text[from:])
	return kept.String(), lost - mostFindings
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
