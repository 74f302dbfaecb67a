package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/turn"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// pendingFile stands for a path that is not known yet.
const pendingFile = "(pending file)"

// files are the files that an entry changed, each path once, in the order in which they came (ES-WORK-06).
type files struct {
	list   []*file
	byPath map[string]*file
}

type file struct {
	path    string
	unnamed bool // the event names no path
	kind    jsvalue.Value
	diff    *growing // nil if nothing was said of it
}

func filesOf(event jsvalue.Value) *files {
	one := &file{path: event.Get("path").Text(), kind: event.Get("kind")}
	if jsvalue.IsBlank(one.path) {
		one.path, one.unnamed = pendingFile, true
	}
	if diff := event.Get("diff"); diff.IsString() {
		one.diff = &growing{}
		one.diff.add(diff.Text())
	}
	return &files{[]*file{one}, map[string]*file{one.path: one}}
}

func (f *files) merge(later *files) {
	for _, one := range later.list {
		known := f.byPath[one.path]
		if one.unnamed {
			known = f.list[len(f.list)-1]
		}
		if known != nil {
			known.merge(one)
			continue
		}
		f.list = append(f.list, one)
		f.byPath[one.path] = one
	}
}

func (f *file) merge(later *file) {
	if !later.kind.IsNullish() {
		f.kind = later.kind
	}
	switch {
	case later.diff == nil:
	case f.diff == nil:
		f.diff = later.diff
	default:
		f.diff.take(string(later.diff.bytes))
	}
}

// value is a list of {path, kind?, additions, deletions, diff?}. A pending file is left out when another is known.
func (f *files) value() jsvalue.Value {
	var list []jsvalue.Value
	for _, one := range f.list {
		if one.path != pendingFile || len(f.list) == 1 {
			list = append(list, one.value())
		}
	}
	return jsvalue.ArrayValue(list...)
}

func (f *file) value() jsvalue.Value {
	diff := jsvalue.Value{}
	if f.diff != nil {
		diff = f.diff.value()
	}
	stats := turn.StatsOf(diff.Text())
	return jsvalue.ObjectValue(
		text("path", f.path),
		member("kind", f.kind),
		member("additions", jsvalue.IntValue(int64(stats.Additions))),
		member("deletions", jsvalue.IntValue(int64(stats.Deletions))),
		member("diff", diff),
	)
}
