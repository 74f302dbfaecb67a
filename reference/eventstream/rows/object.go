package rows

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// object is an event that is brought up to date again and again; an update costs its own size and no more.
type object struct {
	members []jsvalue.Member
	places  map[string]int // in members
}

// objectOf is the body of a row as an object, which it stays.
func objectOf(r *row) *object {
	if o, ok := r.body.(*object); ok {
		return o
	}
	o := newObject(r.body.event())
	r.body = o
	return o
}

func newObject(value jsvalue.Value) *object {
	o := &object{places: map[string]int{}}
	for key, value := range value.Members() {
		o.set(key, value)
	}
	return o
}

func (o *object) get(key string) jsvalue.Value {
	if i, ok := o.places[key]; ok {
		return o.members[i].Value
	}
	return jsvalue.Value{}
}

// set sets a member; Undefined leaves it out.
func (o *object) set(key string, value jsvalue.Value) {
	if i, ok := o.places[key]; ok {
		o.members[i].Value = value
		return
	}
	o.places[key] = len(o.members)
	o.members = append(o.members, member(key, value))
}

// overlay brings the object up to date: what the later event leaves out, or says null, stays (ES-ROW-05). It reports whether
// anything changed.
func (o *object) overlay(later jsvalue.Value) (changed bool) {
	for key, value := range later.Members() {
		if !value.IsNullish() && !jsvalue.Equal(o.get(key), value) {
			o.set(key, value)
			changed = true
		}
	}
	return changed
}

func (o *object) event() jsvalue.Value { return jsvalue.ObjectValue(slices.Clone(o.members)...) }
