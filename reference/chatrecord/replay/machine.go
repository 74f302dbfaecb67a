// Package replay turns prepared records into updates, one record at a time.
//
// It promises: an emission is committed only when the consumer asks for the next one; a snapshot taken at any time shows
// the committed state and nothing else; pages cut anywhere with the state carried give what one pass gives; no call is
// matched by guessing. Start at Machine: Project each record, Finalize at the end, Snapshot in between.
package replay

import (
	"errors"
	"iter"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// The faults of a consumer; Err returns the first one and keeps it.
var (
	// ErrStopped: a range over Project ended early; the rest of that record and all later ones are not projected.
	ErrStopped = errors.New("replay: stopped before a record was fully consumed")
	// ErrMisuse: a sequence was ranged twice, or while another one was running, or after Finalize.
	ErrMisuse = errors.New("replay: a sequence was used out of turn")
)

// Emission is one update of one record. It shares memory with the machine and with other emissions: read it, do not change it.
type Emission struct {
	SourceRecordID  string
	SourceTimestamp string // as persisted; "" when absent or invalid
	Ordinal         int    // 0-based within the record; Finalize counts for itself (CR-REPLAY-01)
	Update          update.Update
}

// Options of a machine; the zero value replays from the start, without gaps, with the fixed presentation.
type Options struct {
	InitialState *State
	Gaps         []prepare.Gap
	Presentation Presentation
	OnDiagnostic func(diagnostic.Diagnostic)
}

// Machine replays records in chain order. It is for one goroutine.
//
// Contract (CR-ITER-01 to CR-ITER-07): Project and Finalize do nothing until ranged, and each sequence can be ranged
// once. The machine yields first and commits after, so an emission that the consumer did not come back from (break,
// panic, return, the stop of iter.Pull) leaves no trace in the state, but for two things: the id of a result leaves the
// pending calls before its update is yielded, and the usage totals grow before theirs. Reserved ids and diagnostics are
// never taken back. After an early end the machine is stopped: Project yields nothing and Err is ErrStopped; Finalize
// still closes the committed calls.
type Machine struct {
	calls        *registry
	usage        update.UsageTotals
	gaps         map[string]prepare.Gap
	presentation Presentation
	report       func(diagnostic.Diagnostic)

	running   bool
	stopped   bool
	finalized bool
	err       error

	undelivered bool // the closing update that was yielded last did not arrive (CR-SEND-06)
}

// New makes a machine. The initial state has been checked by ParseState.
func New(options Options) *Machine {
	m := &Machine{
		calls: newRegistry(), gaps: map[string]prepare.Gap{},
		presentation: options.Presentation, report: options.OnDiagnostic,
	}
	if m.report == nil {
		m.report = func(diagnostic.Diagnostic) {}
	}
	for _, gap := range options.Gaps {
		m.gaps[gap.ChildUUID] = gap
	}
	if options.InitialState != nil {
		m.usage = options.InitialState.CumulativeUsage
		m.calls.restore(*options.InitialState)
	}
	return m
}

// Err returns ErrMisuse or ErrStopped, or nil.
func (m *Machine) Err() error { return m.err }

// Project replays one record, which must not change until its sequence has been ranged.
func (m *Machine) Project(record *prepare.Record) iter.Seq[Emission] {
	used := false
	return func(yield func(Emission) bool) {
		if used || m.running || m.finalized {
			m.fail(ErrMisuse)
			return
		}
		used = true
		if m.stopped {
			m.fail(ErrStopped)
			return
		}
		r := &run{machine: m, record: record, yield: yield}
		m.guard(func() bool { return r.project() })
	}
}

// Finalize closes every pending call, in start order, as missing its result (CR-REPLAY-46). It is claimed by its first
// range; later ones yield nothing.
func (m *Machine) Finalize() iter.Seq[Emission] {
	return func(yield func(Emission) bool) {
		if m.running {
			m.fail(ErrMisuse)
			return
		}
		if m.finalized { // CR-ITER-07, CR-REPLAY-47
			return
		}
		m.finalized = true
		m.guard(func() bool { return m.closePending(yield) })
	}
}

// guard runs body as the one running sequence; unless it returns true, also when it panics, the machine is stopped.
func (m *Machine) guard(body func() bool) {
	m.running = true
	completed := false
	defer func() {
		m.running = false
		if !completed {
			m.stopped = true
			if !m.finalized {
				m.fail(ErrStopped)
			}
		}
	}()
	completed = body()
}

func (m *Machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// closePending yields one failed update per pending call and takes each call off when the consumer comes back, unless that
// was told that the update did not arrive.
func (m *Machine) closePending(yield func(Emission) bool) bool {
	for ordinal, c := range m.calls.pending() {
		d := diagnostic.New(diagnostic.MissingToolResult, "the result of a tool call was never saved").OfRecord(c.recordID)
		if c.partIndex >= 0 {
			d = d.AtPath(partPath(c.partIndex)) // CR-DEC-03
		}
		m.report(d)
		origin := &update.Origin{RecordID: c.recordID, Timestamp: update.ParseTimestamp(c.timestampText)}
		u := update.DanglingToolCall(c.id, c.renamedFrom(), c.toolName, danglingText, origin)
		if !yield(Emission{SourceRecordID: c.recordID, SourceTimestamp: c.timestampText, Ordinal: ordinal, Update: u}) {
			return false
		}
		if m.undelivered {
			m.undelivered = false
			continue
		}
		m.calls.settle(c, &u)
	}
	return true
}

// danglingText is what a call without a saved result shows.
const danglingText = "No result of this tool call was saved."
