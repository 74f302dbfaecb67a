package certify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// CheckGrowth is the check of large cases: the time of an answer grows with its input, and not with the square of it. The
// two are far enough apart that the noise of a machine does not decide.
const CheckGrowth = "grows-linearly"

// A large case has growthFactor times the records of the small one that its beginning is. Linear time grows by as much, that of a
// square by 256.
const (
	growthRecords  = 16_000
	growthFactor   = 16
	mostGrowth     = 80
	leastGrowth    = 200 * time.Millisecond // an answer that is faster is not judged: what a start takes would count for much of it
	growthAttempts = 3
)

var growthRules = []string{"CR-CAP-09"}

// growthCases are the large cases.
func growthCases(d dialect.Dialect) []Planned {
	var all []Planned
	for _, shape := range d.Shapes {
		of := func(records int) testcase.Case {
			text := strings.Join(shape.Lines(records), "\n") + "\n"
			return testcase.Case{Dialect: d.Name, Op: "project", Name: "growth " + shape.Name, Input: protocol.TextOf(text)}
		}
		c := of(growthRecords)
		c.Features = d.FeaturesOf(of(64)) // a large one has no others, and to look for them there takes long
		all = append(all, Planned{Case: c, Source: c.Name, Rules: growthRules, Growth: true})
	}
	return all
}

// compareTimes compares the time for the first part of a case with that for all of it; what is too slow has to be so again and
// again.
func (e *examiner) compareTimes(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
	lines := strings.SplitAfter(c.Input.Text(), "\n")
	small := c
	small.Input = protocol.TextOf(strings.Join(lines[:len(lines)/growthFactor], ""))
	for range growthAttempts {
		grows, err := e.growsTooMuch(ctx, small, c)
		if finding, missing := judge.MissingOf(c, err); missing {
			finding.Rules = merged(finding.Rules, growthRules)
			return []judge.Finding{finding}, nil
		}
		if err != nil || !grows {
			return nil, err
		}
	}
	return []judge.Finding{{
		Outcome: capsule.Fail, Check: CheckGrowth, Rules: growthRules,
		Message: fmt.Sprintf("%d times the records take more than %d times as long", growthFactor, mostGrowth), // no times: they are never the same
	}}, nil
}

// growsTooMuch compares the times of two cases.
func (e *examiner) growsTooMuch(ctx context.Context, small, large testcase.Case) (bool, error) {
	var times [2]time.Duration
	for i, c := range []testcase.Case{small, large} {
		for attempt := range growthAttempts {
			start := time.Now()
			if _, answered, err := e.asker.Ask(ctx, c.Op, c.Input, c.Options); err != nil || !answered {
				return false, err // it answered before; to refuse the same question now is an error
			}
			took := time.Since(start)
			if attempt == 0 || took < times[i] {
				times[i] = took
			}
			if took > time.Second {
				break // noise is a small part of it
			}
		}
	}
	return times[1] >= leastGrowth && times[1] > mostGrowth*times[0], nil
}
