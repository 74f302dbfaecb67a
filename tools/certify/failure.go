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

// write shrinks the first case of a failure against the subject itself, and writes the capsule. What hangs is kept as it
// is: each smaller case would have to hang for as long; and so is what does not happen alone.
func (r *runner) write(ctx context.Context, f *Failure) error {
	report := judge.Report{
		Case: f.Shown, Finding: f.Finding, Origin: f.First.Source, Subject: r.report.subjectName(),
		MaxTime: r.config.ShrinkTime, Got: r.examiner.judge.Answer,
	}
	if f.Finding.Outcome != capsule.Hang && f.Replay != Accumulated && r.report.End != Lost && r.report.End != Hung {
		report.Again = func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
			return r.examiner.again(ctx, f.First, c, f.Finding.Check)
		}
	} else {
		report.Got = nil
	}
	small, shrinking := report.Capsule(ctx)
	small.Command = f.Again
	if f.Finding.Check == CheckReference {
		small.Expected = r.examiner.expected(ctx, small.Case)
	}
	f.CapsuleText, f.Expected, f.Got = string(small.Format()), small.Expected, small.Got
	path, err := capsule.Write(r.config.Capsules, small)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotWritten, err)
	}
	f.Capsule = path
	return shrinking
}
