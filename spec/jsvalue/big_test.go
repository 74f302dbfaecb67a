package jsvalue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// size is a size for tests of what must not depend on it, smaller under -short.
func size(full int) int {
	switch {
	case testing.Short():
		return full / 50
	case underRace:
		return full / 10
	}
	return full
}

// CR-JS-09: depth costs memory and nothing else.
func TestDepth(t *testing.T) {
	for _, shape := range []struct {
		depth                    int
		open, inner, close, text string
	}{
		{size(1_000_000), `[`, `1`, `]`, `1`},
		{size(1_000_000), `{"a":`, `null`, `}`, `[object Object]`},
		{size(100_000), `[[],{"b":`, `"x"`, `},"tail"]`, `,[object Object],tail`},
	} {
		depth := shape.depth
		source := strings.Repeat(shape.open, depth) + shape.inner + strings.Repeat(shape.close, depth)
		v := decode(t, source)
		if got := encoded(v); got != source {
			t.Errorf("%s: Append gives another text", shape.open)
		}
		if !jsvalue.Equal(v, decode(t, source)) || !jsvalue.Equal(v, v.Clone()) {
			t.Errorf("%s: not equal to itself", shape.open)
		}
		other := strings.Repeat(shape.open, depth) + `false` + strings.Repeat(shape.close, depth)
		if jsvalue.Equal(v, decode(t, other)) {
			t.Errorf("%s: equal to another", shape.open)
		}
		if got := string(jsvalue.AppendCanonical(nil, v)); len(got) != len(source) {
			t.Errorf("%s: AppendCanonical gives %d bytes", shape.open, len(got))
		}
		if got := string(jsvalue.AppendASCII(nil, v)); got != source {
			t.Errorf("%s: AppendASCII gives another text", shape.open)
		}
		if got := jsvalue.ToString(v); got != shape.text {
			t.Errorf("%s: ToString gives %.40s", shape.open, got)
		}
		for _, damaged := range []string{source[:len(source)-1], source + `]`, strings.Repeat(shape.open, depth)} {
			if _, err := jsvalue.Decode(damaged); err == nil {
				t.Errorf("%s: damaged text is accepted", shape.open)
			}
		}
	}
}

// Indenting is quadratic in the depth by its nature; it must not be worse.
func TestDepthIndented(t *testing.T) {
	const depth = 2000
	v := decode(t, strings.Repeat(`[`, depth)+strings.Repeat(`]`, depth))
	if got, want := len(jsvalue.AppendIndent(nil, v, "\t")), 2*(depth-1)*(depth+2)/2+depth; got < want/2 || got > 2*want {
		t.Errorf("%d bytes, want about %d", got, want)
	}
}

// CR-JS-09: width is not quadratic, whatever the keys are.
func TestWidth(t *testing.T) {
	width := size(100_000)
	for _, shape := range []struct {
		name string
		key  func(i int) string
		want int // members
	}{
		{"different", func(i int) string { return fmt.Sprintf("key%d", i) }, width},
		{"duplicates", func(i int) string { return fmt.Sprintf("key%d", i%100) }, 100},
		{"each twice", func(i int) string { return fmt.Sprintf("key%d", i%(width/2)) }, width / 2},
		{"one key", func(int) string { return "k" }, 1},
		{"index keys, falling", func(i int) string { return fmt.Sprint(width - i) }, width},
		{"index keys and others", func(i int) string { return fmt.Sprint([]string{"", "x"}[i%2], width-i) }, width},
		{"one length", func(i int) string { return fmt.Sprintf("%032d", i) }, width},
	} {
		var b strings.Builder
		last := map[string]int{}
		for i := range width {
			key := shape.key(i)
			fmt.Fprintf(&b, `,%q:%d`, key, i)
			last[key] = i
		}
		v := decode(t, "{"+b.String()[1:]+"}")
		if v.Len() != shape.want {
			t.Errorf("%s: %d members, want %d", shape.name, v.Len(), shape.want)
		}
		for key, i := range last {
			if got := v.Get(key).Float(); got != float64(i) {
				t.Fatalf("%s: Get(%q) = %v, want %d", shape.name, key, got, i)
			}
		}
		for key, value := range v.Members() {
			if !jsvalue.Equal(v.Get(key), value) {
				t.Fatalf("%s: Get(%q) is not that member", shape.name, key)
			}
		}
		if v.Has("missing") {
			t.Errorf("%s: Has(missing)", shape.name)
		}
		turned := decode(t, string(jsvalue.AppendCanonical(nil, v)))
		if !jsvalue.Equal(v, turned) || !jsvalue.Equal(turned, v.Clone()) {
			t.Errorf("%s: another order is not equal", shape.name)
		}
		first := v.Member(0).Key
		if v.Without(first).Len() != v.Len()-1 || v.With(jsvalue.Member{Key: first}).Has(first) {
			t.Errorf("%s: Without leaves the member", shape.name)
		}
	}
	array := decode(t, "["+strings.Repeat(`0,`, 10*width)+"1]")
	if array.Len() != 10*width+1 || !array.At(10*width).Truthy() {
		t.Errorf("the array has %d elements", array.Len())
	}
}

// CR-JS-09: one string of 100 MB, with and without escapes.
func TestLongString(t *testing.T) {
	n := size(100 << 20)
	plain := strings.Repeat("0123456789abcdef", n/16)
	if got := decode(t, `"`+plain+`"`).Text(); got != plain {
		t.Error("plain text differs")
	}
	source := `{"k":"` + strings.Repeat(`line of text 中\n`, n/18) + `"}`
	v := decode(t, source)
	if got, want := jsvalue.Length(v.Get("k").Text()), n/18*15; got != want {
		t.Errorf("Length = %d, want %d", got, want)
	}
	if got := encoded(v); got != source {
		t.Error("Append gives another text")
	}
}
