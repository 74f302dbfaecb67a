package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// walk visits v and all values inside it, containers before what they hold. The path is valid during the call only.
func walk(v jsvalue.Value, visit func(p path, v jsvalue.Value)) {
	rewrite(v, rewriter{visit: visit})
}

// rewriter says what rewrite does; a member that is nil changes nothing. Paths are valid during the call only, and are
// those of the value before.
type rewriter struct {
	instead func(p path) (jsvalue.Value, bool)          // gives another value for any, which is then not looked into
	visit   func(p path, v jsvalue.Value)               // sees everything, before it is changed
	leaf    func(p path, v jsvalue.Value) jsvalue.Value // gives another value for one that holds no others
	key     func(p path, key string) string             // gives another name to a member of the object at p
	drop    func(p path, key string) bool               // whether a member of the object at p goes
	list    func(p path) bool                           // whether the object at p becomes the list of its values
	object  func(members []jsvalue.Member)              // reorders members
}

// rewriting is a container being rebuilt.
type rewriting struct {
	old     jsvalue.Value
	members []jsvalue.Member
	list    []jsvalue.Value
	next    int
}

// rewrite is v as the rewriter wants it. It keeps its own stack.
func rewrite(v jsvalue.Value, r rewriter) jsvalue.Value {
	var open []rewriting
	var p path
	for {
		if r.visit != nil {
			r.visit(p, v)
		}
		done, replaced := v, false
		if r.instead != nil {
			done, replaced = r.instead(p)
		}
		switch {
		case replaced:
		case v.Len() > 0:
			open = append(open, rewriting{old: v})
			done = jsvalue.Value{}
		case r.leaf != nil:
			done = r.leaf(p, v)
		default:
			done = v
		}
		for !done.IsUndefined() || len(open) > 0 && open[len(open)-1].next == open[len(open)-1].old.Len() {
			if done.IsUndefined() {
				done = open[len(open)-1].rebuilt(r, p)
				open = open[:len(open)-1]
			}
			if len(open) == 0 {
				return done
			}
			top := &open[len(open)-1]
			top.take(r, p, done)
			p = p[:len(p)-1]
			done = jsvalue.Value{}
		}
		top := &open[len(open)-1]
		step := step{key: top.old.Member(top.next).Key, index: top.next}
		p = append(p, step)
		v = child(top.old, step)
		top.next++
	}
}

// take adds the value at p.
func (w *rewriting) take(r rewriter, p path, v jsvalue.Value) {
	if w.old.IsArray() {
		w.list = append(w.list, v)
		return
	}
	key := p.key()
	if r.drop != nil && r.drop(p[:len(p)-1], key) {
		return
	}
	if r.key != nil {
		key = r.key(p[:len(p)-1], key)
	}
	w.members = append(w.members, jsvalue.Member{Key: key, Value: v})
}

// rebuilt is the container at p.
func (w *rewriting) rebuilt(r rewriter, p path) jsvalue.Value {
	switch {
	case r.instead == nil && r.leaf == nil && r.key == nil && r.drop == nil && r.list == nil && r.object == nil:
		return w.old
	case w.old.IsArray():
		return jsvalue.ArrayValue(w.list...)
	case r.list != nil && r.list(p):
		for _, m := range w.members {
			w.list = append(w.list, m.Value)
		}
		return jsvalue.ArrayValue(w.list...)
	}
	if r.object != nil {
		r.object(w.members)
	}
	return jsvalue.ObjectValue(w.members...)
}

// replacedAll is v with other values at places, which are in the order of walk. It is one walk, however many they are.
func replacedAll(v jsvalue.Value, places []place, values []jsvalue.Value) jsvalue.Value {
	next := 0
	return rewrite(v, rewriter{instead: func(p path) (jsvalue.Value, bool) {
		if next == len(places) || !slices.Equal(p, places[next].path) {
			return jsvalue.Value{}, false
		}
		next++
		return values[next-1], true
	}})
}

// rewrite is the document with all its values rewritten; slot tells whose paths they are.
func (d document) rewrite(of func(slot int) rewriter) document {
	var values []jsvalue.Value
	places := d.slots()
	for _, p := range places {
		values = append(values, rewrite(d.slot(p.slot), of(p.slot)))
	}
	return d.with(values, places)
}

// leaves are the places of all values that hold no others.
func (d document) leaves() []place {
	var leaves []place
	for _, slot := range d.slots() {
		walk(d.slot(slot.slot), func(p path, v jsvalue.Value) {
			if v.Len() == 0 {
				leaves = append(leaves, place{slot.slot, append(path{}, p...)})
			}
		})
	}
	return leaves
}
