package jsvalue_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// CR-JS-06: lengths and cuts count UTF-16 units.
func TestLengthAndPrefix(t *testing.T) {
	tests := []struct {
		text     string
		length   int
		prefixes []string // for 0, 1, 2 ... units
	}{
		{"", 0, []string{""}},
		{"ab", 2, []string{"", "a", "ab"}},
		{"é中", 2, []string{"", "é", "é中"}},
		{"😀", 2, []string{"", "", "😀"}},
		{"a😀b", 4, []string{"", "a", "a", "a😀", "a😀b"}},
		{high + "x" + low, 3, []string{"", high, high + "x", high + "x" + low}},
	}
	for _, tt := range tests {
		if got := jsvalue.Length(tt.text); got != tt.length {
			t.Errorf("Length(%q) = %d, want %d", tt.text, got, tt.length)
		}
		for units, want := range tt.prefixes {
			if got := jsvalue.Prefix(tt.text, units); got != want {
				t.Errorf("Prefix(%q, %d) = %q, want %q", tt.text, units, got, want)
			}
		}
		for units := -3; units < tt.length+3; units++ {
			if got, want := jsvalue.LongerThan(tt.text, units), tt.length > units; got != want {
				t.Errorf("LongerThan(%q, %d) = %v", tt.text, units, got)
			}
		}
		if got := jsvalue.Prefix(tt.text, tt.length+1); got != tt.text {
			t.Errorf("Prefix(%q, %d) = %q", tt.text, tt.length+1, got)
		}
		if got := jsvalue.Prefix(tt.text, -1); got != "" {
			t.Errorf("Prefix(%q, -1) = %q", tt.text, got)
		}
	}
	long := strings.Repeat("a中😀"+high+"ßtext of ASCII. ", 50)
	for units := range jsvalue.Length(long) {
		got := jsvalue.Prefix(long, units)
		if n := jsvalue.Length(got); !strings.HasPrefix(long, got) || n != units && !(n == units-1 && strings.HasPrefix(long[len(got):], "😀")) {
			t.Fatalf("Prefix(long, %d) has %d units", units, n)
		}
	}
}

// CR-JS-07: halves that meet become one character.
func TestConcat(t *testing.T) {
	tests := []struct {
		parts []string
		want  string
	}{
		{nil, ""},
		{[]string{"", ""}, ""},
		{[]string{"a", "b"}, "ab"},
		{[]string{high, low}, "😀"},
		{[]string{"x" + high, "", low + "y"}, "x😀y"},
		{[]string{low, high}, low + high},
		{[]string{high, high, low, low}, high + "😀" + low},
		{[]string{high, "x", low}, high + "x" + low},
		{[]string{"한", low}, "한" + low},
		{[]string{high, "한"}, high + "한"},
		{[]string{wtf8(0xDBFF), wtf8(0xDFFF)}, "\U0010FFFF"},
		{[]string{wtf8(0xD800), wtf8(0xDC00)}, "\U00010000"},
	}
	for _, tt := range tests {
		got := jsvalue.Concat(tt.parts...)
		if got != tt.want || !jsvalue.ValidText(got) {
			t.Errorf("Concat(%q) = %q, want %q", tt.parts, got, tt.want)
		}
		var dst []byte
		for _, part := range tt.parts {
			dst = jsvalue.AppendText(dst, part)
		}
		if string(dst) != tt.want {
			t.Errorf("AppendText of %q = %q, want %q", tt.parts, dst, tt.want)
		}
	}
	only := "only part"
	if got := jsvalue.Concat("", only, ""); unsafe.StringData(got) != unsafe.StringData(only) {
		t.Error("a single part is copied")
	}
}

// CR-JS-06: a beginning in UTF-16 units.
func TestHasPrefix(t *testing.T) {
	for _, tt := range []struct {
		s, prefix string
		want      bool
	}{
		{"", "", true},
		{"a", "", true},
		{"a", "ab", false},
		{"a😀", "a😀", true},
		{"a😀b", "a" + high, true},
		{"a😀b", "a" + wtf8(0xD83E), false},
		{"a😀b", high, false},
		{"a😀b", "a" + high + "b", false},
		{"a", "a" + high, false},
		{"a한", "a" + high, false},
		{high + "x", high, true},
		{low, high, false},
	} {
		if got := jsvalue.HasPrefix(tt.s, tt.prefix); got != tt.want {
			t.Errorf("HasPrefix(%q, %q) = %v", tt.s, tt.prefix, got)
		}
	}
}

