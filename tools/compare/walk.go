package compare

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxDepth is where values are no longer taken apart, so that depth costs no stack.
const maxDepth = 60

// walk compares two values, member by member.
func (c *comparison) walk(path string, want, got jsvalue.Value) {
	c.descend(path, want, got, 0)
}

func (c *comparison) descend(path string, want, got jsvalue.Value, depth int) {
	switch {
	case depth >= maxDepth || want.Kind() != got.Kind():
		if want.Kind() != got.Kind() || !jsvalue.Equal(want, got) {
			c.add(path, want, got)
		}
	case want.IsObject():
		for key, value := range want.Members() {
			c.descend(join(path, key), value, got.Get(key), depth+1)
		}
		for key, value := range got.Members() {
			if !want.Has(key) {
				c.descend(join(path, key), jsvalue.Value{}, value, depth+1)
			}
		}
	case want.IsArray():
		for i := range max(want.Len(), got.Len()) {
			c.descend(path+"[]", want.At(i), got.At(i), depth+1)
		}
	case want.IsString():
		if !c.sameText(want.Text(), got.Text()) {
			c.add(path, want, got)
		}
	case c.exact && want.IsNumber():
		if want.NumberText() != got.NumberText() {
			c.add(path, want, got)
		}
	case !want.IsUndefined() && !jsvalue.Equal(want, got):
		c.add(path, want, got)
	}
}

// sameText compares two texts, presentation texts by presence only.
func (c *comparison) sameText(want, got string) bool {
	if want == got {
		return true
	}
	if c.options.Mask == nil {
		return false
	}
	pieces := strings.Split(c.options.Mask(want), Presentation)
	return len(pieces) > 1 && matchPieces(pieces, got)
}

// matchPieces reports whether text is the pieces, in order, with something between each two. The first is its beginning
// and the last its end.
func matchPieces(pieces []string, text string) bool {
	text, ok := strings.CutPrefix(text, pieces[0])
	if !ok {
		return false
	}
	last := len(pieces) - 1
	for _, piece := range pieces[1:last] {
		if text == "" {
			return false
		}
		_, rest, found := strings.Cut(text[1:], piece)
		if !found {
			return false
		}
		text = rest
	}
	return len(text) > len(pieces[last]) && strings.HasSuffix(text, pieces[last])
}

// join is the path of a member; a key that is no plain name is quoted.
func join(path, key string) string {
	plain := key != "" && strings.IndexFunc(key, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
	if !plain {
		key = string(jsvalue.AppendASCII(nil, jsvalue.StringValue(key)))
	}
	return path + "." + key
}
