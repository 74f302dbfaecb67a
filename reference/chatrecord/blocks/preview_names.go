package blocks

import "strings"

// Tests on tool names. They know no letters but ASCII ones: neither a KELVIN SIGN nor a long s matches anything.

// lowerASCII is s with A-Z in lower case.
func lowerASCII(s string) string {
	upper := strings.IndexFunc(s, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	if upper < 0 {
		return s
	}
	lower := []byte(s)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + 'a' - 'A'
		}
	}
	return string(lower)
}

// containsAny reports whether one of parts occurs in s.
func containsAny(s string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

// endsWithWord reports whether s is one of words or ends in an underscore and one of them.
func endsWithWord(s string, words ...string) bool {
	for _, word := range words {
		if before, found := strings.CutSuffix(s, word); found && (before == "" || strings.HasSuffix(before, "_")) {
			return true
		}
	}
	return false
}

// hasWord reports whether one of words stands in s between underscores, hyphens and the ends.
func hasWord(s string, words ...string) bool {
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '_' || r == '-' }) {
		for _, word := range words {
			if part == word {
				return true
			}
		}
	}
	return false
}

// hasScheme reports whether url begins with a letter, then letters, digits, "+", "." or "-", then a colon.
func hasScheme(url string) bool {
	for i := range len(url) {
		switch c := url[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '.' || c == '-'):
		default:
			return i > 0 && c == ':'
		}
	}
	return false
}
