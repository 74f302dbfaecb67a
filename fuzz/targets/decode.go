package targets

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var decode = Target{
	Name:     "FuzzDecode",
	Says:     "The bytes are a JSON text: what is valid is so for encoding/json, and writing what was read is a fixpoint in every form.",
	Property: func(_ context.Context, data []byte) error { return decodes(jsvalue.FromUTF8(data)) },
	Seeds: func() [][]byte {
		return texts(
			`{"a":1,"2":2,"1":3,"a":4,"__proto__":{}}`, `[1e400,-0,1E2,0.1e-6,12345678901234567890,5e-324]`, `"\ud83d\ude80\ud83d\u2028\u0000"`,
			"\"\u2028\xed\xa0\x80\xe2\x82\"", `[[[[[[[[{}]]]]]]]]`, ` null `, `{"a"`, `[1,]`, `"\x"`, `01`, `1.`, `-`, "\ufeff1", `tru`, `{"a":1}x`,
		)
	},
}

// decodes: CR-JS-01, CR-JS-03, CR-JS-07, CR-JS-09.
func decodes(source string) error {
	v, err := jsvalue.Decode(source)
	if bytes.Count([]byte(source), []byte("["))+bytes.Count([]byte(source), []byte("{")) < maxStandardDepth && (err == nil) != json.Valid([]byte(source)) {
		return fmt.Errorf("decoding: %v, and for encoding/json it is the opposite", err)
	}
	ordered := jsvalue.Decoder{KeepKeyOrder: true}
	other, orderedErr := ordered.Decode(source)
	if (orderedErr == nil) != (err == nil) || !jsvalue.Equal(v, other) {
		return fmt.Errorf("with KeepKeyOrder it is another value: %v", orderedErr)
	}
	prefix, rest, prefixErr := jsvalue.DecodePrefix(source)
	if err == nil && (prefixErr != nil || !jsvalue.Equal(prefix, v)) || rest < 0 || rest > len(source) {
		return fmt.Errorf("as a prefix it is another value: %v, %d bytes", prefixErr, rest)
	}
	if err != nil {
		return nil
	}
	return writes(v)
}

// maxStandardDepth is where encoding/json gives up.
const maxStandardDepth = 10_000

func writes(v jsvalue.Value) error {
	text := jsvalue.Append(nil, v)
	again, err := jsvalue.Decode(string(text))
	if err != nil {
		return fmt.Errorf("what was written cannot be read: %w", err)
	}
	if !bytes.Equal(jsvalue.Append(nil, again), text) {
		return fmt.Errorf("what was written, read and written again differs: %q", text)
	}
	for form, other := range map[string][]byte{
		"indented": jsvalue.AppendIndent(nil, v, " "), "canonical": jsvalue.AppendCanonical(nil, v), "ASCII": jsvalue.AppendASCII(nil, v),
		"cloned": jsvalue.Append(nil, v.Clone()),
	} {
		read, err := jsvalue.Decode(string(other))
		if err != nil || !jsvalue.Equal(read, again) {
			return fmt.Errorf("the %s form is another value: %q (%v)", form, other, err)
		}
	}
	return cuts(jsvalue.ToString(v))
}

// cuts: CR-JS-05, CR-JS-06, CR-JS-07.
func cuts(text string) error {
	units := jsvalue.Length(text)
	half := jsvalue.Prefix(text, units/2)
	switch {
	case jsvalue.Length(half) > units/2 || jsvalue.Prefix(text, units) != text:
		return fmt.Errorf("a prefix of %d of %d units is %q", units/2, units, half)
	case !jsvalue.ValidText(jsvalue.ToLower(text)) || !jsvalue.ValidText(jsvalue.Trim(text)) || !jsvalue.ValidText(half):
		return fmt.Errorf("a text made of %q is no text", text)
	case jsvalue.IsBlank(text) != (jsvalue.Trim(text) == ""):
		return fmt.Errorf("%q is blank for one function and not for another", text)
	}
	return nil
}

func texts(list ...string) [][]byte {
	out := make([][]byte, len(list))
	for i, text := range list {
		out[i] = []byte(text)
	}
	return out
}
