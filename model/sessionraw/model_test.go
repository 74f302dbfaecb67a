package sessionraw_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const (
	header = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"2026-07-21T00:00:00Z","turn_count":0,` +
		`"input_tokens":0,"output_tokens":0,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n"
	question = `{"role":"user","content":"q","request_id":"r"}` + "\n"
	call     = `{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":"{}"}],"request_id":"r"}` + "\n"
	result   = `{"role":"tool","content":"x","id":"c","request_id":"r"}` + "\n"
)

// caseOf asks for the items of thread T of a root and a sub-agent.
func caseOf(root, child string) testcase.Case {
	files := []protocol.File{{Name: "session_raw/100_a.jsonl", Text: root}}
	if child != "" {
		files = append(files, protocol.File{Name: "session_raw/100_a__200_b.jsonl", Text: child})
	}
	return testcase.Case{
		Dialect: "sessionraw", Op: "items", Input: protocol.FilesOf(files...),
		Options: jsvalue.ObjectValue(jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue("T")}),
	}
}

func object(pairs ...string) jsvalue.Value {
	var members []jsvalue.Member
	for i := 0; i < len(pairs); i += 2 {
		members = append(members, jsvalue.Member{Key: pairs[i], Value: jsvalue.StringValue(pairs[i+1])})
	}
	return jsvalue.ObjectValue(members...)
}

// fixed answers every question in the same way.
type fixed struct{ result jsvalue.Value }

func (fixed) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: "sessionraw", Ops: []string{"context", "items", "page", "append"}}}}, nil
}

func (f fixed) Call(context.Context, protocol.Request) (protocol.Answer, error) {
	return protocol.Result(f.result), nil
}

// TestAnyAnswerIsJudged: an answer of the wrong shape is a violation, never a crash.
func TestAnyAnswerIsJudged(t *testing.T) {
	all := []testcase.Case{caseOf(header+question+call+result, header+question), caseOf("", ""), caseOf("[]\n{\n\xff", header), {Dialect: "sessionraw", Input: protocol.TextOf("x")}}
	held := []protocol.File{{Name: "file.jsonl", Text: header + question}, {Name: "rows.jsonl", Text: question + call}}
	for _, files := range [][]protocol.File{held, held[:1], held[1:], {{Name: "file.jsonl", Text: "{"}, {Name: "rows.jsonl", Text: "{"}}} {
		all = append(all, testcase.Case{Dialect: "sessionraw", Input: protocol.FilesOf(files...), Options: object("requestId", "r", "time", "t")})
	}
	for _, text := range []string{
		`null`, `5`, `[]`, `{}`, `{"items":5,"diagnostics":"x"}`, `{"items":[null,5,{}],"diagnostics":[null,{}]}`, `{"rows":[5],"complete":5}`,
		`{"items":[{"kind":"subagent","items":[{"kind":"subagent","items":5}]},{"kind":"toolCall","status":5}],"hasMore":true}`,
		`{"items":[{"kind":"userMessage","content":5,"displayContent":"x"},{"kind":"compaction","keptCount":"x"}],"nextCursor":5,"hasMore":true,"total":-1}`,
		`{"diagnostics":[{"code":"missing_sub_transcript"},{"code":"x","file":5,"line":-1}]}`,
		`{"file":5}`, `{"file":{"base64":"x"}}`, `{"file":""}`, `{"file":"{}\n{"}`, string(jsvalue.Append(nil, object("file", header+question))),
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		violated := 0
		for _, c := range all {
			for _, op := range []string{"items", "page", "context", "append"} {
				c.Op = op
				verdict, err := sessionraw.Model().Check(t.Context(), fixed{value}, c)
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

func TestFeaturesAreATable(t *testing.T) {
	seen := map[string]bool{}
	name := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, feature := range sessionraw.Features() {
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

// TestFeaturesOfSmallFiles: each feature alone, and what is left without it.
func TestFeaturesOfSmallFiles(t *testing.T) {
	for _, c := range []struct{ want, root, child string }{
		{"", header + question, ""},
		{"sub-agent", header + question, header + question},
		{"calls", header + question + call + result, ""},
		{"no-header", question, ""},
		{"damaged-line", header + question + "{", ""},
		{"no-object", header + question + "[1]\n", ""},
		{"unknown-kind", header + question + `{"kind":"x"}`, ""},
		{"tools-line", header + question + `{"kind":"tools"}`, ""},
		{"no-row", header + question + `{"role":"user"}`, ""},
		{"compaction", header + `{"kind":"compaction","replacement":[` + strings.TrimSpace(question) + `]}`, ""},
		{"compaction compaction-by-ids", header + `{"kind":"compaction","replacement_ids":[]}`, ""},
		{"interrupted", header + `{"role":"user","content":"q","request_id":"r","interrupted":true}`, ""},
		{"compaction interrupted", header + `{"kind":"compaction","replacement":[{"role":"user","content":"q","request_id":"r","interrupted":true}]}`, ""},
		{"unknown-role", header + `{"role":"x","content":"q","request_id":"r"}`, ""},
		{"result-without-id", header + `{"role":"tool","content":"q","request_id":"r"}`, ""},
		{"typed-content", header + `{"role":"assistant","content":"{}","request_id":"r"}`, ""},
		{"injected-block", header + `{"role":"user","content":"[Context]","request_id":"r"}`, ""},
		{"no-request row-id wrong-field", header + `{"role":"user","content":"q","id":"m","ts":5}`, ""},
		{"half-a-character", header + `{"role":"user","content":"\ud83d","request_id":"r"}`, ""},
	} {
		asked := caseOf(c.root, c.child)
		if got := strings.Join(sessionraw.FeaturesOf(asked), " "); got != c.want {
			t.Errorf("%s%s: %q, want %q", c.root, c.child, got, c.want)
		}
		for _, feature := range sessionraw.Features() {
			without, ok := feature.Without(asked)
			if has := feature.Has(asked); ok == feature.Has(without) || !has && without.Digest() != asked.Digest() {
				t.Errorf("%s%s without %s: %v", c.root, c.child, feature.Name, ok)
			}
		}
	}
}
