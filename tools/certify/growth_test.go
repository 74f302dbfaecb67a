package certify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestGrowth: a subject that takes a time which grows with the square of the records of one shape fails there, and one that has
// no such shape does not.
func TestGrowth(t *testing.T) {
	config := certify.Config{Cases: -1, WithoutFixtures: true, Growth: true, Timeout: time.Minute}
	plan, err := certify.NewPlan(config)
	if err != nil {
		t.Fatal(err)
	}
	slow := func(seconds func(records float64) float64) fake {
		return func(_ context.Context, request protocol.Request) (protocol.Answer, error) {
			text := request.Input.Text()
			if strings.Contains(text, "functionResponse") {
				records := float64(strings.Count(text, "\n"))
				time.Sleep(time.Duration(seconds(records/16_000) * float64(time.Second)))
			}
			return right(context.Background(), request)
		}
	}
	square := run(t, slow(func(part float64) float64 { return 1.5 * part * part }), config)
	if len(square.Failures) != 1 || square.Failures[0].Finding.Check != certify.CheckGrowth || square.Failures[0].Cases != 1 || square.Certified() {
		t.Errorf("%v\n%+v", square, square.Failures)
	}
	wrong := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if strings.Count(request.Input.Text(), "\n") > 12_000 {
			return protocol.Fail("too_large", "m"), nil
		}
		return right(ctx, request)
	}), config)
	if wrong.Certified() || wrong.Count(certify.Fail) != len(plan.Cases) {
		t.Errorf("large answers are not looked at: %v", wrong)
	}
	linear := run(t, slow(func(part float64) float64 { return 0.5 * part }), config)
	if len(linear.Failures) > 0 || linear.Count(certify.Pass) != len(plan.Cases) || len(plan.Cases) < 5 {
		t.Errorf("%v\n%+v", linear, linear.Failures)
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
