package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pairing holds the calls of the turn that have no result yet, and the results that are still to be paired. Results wait
// for the end of the turn, because one without an id must not take a call that a later one names (SR-VIEW-09).
type pairing struct {
	calls   []*openCall
	results []*openResult
	clock   int
}

type openCall struct {
	item     *Item
	at       int
	answered bool
}

type openResult struct {
	item    *Item // stands for the result until it goes to a call
	id      string
	byOrder bool
	at      int
	row     *line.Row
	place   Origin
	offset  int
}

func (p *pairing) open(item *Item) *openCall {
	p.clock++
	call := &openCall{item: item, at: p.clock}
	p.calls = append(p.calls, call)
	return call
}

// forget closes the turn: a later result answers none of its calls.
func (p *pairing) forget() { p.calls = nil }

// keepOnly forgets the calls whose rows a compaction took out of the context.
func (p *pairing) keepOnly(context []*held) {
	in := map[*openCall]bool{}
	for _, h := range context {
		if h == nil {
			continue
		}
		for _, call := range h.calls {
			in[call] = true
		}
	}
	kept := p.calls[:0]
	for _, call := range p.calls {
		if in[call] {
			kept = append(kept, call)
		}
	}
	p.calls = kept
}

// result takes a tool row.
func (s *stream) result(row *line.Row) {
	id, content := row.ID.Text(), row.Content
	if id == "" {
		id = row.ToolCallID.Text()
	}
	if envelope, ok := resultEnvelope(row.Content); ok {
		content = envelope.content
		if id == "" {
			id = envelope.id
		}
	}
	s.addResult(row, id, content, row.Failure, id == "")
}

// textResult takes one result of the text dialect, which is never paired by order (SR-VIEW-15).
func (s *stream) textResult(r textResult) { s.addResult(r.row, r.id, r.content, r.failed, false) }

func (s *stream) addResult(row *line.Row, id, content string, failed, byOrder bool) {
	call := &Call{ID: id, Name: line.Tool, Result: jsvalue.StringValue(content), Status: Success}
	if failed {
		call.Status = Error
		call.Detail = row.FailureDetail
	}
	place := s.place
	item := s.emit(&Item{Kind: ToolCall, Call: call})
	s.pairs.clock++
	s.pairs.results = append(s.pairs.results, &openResult{
		item: item, id: id, byOrder: byOrder, at: s.pairs.clock, row: row, place: place, offset: s.offset,
	})
}

// settle pairs the results that wait, each with a call that stands before it. What is left is an orphan, or a repetition
// (SR-VIEW-09 to SR-VIEW-11).
func (s *stream) settle() {
	results := s.pairs.results
	if len(results) == 0 {
		return
	}
	s.pairs.results = nil
	s.pairs.pair(results)
	for _, result := range results {
		s.leftOver(result)
	}
	open := s.pairs.calls[:0]
	for _, call := range s.pairs.calls {
		if !call.answered {
			open = append(open, call)
		}
	}
	s.pairs.calls = open
}

// pair gives each result with an id the oldest open call of that id, and each result without one the oldest open call that
// is not needed for a result which names it.
func (p *pairing) pair(results []*openResult) {
	ids := reserve(p.calls, results)
	next := 0
	for _, result := range results {
		if !result.byOrder {
			result.answer(ids.of(result.id).oldest(result.at))
			ids.of(result.id).pass(result.at)
			continue
		}
		for ; next < len(p.calls) && p.calls[next].at < result.at; next++ {
			call := p.calls[next]
			if id := ids.of(call.item.Call.ID); !call.answered && id.spare() {
				id.taken++
				result.answer(call)
				break
			}
			// A call that is needed goes to the result that needs it: no later result without an id can have it.
		}
	}
}

// answer moves the result to its call, which keeps its place. There may be none.
func (r *openResult) answer(call *openCall) {
	if call == nil {
		return
	}
	call.answered = true
	c, from := call.item.Call, r.item.Call
	c.Result, c.Status, c.Detail = from.Result, from.Status, from.Detail
	r.item.withdraw = true
}

// leftOver remembers a result that was paired, and says what becomes of another.
func (s *stream) leftOver(r *openResult) {
	again := r.row.Role == line.Tool && s.repeated(r.row)
	if r.item.withdraw {
		return
	}
	s.place, r.place = r.place, s.place
	s.offset, r.offset = r.offset, s.offset
	if again {
		r.item.withdraw = true
		s.say(diagnostic.RepeatedRow, "the result stood before already")
	} else {
		s.say(diagnostic.OrphanToolResult, "the result answers no open call of its turn")
	}
	s.place, s.offset = r.place, r.offset
}
