package textview

import (
	"cmp"
	"slices"
	"strings"

	rawview "github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// notes holds what is marked beside items, by the origins of these.
type notes struct {
	before map[rawview.Origin][]diagnostic.Diagnostic
	inside map[rawview.Origin][]diagnostic.Diagnostic // behind what a sub-agent did
	after  map[rawview.Origin][]diagnostic.Diagnostic
	rest   []diagnostic.Diagnostic // behind all items
	placed map[diagnostic.Diagnostic]bool

	orphans map[rawview.Origin]bool   // results that answer no call; the ordinal is 0
	begins  map[rawview.Origin]string // the first items of roots, but for the oldest, with the names of these
}

// placeNotes finds for each loss the first item that comes from a later line of its file, else the last of the file; one
// of a sub-agent's file that is missing stands at a sub-agent. A loss in a file of which no item is shown has no place; the
// summary still has it. Places are looked for among all items of the thread, so that those of a page are right.
func placeNotes(t Thread) notes {
	n := notes{
		before: map[rawview.Origin][]diagnostic.Diagnostic{}, inside: map[rawview.Origin][]diagnostic.Diagnostic{},
		after: map[rawview.Origin][]diagnostic.Diagnostic{}, placed: map[diagnostic.Diagnostic]bool{},
		orphans: map[rawview.Origin]bool{}, begins: begins(t.whole),
	}
	all, here := placesOf(t.whole), placesOf(t.Items)
	for _, d := range t.Diagnostics {
		line, _, ok := d.Line()
		switch {
		case d.Code() == diagnostic.OrphanToolResult:
			n.orphans[rawview.Origin{File: d.File(), Line: line}] = true
		case d.AffectsCompleteness() && ok && len(t.whole) == 0:
			n.rest, n.placed[d] = append(n.rest, d), true
		case d.AffectsCompleteness():
			list, at, found := n.place(all, d)
			if found && here.has[at] {
				list[at], n.placed[d] = append(list[at], d), true
			}
		}
	}
	return n
}

// place is where a loss stands: the list of notes, and the item.
func (n notes) place(all places, d diagnostic.Diagnostic) (list map[rawview.Origin][]diagnostic.Diagnostic, at rawview.Origin, found bool) {
	line, _, ok := d.Line()
	items := all.byFile[d.File()]
	if !ok {
		return n.placeMissing(all, d)
	}
	i, _ := slices.BinarySearchFunc(items, line+1, func(item rawview.Origin, line int) int { return cmp.Compare(item.Line, line) })
	agent := rawview.Origin{File: d.File()}
	switch {
	case i < len(items):
		return n.before, items[i], true
	case len(items) > 0:
		return n.after, items[len(items)-1], true
	case all.has[agent]:
		return n.inside, agent, true
	}
	return nil, rawview.Origin{}, false
}

// placeMissing is where the missing file of a sub-agent is marked: at the first sub-agent that was started from it, else in
// the one that started it.
func (n notes) placeMissing(all places, d diagnostic.Diagnostic) (list map[rawview.Origin][]diagnostic.Diagnostic, at rawview.Origin, found bool) {
	if d.Code() != diagnostic.MissingSubTranscript {
		return nil, at, false
	}
	missing := strings.TrimSuffix(d.File(), ".jsonl") + "__"
	for _, agent := range all.agents {
		stem := strings.TrimSuffix(agent.File, ".jsonl") + "__"
		switch {
		case strings.HasPrefix(stem, missing):
			return n.before, agent, true
		case strings.HasPrefix(missing, stem) && len(agent.File) > len(at.File):
			list, at, found = n.inside, agent, true
		}
	}
	return list, at, found
}

// places are the origins of items, those of sub-agents too.
type places struct {
	byFile map[string][]rawview.Origin // by their lines
	agents []rawview.Origin            // of sub-agents themselves, which come from no line
	has    map[rawview.Origin]bool
}

func placesOf(items []*rawview.Item) places {
	p := places{byFile: map[string][]rawview.Origin{}, has: map[rawview.Origin]bool{}}
	p.collect(items)
	for _, list := range p.byFile {
		slices.SortStableFunc(list, func(a, b rawview.Origin) int { return cmp.Compare(a.Line, b.Line) })
	}
	return p
}

func (p *places) collect(items []*rawview.Item) {
	for _, item := range items {
		p.has[item.Origin] = true
		if item.Subagent != nil {
			p.agents = append(p.agents, item.Origin)
			p.collect(item.Subagent.Items)
			continue
		}
		p.byFile[item.Origin.File] = append(p.byFile[item.Origin.File], item.Origin)
	}
}

// begins finds the first item of each root but the oldest.
func begins(items []*rawview.Item) map[rawview.Origin]string {
	found := map[rawview.Origin]string{}
	before := ""
	for _, item := range items {
		file := item.Origin.File
		if item.Subagent != nil || file == before {
			continue
		}
		if before != "" {
			found[item.Origin] = file
		}
		before = file
	}
	return found
}
