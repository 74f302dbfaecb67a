package command

import (
	"slices"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		``:                          nil,
		"  \t":                      nil,
		`node adapter.mjs`:          {"node", "adapter.mjs"},
		`  a   b  `:                 {"a", "b"},
		`'a b' "c d" e\ f`:          {"a b", "c d", "e f"},
		`a'b'"c"d`:                  {"abcd"},
		`'' ""`:                     {"", ""},
		`'\' "\"\\\n" \'`:           {`\`, `"\\n`, `'`},
		`$HOME *.go | cat > x; ~ &`: {"$HOME", "*.go", "|", "cat", ">", "x;", "~", "&"},
	} {
		if got, err := splitWords(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", line, got, err, want)
		}
	}
	for _, line := range []string{`'a`, `"a`, `a\`, `"a\"`} {
		if got, err := splitWords(line); err == nil {
			t.Errorf("%s: %q", line, got)
		}
	}
}

func TestQuoteWord(t *testing.T) {
	for _, word := range []string{"", "a", "a b", "it's", `"`, `\`, "$x", "a-b_c/d.e", "ö", "\n"} {
		if got, err := splitWords(quoteWord(word)); err != nil || !slices.Equal(got, []string{word}) {
			t.Errorf("%q: %s is %q, %v", word, quoteWord(word), got, err)
		}
	}
}
