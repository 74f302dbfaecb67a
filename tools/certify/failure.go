package certify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// Failure is all findings of one key: probably one fault.
type Failure struct {
	Finding judge.Finding // the first
	First   Planned       // the case that it is of; the zero value if it is of none
	Shown   testcase.Case // Result.Shown of it
	Cases   int           // that show it
	Replay  Replay        // of First
	Again   string        // the command that shows it again, "" if nobody said
	Note    string        // what went wrong with the capsule

	Capsule       string // path of the file, "" for none
	Repro         string // the command that asks about the small case in it, "" if nobody said
	CapsuleText   string // what stands in it
	Expected, Got string // of the small case in it, as text; "" for nothing
}

// grouped are the findings by key, the gravest outcome first, then what most cases show.
func grouped(results []Result) []Failure {
	var keys []string
	byKey := map[string]*Failure{}
	for _, result := range results {
		counted := map[string]bool{}
		for _, finding := range result.Findings {
			key := finding.Key()
			if byKey[key] == nil {
				keys = append(keys, key)
				byKey[key] = &Failure{Finding: finding, First: result.Planned, Shown: result.Shown}
				if isMissing(finding) {
					byKey[key].Replay = result.Replay
				}
			}
			if !counted[key] {
				counted[key] = true
				byKey[key].Cases++
			}
		}
	}
	failures := make([]Failure, len(keys))
	for i, key := range keys {
		failures[i] = *byKey[key]
	}
	slices.SortStableFunc(failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(gravity(a), gravity(b)), cmp.Compare(b.Cases, a.Cases))
	})
	return failures
}

func gravity(f Failure) int {
	return slices.Index([]capsule.Outcome{capsule.Crash, capsule.Hang, capsule.ProtocolError, capsule.Fail}, f.Finding.Outcome)
}

// write shrinks the first case of a failure against the subject itself, and writes the capsule. What does not happen alone
// is kept as it is, and so is what hangs in this process, where nothing ends it.
func (r *runner) write(ctx context.Context, f *Failure) error {
	report := judge.Report{
		Case: f.Shown, Finding: f.Finding, Origin: f.First.Source, Subject: r.report.subjectName(), MaxTime: r.config.ShrinkTime,
	}
	hangs := f.Finding.Outcome == capsule.Hang
	switch {
	case f.Replay == Accumulated || r.report.End == Lost:
	case hangs && r.examiner.witness.child != nil:
		r.shrinkHang(&report, f)
	case !hangs && r.report.End != Hung:
		report.Again, report.Got = r.again(f), r.examiner.judge.Answer
	}
	small, shrinking := report.Capsule(ctx)
	small.Command = f.Again
	if r.config.Repro != nil {
		small.Command = r.config.Repro("FILE")
	}
	if f.Finding.Check == CheckReference {
		small.Expected = r.examiner.expected(ctx, small.Case)
	}
	f.CapsuleText, f.Expected, f.Got = string(small.Format()), small.Expected, small.Got
	path, err := capsule.Write(r.config.Capsules, small)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotWritten, err)
	}
	f.Capsule = path
	if r.config.Repro != nil {
		f.Repro = r.config.Repro(path)
	}
	return shrinking
}

// again judges a smaller case of a failure.
func (r *runner) again(f *Failure) func(context.Context, testcase.Case) ([]judge.Finding, error) {
	return func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
		return r.examiner.again(ctx, f.First, c, f.Finding.Check)
	}
}

// shrinkHang judges smaller cases of a hang with a short limit, and what comes of it once with the whole one. Each that
// hangs costs a start of the process too, which counts for the time of the shrinking.
func (r *runner) shrinkHang(report *judge.Report, f *Failure) {
	child := r.examiner.witness.child
	short := r.pace.shortLimit()
	report.Confirm, report.Confirmations = r.again(f), 1
	report.Again = func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
		whole := child.LimitAnswer(short)
		defer child.LimitAnswer(whole)
		if whole < short {
			child.LimitAnswer(whole)
		}
		return r.again(f)(ctx, c)
	}
}
