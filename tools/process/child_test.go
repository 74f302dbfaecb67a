package process_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
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
	switch kind := os.Getenv(childVariable); kind {
	case "":
		os.Exit(m.Run())
	case "odd":
	case "holds":
		held := bytes.Repeat([]byte{1}, 100_000_000) // for longer than a watch needs to see it
		time.Sleep(time.Minute)
		runtime.KeepAlive(held)
	default:
		raw(kind)
		return
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
		fmt.Fprintln(os.Stderr, "before the silence")
		exec.Command("sleep", "60").Start() // holds the standard error open
		time.Sleep(time.Hour)
	case "leave":
		exec.Command("setsid", "sleep", "20").Start()
		descendant := exec.Command("setsid", "sleep", "20")
		descendant.Stdout, descendant.Stderr = os.Stdout, os.Stderr
		descendant.Start() // holds both pipes, and is in another group
		time.Sleep(time.Hour)
	case "orphan":
		descendant := exec.Command("sleep", "20")
		descendant.Stdout, descendant.Stderr = os.Stdout, os.Stderr
		descendant.Start() // holds both pipes
		os.Exit(0)
	case "daemon":
		exec.Command("setsid", "sh", "-c", "sleep 30 & sleep 30 &").Run()
	case "eat":
		descendant := exec.Command(os.Args[0])
		descendant.Env = append(os.Environ(), childVariable+"=holds")
		descendant.Run()
	case "mutter":
		fmt.Fprintln(os.Stderr, "of this question")
	case "go":
		os.Exit(6)
	case "trace":
		fmt.Fprintln(os.Stderr, "panic: the cause"+strings.Repeat("\n\tand where", 1000)+"\nthe end")
		os.Exit(2)
	case "trace and fail":
		fmt.Fprintln(os.Stderr, "panic: the cause"+strings.Repeat("\n\tand where", 1000)+"\nthe end")
		return protocol.Fail(protocol.InternalError, "inside"), nil
	case "fail":
		return protocol.Fail(protocol.InternalError, "inside"), nil
	case "babble":
		os.Stdout.WriteString("babble\n")
	}
	return protocol.Result(jsvalue.IntValue(int64(os.Getpid()))), nil
}

// raw says what it is, and then does something that no library would.
func raw(kind string) {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		request, _ := protocol.ParseRequest(line)
		answer := string(protocol.Result(jsvalue.IntValue(1)).AppendLine(nil, request.ID))
		if request.Op == protocol.OpDescribe {
			fmt.Printf(`{"id":%v,"result":{"protocol":1,"dialects":{"chatrecord":["pid"]}}}`+"\n", request.ID.Float())
			if kind == "never reads" {
				time.Sleep(time.Hour)
			}
			if kind == "echoes" {
				io.Copy(os.Stdout, lines)
				return
			}
			continue
		}
		switch kind {
		case "twice":
			fmt.Print(answer + answer)
		case "leaves after":
			fmt.Print(answer)
			fmt.Fprint(os.Stderr, "last words")
			os.Exit(5)
		case "closes":
			os.Stdout.Close()
			time.Sleep(time.Hour)
		case "endless":
			for {
				os.Stdout.WriteString(strings.Repeat("x", 1<<16))
			}
		case "long":
			fmt.Print(strings.Repeat(" ", 1<<20) + answer)
		case "noisy":
			os.Stderr.WriteString(strings.Repeat("noise", 1<<18))
			fmt.Print(answer)
		}
	}
}

func newChild(t *testing.T, limit time.Duration) *process.Child {
	t.Helper()
	return newKind(t, "odd", process.Limits{Answer: limit})
}

func newKind(t *testing.T, kind string, limits process.Limits) *process.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := process.NewChild(func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), childVariable+"="+kind)
		return command
	}, limits)
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
	if !errors.As(err, &hang) || !strings.Contains(hang.Stderr, "before the silence") {
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
	child := process.NewChild(func() *exec.Cmd { return exec.Command("/does/not/exist") }, process.Limits{Answer: time.Second})
	var unstarted *process.StartError
	if _, err := ask(t, child, "pid"); !errors.As(err, &unstarted) || !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	silent := process.NewChild(func() *exec.Cmd {
		command := exec.Command("true")
		command.Stdin = &bytes.Buffer{}
		return command
	}, process.Limits{Answer: time.Second})
	if _, err := ask(t, silent, "pid"); err == nil || errors.As(err, &unstarted) {
		t.Error("a command with a standard input of its own was taken")
	}
}

