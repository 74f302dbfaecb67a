// Package modelcontext rebuilds the context that the model saw last from the lines of one file.
//
// It promises: the result is what a file that was rewritten at each compaction would hold. It repairs nothing; open calls
// and repetitions stay as they are. Start at Load.
package modelcontext

import (
	"errors"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ErrMissingHeader: the file does not begin with a header line (SR-CTX-06).
var ErrMissingHeader = errors.New("the file does not begin with a header line")

// Context is the model context of one file.
type Context struct {
	Meta        line.Meta // the last valid header line
	Rows        []*line.Row
	Diagnostics []diagnostic.Diagnostic
	Complete    bool // no diagnostic affects completeness
}

// Load replays the lines of the file: rows add up (SR-CTX-01), a compaction record replaces them all (SR-CTX-02), and
// interrupted rows never count (SR-CTX-04).
func Load(file line.File) (Context, error) {
	if !file.HasHeader {
		return Context{}, ErrMissingHeader
	}
	context := Context{Meta: file.Last, Diagnostics: slices.Clone(file.Diagnostics), Rows: []*line.Row{}}
	latest := line.Latest{}
	for _, entry := range file.Entries {
		if entry.Row != nil {
			context.keep(latest, entry.Row)
			continue
		}
		rows, ok := entry.Compaction.Resolve(latest)
		if !ok {
			context.Diagnostics = append(context.Diagnostics, UnresolvedIDs(file.Name, entry))
			continue
		}
		context.Rows, latest = []*line.Row{}, line.Latest{}
		context.keep(latest, rows...)
	}
	context.Complete = true
	for _, d := range context.Diagnostics {
		context.Complete = context.Complete && !d.AffectsCompleteness()
	}
	return context, nil
}

// keep adds rows that are not interrupted (SR-CTX-04).
func (c *Context) keep(latest line.Latest, rows ...*line.Row) {
	for _, row := range rows {
		if !row.Interrupted {
			c.Rows = append(c.Rows, row)
			latest.Add(row)
		}
	}
}

// UnresolvedIDs says that a record names its rows by ids of which none is there (SR-CTX-03).
func UnresolvedIDs(file string, entry line.Entry) diagnostic.Diagnostic {
	return diagnostic.New(diagnostic.MalformedCompaction, "none of the ids that the record names is there").
		InFile(file).AtLine(entry.Line, entry.Offset).AtPath("replacement_ids")
}

// Value is the context on the wire (SR-CTX-05).
func (c Context) Value() jsvalue.Value {
	rows := make([]jsvalue.Value, len(c.Rows))
	for i, row := range c.Rows {
		rows[i] = row.Value()
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "meta", Value: c.Meta.Value()},
		jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(rows...)},
		jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(c.Diagnostics)},
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(c.Complete)},
	)
}
