package workflow

import (
	"cmp"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The bounds of a snapshot (ES-FLOW-01).
const (
	MaxAgents    = 200
	MaxCount     = 1_000_000_000
	PreviewUnits = 280 // UTF-16
)

// seen is an agent as one snapshot tells of it.
type seen struct {
	index            int
	agentID          string
	label, phase     string
	state            string // queued, running, or how it ended
	preview          string
	tokens, tools    int64
	durationMillis   int64
	hasTokens, hasMs bool
	hasTools         bool
}

// read is the entries of a snapshot that can be used, by their index, and the positions of those that cannot. ok is false for what
// is no snapshot at all.
func read(value jsvalue.Value) (agents []seen, dropped []int, ok bool) {
	list := value
	if value.IsObject() {
		list = value.Get("agents")
	}
	if !list.IsArray() {
		return nil, nil, false
	}
	at := map[int]int{}
	for position, entry := range list.Elements() {
		agent, usable := agentOf(entry)
		_, twice := at[agent.index]
		switch {
		case !usable, twice, len(agents) == MaxAgents:
			dropped = append(dropped, position)
			continue
		}
		at[agent.index] = len(agents)
		agents = append(agents, agent)
	}
	slices.SortStableFunc(agents, func(a, b seen) int { return a.index - b.index })
	return agents, dropped, true
}

func agentOf(entry jsvalue.Value) (a seen, usable bool) {
	index, ok := entry.Get("index").SafeInteger()
	if !entry.IsObject() || !ok || index < 0 || index > MaxCount {
		return seen{index: -1}, false
	}
	a = seen{index: int(index), agentID: event.Name(entry, "agentId"), label: line(entry, "label"), phase: line(entry, "phase"), preview: line(entry, "preview")}
	a.tokens, a.hasTokens = count(entry.Get("tokens"))
	a.tools, a.hasTools = count(entry.Get("toolUses"))
	a.durationMillis, a.hasMs = count(entry.Get("durationMs"))
	a.state = stateOf(event.Name(entry, "state"), a.tokens > 0 || a.tools > 0)
	return a, true
}

// toldBy is what an event of an agent told of it.
func toldBy(e jsvalue.Value) (told seen) {
	told.phase, told.preview = line(e, "phase"), line(e, "summary")
	told.tokens, told.hasTokens = count(e.Get("usage").Get("totalTokens"))
	told.tools, told.hasTools = count(e.Get("usage").Get("toolUses"))
	return told
}

// with is what is told when a newer snapshot came: what that does not have stays as it was.
func (s seen) with(newer seen) seen {
	newer.phase, newer.preview = cmp.Or(newer.phase, s.phase), cmp.Or(newer.preview, s.preview)
	if !newer.hasTokens {
		newer.tokens, newer.hasTokens = s.tokens, s.hasTokens
	}
	if !newer.hasTools {
		newer.tools, newer.hasTools = s.tools, s.hasTools
	}
	if !newer.hasMs {
		newer.durationMillis, newer.hasMs = s.durationMillis, s.hasMs
	}
	return newer
}

// line is a text on one line, cut.
func line(object jsvalue.Value, key string) string {
	return event.Ellipsis(event.OneLine(object.Get(key).Text()), PreviewUnits)
}

// count is a number of things, at most MaxCount; false for what is none.
func count(value jsvalue.Value) (n int64, ok bool) {
	f := value.Float()
	if !value.IsFinite() || f < 0 {
		return 0, false
	}
	return int64(min(f, MaxCount)), true
}

// stateOf reads a state. One that nobody knows is running if the agent did something, else queued.
func stateOf(state string, worked bool) string {
	switch state {
	case "queued", "running", "completed", "failed", "stopped":
		return state
	}
	if worked {
		return "running"
	}
	return "queued"
}
