// Package writer says which bytes to write to a session file so that it holds a new context, or a partial answer.
//
// It promises: a file only grows; after a write its context is the one that was asked for, and after a crash at any byte it
// is the last complete one with the whole rows of the batch that was cut; every row that anybody saw stands in the file
// once, however often a write is tried again; what was written is read back without a diagnostic. It touches no file and
// has no clock: the text of the file, times and ids come from the caller. SPEC.md, section 9.8, has the rules.
//
// Start at Open; then Append and Interrupt, and Written when the bytes are in the file.
package writer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// The errors of a write. None of them changes a file.
var (
	// ErrMissingHeader: the file is not empty and has no header, so nothing behind it would ever be found. The session
	// goes on in another file (SR-WRITE-01).
	ErrMissingHeader = modelcontext.ErrMissingHeader
	// ErrOtherThread: the header names another thread than the file.
	ErrOtherThread = errors.New("the header names another thread than the file does")
	// ErrInterruptedRow: an interrupted row is never part of a context (SR-CTX-04).
	ErrInterruptedRow = errors.New("an interrupted row cannot be in a context")
	// ErrNilRow: an element of the rows is nil.
	ErrNilRow = errors.New("a row is nil")
	// ErrUsageNotWhole: the usage of a turn lacks its provider, model, usage or ts (SR-WRITE-07).
	ErrUsageNotWhole = errors.New("the usage of a turn is not whole")
	// ErrUnreadable: a row has a field of the wrong type; the reader would drop it.
	ErrUnreadable = errors.New("a row or header would not be read back as it is")
)

// File is what the next write needs to know of a file. It is not safe for use by several goroutines at once.
type File struct {
	blank    string // the text of a file that has no line yet
	exists   bool   // it has lines
	header   line.Meta
	threadID string
	state
}

// state is what a write changes.
type state struct {
	heal     string // ends a last line that lacks its line feed
	context  []*line.Row
	partials []*line.Row // interrupted rows behind the last other row or record
	seqs     seqs
}

// Open takes the text of a file, "" for one that is not there, and keeps nothing of it. The error is ErrMissingHeader.
func Open(text string) (*File, error) {
	if strings.Trim(strings.TrimPrefix(text, "\ufeff"), " \t\r\n") == "" {
		return &File{blank: text, state: state{seqs: seqs{}}}, nil
	}
	read := line.Read("", text)
	context, err := modelcontext.Load(read)
	if err != nil {
		return nil, err
	}
	f := &File{exists: true, header: read.Header.Clone(), threadID: strings.Clone(read.ThreadID)}
	f.state = state{heal: heal(text), seqs: seqs{}}
	var cloner line.Cloner
	for _, row := range context.Rows {
		f.context = append(f.context, cloner.Clone(row))
	}
	for _, entry := range read.Entries {
		if entry.Row != nil && entry.Row.Interrupted {
			f.partials = append(f.partials, cloner.Clone(entry.Row))
		} else {
			f.partials = nil
		}
		f.seqs.see(entry)
	}
	return f, nil
}

// Context is the context that the file holds.
func (f *File) Context() []*line.Row { return slices.Clone(f.context) }

// Mode says what a write does.
type Mode string

// The modes.
const (
	Nothing Mode = "nothing" // there is nothing to write; only of Interrupt, since Append always writes a header line
	Create  Mode = "create"  // the file is not there, or blank
	Extend  Mode = "extend"  // rows, perhaps none, and a header or partial
	Compact Mode = "compact" // a record that replaces the context
)

// Write is what to do. With Create the bytes are the whole file, which must appear at once (SR-WRITE-01); else they are
// appended.
type Write struct {
	Mode  Mode
	Bytes string
	// UsageWritten reports whether the batch's usage found a fresh assistant row (SR-WRITE-07).
	UsageWritten bool

	header   line.Meta
	threadID string
	after    state
}

// Append gives the write after which the context is the batch's rows, closed by its header (SR-WRITE-05). It is never
// Nothing: the same batch once more is Extend without rows, and each try adds a header line, which states the totals again.
func (f *File) Append(b Batch) (Write, error) {
	p, err := f.plan(b)
	if err != nil {
		return Write{}, err
	}
	if p.write.Mode != Create {
		p.bytes = line.AppendMeta(p.bytes, p.write.header, b.RequestID)
	}
	return p.finish()
}

// Interrupt gives the write that keeps what an interrupted turn said last, behind the rows of the turn that are not in the
// file yet (SR-WRITE-08). Nil rows stand for the context that the file has. Where the partial is blank, or is in the file
// already, it is not written.
func (f *File) Interrupt(b Batch, partial Partial) (Write, error) {
	if b.Rows == nil {
		b.Rows = f.context
	}
	p, err := f.plan(b)
	if err != nil {
		return Write{}, err
	}
	row := partial.row(b)
	missing := strings.TrimSpace(row.Content) != "" && !p.holds(row)
	if !missing && p.fresh == 0 && p.write.Mode != Compact {
		return Write{Mode: Nothing}, nil
	}
	if missing {
		p.write.after.seqs.stamp(row, b)
		p.bytes = line.AppendRow(p.bytes, row)
		p.write.after.partials = append(slices.Clip(p.write.after.partials), row)
	}
	return p.finish()
}

// Written tells the file that the bytes of a write that it gave are in it. When that is not known, Open the text again.
func (f *File) Written(w Write) {
	if w.Mode == Nothing {
		return
	}
	if !f.exists {
		f.exists, f.blank, f.header = true, "", w.header
	}
	f.threadID, f.state = w.threadID, w.after
}

// finish checks that the lines are read back as they are (SR-WRITE-09).
func (p *plan) finish() (Write, error) {
	lines := string(p.bytes)
	text := lines
	if p.write.Mode != Create {
		text = string(line.AppendMeta(nil, p.write.header, "")) + lines
	}
	for _, d := range line.Read("", text).Diagnostics {
		if d.Code() != diagnostic.UnknownRole {
			return Write{}, fmt.Errorf("%w: %s %s", ErrUnreadable, d.Code(), d.Path())
		}
	}
	p.write.Bytes = p.lead + lines
	return p.write, nil
}
