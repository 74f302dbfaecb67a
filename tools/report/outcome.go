package report

import "github.com/transcriptspec/transcriptspec/tools/capsule"

// Outcome is what became of a case. Outcomes are never folded into one another.
type Outcome string

// The outcomes.
const (
	Pass          Outcome = "pass"
	Fail          Outcome = Outcome(capsule.Fail)          // an answer that breaks a rule
	Crash         Outcome = Outcome(capsule.Crash)         // no answer: the implementation panicked, or its process ended
	Hang          Outcome = Outcome(capsule.Hang)          // no answer in time
	ProtocolError Outcome = Outcome(capsule.ProtocolError) // an answer that is none
	Unsupported   Outcome = "unsupported"                  // the implementation says that it does not do this
	HarnessError  Outcome = "harness-error"                // the kit itself failed, which says nothing about the implementation
	NotRun        Outcome = "not-run"                      // the run ended before, or the report has lost it
)

// Outcomes lists the outcomes, in the order of reports.
func Outcomes() []Outcome {
	return []Outcome{Pass, Fail, Crash, Hang, ProtocolError, Unsupported, HarnessError, NotRun}
}

// Replay says what a case without an answer did when it was asked alone, in a fresh process.
type Replay string

// The replays; "" is that there was none: it costs time, so only some cases are asked again.
const (
	Isolated    Replay = "isolated"    // the same again: the case is to blame
	Accumulated Replay = "accumulated" // not again: it takes other cases before it, or chance
)

// text is the replay for people.
func (r Replay) text() string {
	switch r {
	case Isolated:
		return "the same again: isolated"
	case Accumulated:
		return "not again: accumulated over other cases, or chance"
	}
	return ""
}

// End says why a run ended before its plan did, for people; "" is that it did not.
type End string
