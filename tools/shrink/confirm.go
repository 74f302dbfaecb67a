package shrink

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Stability says whether a failure comes back.
type Stability string

// The answers of Confirm.
const (
	Stable Stability = "stable" // every time
	Flaky  Stability = "flaky"  // not every time, or never
)

// Confirm judges the case so many times. Whether each time is a fresh process is the judge's business.
func Confirm(ctx context.Context, c testcase.Case, key string, judge Judge, times int) (Stability, error) {
	for range times {
		got, err := judge(ctx, c)
		if err != nil {
			return "", fmt.Errorf("shrink: confirming: %w", err)
		}
		if got != key {
			return Flaky, nil
		}
	}
	return Stable, nil
}
