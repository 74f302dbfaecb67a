package command

import (
	"fmt"
	"io"
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
		t.first, t.start = p, now
	}
	if now.Before(t.next) {
		return
	}
	text := tallyLine(p, p.Done-t.first.Done, now.Sub(t.start))
	if t.terminal {
		fmt.Fprint(t.w, "\r"+text+"\x1b[K")
		t.next = now.Add(onTerminal)
		return
	}
	fmt.Fprintln(t.w, text)
	t.next = now.Add(elsewhere)
}

// tallyLine says where a run stands, and when it ends if it goes on as it did for some cases in the time that has passed.
func tallyLine(p certify.Progress, cases int, passed time.Duration) string {
	text := fmt.Sprintf("%d of %d cases, %d failed", p.Done, p.Planned, p.Failed)
	if p.Stage != "" {
		text = fmt.Sprintf("%s: %d of %d", p.Stage, p.Done, p.Planned)
	}
	if cases <= 0 || passed <= 0 {
		return text
	}
	rate := float64(cases) / passed.Seconds()
	left := time.Duration(float64(p.Planned-p.Done) / rate * float64(time.Second)).Round(time.Second)
	if p.Stage == "" {
		text += fmt.Sprintf(", %s cases/s", rateText(rate))
	}
	return text + fmt.Sprintf(", %v left", left)
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
