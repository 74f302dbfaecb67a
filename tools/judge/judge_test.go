package judge_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// subject projects everything to the same answer.
type subject struct {
	answer func() (protocol.Answer, error)
}

func (subject) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"project"}}}}, nil
}

func (s subject) Call(context.Context, protocol.Request) (protocol.Answer, error) { return s.answer() }

func emptyProjection(complete bool) protocol.Answer {
	return protocol.Result(jsvalue.ObjectValue(
		jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue()}, jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue()},
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(complete)}, jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(false)},
	))
}

func judged(t *testing.T, answer func() (protocol.Answer, error), checks ...string) []judge.Finding {
	t.Helper()
	j, err := judge.New(t.Context(), process.Guard(subject{answer}, time.Second), chatrecord.Model())
	if err != nil {
		t.Fatal(err)
	}
	findings, err := j.Case(t.Context(), testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf("")}, checks...)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func TestOutcomesAreNotFolded(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	for want, answer := range map[capsule.Outcome]func() (protocol.Answer, error){
		capsule.Fail:  func() (protocol.Answer, error) { return emptyProjection(false), nil },
		capsule.Crash: func() (protocol.Answer, error) { panic("no") },
		capsule.Hang:  func() (protocol.Answer, error) { <-block; return protocol.Answer{}, nil },
	} {
		findings := judged(t, answer, "complete-means-whole")
		if len(findings) != 1 || findings[0].Outcome != want || len(findings[0].Rules) == 0 || findings[0].Message == "" {
			t.Errorf("%s: %v", want, findings)
		}
	}
	if findings := judged(t, func() (protocol.Answer, error) { return emptyProjection(true), nil }, "complete-means-whole", "result-members"); len(findings) != 0 {
		t.Errorf("of the right answer: %v", findings)
	}
}

