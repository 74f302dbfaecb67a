package certify_test

import (
	"runtime/debug"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// smallCase is the most that the input of a small case has, in bytes: one half of the generated ones.
const smallCase = 4096

// BenchmarkRun certifies the reference, and says how many cases it judges in a second: of the small ones among those that are
// generated, and of all; in this process, and in others over a pipe. Two are judged side by side, and the memory is collected
// as rarely as the command does.
func BenchmarkRun(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	small := smallCases(b)
	inProcess := func() protocol.Subject { return subject.New(spec.Version) }
	overPipe := func() protocol.Subject { return startChild(b, "right", time.Minute) }
	b.Run("small", func(b *testing.B) { benchmarkRun(b, inProcess(), certify.Config{Only: small}) })
	b.Run("mixed", func(b *testing.B) { benchmarkRun(b, inProcess(), certify.Config{}) })
	b.Run("small-pipe", func(b *testing.B) { benchmarkRun(b, overPipe(), certify.Config{Only: small}) })
	b.Run("mixed-pipe", func(b *testing.B) { benchmarkRun(b, overPipe(), certify.Config{}) })
}

const generatedCases = 4_000

func benchmarkRun(b *testing.B, asked protocol.Subject, config certify.Config) {
	config.Seed, config.Cases, config.WithoutFixtures, config.Workers = 1, generatedCases, true, 2
	cases, judging := 0, time.Duration(0)
	var planned time.Time // the header of the report comes when the plan is there
	config.Events = func(e report.Event) {
		if _, ok := e.(report.Header); ok {
			planned = time.Now()
		}
	}
	for b.Loop() {
		report, err := certify.Run(b.Context(), asked, config)
		if err != nil || !report.Certified() {
			b.Fatal(err, report.String())
		}
		cases, judging = cases+len(report.Results), judging+time.Since(planned)
	}
	b.ReportMetric(float64(cases)/judging.Seconds(), "cases/s")
	b.ReportMetric((b.Elapsed()-judging).Seconds()/float64(b.N), "s/plan")
}

// smallCases are the ids of the small generated cases.
func smallCases(b *testing.B) (ids []string) {
	plan, err := certify.NewPlan(certify.Config{Seed: 1, Cases: generatedCases, WithoutFixtures: true})
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
