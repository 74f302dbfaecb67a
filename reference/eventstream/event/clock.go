package event

import (
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Clock is the time that the timestamps of envelopes tell, for machines that run on no other. The zero Clock stands at 0.
type Clock struct{ now float64 }

// At is the time of an envelope, in milliseconds since 1970. A timestamp that is none, or goes back, leaves the time where it
// stood.
func (c *Clock) At(timestamp string) float64 {
	if at, ok := jstime.Parse(timestamp); ok {
		c.now = max(c.now, at)
	}
	return c.now
}

// Name is the text of a member of an event, trimmed; "" if it is no string.
func Name(event jsvalue.Value, key string) string { return jsvalue.Trim(event.Get(key).Text()) }
