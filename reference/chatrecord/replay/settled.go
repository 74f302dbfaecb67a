package replay

import "container/heap"

// settledCalls are the calls of one persisted id and name that have results. Of several calls with equal results the
// latest by first use stands for all, so that the choice does not depend on where pages were cut.
type settledCalls struct {
	latest        *call
	unindexed     []*call // fingerprints are made only when a second result asks for them
	byFingerprint map[string]*latestFirst
}

func (s *settledCalls) add(c *call) {
	if c.seq > s.latest.seq {
		s.latest = c
	}
	s.unindexed = append(s.unindexed, c)
}

// find returns the latest call whose last result has the fingerprint, or nil.
func (s *settledCalls) find(fingerprint string) *call {
	if s.byFingerprint == nil {
		s.byFingerprint = map[string]*latestFirst{}
	}
	for _, c := range s.unindexed {
		calls := s.byFingerprint[c.fingerprint()]
		if calls == nil {
			calls = &latestFirst{}
			s.byFingerprint[c.fingerprint()] = calls
		}
		heap.Push(calls, c)
	}
	s.unindexed = nil
	calls := s.byFingerprint[fingerprint]
	for calls != nil && calls.Len() > 0 {
		if c := (*calls)[0]; c.fingerprint() == fingerprint {
			return c
		}
		heap.Pop(calls) // it has another result by now
	}
	return nil
}

// latestFirst is a heap of calls, the latest by first use on top.
type latestFirst []*call

func (h latestFirst) Len() int           { return len(h) }
func (h latestFirst) Less(i, j int) bool { return h[i].seq > h[j].seq }
func (h latestFirst) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *latestFirst) Push(c any)        { *h = append(*h, c.(*call)) }
func (h *latestFirst) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
