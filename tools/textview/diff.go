package textview

import (
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

const (
	diffLines = 16
	// maxDiffText bounds what is compared; a person does not read the diff of more.
	maxDiffText = 4 << 20
)

// diff draws the changed lines of a file with a little context.
func (v *view) diff(change jsvalue.Value) {
	before, after := change.Get("oldText").Text(), change.Get("newText").Text()
	v.line(indent, v.style.dim("--- "), sanitize.Line(change.Get("path").Text()))
	if len(before)+len(after) > maxDiffText && !v.full {
		v.shortened = true
		v.line(indent, v.style.dim(fmt.Sprintf("(%d bytes became %d)", len(before), len(after))))
		return
	}
	unified := string(diff.Diff("", endLine(before), "", endLine(after)))
	if unified == "" {
		v.line(indent, v.style.dim("(no line changed)"))
		return
	}
	// The first three lines name the two texts.
	lines := strings.Split(strings.TrimSuffix(unified, "\n"), "\n")[3:]
	limit := len(lines)
	if !v.full {
		limit = min(limit, diffLines)
	}
	for _, line := range lines[:limit] {
		v.line(indent, v.diffPaint(line)(v.short(line)))
	}
	if limit < len(lines) {
		v.leftOut(indent, count(len(lines)-limit, "more line"))
	}
}

func (p *printer) diffPaint(line string) paint {
	switch {
	case strings.HasPrefix(line, "+"):
		return p.style.good
	case strings.HasPrefix(line, "-"):
		return p.style.bad
	default:
		return p.style.dim
	}
}

// endLine ends the last line, so that a missing line feed at the end is no line of its own in the diff.
func endLine(text string) []byte {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text)
}
