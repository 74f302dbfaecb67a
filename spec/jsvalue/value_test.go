package jsvalue_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func TestValueSize(t *testing.T) {
	if size := unsafe.Sizeof(jsvalue.Value{}); size > 32 {
		t.Errorf("a Value has %d bytes, want at most 32", size)
	}
}

// No question to a value panics, whatever its kind; a wrong kind gives the zero answer.
func TestInspection(t *testing.T) {
	tests := []struct {
		name string
		v    jsvalue.Value
		want string
	}{
		{"undefined", jsvalue.Value{}, "kind=0 undefined nullish"},
		{"null", decode(t, `null`), "kind=1 nullish"},
		{"true", decode(t, `true`), "kind=2 bool true"},
		{"false", decode(t, `false`), "kind=2 bool"},
		{"number", decode(t, `1.50`), "kind=3 number text=1.50 float"},
		{"string", decode(t, `"s"`), "kind=4 string text=s"},
		{"array", decode(t, `[7]`), "kind=5 array len=1 at"},
		{"object", decode(t, `{"k":7}`), "kind=6 object len=1 get has member=k"},
		{"empty array", decode(t, `[]`), "kind=5 array"},
		{"empty object", decode(t, `{}`), "kind=6 object"},
	}
	for _, tt := range tests {
		if got := inspect(tt.v); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// inspect asks everything and names what does not give the zero answer.
func inspect(v jsvalue.Value) string {
	said := []string{fmt.Sprintf("kind=%d", v.Kind())}
	say := func(holds bool, what string) {
		if holds {
			said = append(said, what)
		}
	}
	say(v.IsUndefined(), "undefined")
	say(v.IsNullish(), "nullish")
	say(v.IsBool(), "bool")
	say(v.IsTrue(), "true")
	say(v.IsNumber(), "number")
	say(v.IsString(), "string")
	say(v.IsArray(), "array")
	say(v.IsObject(), "object")
	say(v.Text() != "" || v.NumberText() != "", "text="+v.Text()+v.NumberText())
	say(!math.IsNaN(v.Float()), "float")
	_, safe := v.SafeInteger()
	say(safe, "safe")
	say(v.Len() != 0, fmt.Sprintf("len=%d", v.Len()))
	say(!v.At(0).IsUndefined(), "at")
	say(!v.At(1).IsUndefined() || !v.At(-1).IsUndefined(), "beyond")
	say(!v.Get("k").IsUndefined(), "get")
	say(v.Has("k"), "has")
	say(v.Get("toString").Kind() != 0 || v.Has("__proto__"), "inherited")
	say(v.Member(0).Key != "", "member="+v.Member(0).Key)
	say(v.Member(-1) != jsvalue.Member{} || v.Member(1) != jsvalue.Member{}, "beyond")
	parts := 0
	for range v.Elements() {
		parts++
	}
	for range v.Members() {
		parts++
	}
	say(parts != v.Len(), "parts")
	return strings.Join(said, " ")
}

// CR-JS-08: ToBoolean.
func TestTruthy(t *testing.T) {
	tests := map[string]bool{
		`null`: false, `false`: false, `true`: true, `0`: false, `-0`: false, `0.0`: false, `1e-400`: false, `1`: true, `1e400`: true,
		`""`: false, `"0"`: true, `" "`: true, `[]`: true, `{}`: true,
	}
	for source, want := range tests {
		if got := decode(t, source).Truthy(); got != want {
			t.Errorf("Truthy of %s = %v", source, got)
		}
	}
	if (jsvalue.Value{}).Truthy() {
		t.Error("undefined is truthy")
	}
}

func TestNumberValue(t *testing.T) {
	tests := []struct {
		f    float64
		text string
	}{
		{1, "1"},
		{-1.5, "-1.5"},
		{1e21, "1e+21"},
		{1e-7, "1e-7"},
		{math.Copysign(0, -1), "-0"},
		{math.Inf(1), "1e400"},
		{math.Inf(-1), "-1e400"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
		{1e15, "1000000000000000"},
	}
	for _, tt := range tests {
		v := jsvalue.NumberValue(tt.f)
		if v.NumberText() != tt.text || v.Float() != tt.f || math.Signbit(v.Float()) != math.Signbit(tt.f) {
			t.Errorf("NumberValue(%v) has text %s and value %v", tt.f, v.NumberText(), v.Float())
		}
	}
	if v := jsvalue.NumberValue(math.NaN()); v.Kind() != jsvalue.Null {
		t.Errorf("NumberValue(NaN) has kind %d", v.Kind())
	}
	for _, i := range []int64{0, 7, -7, math.MaxInt64, math.MinInt64, 999999999999999, 1000000000000000} {
		v := jsvalue.IntValue(i)
		if v.NumberText() != fmt.Sprint(i) || v.Float() != float64(i) {
			t.Errorf("IntValue(%d) has text %s and value %v", i, v.NumberText(), v.Float())
		}
	}
}

// CR-JS-02 for objects that are built: order, duplicates, members without a value.
func TestObjectValue(t *testing.T) {
	member := func(key string, i int64) jsvalue.Member { return jsvalue.Member{Key: key, Value: jsvalue.IntValue(i)} }
	unset := func(key string) jsvalue.Member { return jsvalue.Member{Key: key} }
	wide := func(extra ...jsvalue.Member) []jsvalue.Member {
		var members []jsvalue.Member
		for i := range int64(20) {
			members = append(members, member(fmt.Sprintf("k%d", i), i))
		}
		return append(members, extra...)
	}
	wideText := strings.TrimSuffix(encoded(jsvalue.ObjectValue(wide()...)), "}")
	tests := []struct {
		name string
		v    jsvalue.Value
		want string
	}{
		{"none", jsvalue.ObjectValue(), `{}`},
		{"duplicate", jsvalue.ObjectValue(member("a", 1), member("b", 2), member("a", 3)), `{"a":3,"b":2}`},
		{"index keys", jsvalue.ObjectValue(member("a", 1), member("10", 2), member("9", 3)), `{"9":3,"10":2,"a":1}`},
		{"index keys alone", jsvalue.ObjectValue(member("1", 1), member("0", 2)), `{"0":2,"1":1}`},
		{"undefined", jsvalue.ObjectValue(member("a", 1), unset("b"), member("c", 3)), `{"a":1,"c":3}`},
		{"undefined in the end", jsvalue.ObjectValue(member("a", 1), unset("a")), `{}`},
		{"wide", jsvalue.ObjectValue(wide(member("k0", 100))...), strings.Replace(wideText, `"k0":0`, `"k0":100`, 1) + `}`},
		{"wide, index key", jsvalue.ObjectValue(wide(member("0", 9))...), `{"0":9,` + wideText[1:] + `}`},
		{"wide, undefined", jsvalue.ObjectValue(wide(unset("k0"))...), strings.Replace(wideText, `"k0":0,`, ``, 1) + `}`},
		{"with", decode(t, `{"a":1,"b":2}`).With(member("c", 3), member("a", 4), member("0", 5)), `{"0":5,"a":4,"b":2,"c":3}`},
		{"with undefined", decode(t, `{"a":1,"b":2}`).With(unset("a")), `{"b":2}`},
		{"undefined with", jsvalue.Value{}.With(member("a", 1)), `{"a":1}`},
		{"array with", decode(t, `[1]`).With(member("a", 1)), `{"a":1}`},
		{"without", decode(t, `{"a":1,"b":2,"c":3}`).Without("b", "x", "a"), `{"c":3}`},
		{"without all", decode(t, `{"a":1}`).Without("a"), `{}`},
		{"array", jsvalue.ArrayValue(jsvalue.Value{}, jsvalue.NullValue(), jsvalue.BoolValue(false)), `[null,null,false]`},
		{"empty array", jsvalue.ArrayValue(), `[]`},
	}
	for _, tt := range tests {
		if got := encoded(tt.v); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		for key, value := range tt.v.Members() {
			if !tt.v.Has(key) || !jsvalue.Equal(tt.v.Get(key), value) {
				t.Errorf("%s: Get(%q) = %s", tt.name, key, encoded(tt.v.Get(key)))
			}
		}
		if tt.v.Has("x") || tt.v.Has("") {
			t.Errorf("%s: Has finds what is not there", tt.name)
		}
	}
	base := decode(t, `{"a":1,"b":{"c":2}}`)
	_ = base.With(member("a", 9)).Without("b")
	if got, want := encoded(base), `{"a":1,"b":{"c":2}}`; got != want {
		t.Errorf("With changed its object to %s", got)
	}
}

func TestIterationStops(t *testing.T) {
	for i := range decode(t, `[1,2,3]`).Elements() {
		if i == 1 {
			break
		}
	}
	for key := range decode(t, `{"a":1,"b":2}`).Members() {
		if key == "a" {
			break
		}
	}
}

// Values may be read by several goroutines at once, Decode be called by them.
func TestConcurrentUse(t *testing.T) {
	records, _ := benchmarkRecords(50)
	shared := decode(t, "["+strings.Join(records, ",")+"]")
	want := encoded(shared)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, record := range records {
				if !jsvalue.Equal(shared.At(i), decode(t, record)) {
					t.Errorf("record %d differs", i)
				}
			}
			if encoded(shared.Clone()) != want {
				t.Error("the clone differs")
			}
		})
	}
	group.Wait()
}
