package certify

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/report"
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

// growthCases are the large cases.
func growthCases(d dialect.Dialect) []Planned {
	var all []Planned
	for _, shape := range d.Shapes {
		c := shape.Case(growthRecords)
		c.Name = "growth " + shape.Name
		c.Features = d.FeaturesOf(shape.Case(64)) // a large one has no others, and to look for them there takes long
		all = append(all, Planned{Case: c, Source: c.Name, Rules: d.GrowthRules, Growth: true})
	}
	return all
}

// compareTimes compares the time for the first part of a case with that for all of it; what is too slow has to be so again and
// again. What was measured last counts; nil is that nothing was.
func (e *examiner) compareTimes(ctx context.Context, c testcase.Case) ([]judge.Finding, *report.Growth, error) {
	small := firstPart(c)
	var growth *report.Growth
	for range growthAttempts {
		measured, grows, err := e.growth(ctx, small, c)
		if finding, missing := judge.MissingOf(c, err); missing {
			finding.Rules = merged(finding.Rules, e.dialect.GrowthRules)
			return []judge.Finding{finding}, growth, nil
		}
		if err != nil || !grows {
			return nil, measured, err
		}
		growth = measured
	}
	return []judge.Finding{{
		Outcome: capsule.Fail, Check: CheckGrowth, Rules: e.dialect.GrowthRules,
		Message: fmt.Sprintf("%d times the records take more than %d times as long", growthFactor, mostGrowth), // no times: they are never the same
	}}, growth, nil
}

// firstPart is the small case that the beginning of a large one is: of its lines, or of its files if there are many.
func firstPart(c testcase.Case) testcase.Case {
	first := func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(lines[:max(1, len(lines)/growthFactor)], "")
	}
	switch files := c.Input.Files(); {
	case len(files) > growthFactor:
		c.Input = protocol.FilesOf(files[:len(files)/growthFactor]...)
	case len(files) > 0:
		var parts []protocol.File
		for _, file := range files {
			parts = append(parts, protocol.File{Name: file.Name, Text: first(file.Text)})
		}
		c.Input = protocol.FilesOf(parts...)
	default:
		c.Input = protocol.TextOf(first(c.Input.Text()))
	}
	return c
}

// growth compares the times of two cases, and says whether the second takes too long.
func (e *examiner) growth(ctx context.Context, small, large testcase.Case) (measured *report.Growth, tooMuch bool, err error) {
	var times [2]time.Duration
	for i, c := range []testcase.Case{small, large} {
		for attempt := range growthAttempts {
			start := time.Now()
			if _, answered, err := e.asker.Ask(ctx, c.Op, c.Input, c.Options); err != nil || !answered {
				return nil, false, err // it answered before; to refuse the same question now is an error
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
	quick := times[1] < leastGrowth
	ratio := times[1].Seconds() / max(times[0], time.Microsecond).Seconds()
	measured = &report.Growth{Records: growthFactor, Limit: mostGrowth, Times: math.Round(10*ratio) / 10, Quick: quick}
	return measured, !quick && times[1] > mostGrowth*times[0], nil
}