func TestKeyHasNoIndexes(t *testing.T) {
	a := judge.Finding{Outcome: capsule.Fail, Check: "c", Path: "blocks[12].content[3].text", Message: "one"}
	b := judge.Finding{Outcome: capsule.Fail, Check: "c", Path: "blocks[0].content[1].text", Message: "other"}
	if a.Key() != b.Key() || a.Key() != "fail c blocks[].content[].text" {
		t.Errorf("%q, %q", a.Key(), b.Key())
	}
	other := judge.Finding{Outcome: capsule.Crash, Check: "c"}
	if got := judge.Key([]judge.Finding{other, b}, a.Key()); got != a.Key() {
		t.Errorf("the wanted key is there, and %q was given", got)
	}
	if got := judge.Key([]judge.Finding{other}, a.Key()); got != other.Key() {
		t.Errorf("got %q", got)
	}
	if got := judge.Key(nil, a.Key()); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestReportIsSmallAndReadable: the case is reduced, the finding is that of the small case, the text ends with a line feed.
func TestReportIsSmallAndReadable(t *testing.T) {
	again := func(_ context.Context, c testcase.Case) ([]judge.Finding, error) {
		text := c.Input.Text()
		switch {
		case !strings.Contains(text, "b"):
			return nil, judge.ErrCannotJudge // the check is about b
		case !strings.Contains(text, "x"):
			return nil, nil
		}
		return []judge.Finding{{Outcome: capsule.Fail, Check: "has-x", Message: text}}, nil
	}
	c := testcase.Case{Dialect: "chatrecord", Op: "read", Input: protocol.TextOf("{\"a\":1}\n{\"b\":\"x\"}\n{}\n"), Name: "kept"}
	findings, _ := again(t.Context(), c)
	report := judge.Report{
		Case: c, Finding: findings[0], Origin: "here", Subject: "me", Again: again,
		Got: func(context.Context, testcase.Case) string { return "got\n" },
	}
	small, err := report.Capsule(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := small.Case.Input.Text()
	if len(text) > 10 || !strings.HasSuffix(text, "\n") || small.Message != text || small.Case.Name != "kept" || small.Got != "got\n" || small.Origin != "here" {
		t.Errorf("%q: %+v", text, small)
	}
	report.Again = nil
	if whole, err := report.Capsule(t.Context()); err != nil || whole.Case.Digest() != c.Digest() {
		t.Errorf("it was shrunk without a judge: %v, %v", whole.Case.Input, err)
	}
}

// TestUnconfirmedCaseIsNotTaken: what shows the finding only sometimes, or only under another limit, stays as it was found.
func TestUnconfirmedCaseIsNotTaken(t *testing.T) {
	finding := judge.Finding{Outcome: capsule.Fail, Check: "sometimes"}
	c := testcase.Case{Dialect: "chatrecord", Op: "read", Input: protocol.TextOf("{\"a\":1}\n{\"b\":2}\n")}
	always := func(context.Context, testcase.Case) ([]judge.Finding, error) { return []judge.Finding{finding}, nil }
	asked := 0
	for name, confirm := range map[string]func(context.Context, testcase.Case) ([]judge.Finding, error){
		"never": func(context.Context, testcase.Case) ([]judge.Finding, error) { return nil, nil },
		"sometimes": func(context.Context, testcase.Case) ([]judge.Finding, error) {
			if asked++; asked%2 == 0 {
				return nil, nil
			}
			return []judge.Finding{finding}, nil
		},
	} {
		report := judge.Report{Case: c, Finding: finding, Again: always, Confirm: confirm}
		if whole, err := report.Capsule(t.Context()); err == nil || whole.Case.Digest() != c.Digest() {
			t.Errorf("%s: %q, %v", name, whole.Case.Input.Text(), err)
		}
	}
}

// TestNothingIsPassedWithoutALook: an unknown check, another dialect and a check without an object are no pass.
func TestNothingIsPassedWithoutALook(t *testing.T) {
	j, err := judge.New(t.Context(), subject{func() (protocol.Answer, error) { return emptyProjection(true), nil }}, chatrecord.Model())
	if err != nil {
		t.Fatal(err)
	}
	good := testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf("")}
	if findings, err := j.Again(t.Context(), good, "complete-means-whole"); err != nil || len(findings) > 0 {
		t.Errorf("%v, %v", findings, err)
	}
	otherOp, otherDialect := good, good
	otherOp.Op, otherDialect.Dialect = "frobnicate", "sessionraw"
	for name, again := range map[string]func() ([]judge.Finding, error){
		"check":   func() ([]judge.Finding, error) { return j.Again(t.Context(), good, "no-such-check") },
		"op":      func() ([]judge.Finding, error) { return j.Again(t.Context(), otherOp, "complete-means-whole") },
		"dialect": func() ([]judge.Finding, error) { return j.Again(t.Context(), otherDialect, "complete-means-whole") },
		"all":     func() ([]judge.Finding, error) { return j.Case(t.Context(), otherDialect) },
	} {
		if findings, err := again(); !errors.Is(err, judge.ErrCannotJudge) {
			t.Errorf("%s: %v, %v", name, findings, err)
		}
	}
}

func TestProperty(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	for want, property := range map[capsule.Outcome]func(context.Context) error{
		"":            func(context.Context) error { return nil },
		capsule.Fail:  func(context.Context) error { return context.Canceled },
		capsule.Crash: func(context.Context) error { panic("no") },
		capsule.Hang:  func(context.Context) error { <-block; return nil },
	} {
		findings, err := judge.Property(t.Context(), "p", 200*time.Millisecond, property)
		if err != nil || want == "" && len(findings) > 0 || want != "" && (len(findings) != 1 || findings[0].Outcome != want || findings[0].Check != "p") {
			t.Errorf("%q: %v, %v", want, findings, err)
		}
	}
}

// TestHangOfALargeQuestion: the message says how large it is and what gives it more time; that of a small one does not.
func TestHangOfALargeQuestion(t *testing.T) {
	for want, hang := range map[string]*process.Hang{
		"no answer within 10s": {Limit: 10 * time.Second, Bytes: 999},
		"no answer within 10s to a question of 97 KiB; a longer --timeout tells whether one comes at all":    {Limit: 10 * time.Second, Bytes: 100_000},
		"no answer within 2m20s to a question of 130 MiB; a longer --timeout tells whether one comes at all": {Limit: 140 * time.Second, Bytes: 130 << 20},
	} {
		if finding, _ := judge.Missing(hang); finding.Message != want {
			t.Errorf("%q, want %q", finding.Message, want)
		}
	}
}

// TestRulesOfMissingAnswers: they are those of the protocol; only a projection that crashes breaks the promise about content.
func TestRulesOfMissingAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		op   string
		err  error
		want string
	}{
		"projection dies":          {"project", &process.Crash{}, "CR-DEC-01 TP-PROTO-13"},
		"projection says it fails": {"project", &process.Crash{Answered: true}, "CR-DEC-01"},
		"reading dies":             {"read", &process.Crash{}, "TP-PROTO-13"},
		"no operation":             {"", &process.Crash{Answered: true}, ""},
		"hang":                     {"project", &process.Hang{}, "TP-PROTO-05"},
		"babble":                   {"project", &process.ProtocolError{Reason: errors.New("no")}, "TP-PROTO-01 TP-PROTO-05"},
		"refusal":                  {"project", &model.Refusal{Op: "project"}, "TP-PROTO-05 TP-PROTO-12"},
		"relation":                 {"project", &model.RelationError{Relation: "r", Rules: []string{"X-1"}, Err: &process.Hang{}}, "TP-PROTO-05 X-1"},
	} {
		finding, ok := judge.MissingOf(testcase.Case{Op: c.op}, c.err)
		if got := strings.Join(finding.Rules, " "); !ok || got != c.want {
			t.Errorf("%s: %v %q, want %q", name, ok, got, c.want)
		}
	}
}
