package prepare

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// tree groups conversation records by uuid, in file order (CR-PREP-21).
type tree struct {
	records []Record
	groups  []group
	byUUID  map[string]int // uuid -> index into groups
}

// group is one uuid: the indexes into tree.records of its fragments.
type group struct {
	first int
	later []int
}

// newTree groups the records and reports each later fragment that names another parent than the first.
func newTree(records []Record, report Report) *tree {
	t := &tree{records: records, groups: make([]group, 0, len(records)), byUUID: make(map[string]int, len(records))}
	for i := range records {
		r := &records[i]
		if !IsConversation(r.Header) {
			continue
		}
		at, known := t.byUUID[r.UUID]
		if !known {
			t.byUUID[r.UUID] = len(t.groups)
			t.groups = append(t.groups, group{first: i})
			continue
		}
		g := &t.groups[at]
		g.later = append(g.later, i)
		if !sameParent(r, &records[g.first]) { // CR-DEC-31
			report(diagnostic.New(diagnostic.ConflictingParentUUID, "a fragment names another parent than the first one").
				AtRecord(r.Index).OfRecord(r.UUID).AtPath("parentUuid"))
		}
	}
	return t
}

// sameParent compares as persisted: null and the empty string both mean a root, but they are two values.
func sameParent(a, b *Record) bool {
	return a.ParentUUID == b.ParentUUID && a.source.Get("parentUuid").Kind() == b.source.Get("parentUuid").Kind()
}

func (t *tree) first(g group) *Record { return &t.records[g.first] }

// joined is the record that the fragments of a group make together.
func (t *tree) joined(g group, report Report) *Record {
	if len(g.later) == 0 {
		return t.first(g)
	}
	fragments := make([]Record, 0, 1+len(g.later))
	fragments = append(fragments, *t.first(g))
	for _, i := range g.later {
		fragments = append(fragments, t.records[i])
	}
	joined := Aggregate(fragments, report)
	return &joined
}

// branch is a chain as indexes into tree.groups, root first, and the way back.
type branch struct {
	groups  []int
	onChain []bool // by index into tree.groups
}

// walk selects the chain of a leaf. WalkChain asks for the parent of each member of the chain once, leaf first.
func (t *tree) walk(leaf string) (Chain, branch) {
	b := branch{onChain: make([]bool, len(t.groups))}
	chain := WalkChain(leaf, func(uuid string) (string, bool) {
		at, known := t.byUUID[uuid]
		if !known {
			return "", false
		}
		b.groups = append(b.groups, at)
		b.onChain[at] = true
		return t.first(t.groups[at]).ParentUUID, true
	})
	slices.Reverse(b.groups)
	return chain, b
}

// reportSurroundings names history that stands off the chain though nobody rewound it.
func (t *tree) reportSurroundings(chain branch, leafIsDefault bool, report Report) {
	if leafIsDefault {
		t.reportNewerRecords(chain, report)
	}
	t.reportContentBeside(chain, report)
	t.reportRewindWithoutParent(chain, report)
}

// reportNewerRecords: the last record is a late fragment of an old one, and hides its descendants (CR-PREP-24, CR-DEC-17). A
// descendant exists exactly if a child does, and every record precedes the last fragment of the default leaf.
func (t *tree) reportNewerRecords(chain branch, report Report) {
	leaf := t.first(t.groups[chain.groups[len(chain.groups)-1]]).UUID
	for i, g := range t.groups {
		if !chain.onChain[i] && t.first(g).ParentUUID == leaf {
			report(diagnostic.New(diagnostic.LeafBeforeNewerRecords,
				"the last record continues an old one; records that follow the old one are not shown").OfRecord(leaf))
			return
		}
	}
}

// reportContentBeside: content hangs beside an on-chain system record, at once or behind bookkeeping of its own
// (CR-DEC-28). A rewind is left out: it abandons its siblings on purpose.
func (t *tree) reportContentBeside(chain branch, report Report) {
	systemParents := map[string]bool{}
	for _, at := range chain.groups {
		if r := t.first(t.groups[at]); r.Type == System && r.Subtype != SubtypeRewind {
			systemParents[r.ParentUUID] = true
		}
	}
	if len(systemParents) == 0 {
		return
	}
	branchOf := t.branchTops(chain)
	named := map[int]bool{}
	for i, g := range t.groups {
		top := branchOf[i]
		if chain.onChain[i] || top < 0 || !systemParents[t.first(t.groups[top]).ParentUUID] || !t.hasContent(g) || named[top] {
			continue
		}
		if i != top && t.hasContent(t.groups[top]) {
			continue // the sibling itself is named, wherever it stands in the file
		}
		named[top] = true
		r := t.first(g)
		report(diagnostic.New(diagnostic.ContentBesideChain,
			"a record with content stands beside the chain next to a bookkeeping record").AtRecord(r.Index).OfRecord(r.UUID))
	}
}

// branchTops gives, for each group off the chain, the first member of its branch: the one whose parent is on the chain or
// missing or none; -1 inside a cycle and on the chain.
func (t *tree) branchTops(chain branch) []int {
	const unknown, visiting = -2, -3
	tops := make([]int, len(t.groups))
	for i := range tops {
		tops[i] = unknown
		if chain.onChain[i] {
			tops[i] = -1
		}
	}
	var path []int
	for i := range tops {
		path = path[:0]
		top := i
		for tops[top] == unknown {
			tops[top] = visiting
			path = append(path, top)
			parent, known := t.byUUID[t.first(t.groups[top]).ParentUUID]
			if !known || chain.onChain[parent] {
				tops[top] = top
				break
			}
			top = parent
		}
		found := tops[top]
		if found == visiting {
			found = -1
		}
		for _, member := range path {
			tops[member] = found
		}
	}
	return tops
}

func (t *tree) hasContent(g group) bool {
	has := t.first(g).HasContent
	for _, i := range g.later {
		has = has || t.records[i].HasContent
	}
	return has && t.first(g).Type != System
}

// reportRewindWithoutParent: a rewind that starts the chain although earlier records exist (CR-DEC-29).
func (t *tree) reportRewindWithoutParent(chain branch, report Report) {
	root := t.groups[chain.groups[0]]
	r := t.first(root)
	if r.Subtype == SubtypeRewind && r.ParentUUID == "" && root.first != t.groups[0].first {
		report(diagnostic.New(diagnostic.RewindWithoutParent,
			"a rewind names no record to go back to; what stood before it is not shown").AtRecord(r.Index).OfRecord(r.UUID))
	}
}
