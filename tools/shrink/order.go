package shrink

import "unicode/utf8"

// size is the place of a document in the order: the number of records, then the bytes of the JSON in ASCII, then the text.
type size struct {
	records, bytes int
	text           string
}

func (a size) less(b size) bool {
	switch {
	case a.records != b.records:
		return a.records < b.records
	case a.bytes != b.bytes:
		return a.bytes < b.bytes
	}
	return lessText(a.text, b.text)
}

// rank orders bytes: letters that are easy to read first, so that the smallest name is "a" and not a space.
var rank = func() (rank [256]uint8) {
	const first = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	next := uint8(0)
	for i := range len(first) {
		rank[first[i]] = next
		next++
	}
	for b := range 256 {
		if b != 'a' && rank[b] == 0 {
			rank[b] = next
			next++
		}
	}
	return rank
}()

func lessText(a, b string) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return rank[a[i]] < rank[b[i]]
		}
	}
	return len(a) < len(b)
}

// asciiBytes is the length of a text if all that is not ASCII were written \uxxxx, so that a line weighs the same whether
// it was escaped or not. A byte that is no character weighs as much as one.
func asciiBytes(text string) int {
	const escape = len(`\uxxxx`)
	n := 0
	for i := 0; i < len(text); {
		r, width := utf8.DecodeRuneInString(text[i:])
		switch {
		case r < utf8.RuneSelf:
			n++
		case r > 0xffff:
			n += 2 * escape
		default:
			n += escape
		}
		i += width
	}
	return n
}
