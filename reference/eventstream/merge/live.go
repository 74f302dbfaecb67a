package merge

import "slices"

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

// Insert puts each of some events behind the last of the list that is not later, and else at its front; the order of the list
// stays, and of those that meet in one place the order by time (ES-MERGE-06).
func Insert[E interface{ event() *Event }](list, late []E) []E {
	if len(late) == 0 {
		return list
	}
	late = slices.Clone(late)
	slices.SortStableFunc(late, func(a, b E) int { return compare(a.event(), b.event()) })
	merged := make([]E, len(list)+len(late))
	at := len(merged)
	put := func(e E) {
		at--
		merged[at] = e
	}
	for _, e := range slices.Backward(list) {
		for len(late) > 0 && compare(e.event(), late[len(late)-1].event()) <= 0 {
			put(late[len(late)-1])
			late = late[:len(late)-1]
		}
		put(e)
	}
	copy(merged, late)
	return merged
}

func (e *Event) event() *Event { return e }
