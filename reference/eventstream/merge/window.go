package merge

import "slices"

// seam is how many resident events beyond the number of older ones a page is compared with (ES-BACK-05).
const seam = 64

// Prepend puts a page of older events before the resident ones, without those that stand there already (ES-BACK-05).
func Prepend(older, existing []*Event) []*Event {
	resident := map[Key]int{}
	for _, e := range existing[:min(len(existing), len(older)+seam)] {
		resident[e.key]++
	}
	var fresh []*Event
	for _, e := range slices.Backward(older) {
		if resident[e.key] > 0 {
			resident[e.key]--
			continue
		}
		fresh = append(fresh, e)
	}
	if len(fresh) == 0 {
		return existing
	}
	slices.Reverse(fresh)
	return slices.Concat(fresh, existing)
}

// Cap is how much may be resident (ES-BACK-06).
type Cap struct {
	Events int
	Bytes  int // by Event.Size
}

// The caps of a view that is shown, and of one that is not.
var (
	Selected   = Cap{Events: 60_000, Bytes: 32 << 20}
	Background = Cap{Events: 1_000, Bytes: 2 << 20}
)

// Newest are the newest events that fit. Of bytes one event always does.
func (c Cap) Newest(events []*Event) []*Event {
	return events[len(events)-c.fit(slices.Backward(events)):]
}

// Oldest are the oldest events that fit, as Newest.
func (c Cap) Oldest(events []*Event) []*Event { return events[:c.fit(slices.All(events))] }

// fit counts the events that fit.
func (c Cap) fit(events func(yield func(int, *Event) bool)) (count int) {
	bytes := 0
	for _, e := range events {
		if bytes += e.size; count == c.Events || count > 0 && bytes > c.Bytes {
			break
		}
		count++
	}
	return count
}

// PrependWithin is Prepend, then as many of the oldest events as fit; hit says that others did not (ES-BACK-06).
func PrependWithin(older, existing []*Event, c Cap) (events []*Event, hit bool) {
	all := Prepend(older, existing)
	events = c.Oldest(all)
	return events, len(events) < len(all)
}
