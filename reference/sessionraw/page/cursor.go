package page

import (
	"encoding/base64"
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ErrInvalidCursor: the text is no cursor, or names an item that is not there (SR-PAGE-03).
var ErrInvalidCursor = errors.New("invalid_cursor: the cursor is none, or what it names is not there")

// Cursor says where a page ends: before an item, in the roots as they were when the first page was made, with the
// sub-agents that were there then. The zero Cursor is that of the newest page.
type Cursor struct {
	before   view.Origin
	roots    []pinned
	children []uint32 // marks, sorted
}

// pinned is a root and the length that it had.
type pinned struct {
	file   string
	length int
}

// version is the first element of a cursor; a cursor of another one is invalid.
const version = "sr1"

// ParseCursor reads a cursor. White space around it is ignored; a blank one is the zero Cursor (SR-PAGE-02).
func ParseCursor(text string) (Cursor, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Cursor{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Cursor{}, ErrInvalidCursor
	}
	value, err := jsvalue.Decode(jsvalue.FromUTF8(raw))
	if err != nil || value.Len() < 5 || value.At(0).Text() != version || !value.At(1).IsString() || !value.At(4).IsArray() {
		return Cursor{}, ErrInvalidCursor
	}
	line, lineOK := natural(value.At(2))
	ordinal, ordinalOK := natural(value.At(3))
	if !lineOK || !ordinalOK {
		return Cursor{}, ErrInvalidCursor
	}
	cursor := Cursor{before: view.Origin{File: value.At(1).Text(), Line: line, Ordinal: ordinal}}
	for _, root := range value.At(4).Elements() {
		length, ok := natural(root.At(1))
		if root.Len() != 2 || !root.At(0).IsString() || !ok {
			return Cursor{}, ErrInvalidCursor
		}
		cursor.roots = append(cursor.roots, pinned{root.At(0).Text(), length})
	}
	for _, child := range value.At(5).Elements() {
		mark, ok := natural(child)
		if !ok {
			return Cursor{}, ErrInvalidCursor
		}
		cursor.children = append(cursor.children, uint32(mark))
	}
	if len(cursor.roots) == 0 || cursor.before.File == "" {
		return Cursor{}, ErrInvalidCursor
	}
	return cursor, nil
}

func natural(v jsvalue.Value) (int, bool) {
	n, ok := v.SafeInteger()
	return int(n), ok && n >= 0
}

// String is the text of the cursor; "" for the zero Cursor. It is opaque: only ParseCursor knows its form.
func (c Cursor) String() string {
	if c.IsZero() {
		return ""
	}
	roots := make([]jsvalue.Value, len(c.roots))
	for i, root := range c.roots {
		roots[i] = jsvalue.ArrayValue(jsvalue.StringValue(root.file), jsvalue.IntValue(int64(root.length)))
	}
	children := make([]jsvalue.Value, len(c.children))
	for i, mark := range c.children {
		children[i] = jsvalue.IntValue(int64(mark))
	}
	value := jsvalue.ArrayValue(
		jsvalue.StringValue(version), jsvalue.StringValue(c.before.File), jsvalue.IntValue(int64(c.before.Line)),
		jsvalue.IntValue(int64(c.before.Ordinal)), jsvalue.ArrayValue(roots...), jsvalue.ArrayValue(children...),
	)
	return base64.RawURLEncoding.EncodeToString(jsvalue.Append(nil, value))
}

// IsZero reports whether the cursor is that of the newest page.
func (c Cursor) IsZero() bool { return len(c.roots) == 0 }

// Begin is where the newest page of a thread begins: at its roots as they are. length gives that of a file in bytes.
func Begin(thread layout.Thread, length func(file string) int) Cursor {
	var cursor Cursor
	for _, root := range thread.Roots {
		cursor.roots = append(cursor.roots, pinned{root.File, length(root.File)})
	}
	cursor.see(thread.Children)
	slices.Sort(cursor.children)
	return cursor
}

func (c *Cursor) see(children []*layout.Child) {
	for _, child := range children {
		c.children = append(c.children, mark(child.Files[0]))
		c.see(child.Children)
	}
}

// mark is the name of the first file of a sub-agent, made short: a thread can have many.
func mark(name layout.Name) uint32 {
	hash := fnv.New32a()
	hash.Write([]byte(name.File))
	return hash.Sum32()
}

// begins reports whether the file was the first one of a sub-agent.
func (c Cursor) begins(name layout.Name) bool {
	_, there := slices.BinarySearch(c.children, mark(name))
	return there
}

// known are the sub-agents that were there, without generations that came before their first one. One that was there below
// one that was not stands in its place, as it did then.
func (c Cursor) known(children []*layout.Child, parent string) (known []*layout.Child) {
	for _, child := range children {
		first := slices.IndexFunc(child.Files, c.begins)
		was := *child.From(max(first, 0))
		if parent != "" {
			was.Parent = parent
		}
		if first >= 0 {
			was.Children = c.known(child.Children, "")
			known = append(known, &was)
		} else {
			known = append(known, c.known(child.Children, was.Parent)...)
		}
	}
	return known
}

// Pinned gives the thread with the roots that it had when the first page was made, and their lengths then, and the
// sub-agents that it had (SR-PAGE-04). Files only grow, so what they were is a beginning of what they are. A sub-agent that
// has come could take the place of another one, and move it over the cursor; the growth of those that were there moves
// nothing on this level.
func (c Cursor) Pinned(thread layout.Thread) (then layout.Thread, lengths map[string]int) {
	lengths = map[string]int{}
	for _, root := range c.roots {
		lengths[root.file] = root.length
	}
	there := map[string]layout.Name{}
	for _, root := range thread.Roots {
		there[root.File] = root
	}
	then = thread
	then.Roots = nil
	for _, root := range c.roots { // in the order of then, which a generation that comes can change
		if name, ok := there[root.file]; ok {
			then.Roots = append(then.Roots, name)
			delete(there, root.file)
		}
	}
	then.Children = c.known(thread.Children, "")
	return then, lengths
}
