package textview

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// maxListed bounds the list of diagnostics; their number by code is always told.
const maxListed = 20

// tally counts diagnostics by code, in order of first appearance.
type tally struct {
	codes  []diagnostic.Code
	counts map[diagnostic.Code]int
}

func newTally(list []diagnostic.Diagnostic, affecting bool) tally {
	t := tally{counts: map[diagnostic.Code]int{}}
	for _, d := range list {
		if d.AffectsCompleteness() != affecting {
			continue
		}
		if t.counts[d.Code()] == 0 {
			t.codes = append(t.codes, d.Code())
		}
		t.counts[d.Code()]++
	}
	return t
}

// summary says whether anything is missing, what, and how often.
func (v *view) summary() {
	p := v.session.Projection
	losses, notes := newTally(p.Diagnostics, true), newTally(p.Diagnostics, false)
	v.line()
	if p.Complete {
		v.line(v.style.good("complete"), ": "+count(len(p.Blocks), "block")+", nothing is missing or cut")
	} else {
		v.line(v.style.warn("incomplete"), ": ", strings.Join(losses.words(), ", "), truncated(p.Truncated, losses))
	}
	width := max(losses.width(), notes.width())
	v.explain(losses, width, v.style.warn)
	v.explain(notes, width, v.style.dim)
	v.list(p.Diagnostics)
}

func (t tally) words() (words []string) {
	for _, code := range t.codes {
		words = append(words, fmt.Sprintf("%d %s", t.counts[code], code))
	}
	return words
}

// truncated adds what no code says.
func truncated(is bool, losses tally) string {
	if !is {
		return ""
	}
	if len(losses.codes) == 0 {
		return "something was cut"
	}
	return " (something was cut)"
}

// width of the longest code.
func (t tally) width() (width int) {
	for _, code := range t.codes {
		width = max(width, len(code))
	}
	return width
}

func (v *view) explain(t tally, width int, paint paint) {
	for _, code := range t.codes {
		meaning := ""
		if entry, ok := spec.DiagnosticCodeByName(string(code)); ok {
			meaning = entry.Meaning
		}
		v.line(fmt.Sprintf("%6d  ", t.counts[code]), paint(fmt.Sprintf("%-*s", width, code)), "  ", meaning)
	}
}

func (v *view) list(diagnostics []diagnostic.Diagnostic) {
	if len(diagnostics) == 0 {
		return
	}
	v.line()
	v.line("diagnostics:")
	for _, d := range diagnostics[:min(maxListed, len(diagnostics))] {
		v.line("  ", v.describe(d))
	}
	if more := len(diagnostics) - maxListed; more > 0 {
		v.line("  ", v.style.dim(fmt.Sprintf("and %d more; use --format json", more)))
	}
}

func (v *view) describe(d diagnostic.Diagnostic) string {
	paint := v.style.dim
	if d.AffectsCompleteness() {
		paint = v.style.warn
	}
	parts := []string{string(d.Severity()), paint(string(d.Code()))}
	if line := v.at.place(d).line; line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", line))
	}
	if id, ok := d.RecordID(); ok {
		parts = append(parts, "record "+clip(id))
	}
	if d.Path() != "" {
		parts = append(parts, clip(d.Path()))
	}
	return strings.Join(parts, "  ") + ": " + sanitize.Line(d.Message())
}
