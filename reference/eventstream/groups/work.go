package groups

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// workGroup is a group that is being made.
type workGroup struct {
	key, timestamp string
	turn           jsvalue.Value // the turnId of the first that names one; Undefined before
	entries        []jsvalue.Value
	tools          map[string]bool // itemIds of the tools among the entries
	summary        string
	toolUses       []jsvalue.Value // that summaries name, each once
	named          map[string]bool // these
	absorbed       bool            // a summary was the last
}

// newWorkGroup is a group without entries.
func newWorkGroup(key string) *workGroup {
	return &workGroup{key: key, tools: map[string]bool{}, named: map[string]bool{}}
}

// groupWork puts entries of the work log that follow one another into groups, each of one turn at most, and the summaries
// that follow a group into it (ES-GROUP-01, ES-GROUP-02).
func groupWork(list []rows.Row) []rows.Row {
	var out []rows.Row
	var open *workGroup
	flush := func() {
		if open != nil {
			out = append(out, open.row())
		}
		open = nil
	}
	for _, r := range list {
		switch {
		case typeOf(r) == "work_log_entry":
			entry := r.Event.Get("entry")
			if open == nil || open.absorbed || apart(open.turn, entry.Get("turnId")) {
				flush()
				open = newWorkGroup("work-log:" + r.Key)
			}
			open.add(r, entry)
		case typeOf(r) == "tool_use_summary" && open != nil && open.takes(r.Event):
			open.absorb(r.Event)
		default:
			flush()
			out = append(out, r)
		}
	}
	flush()
	return out
}

// apart reports whether two turns are named and differ.
func apart(a, b jsvalue.Value) bool {
	x, y := jsvalue.Trim(a.Text()), jsvalue.Trim(b.Text())
	return x != "" && y != "" && x != y
}

func (g *workGroup) add(r rows.Row, entry jsvalue.Value) {
	g.entries, g.timestamp = append(g.entries, entry), r.Timestamp
	if item := trimmed(entry, "itemId"); entry.Get("entryKind").Text() == "tool" {
		g.tools[item] = true
	}
	g.name(entry.Get("turnId"))
}

func (g *workGroup) name(turn jsvalue.Value) {
	if g.turn.IsUndefined() && !jsvalue.IsBlank(turn.Text()) {
		g.turn = turn
	}
}

// takes reports whether a summary is of this group: its turn is no other, and of the tools that it names one is here.
func (g *workGroup) takes(summary jsvalue.Value) bool {
	if apart(g.turn, summary.Get("turnId")) {
		return false
	}
	ids := toolUses(summary)
	return len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return g.tools[id] })
}

// toolUses are the ids that a summary names, without blank ones.
func toolUses(summary jsvalue.Value) (ids []string) {
	for _, id := range summary.Get("toolUseIds").Elements() {
		if !jsvalue.IsBlank(id.Text()) {
			ids = append(ids, id.Text())
		}
	}
	return ids
}

func (g *workGroup) absorb(summary jsvalue.Value) {
	g.absorbed = true
	g.name(summary.Get("turnId"))
	if said := trimmed(summary, "summary"); said != "" {
		g.summary = said
	}
	for _, id := range toolUses(summary) {
		g.use(id)
	}
}

// use adds a use of a tool, once.
func (g *workGroup) use(id string) {
	if !g.named[id] {
		g.named[id] = true
		g.toolUses = append(g.toolUses, jsvalue.StringValue(id))
	}
}

// row is the group as {type, entries, turnId?, summary?, toolUseIds?}.
func (g *workGroup) row() rows.Row {
	members := []jsvalue.Member{text("type", "work_log_group"), member("entries", jsvalue.ArrayValue(g.entries...))}
	if !g.turn.IsUndefined() {
		members = append(members, member("turnId", g.turn))
	}
	if g.summary != "" {
		members = append(members, text("summary", g.summary))
	}
	if len(g.toolUses) > 0 {
		members = append(members, member("toolUseIds", jsvalue.ArrayValue(g.toolUses...)))
	}
	return rows.Row{Key: g.key, Timestamp: g.timestamp, Event: jsvalue.ObjectValue(members...)}
}
