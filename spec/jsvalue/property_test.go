package jsvalue_test

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// CR-JS-01, CR-JS-03: what is written reads back as the same value, in each of the ways of writing.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := finite(values(3).Draw(t, "value"))
		for name, text := range map[string][]byte{
			"Append":          jsvalue.Append(nil, v),
			"AppendASCII":     jsvalue.AppendASCII(nil, v),
			"AppendIndent":    jsvalue.AppendIndent(nil, v, "\t"),
			"AppendCanonical": jsvalue.AppendCanonical(nil, v),
		} {
			again, err := jsvalue.Decode(string(text))
			if err != nil || !jsvalue.Equal(v, again) {
				t.Fatalf("%s: %s, which reads back as %s, %v", name, text, encoded(again), err)
			}
			if name != "AppendCanonical" && encoded(again) != encoded(v) {
				t.Fatalf("%s: %s becomes %s", name, encoded(v), encoded(again))
			}
		}
		if c := v.Clone(); !jsvalue.Equal(v, c) || encoded(c) != encoded(v) {
			t.Fatalf("the clone of %s is %s", encoded(v), encoded(c))
		}
	})
}

// finite is v without the infinities, which are written as null.
func finite(v jsvalue.Value) jsvalue.Value {
	text := string(jsvalue.Append(nil, v))
	v, err := jsvalue.Decode(text)
	if err != nil {
		panic(err)
	}
	return v
}

// Two values are equal exactly when their canonical texts are.
func TestCanonicalEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := finite(values(2).Draw(t, "a"))
		b := a
		switch rapid.IntRange(0, 2).Draw(t, "edit") {
		case 0:
			b = finite(values(2).Draw(t, "b"))
		case 1:
			if n := a.Len(); a.IsObject() && n > 0 {
				m := a.Member(rapid.IntRange(0, n-1).Draw(t, "i"))
				b = a.Without(m.Key).With(m) // the same members, in another order
				if !jsvalue.Equal(a, b) {
					t.Fatalf("%s and %s differ", encoded(a), encoded(b))
				}
			}
		default:
			b = a.Clone()
		}
		same := string(jsvalue.AppendCanonical(nil, a)) == string(jsvalue.AppendCanonical(nil, b))
		if jsvalue.Equal(a, b) != same || jsvalue.Equal(b, a) != same {
			t.Fatalf("Equal(%s, %s) = %v", encoded(a), encoded(b), !same)
		}
	})
}

// CR-JS-02: an object has the members, and the order, that a naive definition gives.
func TestObjectModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var members []jsvalue.Member
		for i := range rapid.IntRange(0, 40).Draw(t, "n") {
			members = append(members, jsvalue.Member{Key: keys().Draw(t, "key"), Value: jsvalue.IntValue(int64(i))})
		}
		var order []string
		last := map[string]jsvalue.Value{}
		for _, m := range members {
			if _, ok := last[m.Key]; !ok {
				order = append(order, m.Key)
			}
			last[m.Key] = m.Value
		}
		index := func(key string) (uint64, bool) {
			n, err := strconv.ParseUint(key, 10, 32)
			return n, err == nil && n < math.MaxUint32 && strconv.FormatUint(n, 10) == key
		}
		slices.SortStableFunc(order, func(a, b string) int {
			x, isX := index(a)
			y, isY := index(b)
			switch {
			case isX && isY:
				return cmp.Compare(x, y)
			case isX:
				return -1
			case isY:
				return 1
			}
			return 0
		})
		var b strings.Builder
		for _, key := range order {
			b.WriteString("," + quoted(key) + ":" + last[key].NumberText())
		}
		want := "{" + strings.TrimPrefix(b.String(), ",") + "}"
		if got := encoded(jsvalue.ObjectValue(members...)); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

