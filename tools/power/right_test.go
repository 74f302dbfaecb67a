package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// worded answers as the right implementation does, with messages that depend on all that was asked: their wording is free.
type worded struct{ protocol.Subject }

func (w worded) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	answer, err := w.Subject.Call(ctx, request)
	if err != nil || answer.Kind() != protocol.ResultAnswer || !answer.Result().Has("diagnostics") {
		return answer, err
	}
	length := len(request.Input.Text()) + len(jsvalue.Append(nil, request.Input.Value())) + len(jsvalue.Append(nil, request.Options))
	var diagnostics []jsvalue.Value
	for _, d := range answer.Result().Get("diagnostics").Elements() {
		message := jsvalue.StringValue(fmt.Sprintf("one of %d", length))
		diagnostics = append(diagnostics, d.With(jsvalue.Member{Key: "message", Value: message}))
	}
	list := jsvalue.ArrayValue(diagnostics...)
	return protocol.Result(answer.Result().With(jsvalue.Member{Key: "diagnostics", Value: list})), nil
}

// TestWordingIsFree: no invariant and no relation looks at what a message says.
func TestWordingIsFree(t *testing.T) {
	m, right := chatrecord.Model(), subject.New("test")
	asker, err := model.NewAsker(t.Context(), worded{right}, m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		for _, op := range []string{"", "read", "replay", "compact"} {
			c, err := generatedFor(t.Context(), right, op, seed)
			if err != nil {
				t.Fatal(err)
			}
			holds(t, m, asker, c, m.IDs()...)
		}
	}
}

// piped answers as the right implementation does, at the other end of a pipe.
type piped struct{ protocol.Subject }

func (p piped) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	request.ID = jsvalue.IntValue(1)
	received, err := protocol.ParseRequest(strings.TrimSuffix(string(request.AppendLine(nil)), "\n"))
	if err != nil {
		return protocol.Answer{}, err
	}
	answer, err := p.Subject.Call(ctx, received)
	if err != nil {
		return answer, err
	}
	_, came, err := protocol.ParseAnswer(strings.TrimSuffix(string(answer.AppendLine(nil, request.ID)), "\n"))
	return came, err
}

