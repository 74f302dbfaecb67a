package view

import (
	"math"
	"slices"
	"time"
)

// run is a run of rows with one request id. The stamp of a row is the time at which it was committed, so the greatest
// one is the end of the turn (SR-SUB-03).
type run struct {
	request string
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

// runOf is the run in which a sub-agent was started that was started at this second: the first that ended then or later,
// else the last one; -1 if there is none.
func (e ends) runOf(seconds int64, known bool) int {
	if known {
		if i, _ := slices.BinarySearch(e, seconds); i < len(e) {
			return i
		}
	}
	return len(e) - 1
}
