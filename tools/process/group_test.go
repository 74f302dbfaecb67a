//go:build unix

package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestRunGroup: what a command started is gone when the command ends, and when the context does.
func TestRunGroup(t *testing.T) {
	for name, test := range map[string]struct {
		script    string
		cancelled bool
	}{
		"it ends":          {"sleep 1000 & echo $! >$0", false},
		"the context ends": {"sleep 1000 & echo $! >$0; wait", true},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pid")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			go func() { ended <- RunGroup(ctx, exec.Command("sh", "-c", test.script, file)) }()
			pid := 0
			eventually(t, "the command starts another", func() bool {
				data, _ := os.ReadFile(file)
				pid, _ = strconv.Atoi(strings.TrimSpace(string(data)))
				return pid > 0
			})
			if test.cancelled {
				cancel()
			}
			if err := <-ended; errors.Is(err, context.Canceled) != test.cancelled {
				t.Error(err)
			}
			eventually(t, "what it started is gone", func() bool { return gone(pid) })
		})
	}
}

// gone reports whether a process has ended, be it reaped or not.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 500 { // a bound on hangs
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("it is not so that %s", what)
}
