package sessionraw

import (
	"maps"
	"slices"
	"strings"
)

// child is the transcript of a sub-agent: a chain of files.
type child struct {
	store, stem string
	files       []File
	level       int // 1 is directly under the thread
}

// children are those of the thread (SR-FILE-05); false where the plain way cannot tell.
func (in Input) children(roots []File) ([]child, bool) {
	chains := map[string]child{}
	for _, f := range in.Files {
		if !f.Session || !f.isChild() {
			continue
		}
		stem := f.chain()
		if !f.Plain || strings.Contains(stem, ".g") || f.thread() == "" && !f.descends(roots) { // whose thread a later header can name
			return nil, false
		}
		one := chains[f.Store+stem]
		one.store, one.stem, one.files = f.Store, stem, append(one.files, f)
		chains[f.Store+stem] = one
	}
	var belonging []child
	for _, key := range slices.Sorted(maps.Keys(chains)) { // a stem stands before those that extend it
		one := chains[key]
		if one.belongsTo(in.ThreadID, roots) || slices.ContainsFunc(belonging, one.extends) {
			belonging = append(belonging, one)
		}
	}
	for i, one := range belonging {
		belonging[i].level = 1
		for _, other := range belonging {
			if one.extends(other) {
				belonging[i].level++
			}
		}
	}
	return belonging, true
}

// extends: it is below the other one.
func (c child) extends(other child) bool {
	return c.store == other.store && strings.HasPrefix(c.stem, other.stem+"__")
}

// belongsTo: its root or its header says so.
func (c child) belongsTo(thread string, roots []File) bool {
	return slices.ContainsFunc(c.files, func(f File) bool { return f.descends(roots) || f.thread() == thread })
}

// descends: its name says that it is below one of the roots.
func (f File) descends(roots []File) bool {
	return slices.ContainsFunc(roots, func(root File) bool {
		return root.Store == f.Store && strings.HasPrefix(f.chain(), root.chain()+"__")
	})
}

func childProblems(v *View, p *problems) bool {
	roots, certain := v.Input.roots()
	if !v.Input.Named || !certain || len(roots) == 0 {
		return false
	}
	children, certain := v.Input.children(roots)
	if !certain {
		return false
	}
	want, got := 0, 0
	for _, one := range children {
		if one.level <= mostLevels {
			want++
		}
	}
	for _, item := range v.Items {
		if item.Kind == "subagent" {
			got++
		}
	}
	if want != got {
		p.add("items", "there are %d sub-agents, by the files %d", got, want)
	}
	return len(children) > 0
}
