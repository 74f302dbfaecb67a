package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// step leads from a container to one of its values: by index in an array, by key (and position) in an object.
type step struct {
	key   string
	index int // of the element or member
}

// path leads from a value to one inside it.
type path []step

// child is the value one step down.
func child(v jsvalue.Value, s step) jsvalue.Value {
	if v.IsArray() {
		return v.At(s.index)
	}
	return v.Get(s.key)
}

func at(v jsvalue.Value, p path) jsvalue.Value {
	for _, s := range p {
		v = child(v, s)
	}
	return v
}

// replaced is v with another value at the path; Undefined takes the member or element away.
func replaced(v jsvalue.Value, p path, value jsvalue.Value) jsvalue.Value {
	parents := make([]jsvalue.Value, len(p))
	for i, s := range p {
		parents[i] = v
		v = child(v, s)
	}
	for i := len(p) - 1; i >= 0; i-- {
		value = withChild(parents[i], p[i], value)
	}
	return value
}

func withChild(parent jsvalue.Value, s step, value jsvalue.Value) jsvalue.Value {
	if !parent.IsArray() {
		return parent.With(jsvalue.Member{Key: s.key, Value: value})
	}
	list := elements(parent)
	if value.IsUndefined() {
		list = append(list[:s.index], list[s.index+1:]...)
	} else {
		list[s.index] = value
	}
	return jsvalue.ArrayValue(list...)
}

// elements are those of an array, in a slice of its own.
func elements(v jsvalue.Value) []jsvalue.Value {
	list := make([]jsvalue.Value, v.Len())
	for i := range list {
		list[i] = v.At(i)
	}
	return list
}

// steps are the ways down from a value.
func steps(v jsvalue.Value) []step {
	list := make([]step, v.Len())
	for i := range list {
		list[i] = step{key: v.Member(i).Key, index: i}
	}
	return list
}

// down is the path one step further, in memory of its own.
func (p path) down(s step) path { return append(p[:len(p):len(p)], s) }

// key is the name of the last step, "" for an element of an array.
func (p path) key() string {
	if len(p) == 0 {
		return ""
	}
	return p[len(p)-1].key
}
