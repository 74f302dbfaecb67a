package certify

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Report is what came of a run.
type Report struct {
	Subject protocol.Description
	Spec    string // version of the specification
	Dialect string
	Profile Profile
	Seed    uint64
	Plan    string   // digest of the list of cases
	Results []Result // of every planned case, in the order of the plan
	End     End

	Failures []Failure
}

// newReport is the report of a run that has judged nothing yet.
func newReport(config Config, plan Plan) Report {
	r := Report{
		Spec: spec.Version, Dialect: config.Dialect, Profile: config.Profile, Seed: config.Seed,
		Plan: plan.Digest(), Results: make([]Result, len(plan.Cases)),
	}
	for i, planned := range plan.Cases {
		r.Results[i] = Result{Planned: planned, Outcome: NotRun}
	}
	return r
}

// Count is how many cases had an outcome.
func (r Report) Count(outcome Outcome) int {
	n := 0
	for _, result := range r.Results {
		if result.Outcome == outcome {
			n++
		}
	}
	return n
}

// Score is the share of the planned cases that passed.
func (r Report) Score() float64 {
	if len(r.Results) == 0 {
		return 0
	}
	return float64(r.Count(Pass)) / float64(len(r.Results))
}

// Certified reports whether nothing is wrong: every planned case passed, or is about something that the description of the
// subject leaves out; and at least half of them passed, so that leaving out is no way to be right.
func (r Report) Certified() bool {
	passed := 0
	for _, result := range r.Results {
		switch {
		case result.Outcome == Pass:
			passed++
		case result.Outcome != Unsupported || !result.Declared:
			return false
		}
	}
	return len(r.Failures) == 0 && passed > 0 && 2*passed >= len(r.Results)
}

// HarnessFailed reports whether the kit itself failed at a case.
func (r Report) HarnessFailed() bool { return r.Count(HarnessError) > 0 }

// subjectName is who was asked, for people.
func (r Report) subjectName() string {
	return strings.TrimSpace(r.Subject.Name + " " + r.Subject.Version)
}
