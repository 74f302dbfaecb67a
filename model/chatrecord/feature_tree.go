package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// treeFeatures are about which records stand on the chain, and how they got there.
var treeFeatures = []feature{
	{
		name: "leaf-option", rules: []string{"CR-PREP-19"}, option: "leafUuid",
		says: "The caller names the leaf.",
	},
	{
		name: "max-blocks", rules: []string{"CR-CAP-05", "CR-DEC-19"}, option: "maxBlocks",
		says: "The caller limits the number of blocks.",
	},
	{
		name: "branches", rules: []string{"CR-PREP-22", "CR-DEC-26"},
		says: "A conversation record does not stand on the chain.", find: offChain,
	},
	{
		name: "rewind", rules: []string{"CR-PREP-15"},
		says: "A rewind record stands on the chain.", find: onChain(hasSubtype("rewind")),
	},
	{
		name: "fragments", rules: []string{"CR-PREP-25"},
		says: "A record of the chain came in several fragments.", find: laterFragments,
	},
	{
		name: "conflicting-parent", rules: []string{"CR-PREP-21", "CR-DEC-31"},
		says: "A fragment names another parent than the first.", find: conflictingParents,
		edit: func(in *reading, record Record) jsvalue.Value {
			first := in.Chain().Node(record.UUID).First()
			return record.Value.With(jsvalue.Member{Key: "parentUuid", Value: first.Value.Get("parentUuid")})
		},
	},
	{
		name: "copy-of-a-record", rules: []string{"CR-DEC-18"},
		says: "A record of the chain stands in the file twice.", find: copies,
	},
	{
		name: "late-fragment", rules: []string{"CR-DEC-17"},
		says: "The leaf is the late fragment of an old record.", find: lateFragment,
	},
	{
		name: "gap", rules: []string{"CR-PREP-22", "CR-DEC-27"},
		says: "The first record of the chain has a parent that is not there.",
		find: func(in *reading) []int { return rootIf(in, in.Chain().Gap && len(in.Chain().Nodes) > 0) },
		edit: asRoot,
	},
	{
		name: "cycle", rules: []string{"CR-PREP-23"},
		says: "The parents of the chain run in a circle.",
		find: func(in *reading) []int { return rootIf(in, in.Chain().Cycle) }, edit: asRoot,
	},
	{
		name: "content-beside-chain", rules: []string{"CR-DEC-28"},
		says: "A record with content is a sibling of a system record of the chain.", find: besideChain,
	},
	{
		name: "mixed-sessions", rules: []string{"CR-PREP-03"},
		says: "Records name different sessions.",
		find: func(in *reading) []int {
			if len(in.sessions()) < 2 {
				return nil
			}
			return anywhere(func(r Record) bool { return r.Accepted && r.SessionID != in.sessions()[0] })(in)
		},
	},
}

func hasSubtype(subtypes ...string) func(Record) bool {
	return func(r Record) bool { return slices.Contains(subtypes, r.Subtype) }
}

func offChain(in *reading) []int {
	return anywhere(func(r Record) bool { return r.Conversation() && in.Chain().Place(r.UUID) < 0 })(in)
}

func laterFragments(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		for _, fragment := range node.originals()[1:] {
			places = append(places, fragment.Index)
		}
	}
	return places
}

func conflictingParents(in *reading) []int {
	return anywhere(func(r Record) bool {
		return r.Conversation() && !jsvalue.Equal(r.Value.Get("parentUuid"), in.Chain().Node(r.UUID).First().Value.Get("parentUuid"))
	})(in)
}

func copies(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		for _, fragment := range node.Copies {
			places = append(places, fragment.Index)
		}
	}
	return places
}

// lateFragment is the last conversation record, if it is no first fragment and its record has descendants before it.
func lateFragment(in *reading) []int {
	if in.Chain().Given || len(in.Chain().Nodes) == 0 {
		return nil
	}
	leaf := in.Chain().Node(in.Chain().Leaf)
	last := leaf.Fragments[len(leaf.Fragments)-1].Index
	for _, node := range in.Chain().Tree {
		if len(leaf.Fragments) > 1 && node != leaf && node.First().Parent == leaf.UUID && node.First().Index < last {
			return []int{last}
		}
	}
	return nil
}

// rootIf is the places of the fragments of the first record of the chain: all have to name the same parent.
func rootIf(in *reading, condition bool) []int {
	if !condition {
		return nil
	}
	var places []int
	for _, fragment := range in.Chain().Nodes[0].Fragments {
		places = append(places, fragment.Index)
	}
	return places
}

func asRoot(_ *reading, record Record) jsvalue.Value {
	return record.Value.With(jsvalue.Member{Key: "parentUuid", Value: jsvalue.NullValue()})
}

func besideChain(in *reading) []int {
	systemParents := map[string]bool{}
	for _, node := range in.Chain().Nodes {
		if node.Type() == "system" && node.Subtype() != "rewind" {
			systemParents[node.First().Parent] = true
		}
	}
	return anywhere(func(r Record) bool {
		return r.Conversation() && r.HasContent() && in.Chain().Place(r.UUID) < 0 && systemParents[r.Parent]
	})(in)
}
