package sessionraw

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
)

// tellingProblems demands that the diagnostics are exactly those that must be there, in any order (SR-LINE-12).
func tellingProblems(v *View, want []told, p *problems) {
	open := slices.Clone(want)
	slices.SortStableFunc(open, func(a, b told) int { return b.exactness() - a.exactness() }) // one that fits many comes last
	for _, d := range v.Diagnostics {
		path := d.Value.Get("path").Text()
		i := slices.IndexFunc(open, func(t told) bool {
			return t.code == d.Code && t.file == d.File && (t.line == 0 || int64(t.line) == d.Line) && (t.path == "" || t.path == path)
		})
		if i < 0 {
			p.told("extra", d.Code, codeRules[d.Code], "%s of %s is told of nothing", d.Code, place(d.File, d.Line))
			continue
		}
		open = slices.Delete(open, i, i+1)
		if offset, ok := d.Value.Get("byteOffset").SafeInteger(); d.Line > 0 && (!ok || !v.Input.begins(d.File, d.Line, offset)) {
			p.told("misplaced", d.Code, []string{"SR-LINE-12"}, "%s has the byte offset %s, which is not that of line %d", d.Code, text(d.Value.Get("byteOffset")), d.Line)
		}
	}
	for _, t := range open {
		p.told("missing", t.code, codeRules[t.code], "%s of %s is not told", t.code, place(t.file, int64(t.line)))
	}
}

// told adds a problem of a diagnostic; a code that nobody knows is no symptom.
func (p *problems) told(symptom, code string, rules []string, format string, args ...any) {
	if _, known := codeRules[code]; known {
		symptom += " " + code
	}
	*p = append(*p, model.Problem{Path: "diagnostics", Symptom: symptom, Rules: rules, Message: fmt.Sprintf(format, args...)})
}

// place names a line, or a file where no line is meant.
func place(file string, line int64) string {
	if line == 0 {
		return fmt.Sprintf("the file %q", file)
	}
	return fmt.Sprintf("line %d", line)
}

func (t told) exactness() (n int) {
	if t.line > 0 {
		n++
	}
	if t.path != "" {
		n++
	}
	return n
}

// begins: the line begins at the offset, white space and a byte order mark aside.
func (in Input) begins(file string, line, offset int64) bool {
	for _, f := range in.Files {
		if f.Name != file {
			continue
		}
		start := int64(0)
		for range line - 1 {
			start += int64(strings.IndexByte(f.Text[start:], '\n')) + 1
		}
		text, _, _ := strings.Cut(f.Text[start:], "\n")
		space := len(text) - len(strings.TrimLeft(text, "\ufeff \t\r"))
		return offset >= start && offset <= start+int64(space)
	}
	return false
}
