package certify_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// smallCase is the most that the input of a small case has, in bytes: one half of the generated ones.
const smallCase = 4096

// BenchmarkRun certifies the reference in this process, and says how many cases it judges in a second: of the small ones
// among those that are generated, and of all.
func BenchmarkRun(b *testing.B) {
	b.Run("small", func(b *testing.B) { benchmarkRun(b, certify.Config{Only: smallCases(b, 2*2_000)}) })
	b.Run("mixed", func(b *testing.B) { benchmarkRun(b, certify.Config{}) })
}

func benchmarkRun(b *testing.B, config certify.Config) {
	config.Seed, config.Cases, config.WithoutFixtures, config.Workers = 1, 4_000, true, runtime.GOMAXPROCS(0)
	cases, judging := 0, time.Duration(0)
	var planned time.Time // the header of the report comes when the plan is there
	config.Events = func(e report.Event) {
		if _, ok := e.(report.Header); ok {
			planned = time.Now()
		}
	}
	for b.Loop() {
		report, err := certify.Run(b.Context(), subject.New(spec.Version), config)
		if err != nil || !report.Certified() {
			b.Fatal(err, report.String())
		}
		cases, judging = cases+len(report.Results), judging+time.Since(planned)
	}
	b.ReportMetric(float64(cases)/judging.Seconds(), "cases/s")
	b.ReportMetric((b.Elapsed()-judging).Seconds()/float64(b.N), "s/plan")
}

// smallCases are the ids of the small ones of the first cases.
func smallCases(b *testing.B, cases int) (ids []string) {
	plan, err := certify.NewPlan(certify.Config{Seed: 1, Cases: cases, WithoutFixtures: true})
	if err != nil {
		b.Fatal(err)
	}
	for _, planned := range plan.Cases {
		if len(planned.Case.Input.Text()) <= smallCase {
			ids = append(ids, planned.ID())
		}
	}
	return ids
}
