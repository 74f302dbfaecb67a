package certify_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestGrowth: a subject that takes a time which grows with the square of the records of one shape fails there, and one that has
// no such shape does not. Time is that of a bubble: only what sleeps takes any.
func TestGrowth(t *testing.T) {
	config := certify.Config{Cases: -1, WithoutFixtures: true, Growth: true, Timeout: time.Minute}
	plan, err := certify.NewPlan(config)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Cases) < 5 {
		t.Fatalf("%d shapes", len(plan.Cases))
	}
	for i, large := range plan.Cases { // the one that is slow, and another
		if strings.Contains(large.Case.Input.Text(), "functionResponse") {
			config.Only = []string{large.ID(), plan.Cases[(i+1)%len(plan.Cases)].ID()}
			break
		}
	}
	slow := func(seconds func(part float64) float64) fake {
		return func(_ context.Context, request protocol.Request) (protocol.Answer, error) {
			text := request.Input.Text()
			if strings.Contains(text, "functionResponse") {
				records := float64(strings.Count(text, "\n"))
				time.Sleep(time.Duration(seconds(records/16_000) * float64(time.Second)))
			}
			return right(context.Background(), request)
		}
	}
	for name, c := range map[string]struct {
		subject          fake
		failures, passed int
		growth           string
	}{
		"square": {slow(func(part float64) float64 { return 1.5 * part * part }), 1, 1, "2 shapes of sessions measured, 1 answered too quickly to be judged; 16 times the records take 256.0 times as long at worst (growth "},
		"linear": {slow(func(part float64) float64 { return 1.5 * part }), 0, 2, "16 times the records take 16.0 times as long at worst (growth "},
		"wrong where it is large": {func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
			if strings.Count(request.Input.Text(), "\n") > 12_000 {
				return protocol.Fail("too_large", "m"), nil
			}
			return right(ctx, request)
		}, 1, 0, "growth    2 shapes of sessions measured, 2 answered too quickly to be judged\n"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				report := run(t, c.subject, config)
				if len(report.Failures) != c.failures || report.Count(certify.Pass) != c.passed {
					t.Errorf("%v\n%+v", report, report.Failures)
				}
				if want := c.growth; !strings.Contains(report.String(), want) {
					t.Errorf("no %q in\n%v", want, report)
				}
				if name == "square" && report.Failures[0].Finding.Check != certify.CheckGrowth {
					t.Errorf("%+v", report.Failures[0])
				}
			})
		})
	}
}

// TestGrowthAndFeatures: a subject may leave out a feature in large cases too, and a selection without any is refused.
func TestGrowthAndFeatures(t *testing.T) {
	config := certify.Config{Cases: -1, WithoutFixtures: true, Growth: true, Timeout: time.Minute, Features: []string{"gap"}}
	report := run(t, modest{leavesOut: "gap", fake: func(context.Context, protocol.Request) (protocol.Answer, error) {
		return protocol.Unsupported("gaps"), nil
	}}, config)
	if len(report.Results) == 0 || report.Count(certify.Unsupported) != len(report.Results) || !report.Results[0].Declared {
		t.Error(report)
	}
	config.Features = []string{"lone-surrogate"}
	if _, err := certify.NewPlan(config); err == nil || !strings.Contains(err.Error(), "no_cases") {
		t.Errorf("%v", err)
	}
}
