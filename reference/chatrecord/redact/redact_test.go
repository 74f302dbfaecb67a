package redact

import (
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func decode(t testing.TB, source string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Decode(source)
	if err != nil {
		t.Fatalf("Decode: %v", err)
	}
	return v
}

func encode(v jsvalue.Value) string { return string(jsvalue.Append(nil, v)) }

// CR-BLOCK-19, CR-BLOCK-21, CR-DEC-23.
func TestSecrets(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"scalar", `"token"`, `"token"`},
		{"nothing to mask", `{"a":[1,{"b":"password"}],"c":{}}`, `{"a":[1,{"b":"password"}],"c":{}}`},
		{"member", `{"a":1,"token":"s","b":2}`, `{"a":1,"token":"[redacted]","b":2}`},
		{
			"whatever it is", `{"token":null,"auth":{"x":1},"apiKey":[1],"cookie":""}`,
			`{"token":"[redacted]","auth":"[redacted]","apiKey":"[redacted]","cookie":"[redacted]"}`,
		},
		{
			"in an array", `[{"a":1},{"password":"p"},[[{"secret":"s"},2]]]`,
			`[{"a":1},{"password":"[redacted]"},[[{"secret":"[redacted]"},2]]]`,
		},
		{
			"beside deep siblings", `{"x":{"y":{"z":1}},"h":{"Authorization":"Bearer","n":{"k":1}},"t":[3]}`,
			`{"x":{"y":{"z":1}},"h":{"Authorization":"[redacted]","n":{"k":1}},"t":[3]}`,
		},
		{
			"special keys", `{"__proto__":{"token":1},"constructor":2,"2":0,"1":{"auth":0}}`,
			`{"1":{"auth":"[redacted]"},"2":0,"__proto__":{"token":"[redacted]"},"constructor":2}`,
		},
		{"text is not looked into", `{"body":"{\"token\":\"s\"}"}`, `{"body":"{\"token\":\"s\"}"}`},
	}
	for _, test := range tests {
		in := decode(t, test.in)
		if got := encode(Secrets(in)); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
		capped, cut := Capped(in)
		if got := encode(capped); got != test.want || cut {
			t.Errorf("%s: Capped got  %s, %v\nwant %s, false", test.name, got, cut, test.want)
		}
		if got, want := encode(in), encode(decode(t, test.in)); got != want {
			t.Errorf("%s: the input became %s", test.name, got)
		}
	}
	if got := Secrets(jsvalue.Value{}); !got.IsUndefined() {
		t.Errorf("Undefined became %s", encode(got))
	}
}

// wrap puts core under depth levels of open...shut.
func wrap(open, core, shut string, depth int) string {
	return strings.Repeat(open, depth) + core + strings.Repeat(shut, depth)
}

