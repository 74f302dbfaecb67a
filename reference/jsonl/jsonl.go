// Package jsonl reads a file of one JSON value per line and loses at most the damaged piece.
//
// It promises: every byte of the text is inside a record, named by a diagnostic, or white space; a damaged piece never
// costs the records beside it, before it or after it; diagnostics never quote the text; time and memory are linear in
// the text, however hostile. A value need not be an object: what a record is, the dialect says. Records share memory
// with the text. Start at Lines, which streams, or Read, which collects; repair.go holds what happens to a line that is
// not one JSON value.
package jsonl

import (
	"iter"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const byteOrderMark = "\uFEFF"

// Line is one value of the file. Several values can stand on one line (JL-READ-05); they share its number.
type Line struct {
	Number int // 1-based
	Offset int // of the first byte of the value, in bytes from the start of the file
	Value  jsvalue.Value
}

// Lines yields the values and the damages of the text in file order. Where the diagnostic is not nil it is a finding
// about the line, and the Line has a number and an offset but no value.
//
// Lines end at LF only, so separators like U+2028 inside strings split nothing (JL-READ-01, JL-READ-08); a CR before
// the LF is white space of JSON. A byte order mark at the start of the file (JL-READ-02) and blank lines (JL-READ-03)
// hold nothing and give nothing. A last line without LF is as good as any.
func Lines(text string) iter.Seq2[Line, *diagnostic.Diagnostic] {
	return lines(text, jsvalue.Decoder{})
}

// LinesKeepingKeyOrder is Lines for a format that is not JavaScript's: the members of an object stay in the order of the
// text, those whose keys are array indexes too (CR-JS-02).
func LinesKeepingKeyOrder(text string) iter.Seq2[Line, *diagnostic.Diagnostic] {
	return lines(text, jsvalue.Decoder{KeepKeyOrder: true})
}

// WholeLines is Lines for a format in which a line is one value or none: what is no JSON once ECMAScript's white space is
// trimmed is lost as a whole, and nothing is recovered from it (ES-READ-01).
func WholeLines(text string) iter.Seq2[Line, *diagnostic.Diagnostic] {
	decoder := jsvalue.Decoder{}
	return func(yield func(Line, *diagnostic.Diagnostic) bool) {
		for line := range physicalLines(text) {
			if !line.readWhole(&decoder, yield) {
				return
			}
		}
	}
}

func lines(text string, decoder jsvalue.Decoder) iter.Seq2[Line, *diagnostic.Diagnostic] {
	return func(yield func(Line, *diagnostic.Diagnostic) bool) {
		for line := range physicalLines(text) {
			if !line.blank() && !line.read(&decoder, yield) {
				return
			}
		}
	}
}

func physicalLines(text string) iter.Seq[physicalLine] {
	return func(yield func(physicalLine) bool) {
		offset := len(text) - len(strings.TrimPrefix(text, byteOrderMark))
		for number := 1; offset < len(text); number++ {
			raw, _, terminated := strings.Cut(text[offset:], "\n")
			if !yield(physicalLine{number: number, offset: offset, raw: raw, terminated: terminated}) {
				return
			}
			offset += len(raw) + 1
		}
	}
}

// Read returns all values and all diagnostics of the text, each in file order.
func Read(text string) (lines []Line, diagnostics []diagnostic.Diagnostic) {
	for line, damage := range Lines(text) {
		if damage != nil {
			diagnostics = append(diagnostics, *damage)
			continue
		}
		lines = append(lines, line)
	}
	return lines, diagnostics
}
