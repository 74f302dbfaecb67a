package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// compactions are the rows of one compaction: the newest, and those that had begun, the newest last.
type compactions struct {
	newest  *row
	started []*row
}

// compaction draws a compaction of the context. A later event changes the newest row of the same one that has begun and not
// ended, or the newest of all if it tells of the end (ES-COMPACT-01).
func (m *Machine) compaction(event jsvalue.Value) {
	event = normalCompaction(event)
	key := firstText(id(event, "compactionId"), id(event, "turnId"), "legacy")
	of := m.keyed.compactions[key]
	if of == nil {
		of = &compactions{}
		m.keyed.compactions[key] = of
	}
	r := of.target(event)
	if r == nil {
		r = m.draw("context-compact:"+key+":"+m.place(), fixed{event})
		of.newest = r
	} else {
		m.overlay(r, event)
	}
	if n := len(of.started); event.Get("state").Text() == "started" && (n == 0 || of.started[n-1] != r) {
		of.started = append(of.started, r)
	}
}

func (c *compactions) target(event jsvalue.Value) *row {
	if event.Get("state").Text() == "completed" {
		return c.newest
	}
	for len(c.started) > 0 {
		r := c.started[len(c.started)-1]
		if objectOf(r).get("state").Text() == "started" {
			return r
		}
		c.started = c.started[:len(c.started)-1]
	}
	return nil
}

func normalCompaction(event jsvalue.Value) jsvalue.Value {
	if event.Get("type").Text() == "codex_context_compaction" {
		event = event.With(text("type", "context_compact"))
		if turn := event.Get("turnId"); event.Get("compactionId").IsNullish() && !turn.IsNullish() {
			event = event.With(member("compactionId", turn))
		}
	}
	if event.Get("state").IsNullish() {
		event = event.With(text("state", "completed"))
	}
	return event
}
