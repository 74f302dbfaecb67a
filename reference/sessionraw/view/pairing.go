package view

import (
	"container/list"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pairing holds the calls of the turn that have no result yet, and the results that are still to be paired. Results wait
// for the end of the turn, because one without an id must not take a call that a later one names (SR-VIEW-09). Nothing in it
// goes through all calls, of which a turn can have many, for a few results or for a compaction.
type pairing struct {
	calls   *list.List // of *openCall, the oldest first
	ids     map[string]*sameID
	results []*openResult
	clock   int
	begin   int // of the turn, by the clock
}

type openCall struct {
	item    *Item
	at      int
	closed  bool // it has a result, or a compaction took it
	same    *sameID
	element *list.Element
}

type openResult struct {
	item    *Item // stands for the result until it goes to a call
	id      string
	byOrder bool
	at      int
	before  int // open calls of its id that stand before it
	call    *openCall
	row     *line.Row
	place   Origin
	offset  int
}

func newPairing() pairing { return pairing{calls: list.New(), ids: map[string]*sameID{}} }

func (p *pairing) open(item *Item) *openCall {
	p.clock++
	call := &openCall{item: item, at: p.clock, same: p.of(item.Call.ID)}
	if id := item.Call.ID; id != "" {
		p.ids[id] = call.same
	}
	call.same.add(call)
	call.element = p.calls.PushBack(call)
	return call
}

// of is the open calls of an id. Nothing has the empty one in common.
func (p *pairing) of(id string) *sameID {
	if same := p.ids[id]; same != nil {
		return same
	}
	return &sameID{}
}

// forget closes the turn: a later result answers none of its calls.
func (p *pairing) forget() { p.calls, p.ids, p.begin = list.New(), map[string]*sameID{}, p.clock }

// close takes a call away from later results.
func (p *pairing) close(call *openCall) {
	if !call.closed {
		call.closed = true
		call.same.open--
	}
	p.calls.Remove(call.element)
}

// closeOthers forgets the calls whose rows are not in the context any more. Where there are such, the results so far are
// paired first; else they go on waiting for the end of the turn (SR-VIEW-09).
func (s *stream) closeOthers(before, context []*held) {
	in := make(map[*held]bool, len(context))
	for _, h := range context {
		in[h] = true
	}
	var gone []*openCall
	for _, h := range before {
		if in[h] {
			continue
		}
		for _, call := range h.calls {
			if !call.closed && call.at > s.pairs.begin {
				gone = append(gone, call)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	s.settle()
	for _, call := range gone {
		s.pairs.close(call)
	}
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
		item: item, id: id, byOrder: byOrder, at: s.pairs.clock, before: s.pairs.of(id).open,
		row: row, place: place, offset: s.offset,
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
}

// pair gives each result with an id the oldest open call of that id, and each result without one the oldest open call that
// is not needed for a result which names it.
func (p *pairing) pair(results []*openResult) {
	p.reserve(results)
	next := p.calls.Front()
	for _, result := range results {
		if result.byOrder {
			next = p.byOrder(result, next)
			continue
		}
		id := p.of(result.id)
		result.answer(id.oldest(result.at))
		id.pass(result.at)
	}
	for _, result := range results { // not before, since next stands on one of them
		if result.call != nil {
			p.close(result.call)
		}
	}
}

// byOrder gives a result without an id a call from next on, and says where the next such result goes on: a call that is
// needed goes to the result that needs it, and no later result without an id can have it.
func (p *pairing) byOrder(result *openResult, next *list.Element) *list.Element {
	for ; next != nil; next = next.Next() {
		call, _ := next.Value.(*openCall)
		if call.at >= result.at {
			break
		}
		if !call.closed && call.same.spare() {
			call.same.taken++
			result.answer(call)
			break
		}
	}
	return next
}

// answer moves the result to its call, which keeps its place. There may be none.
func (r *openResult) answer(call *openCall) {
	if call == nil {
		return
	}
	r.call, call.closed = call, true
	call.same.open--
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