// TestAPipeIsNotBlamed: what a line cannot carry, such as an infinite number, is nobody's fault.
func TestAPipeIsNotBlamed(t *testing.T) {
	m := chatrecord.Model()
	asker, err := model.NewAsker(t.Context(), piped{subject.New("test")}, m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	call := `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"assistant","timestamp":"2026-07-14T09:00:00Z",` +
		`"message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"n":1e400,"m":-0,"s":"\ud800"}}}]}}`
	c := testcase.Case{Dialect: chatrecord.Dialect, Op: "project", Input: protocol.TextOf(call + "\n" + said("b", `"a"`, "t") + "\n")}
	holds(t, m, asker, c, m.IDs()...)
}

func said(uuid, parent, text string) string {
	return fmt.Sprintf(`{"uuid":%q,"parentUuid":%s,"sessionId":"s","type":"user","timestamp":"2026-07-14T09:00:00Z","message":{"parts":[{"text":%q}]}}`, uuid, parent, text)
}

// TestRightIsNotBlamed in cases that a check could stumble over.
func TestRightIsNotBlamed(t *testing.T) {
	m := chatrecord.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("[", 17) + strings.Repeat("]", 17)
	for name, lines := range map[string][]string{
		"a call with arguments that are cut": {
			`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":{"a":` + deep + `}}}]}}`,
			`{"uuid":"b","parentUuid":"a","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"o"}}}]},"toolCallResult":{"callId":"x","resultDisplay":{"k":1}}}`,
		},
		"a gap where a new record could come": {said("a", `"sibling"`, "x")},
		"a gap where a reply could come":      {said("a", `"sibling reply"`, "x")},
		"characters of an icon font":          {said("a", "null", "\uE100\uE101 \uE112\uE120"), said("b", `"a"`, "\uE100")},
	} {
		c := testcase.Case{Dialect: m.Dialect, Op: "project", Name: name, Input: protocol.TextOf(strings.Join(lines, "\n"))}
		holds(t, m, asker, c, m.IDs()...)
	}
}

// few is a subject that has some operations only.
type few struct {
	protocol.Subject
	ops []string
}

func (f few) Describe(ctx context.Context) (protocol.Description, error) {
	description, err := f.Subject.Describe(ctx)
	description.Dialects = []protocol.DialectOps{{Dialect: chatrecord.Dialect, Ops: f.ops}}
	return description, err
}

// TestWhatCannotBeAskedIsNotJudged: a relation that needs an operation which the subject lacks says that it does not apply.
func TestWhatCannotBeAskedIsNotJudged(t *testing.T) {
	m, c := chatrecord.Model(), generated(1)
	for _, test := range []struct {
		ops       []string
		relations []string
	}{
		{[]string{"project", "prepare"}, []string{
			"stages-make-the-projection", "emissions-of-records", "pages-are-one-pass", "compacted-is-the-same", "read-gives-each-line",
			"read-glued-records", "read-damaged-line",
		}},
		{[]string{"project", "prepare", "replay"}, []string{"stages-make-the-projection", "compacted-is-the-same"}},
		{[]string{"project", "read"}, []string{"prepared-chain", "stages-make-the-projection"}},
	} {
		result, err := m.Check(t.Context(), few{subject.New("test"), test.ops}, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range test.relations {
			if !slices.Contains(result.NotApplicable, id) {
				t.Errorf("%s was judged with the operations %q", id, test.ops)
			}
		}
	}
	result, err := m.Check(t.Context(), subject.New("test"), c)
	if err != nil || len(result.NotApplicable) > len(m.IDs())/2 {
		t.Errorf("%q were not judged, error %v", result.NotApplicable, err)
	}
}

// TestGluedLinesAreNotBlamed: what the reader makes of lines with several objects.
func TestGluedLinesAreNotBlamed(t *testing.T) {
	m := chatrecord.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"a":1}{"b":"}{\""}`, "{\"a\":1}{\"b\":2}\r\n{\"c\":3}", `{"a":1} {"b":2}`, "{\"a\":\"\xff\"}{\"b\":2}", `{}{}`, `{"a":1}{}`, `[1]{"a":1}`,
		`{"a":1}{"b":2}x`, `{"a":1}}{"b":2}`, `"{"{"a":1}`, "\uFEFF{\"a\":1}{\"b\":[{\"c\":2}]}",
	} {
		c := testcase.Case{Dialect: m.Dialect, Op: "read", Name: text, Input: protocol.TextOf(text)}
		holds(t, m, asker, c, m.IDs()...)
	}
}

// TestRareFaultsAreCaught in the cases that they need, which few sessions have.
func TestRareFaultsAreCaught(t *testing.T) {
	system := func(uuid, parent string) string {
		return fmt.Sprintf(`{"uuid":%q,"parentUuid":%q,"sessionId":"s","type":"system","subtype":"ui_telemetry"}`, uuid, parent)
	}
	for id, lines := range map[string][]string{
		"branch-below-in-silence": {said("a", "null", "x"), system("b", "a"), said("c", `"b"`, "below"), system("d", "a")},
		"whole-leaf-in-silence":   {said("b", `"a"`, "child"), said("a", "null", "x")},
	} {
		fault := faults.All()[slices.IndexFunc(faults.All(), func(f faults.Fault) bool { return f.ID == id })]
		c := testcase.Case{Dialect: chatrecord.Dialect, Op: "project", Name: id, Input: protocol.TextOf(strings.Join(lines, "\n"))}
		for want, asked := range map[bool]protocol.Subject{false: subject.New("test"), true: fault.Wrap(subject.New("test"))} {
			result, err := chatrecord.Model().Check(t.Context(), asked, c)
			broken := slices.ContainsFunc(result.Violations, func(v model.Violation) bool { return v.Invariant == fault.Breaks[0] })
			if err != nil || broken != want || !want && len(result.Violations) > 0 {
				t.Errorf("%s: %+v, error %v, want it broken: %v", id, result.Violations, err, want)
			}
		}
	}
}
