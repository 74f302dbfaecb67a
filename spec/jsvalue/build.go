package jsvalue

import (
	"slices"
	"strconv"
)

// NullValue is null.
func NullValue() Value { return Value{kind: Null} }

// BoolValue is true or false.
func BoolValue(b bool) Value {
	if b {
		return Value{kind: Bool, flags: flagTrue}
	}
	return Value{kind: Bool}
}

// StringValue is a string with the text s, which is WTF-8.
func StringValue(s string) Value { return Value{kind: String, text: s} }

// NumberValue is the number f. JSON has no NaN, so NaN is null at once; the infinities have the text 1e400 and -1e400,
// which read back as infinities, and encode as null.
func NumberValue(f float64) Value {
	if f != f {
		return NullValue()
	}
	return numberFromText(numberText(f))
}

// IntValue is the number i. Its NumberText is exact; its Float is the nearest float64.
func IntValue(i int64) Value { return numberFromText(strconv.FormatInt(i, 10)) }

// ArrayValue is an array of elems. It takes ownership of the slice. An element that is Undefined stays so and is
// encoded as null.
func ArrayValue(elems ...Value) Value {
	if len(elems) == 0 {
		return Value{kind: Array}
	}
	return Value{kind: Array, node: &node{elems: elems}}
}

// ObjectValue is an object of members. It takes ownership of the slice. The last of several values for one key stands at
// the place of the first, array-index keys come first (CR-JS-02), and members whose value is Undefined are left out.
func ObjectValue(members ...Member) Value { return makeObject(members, 0) }

func makeObject(members []Member, flags uint8) Value {
	members, index := settle(members, flags&flagKeepOrder != 0)
	if len(members) == 0 {
		return Value{kind: Object, flags: flags}
	}
	return Value{kind: Object, flags: flags, node: &node{members: members, index: index}}
}

// With is a copy of the object v in which members are set: a key that v has keeps its place, a new one goes to the end
// (an array index to its place, CR-JS-02). A member whose value is Undefined removes its key. A v that is no object counts
// as the empty one.
func (v Value) With(members ...Member) Value {
	return makeObject(slices.Concat(v.members(), members), v.flags&flagKeepOrder)
}

// Without is a copy of the object v that lacks keys. A v that is no object counts as the empty one.
func (v Value) Without(keys ...string) Value {
	unset := make([]Member, len(keys))
	for i, key := range keys {
		unset[i].Key = key
	}
	return v.With(unset...)
}
