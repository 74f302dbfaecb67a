package crosscheck

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// CheckName is the check that capsules of the cross-check name.
const CheckName = "crosscheck"

// shrinkTime bounds the shrinking of one case.
const shrinkTime = time.Minute

// Capsule makes the case of a verdict with faults small and puts its first fault into a capsule. The error says why the
// case is not small; the capsule is good anyway.
func (v Verdict) Capsule(ctx context.Context, ours, theirs Side, excuses []Excuse) (capsule.Capsule, error) {
	report := judge.Report{
		Case: v.Case.testcase(), Finding: findingOf(v.Faults[0]), Origin: v.Case.Name, Subject: "@qwen-code/sdk", MaxTime: shrinkTime,
		Again: func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
			verdict, err := Check(ctx, ours, theirs, CaseOf(c), excuses)
			if err != nil {
				return nil, err
			}
			var findings []judge.Finding
			for _, fault := range verdict.Faults {
				findings = append(findings, findingOf(fault))
			}
			return findings, nil
		},
		Got: func(ctx context.Context, c testcase.Case) string { return shown(ctx, theirs, c) },
	}
	small, err := report.Capsule(ctx)
	small.Expected = shown(ctx, ours, small.Case)
	small.Command = "go run ./tools/crosscheck/cmd/crosscheck -capsule FILE"
	return small, err
}

func findingOf(d compare.Difference) judge.Finding {
	return judge.Finding{
		Outcome: capsule.Fail, Check: CheckName, Path: d.Path,
		Message: "the reference has " + compare.Shorten(d.Want) + ", the SDK " + compare.Shorten(d.Got),
	}
}

func (c Case) testcase() testcase.Case {
	request := c.Request(jsvalue.Value{})
	return testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options, Name: c.Name}
}

// CaseOf is a case of the protocol as one of the cross-check.
func CaseOf(c testcase.Case) Case {
	one := Case{Name: c.Name, Options: c.Options}
	if c.Input.Kind() == protocol.ValueInput {
		one.Argument = c.Input.Value()
		return one
	}
	for line := range strings.SplitSeq(c.Input.Text(), "\n") {
		if !protocol.IsBlank(line) {
			one.Lines = append(one.Lines, line)
		}
	}
	return one
}

func shown(ctx context.Context, side Side, c testcase.Case) string {
	answer, err := side(ctx, CaseOf(c))
	if err != nil {
		return fmt.Sprintf("no answer: %v\n", err)
	}
	return capsule.Readable(compare.Plain(answer))
}
