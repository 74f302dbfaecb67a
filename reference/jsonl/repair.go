package jsonl

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxWork bounds the search for records on a damaged line: all attempts together read at most this many times the
// line (JL-READ-11). Every object that is still open where the line is torn costs one reading of the rest, so this is
// how deep a torn record may be.
const maxWork = 32

const (
	lossDamaged = "part of the line is not a JSON value"
	lossTorn    = "the last line is torn: it ends inside a value and has no line feed" // JL-READ-06
	lossNUL     = "a block of NUL bytes stands where a record may have been"           // JL-READ-04
	lossGivenUp = "the line is damaged in too many places; the search for records on its rest was given up"
)

// repair cuts a line that is not one JSON value into its pieces.
//
// At the start of the line and behind a record a record is expected. Where none can be read, the search goes on at the
// next `{"` (JL-READ-09), and what lies between is lost: the rest of a torn record (JL-READ-06), a block of NUL bytes
// (JL-READ-04), anything else.
func repair(decoder *jsvalue.Decoder, source string, terminated bool) []piece {
	r := repairer{decoder: decoder, source: source, terminated: terminated}
	for at := skipSpace(source, 0); at < len(source); at = skipSpace(source, r.end()) {
		if record, ok := r.object(at, r.objectEnd(at)); ok {
			r.pieces = append(r.pieces, record) // JL-READ-05
			continue
		}
		r.restart(at)
	}
	return r.pieces
}

type repairer struct {
	decoder    *jsvalue.Decoder
	source     string
	terminated bool
	work       int // bytes read by all attempts
	pieces     []piece
}

func (r *repairer) end() int { return r.pieces[len(r.pieces)-1].end }

// restart loses what begins at from and keeps the next record, if any.
func (r *repairer) restart(from int) {
	torn := tornPiece{source: r.source, read: from}
	for at := from; ; {
		next := strings.Index(r.source[at+1:], `{"`)
		if next < 0 {
			r.lose(from, len(r.source), lossDamaged)
			return
		}
		if r.work > maxWork*len(r.source) {
			r.lose(from, len(r.source), lossGivenUp)
			return
		}
		at += 1 + next
		end := r.objectEnd(at)
		if end < 0 || !r.isRecord(end, torn.wantsValue(at)) {
			continue
		}
		if record, ok := r.object(at, end); ok {
			r.lose(from, at, lossDamaged)
			r.pieces = append(r.pieces, record)
			return
		}
	}
}

// isRecord tells a record from an object inside the lost piece, which must not come back as a record. A record is
// followed by the end of the line, by another record or by NULs. If the torn piece wants a value just where the object
// begins, the object is part of it, unless it ends a terminated line: a line feed is written behind a record, never
// behind half of one.
func (r *repairer) isRecord(end int, wanted bool) bool {
	rest := r.source[skipSpace(r.source, end):]
	if rest == "" {
		return r.terminated || !wanted
	}
	return !wanted && (strings.HasPrefix(rest, `{"`) || rest[0] == 0)
}

// objectEnd returns the offset behind the object that may begin at this offset, by its braces alone, or -1.
func (r *repairer) objectEnd(at int) int {
	if r.source[at] != '{' {
		return -1
	}
	depth, inString := 0, false
	i := at
	defer func() { r.work += i - at }()
	for ; i < len(r.source); i++ {
		switch c := r.source[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// object reads the object between these offsets.
func (r *repairer) object(start, end int) (record piece, ok bool) {
	if end < 0 {
		return piece{}, false
	}
	r.work += end - start
	value, err := r.decoder.Decode(r.source[start:end])
	return piece{start: start, end: end, value: value}, err == nil
}

// lose records a loss, with the best that can be said about it.
func (r *repairer) lose(start, end int, loss string) {
	switch {
	case strings.Trim(r.source[start:end], "\x00 \t\r") == "":
		loss = lossNUL
	case loss == lossDamaged && end == len(r.source) && !r.terminated:
		loss = lossTorn
	}
	r.pieces = append(r.pieces, piece{start: start, end: end, loss: loss})
}

// tornPiece follows the tokens of a lost piece as far as needed, once for all candidates.
type tornPiece struct {
	source   string
	read     int // next byte to look at
	inString bool
	escaped  bool
	last     byte // the last byte outside strings that is no white space
}

// wantsValue reports whether the grammar of the torn piece calls for a value at this offset.
func (t *tornPiece) wantsValue(at int) bool {
	for ; t.read < at; t.read++ {
		switch c := t.source[t.read]; {
		case t.escaped:
			t.escaped = false
		case t.inString && c == '\\':
			t.escaped = true
		case c == '"':
			t.inString = !t.inString
			t.last = c
		case !t.inString && !isSpace(c):
			t.last = c
		}
	}
	return !t.inString && (t.last == ':' || t.last == ',' || t.last == '[')
}
