package jsvalue

import "unicode/utf8"

// Trim removes white space and line ends from both ends of s, by ECMAScript's set (CR-JS-05).
func Trim(s string) string {
	s = trimStart(s)
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		if !isSpace(r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

// IsBlank reports whether Trim leaves nothing of s.
func IsBlank(s string) bool { return trimStart(s) == "" }

func trimStart(s string) string {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if !isSpace(r) {
			break
		}
		s = s[size:]
	}
	return s
}

// isSpace is ECMAScript's WhiteSpace and LineTerminator. Unlike unicode.IsSpace it has U+FEFF and lacks U+0085.
func isSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || r >= '\t' && r <= '\r'
	case r < 0x1680:
		return r == 0xA0
	case r >= 0x2000 && r <= 0x200A:
		return true
	}
	switch r {
	case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return false
}
