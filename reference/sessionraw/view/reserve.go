package view

import "math"

// sameID is the calls of a turn that share an id, and the results that name it.
type sameID struct {
	calls []*openCall // the oldest first; some may be closed
	open  int         // those that are not
	named []naming    // results that will get a call, in order
	taken int         // calls that went to results without an id
}

func (s *sameID) add(call *openCall) {
	s.calls = append(s.calls, call)
	s.open++
}

// naming is a result that names an id.
type naming struct {
	at    int
	slack int // calls before it that neither it nor an earlier one needs; after reserve: nor any later one
}

// reserve counts, for each id, how many calls are not needed by the results that name it. The results are in the order of
// the rows.
func (p *pairing) reserve(results []*openResult) {
	var named []*sameID
	for _, result := range results {
		if result.byOrder {
			continue
		}
		id := p.of(result.id)
		if len(id.named) == 0 {
			named = append(named, id)
			id.taken = 0
		}
		id.name(result)
	}
	for _, id := range named {
		for i := len(id.named) - 2; i >= 0; i-- {
			id.named[i].slack = min(id.named[i].slack, id.named[i+1].slack)
		}
	}
}

// name adds a result that names the id, if a call is left for it.
func (s *sameID) name(result *openResult) {
	if result.before > len(s.named) {
		s.named = append(s.named, naming{result.at, result.before - len(s.named) - 1})
	}
}

// oldest is the oldest open call that stands before a result.
func (s *sameID) oldest(at int) *openCall {
	for len(s.calls) > 0 && s.calls[0].closed {
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
