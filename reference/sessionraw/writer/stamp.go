package writer

import (
	"math"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// stamp gives the rows to write: those that are known as they are, and of the others a copy with the request, the time and
// the number of the batch, where a row has none of its own (SR-WRITE-03).
func (p *plan) stamp(b Batch, known []*line.Row) []*line.Row {
	var fresh []*line.Row
	for i, row := range known {
		if row != nil {
			continue
		}
		row := *b.Rows[i]
		if row.RequestID == "" {
			row.RequestID = b.RequestID
		}
		known[i] = &row
		fresh = append(fresh, known[i])
	}
	p.fresh = len(fresh)
	p.write.UsageWritten = attribute(b.Usage, fresh)
	for _, row := range fresh {
		if row.TS.IsUndefined() {
			row.TS = text(b.Time)
		}
		p.write.after.seqs.stamp(row, b)
	}
	return known
}

// attribute puts the usage of a turn on the last fresh assistant row, which keeps what it has of its own (SR-WRITE-07).
func attribute(usage *Usage, fresh []*line.Row) bool {
	last := len(fresh) - 1
	for last >= 0 && fresh[last].Role != line.Assistant {
		last--
	}
	if usage == nil || last < 0 {
		return false
	}
	row, bundle := fresh[last], usage.bundle
	if !row.Provider.IsString() { // else it says itself that it has none
		if row.Reasoning.Text() == "" && bundle.Reasoning.Text() != "" {
			row.Reasoning = bundle.Reasoning
		}
		if len(row.Calls) == 0 && len(bundle.Calls) > 0 {
			row.Calls, row.HasCalls = bundle.Calls, true
		}
	}
	whole := row.HasTurnUsage()
	if whole || row.TS.IsUndefined() {
		row.TS = bundle.TS
	}
	if !bundle.Iteration.IsUndefined() && (whole || row.Iteration.IsUndefined()) {
		row.Iteration = bundle.Iteration
	} else if row.Iteration.IsUndefined() {
		row.Iteration = jsvalue.IntValue(0)
	}
	row.Provider, row.Model, row.Usage = bundle.Provider, bundle.Model, bundle.Usage
	return true
}

// seqs is the greatest number of the rows of each request.
type seqs map[string]uint64

func (s seqs) see(entry line.Entry) {
	rows := []*line.Row{entry.Row}
	if entry.Row == nil {
		rows = entry.Compaction.Rows
	}
	for _, row := range rows {
		s.seeRow(row)
	}
}

func (s seqs) seeRow(row *line.Row) {
	if row.Seq.IsUndefined() {
		return
	}
	if n, err := strconv.ParseUint(row.Seq.NumberText(), 10, 64); err == nil {
		s[strings.Clone(row.RequestID)] = max(s[row.RequestID], n)
	}
}

// stamp numbers a row that has no number: behind the last of its request, which a batch that is tried again finds in the
// file, else from the first number of the batch. Rows of other requests are not numbered, nor is one for which no number is
// left (SR-WRITE-03).
func (s seqs) stamp(row *line.Row, b Batch) {
	if row.Seq.IsUndefined() && b.Seq != nil && row.RequestID == b.RequestID {
		next := *b.Seq
		last, ok := s[row.RequestID]
		if ok && last == math.MaxUint64 {
			return
		}
		if ok {
			next = max(next, last+1)
		}
		row.Seq = line.Integer(next)
	}
	s.seeRow(row)
}
