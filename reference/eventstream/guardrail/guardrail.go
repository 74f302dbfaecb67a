// Package guardrail keeps the context of a Claude chat below its limit: it thins out the live readings of its occupancy, and
// asks for a compaction where the runtime's own one did not come.
//
// It promises: the runtime's compaction is never preempted; one fallback in an episode of high water; no message of a user is
// sent again; no clock is read. Start at Guard.Add.
package guardrail

import (
	"math"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/contextmeter"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The figures, in milliseconds and percent of the context.
const (
	LiveInterval = 5000
	LiveStep     = 1.0
	FallbackFrom = 97.0
	HighWater    = 90.0
	EpisodeEnds  = 80.0
)

// Action is what a host does.
type Action string

// The actions.
const (
	Usage    Action = "usage"          // emit a live reading
	Compact  Action = "compact"        // send /compact
	AskAgain Action = "ask_to_re_send" // ask the user to send the last message again
)

// The reasons of a compaction.
const (
	ReasonHighWater = "high_water"
	ReasonTooLong   = "prompt_too_long"
)

// Step is one thing to do.
type Step struct {
	Action  Action
	Percent float64 // of Usage
	Reason  string  // of Compact and AskAgain
}

// Guard follows the events of a session. The zero Guard has seen none.
type Guard struct {
	clock   event.Clock
	meter   contextmeter.Meter // says which readings are stale
	live    throttle
	episode episode
}

// Add takes the next envelope and says what is to be done, in its order. context_usage events are readings as the runtime
// streams them.
func (g *Guard) Add(envelope event.Envelope) []Step {
	at, e := g.clock.At(envelope.Timestamp), event.OfKinds(envelope.Event)
	if _, stale := g.meter.Add(envelope); stale {
		return nil
	}
	switch envelope.Type() {
	case "context_usage":
		percent, measured := contextmeter.Percent(e)
		g.episode.read(percent, measured)
		if measured && event.Name(e, "origin") == "live" && g.live.lets(at, percent) {
			return []Step{{Action: Usage, Percent: percent}}
		}
	case "context_compact", "codex_context_compaction":
		g.episode.compaction(e)
	case "done":
		return g.episode.boundary(event.Name(e, "terminalReason") == ReasonTooLong)
	}
	return nil
}

// throttle lets live readings through, not too many (ES-GUARD-01).
type throttle struct {
	begun bool
	at    float64
	shown float64
}

func (t *throttle) lets(at, percent float64) bool {
	if t.begun && (at-t.at < LiveInterval || math.Abs(percent-t.shown) < LiveStep) {
		return false
	}
	*t = throttle{true, at, percent}
	return true
}

// episode is one time of high water (ES-GUARD-02, ES-GUARD-03).
type episode struct {
	known   bool    // the occupancy
	percent float64 // if it is known
	high    bool    // the last reading was at high water
	natural bool    // the runtime compacted since high water was reached last
	running bool    // its compaction, which outlasts episodes
	issued  bool    // a fallback, in this episode
	asked   bool    // a compaction since the prompt was too long, and none came to its end yet
}

func (p *episode) read(percent float64, measured bool) {
	p.known, p.percent = measured, percent
	switch {
	case !measured:
	case percent < EpisodeEnds:
		*p = episode{known: true, percent: percent, running: p.running}
	case percent < HighWater:
		p.high = false
	case !p.high:
		p.high, p.natural = true, false
	}
}

// compaction takes one: any completed one makes what was read of old, and one that is not the fallback's is natural.
func (p *episode) compaction(e jsvalue.Value) {
	state := event.Name(e, "state")
	if event.Name(e, "trigger") != "ade_fallback" {
		p.natural, p.running = true, state == "started"
	}
	if state == "" || state == "completed" {
		p.known, p.asked = false, false
	}
}

// boundary is the end of a turn.
func (p *episode) boundary(tooLong bool) []Step {
	switch {
	case tooLong && !p.asked: // ES-GUARD-04
		p.issued, p.asked = true, true
		return []Step{{Action: Compact, Reason: ReasonTooLong}, {Action: AskAgain, Reason: ReasonTooLong}}
	case !tooLong && p.known && p.percent >= FallbackFrom && p.high && !p.natural && !p.running && !p.issued:
		p.issued = true
		return []Step{{Action: Compact, Reason: ReasonHighWater}}
	}
	return nil
}

// Value is {action, percent?, reason?}.
func (s Step) Value() jsvalue.Value {
	members := []jsvalue.Member{{Key: "action", Value: jsvalue.StringValue(string(s.Action))}}
	if s.Action == Usage {
		return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: "percent", Value: jsvalue.NumberValue(s.Percent)})...)
	}
	return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: "reason", Value: jsvalue.StringValue(s.Reason)})...)
}
