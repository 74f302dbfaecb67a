package certify_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// childVariable makes the test binary the implementation that it names.
const childVariable = "TRANSCRIPT_TEST_CHILD"

// fatalVariable is a piece of the request that one kind of child does not survive.
const fatalVariable = "TRANSCRIPT_TEST_FATAL"

// describeLine is what a child says of itself that answers by hand.
const describeLine = `{"id":%s,"result":{"protocol":1,"dialects":{"chatrecord":["project","read"]}}}` + "\n"

// child is an implementation, right or wrong; it returns the exit code.
func child() int {
	kind := os.Getenv(childVariable)
	switch kind {
	case "right":
		if protocol.Serve(context.Background(), subject.New("test"), os.Stdin, os.Stdout, protocol.ServeOptions{}) != nil {
			return 3
		}
		return 0
	case "leaves at once":
		return 0
	case "mute":
		time.Sleep(time.Hour)
	}
	lines, asked := bufio.NewReaderSize(os.Stdin, 1<<20), 0
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return 0
		}
		request, err := protocol.ParseRequest(line)
		if err != nil {
			return 3
		}
		id := fmt.Sprint(request.ID.Float())
		if request.Op == protocol.OpDescribe {
			fmt.Printf(describeLine, id)
			continue
		}
		if asked++; kind == "right until the 50th question" && asked == 50 {
			panic("the 50th question")
		}
		if kind == "right but for one question" && strings.Contains(line, os.Getenv(fatalVariable)) {
			panic("this question")
		}
		if kind == "silent at one question" && strings.Contains(line, os.Getenv(fatalVariable)) {
			time.Sleep(time.Hour)
		}
		switch kind {
		case "right until the 50th question", "right but for one question", "silent at one question":
			answer, err := subject.New("test").Call(context.Background(), request)
			if err != nil {
				return 3
			}
			os.Stdout.Write(answer.AppendLine(nil, request.ID))
		case "wrong ids":
			fmt.Println(`{"id":"other","result":null}`)
		case "babbles":
			fmt.Println("\xff{")
		case "twice":
			fmt.Printf("{\"id\":%s,\"unsupported\":\"\"}\n{\"id\":%s,\"unsupported\":\"\"}\n", id, id)
		case "leaves":
			fmt.Fprintln(os.Stderr, "last words")
			return 0
		case "hangs":
			time.Sleep(time.Hour)
		}
	}
}

func startChild(t testing.TB, kind string, limit time.Duration) *process.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := process.NewChild(func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), childVariable+"="+kind)
		return command
	}, process.Limits{Answer: limit})
	t.Cleanup(c.Close)
	return c
}

func TestChildren(t *testing.T) {
	for _, c := range []struct {
		kind    string
		limit   time.Duration
		outcome certify.Outcome // of some cases; "" is that none was run
		end     certify.End
	}{
		{"wrong ids", 10 * time.Second, certify.ProtocolError, certify.Lost},
		{"babbles", 10 * time.Second, certify.ProtocolError, certify.Lost},
		{"twice", 10 * time.Second, certify.ProtocolError, certify.Lost},
		{"leaves", 10 * time.Second, certify.Crash, certify.Lost},
		{"leaves at once", 10 * time.Second, "", certify.NoDescription},
		{"hangs", 20 * time.Millisecond, certify.Hang, certify.Hung},
	} {
		t.Run(c.kind, func(t *testing.T) {
			config := small()
			config.Cases = 60
			report := run(t, startChild(t, c.kind, c.limit), config)
			if report.Certified() || report.Score() > 0.02 || report.End != c.end || len(report.Failures) == 0 {
				t.Errorf("score %v, end %q\n%v", report.Score(), report.End, report)
			}
			if c.outcome == "" && report.Count(certify.NotRun) != len(report.Results) || c.outcome != "" && report.Count(c.outcome) == 0 {
				t.Error(report)
			}
			if rules := report.Failures[0].Finding.Rules; c.outcome == "" && !slices.Equal(rules, []string{"TP-PROTO-12", "TP-PROTO-13"}) {
				t.Errorf("the description cites %q", rules)
			}
			if c.kind == "leaves" && !strings.Contains(report.Failures[0].Finding.Stack, "last words") {
				t.Errorf("its last words are gone: %+v", report.Failures[0])
			}
		})
	}
}

