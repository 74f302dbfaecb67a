package view

import "math"

// sameID is the calls of a turn that share an id, and the results that name it.
type sameID struct {
	calls []*openCall
	named []naming // those that will get a call, in order
	taken int      // calls that went to results without an id
}

// naming is a result that names an id.
type naming struct {
	at    int
	slack int // calls before it that neither it nor an earlier one needs; after reserve: nor any later one
}

// reservations are the ids of a turn.
type reservations map[string]*sameID

// of is the entry of an id. Nothing has the empty one in common.
func (r reservations) of(id string) *sameID {
	if id == "" {
		return &sameID{}
	}
	if r[id] == nil {
		r[id] = &sameID{}
	}
	return r[id]
}

// reserve counts, for each id, how many calls are not needed by the results that name it. Calls and results are in the
// order of the rows.
func reserve(calls []*openCall, results []*openResult) reservations {
	ids := reservations{}
	for _, call := range calls {
		id := ids.of(call.item.Call.ID)
		id.calls = append(id.calls, call)
	}
	var named []*sameID
	for _, result := range results {
		if id := ids.of(result.id); !result.byOrder {
			if len(id.named) == 0 {
				named = append(named, id)
			}
			id.name(result.at)
		}
	}
	for _, id := range named {
		for i := len(id.named) - 2; i >= 0; i-- {
			id.named[i].slack = min(id.named[i].slack, id.named[i+1].slack)
		}
	}
	return ids
}

// name adds a result that names the id, if a call is left for it.
func (s *sameID) name(at int) {
	before := 0
	if n := len(s.named); n > 0 {
		before = n + s.named[n-1].slack // calls that stood before the result before
	}
	for before < len(s.calls) && s.calls[before].at < at {
		before++
	}
	if before > len(s.named) {
		s.named = append(s.named, naming{at, before - len(s.named) - 1})
	}
}

// oldest is the oldest open call that stands before a result.
func (s *sameID) oldest(at int) *openCall {
	for len(s.calls) > 0 && s.calls[0].answered {
		s.calls = s.calls[1:]
	}
	if len(s.calls) == 0 || s.calls[0].at >= at {
		return nil
	}
	return s.calls[0]
}

// pass forgets the results up to this one: their needs are met.
func (s *sameID) pass(at int) {
	for len(s.named) > 0 && s.named[0].at <= at {
		s.named = s.named[1:]
	}
}

// spare reports whether a call can go to a result without an id and leave enough for the results that name the id.
func (s *sameID) spare() bool {
	slack := math.MaxInt
	if len(s.named) > 0 {
		slack = s.named[0].slack
	}
	return slack > s.taken
}
