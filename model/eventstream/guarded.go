package eventstream

import (
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// reading is the occupancy that an event tells (10.30); false if it is none, or nothing was measured.
func reading(e Envelope) (percent float64, ok bool) {
	event := ofKinds(e.Event)
	state := id(event, "state")
	percent = event.Get("percent").Float()
	ok = e.kind() == "context_usage" && (state == "" || state == "measured") && event.Get("percent").IsFinite() && 0 <= percent && percent <= 100
	return percent, ok
}

// isCompaction: the event tells of a compaction; ended says that it is completed.
func isCompaction(e Envelope) (is, ended, own bool) {
	state := id(ofKinds(e.Event), "state")
	is = e.kind() == "context_compact" || e.kind() == "codex_context_compaction"
	return is, is && (state == "" || state == "completed"), is && id(e.Event, "trigger") != "ade_fallback"
}

// guardSteps are what a host does (ES-GUARD-01 to ES-GUARD-04), each as it follows from what stands before.
func (in Input) guardSteps() (steps []jsvalue.Value) {
	g := guarded{}
	var at []float64
	all, late := in.counted(), in.meter().late
	for i, ms := range times(all) {
		if !late[all[i].Place] {
			g.counted, at = append(g.counted, all[i]), append(at, ms)
		}
	}
	lastAt, lastShown := math.Inf(-1), math.Inf(1)
	for i, e := range g.counted {
		if percent, ok := reading(e); ok && id(e.Event, "origin") == "live" && (math.IsInf(lastAt, 0) || at[i]-lastAt >= 5000 && math.Abs(percent-lastShown) >= 1) {
			lastAt, lastShown = at[i], percent
			steps = append(steps, jsvalue.ObjectValue(place(e), textOf("action", "usage"), member("percent", jsvalue.NumberValue(percent))))
		}
		if reason := g.compacts(i); reason != "" {
			steps = append(steps, jsvalue.ObjectValue(place(e), textOf("action", "compact"), textOf("reason", reason)))
			if reason == "prompt_too_long" {
				steps = append(steps, jsvalue.ObjectValue(place(e), textOf("action", "ask_to_re_send"), textOf("reason", reason)))
			}
		}
	}
	return steps
}

// guarded is the envelopes that count, without stale samples, and at which of them a compaction was sent, and why.
type guarded struct {
	counted []Envelope
	sent    []int
	why     []string
}

// lastIndex is the last envelope before i of which something is true; -1 if there is none.
func (g *guarded) lastIndex(i int, is func(e Envelope) bool) int {
	for k := i - 1; k >= 0; k-- {
		if is(g.counted[k]) {
			return k
		}
	}
	return -1
}

// compacts says why a compaction is sent at an envelope; "" if none is.
func (g *guarded) compacts(i int) (reason string) {
	e := g.counted[i]
	if e.kind() != "done" {
		return ""
	}
	low := g.lastIndex(i, func(e Envelope) bool { p, ok := reading(e); return ok && p < 80 })
	ended := g.lastIndex(i, func(e Envelope) bool { _, ended, _ := isCompaction(e); return ended })
	if id(e.Event, "terminalReason") == "prompt_too_long" {
		for k, at := range g.sent {
			if g.why[k] == "prompt_too_long" && at > low && at > ended {
				return ""
			}
		}
		return g.send(i, "prompt_too_long")
	}
	told := g.lastIndex(i, func(e Envelope) bool { return e.kind() == "context_usage" })
	if told < 0 || told < ended || slices.ContainsFunc(g.sent, func(at int) bool { return at > low }) {
		return ""
	}
	if percent, ok := reading(g.counted[told]); !ok || percent < 97 {
		return ""
	}
	below := g.lastIndex(i, func(e Envelope) bool { p, ok := reading(e); return ok && p < 90 })
	reached := below + 1
	for p, ok := reading(g.counted[reached]); !ok || p < 90; p, ok = reading(g.counted[reached]) {
		reached++
	}
	if own := g.lastIndex(i, func(e Envelope) bool { _, _, own := isCompaction(e); return own }); own > reached || own >= 0 && id(g.counted[own].Event, "state") == "started" {
		return ""
	}
	return g.send(i, "high_water")
}

func (g *guarded) send(i int, why string) string {
	g.sent, g.why = append(g.sent, i), append(g.why, why)
	return why
}

// metered is what a meter shows, by a second definition (ES-METER-01 to ES-METER-03): from the samples that count.
type metered struct {
	readings, stale []jsvalue.Value
	late            map[int]bool // the places of stale
	shown           jsvalue.Value
}

func (in Input) meter() metered {
	m := metered{shown: jsvalue.NullValue(), late: map[int]bool{}}
	counted := in.counted()
	at := times(counted)
	var taken, boundary *Envelope // the last numbered sample, the start or end of a compaction that nothing was measured since
	boundaryAt := 0.0
	for i, e := range counted {
		event := ofKinds(e.Event)
		before := m.shown
		origin, sample := id(event, "origin"), event.Get("sampleId")
		is, ended, _ := isCompaction(e)
		switch {
		case e.kind() == "conversation_reset":
			m.shown, taken, boundary = jsvalue.NullValue(), nil, nil
		case ended:
			m.shown, boundary, boundaryAt = shows("recalculating", jsvalue.Value{}, jsvalue.Value{}), &counted[i], at[i]
		case is && id(event, "state") == "started":
			m.shown, boundary, boundaryAt = shows("compacting", jsvalue.Value{}, jsvalue.Value{}), &counted[i], at[i]
		case e.kind() != "context_usage" || !words("live snapshot compact")[origin]:
		case taken != nil && sample.IsFinite() && !isLater(e, *taken), boundary != nil && isOld(e, *boundary, boundaryAt):
			m.stale, m.late[e.Place] = append(m.stale, jsvalue.IntValue(int64(e.Place))), true
		default:
			if !sample.IsFinite() {
				sample = jsvalue.Value{}
			} else {
				taken = &counted[i]
			}
			state, percent := id(event, "state"), jsvalue.Value{}
			if _, ok := reading(e); ok {
				state, percent, boundary = "measured", event.Get("percent"), nil
			} else if state != "compacting" && state != "recalculating" {
				state = "unknown"
			}
			m.shown = shows(state, percent, sample)
		}
		if !same(before, m.shown) {
			m.readings = append(m.readings, jsvalue.ObjectValue(place(e), member("shown", m.shown)))
		}
	}
	return m
}

// isLater: a sample was made behind another (ES-METER-01).
func isLater(e, than Envelope) bool {
	if e.Event.Get("sampleId").Float() > than.Event.Get("sampleId").Float() {
		return true
	}
	made, ok := jstime.Parse(id(e.Event, "capturedAt"))
	before, also := jstime.Parse(id(than.Event, "capturedAt"))
	return ok && also && made > before
}

// isOld: a sample tells of the time before a compaction was started or completed (ES-METER-03).
func isOld(e, boundary Envelope, at float64) bool {
	made, ok := jstime.Parse(id(e.Event, "capturedAt"))
	return ok && made < at || id(e.Event, "origin") == "live" && id(e.Event, "turnId") == id(boundary.Event, "turnId")
}

func shows(state string, percent, sample jsvalue.Value) jsvalue.Value {
	orNull := func(value jsvalue.Value) jsvalue.Value {
		if value.IsUndefined() {
			return jsvalue.NullValue()
		}
		return value
	}
	return jsvalue.ObjectValue(textOf("state", state), member("percent", orNull(percent)), member("sampleId", orNull(sample)))
}
