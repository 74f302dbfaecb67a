package jsvalue

import "iter"

// elems is the content of an array, nil for any other value.
func (v Value) elems() []Value {
	if v.kind == Array && v.node != nil {
		return v.node.elems
	}
	return nil
}

// members is the content of an object, nil for any other value.
func (v Value) members() []Member {
	if v.kind == Object && v.node != nil {
		return v.node.members
	}
	return nil
}

// Len is the number of elements of an array or of members of an object, else 0.
func (v Value) Len() int {
	if v.kind == Object {
		return len(v.members())
	}
	return len(v.elems())
}

// At is element i of an array. It is Undefined when v is no array or has no such element.
func (v Value) At(i int) Value {
	if elems := v.elems(); i >= 0 && i < len(elems) {
		return elems[i]
	}
	return Value{}
}

// Get is the object's own member of that name; Undefined when v is no object or has none. Wide objects are indexed, so
// that the cost does not grow with the width (CR-JS-09). No name is special: "__proto__" and "constructor" are ordinary.
func (v Value) Get(key string) Value {
	if v.kind != Object || v.node == nil {
		return Value{}
	}
	if i := v.node.find(key); i >= 0 {
		return v.node.members[i].Value
	}
	return Value{}
}

// Has reports whether v is an object with a member of that name.
func (v Value) Has(key string) bool {
	return v.kind == Object && v.node != nil && v.node.find(key) >= 0
}

// Member is member i of an object in its order; the zero Member when there is none.
func (v Value) Member(i int) Member {
	if members := v.members(); i >= 0 && i < len(members) {
		return members[i]
	}
	return Member{}
}

// Elements yields index and value of each element of an array, in order; nothing for any other kind.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		for i, elem := range v.elems() {
			if !yield(i, elem) {
				return
			}
		}
	}
}

// Members yields key and value of each member of an object, in its order (CR-JS-02); nothing for any other kind.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, member := range v.members() {
			if !yield(member.Key, member.Value) {
				return
			}
		}
	}
}

// find is the position of the member called key, or -1.
func (n *node) find(key string) int {
	if n.index != nil {
		return n.index.find(n.members, key)
	}
	return findLinear(n.members, key)
}

func findLinear(members []Member, key string) int {
	for i := range members {
		if members[i].Key == key {
			return i
		}
	}
	return -1
}
