// Package contextmeter says how full the context of a chat is, as far as that is known.
//
// It promises: no percentage is shown that was measured before the context changed; a late answer changes nothing. Start at
// Meter.Add.
package contextmeter

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// State is what the meter knows.
type State string

// The states. Only Measured has a percentage (ES-METER-02).
const (
	Measured      State = "measured"
	Compacting    State = "compacting"
	Recalculating State = "recalculating"
	Unknown       State = "unknown"
)

// Reading is what the meter shows.
type Reading struct {
	State   State
	Percent jsvalue.Value // a number, if it was measured
	Sample  jsvalue.Value // the sampleId it is of; Undefined if it has none
}

// Meter follows the events of a session. The zero Meter shows nothing.
type Meter struct {
	clock   event.Clock
	shown   *Reading
	last    jsvalue.Value // the sampleId that was taken last
	taken   float64       // when that was captured, if it is known
	changed float64       // when the last compaction was started, or completed
	turn    string        // of that compaction
	waiting bool          // for an exact sample since then
	timed   bool          // taken is known
}

// Shown is what the meter shows; ok is false before there is anything.
func (m *Meter) Shown() (reading Reading, ok bool) {
	if m.shown == nil {
		return Reading{}, false
	}
	return *m.shown, true
}

// Add takes the next envelope. changed says that the meter shows something else, stale that a sample came too late to count.
func (m *Meter) Add(envelope event.Envelope) (changed, stale bool) {
	before := m.shown
	at, e := m.clock.At(envelope.Timestamp), event.OfKinds(envelope.Event)
	switch envelope.Type() {
	case "context_usage":
		stale = !m.sample(e, at)
	case "context_compact", "codex_context_compaction":
		m.compaction(e, at)
	case "conversation_reset":
		*m = Meter{clock: m.clock}
	}
	return !same(before, m.shown), stale
}

func same(a, b *Reading) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.State == b.State && jsvalue.Equal(a.Percent, b.Percent) && jsvalue.Equal(a.Sample, b.Sample)
}

// sample takes a sample of the runtime. What a user asked for to read is none. It is false if the sample is stale (ES-METER-01,
// ES-METER-03).
func (m *Meter) sample(e jsvalue.Value, at float64) bool {
	origin := event.Name(e, "origin")
	if !slices.Contains([]string{"live", "snapshot", "compact"}, origin) {
		return true
	}
	id := e.Get("sampleId")
	if m.isStale(e, id, origin) {
		return false
	}
	reading := Reading{State: stateOf(e)}
	if id.IsFinite() {
		m.last, reading.Sample = id, id
		m.taken, m.timed = capturedAt(e)
	}
	if reading.State == Measured {
		reading.Percent = e.Get("percent")
		m.waiting = false
	}
	m.shown = &reading
	return true
}

func (m *Meter) isStale(e, id jsvalue.Value, origin string) bool {
	captured, timed := capturedAt(e)
	if id.IsFinite() && m.last.IsFinite() && id.Float() <= m.last.Float() {
		began := timed && m.timed && captured > m.taken // a runtime that counts from the start
		if !began {
			return true
		}
	}
	return m.waiting && (timed && captured < m.changed || origin == "live" && event.Name(e, "turnId") == m.turn)
}

func capturedAt(e jsvalue.Value) (at float64, ok bool) {
	return jstime.Parse(event.Name(e, "capturedAt"))
}

// Percent is the occupancy that a context_usage event tells; false if nothing was measured (ES-METER-02).
func Percent(e jsvalue.Value) (percent float64, ok bool) {
	return e.Get("percent").Float(), isMeasured(e)
}

// isMeasured reports whether a sample says that it was measured, and has a percentage that can be one.
func isMeasured(e jsvalue.Value) bool {
	state, percent := State(event.Name(e, "state")), e.Get("percent")
	return (state == "" || state == Measured) && percent.IsFinite() && percent.Float() >= 0 && percent.Float() <= 100
}

// stateOf is the state of a sample. One that is measured has a percentage, else nothing is known; a state that nobody knows is
// none.
func stateOf(e jsvalue.Value) State {
	switch state := State(event.Name(e, "state")); {
	case isMeasured(e):
		return Measured
	case slices.Contains([]State{Compacting, Recalculating}, state):
		return state
	}
	return Unknown
}

// compaction takes the beginning or the end of one (ES-METER-03).
func (m *Meter) compaction(e jsvalue.Value, at float64) {
	switch event.Name(e, "state") {
	case "started":
		m.shown = &Reading{State: Compacting}
	case "", "completed":
		m.shown = &Reading{State: Recalculating}
	default:
		return
	}
	m.waiting, m.changed, m.turn = true, at, event.Name(e, "turnId")
}

// Value is {state, percent, sampleId}, null where there is none.
func (r Reading) Value() jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "state", Value: jsvalue.StringValue(string(r.State))},
		jsvalue.Member{Key: "percent", Value: orNull(r.Percent)},
		jsvalue.Member{Key: "sampleId", Value: orNull(r.Sample)},
	)
}

func orNull(value jsvalue.Value) jsvalue.Value {
	if value.IsUndefined() {
		return jsvalue.NullValue()
	}
	return value
}
