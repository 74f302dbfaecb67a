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
			return protocol.Fail("leaf_not_found", "m"), nil
		}
	}
	square := run(t, slow(func(part float64) float64 { return 1.5 * part * part }), config)
	if len(square.Failures) != 1 || square.Failures[0].Finding.Check != certify.CheckGrowth || square.Failures[0].Cases != 1 || square.Certified() {
		t.Errorf("%v\n%+v", square, square.Failures)
	}
	linear := run(t, slow(func(part float64) float64 { return 0.5 * part }), config)
	if len(linear.Failures) > 0 || linear.Count(certify.Pass) != len(plan.Cases) || len(plan.Cases) < 5 {
		t.Errorf("%v\n%+v", linear, linear.Failures)
	}
}