// TestRawChildren: what each does has its own name, and no limit of time is needed to find it.
func TestRawChildren(t *testing.T) {
	big := protocol.Request{Dialect: "chatrecord", Op: "pid", Input: protocol.TextOf(strings.Repeat("y", 4<<20))}
	for _, c := range []struct {
		kind    string
		request protocol.Request
		limits  process.Limits
		first   string // the error of the question, "" for none
		settled string // the error of settling, if there was none
	}{
		{kind: "noisy"},
		{kind: "twice", settled: "another answer to a request that was answered"},
		{kind: "leaves after", settled: "after its answer the process ended: exit status 5"},
		{kind: "closes", first: "the process closed its standard output"},
		{kind: "endless", limits: process.Limits{Output: 1 << 20}, first: "a line of more than 1048576 bytes"},
		{kind: "long", limits: process.Limits{Output: 2 << 20}},
		{kind: "long", limits: process.Limits{Output: 1 << 20}, first: "a line of more than 1048576 bytes"},
		{kind: "echoes", request: big, first: "it breaks the protocol: "},
		{kind: "never reads", request: big, limits: process.Limits{Answer: 300 * time.Millisecond}, first: "no answer within 4.3s to a question of 4 MiB"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			if c.limits.Answer == 0 {
				c.limits.Answer = time.Minute
			}
			if c.request.Op == "" {
				c.request = protocol.Request{Dialect: "chatrecord", Op: "pid"}
			}
			child := newKind(t, c.kind, c.limits)
			_, err := child.Call(t.Context(), c.request)
			if got := message(err); c.first == "" && got != "" || !strings.Contains(got, c.first) {
				t.Fatalf("%q, want %q", got, c.first)
			}
			err = child.Settle(t.Context())
			if got := message(err); c.settled == "" && got != "" || !strings.Contains(got, c.settled) {
				t.Errorf("settled: %q, want %q", got, c.settled)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestOrphansHoldNothing: when the process has ended, who else holds its pipe is not waited for.
func TestOrphansHoldNothing(t *testing.T) {
	var crash *process.Crash
	if _, err := ask(t, newChild(t, time.Minute), "orphan"); !errors.As(err, &crash) || crash.Reason != "the process ended: exit status 0" {
		t.Error(err)
	}
}

// TestStderrIsThatOfTheQuestion: what other questions made a process write goes with no error, unless there is nothing else, and
// then that is said.
func TestStderrIsThatOfTheQuestion(t *testing.T) {
	for _, c := range []struct {
		asked   []string // of which the last fails
		want    []string
		not     string
		earlier bool
	}{
		{asked: []string{"mutter", "exit"}, want: []string{"last words"}, not: "of this question"},
		{asked: []string{"mutter", "fail"}, not: "of this question"},
		{asked: []string{"mutter", "pid", "go"}, want: []string{"[nothing since this question began;", "of this question"}, earlier: true},
		{asked: []string{"go"}, not: "["},
		{asked: []string{"trace"}, want: []string{"\npanic: the cause\n", "[...]", "the end\n"}},
	} {
		child := newChild(t, time.Minute)
		var err error
		for i, op := range c.asked {
			if _, err = ask(t, child, op); err != nil && i+1 < len(c.asked) {
				t.Fatal(op, err)
			}
			for op == "mutter" && !strings.Contains(child.Stderr(), "of this question") {
				time.Sleep(time.Millisecond) // it is on its way
			}
		}
		var crash *process.Crash
		if !errors.As(err, &crash) || crash.Earlier != c.earlier || c.not != "" && strings.Contains(crash.Stack, c.not) || len(crash.Stack) > 4000 {
			t.Errorf("%q: %v, %+v", c.asked, err, crash)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(crash.Stack, want) {
				t.Errorf("%q: no %q in %q", c.asked, want, crash.Stack)
			}
		}
	}
}

// TestNoTraceIsLost: what a process wrote before it answered that it failed inside, or before it ended, is there, however soon
// the answer was read.
func TestNoTraceIsLost(t *testing.T) {
	for op, times := range map[string]int{"trace and fail": 200, "exit": 20} {
		child := newChild(t, time.Minute)
		for i := range times {
			_, err := ask(t, child, op)
			var crash *process.Crash
			if !errors.As(err, &crash) {
				t.Fatal(err)
			}
			want := map[string]string{"trace and fail": "the end\n", "exit": "last words\n"}[op]
			if crash.Earlier || !strings.HasSuffix(crash.Stack, want) {
				t.Fatalf("%s, crash %d of %d: %q", op, i+1, times, crash.Stack)
			}
		}
	}
}
