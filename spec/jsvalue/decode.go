package jsvalue

import (
	"math"
	"sync"
)

// Decode reads source as JSON.parse does (CR-JS-01): exactly one value of strict JSON, in JSON white space. Strings of the
// value alias source. The error is a *SyntaxError.
func Decode(source string) (Value, error) {
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	p.slab.begin(len(source), len(source))
	v, err := p.whole(source, false)
	p.slab.begin(0, 0)
	return v, err
}

// DecodePrefix reads the one value that source begins with, behind white space, and returns the byte offset just behind
// it. A number ends where its grammar ends: "01" is 0 with "1" left. The error is a *SyntaxError.
func DecodePrefix(source string) (v Value, rest int, err error) {
	p := parsers.Get().(*parser)
	defer parsers.Put(p)
	p.slab.begin(len(source), len(source))
	v, rest, err = p.prefix(source, false)
	p.slab.begin(0, 0)
	return v, rest, err
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

// Decoder decodes many values, reusing its scratch memory and giving small records a common allocation: see slab.go for
// what a kept value keeps alive. The zero Decoder is ready. It is not for concurrent use; its values are.
type Decoder struct {
	// KeepKeyOrder leaves array-index keys where the source has them. Duplicate keys are merged all the same.
	KeepKeyOrder bool

	parser *parser
}

// Decode is as the function Decode.
func (d *Decoder) Decode(source string) (Value, error) {
	if d.parser == nil {
		d.parser = new(parser)
	}
	d.parser.slab.join(len(source))
	v, err := d.parser.whole(source, d.KeepKeyOrder)
	d.parser.slab.leave()
	return v, err
}

// parser is a pushdown machine: the containers that are open are frames on its stack, the parts they have so far are on
// the stacks members and elems. So depth is bounded by memory, not by the goroutine's stack (CR-JS-09).
type parser struct {
	source  string
	flags   uint8 // of the objects it makes
	failure *SyntaxError
	frames  []frame
	members []Member
	elems   []Value
	high    struct{ members, elems int } // how much of the stacks was in use
	buffer  []byte                       // the string being unescaped
	slab    slab
}

// frame is an open container. Its parts begin at base on their stack.
type frame struct {
	base   int
	offset uint32
	kind   Kind
}

func (p *parser) whole(source string, keepOrder bool) (Value, error) {
	v, end, err := p.prefix(source, keepOrder)
	if err != nil {
		return Value{}, err
	}
	if end = spaceEnd(source, end); end < len(source) {
		return Value{}, &SyntaxError{Offset: end, Reason: reasonTrailing}
	}
	return v, nil
}

func (p *parser) prefix(source string, keepOrder bool) (Value, int, error) {
	if uint64(len(source)) > math.MaxUint32 {
		return Value{}, 0, &SyntaxError{Reason: reasonTooLong}
	}
	p.source, p.flags, p.failure = source, 0, nil
	if keepOrder {
		p.flags = flagKeepOrder
	}
	v, end := p.run()
	err := p.failure
	p.release()
	if err != nil {
		return Value{}, 0, err
	}
	return v, end, nil
}

// run decodes one value. Like the methods below it returns the offset behind what it read, or, having set failure, -1.
func (p *parser) run() (v Value, pos int) {
	for {
		v, pos = p.begin(spaceEnd(p.source, pos))
		for v.kind != Undefined { // read: it may complete the containers around it
			if len(p.frames) == 0 {
				return v, pos
			}
			v, pos = p.place(v, spaceEnd(p.source, pos))
		}
		if pos < 0 {
			return v, pos
		}
	}
}

// begin reads a scalar or an empty container, or the opening of a container; then it gives Undefined, and another value
// follows. (The members that an object begins with may be read already: see fields.)
func (p *parser) begin(pos int) (Value, int) {
	if pos >= len(p.source) {
		return p.fail(pos, reasonEnd)
	}
	switch c := p.source[pos]; c {
	case '"':
		text, end := p.text(pos + 1)
		if end < 0 {
			return Value{}, -1
		}
		return Value{kind: String, text: text, offset: uint32(pos)}, end
	case '{':
		next := spaceEnd(p.source, pos+1)
		if next < len(p.source) && p.source[next] == '}' {
			return Value{kind: Object, flags: p.flags, offset: uint32(pos)}, next + 1
		}
		p.frames = append(p.frames, frame{kind: Object, base: len(p.members), offset: uint32(pos)})
		return p.fields(next)
	case '[':
		next := spaceEnd(p.source, pos+1)
		if next < len(p.source) && p.source[next] == ']' {
			return Value{kind: Array, offset: uint32(pos)}, next + 1
		}
		p.frames = append(p.frames, frame{kind: Array, base: len(p.elems), offset: uint32(pos)})
		return Value{}, next
	case 't':
		return p.literal(pos, "true", Value{kind: Bool, flags: flagTrue})
	case 'f':
		return p.literal(pos, "false", Value{kind: Bool})
	case 'n':
		return p.literal(pos, "null", Value{kind: Null})
	default:
		return p.number(pos)
	}
}

// place gives v to the innermost open container and reads on. If that ends there, it is the result; else the result is
// the next value or, if that is still to be read, Undefined.
func (p *parser) place(v Value, pos int) (Value, int) {
	top := &p.frames[len(p.frames)-1]
	if pos >= len(p.source) {
		return p.fail(pos, reasonEnd)
	}
	c := p.source[pos]
	if top.kind == Object {
		p.members[len(p.members)-1].Value = v
		switch c {
		case ',':
			return p.fields(spaceEnd(p.source, pos+1))
		case '}':
			return p.closeObject(top), pos + 1
		}
		return p.fail(pos, reasonMember)
	}
	p.elems = append(p.elems, v)
	switch c {
	case ',':
		return Value{}, pos + 1
	case ']':
		return p.closeArray(top), pos + 1
	}
	return p.fail(pos, reasonElement)
}

// fields reads members of the innermost open object, from the key at pos on, as long as their values are strings. It ends
// like begin before another value (Undefined: that follows), or behind a string that no comma follows.
func (p *parser) fields(pos int) (Value, int) {
	for {
		if pos >= len(p.source) || p.source[pos] != '"' {
			return p.failEnd(pos, reasonKey)
		}
		key, end := p.text(pos + 1)
		if end < 0 {
			return Value{}, -1
		}
		pos = spaceEnd(p.source, end)
		if pos >= len(p.source) || p.source[pos] != ':' {
			return p.failEnd(pos, reasonColon)
		}
		pos = spaceEnd(p.source, pos+1)
		if pos >= len(p.source) || p.source[pos] != '"' {
			p.members = append(p.members, Member{Key: key})
			return Value{}, pos
		}
		text, end := p.text(pos + 1)
		if end < 0 {
			return Value{}, -1
		}
		v := Value{kind: String, text: text, offset: uint32(pos)}
		p.members = append(p.members, Member{Key: key, Value: v})
		pos = spaceEnd(p.source, end)
		if pos >= len(p.source) || p.source[pos] != ',' {
			return v, pos
		}
		pos = spaceEnd(p.source, pos+1)
	}
}

func (p *parser) closeObject(top *frame) Value {
	p.high.members = max(p.high.members, len(p.members))
	members, index := settle(p.members[top.base:], p.flags&flagKeepOrder != 0)
	n := p.slab.newNode()
	n.members, n.index = p.slab.keepMembers(members), index
	v := Value{kind: Object, flags: p.flags, node: n, offset: top.offset}
	p.members = p.members[:top.base]
	p.frames = p.frames[:len(p.frames)-1]
	return v
}

func (p *parser) closeArray(top *frame) Value {
	p.high.elems = max(p.high.elems, len(p.elems))
	n := p.slab.newNode()
	n.elems = p.slab.keepElems(p.elems[top.base:])
	v := Value{kind: Array, node: n, offset: top.offset}
	p.elems = p.elems[:top.base]
	p.frames = p.frames[:len(p.frames)-1]
	return v
}

func (p *parser) literal(pos int, name string, v Value) (Value, int) {
	if len(p.source)-pos < len(name) || p.source[pos:pos+len(name)] != name {
		return p.fail(pos, reasonLiteral)
	}
	v.offset = uint32(pos)
	return v, pos + len(name)
}

func (p *parser) number(pos int) (Value, int) {
	if c := p.source[pos]; c != '-' && c-'0' > 9 {
		return p.fail(pos, reasonValue)
	}
	end, plain := scanNumber(p.source, pos)
	if end < 0 {
		return p.fail(pos, reasonNumber)
	}
	v := Value{kind: Number, text: p.source[pos:end], offset: uint32(pos)}
	if plain {
		v.flags = flagPlain
	}
	return v, end
}

func (p *parser) fail(pos int, reason string) (Value, int) {
	p.failure = &SyntaxError{Offset: pos, Reason: reason}
	return Value{}, -1
}

// failEnd is fail, where the end of the source is a reason of its own.
func (p *parser) failEnd(pos int, reason string) (Value, int) {
	if pos >= len(p.source) {
		reason = reasonEnd
	}
	return p.fail(pos, reason)
}
