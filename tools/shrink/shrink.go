package shrink

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Judge runs a case and names its failure: outcome, check and path without indexes. "" means that nothing fails. A case
// can fail in several ways; a judge that is made for one of them should name that one whenever it is there, or else the
// reducer takes it for gone. An error means that the machinery failed, which says nothing about the case and ends the
// shrinking.
type Judge func(ctx context.Context, c testcase.Case) (key string, err error)

// Options bound the shrinking. The zero value is ready.
type Options struct {
	MaxEvaluations int                      // calls of the judge; 0 is DefaultMaxEvaluations
	MaxTime        time.Duration            // 0 is no limit; one call of the judge is never interrupted by it
	Reject         func(testcase.Case) bool // cases that are never taken, because an excuse matches; nil rejects none
	Progress       func(Status)             // is told of every step; nil tells nobody
}

// DefaultMaxEvaluations bounds a shrinking that was given no bound of its own.
const DefaultMaxEvaluations = 2_000

// Status is where the shrinking stands.
type Status struct {
	Pass        string // what made the last step
	Evaluations int
	Records     int // of the smallest case so far
	Bytes       int // of its records and options, as JSON in ASCII
}

// Result is the smallest case that was found.
type Result struct {
	Case        testcase.Case
	Evaluations int // calls of the judge
	Steps       int // candidates that were taken
	Records     int
	Bytes       int
	Ended       Reason
}

// Reason says why the shrinking ended.
type Reason string

// The reasons.
const (
	Minimal     Reason = "minimal"     // no pass finds anything smaller
	Evaluations Reason = "evaluations" // Options.MaxEvaluations
	Time        Reason = "time"        // Options.MaxTime
	Cancelled   Reason = "cancelled"   // the context is done
	Failed      Reason = "failed"      // the judge returned an error
)

// ErrOtherFailure says that the case to be shrunk does not fail with the key.
var ErrOtherFailure = errors.New("shrink: the case does not fail in this way")

// Shrink looks for a smaller case that fails with the same key. When the error is not nil, the Result is still the
// smallest case found until then. The name of the case is kept; its features are not, because they may be gone.
func Shrink(ctx context.Context, c testcase.Case, key string, judge Judge, options Options) (Result, error) {
	s := newSearch(ctx, c, key, judge, options)
	if err := s.begin(); err != nil {
		return s.result(), fmt.Errorf("shrink: judging the case itself: %w", err)
	}
	for changed := true; changed && !s.over(); {
		steps := s.steps
		s.round++
		for _, p := range passes(s.best.frame.dialect) {
			if s.over() {
				break
			}
			s.pass = p.name
			p.run(s)
		}
		changed = s.steps > steps
	}
	if s.ended == "" {
		s.ended = Minimal
	}
	if s.err != nil {
		return s.result(), fmt.Errorf("shrink: %w", s.err)
	}
	return s.result(), nil
}
