package jsonl

import "unicode/utf8"

// places maps offsets in the decoded line to offsets in the bytes of the file, in ascending order. Only invalid UTF-8
// makes them differ.
type places struct {
	raw, source     string
	same            bool
	inRaw, inSource int // how far both were read; the same number of ASCII bytes stands before each
}

func newPlaces(raw, source string) *places {
	return &places{raw: raw, source: source, same: raw == source}
}

// of maps the offset of an ASCII byte, or that just behind one. Decoding replaces only what is not ASCII, so the nth
// ASCII byte of the one is the nth of the other.
func (p *places) of(offset int) int {
	if p.same {
		return offset
	}
	for ; p.inSource < offset; p.inSource++ {
		if p.source[p.inSource] < utf8.RuneSelf {
			p.inRaw = p.nextASCII() + 1
		}
	}
	if offset < len(p.source) && p.source[offset] < utf8.RuneSelf {
		return p.nextASCII()
	}
	return p.inRaw
}

func (p *places) nextASCII() int {
	next := p.inRaw
	for p.raw[next] >= utf8.RuneSelf {
		next++
	}
	return next
}
