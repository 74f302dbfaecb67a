package jsvalue

import (
	"cmp"
	"math"
	"slices"
)

// Append appends JSON.stringify(v) to dst (CR-JS-03). Undefined appends nothing by itself and null in an array. No append
// function recurses (CR-JS-09).
func Append(dst []byte, v Value) []byte {
	var e encoder
	return e.run(dst, v)
}

// AppendIndent appends JSON.stringify(v, null, indent): indented by the first ten UTF-16 units of indent per level, as
// Append when that is empty. Empty containers stay on one line (CR-JS-03).
func AppendIndent(dst []byte, v Value, indent string) []byte {
	e := encoder{indent: Prefix(indent, 10)}
	return e.run(dst, v)
}

// AppendIndentHead appends at least the first limit bytes of what AppendIndent appends, and little more than that: it ends
// behind the first piece (a bracket, a key with its value, a scalar) that reaches the limit.
func AppendIndentHead(dst []byte, v Value, indent string, limit int) []byte {
	e := encoder{indent: Prefix(indent, 10), limit: len(dst) + limit}
	return e.run(dst, v)
}

// AppendCanonical appends v as Append does, but with the members of each object sorted by the bytes of their keys, so that
// equal values give equal bytes.
func AppendCanonical(dst []byte, v Value) []byte {
	e := encoder{sorted: true}
	return e.run(dst, v)
}

// AppendASCII appends v as Append does, but with every UTF-16 unit outside printable ASCII written \uxxxx.
func AppendASCII(dst []byte, v Value) []byte {
	e := encoder{ascii: true}
	return e.run(dst, v)
}

// AppendExactASCII appends v as AppendASCII does, but writes the infinities 1e999 and -1e999, which read back as what they
// are (CR-JS-01), and not null, for values that are sent on.
func AppendExactASCII(dst []byte, v Value) []byte {
	e := encoder{ascii: true, exact: true}
	return e.run(dst, v)
}

// AppendExactCanonical is AppendCanonical with the infinities of AppendExactASCII.
func AppendExactCanonical(dst []byte, v Value) []byte {
	e := encoder{sorted: true, exact: true}
	return e.run(dst, v)
}

// AppendSource appends v as Append does, but writes each number as the text it was decoded from or built with
// (NumberText), for formats whose numbers are not ECMAScript's.
func AppendSource(dst []byte, v Value) []byte {
	e := encoder{source: true}
	return e.run(dst, v)
}

// AppendSourceIndent appends v as AppendIndent does, but each number as AppendSource does.
func AppendSourceIndent(dst []byte, v Value, indent string) []byte {
	e := encoder{indent: Prefix(indent, 10), source: true}
	return e.run(dst, v)
}

// AppendSourceASCII appends v as AppendSource does, but with every UTF-16 unit outside printable ASCII written \uxxxx.
func AppendSourceASCII(dst []byte, v Value) []byte {
	e := encoder{ascii: true, source: true}
	return e.run(dst, v)
}

// encoder writes one value.
type encoder struct {
	indent string
	sorted bool
	ascii  bool
	exact  bool
	source bool
	depth  int // number of open containers
	limit  int // length of the output at which to stop; 0 = none
}

// encoding is an open container; parts before next are written.
type encoding struct {
	node *node
	next int
}

// run keeps the open containers on a stack of its own, which needs no allocation unless the value is deep.
func (e *encoder) run(dst []byte, v Value) []byte {
	if v.kind == Undefined {
		return dst
	}
	var few [16]encoding
	stack := few[:0]
	dst, opened := e.value(dst, v)
	for {
		if opened != nil {
			stack = append(stack, encoding{node: opened})
		}
		if e.depth = len(stack); e.depth == 0 || e.full(dst) {
			return dst
		}
		top := &stack[e.depth-1]
		if top.node.elems != nil {
			dst, opened = e.elements(dst, top)
		} else {
			dst, opened = e.members(dst, top)
		}
		if opened == nil {
			stack = stack[:len(stack)-1]
		}
	}
}

// full reports whether the wanted head is written; what follows it may be left out or cut.
func (e *encoder) full(dst []byte) bool { return e.limit > 0 && len(dst) >= e.limit }

// elements writes the elements of an array up to the first that has parts itself, which it returns, or up to the end.
func (e *encoder) elements(dst []byte, top *encoding) (_ []byte, opened *node) {
	elems := top.node.elems
	for i := top.next; i < len(elems); i++ {
		if e.full(dst) {
			return dst, nil
		}
		dst = e.separate(dst, i)
		if dst, opened = e.value(dst, elems[i]); opened != nil {
			top.next = i + 1
			return dst, opened
		}
	}
	return e.close(dst, ']'), nil
}

// members is elements for an object.
func (e *encoder) members(dst []byte, top *encoding) (_ []byte, opened *node) {
	members := top.node.members
	for i := top.next; i < len(members); i++ {
		if e.full(dst) {
			return dst, nil
		}
		dst = e.separate(dst, i)
		dst = append(e.text(dst, members[i].Key), ':')
		if e.indent != "" {
			dst = append(dst, ' ')
		}
		if dst, opened = e.value(dst, members[i].Value); opened != nil {
			top.next = i + 1
			return dst, opened
		}
	}
	return e.close(dst, '}'), nil
}

// value writes a scalar or an empty container, or it opens a container and returns that.
func (e *encoder) value(dst []byte, v Value) (_ []byte, opened *node) {
	switch v.kind {
	case String:
		return e.text(dst, v.text), nil
	case Number:
		if v.flags&flagPlain != 0 || e.source {
			return append(dst, v.text...), nil
		}
		return e.number(dst, v.Float()), nil
	case Bool:
		return appendPrimitive(dst, v), nil
	case Array:
		if v.node == nil {
			return append(dst, "[]"...), nil
		}
		return append(dst, '['), v.node
	case Object:
		if v.node == nil {
			return append(dst, "{}"...), nil
		}
		return append(dst, '{'), e.arranged(v.node)
	}
	return append(dst, "null"...), nil
}

func (e *encoder) number(dst []byte, f float64) []byte {
	switch {
	case e.exact && math.IsInf(f, 1):
		return append(dst, "1e999"...)
	case e.exact && math.IsInf(f, -1):
		return append(dst, "-1e999"...)
	}
	return AppendNumber(dst, f)
}

// arranged is the object n with its members in the order to write.
func (e *encoder) arranged(n *node) *node {
	if !e.sorted || slices.IsSortedFunc(n.members, compareKeys) {
		return n
	}
	members := slices.Clone(n.members)
	slices.SortFunc(members, compareKeys)
	return &node{members: members}
}

func compareKeys(a, b Member) int { return cmp.Compare(a.Key, b.Key) }

func (e *encoder) close(dst []byte, bracket byte) []byte {
	e.depth--
	return append(e.newline(dst), bracket)
}

// separate writes what comes before part i.
func (e *encoder) separate(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return e.newline(dst)
}

func (e *encoder) newline(dst []byte) []byte {
	if e.indent == "" {
		return dst
	}
	dst = append(dst, '\n')
	for range e.depth {
		dst = append(dst, e.indent...)
	}
	return dst
}

func (e *encoder) text(dst []byte, s string) []byte {
	if e.ascii {
		return appendQuotedASCII(dst, s)
	}
	if e.limit > 0 && len(s) > e.limit { // a unit is at least one byte, so the wanted head is whole
		s = Prefix(s, e.limit)
	}
	return AppendQuoted(dst, s)
}
