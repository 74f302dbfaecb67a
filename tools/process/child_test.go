package process_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

const childVariable = "TRANSCRIPT_TEST_CHILD"

// TestMain is the child of the tests below, if the environment says so.
func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	served := protocol.Serve(context.Background(), odd{}, os.Stdin, os.Stdout, protocol.ServeOptions{})
	if served != nil {
		os.Exit(3)
	}
}

// odd answers with its process id, or does what the operation says instead.
type odd struct{}

func (odd) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Protocol: 1, Name: "odd", Concurrency: 1, Dialects: []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"pid"}}}}, nil
}

func (odd) Call(_ context.Context, request protocol.Request) (protocol.Answer, error) {
	switch request.Op {
	case "exit":
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(4)
	case "hang":
		exec.Command("sleep", "60").Start() // holds the standard error open
		time.Sleep(time.Hour)
	case "leave":
		exec.Command("setsid", "sleep", "20").Start()
		descendant := exec.Command("setsid", "sleep", "20")
		descendant.Stdout, descendant.Stderr = os.Stdout, os.Stderr
		descendant.Start() // holds both pipes, and is in another group
		time.Sleep(time.Hour)
	case "fail":
		return protocol.Fail(protocol.InternalError, "inside"), nil
	case "babble":
		os.Stdout.WriteString("babble\n")
	}
	return protocol.Result(jsvalue.IntValue(int64(os.Getpid()))), nil
}

func newChild(t *testing.T, limit time.Duration) *process.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := process.NewChild(func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), childVariable+"=1")
		return command
	}, limit)
	t.Cleanup(child.Close)
	return child
}

func ask(t *testing.T, child *process.Child, op string) (int64, error) {
	t.Helper()
	answer, err := child.Call(t.Context(), protocol.Request{Dialect: "chatrecord", Op: op, Input: protocol.TextOf("")})
	pid, _ := answer.Result().SafeInteger()
	return pid, err
}

// TestChildGoesOn: the process stays until it fails, and the next question starts another one.
func TestChildGoesOn(t *testing.T) {
	child := newChild(t, 5*time.Second)
	first, err := ask(t, child, "pid")
	if err != nil || first == 0 {
		t.Fatal(first, err)
	}
	if again, err := ask(t, child, "pid"); err != nil || again != first {
		t.Fatalf("another process: %d after %d, %v", again, first, err)
	}
	if d, err := child.Describe(t.Context()); err != nil || d.Name != "odd" {
		t.Fatalf("%+v, %v", d, err)
	}
	_, err = ask(t, child, "exit")
	var crash *process.Crash
	if !errors.As(err, &crash) || !strings.Contains(crash.Stack, "last words") {
		t.Fatalf("it ended: %v", err)
	}
	second, err := ask(t, child, "pid")
	if err != nil || second == first {
		t.Fatalf("after a crash: %d, %v", second, err)
	}
	var babble *process.ProtocolError
	if _, err := ask(t, child, "babble"); !errors.As(err, &babble) {
		t.Fatalf("it babbled: %v", err)
	}
	third, _ := ask(t, child, "pid")
	if _, err := ask(t, child, "fail"); !errors.As(err, &crash) || crash.Reason != "inside" {
		t.Fatalf("it failed inside: %v", err)
	}
	if pid, err := ask(t, child, "pid"); err != nil || pid != third {
		t.Errorf("after it failed inside, another process: %d after %d, %v", pid, third, err)
	}
}

// TestChildHangs: it is killed with what it started, and does not keep its caller.
func TestChildHangs(t *testing.T) {
	child := newChild(t, 300*time.Millisecond)
	_, err := ask(t, child, "hang")
	var hang *process.Hang
	if !errors.As(err, &hang) {
		t.Fatal(err)
	}
	if pid, err := ask(t, child, "pid"); err != nil || pid == 0 {
		t.Errorf("after a hang: %v", err)
	}
}

// TestDescendantsKeepNobody: one that left the group and holds the pipes.
func TestDescendantsKeepNobody(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid")
	}
	child := newChild(t, 300*time.Millisecond)
	var hang *process.Hang
	for range 2 {
		if _, err := ask(t, child, "leave"); !errors.As(err, &hang) {
			t.Fatal(err)
		}
	}
	if _, err := ask(t, child, "pid"); err != nil {
		t.Error(err)
	}
}

func TestChildEndsWithTheContext(t *testing.T) {
	child := newChild(t, time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := child.Call(ctx, protocol.Request{Dialect: "chatrecord", Op: "hang"})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestChildThatCannotStart(t *testing.T) {
	child := process.NewChild(func() *exec.Cmd { return exec.Command("/does/not/exist") }, time.Second)
	if _, err := ask(t, child, "pid"); err == nil || !strings.Contains(err.Error(), "starting the process") {
		t.Error(err)
	}
	silent := process.NewChild(func() *exec.Cmd {
		command := exec.Command("true")
		command.Stdin = &bytes.Buffer{}
		return command
	}, time.Second)
	if _, err := ask(t, silent, "pid"); err == nil {
		t.Error("a command with a standard input of its own was taken")
	}
}
