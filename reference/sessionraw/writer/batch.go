package writer

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Batch is what a caller wants to be in the file.
type Batch struct {
	Rows      []*line.Row // the whole context, the oldest first; not changed
	Meta      line.Meta   // of line.ParseMeta: the totals
	RequestID string      // of the turn; "" if it has none
	Time      string      // of the commit, RFC 3339; "" for none
	Seq       *uint64     // of the first row of the request; nil for none
	Usage     *Usage      // of the turn; nil for none
}

// Usage is what the last model call of a turn reports. Absent values are Undefined.
type Usage struct {
	Provider, Model, Time string
	Usage                 jsvalue.Value // a complete usage object (SR-LINE-08)
	Reasoning             string
	Calls                 []line.Call
	Iteration             jsvalue.Value // number of the model call in the turn, from 1
}

// ParseUsage takes the bundle of a turn's usage (SR-CTX-05), of which the checks of a row hold.
func ParseUsage(bundle jsvalue.Value) (*Usage, error) {
	row, err := line.ParseRow(bundle.Without("extra_metadata", "kind").With(
		jsvalue.Member{Key: "role", Value: jsvalue.StringValue(line.Assistant)},
		jsvalue.Member{Key: "content", Value: jsvalue.StringValue("")},
	))
	if err != nil {
		return nil, err
	}
	if row.Iteration.IsUndefined() {
		row.Iteration = jsvalue.IntValue(0)
	}
	return &Usage{
		Provider: row.Provider.Text(), Model: row.Model.Text(), Time: row.TS.Text(), Usage: row.Usage,
		Reasoning: row.Reasoning.Text(), Calls: row.Calls, Iteration: row.Iteration,
	}, nil
}

// Partial is what an interrupted turn had said.
type Partial struct {
	Text      string
	Reasoning string
	Iteration jsvalue.Value // an integer; Undefined when it is not known
}

// row is the partial as a row. Reasoning is trimmed; the text is kept as it is.
func (p Partial) row(b Batch) *line.Row {
	row := &line.Row{
		Role: line.Assistant, Content: p.Text, Interrupted: true, Iteration: p.Iteration, RequestID: b.RequestID,
		TS: text(b.Time), Reasoning: text(strings.TrimSpace(p.Reasoning)),
	}
	return row
}

// text is a string that is absent when it is empty.
func text(s string) jsvalue.Value {
	if s == "" {
		return jsvalue.Value{}
	}
	return jsvalue.StringValue(s)
}
