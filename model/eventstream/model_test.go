package eventstream_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// askedOps are the operations that the model judges.
var askedOps = []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch", "repair", "recovery", "guardrail", "meter", "workflow", "snapshot", "page", "candidate", "merge", "cursor", "follow"}

// line is an envelope of session s.
func line(event string) string {
	return `{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":` + event + "}\n"
}

func caseOf(text string) testcase.Case {
	return testcase.Case{Dialect: "eventstream", Op: "rows", Input: protocol.TextOf(text)}
}

// askedOf asks an operation about a text, in the form of input that it takes.
func askedOf(t *testing.T, op, text string) testcase.Case {
	t.Helper()
	c := caseOf(text)
	c.Op = op
	valued := func(text string) protocol.Input {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		return protocol.ValueOf(value)
	}
	switch op {
	case "candidate":
		c.Input = protocol.FilesOf(protocol.File{Name: "a.jsonl", Text: text}, protocol.File{Name: "b.jsonl"})
	case "merge":
		c.Input = protocol.FilesOf(protocol.File{Name: "existing.jsonl", Text: text}, protocol.File{Name: "snapshot.jsonl", Text: text})
	case "cursor":
		c.Input = valued(`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":9,"page":{"hasMore":true,"startOffset":5}}}`)
	case "follow":
		event := strings.TrimSpace(line(`{"type":"text","text":"a"}`))
		c.Input = valued(`{"steps":[{"open":{"sessionId":"s"}},{"push":[` + event + `]},{"answer":{"to":1,"snapshot":{"sessionId":"s","events":[` + event + `],"tailStartOffset":7}}}]}`)
	}
	return c
}

// fixed answers every question in the same way.
type fixed struct{ result jsvalue.Value }

func (fixed) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: "eventstream", Ops: askedOps}}}, nil
}

func (f fixed) Call(context.Context, protocol.Request) (protocol.Answer, error) {
	return protocol.Result(f.result), nil
}

// TestAnyAnswerIsJudged: an answer of the wrong shape is a violation, never a crash.
func TestAnyAnswerIsJudged(t *testing.T) {
	chat := line(`{"type":"user_message","text":"q"}`) + line(`{"type":"text","text":"a","messageId":"m"}`) + line(`{"type":"tool_call","tool":"Read","itemId":"i","turnId":"t"}`) + line(`{"type":"done","turnId":"t"}`)
	for _, text := range []string{
		`null`, `5`, `[]`, `{}`, `{"rows":5,"diagnostics":"x"}`, `{"rows":[null,5,{}],"diagnostics":[null,{}]}`, `{"envelopes":[5],"complete":5}`, `{"envelopes":[{"event":{"type":"tool_result","result":{"preview":5}}},{},{"event":5}],"flushes":[5,{"envelope":-1},{"envelope":9,"at":"x"}]}`,
		`{"rows":[{"key":5,"event":[]},{"event":{"type":"work_log_entry","entry":5}},{"event":{"type":"work_log_group","entries":[5]}},{"event":{"type":"turn_recap"}}],"turns":{}}`,
		`{"entries":[{"role":"assistant"},{"role":5,"text":{}}],"nextBefore":"x"}`, `{"entries":[{"role":"assistant","messageId":"m","text":5}],"nextBefore":7}`,
		`{"turnId":5,"appended":[5,{"event":{"type":"text"}},{"event":{"type":"done"}},{"event":{"type":"scheduled_work_update"}},{"event":{"type":"scheduled_work_update"}}]}`,
		`{"receipts":[5],"commands":5,"offer":{"envelope":-1,"millisLeft":"x"},"pendingInputs":[{}],"settled":[{}],"written":[5,{"state":"restored"}]}`,
		`{"steps":[{"envelope":9,"action":"usage"},{"envelope":3,"action":"compact","reason":"high_water"},{"envelope":3,"action":"compact"},{"action":"usage"}]}`,
		`{"readings":[5,{"envelope":1,"shown":{"percent":5}}],"stale":{},"ticks":[5,{"emitted":[{"type":"subagent_result"},5]}]}`,
		`{"steps":[5]}`, `{"steps":[{"requests":[5],"envelopes":[5,{"event":5}],"cursor":"x","conditions":[5]},{},{"requests":5,"envelopes":{},"conditions":5}]}`, `{"value":5}`, `{"value":{"events":[5]}}`,
		`{"envelopes":[5,{"event":5}],"sameAsExisting":5}`, `{"events":[5,{"event":5}],"tailStartOffset":"x","startOffset":{},"hasMore":5,"sessionFound":[]}`, `{"chosen":5,"candidates":[5,{}]}`,
		`{"summary":5,"sessionId":[]}`, `{"diagnostics":[{"code":"x","line":-1},{"code":"unknown_event_type","line":1}]}`,
		`{"rows":[{"key":"k","event":{"type":"background_job_line","agentKey":"x","status":"completed"}},{"key":"k","event":{"type":"reasoning","parts":[5,null]}}]}`,
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		violated := 0
		for _, input := range []string{chat, "", "\xff\n[]\n{", "\ufeff" + chat} {
			for _, op := range askedOps {
				c := askedOf(t, op, input)
				verdict, err := eventstream.Model().Check(t.Context(), fixed{value}, c)
				if err != nil {
					t.Fatal(err)
				}
				violated += len(verdict.Violations)
			}
		}
		if violated == 0 {
			t.Errorf("%s violates nothing", text)
		}
	}
}

