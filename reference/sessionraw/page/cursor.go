package page

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// ErrInvalidCursor: the text is no cursor, or names an item that is not there (SR-PAGE-03).
var ErrInvalidCursor = errors.New("invalid_cursor: the cursor is none, or what it names is not there")

// Cursor says where a page ends: before an item, in the roots as they were when the first page was made, with the
// sub-agents that were there then, and what was missing then. The zero Cursor is that of the newest page.
type Cursor struct {
	before   view.Origin
	roots    []pinned
	children []uint64 // marks, sorted
	findings []layout.Finding
}

// pinned is a root and the length that it had.
type pinned struct {
	file   string
	length int
}

// version begins a cursor; a cursor of another one is invalid.
const version = "sr2"

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
	rest, ok := strings.CutPrefix(string(raw), version)
	d := decoder{rest: rest, failed: !ok}
	cursor := Cursor{before: view.Origin{File: d.text(), Line: d.natural(), Ordinal: d.natural()}}
	for range d.count() {
		cursor.roots = append(cursor.roots, pinned{d.text(), d.natural()})
	}
	for range d.count() {
		cursor.children = append(cursor.children, d.mark())
	}
	for range d.count() {
		found := layout.Finding{Kind: layout.FindingKind(d.natural()), File: d.text()}
		d.failed = d.failed || !found.Kind.Valid()
		cursor.findings = append(cursor.findings, found)
	}
	if d.failed || d.rest != "" || len(cursor.roots) == 0 || cursor.before.File == "" {
		return Cursor{}, ErrInvalidCursor
	}
	return cursor, nil
}

// String is the text of the cursor; "" for the zero Cursor. It is opaque: only ParseCursor knows its form. Names go into it
// byte for byte, since those of files need not be UTF-8.
func (c Cursor) String() string {
	if c.IsZero() {
		return ""
	}
	raw := appendText([]byte(version), c.before.File)
	raw = appendNatural(appendNatural(raw, c.before.Line), c.before.Ordinal)
	raw = appendNatural(raw, len(c.roots))
	for _, root := range c.roots {
		raw = appendNatural(appendText(raw, root.file), root.length)
	}
	raw = appendNatural(raw, len(c.children))
	for _, mark := range c.children {
		raw = binary.BigEndian.AppendUint64(raw, mark)
	}
	raw = appendNatural(raw, len(c.findings))
	for _, found := range c.findings {
		raw = appendText(appendNatural(raw, int(found.Kind)), found.File)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// IsZero reports whether the cursor is that of the newest page.
func (c Cursor) IsZero() bool { return len(c.roots) == 0 }

// Begin is where the newest page of a thread begins: at its roots as they are. length gives that of a file in bytes.
func Begin(thread layout.Thread, length func(file string) int) Cursor {
	cursor := Cursor{findings: thread.Findings}
	for _, root := range thread.Roots {
		cursor.roots = append(cursor.roots, pinned{root.File, length(root.File)})
	}
	cursor.see(thread.Children)
	slices.Sort(cursor.children)
	return cursor
}

func (c *Cursor) see(children []*layout.Child) {
	for _, child := range children {
		c.children = append(c.children, mark(child.Files[0].File))
		c.see(child.Children)
	}
}

// mark is the name of the first file of a sub-agent, made short: a thread can have many.
func mark(file string) uint64 {
	sum := sha256.Sum256([]byte(file))
	return binary.BigEndian.Uint64(sum[:])
}

// begins reports whether the file was the first one of a sub-agent.
func (c Cursor) begins(file string) bool {
	_, there := slices.BinarySearch(c.children, mark(file))
	return there
}

// known are the sub-agents that were there, without generations that came before their first one, and wherever they hang.
func (c Cursor) known(children []*layout.Child) (known []*layout.Child) {
	for _, child := range children {
		first := slices.IndexFunc(child.Files, func(name layout.Name) bool { return c.begins(name.File) })
		if first >= 0 {
			known = append(known, child.From(first))
		}
		known = append(known, c.known(child.Children)...)
	}
	return known
}

// Pinned gives the thread with the roots that it had when the first page was made, and their lengths then, and the
// sub-agents that it had (SR-PAGE-04). Files only grow, so what they were is a beginning of what they are. A sub-agent that
// has come could take the place of another one, and move it over the cursor; the growth of those that were there moves
// nothing on this level. The findings are those of then, since what was missing is left out though it may have come, and
// those of now about files that were there.
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
	then.Findings = slices.Clone(c.findings)
	for _, root := range c.roots { // in the order of then, which a generation that comes can change
		if name, ok := there[root.file]; ok {
			then.Roots = append(then.Roots, name)
			delete(there, root.file)
		} else {
			then.Findings = append(then.Findings, layout.Unreadable(root.file))
		}
	}
	for _, found := range thread.Findings {
		if c.begins(found.File) {
			then.Findings = append(then.Findings, found)
		}
	}
	then.Children = layout.Hang(thread.ID, then.Roots, c.known(thread.Children))
	return then, lengths
}
