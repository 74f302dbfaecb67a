package writer

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Batch is what a caller wants to be in the file.
type Batch struct {
	Rows      []*line.Row // the whole context, the oldest first, none nil; not changed
	Meta      line.Meta   // of line.NewMeta or line.ParseMeta: the totals
	RequestID string      // of the turn; "" if it has none
	Time      string      // of the commit, RFC 3339; "" for none
	Seq       *uint64     // of the first row of the request; nil for none
	Usage     *Usage      // of the turn; nil for none
}

// Usage is what the last model call of a turn reports; ParseUsage makes it.
type Usage struct{ bundle line.Row }

// bundled are the members of the bundle of a turn's usage (SR-CTX-05).
var bundled = []string{"provider", "model", "usage", "ts", "reasoning_content", "tool_calls", "iteration"}

// ParseUsage takes the bundle of a turn's usage (SR-CTX-05). The error says that it is not whole (SR-LINE-08), or that a
// field has the wrong type.
func ParseUsage(bundle jsvalue.Value) (*Usage, error) {
	members := []jsvalue.Member{
		{Key: "role", Value: jsvalue.StringValue(line.Assistant)},
		{Key: "content", Value: jsvalue.StringValue("")},
	}
	for _, key := range bundled {
		members = append(members, jsvalue.Member{Key: key, Value: bundle.Get(key)})
	}
	row, err := line.ParseRow(jsvalue.ObjectValue(members...))
	if err != nil {
		return nil, fmt.Errorf("usage: %w", err)
	}
	if !row.HasTurnUsage() {
		return nil, ErrUsageNotWhole
	}
	return &Usage{*row}, nil
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
