package compare

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Views compares two answers to one request for session files: items, a page or a context, or {"error": code}. Numbers are
// compared by their text (SR-LINE-10). The cursor only has to be there (SR-PAGE-02).
//
//	items[toolCall].status                            a member of items of that kind that were aligned
//	items[subagent].items[userMessage].content        of a sub-agent
//	missing items[reasoning], extra items[reasoning]  the other side lacks an item, has one too many
func Views(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	c := comparison{options: options, exact: true}
	compared := []string{"items", "diagnostics", "nextCursor"}
	if !options.Strict { // it follows from codes that are not compared
		compared = append(compared, "complete")
	}
	for key, value := range want.Members() {
		if !slices.Contains(compared, key) {
			c.walk(key, value, got.Get(key))
		}
	}
	for key, value := range got.Members() {
		if !want.Has(key) && !slices.Contains(compared, key) {
			c.add(key, jsvalue.Value{}, value)
		}
	}
	if want.Has("nextCursor") != got.Has("nextCursor") {
		c.add("nextCursor", want.Get("nextCursor"), got.Get("nextCursor"))
	}
	if want.Has("items") || got.Has("items") {
		c.items("items", want.Get("items"), got.Get("items"), 0)
	}
	c.diagnostics(c.counted(want.Get("diagnostics")), c.counted(got.Get("diagnostics")))
	return c.differences
}

// items compares two lists of items, and those of sub-agents in them.
func (c *comparison) items(path string, wanted, gotten jsvalue.Value, depth int) {
	if !wanted.IsArray() || !gotten.IsArray() || depth >= maxDepth {
		c.walk(path, wanted, gotten)
		return
	}
	want, got := elements(wanted), elements(gotten)
	for _, p := range align(len(want), len(got), func(i, j int) int { return itemWeight(want[i], got[j]) }) {
		switch {
		case p.got < 0:
			c.add("missing "+path+"["+kindOf(want[p.want])+"]", want[p.want], jsvalue.Value{})
		case p.want < 0:
			c.add("extra "+path+"["+kindOf(got[p.got])+"]", jsvalue.Value{}, got[p.got])
		default:
			w, g := want[p.want], got[p.got]
			at := path + "[" + kindOf(w) + "]"
			if kindOf(w) != "subagent" {
				c.walk(at, w, g)
				continue
			}
			c.walk(at, w.Without("items"), g.Without("items"))
			c.items(at+".items", w.Get("items"), g.Get("items"), depth+1)
		}
	}
}

// itemWeight says how much two items look like the same one.
func itemWeight(want, got jsvalue.Value) int {
	if kindOf(want) != kindOf(got) {
		return 0
	}
	same := func(keys ...string) bool {
		return !slices.ContainsFunc(keys, func(key string) bool { return !equal(want.Get(key), got.Get(key)) })
	}
	switch kindOf(want) {
	case "turnBoundary":
		if same("requestId") {
			return fullWeight
		}
	case "toolCall":
		if same("callId", "name") {
			return fullWeight
		}
	case "subagent":
		if same("id") {
			return fullWeight
		}
	default:
		if same("content", "text", "requestId") {
			return fullWeight
		}
	}
	return fullWeight / 8
}
