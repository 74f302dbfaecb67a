package command

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// What a compressed file may hold is bounded, since it is read as a whole, and a small one can claim any size.
const (
	leastUnpacked  = 64 << 20 // that any may hold
	unpackedOfByte = 200      // more than that, for each byte of it; chats of short events are written with 30 to 40
	mostUnpacked   = 1 << 30
)

// gzipMagic is what compressed data begins with, and no text in UTF-8.
const gzipMagic = "\x1f\x8b"

// lostRest stands as a line for what compressed data does not give any more. It is no JSON, so that every answer names the loss
// (invalid_json_line) and none is complete.
const lostRest = "\u2026"

// unpack gives what size bytes of compressed data hold. Of data that is cut off or damaged it gives what came before, and cut says why
// that is not all; its last line then is no JSON. Where nothing came before, that is the error.
func unpack(from io.Reader, size int64) (text string, cut, err error) {
	unpacked, err := newMembers(from)
	switch {
	case errors.Is(err, io.EOF):
		return "", nil, errors.New("it is empty")
	case err != nil:
		return "", nil, err
	}
	most := min(max(leastUnpacked, unpackedOfByte*size), mostUnpacked)
	var held pieces
	n, cut := io.Copy(&held, io.LimitReader(unpacked, most+1))
	switch {
	case n > most:
		return "", nil, fmt.Errorf("it holds more than %d bytes; decompress it first", most)
	case cut != nil && n == 0:
		return "", nil, cut
	}
	if text = held.join(n); cut != nil {
		text = withLostRest(text)
	}
	return text, cut, nil
}

// members reads compressed data member by member, so that zeros behind the last one are its end, as of what was written in blocks.
type members struct {
	from   *bufio.Reader // that of member, which reads no further than it ends
	member *gzip.Reader
}

var errTrailing = errors.New("what stands behind its last member is not compressed by gzip")

func newMembers(from io.Reader) (*members, error) {
	m := &members{from: bufio.NewReader(from)}
	var err error
	if m.member, err = gzip.NewReader(m.from); err != nil {
		return nil, err
	}
	m.member.Multistream(false)
	return m, nil
}

// Read reads on in the next member where one ends.
func (m *members) Read(to []byte) (int, error) {
	for {
		n, err := m.member.Read(to)
		switch {
		case !errors.Is(err, io.EOF):
			return n, err
		case n > 0: // the next call is told of the end again
			return n, nil
		}
		if next, _ := m.from.Peek(len(gzipMagic)); !strings.HasPrefix(gzipMagic, string(next)) {
			return 0, m.padding()
		}
		if err := m.member.Reset(m.from); err != nil { // io.EOF if nothing follows
			return 0, err
		}
		m.member.Multistream(false)
	}
}

// padding is io.EOF if zeros alone follow.
func (m *members) padding() error {
	for {
		next, err := m.from.ReadByte()
		switch {
		case err != nil:
			return err
		case next != 0: // also the next member of a file that has zeros between two
			return errTrailing
		}
	}
}

// pieces collects what is written without ever copying what it has.
type pieces [][]byte

func (p *pieces) Write(piece []byte) (int, error) {
	*p = append(*p, bytes.Clone(piece))
	return len(piece), nil
}

// join is all that was written, which are n bytes.
func (p *pieces) join(n int64) string {
	var text strings.Builder
	text.Grow(int(n))
	for _, piece := range *p {
		text.Write(piece)
	}
	return text.String()
}

// withLostRest puts the lost rest behind a text that is cut off: behind a torn line, so that one tear is one loss, and else on a line
// of its own, so that no whole line is lost with it.
func withLostRest(text string) string {
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if _, err := jsvalue.Decode(jsvalue.Trim(last)); last != "" && (err == nil || isBlank(last)) {
		return text + "\n" + lostRest
	}
	return text + lostRest
}

// isCompressed reports whether a file that begins so is compressed by gzip. Of an empty one its name says it, and that all is lost.
func isCompressed(begin, path string) bool {
	return strings.HasPrefix(begin, gzipMagic) || begin == "" && history.CompressedName(path)
}

// readUnpacked reads an input as readInput does, and what it holds if it is compressed by gzip. cut says why that is not all (unpack).
func readUnpacked(path string, stdin io.Reader) (text string, cut, err error) {
	text, err = readInput(path, stdin)
	if err != nil || !isCompressed(text, path) {
		return text, nil, err
	}
	return unpackNamed(inputName(path), strings.NewReader(text), int64(len(text)))
}

// unpackNamed is unpack with a coded error: input_unreadable.
func unpackNamed(name string, from io.Reader, size int64) (text string, cut, err error) {
	text, cut, err = unpack(from, size)
	if err != nil {
		return "", nil, failure("input_unreadable", "%s is compressed by gzip: %v", name, reason(err))
	}
	return text, cut, nil
}

// tellCut says that what is shown is not all that a compressed file held.
func tellCut(s *Streams, name string, cut error) {
	if cut != nil {
		fmt.Fprintf(s.Err, "transcript: input_truncated: %s; what came before is read\n", cutText(name, cut))
	}
}

// cutText is what happened to compressed data.
func cutText(name string, cut error) string {
	if errors.Is(cut, io.ErrUnexpectedEOF) {
		return "the compressed data of " + name + " is cut off"
	}
	return fmt.Sprintf("the compressed data of %s is damaged (%v)", name, cut)
}