// CR-BLOCK-19, CR-DEC-20: the value itself is level 0, level 17 is the first that is not kept, and a loss is reported.
func TestCappedDepth(t *testing.T) {
	objects := func(core string, depth int) string { return wrap(`{"k":`, core, `}`, depth) }
	tests := []struct {
		name, in, want string
		cut            bool
	}{
		{"level 16 stays", objects(`1`, 16), objects(`1`, 16), false},
		{"scalar at 17", objects(`1`, 17), objects(`"[truncated]"`, 17), true},
		{"null at 17", objects(`null`, 17), objects(`"[truncated]"`, 17), true},
		{"empty container at 16 stays", objects(`{}`, 16), objects(`{}`, 16), false},
		{"empty container at 17", objects(`[]`, 17), objects(`"[truncated]"`, 17), true},
		{"far below", objects(`"leaf"`, 36), objects(`"[truncated]"`, 17), true},
		{"arrays count", wrap(`[`, `1,2`, `]`, 17), wrap(`[`, `"[truncated]","[truncated]"`, `]`, 17), true},
		{"mixed", wrap(`[{"a":`, `[[7]]`, `}]`, 8), wrap(`[{"a":`, `["[truncated]"]`, `}]`, 8), true},
		{"secret at 17", objects(`{"token":{"x":1},"a":1}`, 16), objects(`{"token":"[redacted]","a":"[truncated]"}`, 16), true},
		{"only a secret at 17", objects(`{"token":1}`, 16), objects(`{"token":"[redacted]"}`, 16), false},
		{"below a secret", `{"auth":` + objects(`1`, 40) + `,"b":2}`, `{"auth":"[redacted]","b":2}`, false},
		{
			"one branch of two", `{"d":` + objects(`1`, 30) + `,"s":{"a":[1]}}`,
			`{"d":` + objects(`"[truncated]"`, 16) + `,"s":{"a":[1]}}`, true,
		},
	}
	for _, test := range tests {
		got, cut := Capped(decode(t, test.in))
		if encode(got) != test.want || cut != test.cut {
			t.Errorf("%s: got  %s, %v\nwant %s, %v", test.name, encode(got), cut, test.want, test.cut)
		}
	}
	// Secrets has no such limit.
	if in := decode(t, objects(`{"token":1}`, 40)); encode(Secrets(in)) != objects(`{"token":"[redacted]"}`, 40) {
		t.Errorf("Secrets at level 40: got %s", encode(Secrets(in)))
	}
}

func TestDepthCostsNoStack(t *testing.T) {
	const depth = 1_000_000
	for _, open := range []string{`[`, `{"k":`} {
		shut := string(open[0] + 2) // ] and } follow [ and { at a distance of two
		in := decode(t, wrap(open, `{"token":1}`, shut, depth))
		masked := Secrets(in)
		bottom := masked
		for range depth {
			if bottom.IsArray() {
				bottom = bottom.At(0)
			} else {
				bottom = bottom.Get("k")
			}
		}
		if got := encode(bottom); got != `{"token":"[redacted]"}` {
			t.Errorf("bottom under %q: got %s", open, got)
		}
		if _, cut := Capped(in); !cut {
			t.Errorf("Capped under %q reports no cut", open)
		}
	}
}

func TestWideValues(t *testing.T) {
	const width = 200_000
	source := []byte{'{'}
	for i := range width {
		source = append(source, `"k`+strconv.Itoa(i)+`_token":1,"a`+strconv.Itoa(i)+`":[2],`...)
	}
	source[len(source)-1] = '}'
	got := Secrets(decode(t, string(source)))
	if got.Len() != 2*width || got.Member(2*width-2).Value.Text() != Mask || encode(got.Member(2*width-1).Value) != `[2]` {
		t.Errorf("%d members, the last %s, %s", got.Len(), encode(got.Member(2*width-2).Value), encode(got.Member(2*width-1).Value))
	}
}

func TestCleanValuesCostNothing(t *testing.T) {
	clean := decode(t, `{"a":[1,{"b":"x"},[[{"c":null}]]],"description":{"path":{"content":["s"]}}}`)
	if n := testing.AllocsPerRun(100, func() {
		Secrets(clean)
		Capped(clean)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// The cost of one secret does not depend on what lies beside it in other subtrees.
func TestUnchangedSubtreesAreShared(t *testing.T) {
	allocations := func(width int) float64 {
		in := decode(t, `{"big":[`+strings.Repeat(`{"a":[1]},`, width)+`0],"token":"s"}`)
		return testing.AllocsPerRun(10, func() { Secrets(in) })
	}
	if few, many := allocations(1), allocations(10_000); few != many {
		t.Errorf("%v allocations beside 1 sibling, %v beside 10,000", few, many)
	}
}

func BenchmarkCapped(b *testing.B) {
	v := decode(b, `{"file_path":"/src/a.go","old_string":"x","new_string":"y","replace_all":false,"edits":[{"line":1,"text":"t"}]}`)
	b.ReportAllocs()
	for b.Loop() {
		Capped(v)
	}
}
