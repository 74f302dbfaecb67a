package report

import (
	"slices"
	"strings"
)

// Report is what came of a run, or of the shards of one.
type Report struct {
	Header   Header
	Cases    []Case // of every planned case of the shard, in the order of the plan
	Failures []Failure
	End      End
	Faults   []string // for people: what is missing from the report or wrong with it
}

// Count is how many cases had an outcome.
func (r Report) Count(outcome Outcome) int {
	n := 0
	for _, c := range r.Cases {
		if c.Outcome == outcome {
			n++
		}
	}
	return n
}

// Score is the share that passed of the planned cases of the operations that the subject names; 0 if it names none of them.
func (r Report) Score() float64 {
	if r.askable() == 0 {
		return 0
	}
	return float64(r.Count(Pass)) / float64(r.askable())
}

// Certified reports whether nothing is wrong: every planned case passed, fails as it is known to, or is about something that
// the description of the subject leaves out; and the report has no fault. To leave out, or to be known to fail, is no way to
// be right: at least half of the cases of the operations that it names pass, and it names one. Of a shard, it does not matter how many: that is a question to the merged report.
func (r Report) Certified() bool {
	return r.nothingIsFound() && !r.failsStrictly() && (r.halfPasses() || !r.Header.Shard.IsWhole())
}

// nothingIsFound: no case is wrong that is not known to be, each was run, and the report has no fault.
func (r Report) nothingIsFound() bool {
	for _, c := range r.Cases {
		if c.Outcome != Pass && !c.IsKnown() && !(c.Outcome == Unsupported && c.Declared) {
			return false
		}
	}
	return len(r.Failures) == 0 && len(r.Faults) == 0
}

func (r Report) halfPasses() bool { return r.askable() > 0 && 2*r.Count(Pass) >= r.askable() }

// askable is the number of cases of the operations that the subject has.
func (r Report) askable() int {
	n := 0
	for _, c := range r.Cases {
		if c.Operation == "" {
			n++
		}
	}
	return n
}

// leftOut lists the operations that the subject does not have, sorted.
func (r Report) leftOut() []string {
	var operations []string
	for _, c := range r.Cases {
		if c.Operation != "" && !slices.Contains(operations, c.Operation) {
			operations = append(operations, c.Operation)
		}
	}
	slices.Sort(operations)
	return operations
}

// failsStrictly: the list of known failures is wrong, and that counts.
func (r Report) failsStrictly() bool {
	return r.Header.Known != nil && r.Header.Known.Strict && r.Header.Shard.IsWhole() && len(r.KnownFaults()) > 0
}

// HarnessFailed reports whether the kit itself failed at a case.
func (r Report) HarnessFailed() bool { return r.Count(HarnessError) > 0 }

// Footer is the last event of the report.
func (r Report) Footer() Footer {
	f := Footer{Certified: r.Certified(), Verdict: r.Verdict(), End: r.End, Score: r.Score(), Outcomes: map[Outcome]int{}, Faults: r.Faults}
	for _, outcome := range Outcomes() {
		f.Outcomes[outcome] = r.Count(outcome)
	}
	for _, row := range r.Rules() {
		f.Rules = append(f.Rules, RuleCount{row.Rule.ID, row.State(), row.Passed, row.Failed})
	}
	return f
}

// SubjectName is who was asked, for people.
func (r Report) SubjectName() string {
	return strings.TrimSpace(r.Header.Subject.Name + " " + r.Header.Subject.Version)
}

// fixtures is how many of the cases are fixtures.
func (r Report) fixtures() int {
	n := 0
	for _, c := range r.Cases {
		if c.Index < r.Header.Fixtures {
			n++
		}
	}
	return n
}
