package jsvalue

import (
	"math"
	"strconv"
)

// plainDigits is the number of digits up to which an integer surely is exact as a float64.
const plainDigits = 15

// maxSafeInteger is ECMAScript's Number.MAX_SAFE_INTEGER.
const maxSafeInteger = 1<<53 - 1

// Float is the ECMAScript value of a Number: the nearest float64, infinite when out of range, -0 kept (CR-JS-01); NaN for
// any other kind.
func (v Value) Float() float64 {
	if v.kind != Number {
		return math.NaN()
	}
	if v.flags&flagPlain != 0 {
		return float64(plainInteger(v.text))
	}
	f, _ := strconv.ParseFloat(v.text, 64) // out of range gives the infinity that is wanted
	return f
}

// plainInteger reads a text that has flagPlain.
func plainInteger(text string) int64 {
	digits := text
	if text[0] == '-' {
		digits = text[1:]
	}
	n := int64(0)
	for i := range len(digits) {
		n = n*10 + int64(digits[i]-'0')
	}
	if len(digits) < len(text) {
		return -n
	}
	return n
}

// IsFinite reports whether v is a Number and not infinite.
func (v Value) IsFinite() bool {
	f := v.Float()
	return f-f == 0
}

// SafeInteger is the integer that v is, if Number.isSafeInteger(v) holds: a Number without fraction, at most 2^53-1 in
// magnitude.
func (v Value) SafeInteger() (int64, bool) {
	f := v.Float()
	if f != math.Trunc(f) || math.Abs(f) > maxSafeInteger {
		return 0, false
	}
	return int64(f), true
}

// NumberText is the text a Number was decoded from, or the one it was built with; "" for any other kind.
func (v Value) NumberText() string {
	if v.kind == Number {
		return v.text
	}
	return ""
}

// AppendNumber appends f as ECMAScript's Number::toString writes it: the shortest digits that read back as f, with an
// exponent from 1e21 up and below 1e-6, and 0 for -0 (CR-JS-03). NaN and the infinities are null, as in JSON.stringify.
func AppendNumber(dst []byte, f float64) []byte {
	if f-f != 0 {
		return append(dst, "null"...)
	}
	size := math.Abs(f)
	if size < 1e15 && f == math.Trunc(f) {
		return strconv.AppendInt(dst, int64(f), 10)
	}
	if size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	if n := len(dst); dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') { // e-07 is written e-7
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// numberText is a JSON text that reads back as f, which is not NaN: -0 and the infinities, too.
func numberText(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "1e400"
	case math.IsInf(f, -1):
		return "-1e400"
	case f == 0 && math.Signbit(f):
		return "-0"
	}
	return string(AppendNumber(nil, f))
}

// numberFromText is the Number with that text, which obeys the grammar.
func numberFromText(text string) Value {
	_, plain := scanNumber(text, 0)
	v := Value{kind: Number, text: text}
	if plain {
		v.flags = flagPlain
	}
	return v
}

// scanNumber reads a number of JSON's grammar at s[i:]. It returns the offset behind the longest one there, or -1, and
// whether the text is plain (see flagPlain).
func scanNumber(s string, i int) (end int, plain bool) {
	negative := i < len(s) && s[i] == '-'
	if negative {
		i++
	}
	start := i
	i = digitsEnd(s, i)
	if i == start {
		return -1, false
	}
	if s[start] == '0' { // nothing may follow a leading zero
		i = start + 1
		plain = !negative
	} else {
		plain = i-start <= plainDigits
	}
	if i < len(s) && s[i] == '.' {
		fraction := digitsEnd(s, i+1)
		if fraction == i+1 {
			return -1, false
		}
		i, plain = fraction, false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		digits := i + 1
		if digits < len(s) && (s[digits] == '+' || s[digits] == '-') {
			digits++
		}
		exponent := digitsEnd(s, digits)
		if exponent == digits {
			return -1, false
		}
		i, plain = exponent, false
	}
	return i, plain
}

func digitsEnd(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}
