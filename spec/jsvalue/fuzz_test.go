package jsvalue_test

import (
	"encoding/json"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// FuzzDecode: nothing panics; what is valid is so for encoding/json (which has a limit of depth); writing what was read is
// a fixpoint, in all forms; the decoders agree (CR-JS-01, CR-JS-03, CR-JS-07, CR-JS-09).
func FuzzDecode(f *testing.F) {
	for _, tt := range validTexts {
		f.Add(tt.source)
	}
	for _, tt := range invalidTexts {
		f.Add(tt.source)
	}
	f.Add("\"\xed\xc30\"") // no text, but what begins a surrogate
	f.Add(`"` + high + low + `"`)
	m := newJSONMaker()
	for range 50 {
		f.Add(m.value(3))
		f.Add(m.damaged(m.value(2)))
	}
	f.Fuzz(func(t *testing.T, source string) {
		v, err := jsvalue.Decode(source)
		if depth(source) < 10_000 && (err == nil) != json.Valid([]byte(source)) {
			t.Fatalf("Decode: %v, and for encoding/json it is the opposite", err)
		}
		decoder := jsvalue.Decoder{KeepKeyOrder: true}
		ordered, orderedErr := decoder.Decode(source)
		if (orderedErr == nil) != (err == nil) || !jsvalue.Equal(v, ordered) {
			t.Fatalf("with KeepKeyOrder: %s, %v", encoded(ordered), orderedErr)
		}
		prefix, rest, prefixErr := jsvalue.DecodePrefix(source)
		if err == nil && (prefixErr != nil || !jsvalue.Equal(prefix, v)) || rest < 0 || rest > len(source) {
			t.Fatalf("DecodePrefix: %s, %d, %v", encoded(prefix), rest, prefixErr)
		}
		if err != nil {
			return
		}
		if !jsvalue.ValidText(source) {
			v = decode(t, encoded(v)) // this joins pairs that the source, against the contract, had in two pieces
		}
		text := encoded(v)
		again := decode(t, text)
		if got := encoded(again); got != text {
			t.Fatalf("%s becomes %s", text, got)
		}
		for _, other := range []string{
			string(jsvalue.AppendIndent(nil, v, " ")), string(jsvalue.AppendCanonical(nil, v)), encoded(v.Clone()),
		} {
			if !jsvalue.Equal(decode(t, other), again) {
				t.Fatalf("%s and %s differ", other, text)
			}
		}
		if ascii := jsvalue.AppendASCII(nil, again); !json.Valid(ascii) {
			t.Fatalf("AppendASCII: %s", ascii)
		}
		jsvalue.ToString(v)
		walkText(t, v)
	})
}

// depth is an upper bound of the depth of a text.
func depth(source string) int {
	n := 0
	for _, c := range []byte(source) {
		if c == '[' || c == '{' {
			n++
		}
	}
	return n
}

// walkText calls the functions on text for one text of v, which need not be valid.
func walkText(t *testing.T, v jsvalue.Value) {
	text := v.Text()
	if v.Len() > 0 {
		text = v.At(0).Text() + v.Member(0).Key
	}
	n := jsvalue.Length(text)
	if got := jsvalue.Prefix(text, n/2); jsvalue.ValidText(text) && (jsvalue.Length(got) > n/2 || jsvalue.Prefix(text, n) != text) {
		t.Fatalf("Prefix(%q, %d) = %q", text, n/2, got)
	}
	valid := jsvalue.FromUTF8String(text)
	if !jsvalue.ValidText(valid) || !jsvalue.ValidText(jsvalue.ToLower(valid)) || !jsvalue.ValidText(jsvalue.Trim(valid)) {
		t.Fatalf("%q is not valid any more", valid)
	}
	if jsvalue.IsBlank(valid) != (jsvalue.Trim(valid) == "") {
		t.Fatalf("IsBlank(%q)", valid)
	}
	jsvalue.WellFormed(text)
}
