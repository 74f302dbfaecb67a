package history

import (
	"io"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The sizes of a page, in bytes (ES-HIST-08).
const (
	PageBytes    = 1_000_000
	MinPageBytes = 65_536
	MaxPageBytes = 2_000_000
)

// PageOptions say which page is read.
type PageOptions struct {
	// Session is the session whose events are wanted; "" is that of the first envelope of the file (Session).
	Session string
	// Now is the timestamp of an envelope that has none (ES-READ-03).
	Now string
	// BeforeOffset is where the page ends, in bytes; 0 is the end of the file, and so is what is greater. None is its start, before
	// which nothing is left: a page that has no more has StartOffset 0, which is not to be asked for.
	BeforeOffset int64
	// MaxBytes is how much of the file is read; 0 is PageBytes, another value is brought into MinPageBytes to MaxPageBytes.
	MaxBytes int64
}

// Page is a part of a history.
type Page struct {
	Session string // "" if none was asked for and the file has none
	Events  []event.Envelope
	// StartOffset is the cursor of the next older page; 0 if there is none.
	StartOffset int64
	Diagnostics []diagnostic.Diagnostic
}

// HasMore reports whether an older page is left.
func (p Page) HasMore() bool { return p.StartOffset > 0 }

// ReadPage reads the page before a cursor of a file of size bytes (ES-HIST-08 to ES-HIST-10). The error is that of file, or
// ErrNoSession.
func ReadPage(file io.ReaderAt, size int64, options PageOptions) (Page, error) {
	n, end := int64(PageBytes), size
	if options.MaxBytes != 0 {
		n = min(max(options.MaxBytes, MinPageBytes), MaxPageBytes)
	}
	if options.BeforeOffset != 0 {
		end = min(max(options.BeforeOffset, 0), size)
	}
	var err error
	if options.Session, err = sessionOf(file, size, options.Session); err != nil {
		return Page{}, err
	}
	return readPage(file, end, n, options)
}

// readPage reads the page of the n bytes before end.
func readPage(file io.ReaderAt, end, n int64, options PageOptions) (Page, error) {
	page := Page{Session: options.Session}
	if end == 0 {
		return page, nil
	}
	w, err := readWindow(file, end, n)
	if err != nil {
		return Page{}, err
	}
	if !w.hasLine() {
		// ES-HIST-09: the cursor goes down all the same, so that what stands before the line is reached.
		page.StartOffset = w.from
		page.Diagnostics = []diagnostic.Diagnostic{
			diagnostic.New(diagnostic.LineBeyondPage, "no line begins on the page: one that is larger cannot be shown").AtOffset(int(w.from)),
		}
		return page, nil
	}
	f := w.read(options.Session, options.Now)
	page.Events, page.StartOffset, page.Diagnostics = f.events, w.start, f.findings
	return page, nil
}

// Members are those of the answer of page, without complete and diagnostics (ES-HIST-08).
func (p Page) Members() []jsvalue.Member {
	return []jsvalue.Member{
		{Key: "sessionId", Value: textOrNull(p.Session)},
		{Key: "events", Value: valuesOf(p.Events)},
		{Key: "startOffset", Value: jsvalue.IntValue(p.StartOffset)},
		{Key: "hasMore", Value: jsvalue.BoolValue(p.HasMore())},
		{Key: "sessionFound", Value: jsvalue.BoolValue(p.Session != "")}, // ES-HIST-07
	}
}

func valuesOf(events []event.Envelope) jsvalue.Value {
	values := make([]jsvalue.Value, len(events))
	for i, envelope := range events {
		values[i] = envelope.Value()
	}
	return jsvalue.ArrayValue(values...)
}

func textOrNull(text string) jsvalue.Value {
	if text == "" {
		return jsvalue.NullValue()
	}
	return jsvalue.StringValue(text)
}
