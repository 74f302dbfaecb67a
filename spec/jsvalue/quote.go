package jsvalue

import (
	"slices"
	"unicode/utf8"
)

// AppendQuoted appends JSON.stringify(s): in quotes, with \" \\ \b \t \n \f \r, other control characters as \u00xx, lone
// surrogates as \udxxx, and nothing else escaped (CR-JS-03).
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(slices.Grow(dst, len(s)+wordSlack), '"')
	i := 0
	for {
		dst, i = appendUnquoted(dst, s, i)
		switch {
		case i == len(s):
			return append(dst, '"')
		case s[i] != 0xED:
			dst = appendEscape(dst, s[i])
			i++
		case isSurrogate(s, i):
			dst = appendUnicodeEscape(dst, surrogate(s, i))
			i += 3
		default:
			dst = append(dst, s[i])
			i++
		}
	}
}

// wordSlack is room for quotes and for one word more than there is to copy.
const wordSlack = 16

// appendUnquoted appends the text from s[i:] up to the first byte that may have to be escaped (which includes ED, with
// which surrogates begin), and returns the offset of that.
func appendUnquoted(dst []byte, s string, i int) ([]byte, int) {
	if cap(dst)-len(dst) < len(s)-i+wordSlack {
		dst = slices.Grow(dst, len(s)-i+wordSlack)
	}
	n := len(dst)
	dst = dst[:cap(dst)]
	for ; i+8 <= len(s); i, n = i+8, n+8 {
		x := word(s, i)
		putWord(dst, n, x)
		if marks := stops(x) | surrogateMarks(x); marks != 0 {
			size := firstMark(marks)
			return dst[:n+size], i + size
		}
	}
	for ; i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' && s[i] != 0xED; i, n = i+1, n+1 {
		dst[n] = s[i]
	}
	return dst[:n], i
}

// appendEscape appends the escape of a quote, a backslash or a control character.
func appendEscape(dst []byte, c byte) []byte {
	if c >= ' ' {
		return append(dst, '\\', c)
	}
	if letter := "--------btn-fr------------------"[c]; letter != '-' {
		return append(dst, '\\', letter)
	}
	return appendUnicodeEscape(dst, rune(c))
}

// appendUnicodeEscape appends \uxxxx for one UTF-16 unit.
func appendUnicodeEscape(dst []byte, unit rune) []byte {
	const digits = "0123456789abcdef"
	return append(dst, '\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// surrogate is the surrogate of three bytes at s[i].
func surrogate(s string, i int) rune {
	return 0xD000 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F)
}

// appendQuotedASCII is AppendQuoted with everything outside printable ASCII as \uxxxx.
func appendQuotedASCII(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c < ' ' || c == '"' || c == '\\':
			dst = appendEscape(dst, c)
			i++
		case c < 0x7F:
			dst = append(dst, c)
			i++
		case isSurrogate(s, i):
			dst = appendUnicodeEscape(dst, surrogate(s, i))
			i += 3
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r >= 0x10000 {
				dst = appendUnicodeEscape(dst, 0xD800+(r-0x10000)>>10)
				r = 0xDC00 + r&0x3FF
			}
			dst = appendUnicodeEscape(dst, r)
			i += size
		}
	}
	return append(dst, '"')
}
