package process_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// children are the processes whose parent is this one, zombies included.
func children(t *testing.T) []int {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		t.Skip("the kernel does not list children")
	}
	var all []int
	for _, list := range lists {
		text, _ := os.ReadFile(list) // a thread may have ended
		for _, field := range strings.Fields(string(text)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, pid)
		}
	}
	return all
}

// TestDaemonsEndToo: what daemonised goes with the child that started it; another child, its daemon, and a process that
// has nothing to do with either are left alone.
func TestDaemonsEndToo(t *testing.T) {
	if !process.EndsDescendants() {
		t.Skip("not enforced here")
	}
	stranger := exec.Command("setsid", "sleep", "300")
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	before := len(children(t))
	one, other := newChild(t, time.Minute), newChild(t, time.Minute)
	for _, child := range []*process.Child{one, other} {
		if _, err := ask(t, child, "daemon"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(children(t)); n != before+2*3 { // a child has two daemons, which are ours by now
		t.Fatalf("%d processes, %d before", n, before)
	}
	one.Close()
	if n := len(children(t)); n != before+3 {
		t.Errorf("one is closed, %d processes are left of %d", n, before+3)
	}
	if _, err := ask(t, other, "pid"); err != nil {
		t.Error(err)
	}
	other.Close()
	if n := len(children(t)); n != before {
		t.Errorf("both are closed, %d processes are left of %d", n, before)
	}
	if err := stranger.Process.Kill(); err != nil {
		t.Errorf("the stranger: %v", err)
	}
	if err := stranger.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the stranger: %v", err)
	}
}

func TestMemoryLimit(t *testing.T) {
	child := newKind(t, "odd", process.Limits{Answer: time.Minute, Memory: 80 << 20})
	if _, err := ask(t, child, "pid"); err != nil {
		t.Fatal(err)
	}
	_, err := child.Call(t.Context(), protocol.Request{Dialect: "chatrecord", Op: "eat"})
	var crash *process.Crash
	if !errors.As(err, &crash) || crash.Reason != "over the memory limit of 83886080 bytes" {
		t.Error(err)
	}
}
