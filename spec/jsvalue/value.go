package jsvalue

// Kind is the type of a Value, in JavaScript's sense.
type Kind uint8

// The kinds. Undefined is the kind of the zero Value: "there is no such value".
const (
	Undefined Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is one immutable JSON value; the zero Value is Undefined. It is small, is passed by value, and may be shared
// between goroutines. Values are compared with Equal, never with ==.
type Value struct {
	text   string // text of a String, source text of a Number
	node   *node  // content of an Array or Object; nil when that is empty
	offset uint32 // bytes: where the value began in the decoded source
	kind   Kind
	flags  uint8
}

const (
	flagTrue      uint8 = 1 << iota // the Bool is true
	flagPlain                       // the Number's text is an integer of at most 15 digits, written as ECMAScript writes it
	flagKeepOrder                   // the Object keeps the order of its source
)

// node is the content of a non-empty container: elems of an array, members (and, above indexAbove, index) of an object.
type node struct {
	elems   []Value
	members []Member
	index   *keyIndex
}

// Member is one property of an object.
type Member struct {
	Key   string
	Value Value
}

// Kind says what v is.
func (v Value) Kind() Kind { return v.kind }

// IsUndefined reports whether v is absent.
func (v Value) IsUndefined() bool { return v.kind == Undefined }

// IsNullish reports whether v is undefined or null.
func (v Value) IsNullish() bool { return v.kind <= Null }

// IsObject reports whether v is a JSON object: neither an array nor null.
func (v Value) IsObject() bool { return v.kind == Object }

// IsArray reports whether v is an array.
func (v Value) IsArray() bool { return v.kind == Array }

// IsString reports whether v is a string.
func (v Value) IsString() bool { return v.kind == String }

// IsNumber reports whether v is a number, finite or not.
func (v Value) IsNumber() bool { return v.kind == Number }

// IsTrue reports whether v is exactly true.
func (v Value) IsTrue() bool { return v.kind == Bool && v.flags&flagTrue != 0 }

// IsBool reports whether v is true or false.
func (v Value) IsBool() bool { return v.kind == Bool }

// IsEmpty reports whether v says nothing: Undefined, null, an empty string, array or object.
func (v Value) IsEmpty() bool {
	switch v.Kind() {
	case Undefined, Null:
		return true
	case String:
		return v.Text() == ""
	case Array, Object:
		return v.Len() == 0
	}
	return false
}

// Truthy is ECMAScript's ToBoolean: undefined, null, false, 0, -0 and "" are false, all else is true (CR-JS-08).
func (v Value) Truthy() bool {
	switch v.kind {
	case Undefined, Null:
		return false
	case Bool:
		return v.IsTrue()
	case Number:
		return v.Float() != 0
	case String:
		return v.text != ""
	default:
		return true
	}
}

// Text is the WTF-8 text of a String, and "" for any other kind.
func (v Value) Text() string {
	if v.kind == String {
		return v.text
	}
	return ""
}

// Offset is the byte offset at which v began in the source it was decoded from, and 0 for a value that was built.
func (v Value) Offset() int { return int(v.offset) }
