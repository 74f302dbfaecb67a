package writer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// plan is a write in the making.
type plan struct {
	write Write
	lead  string // before the lines: the blank text of the file, or what heals its last line
	bytes []byte // the lines
	fresh int    // rows that the file does not have
}

// plan writes what is missing of the batch's rows: behind a header in a new file; at the end, where the rows begin with the
// context of the file; else in a record of all rows (SR-WRITE-05). It asks the file and not the caller what was written
// before, so that a batch that is tried again is not doubled (SR-WRITE-06), and what a crash left is completed
// (SR-WRITE-10).
func (f *File) plan(b Batch) (*plan, error) {
	p := &plan{write: Write{header: b.Meta.Following(f.header, f.threadID), after: f.state}}
	p.write.threadID = p.write.header.ThreadID()
	if f.threadID != "" && p.write.threadID != f.threadID {
		return nil, ErrOtherThread
	}
	for i, row := range b.Rows {
		switch {
		case row == nil:
			return nil, fmt.Errorf("%w: the one with index %d", ErrNilRow, i)
		case row.Interrupted:
			return nil, ErrInterruptedRow
		}
	}
	after := &p.write.after
	after.heal, after.seqs = "", maps.Clone(f.seqs)
	p.lead = f.heal + f.blank
	p.write.Mode = f.mode(b.Rows)
	switch p.write.Mode {
	case Create:
		p.bytes = line.AppendMeta(p.bytes, p.write.header, b.RequestID)
		after.context = p.stamp(b, make([]*line.Row, len(b.Rows)))
		p.rows(after.context)
	case Extend:
		known := append(slices.Clip(f.context), make([]*line.Row, len(b.Rows)-len(f.context))...)
		after.context = p.stamp(b, known)
		p.rows(after.context[len(f.context):])
	default:
		after.context = p.stamp(b, retained(f.context, b.Rows))
		after.partials = nil
		record := &line.Compaction{Rows: after.context, TS: text(b.Time), RequestID: b.RequestID}
		p.bytes = line.AppendCompaction(p.bytes, record)
	}
	return p, nil
}

func (f *File) mode(rows []*line.Row) Mode {
	switch {
	case !f.exists:
		return Create
	case len(rows) >= len(f.context) && slices.EqualFunc(f.context, rows[:len(f.context)], same):
		return Extend
	}
	return Compact
}

// retained gives the rows as the file has them, where it has them, with what the model is now given of them; nil stands for
// a fresh row. So rows keep their request, failure and usage (SR-WRITE-06).
func retained(before, rows []*line.Row) []*line.Row {
	known := make([]*line.Row, len(rows))
	for i, at := range modelcontext.Retained(before, rows) {
		if at >= 0 {
			known[i] = updated(before[at], rows[i])
		}
	}
	return known
}

// rows appends message lines.
func (p *plan) rows(rows []*line.Row) {
	for _, row := range rows {
		p.bytes = line.AppendRow(p.bytes, row)
		p.write.after.partials = nil
	}
}

// holds reports whether the partial is in the file: as an interrupted row behind all others, or as the beginning of the
// answer with which the turn ended (SR-WRITE-08).
func (p *plan) holds(partial *line.Row) bool {
	for _, row := range p.write.after.partials {
		if row.Content == partial.Content && row.RequestID == partial.RequestID && row.Reasoning.Text() == partial.Reasoning.Text() {
			return true
		}
	}
	context := p.write.after.context
	if len(context) == 0 || partial.RequestID == "" {
		return false
	}
	last := context[len(context)-1]
	answer, ended := view.Answer(last)
	return last.Role == line.Assistant && ended && last.RequestID == partial.RequestID &&
		strings.HasPrefix(strings.TrimSpace(answer), strings.TrimSpace(partial.Content))
}
