package compare

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Difference is one place where two answers disagree.
type Difference struct {
	Path      string        // a pattern: indexes and ids are left out
	Want, Got jsvalue.Value // Undefined where there is nothing
	Moved     *Move         // of a diagnostic that both sides have, in another order
}

// Move is where something stands in the lists of the two sides, from 0.
type Move struct{ Want, Got int }

// Says is the difference from the reference in words.
func (d Difference) Says() string {
	if d.Moved != nil {
		return fmt.Sprintf("the reference has it as number %d of the list, from 0, and it is number %d: %s", d.Moved.Want, d.Moved.Got, Shorten(d.Want))
	}
	want, got := Shorten(d.Want), Shorten(d.Got)
	if !d.Want.IsUndefined() && !d.Got.IsUndefined() {
		want, got = Apart(sourceOf(d.Want), sourceOf(d.Got), shortened)
	}
	return "the reference has " + want + ", it has " + got
}

// Shorten writes a value, numbers as they were written, at most a few hundred bytes of it.
func Shorten(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "nothing"
	}
	text := sourceOf(v)
	if len(text) > shortened {
		return text[:shortened/2] + " ... " + text[len(text)-shortened/2:]
	}
	return text
}

// shortened bounds a value that is shown, in bytes.
const shortened = 600

func sourceOf(v jsvalue.Value) string { return string(jsvalue.AppendSourceASCII(nil, v)) }

// PathWithKinds is the path with the kind of a block or the code of a diagnostic in parentheses, blocks(tool) for
// blocks[tool], because the key of a finding leaves out what stands in brackets.
func (d Difference) PathWithKinds() string {
	const empty = "\x00"
	path := strings.ReplaceAll(d.Path, "[]", empty)
	path = strings.NewReplacer("[", "(", "]", ")").Replace(path)
	return strings.ReplaceAll(path, empty, "[]")
}

// Match reports whether a path pattern of an excuse covers the path of a difference: they are equal, or the pattern ends
// in "**" and the path begins with what stands before that.
func Match(pattern, path string) bool {
	if prefix, open := strings.CutSuffix(pattern, "**"); open {
		return strings.HasPrefix(path, prefix)
	}
	return pattern == path
}