func TestRightChild(t *testing.T) {
	config := small()
	config.Cases = 60
	if report := run(t, startChild(t, "right", time.Minute), config); !report.Certified() {
		t.Error(report)
	}
}

// TestReplay: a crash that the case alone causes is told from one that takes the cases before it; each is found at the
// right case, and the others pass.
func TestReplay(t *testing.T) {
	plan, err := certify.NewPlan(small())
	if err != nil {
		t.Fatal(err)
	}
	plan.Cases = plan.Cases[:12]
	config := small()
	for _, planned := range plan.Cases {
		config.Only = append(config.Only, planned.Case.ID())
	}
	fatal := plan.Cases[len(plan.Cases)/2].Case
	request := string(fatal.Request(jsvalue.IntValue(1)).AppendLine(nil))
	t.Setenv(fatalVariable, request[strings.Index(request, `"dialect"`):]) // without the id
	for kind, want := range map[string]certify.Replay{
		"right but for one question":    certify.Isolated,
		"right until the 50th question": certify.Accumulated,
	} {
		report := run(t, startChild(t, kind, time.Minute), config)
		crashes := report.Count(certify.Crash)
		if crashes == 0 || report.Count(certify.Pass)+crashes != len(plan.Cases) || !strings.Contains(report.String(), ": "+string(want)) {
			t.Errorf("%s: want %s\n%v", kind, want, report)
		}
		var lines strings.Builder
		if err := report.WriteJSON(&lines); err != nil || strings.Count(lines.String(), `"replay":"`+string(want)+`"`) < 2 { // a case and a failure
			t.Errorf("%s: %v\n%s", kind, err, lines.String())
		}
		for _, f := range report.Failures {
			if f.Replay != want || !strings.Contains(f.Finding.Stack, "question") || want == certify.Isolated && f.First.Case.ID() != fatal.ID() {
				t.Errorf("%s: %+v, want %s", kind, f, want)
			}
		}
	}
}

// TestShrinksWhatHasNoAnswer: a case that the process does not survive, or does not answer, is made small against the
// process itself; a hang is confirmed at the whole limit.
func TestShrinksWhatHasNoAnswer(t *testing.T) {
	const fatal, limit = `\"type\":\"user\"`, 2 * time.Second
	t.Setenv(fatalVariable, fatal)
	plan, err := certify.NewPlan(small())
	if err != nil {
		t.Fatal(err)
	}
	config := small()
	for _, planned := range plan.Cases {
		request := string(planned.Case.Request(jsvalue.IntValue(1)).AppendLine(nil))
		if n := strings.Count(planned.Case.Input.Text(), "\n"); n >= 4 && n < 40 && strings.Contains(request, fatal) {
			config.Only = []string{planned.Case.ID()}
			break
		}
	}
	if len(config.Only) == 0 {
		t.Fatal("no case of the plan has the fatal piece")
	}
	for kind, outcome := range map[string]capsule.Outcome{
		"right but for one question": capsule.Crash,
		"silent at one question":     capsule.Hang,
	} {
		config.Capsules, config.ShrinkTime = t.TempDir(), time.Minute
		report := run(t, startChild(t, kind, limit), config)
		if len(report.Failures) == 0 || report.Failures[0].Finding.Outcome != outcome || report.Failures[0].Note != "" {
			t.Fatalf("%s: %v\n%+v", kind, report, report.Failures)
		}
		written, err := capsule.Read(report.Failures[0].Capsule)
		if err != nil {
			t.Fatal(err)
		}
		text := written.Case.Input.Text()
		if strings.Count(strings.TrimSpace(text), "\n") != 0 || !strings.Contains(text, `"type":"user"`) {
			t.Errorf("%s: it is not small:\n%s", kind, text)
		}
		if outcome == capsule.Hang && !strings.Contains(written.Message, limit.String()) {
			t.Errorf("%s: not confirmed at the whole limit: %s", kind, written.Message)
		}
	}
}
