package jsvalue_test

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// validTexts maps JSON texts to what JSON.stringify(JSON.parse(text)) gives for them.
var validTexts = []struct{ source, want string }{
	{`null`, `null`},
	{`true`, `true`},
	{" \t\r\nfalse\n", `false`},
	{`""`, `""`},
	{`"a/b<c>&d"`, `"a/b<c>&d"`},
	{`"\"\\\/\b\f\n\r\t"`, `"\"\\/\b\f\n\r\t"`},
	{`"\u0041\u00e9\u4E2d"`, `"Aé中"`},
	{`"\u0000\u001f\u007f"`, "\"\\u0000\\u001f\x7f\""},
	{`"\u2028\u2029"`, "\"\u2028\u2029\""},
	{`"\ud83d\ude00"`, `"😀"`},
	{`"\uD83D\uDE00!"`, `"😀!"`},
	{`"\ud83d"`, `"\ud83d"`},
	{`"\ude00\ud83d"`, `"\ude00\ud83d"`},
	{`"\ud83dx\ude00"`, `"\ud83dx\ude00"`},
	{`"\ud83d\ud83d\ude00"`, `"\ud83d😀"`},
	{`"\ud83d\n"`, `"\ud83d\n"`},
	{`"` + high + `"`, `"\ud83d"`},
	{`"` + high + `\ude00"`, `"😀"`},
	{`"\ud83d` + low + `"`, `"😀"`},
	{`"\ud83d` + low + `plain text behind"`, `"😀plain text behind"`},
	{`"long plain text and 한국어 in it, without escapes"`, `"long plain text and 한국어 in it, without escapes"`},
	{`"\n한국어 behind an escape"`, `"\n한국어 behind an escape"`},
	{`0`, `0`},
	{`-0`, `0`},
	{`-0.0e1`, `0`},
	{`1.0`, `1`},
	{`1e2`, `100`},
	{`1E400`, `null`},
	{`-1e400`, `null`},
	{`1e-400`, `0`},
	{`0.1`, `0.1`},
	{`1e21`, `1e+21`},
	{`1e-7`, `1e-7`},
	{`123456789012345678901234567890`, `1.2345678901234568e+29`},
	{`12345678901234567890`, `12345678901234567000`},
	{`9007199254740993`, `9007199254740992`},
	{`999999999999999`, `999999999999999`},
	{`-999999999999999`, `-999999999999999`},
	{`5e-324`, `5e-324`},
	{`[]`, `[]`},
	{`[ ]`, `[]`},
	{`[1 , [ 2,[]], {} ]`, `[1,[2,[]],{}]`},
	{`{}`, `{}`},
	{`{ "a" : 1 , "b":{"c":[{"d":null}]} }`, `{"a":1,"b":{"c":[{"d":null}]}}`},
	{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
	{`{"a":1,"\u0061":2}`, `{"a":2}`},
	{`{"__proto__":{"x":1},"constructor":2}`, `{"__proto__":{"x":1},"constructor":2}`},
	{`{"b":1,"2":2,"a":3,"1":4}`, `{"1":4,"2":2,"b":1,"a":3}`},
	{
		`{"x":0,"10":1,"9":2,"01":3,"-1":4,"1.0":5,"4294967295":6,"4294967294":7,"0":8}`,
		`{"0":8,"9":2,"10":1,"4294967294":7,"x":0,"01":3,"-1":4,"1.0":5,"4294967295":6}`,
	},
	{`{"":1}`, `{"":1}`},
}

// invalidTexts are texts that JSON.parse refuses, with the byte at which that shows.
var invalidTexts = []struct {
	source string
	offset int
}{
	{``, 0},
	{` `, 1},
	{`nul`, 0},
	{`nulL`, 0},
	{`True`, 0},
	{`NaN`, 0},
	{`undefined`, 0},
	{`'a'`, 0},
	{"\uFEFF1", 0},
	{"\u00A01", 0},
	{"1\u00A0", 1},
	{"\v1", 0},
	{`1 2`, 2},
	{`1,`, 1},
	{`01`, 1},
	{`-`, 0},
	{`+1`, 0},
	{`.5`, 0},
	{`1.`, 0},
	{`1.e1`, 0},
	{`1e`, 0},
	{`1e+`, 0},
	{`-01`, 2},
	{`0x10`, 1},
	{`"`, 1},
	{`"abc`, 4},
	{`"\`, 2},
	{`"\"`, 3},
	{`"\x41"`, 1},
	{`"\u12"`, 1},
	{`"\u12g4"`, 1},
	{`"\u123`, 1},
	{"\"a\nb\"", 2},
	{"\"\\n\x01\"", 3},
	{"\"\x00\"", 1},
	{`[`, 1},
	{`[1`, 2},
	{`[1,`, 3},
	{`[1,]`, 3},
	{`[,1]`, 1},
	{`[1 2]`, 3},
	{`[1}`, 2},
	{`]`, 0},
	{`{`, 1},
	{`{"a"`, 4},
	{`{"a":`, 5},
	{`{"a":1`, 6},
	{`{"a":1,`, 7},
	{`{"a":1,}`, 7},
	{`{"a" 1}`, 5},
	{`{a:1}`, 1},
	{`{1:1}`, 1},
	{`{"a":1]`, 6},
	{`{,}`, 1},
	{`{"a":}`, 5},
	{`[1]]`, 3},
	{`/**/1`, 0},
}

// CR-JS-01: what is valid and what it means is as with JSON.parse.
func TestDecode(t *testing.T) {
	var decoder jsvalue.Decoder
	for _, tt := range validTexts {
		v, err := jsvalue.Decode(tt.source)
		if err != nil {
			t.Errorf("Decode(%q): %v", tt.source, err)
			continue
		}
		if got := encoded(v); got != tt.want {
			t.Errorf("Decode(%q) encodes as %q, want %q", tt.source, got, tt.want)
		}
		if again, err := decoder.Decode(tt.source); err != nil || !jsvalue.Equal(v, again) {
			t.Errorf("Decoder.Decode(%q) = %s, %v", tt.source, encoded(again), err)
		}
	}
}

// CR-JS-01: what JSON.parse refuses is refused, with the place and without the text.
func TestDecodeInvalid(t *testing.T) {
	var decoder jsvalue.Decoder
	for _, tt := range invalidTexts {
		v, err := jsvalue.Decode(tt.source)
		var syntax *jsvalue.SyntaxError
		if !errors.As(err, &syntax) || !v.IsUndefined() {
			t.Errorf("Decode(%q) = %s, %v; want a SyntaxError", tt.source, encoded(v), err)
			continue
		}
		if syntax.Offset != tt.offset {
			t.Errorf("Decode(%q) fails at %d (%s), want %d", tt.source, syntax.Offset, syntax.Reason, tt.offset)
		}
		if _, err := decoder.Decode(tt.source); err == nil {
			t.Errorf("Decoder.Decode(%q) succeeds", tt.source)
		}
	}
	if _, err := decoder.Decode(`{"after":"a failure"}`); err != nil {
		t.Error(err)
	}
	_, err := jsvalue.Decode(`["secret" "secret"]`)
	if got := err.Error(); strings.Contains(got, "secret") || !strings.Contains(got, "byte 10") {
		t.Errorf("Error() = %q", got)
	}
}

func TestDecodePrefix(t *testing.T) {
	tests := []struct {
		source, want string
		rest         int
	}{
		{`{"a":1}{"b":2}`, `{"a":1}`, 7},
		{` [1] junk`, `[1]`, 4},
		{`01`, `0`, 1},
		{`1.5.2`, `1.5`, 3},
		{`"x""y"`, `"x"`, 3},
		{`nullnull`, `null`, 4},
	}
	for _, tt := range tests {
		v, rest, err := jsvalue.DecodePrefix(tt.source)
		if err != nil || rest != tt.rest || encoded(v) != tt.want {
			t.Errorf("DecodePrefix(%q) = %s, %d, %v; want %s, %d", tt.source, encoded(v), rest, err, tt.want, tt.rest)
		}
	}
	for _, source := range []string{``, `{"a":1`, `}`, `1.x`, "\uFEFF{}"} {
		if v, _, err := jsvalue.DecodePrefix(source); err == nil {
			t.Errorf("DecodePrefix(%q) = %s, want an error", source, encoded(v))
		}
	}
}

// CR-JS-02: with KeepKeyOrder only duplicates are merged, also in what is built from such an object.
func TestDecoderKeepKeyOrder(t *testing.T) {
	decoder := jsvalue.Decoder{KeepKeyOrder: true}
	v, err := decoder.Decode(`{"b":1,"2":2,"b":3,"1":{"9":0,"8":0}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := encoded(v), `{"b":3,"2":2,"1":{"9":0,"8":0}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	v = v.With(jsvalue.Member{Key: "0", Value: jsvalue.NullValue()}).Without("2")
	if got, want := encoded(v.Clone()), `{"b":3,"1":{"9":0,"8":0},"0":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// CR-JS-01: a number keeps its text and is a float64.
func TestNumber(t *testing.T) {
	tests := []struct {
		source string
		float  float64
		safe   bool
	}{
		{"0", 0, true},
		{"-0", math.Copysign(0, -1), true},
		{"1.0", 1, true},
		{"1.5", 1.5, false},
		{"-12", -12, true},
		{"123456789012345", 123456789012345, true},
		{"9007199254740991", 1<<53 - 1, true},
		{"9007199254740992", 1 << 53, false},
		{"-9007199254740991", -(1<<53 - 1), true},
		{"9007199254740993", 1 << 53, false},
		{"1e400", math.Inf(1), false},
		{"-1e400", math.Inf(-1), false},
		{"1e3", 1000, true},
		{"1e-400", 0, true},
	}
	for _, tt := range tests {
		v := decode(t, tt.source)
		if got := v.Float(); got != tt.float || math.Signbit(got) != math.Signbit(tt.float) {
			t.Errorf("Float of %s = %v, want %v", tt.source, got, tt.float)
		}
		i, safe := v.SafeInteger()
		if safe != tt.safe || safe && float64(i) != tt.float {
			t.Errorf("SafeInteger of %s = %v, %v; want %v", tt.source, i, safe, tt.safe)
		}
		if got := v.NumberText(); got != tt.source {
			t.Errorf("NumberText of %s = %s", tt.source, got)
		}
		if got, want := v.IsFinite(), !math.IsInf(tt.float, 0); got != want {
			t.Errorf("IsFinite of %s = %v", tt.source, got)
		}
	}
}

func TestOffset(t *testing.T) {
	v := decode(t, ` {"a": [true, "x\n", {"b":-1}], "c": null}`)
	tests := []struct {
		v    jsvalue.Value
		want int
	}{
		{v, 1},
		{v.Get("a"), 7},
		{v.Get("a").At(0), 8},
		{v.Get("a").At(1), 14},
		{v.Get("a").At(2), 21},
		{v.Get("a").At(2).Get("b"), 26},
		{v.Get("c"), 37},
		{jsvalue.IntValue(1), 0},
	}
	for i, tt := range tests {
		if got := tt.v.Offset(); got != tt.want {
			t.Errorf("%d: Offset = %d, want %d", i, got, tt.want)
		}
	}
}

// One decoder's values stay what they are while it goes on, also where they share memory.
func TestDecoderReuse(t *testing.T) {
	records, _ := benchmarkRecords(300)
	records = append(records, `[`, strings.Repeat(`[1,{"a":"\n"},`, 3000), `{"x":"`+strings.Repeat(`\t`, 40000)+`"}`, `1`, `"\n"`)
	records = append(records, records...)
	var decoder jsvalue.Decoder
	var got []jsvalue.Value
	for _, record := range records {
		v, _ := decoder.Decode(record)
		got = append(got, v)
	}
	for i, record := range records {
		want, err := jsvalue.Decode(record)
		if err != nil {
			want = jsvalue.Value{}
		}
		if !jsvalue.Equal(got[i], want) {
			t.Fatalf("record %d is %.200s", i, encoded(got[i]))
		}
		if !jsvalue.Equal(got[i].Clone(), want) {
			t.Fatalf("the clone of record %d is %.200s", i, encoded(got[i].Clone()))
		}
	}
}

// A kept value keeps a bounded part of what was decoded with it alive, a clone nothing at all.
func TestRetention(t *testing.T) {
	const every, mib = 1000, 1 << 20
	m := newRecordMaker()
	var decoder jsvalue.Decoder
	var kept, clones []jsvalue.Value
	before := heapInUse()
	for i := range size(20_000) {
		v, err := decoder.Decode(m.record(i))
		if err != nil {
			t.Fatal(err)
		}
		if i%every == 0 {
			kept = append(kept, v.Get("message").Get("role"))
			clones = append(clones, v.Get("uuid").Clone())
		}
	}
	if grown := heapInUse() - before; grown > mib+int64(len(kept))*mib/2 {
		t.Errorf("%d values keep %d bytes", len(kept), grown)
	}
	clear(kept)
	decoder = jsvalue.Decoder{}
	if grown := heapInUse() - before; grown > mib {
		t.Errorf("%d clones keep %d bytes", len(clones), grown)
	}
	runtime.KeepAlive(kept)
	runtime.KeepAlive(clones)

	large := `[{"k":"` + strings.Repeat("x", 8*mib) + `"}]`
	if _, err := decoder.Decode(large); err != nil {
		t.Fatal(err)
	}
	if _, err := jsvalue.Decode(large); err != nil {
		t.Fatal(err)
	}
	large = ""
	if grown := heapInUse() - before; grown > mib {
		t.Errorf("idle decoders keep %d bytes", grown)
	}
	runtime.KeepAlive(&decoder)
}

func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// A clone has no byte in common with the source.
func TestCloneIsDetached(t *testing.T) {
	source := `{"key":["text",1.25,{"inner key":"\n text"},"` + strings.Repeat("long ", 2000) + `"],"number":12}`
	within := func(s string) bool {
		at, start := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(source)))
		return s != "" && at >= start && at < start+uintptr(len(source))
	}
	count := func(v jsvalue.Value) (n int) {
		queue := []jsvalue.Value{v}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, elem := range queue[0].Elements() {
				queue = append(queue, elem)
			}
			for key, value := range queue[0].Members() {
				queue = append(queue, jsvalue.StringValue(key), value)
			}
			if within(queue[0].Text()) || within(queue[0].NumberText()) {
				n++
			}
		}
		return n
	}
	v := decode(t, source)
	if got := count(v); got != 7 {
		t.Errorf("%d texts alias the source, want 7", got)
	}
	if got := count(v.Clone()); got != 0 {
		t.Errorf("%d texts of the clone alias the source", got)
	}
}

// A decoder's allocations do not grow with the number of containers and strings.
func TestDecoderAllocations(t *testing.T) {
	records, _ := benchmarkRecords(100)
	var decoder jsvalue.Decoder
	runs := testing.AllocsPerRun(5, func() {
		for _, record := range records {
			if _, err := decoder.Decode(record); err != nil {
				t.Fatal(err)
			}
		}
	})
	if perRecord := runs / float64(len(records)); perRecord > 1 {
		t.Errorf("%v allocations per record, want at most 1", perRecord)
	}
}

// A decoder of a few small values does not take the memory of a whole batch.
func TestDecoderOfFewValues(t *testing.T) {
	const times, most = 100, 4 << 10 // bytes for each decoder, which are 1.6 KiB
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range times {
		var decoder jsvalue.Decoder
		for _, source := range []string{`{"a":[1,{"b":"\n"}]}`, `{"c":[{}]}`, `[[2]]`} {
			if _, err := decoder.Decode(source); err != nil {
				t.Fatal(err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / times; got > most {
		t.Errorf("%d bytes allocated, want at most %d", got, most)
	}
}
