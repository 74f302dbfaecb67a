package textview

import (
	"cmp"
	"slices"

	rawview "github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// notes holds the losses by the item before which they are shown.
type notes struct {
	before map[*rawview.Item][]diagnostic.Diagnostic
	after  map[*rawview.Item][]diagnostic.Diagnostic
	rest   []diagnostic.Diagnostic // behind all items
	placed map[diagnostic.Diagnostic]bool
}

// placeNotes finds for each loss the first item that comes from a later line of its file, else the last of the file. A
// loss in a file of which no item is shown has no place; the summary still has it. So has one before the first item of a
// page: it may belong to an older one.
func placeNotes(t Thread) notes {
	n := notes{
		before: map[*rawview.Item][]diagnostic.Diagnostic{}, after: map[*rawview.Item][]diagnostic.Diagnostic{},
		placed: map[diagnostic.Diagnostic]bool{},
	}
	byFile := map[string][]*rawview.Item{}
	collect(byFile, t.Items)
	for _, items := range byFile {
		slices.SortStableFunc(items, func(a, b *rawview.Item) int { return cmp.Compare(a.Origin.Line, b.Origin.Line) })
	}
	for _, d := range t.Diagnostics {
		line, _, ok := d.Line()
		items := byFile[d.File()]
		if !d.AffectsCompleteness() || !ok {
			continue
		}
		at, _ := slices.BinarySearchFunc(items, line+1, func(item *rawview.Item, line int) int { return cmp.Compare(item.Origin.Line, line) })
		switch {
		case len(items) == 0 && len(t.Items) == 0:
			n.rest = append(n.rest, d)
		case len(items) == 0 || at == 0 && t.Next != "":
			continue
		case at < len(items):
			n.before[items[at]] = append(n.before[items[at]], d)
		default:
			last := items[len(items)-1]
			n.after[last] = append(n.after[last], d)
		}
		n.placed[d] = true
	}
	return n
}

// collect sorts items by file, those of sub-agents too. A sub-agent's own item comes from no line.
func collect(byFile map[string][]*rawview.Item, items []*rawview.Item) {
	for _, item := range items {
		if item.Subagent != nil {
			collect(byFile, item.Subagent.Items)
			continue
		}
		byFile[item.Origin.File] = append(byFile[item.Origin.File], item)
	}
}
