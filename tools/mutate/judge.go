package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// judgeAll judges what has no result yet by what judges now, as far as the time goes, and returns the results of the sample
// in its order. A mutant at which the kit failed has none, and is told.
func judgeAll(ctx context.Context, o options, root string, results *Results, sample []Mutant, s stamps) ([]Result, error) {
	digests := map[string]string{}
	var open []task
	for _, m := range sample {
		if digests[m.File] == "" {
			digest, err := digestOf(filepath.Join(root, filepath.FromSlash(m.File)))
			if err != nil {
				return nil, err
			}
			digests[m.File] = digest
		}
		one, known := results.Find(m, digests[m.File])
		if !known {
			one = Result{Mutant: m, Digest: digests[m.File]}
		}
		t := s.open(one, known, o.again)
		t.tests = t.tests && !o.kitOnly
		if t.kit || t.tests {
			open = append(open, t)
		}
	}
	if len(open) > 0 {
		if err := judgeOpen(ctx, o, root, results, open, s); err != nil {
			return nil, err
		}
	}
	var judged []Result
	for _, m := range sample {
		if one, known := results.Find(m, digests[m.File]); known {
			judged = append(judged, one)
		}
	}
	return judged, nil
}

// open is what is to be found out about a mutant: what is not known, or known by something else than what judges now. With
// again it is only what that score did not see.
func (s stamps) open(one Result, known bool, again string) task {
	t := task{known: one, kit: one.Kit != s.kit, tests: one.Tests != s.tests}
	switch {
	case !known:
	case !one.Compiles:
		return task{known: one}
	case again != "":
		unseen := one.seenBy(again) == ""
		t.kit, t.tests = t.kit && unseen && again != "test", t.tests && unseen && again == "test"
	}
	return t
}

// judgeOpen judges mutants by several workers, each with a workspace of its own. They end with the context, or when there
// is no time for another mutant.
func judgeOpen(ctx context.Context, o options, root string, results *Results, open []task, s stamps) error {
	begin := ctx
	if o.budget > 0 {
		var cancel context.CancelFunc
		begin, cancel = context.WithTimeout(ctx, o.budget)
		defer cancel()
	}
	k, err := newKit(o.dialect, o.seed, o.cases)
	if err != nil {
		return err
	}
	spaces := make([]*workspace, max(1, o.workers))
	for i := range spaces {
		if spaces[i], err = newWorkspace(ctx, root); err != nil {
			return err
		}
		defer spaces[i].close()
	}
	if err := baseline(ctx, spaces[0], k, !o.kitOnly); err != nil {
		return err
	}
	queue := make(chan task)
	var workers sync.WaitGroup
	faults := make([]error, len(spaces))
	for i, w := range spaces {
		workers.Go(func() {
			for t := range queue {
				faults[i] = errors.Join(faults[i], judgeOne(ctx, w, k, results, t, s))
			}
		})
	}
	for n := 0; n < len(open) && begin.Err() == nil; n++ {
		select {
		case queue <- open[n]:
			fmt.Fprintf(os.Stderr, "%d of %d\n", n+1, len(open))
		case <-begin.Done():
		}
	}
	close(queue)
	workers.Wait()
	return errors.Join(faults...)
}

// judgeOne judges a mutant and keeps the result. The error is that it could not be kept.
func judgeOne(ctx context.Context, w *workspace, k *kit, results *Results, t task, s stamps) error {
	one, err := examine(ctx, w, k, t, s)
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintf(os.Stderr, "no result: %s: %v\n", t.known.Mutant, err)
		}
		return nil
	}
	fmt.Fprintf(os.Stderr, "%.0fs %s | test: %s, certify: %s, model: %s\n",
		one.Seconds, one.Mutant, seen(one, one.Test), seen(one, one.Certify), seen(one, one.Model))
	return results.Add(one)
}
