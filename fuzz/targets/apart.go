package targets

import (
	"context"
	"os"
	"os/exec"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// serveVariable makes a program that calls ServeIfAsked serve the reference.
const serveVariable = "TRANSCRIPT_FUZZ_SERVE"

// canServe: this program can be started as a server of itself.
var canServe bool

// ServeIfAsked is for TestMain. It lets a case that hangs be made small: each candidate is put to a process of its own,
// which is this program again and can be killed.
func ServeIfAsked() {
	canServe = true
	if os.Getenv(serveVariable) == "" {
		return
	}
	if err := protocol.Serve(context.Background(), subject.New("fuzz"), os.Stdin, os.Stdout, protocol.ServeOptions{Log: os.Stderr}); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// hangLimit is what counts as a hang while a case is made small; the whole limit would take too long.
const hangLimit = 500 * time.Millisecond

// apart lets the report judge in another process, if that is possible. The caller closes it.
func apart(report *judge.Report) (close func()) {
	self, err := os.Executable()
	if err != nil || !canServe {
		return func() {}
	}
	child := process.NewChild(func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), serveVariable+"=1")
		return command
	}, hangLimit)
	report.Apart = true
	report.Again = func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
		j, err := judge.New(ctx, child, chatRecord().Model)
		if err != nil {
			return nil, err
		}
		return j.Case(ctx, c, chatRecord().Model.Invariants[0].ID) // whether it answers at all
	}
	return child.Close
}
