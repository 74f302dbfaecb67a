package main

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// hunt is how a fault was caught.
type hunt struct {
	fault  fault.Fault
	first  int      // cases until it was first caught, 0 if it was not
	cases  int      // cases until everything that it breaks was seen to be broken, or all that were allowed
	caught []string // ids of what it broke, in the order of the model
	missed []string // ids that it should have broken
}

// plan says which cases are asked and what judges them.
type plan struct {
	seed  uint64 // of the first case
	limit int    // cases after which a fault has escaped
	full  int    // so many cases are judged by everything, the others only by what the fault is to break
}

// measure asks a damaged subject until the fault broke all that it is to break.
func measure(ctx context.Context, s suite, right protocol.Subject, fault fault.Fault, plan plan) (hunt, error) {
	h, m := hunt{fault: fault}, s.model
	asker, err := model.NewAsker(ctx, fault.Wrap(right), m.Dialect)
	if err != nil {
		return h, err
	}
	broken := make(map[string]bool)
	for h.cases < plan.limit && !all(broken, fault.Breaks) {
		seed := plan.seed + uint64(h.cases)
		for op, ids := range s.asked(fault.Breaks, broken) {
			if h.cases < plan.full {
				ids = m.IDs()
			}
			c, err := s.generated(ctx, right, op, seed)
			if err != nil {
				return h, err
			}
			result, err := m.CheckOnly(ctx, asker, c, ids...)
			if err != nil {
				return h, err
			}
			for _, violation := range result.Violations {
				broken[violation.Invariant] = true
			}
		}
		h.cases++
		if len(broken) > 0 && h.first == 0 {
			h.first = h.cases
		}
	}
	for _, id := range m.IDs() {
		if broken[id] {
			h.caught = append(h.caught, id)
		}
	}
	h.missed = slices.DeleteFunc(slices.Clone(fault.Breaks), func(id string) bool { return broken[id] })
	return h, nil
}

func all(broken map[string]bool, ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !broken[id] })
}

// asked are the ids that are not yet broken, by the operation of the cases that judge them. Each case is a session of one
// seed, asked once for each operation.
func (s suite) asked(ids []string, broken map[string]bool) map[string][]string {
	byOp := make(map[string][]string)
	for _, id := range ids {
		if !broken[id] {
			byOp[s.opOf[id]] = append(byOp[s.opOf[id]], id)
		}
	}
	return byOp
}
