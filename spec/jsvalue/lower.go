package jsvalue

import (
	"unicode"
	"unicode/utf8"
)

// ToLower is ECMAScript's toLowerCase: Unicode's full mapping without a language, where U+0130 becomes two characters and
// a capital sigma at the end of a word becomes the final one. Lone surrogates stay. It returns s itself if nothing changes
// in a text of ASCII.
func ToLower(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf && (s[i] < 'A' || s[i] > 'Z') {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)+8), s[:i]...)
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1: // a surrogate's bytes, one by one
			out = append(out, s[i])
		case r == 0x130:
			out = append(out, "i\u0307"...)
		case r == 0x3A3 && endsWord(s, i, i+size):
			out = append(out, "\u03C2"...)
		default:
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
		i += size
	}
	return string(out)
}

// endsWord is Unicode's Final_Sigma: a cased letter before s[start:end] and none behind it, not counting characters that
// are ignorable there.
func endsWord(s string, start, end int) bool {
	before := false
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
		if !ignoredInCase(r) {
			before = isCased(r)
			break
		}
	}
	if !before {
		return false
	}
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		end += size
		if !ignoredInCase(r) {
			return !isCased(r)
		}
	}
	return true
}

func isCased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// ignoredInCase is Unicode's Case_Ignorable: marks, formats and modifiers, and the punctuation that may stand in a word.
func ignoredInCase(r rune) bool {
	switch r {
	case '\'', '.', ':', 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027,
		0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
