package shrink

import (
	"strings"
	"unicode/utf8"
)

// unitsOf cuts a text into what is taken away or kept as one: literals, characters, lone surrogates, stray bytes.
func unitsOf(text string, literals []string) []string {
	var units []string
	for text != "" {
		width := unitWidth(text, literals)
		units = append(units, text[:width])
		text = text[width:]
	}
	return units
}

func unitWidth(text string, literals []string) int {
	for _, literal := range literals {
		if strings.HasPrefix(text, literal) {
			return len(literal)
		}
	}
	if isSurrogate(text) {
		return 3
	}
	_, width := utf8.DecodeRuneInString(text)
	return width
}

// isSurrogate reports whether a WTF-8 text begins with a lone surrogate (CR-JS-07).
func isSurrogate(text string) bool {
	return len(text) >= 3 && text[0] == 0xed && text[1] >= 0xa0 && text[1] < 0xc0 && text[2] >= 0x80 && text[2] < 0xc0
}

// plainer are units that can stand in for one, from the plainest. For those that are not ASCII they are the smallest by the
// order of their escapes.
func plainer(unit string) []string {
	list := []string{"a", "b", "c", "0"}
	r, width := utf8.DecodeRuneInString(unit)
	switch {
	case isSurrogate(unit):
		return append(list, "\xed\xaa\xaa", "\xed\xb2\xaa") // \udaaa and \udcaa
	case len(unit) > width: // a literal
		return nil
	case r == utf8.RuneError && width == 1:
		return append(list, "\x80")
	case r < ' ':
		return append(list, "\n", "\x00")
	case r > 0xffff:
		return append(list, "\uaaaa", "\U000ba8aa") // \udaaa\udcaa
	case r >= utf8.RuneSelf:
		return append(list, "\uaaaa")
	}
	return list
}
