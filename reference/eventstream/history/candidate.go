package history

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// MaxSessionBytes is how much of the beginning of a file is searched for its first envelope, where no session is asked for (ES-HIST-07).
const MaxSessionBytes = 8_000_000

// CapNotice is the line that stands in a file which the program of old stopped writing (ES-HIST-12).
const CapNotice = "[ADE] chat transcript limit reached (8MB). Further events omitted."

// Candidate describes a file that may hold the history of a session.
type Candidate struct {
	Name       string
	HasEvents  bool    // real ones: an envelope of the session that is no session_init
	Capped     bool    // it has the line CapNotice
	Compressed bool    // by gzip, as its name says
	Modified   float64 // when it was written last, in milliseconds
	Size       int64   // in bytes, as it lies there
}

// CompressedName reports whether a file of this name is compressed (ES-HIST-13).
func CompressedName(name string) bool { return strings.HasSuffix(name, ".gz") }

// Examine looks at what a file says, not compressed, and fills in HasEvents and Capped. A session "" is any. The error is that of
// text.
func (c *Candidate) Examine(text io.Reader, session string) error {
	for line, err := range lines(text) {
		if err != nil {
			return err
		}
		c.Capped = c.Capped || strings.Contains(line, CapNotice) && jsvalue.Trim(line) == CapNotice
		if !c.HasEvents {
			envelopes, _ := event.Read(line, "")
			c.HasEvents = slices.ContainsFunc(envelopes, func(e event.Envelope) bool {
				return (session == "" || e.SessionID == session) && e.Type() != "session_init"
			})
		}
		if c.HasEvents && c.Capped {
			break
		}
	}
	return nil
}

// Prefer orders candidates, the one to read first; it is a total order if names differ (ES-HIST-12).
func Prefer(a, b Candidate) int {
	first := func(a, b bool) int { // that which has it, before that which has not
		if a == b {
			return 0
		}
		if a {
			return -1
		}
		return 1
	}
	return cmp.Or(
		first(a.HasEvents, b.HasEvents), first(!a.Capped, !b.Capped), first(!a.Compressed, !b.Compressed),
		cmp.Compare(b.Modified, a.Modified), cmp.Compare(b.Size, a.Size), strings.Compare(a.Name, b.Name),
	)
}

// Value is the candidate as the answer of candidate has it.
func (c Candidate) Value() jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "name", Value: jsvalue.StringValue(c.Name)},
		jsvalue.Member{Key: "hasEvents", Value: jsvalue.BoolValue(c.HasEvents)},
		jsvalue.Member{Key: "capped", Value: jsvalue.BoolValue(c.Capped)},
		jsvalue.Member{Key: "compressed", Value: jsvalue.BoolValue(c.Compressed)},
		jsvalue.Member{Key: "modified", Value: jsvalue.NumberValue(c.Modified)},
		jsvalue.Member{Key: "size", Value: jsvalue.IntValue(c.Size)},
	)
}

// ErrNoSession: where no session is asked for, none is named in as much of the file as is read for that.
var ErrNoSession = fmt.Errorf("no envelope in the first %d bytes names a session", MaxSessionBytes)

// Session is the session of the first envelope of a file; "" if there is none. It reads no further, and of a file that begins with
// what is no envelope at most MaxSessionBytes and one: then the error is ErrNoSession (ES-HIST-07). Another error is that of text.
func Session(text io.Reader) (string, error) {
	begin := &io.LimitedReader{R: text, N: MaxSessionBytes + 1}
	for line, err := range lines(begin) {
		if err != nil {
			return "", err
		}
		if begin.N == 0 && !strings.HasSuffix(line, "\n") {
			return "", ErrNoSession // what is left of it is not known
		}
		if envelopes, _ := event.Read(line, ""); len(envelopes) > 0 {
			return envelopes[0].SessionID, nil
		}
	}
	if begin.N == 0 {
		return "", ErrNoSession
	}
	return "", nil
}

// sessionOf is the session that is asked for, else that of the first envelope of a file of size bytes.
func sessionOf(file io.ReaderAt, size int64, asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	return Session(io.NewSectionReader(file, 0, size))
}

// lines are those of a file, one after the other. An error is the last that comes.
func lines(text io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for from := bufio.NewReader(text); ; {
			line, err := from.ReadString('\n')
			if line != "" && !yield(line, nil) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield("", fmt.Errorf("reading lines: %w", err))
				}
				return
			}
		}
	}
}
