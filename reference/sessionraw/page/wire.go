package page

import (
	"encoding/binary"
	"math"
)

// appendNatural and appendText write what a decoder reads: numbers in 7 bits a byte, and texts behind their lengths.
func appendNatural(raw []byte, n int) []byte { return binary.AppendUvarint(raw, uint64(n)) }

func appendText(raw []byte, text string) []byte {
	return append(appendNatural(raw, len(text)), text...)
}

// decoder reads the parts of a cursor. What cannot be read is zero, and so is all behind it.
type decoder struct {
	rest   string
	failed bool
}

func (d *decoder) natural() int {
	n, length := binary.Uvarint([]byte(d.rest[:min(len(d.rest), binary.MaxVarintLen64)]))
	if length <= 0 || n > math.MaxInt {
		d.failed = true
	}
	if d.failed {
		return 0
	}
	d.rest = d.rest[length:]
	return int(n)
}

// count is the number of parts that follow, each of which takes a byte at least.
func (d *decoder) count() int {
	n := d.natural()
	if n > len(d.rest) {
		d.failed = true
		return 0
	}
	return n
}

func (d *decoder) text() string { return d.cut(d.natural()) }

func (d *decoder) mark() uint64 {
	if text := d.cut(8); text != "" {
		return binary.BigEndian.Uint64([]byte(text))
	}
	return 0
}

func (d *decoder) cut(length int) string {
	if d.failed || length > len(d.rest) {
		d.failed = true
		return ""
	}
	text := d.rest[:length]
	d.rest = d.rest[length:]
	return text
}
