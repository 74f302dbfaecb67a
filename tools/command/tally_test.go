package command

import (
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
)

func TestTally(t *testing.T) {
	for _, c := range []struct {
		done, failed int
		passed       time.Duration
		want         string
	}{
		{0, 0, time.Second, "0 of 1000 cases, 0 failed"},
		{1, 0, 0, "1 of 1000 cases, 0 failed"},
		{100, 3, 2 * time.Second, "100 of 1000 cases, 3 failed, 50 cases/s, 18s left"},
		{10, 0, 20 * time.Second, "10 of 1000 cases, 0 failed, 0.5 cases/s, 33m0s left"},
		{1000, 0, time.Second, "1000 of 1000 cases, 0 failed, 1000 cases/s, 0s left"},
	} {
		if got := tallyLine(certify.Progress{Done: c.done, Planned: 1000, Failed: c.failed}, c.done, c.passed); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTallyWhereTo: a terminal has one line that is taken back, a file a line now and then.
func TestTallyWhereTo(t *testing.T) {
	for terminal, want := range map[bool]string{
		true:  "\r1 of 9 cases, 0 failed\x1b[K\r4 of 9 cases, 0 failed, 0.3 cases/s, 17s left\x1b[K\r8 of 9 cases, 0 failed, 0.3 cases/s, 3s left\x1b[K\r\x1b[K",
		false: "4 of 9 cases, 0 failed, 0.3 cases/s, 17s left\n8 of 9 cases, 0 failed, 0.3 cases/s, 3s left\n",
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
		{Done: 1, Planned: 99}, {Done: 50, Planned: 99},
		{Stage: "more", Done: 0, Planned: 9}, {Stage: "more", Done: 3, Planned: 9},
	} {
		tally.at(p)
		now = now.Add(11 * time.Second)
	}
	if got, want := out.String(), "50 of 99 cases, 0 failed, 4.5 cases/s, 11s left\nmore: 0 of 9\nmore: 3 of 9, 22s left\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