// TestPagesAreNotJudged: rules of their own speak of them.
func TestPagesAreNotJudged(t *testing.T) {
	c := caseOf(line(`{"type":"text","text":"a"}`))
	c.Op, c.Options = "entries", jsvalue.ObjectValue(jsvalue.Member{Key: "limit", Value: jsvalue.IntValue(1)})
	verdict, err := eventstream.Model().Check(t.Context(), fixed{jsvalue.ObjectValue()}, c)
	if err != nil || len(verdict.Judged) > 0 {
		t.Errorf("%v %v", verdict.Judged, err)
	}
}

func TestFeaturesAreATable(t *testing.T) {
	seen := map[string]bool{}
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, feature := range eventstream.Features() {
		if !name.MatchString(feature.Name) || seen[feature.Name] || !strings.HasSuffix(feature.Says, ".") || len(feature.Rules) == 0 {
			t.Errorf("%+v", feature)
		}
		seen[feature.Name] = true
		for _, id := range feature.Rules {
			if !slices.ContainsFunc(spec.Rules(), func(rule spec.Rule) bool { return rule.ID == id }) {
				t.Errorf("%s: there is no rule %s", feature.Name, id)
			}
		}
	}
}

// TestRulesAreThere: invariants and relations cite rules that there are.
func TestRulesAreThere(t *testing.T) {
	for _, id := range eventstream.Model().Rules() {
		if !slices.ContainsFunc(spec.Rules(), func(rule spec.Rule) bool { return rule.ID == id }) {
			t.Errorf("there is no rule %s", id)
		}
	}
}

// TestFeaturesOfSmallFiles: each feature alone, and what is left without it.
func TestFeaturesOfSmallFiles(t *testing.T) {
	for _, c := range []struct{ want, text string }{
		{"", line(`{"type":"user_message","text":"q"}`)},
		{"text-by-message", line(`{"type":"text","text":"a","messageId":"m","itemId":"i"}`)},
		{"text-by-item", line(`{"type":"text","text":"a","messageId":" ","itemId":"i","turnId":"t"}`)},
		{"text-by-turn", line(`{"type":"text","text":"a","turnId":"t"}`)},
		{"text-of-nothing blank-text", line(`{"type":"text","text":"\n"}`)},
		{"text-of-nothing half-a-character", line(`{"type":"text","text":"\ud83d"}`)},
		{"steer", line(`{"type":"user_message","text":"q","steerId":"s"}`)},
		{"command work-without-item", line(`{"type":"command","command":"x"}`)},
		{"tool nested-work", line(`{"type":"tool_call","tool":"x","itemId":"i","parentItemId":"p"}`)},
		{"card degraded-card", line(`{"type":"ade_card","cardId":"c","degradedReason":"r"}`)},
		{"sub-agent stopped-agent shell-agent", line(`{"type":"subagent_result","taskId":"t","taskType":"background","status":"stopped"}`)},
		{"sub-agent malformed-event", line(`{"type":"subagent_result"}`)},
		{"background-task", line(`{"type":"scheduled_work_update","kind":"background_task","id":"x"}`)},
		{"unknown-type", line(`{}`)},
		{"standing-event null-member", line(`{"type":"codex_sleep","x":null}`)},
		{"hidden-event sequence", `{"sessionId":"s","timestamp":"t","sequence":1,"event":{"type":"activity"}}`},
		{"hidden-event no-timestamp padded-session", `{"sessionId":" s","event":{"type":"activity"}}`},
		{"damaged-line", "{"},
		{"no-envelope carriage-return", "[]\r\n"},
	} {
		asked := caseOf(c.text)
		if got := strings.Join(eventstream.FeaturesOf(asked), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
		for _, feature := range eventstream.Features() {
			without, ok := feature.Without(asked)
			if has := feature.Has(asked); ok == feature.Has(without) || !has && without.Digest() != asked.Digest() {
				t.Errorf("%s without %s: %v", c.text, feature.Name, ok)
			}
		}
	}
}
