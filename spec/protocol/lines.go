package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// DefaultMaxLine is the length of a line, in bytes, above which it is refused: 1 GiB.
const DefaultMaxLine = 1 << 30

// ErrLineTooLong stands for a line that was longer than allowed and was skipped; the next call reads the line after it.
var ErrLineTooLong = errors.New("protocol: a line is too long")

// LineReader cuts a stream into lines, at LF and at nothing else (TP-PROTO-01). It holds one line, and never more than
// the allowed length of it (TP-PROTO-11).
type LineReader struct {
	in  *bufio.Reader
	max int
}

// NewLineReader reads lines of at most max bytes, the line feed not counted; max 0 is DefaultMaxLine.
func NewLineReader(in io.Reader, max int) *LineReader {
	if max <= 0 {
		max = DefaultMaxLine
	}
	return &LineReader{in: bufio.NewReaderSize(in, 64<<10), max: max}
}

// Next returns the next line without its line feed. The last line needs none. The error is io.EOF at the end,
// ErrLineTooLong, or what the stream said.
func (r *LineReader) Next() (string, error) {
	var line strings.Builder
	for {
		piece, err := r.in.ReadSlice('\n')
		piece = bytes.TrimSuffix(piece, []byte{'\n'})
		if line.Len()+len(piece) > r.max {
			return "", r.skip(err)
		}
		line.Write(piece)
		switch {
		case err == nil:
			return line.String(), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && line.Len() > 0:
			return line.String(), nil
		default:
			return "", err
		}
	}
}

// skip reads up to the end of the line, keeping nothing; err is how its last piece was read.
func (r *LineReader) skip(err error) error {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return ErrLineTooLong
}

// IsBlank reports whether a line holds JSON white space only; such a line is no request and gets no answer.
func IsBlank(line string) bool { return strings.Trim(line, " \t\r\n") == "" }
