package compare

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func (c *comparison) blocks(want, got []jsvalue.Value) {
	c.unique(want)
	c.unique(got)
	pairs := align(len(want), len(got), func(i, j int) int { return blockWeight(want[i], got[j]) })
	for _, p := range pairs {
		if p.want >= 0 && p.got >= 0 {
			c.ids[want[p.want].Get("id").Text()] = got[p.got].Get("id").Text()
		}
	}
	for _, p := range pairs {
		switch {
		case p.got < 0:
			c.add("missing blocks["+kindOf(want[p.want])+"]", want[p.want], jsvalue.Value{})
		case p.want < 0:
			c.add("extra blocks["+kindOf(got[p.got])+"]", jsvalue.Value{}, got[p.got])
		default:
			w, g := want[p.want], got[p.got]
			c.walk("blocks["+kindOf(w)+"]", w.Without("id"), g.Without("id"))
		}
	}
}

// blockWeight says how much two blocks look like the same one.
func blockWeight(want, got jsvalue.Value) int {
	same := func(key string) bool { return equal(want.Get(key), got.Get(key)) }
	switch {
	case !same("kind"):
		return 0
	case same("sourceRecordIds") && same("toolCallId") && same("text"):
		return fullWeight + 1
	case want.Has("segmentId") && got.Has("segmentId") && !same("segmentId") && !same("text"):
		return 0 // two texts of one record
	case same("sourceRecordIds") && same("toolCallId"):
		return fullWeight
	case want.Has("toolCallId") && same("toolCallId"), same("sourceRecordIds") && want.Has("sourceRecordIds"):
		return fullWeight / 2
	case shareSource(want, got), same("text") && (want.Get("text").Text() != "" || !got.Has("sourceRecordIds") && !want.Has("toolCallId")):
		return fullWeight / 4
	}
	return 0
}

func shareSource(a, b jsvalue.Value) bool {
	return slices.ContainsFunc(elements(a.Get("sourceRecordIds")), func(id jsvalue.Value) bool {
		return slices.ContainsFunc(elements(b.Get("sourceRecordIds")), func(other jsvalue.Value) bool { return equal(id, other) })
	})
}

// unique checks the ids of one side and remembers the kinds.
func (c *comparison) unique(blocks []jsvalue.Value) {
	seen := map[string]bool{}
	for _, block := range blocks {
		id := block.Get("id").Text()
		if id == "" || seen[id] {
			c.add("blocks["+kindOf(block)+"].id", jsvalue.StringValue("an id of its own"), block.Get("id"))
		}
		seen[id] = true
		c.kinds[id] = kindOf(block)
	}
}

func kindOf(block jsvalue.Value) string { return block.Get("kind").Text() }

func equal(a, b jsvalue.Value) bool { return a.Kind() == b.Kind() && jsvalue.Equal(a, b) }
