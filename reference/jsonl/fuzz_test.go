package jsonl

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// FuzzRead checks that reading never panics and that every byte is inside a record, named by a diagnostic, or white
// space.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "\uFEFF{}\r\n\n{\"a\":1}{\"b\":2}\n{\"c\":\"x", "\x00\x00{\"a\":1}\x00\n", "{\"a\":\"\xE2\x82\"}{\"b\":\xFF}\n",
		"{\"a\":{\"c\":3}\n", "{\"x{\"a\":1}{\"y{\"b\":2}\n", "[1,2]\n\"x\u2028\"\n1 2\n", "{\"a\":@}\n", "\uFEFF\uFEFF\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkPieces(t, text)
		lines, diagnostics := Read(text)
		number, offset := 0, -1
		for _, line := range lines {
			if line.Number < number || line.Offset <= offset || line.Offset >= len(text) || line.Value.IsUndefined() {
				t.Fatalf("line %d at %d follows line %d at %d", line.Number, line.Offset, number, offset)
			}
			number, offset = line.Number, line.Offset
			if at := 1 + strings.Count(text[:offset], "\n"); at != number {
				t.Fatalf("offset %d is on line %d, not %d", offset, at, number)
			}
		}
		for _, d := range diagnostics {
			if _, offset, ok := d.Line(); !ok || offset >= len(text) {
				t.Fatalf("%s at %d of %d", d.Code(), offset, len(text))
			}
		}
	})
}

// checkPieces checks that the pieces of every damaged line cover it, in order.
func checkPieces(t *testing.T, text string) {
	var decoder jsvalue.Decoder
	text = strings.TrimPrefix(text, byteOrderMark)
	for {
		raw, rest, terminated := strings.Cut(text, "\n")
		source := jsvalue.FromUTF8String(raw)
		at := skipSpace(source, 0)
		for _, p := range repair(&decoder, source, terminated) {
			if p.start != at || p.end <= p.start {
				t.Fatalf("a piece at %d to %d of %q, want one at %d", p.start, p.end, source, at)
			}
			at = p.end
			if !p.lost() {
				at = skipSpace(source, at)
				if value, err := jsvalue.Decode(source[p.start:p.end]); err != nil || !jsvalue.Equal(value, p.value) {
					t.Fatalf("%q is no record (%v)", source[p.start:p.end], err)
				}
			}
		}
		if at != len(source) {
			t.Fatalf("%q is accounted for only to %d", source, at)
		}
		if !terminated {
			return
		}
		text = rest
	}
}