// CR-JS-07: decoding UTF-8 as the WHATWG decoder does.
func TestFromUTF8(t *testing.T) {
	const r = "\uFFFD"
	tests := []struct{ bytes, want string }{
		{"", ""},
		{"plain é中😀", "plain é中😀"},
		{"\xEF\xBB\xBFx", "\uFEFFx"},
		{"\xFF", r},
		{"\x80", r},
		{"\xC0\x80", r + r},
		{"\xC1\xBF", r + r},
		{"\xC2", r},
		{"\xC2x", r + "x"},
		{"a\xE2\x82", "a" + r},
		{"\xE2\x82z", r + "z"},
		{"\xE0\x80\x80", r + r + r},
		{"\xE0\x9F\x80", r + r + r},
		{"\xED\xA0\x80", r + r + r},
		{"\xED\xBF\xBF", r + r + r},
		{"\xED\x9F\xBF", "\uD7FF"},
		{"\xF0\x9F\x98", r},
		{"\xF0\x9F\x98x", r + "x"},
		{"\xF0\x80\x80\x80", r + r + r + r},
		{"\xF0\x8F\xBF\xBF", r + r + r + r},
		{"\xF4\x8F\xBF\xBF", "\U0010FFFF"},
		{"\xF4\x90\x80\x80", r + r + r + r},
		{"\xF5\x80\x80\x80", r + r + r + r},
		{"\xE2\xE2\x82\xAC", r + "€"},
		{"\xF0\x9F\xF0\x9F\x98\x80", r + "😀"},
		{"\xE2\x82\xE2\x82", r + r},
	}
	for _, tt := range tests {
		if got := jsvalue.FromUTF8([]byte(tt.bytes)); got != tt.want {
			t.Errorf("FromUTF8(%q) = %q, want %q", tt.bytes, got, tt.want)
		}
		if got := jsvalue.FromUTF8String(tt.bytes); got != tt.want {
			t.Errorf("FromUTF8String(%q) = %q, want %q", tt.bytes, got, tt.want)
		}
	}
	valid := "valid é"
	if got := jsvalue.FromUTF8String(valid); unsafe.StringData(got) != unsafe.StringData(valid) {
		t.Error("valid text is copied")
	}
}

// CR-JS-07: well-formed WTF-8, and the way back to Unicode.
func TestValidText(t *testing.T) {
	tests := []struct {
		text       string
		valid      bool
		wellFormed string
	}{
		{"", true, ""},
		{"é中😀", true, "é中😀"},
		{high, true, "\uFFFD"},
		{low + high, true, "\uFFFD\uFFFD"},
		{high + "x" + low, true, "\uFFFDx\uFFFD"},
		{high + low, false, ""},
		{high + high + low, false, ""},
		{"\xFF", false, ""},
		{"\xED\xA0", false, ""},
		{"\xED", false, ""},
		{"\xC0\x80", false, ""},
		{high + "\xED", false, ""},
		{"\uD7FF\uE000 한글 " + low, true, "\uD7FF\uE000 한글 \uFFFD"},
	}
	for _, tt := range tests {
		if got := jsvalue.ValidText(tt.text); got != tt.valid {
			t.Errorf("ValidText(%q) = %v", tt.text, got)
		}
		if got := jsvalue.WellFormed(tt.text); tt.valid && got != tt.wellFormed {
			t.Errorf("WellFormed(%q) = %q, want %q", tt.text, got, tt.wellFormed)
		}
	}
}

// CR-JS-05: the trim set, over all of the BMP.
func TestTrim(t *testing.T) {
	const spaces = "\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF"
	for unit := rune(0); unit <= 0xFFFF; unit++ {
		c := wtf8(unit)
		want := c
		if strings.Contains(spaces, c) {
			want = ""
		}
		if got := jsvalue.Trim(c); got != want {
			t.Errorf("Trim(%q) = %q", c, got)
		}
		if got := jsvalue.IsBlank(c); got != (want == "") {
			t.Errorf("IsBlank(%q) = %v", c, got)
		}
	}
	if got := jsvalue.Trim(spaces + "a" + spaces + "b" + spaces); got != "a"+spaces+"b" {
		t.Errorf("Trim = %q", got)
	}
	if !jsvalue.IsBlank(spaces) || !jsvalue.IsBlank("") || jsvalue.IsBlank(spaces+"\u0085") || jsvalue.Trim(spaces) != "" {
		t.Error("IsBlank is wrong")
	}
}

func TestToLower(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"already lower", "already lower"},
		{"MiXeD Case ÀÉ Ж", "mixed case àé ж"},
		{"İ", "i̇"},
		{"I", "i"},
		{"ẞ", "ß"},
		{"ß", "ß"},
		{"ΟΔΟΣ", "οδος"},
		{"ΟΔΟΣ.", "οδος."},
		{"ΟΔΟΣ ΣΑΣ", "οδος σας"},
		{"Σ", "σ"},
		{"ΑΣ'Α", "ασ'α"},
		{"A\u0301Σ", "a\u0301ς"},
		{"1Σ", "1σ"},
		{"A" + high + "Σ" + low, "a" + high + "σ" + low},
		{"Ａ𐐀", "ａ𐐨"},
		{high + "A", high + "a"},
	}
	for _, tt := range tests {
		if got := jsvalue.ToLower(tt.text); got != tt.want {
			t.Errorf("ToLower(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
