package jsvalue

import (
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Length is the number of UTF-16 units of s, JavaScript's length (CR-JS-06).
func Length(s string) int {
	units, i := 0, 0
	for ; i+8 <= len(s); i += 8 {
		units += wordUnits(word(s, i))
	}
	for ; i < len(s); i++ {
		units += leadUnits(s[i])
	}
	return units
}

// leadUnits is the number of UTF-16 units of the character that begins with c: none if c is inside a character, two if
// the character has four bytes.
func leadUnits(c byte) int {
	switch {
	case c < 0x80:
		return 1
	case c < 0xC0:
		return 0
	case c < 0xF0:
		return 1
	}
	return 2
}

// wordUnits is the sum of leadUnits over the bytes of x.
func wordUnits(x uint64) int {
	high := x & highBits
	if high == 0 {
		return 8
	}
	inside := high &^ (x << 1)                    // 10xxxxxx
	four := high & (x << 1) & (x << 2) & (x << 3) // 1111xxxx
	return 8 - bits.OnesCount64(inside) + bits.OnesCount64(four)
}

// LongerThan reports whether s has more than that many UTF-16 units. It looks at the bytes only when their number leaves
// it open: a unit is one to three bytes (CR-JS-06).
func LongerThan(s string, units int) bool {
	if len(s) <= units {
		return false
	}
	return len(s)/3 > units || Length(s) > units
}

// HasPrefix reports whether s begins with the UTF-16 units of prefix, which may end with half of a character of s (CR-JS-06).
func HasPrefix(s, prefix string) bool {
	if strings.HasPrefix(s, prefix) {
		return true
	}
	half := lastHigh([]byte(prefix[max(0, len(prefix)-3):]))
	if half == 0 {
		return false
	}
	rest, ok := strings.CutPrefix(s, prefix[:len(prefix)-3])
	whole, _ := utf8.DecodeRuneInString(rest)
	high, _ := utf16.EncodeRune(whole)
	return ok && high == half
}

// Prefix is the longest beginning of s with at most that many UTF-16 units that does not split a surrogate pair
// (CR-JS-06).
func Prefix(s string, units int) string {
	if len(s) <= units {
		return s
	}
	i := 0
	for units >= 16 && i+8 <= len(s) { // 8 bytes are at most 16 units
		units -= wordUnits(word(s, i))
		i += 8
	}
	for ; i < len(s); i++ {
		if units -= leadUnits(s[i]); units < 0 {
			return s[:i]
		}
	}
	return s
}

// AppendText appends s to dst. A high surrogate at the end of dst and a low one at the start of s become the one
// character they mean, so that text which arrives in pieces is what it was as a whole (CR-JS-07).
func AppendText(dst []byte, s string) []byte {
	if startsLow(s) {
		if high := lastHigh(dst); high != 0 {
			low := rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F) // without the bits that all surrogates share
			dst = utf8.AppendRune(dst[:len(dst)-3], joined(high, low))
			s = s[3:]
		}
	}
	return append(dst, s...)
}

// appendUnit appends one UTF-16 unit, joining as AppendText does.
func appendUnit(dst []byte, unit rune) []byte {
	if unit < 0xD800 || unit > 0xDFFF {
		return utf8.AppendRune(dst, unit)
	}
	if unit >= 0xDC00 {
		if high := lastHigh(dst); high != 0 {
			return utf8.AppendRune(dst[:len(dst)-3], joined(high, unit))
		}
	}
	return append(dst, 0xED, 0x80|byte(unit>>6&0x3F), 0x80|byte(unit&0x3F))
}

// joined is the character of a surrogate pair, each given with or without the bits that all surrogates share.
func joined(high, low rune) rune { return 0x10000 + (high&0x3FF)<<10 | low&0x3FF }

// startsLow reports whether s begins with a low surrogate: ED, B0..BF, 80..BF.
func startsLow(s string) bool {
	return len(s) >= 3 && s[0] == 0xED && s[1]&0xF0 == 0xB0 && s[2]&0xC0 == 0x80
}

// lastHigh is the high surrogate (ED, A0..AF, 80..BF) that dst ends with, or 0.
func lastHigh(dst []byte) rune {
	n := len(dst)
	if n < 3 || dst[n-3] != 0xED || dst[n-2]&0xF0 != 0xA0 || dst[n-1]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | rune(dst[n-2]&0x3F)<<6 | rune(dst[n-1]&0x3F)
}

// Concat is the parts in one string, joined as by AppendText. A single part that is not empty is returned as it is.
func Concat(parts ...string) string {
	size, seams, only := 0, false, ""
	for _, part := range parts {
		if part != "" {
			seams = seams || size > 0 && startsLow(part)
			size += len(part)
			only = part
		}
	}
	if size == len(only) {
		return only
	}
	if !seams {
		return strings.Join(parts, "")
	}
	dst := make([]byte, 0, size)
	for _, part := range parts {
		dst = AppendText(dst, part)
	}
	return string(dst)
}
