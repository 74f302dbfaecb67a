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
	go exitWithParent()
	if err := protocol.Serve(context.Background(), subject.New("fuzz"), os.Stdin, os.Stdout, protocol.ServeOptions{Log: os.Stderr}); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// exitWithParent: a parent that is killed cannot end its children, and a case that hangs would go on for ever.
func exitWithParent() {
	parent := os.Getppid()
	for range time.Tick(200 * time.Millisecond) {
		if os.Getppid() != parent {
			os.Exit(1)
		}
	}
}

// hangLimit is what counts as a hang while a case is made small; the whole Limit would take too long. The small case is
// then held against Limit.
const hangLimit = 500 * time.Millisecond

// apart lets the report judge in other processes, if that is possible; else the case stays as it is, because what hangs in
// this process goes on for ever. The caller calls what is returned when the report is done.
func apart(report *judge.Report) (done func()) {
	self, err := os.Executable()
	if err != nil || !canServe || report.Case.Dialect == "" {
		report.Again = nil
		return func() {}
	}
	command := func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), serveVariable+"=1")
		return command
	}
	confirmLimit := Limit
	if isWorker() {
		confirmLimit, report.Confirmations = Limit/2, 1 // there is no time for more
	}
	hunt, confirm := process.NewChild(command, process.Limits{Answer: hangLimit}), process.NewChild(command, process.Limits{Answer: confirmLimit})
	report.Again, report.Confirm = answers(hunt), answers(confirm)
	return func() {
		hunt.Close()
		confirm.Close()
	}
}

// answers judges whether the child answers at all.
func answers(child *process.Child) func(context.Context, testcase.Case) ([]judge.Finding, error) {
	return func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
		j, err := judge.New(ctx, child, modelOf(c))
		if err != nil {
			return nil, err
		}
		return j.Case(ctx, c, "coded-errors")
	}
}
