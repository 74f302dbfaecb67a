package scrollback

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
)

// recent are the newest of the events that were pushed while a snapshot is waited for. It is a value that shares its chunks with
// those before it, so that what is pushed one by one is not copied each time; it holds twice what may be resident at most.
type recent struct {
	last          *chunk
	events, bytes int
	cut           bool // some are not held any more
}

type chunk struct {
	events []*merge.Event
	before *chunk
}

func (r recent) add(events []*merge.Event, limit merge.Cap) recent {
	if len(events) == 0 {
		return r
	}
	r = r.with(events)
	if r.events/2 > limit.Events || r.bytes/2 > limit.Bytes {
		kept, cut := r.newest(limit)
		r = recent{cut: cut}.with(slices.Clone(kept))
	}
	return r
}

func (r recent) with(events []*merge.Event) recent {
	r.last = &chunk{events, r.last}
	r.events += len(events)
	for _, e := range events {
		r.bytes += e.Size()
	}
	return r
}

// newest are those that fit, the oldest first; cut says that others came.
func (r recent) newest(limit merge.Cap) (events []*merge.Event, cut bool) {
	all := make([]*merge.Event, r.events)
	at := len(all)
	for c := r.last; c != nil; c = c.before {
		at -= len(c.events)
		copy(all[at:], c.events)
	}
	events = limit.Newest(all)
	return events, r.cut || len(events) < len(all)
}
