// Package line reads and writes the lines of one session_raw file: header lines, message rows and compaction records.
//
// It promises: each line becomes an entry, or a diagnostic says why not; a wrong optional field costs that field only; a
// compaction record is taken whole or not at all; nothing depends on the length of a line. Start at Read; encode.go
// writes what Read reads.
package line

import (
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Entry is a message row or a compaction record; exactly one of the two is set.
type Entry struct {
	Line       int // 1-based
	Offset     int // bytes from the start of the file
	Row        *Row
	Compaction *Compaction
}

// File is what one file holds.
type File struct {
	Name      string
	HasHeader bool   // the file begins with a header line (SR-LINE-02)
	Header    Meta   // of the first line; the zero Meta without one
	Last      Meta   // of the last valid header line: the totals (SR-LINE-04)
	ThreadID  string // the first that a header names; "" if none does
	// Entries are the rows and records in file order.
	Entries []Entry
	// Diagnostics are the findings in file order, each with file and line (SR-LINE-12).
	Diagnostics []diagnostic.Diagnostic
}

// Read reads the text of a file. It never fails: what cannot be read is named by a diagnostic (SR-LINE-01).
func Read(name, text string) File {
	r := reader{file: File{Name: name}, firstLine: 1}
	for line, damage := range jsonl.LinesKeepingKeyOrder(text) {
		r.begin(line)
		if damage != nil {
			r.file.Diagnostics = append(r.file.Diagnostics, damage.InFile(name))
			continue
		}
		r.value(line.Value)
	}
	if !r.file.HasHeader {
		r.at = jsonl.Line{Number: 1}
		missing := r.finding(diagnostic.MissingHeader, "the file does not begin with a header line")
		r.file.Diagnostics = append([]diagnostic.Diagnostic{missing}, r.file.Diagnostics...)
	}
	r.file.ThreadID = r.thread
	return r.file
}

// reader is the state between two lines.
type reader struct {
	file      File
	at        jsonl.Line
	begun     bool
	firstLine int  // number of the first line that is not blank
	later     bool // a value stood before the one at hand
	thread    string
}

func (r *reader) begin(line jsonl.Line) {
	if !r.begun {
		r.begun, r.firstLine = true, line.Number
	}
	r.at = line
}

// value sorts one JSON value by what it is (SR-LINE-03).
func (r *reader) value(value jsvalue.Value) {
	first := !r.later && r.at.Number == r.firstLine
	r.later = true
	kind := value.Get("kind")
	switch {
	case !value.IsObject():
		r.say(diagnostic.MalformedLine, "the line is no object", "")
	case value.Has("_meta"):
		r.meta(value.Get("_meta"), first)
	case kind.IsNullish():
		if row := r.row(value, ""); row != nil {
			r.add(Entry{Row: row})
		}
	case kind.Text() == "compaction":
		if record := r.compaction(value); record != nil {
			r.add(Entry{Compaction: record})
		}
	case kind.Text() == "tools": // the declarations of tools (SR-LINE-11)
	default:
		r.say(diagnostic.UnknownKind, "the line is of a kind that is not known", "kind")
	}
}

func (r *reader) add(entry Entry) {
	entry.Line, entry.Offset = r.at.Number, r.at.Offset
	r.file.Entries = append(r.file.Entries, entry)
}

func (r *reader) say(code diagnostic.Code, message, path string) {
	r.file.Diagnostics = append(r.file.Diagnostics, r.finding(code, message).AtPath(path))
}

// finding names the file and the line at hand (SR-LINE-12).
func (r *reader) finding(code diagnostic.Code, message string) diagnostic.Diagnostic {
	return diagnostic.New(code, message).InFile(r.file.Name).AtLine(r.at.Number, r.at.Offset)
}
