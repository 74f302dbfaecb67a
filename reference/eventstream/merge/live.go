package merge

import (
	"cmp"
	"math"
	"slices"
)

// Live joins pushed events with those that are there (ES-MERGE-03). same says that nothing is new; the result then is existing.
func Live(existing, incoming []*Event) (merged []*Event, same bool) {
	fresh := Fresh(existing, incoming)
	if len(fresh) == 0 {
		return existing, true
	}
	merged = slices.Concat(existing, fresh)
	if !slices.IsSortedFunc(merged[max(0, len(existing)-1):], compare) {
		slices.SortStableFunc(merged, compare)
	}
	return merged, false
}

// Fresh are the incoming events that are not there, each once. It asks what came in about what is there, since that is more.
func Fresh(existing, incoming []*Event) (fresh []*Event) {
	known := map[Key]bool{}
	for _, e := range incoming {
		known[e.key] = false
	}
	if len(known) == 0 {
		return nil
	}
	for _, e := range existing {
		if _, asked := known[e.key]; asked {
			known[e.key] = true
		}
	}
	for _, e := range incoming {
		if !known[e.key] {
			known[e.key] = true
			fresh = append(fresh, e)
		}
	}
	return fresh
}

// Push puts events that were pushed among the rows, each behind the last one that is not later. One whose time cannot be read
// goes to the end, as it came, and is later than none (ES-MERGE-02, ES-FOLLOW-04).
func Push(rows []Row, events []*Event) []Row {
	last := math.Inf(-1)
	for _, row := range slices.Backward(rows) {
		if row.time.readable {
			last = row.time.ms
			break
		}
	}
	late := make([]timed, len(events))
	for i, e := range events {
		at := last
		if e.time.readable {
			at = e.time.ms
		}
		last = max(last, at)
		late[i] = timed{Row{Event: e}, at}
	}
	return insert(rows, late)
}

// Insert puts the rows of another list into one, each behind the last one that is not later, and else at its front
// (ES-MERGE-06, ES-FOLLOW-04).
func Insert(list, rows []Row) []Row {
	late := make([]timed, len(rows))
	for i, at := range times(rows) {
		late[i] = timed{rows[i], at}
	}
	return insert(list, late)
}

// timed is a row, and the time at which it counts.
type timed struct {
	Row
	at float64
}

// times are the times at which the events of a list count: one that cannot be read counts at that of the one before it, so that it
// stays where it came (ES-MERGE-02).
func times[E interface{ instant() instant }](list []E) []float64 {
	at := make([]float64, len(list))
	last := math.Inf(-1)
	for i, e := range list {
		if t := e.instant(); t.readable {
			last = t.ms
		}
		at[i] = last
	}
	return at
}

// insert keeps the order of the list, and that by time of what meets in one place.
func insert(list []Row, late []timed) []Row {
	if len(late) == 0 {
		return list
	}
	slices.SortStableFunc(late, func(a, b timed) int { return cmp.Compare(a.at, b.at) })
	merged := make([]Row, len(list)+len(late))
	at := len(merged)
	put := func(row Row) {
		at--
		merged[at] = row
	}
	for i, t := range slices.Backward(times(list)) {
		for len(late) > 0 && t <= late[len(late)-1].at {
			put(late[len(late)-1].Row)
			late = late[:len(late)-1]
		}
		put(list[i])
	}
	for i, row := range late {
		merged[i] = row.Row
	}
	return merged
}

func (e *Event) instant() instant { return e.time }
