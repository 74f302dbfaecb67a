package certify

import (
	"context"
	"errors"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// End says why a run ended before its plan did; "" is that it did not.
type End = report.End

// The ends of a run.
const (
	Whole         End = ""
	Interrupted   End = "interrupted"
	OutOfBudget   End = "out of budget"
	Failures      End = "as many failures as allowed"
	Lost          End = "the subject does not come back"
	LostOften     End = "the subject was lost too often"
	Hung          End = "the subject hangs too often"
	NoDescription End = "the subject does not say what it is"
	OtherVersion  End = "the subject is of another version of the specification"
)

// Run certifies a subject. A Go implementation is put behind a process.Guard; a *process.Child has its own limits, and
// stays the caller's to close. When the context ends, the report is of what was judged until then. The error is a
// *UsageError, or says that the kit failed or the subject could not be started; then there is no report.
func Run(ctx context.Context, subject protocol.Subject, config Config) (Report, error) {
	config = config.withDefaults()
	d, err := config.check()
	if err != nil {
		return Report{}, err
	}
	subject, child := guarded(subject, config)
	examiner, description, err := newExaminer(ctx, d, config, subject, child)
	if err == nil {
		config.operations = operationsOf(description, d.Name)
	}
	r, failed := newRunner(config, child)
	if failed != nil {
		return Report{}, failed
	}
	r.examiner, r.report.Subject = examiner, description
	if finding, refused := refusal(r.report.Subject, err); refused {
		return r.refuse(finding), nil
	}
	if ctx.Err() != nil {
		r.report.End = Interrupted
		r.tellAll()
		return r.report, nil
	}
	if err != nil {
		return Report{}, fmt.Errorf("asking the subject what it is: %w", err)
	}
	r.tell(r.report.header())
	r.tellCases(r.run(ctx))
	r.explain(ctx)
	r.tellEnd()
	if config.Baseline {
		r.addBaseline(ctx)
	}
	return r.report, nil
}

// newRunner plans a run, of a child if the subject is one.
func newRunner(config Config, child *process.Child) (*runner, error) {
	plan, err := NewPlan(config)
	if err != nil {
		return nil, err
	}
	r := &runner{config: config, report: newReport(config, plan)}
	if len(r.report.Results) == 0 {
		return nil, wrong("empty_shard", "shard %v has no case: the plan has %d", config.Shard, len(plan.Cases))
	}
	if config.Baseline {
		r.report.NoBaseline = ErrNotJudged
	}
	if child != nil {
		r.report.head.Unenforced = child.Unenforced()
	}
	return r, nil
}

// operationsOf are those that a subject names of a dialect.
func operationsOf(description protocol.Description, dialect string) []string {
	operations := []string{}
	for _, of := range description.Dialects {
		if of.Dialect == dialect {
			operations = append(operations, of.Ops...)
		}
	}
	return operations
}

// refuse ends the run before its first case.
func (r *runner) refuse(finding judge.Finding) Report {
	r.report.End, r.report.Failures = NoDescription, []Failure{{Finding: finding}}
	if finding.Check == CheckVersion {
		r.report.End = OtherVersion
	}
	r.tellAll()
	return r.report
}

// refusal is the finding that keeps a subject from being asked about cases, if one does: it does not say what it is, or
// follows another version of the specification (TP-PROTO-12), by which something else may be right. Who names none is judged.
func refusal(d protocol.Description, err error) (judge.Finding, bool) {
	rules := []string{"TP-PROTO-12"}
	if finding, missing := judge.Missing(err); missing {
		finding.Message, finding.Rules = "asked what it is: "+finding.Message, merged(finding.Rules, rules)
		return finding, true
	}
	return judge.Finding{
		Outcome: capsule.Fail, Check: CheckVersion, Rules: rules, Path: "spec",
		Message: fmt.Sprintf("it says that it follows specification %q; this program certifies by %q", d.Spec, spec.Version),
	}, err == nil && d.Spec != "" && d.Spec != spec.Version
}

// CheckVersion is the check of a subject that its description names this version of the specification, if any.
const CheckVersion = "specification"

// runner is a run under way.
type runner struct {
	config   Config
	examiner *examiner
	report   Report
	patience patience
	pace     pace
	replays  replays
}

// run judges the cases in order, until an end, and returns how many it told of.
func (r *runner) run(parent context.Context) (told int) {
	ctx := parent
	if r.config.Budget > 0 {
		limited, cancel := context.WithTimeout(parent, r.config.Budget)
		defer cancel()
		ctx = limited
	}
	source := r.examined(ctx)
	defer source.stop()
	failed := 0
	for i := range r.report.Results {
		one := source.next(i)
		err := one.err
		if err == nil {
			r.patience.spend(one.cost, one.result.IsKnown())
			r.pace.add(one.cost.took)
			r.report.Results[i] = one.result
			err = r.replay(ctx, &r.report.Results[i])
		}
		if err != nil {
			r.report.End = OutOfBudget
			if parent.Err() != nil {
				r.report.End = Interrupted
			}
			return i
		}
		r.tell(r.report.caseEvent(i))
		if len(one.result.Findings) > 0 {
			failed++
		}
		r.config.progress(Progress{Done: i + 1, Planned: len(r.report.Results), Failed: failed})
		if end := r.end(failed); end != Whole && i+1 < len(r.report.Results) {
			r.report.End = end
			return i + 1
		}
	}
	return len(r.report.Results)
}

// end says whether to stop after a case.
func (r *runner) end(failed int) End {
	if r.config.MaxFailures > 0 && failed >= r.config.MaxFailures {
		return Failures
	}
	return r.patience.end()
}

// explain groups the findings and writes a capsule for the first of each kind.
func (r *runner) explain(ctx context.Context) {
	r.report.Failures = grouped(r.report.Results)
	for i := range r.report.Failures {
		f := &r.report.Failures[i]
		if r.config.Command != "" {
			f.Again = fmt.Sprintf("%s --case %s", r.config.Command, f.First.ID())
		}
		if f.Finding.Check == CheckGrowth { // a small case does not show it
			continue
		}
		if r.config.Capsules == "" || i >= r.config.MaxCapsules {
			continue
		}
		r.config.progress(Progress{Stage: stageCapsules, Done: i, Planned: min(len(r.report.Failures), r.config.MaxCapsules)})
		if err := r.write(ctx, f); err != nil {
			f.Note = err.Error()
		}
	}
}

// errNotWritten says that a capsule could not be written.
var errNotWritten = errors.New("the capsule was not written")
