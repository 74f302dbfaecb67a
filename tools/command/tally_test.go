package command

import (
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
)

func TestTally(t *testing.T) {
	for _, c := range []struct {
		done, failed int
		rate         float64
		left         time.Duration
		want         string
	}{
		{0, 0, math.NaN(), 0, "0 of 1000 cases, 0 failed"},
		{1, 0, math.Inf(1), 0, "1 of 1000 cases, 0 failed"},
		{5, 0, 900, 0, "5 of 1000 cases, 0 failed, 900 cases/s"},
		{100, 3, 50, 18 * time.Second, "100 of 1000 cases, 3 failed, 50 cases/s, 18s left"},
		{10, 0, 0.5, 33 * time.Minute, "10 of 1000 cases, 0 failed, 0.5 cases/s, 33m0s left"},
		{1000, 0, 1000, time.Second, "1000 of 1000 cases, 0 failed, 1000 cases/s"},
	} {
		if got := tallyLine(certify.Progress{Done: c.done, Planned: 1000, Failed: c.failed}, c.rate, c.left); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTimeLeftDoesNotSwing: a case that takes five seconds among many that take a hundredth moves it little, and it is not said
// before something is known.
func TestTimeLeftDoesNotSwing(t *testing.T) {
	now := time.Unix(0, 0)
	tally := startTally(io.Discard, true, func() time.Time { return now })
	before := time.Duration(0)
	for done := 1; done <= 1000; done++ {
		tally.at(certify.Progress{Done: done, Planned: 4000})
		step := 10 * time.Millisecond
		if done == 500 {
			step = 5 * time.Second
		}
		now = now.Add(step)
		left := time.Duration(0)
		if !tally.end.IsZero() {
			left = tally.end.Sub(now)
		}
		switch {
		case done < 200 && left > 0:
			t.Fatalf("after %d cases: %v left", done, left)
		case before > 0 && (left-before > 12*time.Second || before-left > 6*time.Second):
			t.Errorf("after %d cases %v left, before %v", done, left, before)
		}
		before = left
	}
}

// TestTallyWhereTo: a terminal has one line that is taken back, a file a line now and then.
func TestTallyWhereTo(t *testing.T) {
	for terminal, want := range map[bool]string{
		true:  "\r1 of 9 cases, 0 failed\x1b[K\r4 of 9 cases, 0 failed, 0.3 cases/s, 17s left\x1b[K\r8 of 9 cases, 0 failed, 0.3 cases/s, 4s left\x1b[K\r\x1b[K",
		false: "4 of 9 cases, 0 failed, 0.3 cases/s, 17s left\n8 of 9 cases, 0 failed, 0.3 cases/s, 4s left\n",
	} {
		var out strings.Builder
		now := time.Unix(0, 0)
		tally := startTally(&out, terminal, func() time.Time { return now })
		for _, step := range []struct {
			after time.Duration
			done  int
		}{{0, 1}, {time.Millisecond, 2}, {10 * time.Second, 4}, {time.Millisecond, 5}, {10 * time.Second, 8}} {
			now = now.Add(step.after)
			tally.at(certify.Progress{Done: step.done, Planned: 9})
		}
		tally.done()
		if out.String() != want {
			t.Errorf("terminal %v: %q, want %q", terminal, out.String(), want)
		}
	}
}

// TestTallyStages: what is made of the cases has a pace of its own, and no rate of cases.
func TestTallyStages(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	tally := startTally(&out, false, func() time.Time { return now })
	for _, p := range []certify.Progress{
		{Done: 1, Planned: 99},
		{Done: 50, Planned: 99},
		{Stage: "more", Done: 0, Planned: 9},
		{Stage: "more", Done: 3, Planned: 9},
	} {
		tally.at(p)
		now = now.Add(11 * time.Second)
	}
	if got, want := out.String(), "50 of 99 cases, 0 failed, 4.5 cases/s, 11s left\nmore: 0 of 9\nmore: 3 of 9, 22s left\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
