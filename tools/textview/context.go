package textview

import (
	"fmt"
	"io"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// WriteContext writes what the model is given of the file of that name. The error is the writer's.
func WriteContext(w io.Writer, file string, c modelcontext.Context, o Options) error {
	v := &threadView{
		printer: &printer{w: w, style: style{color: o.Color}, full: o.Full, source: true},
		notes:   notes{placed: map[diagnostic.Diagnostic]bool{}},
	}
	v.line(v.style.strong("model context of "+clip(file)), fmt.Sprintf("  %s", count(len(c.Rows), "row")))
	for _, row := range c.Rows {
		v.line()
		v.contextRow(row)
	}
	table := newTable(c.Diagnostics)
	v.line()
	if c.Complete {
		v.line(v.style.good("complete"), ": ", count(len(c.Rows), "row"), ", nothing is missing from the context")
	} else {
		v.line(v.style.warn("incomplete"), ": ", count(len(c.Rows), "row"), ", ", table.lost())
	}
	v.findings(table, v.where)
	return v.printer.err
}

// contextRow draws a row as the model has it; of a tool row the id of the call stands beside the role.
func (v *threadView) contextRow(row *line.Row) {
	id := ""
	if row.ID.IsString() {
		id = v.style.dim(" (" + clip(row.ID.Text()) + ")")
	}
	v.line(v.style.speaker(clip(row.Role)), id)
	if row.Content != "" {
		v.whole(indent, row.Content, v.style.plain)
	}
	for _, call := range row.Calls {
		v.line(indent, v.style.strong("call "), clip(call.Name), v.style.dim(" ("+clip(call.ID)+")"))
		if call.Arguments != "" {
			v.preview(indent+indent, call.Arguments, inputLines, v.style.plain)
		}
	}
}
