package event

import "github.com/transcriptspec/transcriptspec/spec/jstime"

// Clock is the time that the timestamps of envelopes tell, for machines that run on no other (ES-BATCH-05). The zero Clock has not
// begun.
type Clock struct {
	now   float64
	begun bool
}

// At is the time of an envelope, in milliseconds since 1970. The first begins the clock, before 1970 too, or at 0 if its timestamp
// is none. Later ones that are none, or go back, leave the time where it stood.
func (c *Clock) At(timestamp string) float64 {
	if at, ok := jstime.Parse(timestamp); ok && (!c.begun || at > c.now) {
		c.now = at
	}
	c.begun = true
	return c.now
}
