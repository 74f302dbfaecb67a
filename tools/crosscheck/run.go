package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Run is a run over many cases.
type Run struct {
	Directory string    // of the adapter
	Workers   int       // processes of the adapter; at least 1
	Progress  io.Writer // gets a line now and then; nil for none
	Excuses   []Excuse
	Stop      bool // at the first case with a difference that nothing excuses
}

// progress is what the workers share.
type progress struct {
	mutex   sync.Mutex
	next    int
	fails   []error
	summary Summary
	start   time.Time
}

// Do checks the cases 0 to count-1. The error is a fault of the machinery, for example of the adapter.
func (r Run) Do(ctx context.Context, count int, at func(i int) Case) (Summary, error) {
	p := progress{summary: newSummary(), start: time.Now()}
	var group sync.WaitGroup
	for range max(r.Workers, 1) {
		group.Go(func() { r.work(ctx, &p, count, at) })
	}
	group.Wait()
	p.summary.Duration = time.Since(p.start)
	slices.SortFunc(p.summary.Faulty, func(a, b Verdict) int { return a.Case.Index - b.Case.Index })
	return p.summary, errors.Join(append(p.fails, ctx.Err())...)
}

// work checks cases with a process of its own until there are none left.
func (r Run) work(ctx context.Context, p *progress, count int, at func(i int) Case) {
	adapter, err := NewAdapter(r.Directory)
	if err != nil {
		p.fail(err)
		return
	}
	defer adapter.Close()
	for {
		i, more := p.take(count, r.Stop)
		if !more || ctx.Err() != nil {
			return
		}
		verdict, err := Check(ctx, Reference, adapter.Ask, at(i), r.Excuses)
		if err != nil {
			p.fail(fmt.Errorf("case %d: %w", i, err))
			return
		}
		p.add(verdict, count, r.Progress)
	}
}

// take gives the next case, if there is one and nothing has failed.
func (p *progress) take(count int, stop bool) (i int, more bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.next >= count || len(p.fails) > 0 || stop && p.summary.Faults > 0 {
		return 0, false
	}
	p.next++
	return p.next - 1, true
}

func (p *progress) fail(err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.fails = append(p.fails, err)
}

func (p *progress) add(verdict Verdict, count int, w io.Writer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.summary.add(verdict)
	if s := &p.summary; w != nil && s.Cases%1000 == 0 && s.Cases < count {
		fmt.Fprintf(w, "%d of %d sessions, %d without any excuse, %d faulty, %s\n",
			s.Cases, count, s.CleanAndEqual, s.Faults, time.Since(p.start).Round(time.Second))
	}
}
