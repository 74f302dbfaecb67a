package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var treeInvariants = []model.Invariant{
	{
		ID: "artifact-only", Rules: []string{"CR-PREP-16", "CR-PREP-17", "CR-PREP-18", "CR-PREP-20"},
		Says:  "Without a conversation record nothing is shown, and artifact_only says so if a record was accepted.",
		Check: onProjections(artifactOnly),
	},
	{
		ID: "conflicting-parents", Rules: []string{"CR-PREP-21", "CR-DEC-31"},
		Says:  "Each fragment with another parent than the first is named, in file order.",
		Check: onCode([]string{"conflicting_parent_uuid"}, conflictingParentFindings),
	},
	{
		ID: "gap-or-cycle", Rules: []string{"CR-PREP-19", "CR-PREP-22", "CR-PREP-23", "CR-DEC-27"},
		Says:  "A gap is reported exactly if the walk from the leaf ends at a missing parent, a cycle exactly if it closes.",
		Check: onCode([]string{"history_gap", "parent_cycle"}, startFindings),
	},
	{
		ID: "leaf-before-newer-records", Rules: []string{"CR-PREP-24", "CR-DEC-17"},
		Says:  "A leaf that was not given is named exactly if records off the chain descend from it.",
		Check: onProjections(leafBeforeNewer),
	},
	{
		ID: "content-beside-chain", Rules: []string{"CR-DEC-28"},
		Says:  "A branch with content beside a system record of the chain is named once.",
		Check: onProjections(contentBesideChain),
	},
	{
		ID: "rewind-without-parent", Rules: []string{"CR-DEC-29"},
		Says:  "A rewind at the root is named exactly if a conversation record stands before it.",
		Check: onCode([]string{"rewind_without_parent"}, rewindFindings),
	},
	{
		ID: "repeated-records", Rules: []string{"CR-DEC-18"},
		Says:  "Each copy of a record of the chain is named.",
		Check: onCode([]string{"repeated_record"}, copyFindings),
	},
	{
		ID: "conflicting-fragments", Rules: []string{"CR-PREP-25"},
		Says:  "A result or payload of a fragment that loses against another one is named.",
		Check: onCode([]string{"conflicting_fragment"}, fragmentFindings),
	},
}

// onCode compares all diagnostics of some codes with those that the input owes, in order.
func onCode(codes []string, owed func(c *Chain) []Finding) func(model.View) model.Verdict {
	return onProjections(func(v *View, p *problems) bool {
		var got []Finding
		for _, d := range v.Diagnostics {
			if slices.Contains(codes, d.Code) {
				got = append(got, d.finding())
			}
		}
		want := owed(v.Input.Chain())
		sameFindings(p, want, got)
		return len(want)+len(got) > 0
	})
}

func artifactOnly(v *View, p *problems) bool {
	chain := v.Input.Chain()
	accepted := slices.ContainsFunc(v.Input.Records, func(r Record) bool { return r.Accepted })
	want := accepted && len(chain.Tree) == 0
	if got := v.has("artifact_only"); got != want {
		p.add("diagnostics", "artifact_only is there: %v, want %v", got, want)
	}
	if len(chain.Tree) == 0 && len(v.Blocks) > 0 {
		p.add("blocks", "there are blocks without a conversation record")
	}
	return len(chain.Tree) == 0 || v.has("artifact_only")
}

func conflictingParentFindings(c *Chain) []Finding {
	var owed []Finding
	for _, node := range c.Tree {
		parent := node.First().Value.Get("parentUuid")
		for _, fragment := range node.Fragments[1:] {
			if !jsvalue.Equal(parent, fragment.Value.Get("parentUuid")) {
				owed = append(owed, Finding{"conflicting_parent_uuid", fragment.Index, node.UUID, "parentUuid"})
			}
		}
	}
	slices.SortFunc(owed, func(a, b Finding) int { return a.Index - b.Index })
	return owed
}

func startFindings(c *Chain) []Finding {
	switch {
	case c.Gap:
		return []Finding{{"history_gap", -1, c.Nodes[0].UUID, ""}}
	case c.Cycle:
		return []Finding{{"parent_cycle", -1, c.Closes, ""}}
	}
	return nil
}

// leafBeforeNewer: a leaf that was not given is the last conversation record, so that all that descends from it stands
// before it. What hangs on a cycle descends from all of it, and nothing says whether that counts.
func leafBeforeNewer(v *View, p *problems) bool {
	c := v.Input.Chain()
	got := v.has("leaf_before_newer_records")
	want := !c.Given && c.Found && c.leavesBehind(c.Node(c.Leaf))
	if c.Cycle && !want && slices.ContainsFunc(c.Nodes, c.leavesBehind) {
		return false
	}
	if got != want {
		p.add("diagnostics", "leaf_before_newer_records is there: %v, want %v", got, want)
	}
	for _, d := range v.Diagnostics {
		if d.Code == "leaf_before_newer_records" && d.RecordID != c.Leaf {
			p.add(d.path(), "names %q, the leaf is %q", d.RecordID, c.Leaf)
		}
	}
	return got || want
}

