package view

import (
	"math"
	"slices"
	"time"
)

// run is a run of rows with one request id, in the files of one chain. The stamp of a row is the time at which it was
// committed, so the greatest one is the end of the turn (SR-SUB-03).
type run struct {
	request string
	part    int // number of the chain
	end     time.Time
	timed   bool
}

func (r *run) see(stamp string) {
	if stamp == "" { // the error of parsing it would cost more than the row
		return
	}
	at, err := time.Parse(time.RFC3339, stamp)
	if err == nil && (!r.timed || at.After(r.end)) {
		r.end, r.timed = at, true
	}
}

// beforeRuns stands in the place of a run for what comes before the first one of a chain.
func beforeRuns(part int) int { return -1 - part }

// scope is the files among whose items a sub-agent stands: a chain, or all of them (SR-SUB-01).
type scope struct {
	part  int // number of the chain; that behind the last one stands for all
	first int // number of its first run
	ends  ends
}

// scopes are the chains of a stream, and behind them all of them together.
func (s *stream) scopes() []scope {
	list := make([]scope, 0, len(s.parts)+1)
	first := 0
	for part := range s.parts {
		behind := first
		for behind < len(s.runs) && s.runs[behind].part == part {
			behind++
		}
		list = append(list, scope{part, first, endsOf(s.runs[first:behind])})
		first = behind
	}
	return append(list, scope{len(s.parts), 0, endsOf(s.runs)})
}

// partsByChain are the numbers of the chains of a stream.
func (s *stream) partsByChain() map[string]int {
	parts := make(map[string]int, len(s.parts))
	for i, name := range s.parts {
		parts[name.Store+name.Chain] = i
	}
	return parts
}

// runOf is the run in which a sub-agent was started that was started at this second: the first that ended then or later,
// else the last one; without runs what is before them.
func (s scope) runOf(seconds int64, known bool) int {
	if len(s.ends) == 0 {
		return beforeRuns(s.part)
	}
	if known {
		if i, _ := slices.BinarySearch(s.ends, seconds); i < len(s.ends) {
			return s.first + i
		}
	}
	return s.first + len(s.ends) - 1
}

// ends are the latest ends of the runs up to each, so that the first run which ended at a time or later can be found.
type ends []int64

func endsOf(runs []run) ends {
	list, latest := make(ends, len(runs)), int64(math.MinInt64)
	for i, run := range runs {
		if run.timed {
			latest = max(latest, run.end.Unix())
		}
		list[i] = latest
	}
	return list
}
