package certify

import (
	"slices"
	"time"
)

// pace is how long a subject takes for an answer: the first one of each of the first cases that has one.
type pace []time.Duration

const maxTimes = 1_000

func (p *pace) add(took time.Duration) {
	if took > 0 && len(*p) < maxTimes {
		*p = append(*p, took)
	}
}

// The limit of an answer while a hang is made small: so many times what is usual, and no less than the least.
const (
	shortLimitFactor = 10
	leastShortLimit  = 250 * time.Millisecond
)

// shortLimit is the limit of an answer while a hang is made small.
func (p pace) shortLimit() time.Duration {
	if len(p) == 0 {
		return leastShortLimit
	}
	sorted := slices.Sorted(slices.Values(p))
	return max(leastShortLimit, shortLimitFactor*sorted[len(sorted)/2])
}
