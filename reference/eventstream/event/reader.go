package event

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// Reader reads a file that grows, piece by piece. What its calls give, one behind the other, is what Read gives of the whole: the
// same envelopes with the same lines and offsets, and the same diagnostics. It is not safe for concurrent use.
type Reader struct {
	now    string
	torn   strings.Builder // a line that has not ended
	lines  int             // that were read
	offset int             // of torn, in bytes from the start of the file
}

// NewReader is a reader at the start of a file. now is the time of an envelope that has none.
func NewReader(now string) *Reader { return &Reader{now: now} }

// Next takes the next piece of the file, of any length, and reads the lines that end in it.
func (r *Reader) Next(piece string) ([]Envelope, []diagnostic.Diagnostic) {
	end := strings.LastIndexByte(piece, '\n') + 1
	if end == 0 {
		r.torn.WriteString(piece)
		return nil, nil
	}
	r.torn.WriteString(piece[:end])
	envelopes, findings := r.read()
	r.torn.WriteString(piece[end:])
	return envelopes, findings
}

// End reads what stands behind the last line feed, when the file does not grow any more.
func (r *Reader) End() ([]Envelope, []diagnostic.Diagnostic) { return r.read() }

// read reads the lines that are there. Behind the first one a byte order mark is none: Read is kept from seeing it at the start
// of a text by an empty line before it.
func (r *Reader) read() ([]Envelope, []diagnostic.Diagnostic) {
	text, lines, offset := r.torn.String(), r.lines, r.offset
	r.torn.Reset()
	r.lines += strings.Count(text, "\n")
	r.offset += len(text)
	if offset > 0 {
		text, lines, offset = "\n"+text, lines-1, offset-1
	}
	envelopes, findings := Read(text, r.now)
	for i := range envelopes {
		envelopes[i].Line += lines
		envelopes[i].Offset += offset
	}
	for i, finding := range findings {
		if line, at, ok := finding.Line(); ok {
			findings[i] = finding.AtLine(line+lines, at+offset)
		}
	}
	return envelopes, findings
}
