package certify_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestWorkers: how many cases are judged side by side changes nothing in the report.
func TestWorkers(t *testing.T) {
	config := small()
	config.Cases = 40
	plan, err := certify.NewPlan(config)
	if err != nil {
		t.Fatal(err)
	}
	request := string(plan.Cases[len(plan.Cases)/2].Case.Request(jsvalue.IntValue(1)).AppendLine(nil))
	t.Setenv(fatalVariable, request[strings.Index(request, `"dialect"`):])                         // without the id
	addresses, reports := regexp.MustCompile(`0x[0-9a-f]+|"sha256":"[0-9a-f]+"`), map[int]string{} // the stack has one, and the digest of all of it
	for _, workers := range []int{0, 1, 3} {
		config.Workers = workers
		report := run(t, startChild(t, "right but for one question", time.Minute), config)
		if report.Count(certify.Crash) == 0 {
			t.Fatalf("%d workers: no crash\n%v", workers, report)
		}
		var lines strings.Builder
		if err := report.WriteJSON(&lines); err != nil {
			t.Fatal(err)
		}
		reports[workers] = addresses.ReplaceAllString(lines.String(), "")
	}
	if reports[0] != reports[1] || reports[1] != reports[3] {
		t.Errorf("the reports are not the same: %s", cmp.Diff(strings.Split(reports[1], "\n"), strings.Split(reports[3], "\n")))
	}
}

// TestSideBySide: cases are made and judged by several goroutines. It is small, so that it runs under the race detector.
func TestSideBySide(t *testing.T) {
	config := certify.Config{Cases: 9, Seed: 5, WithoutFixtures: true, Workers: 3}
	if report := run(t, subject.New("test"), config); !report.Certified() || report.Count(certify.Pass) != config.Cases {
		t.Error(report)
	}
}

// TestWorkersEnd: the workers end with the run, whatever they are at.
func TestWorkersEnd(t *testing.T) {
	const workers = 4
	asking := make(chan struct{}, 1_000)
	config := small()
	config.Workers, config.MaxFailures = workers, 1
	report := run(t, fake(func(ctx context.Context, _ protocol.Request) (protocol.Answer, error) {
		asking <- struct{}{}
		defer func() { <-asking }()
		return protocol.Fail("leaf_not_found", "m"), ctx.Err()
	}), config)
	if report.End != certify.Failures || report.Count(certify.NotRun) != len(report.Results)-1 {
		t.Error(report)
	}
	for wait := 0; len(asking) > 0 && wait < 1_000; wait++ { // the guard returns before the subject does
		time.Sleep(10 * time.Millisecond)
	}
	if len(asking) != 0 {
		t.Errorf("%d questions are still asked", len(asking))
	}
	ctx, cancel := context.WithCancel(t.Context())
	config.MaxFailures = 0
	config.Progress = func(p certify.Progress) {
		if p.Done == 5 {
			cancel()
		}
	}
	report, err := certify.Run(ctx, fake(right), config)
	if err != nil || report.End != certify.Interrupted || report.Count(certify.NotRun) == 0 || report.Count(certify.HarnessError) != 0 {
		t.Error(err, report)
	}
}
