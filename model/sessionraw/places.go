package sessionraw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// whole is a view by the second definition: all items, and all that must be told.
type whole struct {
	items []jsvalue.Value
	told  []told
	doubt bool
}

// mostRows is how many rows a view may have for the second definition, which is quadratic, to look at it.
const mostRows = 1500

// whole is the view of the thread, or of the one file (SR-VIEW-02).
func (in Input) whole() whole {
	lines := 0
	for _, f := range in.Files {
		lines += strings.Count(f.Text, "\n")
	}
	if lines > mostRows || !in.Named && len(in.Files) != 1 {
		return whole{doubt: true}
	}
	if !in.Named {
		var w whole
		w.items = w.render(w.project([]*account{readAll(in.Files[0])}, nil, 1))
		return w
	}
	t := in.tree()
	w := whole{told: t.told, doubt: t.doubt}
	if len(t.roots) > 0 {
		w.items = w.render(w.project(t.roots, t.branches, 1))
	}
	return w
}

// project is the projection of a chain, with what it started in its places.
func (w *whole) project(files []*account, branches []*branch, level int) *projection {
	p := newProjection()
	for i, r := range files {
		p.add(r, i == 0)
	}
	p.settle()
	p.items = slices.DeleteFunc(p.items, func(one *shown) bool { return one.gone })
	w.told = append(w.told, p.told...)
	w.doubt = w.doubt || p.doubt
	if level > mostLevels {
		w.tooDeep(branches)
		return p
	}
	w.place(p, branches, level)
	return p
}

func (w *whole) tooDeep(branches []*branch) {
	for _, b := range branches {
		w.doubt = w.doubt || len(b.files) > 1 // whether each is told of
		w.told = append(w.told, told{"missing_sub_transcript", b.files[0].Name, 0, ""})
		w.tooDeep(b.branches)
	}
}

// place puts the sub-agents of a chain in their places, in the order of their start (SR-SUB-01, SR-SUB-03, SR-SUB-05).
func (w *whole) place(p *projection, branches []*branch, level int) {
	slices.SortStableFunc(branches, func(a, b *branch) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.files[0].Name, b.files[0].Name))
	})
	behind := map[*shown][]*shown{}
	starters := p.startersOf(branches)
	for _, b := range branches {
		inner := w.project(b.files, b.branches, level+1)
		in := p.turnOf(b)
		starter := starters[b]
		anchor := starter
		if starter == nil {
			anchor = p.lastOf(b, in)
		} else {
			in = starter.turn
		}
		behind[anchor] = append(behind[anchor], &shown{value: w.subagent(p, b, inner, starter, in)})
	}
	items := slices.Clone(behind[nil])
	for _, one := range p.items {
		items = append(append(items, one), behind[one]...)
	}
	p.items = items
}

func (b *branch) order() int64 {
	if seconds, known := startOf(b.own()); known {
		return seconds
	}
	return math.MaxInt64
}

// isAmong: the sub-agent stands among the items of the chain; one that hangs under none among all (SR-SUB-01).
func (b *branch) isAmong(chain string) bool { return b.above == "" || b.above == chain }

// turnOf is the turn in which a sub-agent was started; -1 where there are none (SR-SUB-03).
func (p *projection) turnOf(b *branch) int {
	seconds, known := startOf(b.own())
	last := -1
	for i, t := range p.turns {
		if !b.isAmong(t.chain) {
			continue
		}
		if known && t.timed && t.end.Unix() >= seconds {
			return i
		}
		last = i
	}
	return last
}

// lastOf is the last item of a turn, or of all where there are none. Without one, what stands before: the turn is the first
// of its chain then.
func (p *projection) lastOf(b *branch, in int) (last *shown) {
	chain := b.above
	if in >= 0 {
		chain = p.turns[in].chain
	}
	for _, one := range p.items {
		earlier := one.chain != chain && slices.Index(p.chains, one.chain) < slices.Index(p.chains, chain)
		if chain == "" || earlier || one.chain == chain && (one.turn == in || one.turn < 0) {
			last = one
		}
	}
	return last
}