// leavesBehind reports whether a record off the chain has the node as its parent.
func (c *Chain) leavesBehind(node *Node) bool { return c.read().left[node.UUID] }

// parentsLeft are the parents of the records off the chain.
func (c *Chain) parentsLeft() map[string]bool {
	parents := make(map[string]bool)
	for _, node := range c.Tree {
		if c.Place(node.UUID) < 0 {
			parents[node.First().Parent] = true
		}
	}
	return parents
}

// contentBesideChain: for each branch beside a system record of the chain, one diagnostic, which names the branch itself
// if it has content, else a record with content that hangs on it.
func contentBesideChain(v *View, p *problems) bool {
	c := v.Input.Chain()
	branches := c.branchesBesideSystem()
	branchOf := c.branchesOf(branches)
	named := make(map[*Node]bool)
	for _, d := range v.Diagnostics {
		if d.Code != "content_beside_chain" {
			continue
		}
		node := c.Node(d.RecordID)
		if node == nil || !node.HasContent() || d.RecordIndex != node.First().Index || d.Path != "" {
			p.add(d.path(), "record %d %q is no record with content", d.RecordIndex, d.RecordID)
			continue
		}
		switch branch := branchOf[node]; {
		case branch == nil:
			p.add(d.path(), "%q hangs on no branch beside a system record", d.RecordID)
		case named[branch]:
			p.add(d.path(), "%q hangs on a branch that is named already", d.RecordID)
		case branch.HasContent() && branch != node:
			p.add(d.path(), "%q is named, its branch begins with content at %q", d.RecordID, branch.UUID)
		}
		named[branchOf[node]] = true
	}
	for _, node := range c.Tree {
		if branch := branchOf[node]; branch != nil && node.HasContent() && !named[branch] {
			p.add("diagnostics", "content_beside_chain does not name %q, on the branch of %q", node.UUID, branch.UUID)
			named[branch] = true
		}
	}
	return v.has("content_beside_chain") || len(branches) > 0
}

// branchesBesideSystem are the records off the chain whose parent is that of a system record on the chain.
func (c *Chain) branchesBesideSystem() map[*Node]bool {
	parents := make(map[string]bool)
	for _, node := range c.Nodes {
		if node.Type() == "system" && node.Subtype() != "rewind" {
			parents[node.First().Parent] = true
		}
	}
	branches := make(map[*Node]bool)
	for _, node := range c.Tree {
		if parents[node.First().Parent] && c.Place(node.UUID) < 0 {
			branches[node] = true
		}
	}
	return branches
}

// branchesOf are the branches that records hang on. Each record is walked over once.
func (c *Chain) branchesOf(branches map[*Node]bool) map[*Node]*Node {
	branchOf := make(map[*Node]*Node)
	for _, node := range c.Tree {
		var way []*Node
		for node != nil && !branches[node] {
			if _, known := branchOf[node]; known {
				break
			}
			branchOf[node] = nil // also where parents run in a circle
			way = append(way, node)
			node = c.Node(node.First().Parent)
		}
		branch := branchOf[node]
		if branches[node] {
			branch, branchOf[node] = node, node
		}
		for _, passed := range way {
			branchOf[passed] = branch
		}
	}
	return branchOf
}

func rewindFindings(c *Chain) []Finding {
	if len(c.Nodes) == 0 || c.Gap || c.Cycle {
		return nil
	}
	root := c.Nodes[0]
	if root.Subtype() != "rewind" || c.Tree[0] == root {
		return nil
	}
	return []Finding{{"rewind_without_parent", root.First().Index, root.UUID, ""}}
}

func copyFindings(c *Chain) []Finding {
	var owed []Finding
	for _, node := range c.Nodes {
		for _, fragment := range node.Copies {
			owed = append(owed, Finding{"repeated_record", fragment.Index, node.UUID, ""})
		}
	}
	return owed
}

func fragmentFindings(c *Chain) []Finding {
	var owed []Finding
	for _, node := range c.Nodes {
		for _, fragment := range node.originals() {
			lost := func(member string, stands jsvalue.Value) {
				value := fragment.Value.Get(member)
				if !value.IsEmpty() && !jsvalue.Equal(value, stands) {
					owed = append(owed, Finding{"conflicting_fragment", fragment.Index, node.UUID, member})
				}
			}
			switch node.Type() {
			case "tool_result":
				lost("toolCallResult", node.ToolCallResult())
			case "user", "system":
				lost("systemPayload", node.SystemPayload())
			}
		}
	}
	return owed
}
