package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// result takes a result, which waits for the end of its turn (SR-VIEW-09).
func (p *projection) result(r *resulting) {
	p.position++
	r.position, r.name, r.answered, r.file = p.position, orphanName, true, p.file
	if r.failed {
		r.detail = r.row.field("failure_detail")
	}
	r.item = p.emit(jsvalue.Value{})
	r.item.call = &r.called
	p.results = append(p.results, r)
}

// settle pairs the results that wait. What gets no call is told of (SR-VIEW-09 to SR-VIEW-11).
func (p *projection) settle() {
	results := p.results
	p.results = nil
	for i, r := range results {
		c := p.callFor(r, results[i+1:])
		if c != nil {
			c.answered, c.result, c.failed, c.detail = true, r.result, r.failed, r.detail
			r.item.gone = true
		}
		again := r.row.Role == "tool" && p.repeated(r.row)
		switch {
		case c != nil:
		case again:
			p.doubt = p.doubt || r.opened // whether what is not shown begins a turn, no rule says
			r.item.gone = true
			p.told = append(p.told, told{"repeated_row", r.file, r.row.Line, ""})
		default:
			p.told = append(p.told, told{"orphan_tool_result", r.file, r.row.Line, ""})
		}
	}
	p.calls = slices.DeleteFunc(p.calls, func(c *called) bool { return c.answered })
}

// callFor is the call that a result gets: the oldest of its id, or the oldest that later ones can spare.
func (p *projection) callFor(r *resulting, later []*resulting) *called {
	for _, c := range p.calls {
		if c.answered || c.position > r.position {
			continue
		}
		if r.named && c.id == r.id && c.id != "" || !r.named && p.spared(c, later) {
			return c
		}
		p.doubt = p.doubt || r.named && r.id == "" && c.id == "" // nothing says whether that is an id
	}
	return nil
}

// spared: as many later results that name the call's id find a call without it as with it.
func (p *projection) spared(c *called, later []*resulting) bool {
	found := func(but *called) (n int) {
		used := map[*called]bool{but: true}
		for _, r := range later {
			for _, other := range p.calls {
				if r.named && other.id == r.id && other.id == c.id && !other.answered && other.position < r.position && !used[other] {
					used[other] = true
					n++
					break
				}
			}
		}
		return n
	}
	return c.id == "" || found(c) == found(nil)
}

// value is the item of a call.
func (c *called) value() jsvalue.Value {
	item := with(object("kind", "toolCall", "callId", c.id, "name", c.name), "args", c.args)
	status := "running"
	if c.answered {
		status = "success"
		item = with(item, "result", jsvalue.StringValue(c.result))
	}
	if c.failed {
		status = "error"
		item = with(item, "failure", with(jsvalue.ObjectValue(), "detail", c.detail))
	}
	return with(item, "status", jsvalue.StringValue(status))
}
