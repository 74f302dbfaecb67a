package judge

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

// Property runs a property that is none of the model: what the check of that name finds is an error, a panic or no end
// within the limit. A property that does not end keeps its goroutine.
func Property(ctx context.Context, check string, limit time.Duration, property func(ctx context.Context) error) ([]Finding, error) {
	done := make(chan []Finding, 1)
	go func() { done <- caught(ctx, check, property) }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case findings := <-done:
		return findings, nil
	case <-timer.C:
		return []Finding{{Outcome: capsule.Hang, Check: check, Message: fmt.Sprintf("no end within %v", limit)}}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func caught(ctx context.Context, check string, property func(ctx context.Context) error) (findings []Finding) {
	defer func() {
		if cause := recover(); cause != nil {
			findings = []Finding{{Outcome: capsule.Crash, Check: check, Symptom: stable(fmt.Sprint("panic: ", cause)), Message: fmt.Sprint("panic: ", cause), Stack: string(debug.Stack())}}
		}
	}()
	if err := property(ctx); err != nil {
		return []Finding{{Outcome: capsule.Fail, Check: check, Message: err.Error()}}
	}
	return nil
}