// startersOf are the calls that started sub-agents, where they are known: each way is tried for all before the next one
// (SR-SUB-05).
func (p *projection) startersOf(branches []*branch) map[*branch]*shown {
	starters := map[*branch]*shown{}
	for _, is := range []func(b *branch, one *shown) bool{
		func(b *branch, one *shown) bool {
			result, task := objectIn(one.call.result), b.task()
			return task != "" && (result.Get("subagent_run_id").Text() == task || result.Get("task_id").Text() == task)
		},
		func(b *branch, one *shown) bool { return one.turn == p.turnOf(b) && one.call.names(b.agent()) },
		func(b *branch, one *shown) bool {
			return one.turn == p.turnOf(b) && (strings.HasPrefix(one.call.name, "delegate") || strings.HasPrefix(one.call.name, "spawn_"))
		},
	} {
		for _, b := range branches {
			for _, one := range p.items {
				if starters[b] == nil && one.call != nil && b.isAmong(one.chain) && !one.call.claimed && is(b, one) {
					one.call.claimed = true
					starters[b] = one
				}
			}
		}
	}
	return starters
}

// names: the call says which agent it starts.
func (c *called) names(agent string) bool {
	if agent == "" {
		return false
	}
	short := c.name
	for _, prefix := range []string{"delegate_to_", "delegate_"} {
		if strings.HasPrefix(strings.ToLower(c.name), prefix) {
			short = c.name[len(prefix):]
			break
		}
	}
	if short != c.name && strings.EqualFold(short, agent) {
		return true
	}
	for _, name := range []string{"agent_id", "agent", "subagent", "subagent_type", "target"} {
		if c.args.Get(name).IsString() && c.args.Get(name).Text() == agent {
			return true
		}
	}
	return len(short) >= 5 && strings.HasPrefix(agent, short)
}

func objectIn(text string) jsvalue.Value {
	value, err := jsvalue.Decode(trim(text))
	if err != nil || !value.IsObject() {
		return jsvalue.Value{}
	}
	return value
}

func (b *branch) task() string { return b.files[0].header.Get("task_id").Text() }

func (b *branch) agent() string {
	return cmp.Or(b.files[0].header.Get("agent_id").Text(), b.files[0].header.Get("agent").Text())
}

// subagent is the item of a sub-agent (SR-SUB-04, SR-SUB-06).
func (w *whole) subagent(p *projection, b *branch, inner *projection, starter *shown, in int) jsvalue.Value {
	item := object("kind", "subagent", "id", cmp.Or(b.task(), b.added()))
	add := func(name, text string) {
		if text != "" {
			item = with(item, name, jsvalue.StringValue(text))
		}
	}
	add("agentId", b.agent())
	add("taskId", b.task())
	if in >= 0 {
		add("requestId", p.turns[in].request)
	}
	var call *called
	if starter != nil {
		call = starter.call
		add("callId", call.id)
	}
	add("status", statusOf(inner.last, call))
	return with(item, "items", jsvalue.ArrayValue(w.render(inner)...))
}

func statusOf(last *Row, call *called) string {
	switch {
	case call != nil && (call.failed || call.answered && objectIn(call.result).Get("status").Text() == "incomplete"):
		return "failed"
	case last != nil && last.Interrupted:
		return "interrupted"
	case last != nil && last.Role == "assistant" && len(last.meaning().calls) == 0:
		return "completed"
	case call != nil && call.answered && !strings.HasPrefix(call.result, "Accepted async sub-agent"):
		return "completed"
	}
	return "running"
}

func (w *whole) render(p *projection) (items []jsvalue.Value) {
	for _, one := range p.items {
		if one.call != nil {
			items = append(items, one.call.value())
		} else {
			items = append(items, one.value)
		}
	}
	return items
}
