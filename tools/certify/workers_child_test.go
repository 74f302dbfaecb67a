package certify_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// living counts the processes whose parent is this one, zombies included.
func living(t *testing.T) (count int) {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		t.Skip("the system does not list children")
	}
	for _, list := range lists {
		text, _ := os.ReadFile(list) // a thread may have ended
		count += len(strings.Fields(string(text)))
	}
	return count
}

// TestWorkersEndTheirChildren: however a run ends, no process is left but the one that the caller gave.
func TestWorkersEndTheirChildren(t *testing.T) {
	for name, c := range map[string]struct {
		kind  string
		fatal string
		end   certify.End
		set   func(config *certify.Config, cancel func())
	}{
		"whole":     {"right", "", certify.Whole, func(*certify.Config, func()) {}},
		"failures":  {"right but for one question", `"op":"project"`, certify.Failures, func(c *certify.Config, _ func()) { c.MaxFailures = 1 }},
		"cancelled": {"right", "", certify.Interrupted, cancelAt(5)},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			t.Setenv(fatalVariable, c.fatal)
			config := small()
			config.Cases, config.WithoutFixtures, config.Workers = 60, true, 3
			most := 0
			c.set(&config, cancel)
			progress := config.Progress
			before := living(t)
			config.Progress = func(p certify.Progress) {
				most = max(most, living(t)-before)
				if progress != nil {
					progress(p)
				}
			}
			own := startChild(t, c.kind, time.Minute)
			report, err := certify.Run(ctx, own, config)
			if err != nil || report.End != c.end {
				t.Fatalf("%v, end %q\n%v", err, report.End, report)
			}
			if most < 2 {
				t.Errorf("at most %d processes were seen: there is nothing to end", most)
			}
			if left := living(t) - before; left > 1 {
				t.Errorf("%d processes are left, of which one is the caller's", left)
			}
			own.Close()
			if left := living(t) - before; left != 0 {
				t.Errorf("%d processes are left after the caller's", left)
			}
		})
	}
}

// cancelAt ends a run after so many cases.
func cancelAt(done int) func(*certify.Config, func()) {
	return func(config *certify.Config, cancel func()) {
		config.Progress = func(p certify.Progress) {
			if p.Done == done {
				cancel()
			}
		}
	}
}
