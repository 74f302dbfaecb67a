package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Format is the version of the file form.
const Format = 1

// Writer writes events as lines, each at once and in one piece. It is not for concurrent use.
type Writer struct {
	w     io.Writer
	sum   hash.Hash // of all lines so far
	cases int
	err   error
}

// NewWriter writes to w, which is best not buffered: what was written is what a killed run leaves.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w, sum: sha256.New()} }

// Write writes an event. After the first error it writes nothing more.
func (w *Writer) Write(e Event) {
	if w.err != nil {
		return
	}
	line, err := w.line(e)
	if err == nil {
		w.sum.Write(line) // never fails
		_, err = w.w.Write(line)
	}
	if err != nil {
		w.err = fmt.Errorf("the report: %w", err)
	}
}

// Err is what kept the report from being written.
func (w *Writer) Err() error { return w.err }

// line is the event with what the file form adds.
func (w *Writer) line(e Event) ([]byte, error) {
	switch e := e.(type) {
	case Header:
		return encode(e.kind(), headerLine{Format, e})
	case Case:
		w.cases++
		return encode(e.kind(), e)
	case Footer:
		return encode(e.kind(), footerLine{e, proof{w.cases, hex.EncodeToString(w.sum.Sum(nil))}})
	}
	return encode(e.kind(), e)
}

type headerLine struct {
	Format int `json:"format"`
	Header
}

type footerLine struct {
	Footer
	proof
}

// proof shows that no line before the footer is missing or was changed.
type proof struct {
	Cases  int    `json:"cases"`
	SHA256 string `json:"sha256"`
}

// encode is a value with the kind before its members, as one line of ASCII.
func encode(kind string, value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text) // it writes what is not UTF-8 as U+FFFD
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, `{"kind":%q,`, kind)
	for _, r := range text.String()[len("{"):] {
		if r < utf8.RuneSelf {
			line = append(line, byte(r))
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			line = fmt.Appendf(line, `\u%04x`, unit)
		}
	}
	return line, nil
}

// Events are the events of a report, in their order.
func (r Report) Events() []Event {
	events := []Event{r.Header}
	for _, c := range r.Cases {
		events = append(events, c)
	}
	for _, f := range r.Failures {
		events = append(events, f)
	}
	return append(events, r.Footer())
}

// WriteJSON writes the file form.
func (r Report) WriteJSON(w io.Writer) error {
	lines := NewWriter(w)
	for _, e := range r.Events() {
		lines.Write(e)
	}
	return lines.Err()
}
