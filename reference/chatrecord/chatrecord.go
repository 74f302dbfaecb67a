// Package chatrecord projects the append-only records of one agent session into the blocks that a viewer draws.
//
// It promises: the same records and options give the same projection; one bad record never costs another; nothing is lost
// in silence (Complete is true only if no diagnostic affects completeness and nothing was truncated); the input is never
// changed; time is linear in records and parts. Start at ProjectText for the text of a file, or at Project for its records.
// The rooms are prepare (records to the active chain), update and replay (chain to updates), blocks (updates to blocks).
package chatrecord

import (
	"fmt"
	"io"
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Options select what is projected. The zero value projects the whole live branch.
type Options struct {
	// LeafUUID names the record where the branch ends; nil selects the last conversation record.
	LeafUUID *string
	// MaxBlocks keeps only the last blocks; nil keeps all. It must be a safe integer above 0.
	MaxBlocks *int64
}

// Projection is a session as blocks, with every loss named.
type Projection struct {
	Blocks      []blocks.Block
	Diagnostics []diagnostic.Diagnostic
	Complete    bool // no diagnostic here affects completeness and nothing was truncated
	Truncated   bool
}

// Project projects the records of one session, in file order. It knows nothing of what was lost before it, when the
// records were read from a file: Complete speaks of these records only (ProjectText counts both). The error is always an
// *InputError.
func Project(records []jsvalue.Value, options Options) (Projection, error) {
	if err := options.validate(); err != nil {
		return Projection{}, err
	}
	prepared, err := prepare.Prepare(records, options.LeafUUID)
	if err != nil {
		return Projection{}, inputError(err)
	}
	p := newProjector(prepared)
	p.replay(prepared.Records)
	return p.projection(options), nil
}

// ProjectValue is Project for untrusted arguments: records must be an array; options an object, null or Undefined with
// the members leafUuid and maxBlocks.
func ProjectValue(records, options jsvalue.Value) (Projection, error) {
	list, parsed, err := parseArguments(records, options)
	if err != nil {
		return Projection{}, err
	}
	return Project(list, parsed)
}

// WriteJSON streams {"blocks":[...],"diagnostics":[...],"complete":...,"truncated":...} block by block, without a newline
// (CR-CAP-09).
func (p Projection) WriteJSON(w io.Writer) error {
	out := streamWriter{w: w}
	out.buffer = append(out.buffer, `{"blocks":[`...)
	for i := range p.Blocks {
		out.separate(i)
		out.buffer = p.Blocks[i].AppendJSON(out.buffer)
		out.flush(flushBytes)
	}
	out.buffer = append(out.buffer, `],"diagnostics":[`...)
	for i, d := range p.Diagnostics {
		out.separate(i)
		out.buffer = d.AppendJSON(out.buffer)
		out.flush(flushBytes)
	}
	out.buffer = append(out.buffer, `],"complete":`...)
	out.buffer = strconv.AppendBool(out.buffer, p.Complete)
	out.buffer = append(out.buffer, `,"truncated":`...)
	out.buffer = strconv.AppendBool(out.buffer, p.Truncated)
	out.buffer = append(out.buffer, '}')
	out.flush(0)
	return out.err
}

// flushBytes is the size at which buffered output is written.
const flushBytes = 64 << 10

// streamWriter buffers output; after an error it writes nothing more.
type streamWriter struct {
	w      io.Writer
	buffer []byte
	err    error
}

func (s *streamWriter) separate(i int) {
	if i > 0 {
		s.buffer = append(s.buffer, ',')
	}
}

func (s *streamWriter) flush(atLeast int) {
	if len(s.buffer) < atLeast {
		return
	}
	if s.err == nil {
		if _, err := s.w.Write(s.buffer); err != nil {
			s.err = fmt.Errorf("writing the projection: %w", err)
		}
	}
	s.buffer = s.buffer[:0]
}
