package certify

import (
	"context"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/process"
)

// judged is what examining a case gave. The error is that of the context.
type judged struct {
	result Result
	cost   cost
	err    error
}

// cost is what a case has cost.
type cost struct {
	asked      bool          // the subject was asked
	lost, hung bool          // it did not survive a question; because there was no answer in time
	took       time.Duration // until the first answer; 0 without one
}

// source gives what examining the cases of a run gives, which must be taken in order; stop ends what still works on it.
type source struct {
	next func(i int) judged
	stop func()
}

// ahead is how many cases a worker may be ahead of who takes them.
const ahead = 16

// examined examines the cases: one after the other, or by several workers, of which each has its own process of the
// subject and takes every n-th case, so that what a process was asked before does not depend on who is faster.
func (r *runner) examined(ctx context.Context) source {
	if r.config.Workers <= 1 {
		return source{func(i int) judged { return r.examiner.judged(ctx, r.report.Results[i].Planned) }, func() {}}
	}
	var cases []Planned // the results change under way
	for _, result := range r.report.Results {
		cases = append(cases, result.Planned)
	}
	ctx, cancel := context.WithCancel(ctx)
	var working sync.WaitGroup
	lanes := make([]chan judged, r.config.Workers)
	for n := range lanes {
		lanes[n] = make(chan judged, ahead)
		worker, done := r.examiner.another()
		working.Go(func() {
			defer done()
			worker.work(ctx, cases, n, lanes)
		})
	}
	next := func(i int) judged {
		if cases[i].Growth { // these come last, and are judged alone: others would take their time
			return r.examiner.judged(ctx, cases[i])
		}
		select {
		case j := <-lanes[i%len(lanes)]:
			return j
		case <-ctx.Done():
			return judged{err: ctx.Err()}
		}
	}
	return source{next, func() { cancel(); working.Wait() }}
}

// work examines the cases of one of the workers, until the context ends.
func (e *examiner) work(ctx context.Context, cases []Planned, worker int, lanes []chan judged) {
	for i := worker; i < len(cases); i += len(lanes) {
		if cases[i].Growth {
			continue
		}
		select {
		case lanes[worker] <- e.judged(ctx, cases[i]):
		case <-ctx.Done():
			return
		}
	}
}

// judged examines a case, and says what it has cost.
func (e *examiner) judged(ctx context.Context, p Planned) judged {
	result, err := e.examine(ctx, p)
	return judged{result, e.witness.cost, err}
}

// another is an examiner of the same subject for another goroutine; done ends the processes that it has for itself.
func (e *examiner) another() (other *examiner, done func()) {
	one, closeReference := *e, func() {}
	if reference, ok := e.reference.(*process.Child); ok {
		reference = reference.Another()
		one.reference, closeReference = reference, reference.Close
	}
	child := e.witness.child
	if child == nil {
		return one.of(e.witness.described, nil), closeReference
	}
	child = child.Another()
	return one.of(described{child, e.description}, child), func() { child.Close(); closeReference() }
}
