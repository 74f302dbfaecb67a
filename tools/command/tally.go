package command

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// tally shows how far a run is: on one line of a terminal that is written anew, else as a line now and then.
type tally struct {
	w        io.Writer
	terminal bool
	now      func() time.Time
	next     time.Time // of the next line

	// Where the stage stood when it was first heard of: what went before, such as the making of the plan, has no pace.
	first certify.Progress
	start time.Time

	end      time.Time // of the stage, as it was expected when it was reckoned last; the zero value if it was not
	reckoned time.Time
}

// The times between two lines of a tally.
const (
	onTerminal = 100 * time.Millisecond
	elsewhere  = 10 * time.Second
)

func newTally(s *Streams) *tally { return startTally(s.Err, isTerminal(s.Err), time.Now) }

func startTally(w io.Writer, terminal bool, now func() time.Time) *tally {
	t := &tally{w: w, terminal: terminal, now: now}
	if !terminal {
		t.next = now().Add(elsewhere) // a short run says nothing
	}
	return t
}

func (t *tally) at(p certify.Progress) {
	now := t.now()
	if t.start.IsZero() || p.Stage != t.first.Stage {
		t.first, t.start, t.end = p, now, time.Time{}
	}
	if now.Before(t.next) {
		return
	}
	rate := float64(p.Done-t.first.Done) / now.Sub(t.start).Seconds()
	text := tallyLine(p, rate, t.left(p, rate, now))
	if t.terminal {
		fmt.Fprint(t.w, "\r"+text+"\x1b[K")
		t.next = now.Add(onTerminal)
		return
	}
	fmt.Fprintln(t.w, text)
	t.next = now.Add(elsewhere)
}

// What the end of a stage is expected from: not before so much time has passed, and what is expected now counts the more the longer
// ago the last time was, so that a few slow cases do not make it swing.
const (
	leastPassed = 2 * time.Second
	memory      = 15 * time.Second
)

// left is the time to the end of the stage, 0 if too little is known.
func (t *tally) left(p certify.Progress, rate float64, now time.Time) time.Duration {
	if rate <= 0 || now.Sub(t.start) < leastPassed {
		return 0
	}
	end := now.Add(time.Duration(float64(p.Planned-p.Done) / rate * float64(time.Second)))
	if !t.end.IsZero() {
		passed := now.Sub(t.reckoned).Seconds()
		remembered := memory.Seconds()
		if end.Before(t.end) { // quick cases after slow ones, as generated ones after fixtures
			remembered /= 5
		}
		weight := passed / (passed + remembered)
		end = t.end.Add(time.Duration(weight * float64(end.Sub(t.end))))
	}
	t.end, t.reckoned = end, now
	return max(end.Sub(now), time.Second)
}

// tallyLine says where a run stands, how many cases a second it takes, and the time that is left; 0 is not known.
func tallyLine(p certify.Progress, rate float64, left time.Duration) string {
	text := fmt.Sprintf("%d of %d cases, %d failed", p.Done, p.Planned, p.Failed)
	if p.Stage != "" {
		text = fmt.Sprintf("%s: %d of %d", p.Stage, p.Done, p.Planned)
	}
	if p.Stage == "" && rate > 0 && !math.IsInf(rate, 0) {
		text += fmt.Sprintf(", %s cases/s", rateText(rate))
	}
	if left > 0 && p.Done < p.Planned {
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}

// rateText has no more digits than say something.
func rateText(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}

// done takes the line back.
func (t *tally) done() {
	if t.terminal {
		fmt.Fprint(t.w, "\r\x1b[K")
	}
}
