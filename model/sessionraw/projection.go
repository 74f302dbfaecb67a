package sessionraw

import (
	"slices"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// projection is the items of a chain of files by a second definition: naive, quadratic, and certain only where the rules
// are (SR-VIEW-02 to SR-VIEW-15).
type projection struct {
	items   []*shown
	turns   []turn
	context []*held
	told    []told
	last    *Row // that is written, of those that are some time shown (SR-SUB-06)
	doubt   bool

	chains   []string            // in order
	chain    string              // of the file at hand
	file     string              // its name
	written  map[identity][]*Row // rows with an id that stood before
	request  string              // of the last row that had one
	calls    []*called           // of the turn, that may still get a result
	results  []*resulting        // of the turn, that are not paired yet
	position int
}

// turn is a run of rows of one request, in the files of one chain.
type turn struct {
	chain   string
	request string
	end     time.Time
	timed   bool
}

// held is a row of the context, with its calls.
type held struct {
	row   *Row
	calls []*called
}

// shown is an item in the making.
type shown struct {
	value jsvalue.Value
	chain string // in whose files it stands
	turn  int    // index of its turn, -1 before the first of the chain
	call  *called
	gone  bool
}

// called is a call: what is known of its result, and whether a sub-agent stands for it.
type called struct {
	id, name        string
	args            jsvalue.Value
	position        int
	answered        bool
	failed, claimed bool
	result          string
	detail          jsvalue.Value
}

// resulting is a result that is to be paired at the end of its turn.
type resulting struct {
	called
	named  bool
	item   *shown
	row    *Row
	file   string
	opened bool // its row began a turn
}

func newProjection() *projection { return &projection{written: map[identity][]*Row{}} }

// add shows the rows of a file of the chain, or of a later root.
func (p *projection) add(r *account, first bool) {
	p.told = append(p.told, r.told...)
	p.doubt = p.doubt || r.doubt
	chain := r.Store + r.chain()
	generation := chain == p.chain
	p.chain, p.file = chain, r.Name
	if !generation {
		p.chains = append(p.chains, chain)
	}
	again := 0
	if !first {
		again = p.join(r, generation)
	}
	for i, e := range r.entries {
		if e.row == nil {
			p.compaction(e)
			continue
		}
		p.isLast(e.row)
		if i >= again {
			h := &held{row: e.row}
			p.keep(h)
			p.show(h, "")
		}
	}
}

func (p *projection) isLast(r *Row) {
	if r.isShown() {
		p.last = r
	}
}

func (p *projection) keep(h *held) {
	if !h.row.Interrupted {
		p.context = append(p.context, h)
	}
}

func (p *projection) tell(code string, line int) {
	p.told = append(p.told, told{code, p.file, line, ""})
}

func (p *projection) emit(item jsvalue.Value) *shown {
	one := &shown{value: item, chain: p.chain, turn: -1}
	if p.inTurn() {
		one.turn = len(p.turns) - 1
	}
	p.items = append(p.items, one)
	return one
}

// show adds the items of a row; request is that of the record in which it stands (SR-VIEW-13).
func (p *projection) show(h *held, request string) {
	r := h.row
	if r.RequestID != "" {
		request = r.RequestID
	}
	answers := r.Role == "tool" && !r.Interrupted // which may be no repetition
	m := r.meaning()
	if !answers {
		said, again := p.unsaid(r, m)
		if again {
			p.tell("repeated_row", r.Line)
		}
		if again && len(said.calls)+len(said.thought) == 0 {
			return
		}
		m = said
	}
	p.doubt = p.doubt || m.doubt && !r.Interrupted
	opened := p.turn(r, m, request)
	switch {
	case !r.isShown():
	case r.Interrupted:
		item := object("kind", "interruptedPartial", "text", r.Content)
		p.emit(with(item, "thinking", r.field("reasoning_content")))
	case r.Role == "user" && m.results != nil:
		for _, result := range m.results {
			p.result(&resulting{called: called{id: result.id, result: result.text, failed: result.failed}, named: true, row: r})
		}
	case r.Role == "user":
		p.user(r, request)
	case r.Role == "assistant":
		p.assistant(h, m, request)
	default:
		p.result(&resulting{called: called{id: m.id, result: m.text, failed: r.Failure}, named: m.id != "", row: r, opened: opened})
	}
}

// with adds a member, unless it is absent.
func with(item jsvalue.Value, name string, value jsvalue.Value) jsvalue.Value {
	if value.IsUndefined() {
		return item
	}
	return item.With(jsvalue.Member{Key: name, Value: value})
}

// repeated: a row with this id, role, content and request stood before (SR-VIEW-11).
func (p *projection) repeated(r *Row) bool {
	if !r.HasID {
		return false
	}
	before := p.written[r.identity()]
	p.written[r.identity()] = append(before, r)
	return len(before) > 0
}

// unsaid is what a row says that is no repetition, or what of a repetition no row before said (SR-VIEW-11).
func (p *projection) unsaid(r *Row, m meaning) (left meaning, again bool) {
	before := p.written[r.identity()]
	if !p.repeated(r) {
		return m, false
	}
	if r.Role != "assistant" {
		return meaning{}, true
	}
	left.doubt = m.doubt
	for _, thought := range m.thought {
		if !slices.ContainsFunc(before, func(old *Row) bool { return slices.Contains(old.meaning().thought, thought) }) {
			left.thought = append(left.thought, thought)
		}
	}
	if r.Interrupted {
		return left, len(left.thought) == 0
	}
	for _, call := range m.calls {
		if !slices.ContainsFunc(before, func(old *Row) bool { return slices.ContainsFunc(old.meaning().calls, call.is) }) {
			left.calls = append(left.calls, call)
		}
	}
	return left, true
}

// is: they are one call, by id and name, or without an id by all that they say.
func (c Call) is(d Call) bool {
	return c.ID == d.ID && c.Name == d.Name && (c.ID != "" || c.Arguments == d.Arguments)
}

// turn begins a turn where the request changes (SR-VIEW-03), or for pairing where a user speaks (SR-VIEW-09), and says
// whether it stands as a boundary.
func (p *projection) turn(r *Row, m meaning, request string) (opened bool) {
	opened = request != "" && request != p.request
	if opened || request == "" && r.Role == "user" && !r.Interrupted && m.results == nil {
		p.settle()
		p.calls = nil
	}
	if opened {
		p.request = request
		p.turns = append(p.turns, turn{chain: p.chain, request: request})
		p.emit(object("kind", "turnBoundary", "requestId", request))
	}
	if request != "" {
		if !p.inTurn() { // it goes on from another root (SR-SUB-03)
			p.turns = append(p.turns, turn{chain: p.chain, request: request})
		}
		p.turns[len(p.turns)-1].see(r.field("ts").Text())
	}
	return opened
}

// inTurn: a turn has begun in the files of the chain at hand.
func (p *projection) inTurn() bool {
	return len(p.turns) > 0 && p.turns[len(p.turns)-1].chain == p.chain
}

// see takes the time at which a row was committed (SR-SUB-03).
func (t *turn) see(stamp string) {
	at, err := time.Parse(time.RFC3339, stamp)
	if err == nil && (!t.timed || at.After(t.end)) {
		t.end, t.timed = at, true
	}
}

func (p *projection) user(r *Row, request string) {
	item := object("kind", "userMessage", "content", r.Content)
	rest, is := withoutBlocks(r.Content)
	switch is {
	case unsure:
		p.doubt = true
	case yes:
		item = with(item, "displayContent", jsvalue.StringValue(rest))
	}
	if looksLikeBlock(rest) {
		item = with(item, "lookalike", jsvalue.BoolValue(true))
	}
	p.emit(withRequest(item, request))
}

func withRequest(item jsvalue.Value, request string) jsvalue.Value {
	if request == "" {
		return item
	}
	return with(item, "requestId", jsvalue.StringValue(request))
}

// assistant adds reasoning, text and calls (SR-VIEW-07, SR-VIEW-08).
func (p *projection) assistant(h *held, m meaning, request string) {
	r := h.row
	for _, thought := range m.thought {
		p.emit(object("kind", "reasoning", "text", thought))
	}
	if !isBlank(m.text) {
		item := object("kind", "assistantMessage", "content", m.text)
		if len(m.calls) > 0 {
			item = with(item, "interim", jsvalue.BoolValue(true))
		}
		if r.carriesUsage() {
			item = with(item, "model", r.field("model"))
		}
		p.emit(withRequest(with(item, "iteration", r.field("iteration")), request))
	}
	for _, call := range m.calls {
		p.position++
		one := &called{id: call.ID, name: call.Name, position: p.position}
		if text := trim(call.Arguments); text != "" {
			value, err := jsvalue.Decode(text)
			if err != nil {
				value = jsvalue.StringValue(text)
			}
			one.args = value
		}
		p.emit(jsvalue.Value{}).call = one
		p.calls = append(p.calls, one)
		h.calls = append(h.calls, one)
	}
}

// compaction adds the item of a record, and the rows of the turn that made it (SR-VIEW-13).
func (p *projection) compaction(e entry) {
	rows := make([]*Row, len(p.context))
	for i, h := range p.context {
		rows[i] = h.row
	}
	replacement, ok := e.resolve(rows)
	if slices.ContainsFunc(replacement, func(r *Row) bool { return r.Interrupted }) {
		p.doubt = true
		return
	}
	if !ok {
		p.tell("malformed_compaction", e.line)
		return
	}
	item := jsvalue.ObjectValue(jsvalue.Member{Key: "kind", Value: jsvalue.StringValue("compaction")},
		jsvalue.Member{Key: "replacedCount", Value: jsvalue.IntValue(int64(len(rows)))},
		jsvalue.Member{Key: "keptCount", Value: jsvalue.IntValue(int64(len(replacement)))})
	if ts := e.record.Get("ts"); ts.IsString() {
		item = with(item, "ts", ts)
	}
	marker := p.emit(withRequest(item, e.request))
	list := p.lookFor(replacement)
	p.context = nil
	for _, r := range list {
		p.context = append(p.context, r.held)
	}
	p.closeOthers()
	begin := beginning(list, e.request)
	var nobodys []*held
	for i, r := range list {
		if r.rewritten || r.fresh && i < begin {
			nobodys = append(nobodys, r.held)
		}
	}
	marker.value = withScaffolding(marker.value, nobodys)
	for _, r := range list[begin:] {
		if r.fresh {
			p.isLast(r.held.row)
			p.show(r.held, e.request)
		}
	}
}

// withScaffolding lists rows that nobody said, those of the system aside.
func withScaffolding(item jsvalue.Value, rows []*held) jsvalue.Value {
	var list []jsvalue.Value
	for _, h := range rows {
		if h.row.Role != "system" {
			list = append(list, object("role", h.row.Role, "content", h.row.Content))
		}
	}
	if list == nil {
		return item
	}
	return with(item, "scaffolding", jsvalue.ArrayValue(list...))
}

// closeOthers closes the calls of rows that are not in the context. Where there are some, the results before are paired
// without regard to those behind (SR-VIEW-09).
func (p *projection) closeOthers() {
	gone := func(c *called) bool {
		return !slices.ContainsFunc(p.context, func(h *held) bool { return slices.Contains(h.calls, c) })
	}
	if slices.ContainsFunc(p.calls, gone) {
		p.settle()
		p.calls = slices.DeleteFunc(p.calls, gone)
	}
}
