// Package history gives the events of one session out of a file that may be huge: its end as a snapshot, and what came before in
// pages, the newest first.
//
// It promises: of the file its window is read and no more, but for its beginning up to the first envelope where no session is named,
// of which at most MaxSessionBytes are read; a page depends on what stands before its cursor alone, so that what is appended changes
// none; a cursor that is not 0 leads to a smaller one, so that the snapshot and the pages behind it give every event that fits into
// a window (ES-HIST-11); what a window cannot show is named by a diagnostic; a fault of reading is an error, never an empty history.
// SPEC.md, section 10.26, has the rules.
//
// Start at ReadSnapshot, which gives the cursor for ReadPage. Candidate chooses among the files of a session, Session tells which
// one a file begins with. What the program holds in memory is Snapshot's Resident.
package history

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// window is what stands in a file before a place, from the first line that begins in it.
type window struct {
	from  int64 // where it begins
	start int64 // where its first line begins; its end if no line begins in it
	text  string
}

// hasLine reports whether a line begins in the window.
func (w window) hasLine() bool { return w.text != "" }

// readWindow reads the n bytes before end, and one more, which says whether a line begins with the first of them (ES-HIST-03).
func readWindow(file io.ReaderAt, end, n int64) (window, error) {
	w := window{from: max(0, end-n), start: end}
	before := min(w.from, 1)
	raw := make([]byte, end-w.from+before)
	if got, err := file.ReadAt(raw, w.from-before); got < len(raw) {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the file has shrunk
		}
		return window{}, fmt.Errorf("bytes %d to %d: %w", w.from, end, err)
	}
	if before > 0 {
		i := bytes.IndexByte(raw, '\n')
		if i < 0 {
			return w, nil
		}
		w.start, raw = w.from+int64(i), raw[i+1:]
	} else {
		w.start = 0
	}
	w.text = string(raw)
	return w, nil
}

// lineAt is where the line begins in which a place stands.
func (w window) lineAt(place int) int64 {
	return w.start + int64(strings.LastIndexByte(w.text[:int64(place)-w.start], '\n')) + 1
}

// found are the events of one session and what is to be said of the lines.
type found struct {
	events   []event.Envelope // without line numbers
	findings []diagnostic.Diagnostic
	named    bool // an envelope names the session
}

// read reads the lines of the window (ES-HIST-01).
func (w window) read(session, now string) (f found) {
	envelopes, findings := event.Read(w.text, now)
	for _, finding := range findings {
		_, offset, _ := finding.Line()
		f.findings = append(f.findings, finding.AtOffset(int(w.start)+offset))
	}
	for _, envelope := range envelopes {
		envelope.Line, envelope.Offset = 0, int(w.start)+envelope.Offset
		f.take(envelope, session)
	}
	slices.SortStableFunc(f.findings, byOffset)
	return f
}

// take keeps an envelope that belongs to the history of the session.
func (f *found) take(envelope event.Envelope, session string) {
	f.named = f.named || envelope.SessionID == session
	if envelope.BelongsTo(session) {
		f.events = append(f.events, envelope)
		return
	}
	finding := diagnostic.New(diagnostic.OtherSession, "an event of another session, or of the thread of a sub-agent")
	f.findings = append(f.findings, finding.AtOffset(envelope.Offset))
}

func byOffset(a, b diagnostic.Diagnostic) int {
	atA, _ := a.Offset()
	atB, _ := b.Offset()
	return atA - atB
}