// CR-JS-07: text cut anywhere between two UTF-16 units, and put together again, is the original.
func TestConcatOfSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		units := unitsOf(text)
		var parts []string
		for len(units) > 0 {
			n := rapid.IntRange(0, len(units)).Draw(t, "cut")
			part := ""
			for _, unit := range units[:n] {
				part = jsvalue.Concat(part, wtf8(rune(unit)))
			}
			parts = append(parts, part)
			units = units[n:]
		}
		if got := jsvalue.Concat(parts...); got != text {
			t.Fatalf("Concat(%q) = %q, want %q", parts, got, text)
		}
	})
}

// unitsOf is a naive way from WTF-8 to UTF-16.
func unitsOf(text string) []uint16 {
	var units []uint16
	for i, r := range text {
		switch {
		case r == '\uFFFD' && text[i] == 0xED:
			units = append(units, 0xD000|uint16(text[i+1]&0x3F)<<6|uint16(text[i+2]&0x3F))
		case r == '\uFFFD' && text[i]&0xC0 == 0x80: // the rest of a surrogate
		default:
			units = utf16.AppendRune(units, r)
		}
	}
	return units
}

// CR-JS-06: length and prefixes agree with UTF-16.
func TestPrefixLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := jsvalue.Concat(texts().Draw(t, "text"), texts().Draw(t, "more"))
		units := unitsOf(text)
		if got := jsvalue.Length(text); got != len(units) {
			t.Fatalf("Length(%q) = %d, want %d", text, got, len(units))
		}
		cut := rapid.IntRange(0, len(units)+2).Draw(t, "cut")
		prefix := jsvalue.Prefix(text, cut)
		want := min(cut, len(units))
		if want > 0 && want < len(units) && utf16.IsSurrogate(rune(units[want-1])) &&
			utf16.DecodeRune(rune(units[want-1]), rune(units[want])) != '\uFFFD' {
			want--
		}
		if got := jsvalue.Length(prefix); got != want || !strings.HasPrefix(text, prefix) {
			t.Fatalf("Prefix(%q, %d) = %q with %d units, want %d", text, cut, prefix, got, want)
		}
		if got := jsvalue.LongerThan(text, cut); got != (len(units) > cut) {
			t.Fatalf("LongerThan(%q, %d) = %v", text, cut, got)
		}
	})
}

// CR-JS-07: all functions on text keep it well-formed.
func TestTextStaysValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		n := rapid.IntRange(0, 10).Draw(t, "n")
		for name, got := range map[string]string{
			"texts": text, "Trim": jsvalue.Trim(text), "ToLower": jsvalue.ToLower(text), "Prefix": jsvalue.Prefix(text, n),
			"WellFormed": jsvalue.WellFormed(text), "Decode": decode(t, quoted(text)).Text(),
		} {
			if !jsvalue.ValidText(got) {
				t.Fatalf("%s(%q) = %q is not valid", name, text, got)
			}
		}
		b := rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "bytes")
		if got := jsvalue.FromUTF8(b); !jsvalue.ValidText(got) || jsvalue.WellFormed(got) != got || jsvalue.FromUTF8String(string(b)) != got {
			t.Fatalf("FromUTF8(%q) = %q", b, got)
		}
		s := string(b) // need not be text: then no function promises more than to return
		_, _, _ = jsvalue.Length(s), jsvalue.Prefix(s, n), jsvalue.LongerThan(s, n)
		_, _, _ = jsvalue.ToLower(s), jsvalue.WellFormed(s), jsvalue.Trim(s)
		_, _ = jsvalue.Concat(s, s), jsvalue.AppendASCII(nil, jsvalue.StringValue(s))
	})
}

// CR-JS-03: number texts read back as the number.
func TestNumberRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if math.IsNaN(f) {
			return
		}
		v := jsvalue.NumberValue(f)
		again, err := jsvalue.Decode(v.NumberText())
		if err != nil || again.Float() != f || again.NumberText() != v.NumberText() {
			t.Fatalf("%v has text %s", f, v.NumberText())
		}
	})
}
