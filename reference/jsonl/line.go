package jsonl

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// physicalLine is what stands between two line feeds.
type physicalLine struct {
	number, offset int
	raw            string
	terminated     bool // a line feed follows
}

// piece is a part of a line: a value, or a loss and what to say about it.
type piece struct {
	start, end int
	value      jsvalue.Value // Undefined for a loss
	loss       string
}

func (p piece) lost() bool { return p.value.IsUndefined() }

func (l physicalLine) blank() bool { return skipSpace(l.raw, 0) == len(l.raw) }

// read yields what the line holds and reports whether the consumer wants more.
func (l physicalLine) read(decoder *jsvalue.Decoder, yield func(Line, *diagnostic.Diagnostic) bool) bool {
	source := jsvalue.FromUTF8String(l.raw) // JL-READ-07
	places := newPlaces(l.raw, source)
	if value, err := decoder.Decode(source); err == nil {
		whole := piece{start: skipSpace(source, 0), value: value}
		if !places.same && !yield(l.found(diagnostic.RecoveredRecord, replacedBytes, places.of(whole.start))) {
			return false
		}
		return yield(l.record(whole, places))
	}
	pieces := repair(decoder, source, l.terminated)
	announced := false
	for _, p := range pieces {
		switch {
		case p.lost():
			// JL-READ-10
			if !yield(l.found(diagnostic.InvalidJSONLine, p.loss, places.of(p.start))) {
				return false
			}
			continue
		case !announced:
			// JL-READ-09: once a line, whatever the number of records.
			announced = true
			if !yield(l.found(diagnostic.RecoveredRecord, recovered(pieces, places.same), places.of(p.start))) {
				return false
			}
		}
		if !yield(l.record(p, places)) {
			return false
		}
	}
	return true
}

// readWhole is read for a format in which a line is one value or none.
func (l physicalLine) readWhole(decoder *jsvalue.Decoder, yield func(Line, *diagnostic.Diagnostic) bool) bool {
	source := jsvalue.FromUTF8String(l.raw)
	text := jsvalue.Trim(source)
	if text == "" {
		return true
	}
	start := strings.Index(source, text) // the same in raw, since what was replaced is no white space
	value, err := decoder.Decode(text)
	if err != nil {
		return yield(l.found(diagnostic.InvalidJSONLine, "the line is not one JSON value", start))
	}
	if l.raw != source && !yield(l.found(diagnostic.RecoveredRecord, replacedBytes, start)) {
		return false
	}
	return yield(Line{Number: l.number, Offset: l.offset + start, Value: value}, nil)
}

func (l physicalLine) record(p piece, places *places) (Line, *diagnostic.Diagnostic) {
	return Line{Number: l.number, Offset: l.offset + places.of(p.start), Value: p.value}, nil
}

func (l physicalLine) found(code diagnostic.Code, message string, at int) (Line, *diagnostic.Diagnostic) {
	d := diagnostic.New(code, message).AtLine(l.number, l.offset+at)
	return Line{Number: l.number, Offset: l.offset + at}, &d
}

const replacedBytes = "the line holds bytes that are not UTF-8; each such sequence was read as U+FFFD"

// recovered words what was got out of a line that is not one JSON value.
func recovered(pieces []piece, validUTF8 bool) string {
	records, losses := 0, 0
	for _, p := range pieces {
		if p.lost() {
			losses++
		} else {
			records++
		}
	}
	var message string
	switch {
	case losses == 0:
		message = fmt.Sprintf("%d records share one line; all were read", records) // JL-READ-05
	case records == 1:
		message = "one record was recovered from a damaged line"
	default:
		message = fmt.Sprintf("%d records were recovered from a damaged line", records)
	}
	if !validUTF8 {
		message += "; " + replacedBytes
	}
	return message
}

// skipSpace returns the first index at or after i that is no JSON white space.
func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
