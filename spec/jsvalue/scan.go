package jsvalue

import "math/bits"

// Every byte of a word at once.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// word is the 8 bytes s[i:i+8], the first one lowest. The compiler makes one load of it.
func word(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// putWord stores x at dst[i:i+8], the lowest byte first.
func putWord(dst []byte, i int, x uint64) {
	dst = dst[i : i+8]
	dst[0] = byte(x)
	dst[1] = byte(x >> 8)
	dst[2] = byte(x >> 16)
	dst[3] = byte(x >> 24)
	dst[4] = byte(x >> 32)
	dst[5] = byte(x >> 40)
	dst[6] = byte(x >> 48)
	dst[7] = byte(x >> 56)
}

// stops marks, with its high bit, each byte of x that ends a run of plain text in a JSON string: quote, backslash, control
// character. Bytes above a marked one may be marked wrongly; the lowest mark is right.
func stops(x uint64) uint64 {
	low := x ^ lowBits*2       // quotes become spaces, and control characters stay below them
	escape := x ^ lowBits*'\\' // backslashes become zero
	return ((low-lowBits*(' '+1))&^low | (escape-lowBits)&^escape) & highBits
}

// surrogateMarks marks each byte ED of x in the way of stops.
func surrogateMarks(x uint64) uint64 {
	if x&highBits == 0 {
		return 0
	}
	ed := x ^ lowBits*0xED
	return (ed - lowBits) &^ ed & highBits
}

// firstMark is the number of bytes below the lowest mark.
func firstMark(marks uint64) int { return bits.TrailingZeros64(marks) >> 3 }

// plainEnd is the offset, from i on, of the first byte that ends a run of plain text, or len(s).
func plainEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if marks := stops(word(s, i)); marks != 0 {
			return i + firstMark(marks)
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// spaceEnd is the offset, from i on, of the first byte that is not JSON white space, or len(s).
func spaceEnd(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// hex4 reads four hexadecimal digits at s[i:], or gives -1.
func hex4(s string, i int) rune {
	if len(s)-i < 4 {
		return -1
	}
	r := rune(0)
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20-'a' <= 5:
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
