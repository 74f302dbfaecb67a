package process

import (
	"errors"
	"os/exec"
	"testing"
	"time"
)

// TestStartLimit: who may take long for an answer may take as long to start, and a short limit of answers bounds no start.
func TestStartLimit(t *testing.T) {
	for answer, want := range map[time.Duration]time.Duration{time.Minute: time.Minute, time.Millisecond: leastStartLimit, 0: leastStartLimit} {
		c := NewChild(func() *exec.Cmd { return exec.Command("sleep", "60") }, Limits{Answer: answer})
		c.LimitAnswer(time.Second)
		if c.startLimit != want {
			t.Errorf("answers within %v: a start within %v, want %v", answer, c.startLimit, want)
		}
		c.startLimit = time.Millisecond
		var hang *Hang
		if _, err := c.Describe(t.Context()); !errors.As(err, &hang) || hang.Limit != c.startLimit {
			t.Errorf("a start without end: %v", err)
		}
		c.Close()
	}
}
