package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// judgeAll judges what has no result yet, as far as the time goes, and returns all results of the sample in its order. A
// mutant at which the kit failed has none, and is told.
func judgeAll(ctx context.Context, o options, root string, results *Results, sample []Mutant) ([]Result, error) {
	digests := map[string]string{}
	var open []Mutant
	for _, m := range sample {
		if digests[m.File] == "" {
			digest, err := digestOf(filepath.Join(root, filepath.FromSlash(m.File)))
			if err != nil {
				return nil, err
			}
			digests[m.File] = digest
		}
		one, known := results.Find(m, digests[m.File])
		if !known || o.again != "" && one.Compiles && one.seenBy(o.again) == "" {
			open = append(open, m)
		}
	}
	if len(open) > 0 {
		if err := judgeOpen(ctx, o, root, results, open); err != nil {
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

// judgeOpen judges mutants by several workers, each with a workspace of its own. They end with the context, or when there
// is no time for another mutant.
func judgeOpen(ctx context.Context, o options, root string, results *Results, open []Mutant) error {
	begin := ctx
	if o.budget > 0 {
		var cancel context.CancelFunc
		begin, cancel = context.WithTimeout(ctx, o.budget)
		defer cancel()
	}
	k, err := newKit(o.seed, o.cases)
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
	if err := baseline(ctx, spaces[0], k); err != nil {
		return err
	}
	queue := make(chan Mutant)
	var workers sync.WaitGroup
	faults := make([]error, len(spaces))
	for i, w := range spaces {
		workers.Go(func() {
			for m := range queue {
				faults[i] = errors.Join(faults[i], judgeOne(ctx, w, k, results, m))
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
func judgeOne(ctx context.Context, w *workspace, k *kit, results *Results, m Mutant) error {
	one, err := examine(ctx, w, k, m)
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintf(os.Stderr, "no result: %s: %v\n", m, err)
		}
		return nil
	}
	fmt.Fprintf(os.Stderr, "%.0fs %s | test: %s, certify: %s, model: %s\n",
		one.Seconds, m, seen(one, one.Test), seen(one, one.Certify), seen(one, one.Model))
	return results.Add(one)
}
