package textview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// maxPlaces bounds the places named for one code; their number is always told.
const maxPlaces = 5

// summary says whether anything is missing, and explains what was found: one row a code, the losses first.
func (v *view) summary() {
	table := newTable(v.session.Projection.Diagnostics)
	v.line()
	v.verdict(table)
	v.findings(table, v.where)
}

// findings draws the table, and says that something was left out above.
func (p *printer) findings(table table, where func(diagnostic.Diagnostic) string) {
	for _, row := range table {
		p.row(row, table.codeWidth(), where)
	}
	if p.shortened {
		p.line(p.style.dim("Long input and output of tools is shortened above; --full shows all of it."))
	}
}

func (v *view) verdict(t table) {
	p := v.session.Projection
	shows := len(p.Blocks) > 0 || len(v.session.Lines) == 0
	if !shows {
		v.line(v.style.warn("nothing to show"), ": ", v.whyNothing())
	}
	switch {
	case p.Complete && shows:
		v.line(v.style.good("complete"), ": ", count(len(p.Blocks), "block"), ", nothing is missing from the session")
	case p.Complete:
	default:
		v.line(v.style.warn("incomplete"), ": ", count(len(p.Blocks), "block"), ", ", t.lost())
	}
}

// lost words how many losses there are.
func (t table) lost() string {
	switch losses := t.losses(); losses {
	case 0:
		return "something was cut" // no code says it
	case 1:
		return "1 loss"
	default:
		return fmt.Sprintf("%d losses", losses)
	}
}

// whyNothing says what records are that give no block.
func (v *view) whyNothing() string {
	artifacts := slices.ContainsFunc(v.session.Projection.Diagnostics, func(d diagnostic.Diagnostic) bool {
		return d.Code() == diagnostic.ArtifactOnly
	})
	n := len(v.session.Lines)
	switch {
	case artifacts && n == 1:
		return "1 record, and it is no part of a conversation"
	case artifacts:
		return fmt.Sprintf("%d records, none of them is part of a conversation", n)
	case n == 1:
		return "1 record, and it has nothing this format shows; is this a chatrecord file?"
	default:
		return fmt.Sprintf("%d records, none of them has anything this format shows; is this a chatrecord file?", n)
	}
}

// table has a row for each code, those of losses first, in order of first appearance.
type table []*row

// row is all diagnostics of one code.
type row struct {
	code   diagnostic.Code
	isLoss bool
	list   []diagnostic.Diagnostic
}

func newTable(list []diagnostic.Diagnostic) table {
	var t table
	byCode := map[diagnostic.Code]*row{}
	for _, d := range list {
		r, known := byCode[d.Code()]
		if !known {
			r = &row{code: d.Code(), isLoss: d.AffectsCompleteness()}
			byCode[d.Code()] = r
			t = append(t, r)
		}
		r.list = append(r.list, d)
	}
	slices.SortStableFunc(t, func(a, b *row) int { return a.rank() - b.rank() })
	return t
}

func (r *row) rank() int {
	if r.isLoss {
		return 0
	}
	return 1
}

func (t table) losses() (n int) {
	for _, r := range t {
		if r.isLoss {
			n += len(r.list)
		}
	}
	return n
}

func (t table) codeWidth() (width int) {
	for _, r := range t {
		width = max(width, len(r.code))
	}
	return width
}

// row draws the code, how often it was found, what it means, and where it was found.
func (p *printer) row(r *row, width int, where func(diagnostic.Diagnostic) string) {
	kind, paint := "loss", p.style.warn
	if !r.isLoss {
		kind, paint = "note", p.style.dim
	}
	p.line("  ", kind, "  ", paint(fmt.Sprintf("%-*s", width, r.code)), fmt.Sprintf("  %4d  ", len(r.list)), p.meaning(r.code))
	named := 0
	for _, d := range r.list {
		place := where(d)
		if place == "" {
			continue
		}
		if named++; named > maxPlaces {
			p.line(placeIndent, p.style.dim(fmt.Sprintf("and %d more; use --format json", len(r.list)-maxPlaces)))
			return
		}
		p.line(placeIndent, place)
	}
}

const placeIndent = "        "

// ownMeanings are for codes whose meaning speaks of the JSON form where this view draws something else.
var ownMeanings = map[diagnostic.Code]string{
	diagnostic.MissingToolResult: "The result of a tool call was never saved; JSON says failed.",
}

func (p *printer) meaning(code diagnostic.Code) string {
	if text, own := p.meanings[code]; own {
		return text
	}
	if text, own := ownMeanings[code]; own {
		return text
	}
	entry, _ := spec.DiagnosticCodeByName(string(code))
	return entry.Meaning
}

// where is the place that a diagnostic names, and its message unless that stands where the loss is marked.
func (v *view) where(d diagnostic.Diagnostic) string {
	var parts []string
	if line := v.at.place(d).line; line > 0 {
		parts = append(parts, fmt.Sprintf("line %d", line))
	}
	if id, ok := d.RecordID(); ok {
		parts = append(parts, "record "+clip(id))
	}
	if d.Path() != "" {
		parts = append(parts, clip(d.Path()))
	}
	where := strings.Join(parts, "  ")
	if where != "" && !d.AffectsCompleteness() {
		where += ": " + sanitize.Line(d.Message())
	}
	return where
}
