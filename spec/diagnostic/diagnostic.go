// Package diagnostic holds the one Diagnostic type of all dialects.
//
// A diagnostic names a loss, a repair or an ambiguity. Its severity and whether it affects completeness come from the
// table of codes (spec/diagnostics.json), never from the caller, so a code cannot mean two things. Messages are for
// people and are no contract; they never quote arguments, results or credentials.
package diagnostic

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Diagnostic is one finding about an input. It is comparable; the zero value is not a valid diagnostic.
type Diagnostic struct {
	code     Code
	message  string
	index    int // 0-based record index plus one; 0 = absent
	line     int // 1-based; 0 = absent
	offset   int // byte offset plus one; 0 = absent
	file     string
	recordID string
	path     string
	hasID    bool
}

// New makes a diagnostic of a known code. The message must not contain input text.
func New(code Code, message string) Diagnostic { return Diagnostic{code: code, message: message} }

// AtRecord returns a copy that names the 0-based index of the record in the input.
func (d Diagnostic) AtRecord(index int) Diagnostic { d.index = index + 1; return d }

// OfRecord returns a copy that names the record's uuid, which may be the empty string.
func (d Diagnostic) OfRecord(id string) Diagnostic { d.recordID, d.hasID = id, true; return d }

// AtPath returns a copy that names the place inside the record, for example message.parts[2].functionCall.
func (d Diagnostic) AtPath(path string) Diagnostic { d.path = path; return d }

// AtLine returns a copy that names a 1-based line and a byte offset in the file.
func (d Diagnostic) AtLine(line, offset int) Diagnostic { d.line, d.offset = line, offset+1; return d }

// AtOffset returns a copy that names a byte offset in the file, where the line is not known.
func (d Diagnostic) AtOffset(offset int) Diagnostic { d.line, d.offset = 0, offset+1; return d }

// InFile returns a copy that names the file, for formats that lie in several.
func (d Diagnostic) InFile(name string) Diagnostic { d.file = name; return d }

// Code is the contract; callers branch on it.
func (d Diagnostic) Code() Code { return d.code }

// Severity comes from the table of codes.
func (d Diagnostic) Severity() Severity { return Severity(d.code.entry().Severity) }

// AffectsCompleteness comes from the table of codes.
func (d Diagnostic) AffectsCompleteness() bool { return d.code.entry().AffectsCompleteness }

// Message is for people.
func (d Diagnostic) Message() string { return d.message }

// RecordIndex is the 0-based index of the record in the input, if known.
func (d Diagnostic) RecordIndex() (int, bool) { return d.index - 1, d.index > 0 }

// RecordID is the record's uuid, if known.
func (d Diagnostic) RecordID() (string, bool) { return d.recordID, d.hasID }

// Path is the place inside the record, or "".
func (d Diagnostic) Path() string { return d.path }

// Line is the 1-based line and the byte offset in the file, if known.
func (d Diagnostic) Line() (line, offset int, ok bool) { return d.line, d.offset - 1, d.line > 0 }

// Offset is the byte offset in the file, if known.
func (d Diagnostic) Offset() (offset int, ok bool) { return d.offset - 1, d.offset > 0 }

// File is the name of the file, or "".
func (d Diagnostic) File() string { return d.file }

// Key is the identity by which repeated diagnostics of a replay are told apart (CR-PREP-27): code, record index, record
// id, path.
func (d Diagnostic) Key() Diagnostic {
	d.message, d.line, d.offset = "", 0, 0
	return d
}

// AppendJSON appends the diagnostic as a JSON object (CR-PREP-28); absent fields are omitted.
func (d Diagnostic) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"code":`...)
	dst = jsvalue.AppendQuoted(dst, string(d.code))
	dst = append(dst, `,"severity":`...)
	dst = jsvalue.AppendQuoted(dst, string(d.Severity()))
	dst = append(dst, `,"message":`...)
	dst = jsvalue.AppendQuoted(dst, d.message)
	dst = append(dst, `,"affectsCompleteness":`...)
	dst = strconv.AppendBool(dst, d.AffectsCompleteness())
	if i, ok := d.RecordIndex(); ok {
		dst = append(dst, `,"recordIndex":`...)
		dst = strconv.AppendInt(dst, int64(i), 10)
	}
	if id, ok := d.RecordID(); ok {
		dst = append(dst, `,"recordId":`...)
		dst = jsvalue.AppendQuoted(dst, id)
	}
	if d.path != "" {
		dst = append(dst, `,"path":`...)
		dst = jsvalue.AppendQuoted(dst, d.path)
	}
	if d.file != "" {
		dst = append(dst, `,"file":`...)
		dst = jsvalue.AppendQuoted(dst, d.file)
	}
	if line, _, ok := d.Line(); ok {
		dst = append(dst, `,"line":`...)
		dst = strconv.AppendInt(dst, int64(line), 10)
	}
	if offset, ok := d.Offset(); ok {
		dst = append(dst, `,"byteOffset":`...)
		dst = strconv.AppendInt(dst, int64(offset), 10)
	}
	return append(dst, '}')
}

// SortByLine brings diagnostics into the order of their lines, in place; those of one line stay in their order.
func SortByLine(list []Diagnostic) []Diagnostic {
	slices.SortStableFunc(list, func(a, b Diagnostic) int {
		lineOfA, _, _ := a.Line()
		lineOfB, _, _ := b.Line()
		return lineOfA - lineOfB
	})
	return list
}
