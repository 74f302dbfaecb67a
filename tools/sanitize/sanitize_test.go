package sanitize_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

func TestLineAndText(t *testing.T) {
	for _, c := range []struct{ name, in, line, text string }{
		{"plain", "plain", "plain", "plain"},
		{"empty", "", "", ""},
		{"lines", "a\nb\tc", `a\nb\tc`, "a\nb\tc"},
		{"CR LF", "a\r\nb", `a\r\nb`, "a\nb"},
		{"CR alone", "50%\r100%", `50%\r100%`, `50%\r100%`},
		{"ESC", "\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`, `\x1b[31mred\x1b[0m`},
		{"C0 and DEL", "\x00\a\b\x7f", `\x00\x07\x08\x7f`, `\x00\x07\x08\x7f`},
		{"C1", "\u009b31m\u0085", `\x9b31m\x85`, `\x9b31m\x85`},
		{"C1 as a raw byte", "\x9b31m", `\x9b31m`, `\x9b31m`},
		{"title sequence", "\x1b]0;owned\a", `\x1b]0;owned\x07`, `\x1b]0;owned\x07`},
		{"bidi override", "a\u202eb\u2066c\u200fd\u061c", `a\u202eb\u2066c\u200fd\u061c`, `a\u202eb\u2066c\u200fd\u061c`},
		{"separators", "a\u2028b\u2029", `a\u2028b\u2029`, `a\u2028b\u2029`},
		{"zero width", "a\u200bb\ufeff\u00ad", `a\u200bb\ufeff\xad`, `a\u200bb\ufeff\xad`},
		{"tags", "a\U000e0041", `a\u{e0041}`, `a\u{e0041}`},
		{"lone surrogates", "a\xed\xa0\xbdb\xed\xb8\x80", `a\ud83db\ude00`, `a\ud83db\ude00`},
		{"invalid bytes", "a\xff\xe2\x82", `a\xff\xe2\x82`, `a\xff\xe2\x82`},
		{"letters of the world", "é 漢字 عربى עברית \U0001F600", "é 漢字 عربى עברית \U0001F600", "é 漢字 عربى עברית \U0001F600"},
		{"joined emoji", "\U0001F468\u200d\U0001F469", "\U0001F468\u200d\U0001F469", "\U0001F468\u200d\U0001F469"},
		{"replacement character", "\uFFFD", "\uFFFD", "\uFFFD"},
		{"backslash stays", `\x1b`, `\x1b`, `\x1b`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sanitize.Line(c.in); got != c.line {
				t.Errorf("Line(%q) = %q, want %q", c.in, got, c.line)
			}
			if got := sanitize.Text(c.in); got != c.text {
				t.Errorf("Text(%q) = %q, want %q", c.in, got, c.text)
			}
		})
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\x1b[2J\u202e\xed\xa0\x80\r\n\xff")
	f.Fuzz(func(t *testing.T, s string) {
		text, line := sanitize.Text(s), sanitize.Line(s)
		if !utf8.ValidString(text) || strings.ContainsAny(line, "\n\t") {
			t.Fatalf("%q became %q and %q", s, text, line)
		}
		for _, r := range text {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
				t.Fatalf("%q became %q with %U in it", s, text, r)
			}
		}
		if again := sanitize.Text(text); again != text {
			t.Fatalf("%q is not stable: %q", text, again)
		}
	})
}
