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
		name: "limit-of-blocks", rules: []string{"CR-CAP-05", "CR-DEC-19"}, option: "maxBlocks",
		says:   "The caller limits the number of blocks to fewer than the chain can make.",
		limits: func(in *reading) bool { return in.MaxBlocks() > 0 && in.MaxBlocks() < mostBlocks(in.Chain()) },
	},
	{
		name: "null-options", rules: []string{"CR-DEC-25"}, rare: true, says: "The options are null.",
		options: func(options jsvalue.Value) bool { return options.Kind() == jsvalue.Null },
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
		says: "The last record of the file stands behind one that descends from it, as a late fragment does.", find: hangsOnLeaf, edit: asRoot,
	},
	{
		name: "rewind-to-nothing", rules: []string{"CR-DEC-29"}, says: "The chain begins with a rewind, behind other records of the file.", find: bareRewind,
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

// mostBlocks is what the chain can make: one block for each text, notice and tool, and for each goal or turn.
func mostBlocks(c *Chain) int64 {
	blocks := len(c.Tools().List)
	for place := range c.Nodes {
		blocks += len(c.Shown(place))
		for _, step := range c.Steps(place) {
			if step.Kind == Vague {
				blocks++
			}
		}
	}
	return int64(blocks)
}

// hangsOnLeaf are the records off the chain whose parent is the leaf: they stand before its last fragment, or one of them would
// be the leaf.
func hangsOnLeaf(in *reading) []int {
	c := in.Chain()
	if c.Given {
		return nil
	}
	return anywhere(func(r Record) bool {
		return r.Conversation() && c.Place(r.UUID) < 0 && c.Node(r.UUID).First().Parent == c.Leaf
	})(in)
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

// besideChain are the fragments of the records with content in the branches that begin beside a system record of the chain.
func besideChain(in *reading) []int {
	c := in.Chain()
	systemParents := map[string]bool{}
	for _, node := range c.Nodes {
		if node.Type() == "system" && node.Subtype() != "rewind" {
			systemParents[node.First().Parent] = true
		}
	}
	tops := map[*Node]*Node{}
	var places []int
	for _, node := range c.Tree {
		if c.Place(node.UUID) >= 0 || !node.HasContent() || !systemParents[c.top(node, tops).First().Parent] {
			continue
		}
		for _, fragment := range node.Fragments {
			places = append(places, fragment.Index)
		}
	}
	return places
}

// top is where the branch of a record off the chain leaves the chain, or begins; tops are those that are known.
func (c *Chain) top(node *Node, tops map[*Node]*Node) *Node {
	var branch []*Node
	top := tops[node]
	for next := node; top == nil; {
		branch = append(branch, next)
		tops[next] = next // ends a circle
		parent := c.Node(next.First().Parent)
		if parent == nil || c.Place(parent.UUID) >= 0 {
			top = next
		} else {
			top, next = tops[parent], parent
		}
	}
	for _, member := range branch {
		tops[member] = top
	}
	return top
}

// bareRewind is the first record of the chain if it is a rewind to nothing, although records stand before it.
func bareRewind(in *reading) []int {
	c := in.Chain()
	if c.Gap || c.Cycle || len(c.Nodes) == 0 || c.Nodes[0].Subtype() != "rewind" || c.Tree[0] == c.Nodes[0] {
		return nil
	}
	return rootIf(in, true)
}
