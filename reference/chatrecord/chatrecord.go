// Package chatrecord projects the append-only records of one agent session into the blocks that a viewer draws.
//
// It promises: the same records and options give the same projection; one bad record never costs another; nothing is lost
// in silence (Complete is true only if no diagnostic affects completeness and nothing was truncated); the input is never
// changed; time is linear in records and parts. Start at Project. The rooms are prepare (records to the active chain),
// update and replay (chain to updates), blocks (updates to blocks).
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
	Complete    bool
	Truncated   bool
}

// Project projects the records of one session, in file order. The error is always an *InputError.
func Project(records []jsvalue.Value, options Options) (Projection, error) {
	if options.MaxBlocks != nil && (*options.MaxBlocks < 1 || *options.MaxBlocks > maxSafeInteger) { // CR-PREP-02
		return Projection{}, &InputError{InvalidMaxBlocks, "maxBlocks must be a whole number from 1 to 2^53-1"}
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
	if !records.IsArray() { // CR-PREP-01
		return Projection{}, &InputError{InvalidRecords, "the records are not a list"}
	}
	parsed, err := ParseOptions(options)
	if err != nil {
		return Projection{}, err
	}
	list := make([]jsvalue.Value, 0, records.Len())
	for _, record := range records.Elements() {
		list = append(list, record)
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
