package jsvalue

import (
	"strings"
	"unicode/utf8"
)

const replacement = "\uFFFD"

// FromUTF8 decodes b as the WHATWG UTF-8 decoder does (CR-JS-07): a maximal beginning of a character that is not one
// becomes one U+FFFD, every other stray byte one each; an encoded surrogate becomes three. A BOM stays. The result
// aliases nothing.
func FromUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return replaceInvalid(string(b))
}

// FromUTF8String is FromUTF8 for a string. It returns s itself when that is valid.
func FromUTF8String(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return replaceInvalid(s)
}

func replaceInvalid(s string) string {
	var out strings.Builder
	out.Grow(len(s) + len(replacement))
	start := 0
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			i++
			continue
		}
		size, valid := sequence(s[i:], 0x9F)
		if !valid {
			out.WriteString(s[start:i])
			out.WriteString(replacement)
			start = i + size
		}
		i += size
	}
	out.WriteString(s[start:])
	return out.String()
}

// sequence is the size of the character that s, which is not empty, begins with. If there is none, it is the size of what
// one replacement stands for. afterED is the largest byte allowed behind ED: 9F leaves surrogates out, BF lets them in.
func sequence(s string, afterED byte) (size int, valid bool) {
	lower, upper, need := byte(0x80), byte(0xBF), 0
	switch lead := s[0]; {
	case lead < 0x80:
		return 1, true
	case lead < 0xC2 || lead > 0xF4:
		return 1, false
	case lead < 0xE0:
		need = 2
	case lead < 0xF0:
		need = 3
		if lead == 0xE0 {
			lower = 0xA0
		} else if lead == 0xED {
			upper = afterED
		}
	default:
		need = 4
		if lead == 0xF0 {
			lower = 0x90
		} else if lead == 0xF4 {
			upper = 0x8F
		}
	}
	for size = 1; size < need; size++ {
		if size == len(s) || s[size] < lower || s[size] > upper {
			return size, false
		}
		lower, upper = 0x80, 0xBF
	}
	return need, true
}

// ValidText reports whether s is well-formed WTF-8: UTF-8 that may also hold surrogates of three bytes each, but no high
// one directly before a low one, which would have to be one character (CR-JS-07).
func ValidText(s string) bool {
	if utf8.ValidString(s) {
		return true
	}
	afterHigh := false
	for i := 0; i < len(s); {
		size, valid := sequence(s[i:], 0xBF)
		if !valid {
			return false
		}
		surrogate := isSurrogate(s, i)
		if surrogate && afterHigh && s[i+1] >= 0xB0 {
			return false
		}
		afterHigh = surrogate && s[i+1] < 0xB0
		i += size
	}
	return true
}

// isSurrogate reports whether a surrogate of three bytes begins at s[i]. Only that is taken for one, so that bytes which
// are no text at all pass through unchanged.
func isSurrogate(s string, i int) bool {
	return s[i] == 0xED && i+2 < len(s) && s[i+1]&0xE0 == 0xA0 && s[i+2]&0xC0 == 0x80
}

// WellFormed is s with U+FFFD for each lone surrogate; s itself when there is none.
func WellFormed(s string) string {
	i := nextSurrogate(s, 0)
	if i == len(s) {
		return s
	}
	out := []byte(s)
	for ; i < len(s); i = nextSurrogate(s, i+3) {
		copy(out[i:], replacement)
	}
	return string(out)
}

// nextSurrogate is the offset of the first surrogate from i on, or len(s).
func nextSurrogate(s string, i int) int {
	for {
		next := strings.IndexByte(s[i:], 0xED)
		if next < 0 {
			return len(s)
		}
		if i += next; isSurrogate(s, i) {
			return i
		}
		i++
	}
}
