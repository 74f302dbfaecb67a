package jsvalue_test

import (
	"math"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// CR-JS-03: the escapes of JSON.stringify, and of AppendASCII.
func TestAppendQuoted(t *testing.T) {
	tests := []struct{ text, want, ascii string }{
		{``, `""`, `""`},
		{`plain`, `"plain"`, `"plain"`},
		{"\"\\\b\t\n\f\r", `"\"\\\b\t\n\f\r"`, `"\"\\\b\t\n\f\r"`},
		{"\x00\x01\x0b\x1f", `"\u0000\u0001\u000b\u001f"`, `"\u0000\u0001\u000b\u001f"`},
		{"/<>&\x7f", "\"/<>&\x7f\"", `"/<>&\u007f"`},
		{"\u2028\u2029", "\"\u2028\u2029\"", `"\u2028\u2029"`},
		{"é中😀", `"é中😀"`, `"\u00e9\u4e2d\ud83d\ude00"`},
		{high, `"\ud83d"`, `"\ud83d"`},
		{low + "x" + high, `"\ude00x\ud83d"`, `"\ude00x\ud83d"`},
		{"\uD7FF\uE000 한국어", "\"\uD7FF\uE000 한국어\"", `"\ud7ff\ue000 \ud55c\uad6d\uc5b4"`},
		{
			"a longer text\nwith " + high + " in it, " + "and 한글", `"a longer text\nwith \ud83d in it, and 한글"`,
			`"a longer text\nwith \ud83d in it, and \ud55c\uae00"`,
		},
	}
	for _, tt := range tests {
		if got := string(jsvalue.AppendQuoted([]byte("+"), tt.text)); got != "+"+tt.want {
			t.Errorf("AppendQuoted(%q) = %s, want %s", tt.text, got[1:], tt.want)
		}
		if got := string(jsvalue.AppendASCII([]byte("+"), jsvalue.StringValue(tt.text))); got != "+"+tt.ascii {
			t.Errorf("AppendASCII(%q) = %s, want %s", tt.text, got[1:], tt.ascii)
		}
	}
}

// CR-JS-03: each escape at each place of a word, and in every capacity of the destination.
func TestAppendQuotedPlaces(t *testing.T) {
	for _, special := range []string{"\"", "\\", "\n", "\x01", high, "한", "😀"} {
		for before := range 20 {
			for after := range 20 {
				text := strings.Repeat("a", before) + special + strings.Repeat("b", after)
				dst := make([]byte, 0, before+after)
				quoted := string(jsvalue.AppendQuoted(dst, text))
				if got := decode(t, quoted).Text(); got != text {
					t.Fatalf("%q is quoted as %s, which is %q", text, quoted, got)
				}
			}
		}
	}
}

// CR-JS-03: Number::toString.
func TestAppendNumber(t *testing.T) {
	tests := []struct {
		f    float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{1, "1"},
		{-1, "-1"},
		{0.1, "0.1"},
		{0.30000000000000004, "0.30000000000000004"},
		{1e15, "1000000000000000"},
		{123456789012345680000, "123456789012345680000"},
		{1e20, "100000000000000000000"},
		{1e21, "1e+21"},
		{-1.5e21, "-1.5e+21"},
		{1e-6, "0.000001"},
		{1.5e-6, "0.0000015"},
		{1e-7, "1e-7"},
		{1.23e-7, "1.23e-7"},
		{-1e-10, "-1e-10"},
		{5e-324, "5e-324"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
		{1e100, "1e+100"},
		{9007199254740993, "9007199254740992"},
		{math.NaN(), "null"},
		{math.Inf(1), "null"},
		{math.Inf(-1), "null"},
		{4294967296.5, "4294967296.5"},
		{1 << 53, "9007199254740992"},
	}
	for _, tt := range tests {
		if got := string(jsvalue.AppendNumber([]byte("+"), tt.f)); got != "+"+tt.want {
			t.Errorf("AppendNumber(%v) = %s, want %s", tt.f, got[1:], tt.want)
		}
	}
}

// CR-JS-03: the third argument of JSON.stringify.
func TestAppendIndent(t *testing.T) {
	const source = `{"a":[1,[],{},[[2]]],"b":{"c":{}},"d":"x"}`
	tests := []struct{ indent, want string }{
		{"", source},
		{" ", "{\n \"a\": [\n  1,\n  [],\n  {},\n  [\n   [\n    2\n   ]\n  ]\n ],\n \"b\": {\n  \"c\": {}\n },\n \"d\": \"x\"\n}"},
	}
	for _, tt := range tests {
		if got := string(jsvalue.AppendIndent(nil, decode(t, source), tt.indent)); got != tt.want {
			t.Errorf("indent %q: %s, want %s", tt.indent, got, tt.want)
		}
	}
	if got, want := string(jsvalue.AppendIndent(nil, decode(t, `[1]`), "0123456789ab")), "[\n01234567891\n]"; got != want {
		t.Errorf("a long indent: %q, want %q", got, want)
	}
	for _, empty := range []string{`[]`, `{}`} {
		if got := string(jsvalue.AppendIndent(nil, decode(t, empty), "\t")); got != empty {
			t.Errorf("%s is indented as %q", empty, got)
		}
	}
}

func TestAppendUndefined(t *testing.T) {
	if got := jsvalue.Append([]byte("x"), jsvalue.Value{}); string(got) != "x" {
		t.Errorf("undefined is written %q", got)
	}
}

func TestAppendCanonical(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{`{"b":1,"a":{"d":-0,"c":1.0}}`, `{"a":{"c":1,"d":0.0},"b":1e0}`, `{"a":{"c":1,"d":0},"b":1}`},
		{`[{"b":1,"10":2,"9":3}]`, `[{"9":3,"10":2,"b":1}]`, `[{"10":2,"9":3,"b":1}]`},
		{`{"😀":1,"\ue000":2,"\ud83d":3}`, `{"\ud83d":3,"\ue000":2,"😀":1}`, "{\"\\ud83d\":3,\"\ue000\":2,\"😀\":1}"},
	}
	for _, tt := range tests {
		a, b := decode(t, tt.a), decode(t, tt.b)
		for _, v := range []jsvalue.Value{a, b} {
			if got := string(jsvalue.AppendCanonical(nil, v)); got != tt.want {
				t.Errorf("%s becomes %s, want %s", encoded(v), got, tt.want)
			}
		}
	}
	v := decode(t, `{"b":1,"a":2}`)
	jsvalue.AppendCanonical(nil, v)
	if got := encoded(v); got != `{"b":1,"a":2}` {
		t.Errorf("AppendCanonical changed its value to %s", got)
	}
}

// TestAppendExact: equal values, and no others, have one text, and that reads back as the value.
func TestAppendExact(t *testing.T) {
	for _, tt := range []struct{ source, ascii, canonical string }{
		{`[1e400,-1e400,{"b":2e999,"a":null}]`, `[1e999,-1e999,{"b":1e999,"a":null}]`, `[1e999,-1e999,{"a":null,"b":1e999}]`},
		{`{"\u00e9":-0,"a":1.0}`, `{"\u00e9":0,"a":1}`, `{"a":1,"é":0}`},
	} {
		v := decode(t, tt.source)
		ascii, canonical := string(jsvalue.AppendExactASCII(nil, v)), string(jsvalue.AppendExactCanonical(nil, v))
		if ascii != tt.ascii || canonical != tt.canonical {
			t.Errorf("%s becomes %s and %s", tt.source, ascii, canonical)
		}
		if !jsvalue.Equal(v, decode(t, ascii)) || !jsvalue.Equal(v, decode(t, canonical)) {
			t.Errorf("%s does not read back as %s", ascii, tt.source)
		}
	}
}

func TestEqual(t *testing.T) {
	wide := `{"k0":0,"k1":1,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6}`
	turned := `{"g":6,"f":5,"e":4,"d":3,"c":2,"b":1,"a":0,"k9":9,"k8":8,"k7":7,"k6":6,"k5":5,"k4":4,"k3":3,"k2":2,"k1":1,"k0":0}`
	tests := []struct {
		a, b string
		want bool
	}{
		{`null`, `null`, true},
		{`null`, `false`, false},
		{`true`, `false`, false},
		{`true`, `true`, true},
		{`1`, `1.0`, true},
		{`0`, `-0`, true},
		{`1e400`, `2e400`, true},
		{`1e400`, `-1e400`, false},
		{`1`, `"1"`, false},
		{`9007199254740993`, `9007199254740992`, true},
		{`1e400`, `null`, false},
		{`"a"`, `"\u0061"`, true},
		{`"a"`, `"b"`, false},
		{`"\ud83d"`, `"\ufffd"`, false},
		{`[]`, `[]`, true},
		{`[]`, `{}`, false},
		{`[1]`, `[1,1]`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[[1],[2]]`, `[[1],[2]]`, true},
		{`{}`, `{}`, true},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":1}`, `{"a":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":1,"b":1}`, `{"a":1,"c":1}`, false},
		{`{"a":{"b":[{}]}}`, `{"a":{"b":[{}]}}`, true},
		{`{"a":{"b":[{}]}}`, `{"a":{"b":[[]]}}`, false},
		{`[{"a":1},2]`, `[{"a":1},3]`, false},
		{wide, turned, true},
		{wide, strings.Replace(turned, `"g"`, `"h"`, 1), false},
		{wide, strings.Replace(turned, `:6`, `:7`, 1), false},
	}
	for _, tt := range tests {
		a, b := decode(t, tt.a), decode(t, tt.b)
		if jsvalue.Equal(a, b) != tt.want || jsvalue.Equal(b, a) != tt.want {
			t.Errorf("Equal(%s, %s) = %v", tt.a, tt.b, !tt.want)
		}
		if same := string(jsvalue.AppendCanonical(nil, a)) == string(jsvalue.AppendCanonical(nil, b)); tt.want && !same {
			t.Errorf("%s and %s are equal and have two canonical texts", tt.a, tt.b)
		}
	}
	if !jsvalue.Equal(jsvalue.Value{}, jsvalue.Value{}) || jsvalue.Equal(jsvalue.Value{}, jsvalue.NullValue()) {
		t.Error("undefined equals itself alone")
	}
}

// CR-JS-04: String(v).
func TestToString(t *testing.T) {
	tests := []struct{ source, want string }{
		{`null`, "null"},
		{`true`, "true"},
		{`false`, "false"},
		{`-0`, "0"},
		{`1e400`, "Infinity"},
		{`-1e400`, "-Infinity"},
		{`1e21`, "1e+21"},
		{`"x\ud83d"`, "x" + high},
		{`{}`, "[object Object]"},
		{`{"a":1}`, "[object Object]"},
		{`[]`, ""},
		{`[[]]`, ""},
		{`[[],[]]`, ","},
		{`[null]`, ""},
		{`[1,null,2]`, "1,,2"},
		{`[1,[2,[3,null],[]],{"a":1},true]`, "1,2,3,,,[object Object],true"},
		{`[null,[null]]`, ","},
	}
	for _, tt := range tests {
		if got := jsvalue.ToString(decode(t, tt.source)); got != tt.want {
			t.Errorf("ToString(%s) = %q, want %q", tt.source, got, tt.want)
		}
	}
	if got := jsvalue.ToString(jsvalue.Value{}); got != "undefined" {
		t.Errorf("ToString(undefined) = %q", got)
	}
	if got := jsvalue.ToString(jsvalue.ArrayValue(jsvalue.Value{}, jsvalue.Value{})); got != "," {
		t.Errorf("ToString([undefined, undefined]) = %q", got)
	}
}

// A head is the beginning of the whole, at least as long as was asked for, and bounded.
func TestAppendIndentHead(t *testing.T) {
	v, err := jsvalue.Decode(`{"a":[1,[2,{"b":"` + strings.Repeat("x", 300) + `"}],{}],"c":` + strings.Repeat("[", 50) + strings.Repeat("]", 50) + `,"d":"e"}`)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(jsvalue.AppendIndent(nil, v, "  "))
	for limit := range len(whole) + 10 {
		got := string(jsvalue.AppendIndentHead([]byte("pre"), v, "  ", limit))[3:]
		if limit == 0 {
			continue
		}
		want := whole[:min(limit, len(whole))]
		if !strings.HasPrefix(got, want) {
			t.Fatalf("limit %d: %q does not begin with %q", limit, got, want)
		}
		if len(got) > limit+2*len("\"b\": ")+400 {
			t.Fatalf("limit %d gave %d bytes", limit, len(got))
		}
	}
	long := jsvalue.StringValue(strings.Repeat("y", 1<<20))
	if got := jsvalue.AppendIndentHead(nil, jsvalue.ArrayValue(long), "  ", 100); len(got) > 200 {
		t.Fatalf("%d bytes of a long string", len(got))
	}
}
