package certify

import (
	"io"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// Report is what came of a run.
type Report struct {
	Subject protocol.Description
	Spec    string // version of the specification
	Dialect string
	Profile Profile
	Seed    uint64
	Plan    string   // digest of the list of cases
	Results []Result // of every planned case of the shard, in the order of the plan
	End     End

	Failures []Failure

	// Baseline is what Config.Baseline asks for: Config.Known with what it takes, so that the same run with it as Known finds
	// nothing. It is nil where NoBaseline says why: ErrNotJudged, ErrMostFail, ErrUnsteady, the end of the context, or a fault of the kit.
	Baseline   *knownfailures.File
	NoBaseline error

	head   report.Header  // all but the subject
	checks map[string]int // the checks of the head by id
}

// newReport is the report of a run that has judged nothing yet.
func newReport(config Config, plan Plan) Report {
	r := Report{
		Spec: spec.Version, Dialect: config.Dialect, Profile: config.Profile, Seed: config.Seed,
		head: report.Header{Command: config.Command, Shard: config.Shard, All: plan.All, Later: plan.Later, Missing: plan.Missing, Checks: checksOf(config.Dialect), Unnamed: unnamed(config.Dialect)}, checks: map[string]int{},
	}
	r.head.Known = knownEntries(config)
	for i, check := range r.head.Checks {
		r.checks[check.ID] = i
	}
	for k, planned := range plan.Cases {
		r.head.Cases = append(r.head.Cases, planned.ID())
		if planned.Fixture {
			r.head.Fixtures++
		}
		if config.Shard.Has(k) {
			r.Results = append(r.Results, Result{Planned: planned, Outcome: NotRun})
		}
	}
	r.Plan = report.PlanDigest(r.head.Cases)
	return r
}

// Record is the report as package report keeps it: what the events of the run make, if they are all there.
func (r Report) Record() report.Report {
	record := report.Report{Header: r.header(), End: r.End}
	for i := range r.Results {
		record.Cases = append(record.Cases, r.caseEvent(i))
	}
	for _, f := range r.Failures {
		record.Failures = append(record.Failures, f.event())
	}
	return record
}

// header is the first event.
func (r Report) header() report.Header {
	h := r.head
	h.Spec, h.Subject = r.Spec, report.SubjectOf(r.Subject)
	h.Dialect, h.Profile, h.Seed, h.Plan = r.Dialect, string(r.Profile), r.Seed, r.Plan
	return h
}

// caseEvent is that of a result.
func (r Report) caseEvent(i int) report.Case {
	result, at := r.Results[i], r.head.Shard.At(i)
	c := report.Case{
		Index: at, ID: r.head.Cases[at], Source: result.Planned.Source,
		Outcome: result.Outcome, Why: result.Why, Replay: result.Replay, Declared: result.Declared, Operation: result.Operation, Rules: result.Planned.Rules, Kept: result.Planned.Kept, Growth: result.Growth,
	}
	for _, finding := range result.Findings {
		c.Findings = append(c.Findings, report.FindingOf(finding))
	}
	c.Has, c.Known = r.known(result)
	c.KnownRules = result.KnownRules
	for _, check := range result.Judged {
		if at, ok := r.checks[check]; ok {
			c.Judged = append(c.Judged, at)
		}
	}
	return c
}

func (f Failure) event() report.Failure {
	e := report.Failure{
		Finding: report.FindingOf(f.Finding), Cases: f.Cases, Replay: f.Replay, Again: f.Again, Repro: f.Repro, Note: f.Note,
		Capsule: f.Capsule, CapsuleText: f.CapsuleText, Expected: f.Expected, Got: f.Got,
	}
	if f.Cases > 0 {
		e.First = f.First.ID()
	}
	return e
}

// Count is how many cases had an outcome.
func (r Report) Count(outcome Outcome) int { return r.Record().Count(outcome) }

// Score is the share of the planned cases that passed.
func (r Report) Score() float64 { return r.Record().Score() }

// Certified reports whether nothing is wrong, as report.Report has it.
func (r Report) Certified() bool { return r.Record().Certified() }

// Rules is the matrix of all rules of the specification, in its order.
func (r Report) Rules() []RuleRow { return r.Record().Rules() }

// String is the report as text.
func (r Report) String() string { return r.Record().String() }

// WriteText writes the report for people. The same report gives the same text.
func (r Report) WriteText(w io.Writer) error { return r.Record().WriteText(w) }

// WriteJSON writes the lines of the report, as package report has them.
func (r Report) WriteJSON(w io.Writer) error { return r.Record().WriteJSON(w) }

// subjectName is who was asked, for people.
func (r Report) subjectName() string { return r.Record().SubjectName() }
