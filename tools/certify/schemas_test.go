package certify

import (
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// TestReferenceMeetsTheSchemas: an answer that is the one of the reference is not held against them again.
func TestReferenceMeetsTheSchemas(t *testing.T) {
	compiled, err := compiledSchemas()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(Config{Seed: 5, Cases: 400})
	if err != nil {
		t.Fatal(err)
	}
	reference, met := subject.New(spec.Version), 0
	for _, planned := range plan.Cases {
		answer, err := reference.Call(t.Context(), planned.Case.Request(jsvalue.IntValue(1)))
		if err != nil {
			t.Fatal(err)
		}
		if answer.Kind() != protocol.ResultAnswer {
			continue
		}
		met++
		if at, broken := compiled.check(planned.Case.Dialect, planned.Case.Op, answer.Result()); broken {
			t.Errorf("%s: %s does not meet %s", planned.Source, at.path, at.keyword)
		}
	}
	if met < 500 {
		t.Errorf("only %d answers were looked at", met)
	}
}

// TestErrorAsResult: what looks like the error of the reference is no answer of its kind.
func TestErrorAsResult(t *testing.T) {
	d, _ := dialect.ByName("chatrecord")
	e := &examiner{dialect: d, reference: subject.New(spec.Version), profile: Current}
	var err error
	if e.schemas, err = compiledSchemas(); err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(Config{Cases: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, planned := range plan.Cases {
		right, err := e.reference.Call(t.Context(), planned.Case.Request(jsvalue.IntValue(1)))
		if err != nil {
			t.Fatal(err)
		}
		if right.Kind() != protocol.ErrorAnswer || planned.Case.Op != "project" {
			continue
		}
		code := jsvalue.Member{Key: "error", Value: jsvalue.StringValue(string(right.Err().Code))}
		findings, _, err := e.compare(t.Context(), planned.Case, nil, protocol.Result(jsvalue.ObjectValue(code)), []string{CheckSchema, CheckReference})
		if err != nil || len(findings) == 0 {
			t.Errorf("%s: a result that only looks like the error passes: %v", planned.Source, err)
		}
		return
	}
	t.Fatal("no case asks for an error")
}

// TestSchemaMessages: a finding names the member that is wrong, and the rule of the operation.
func TestSchemaMessages(t *testing.T) {
	for _, c := range []struct{ op, result, path, message, rule string }{
		{
			"items", `{"threadId":"T","hasTranscript":true,"items":[],"diagnostics":[{"code":"unknown_kind","severity":"warning","message":"m","affectsCompleteness":true,"file":"f","line":3}],"complete":false}`,
			"diagnostics[0]", `it does not meet "dependentRequired/line" of the schema sessionraw-items: byteOffset is missing beside line`, "TP-PROTO-18",
		},
		{
			"items", `{"threadId":"T","hasTranscript":true,"items":[],"diagnostics":[{"code":"unknown_kind","severity":"error","message":"m","affectsCompleteness":true}],"complete":false}`,
			"diagnostics[0]", `it does not meet "oneOf" of the schema sessionraw-items: in the nearest alternative severity does not meet "const"`, "TP-PROTO-18",
		},
		{
			"items", `{"threadId":"T","hasTranscript":true,"items":[{"kind":"userMessage","requestId":"r"}],"diagnostics":[],"complete":true}`,
			"items[0]", `it does not meet "oneOf" of the schema sessionraw-items: in the nearest alternative content is missing`, "TP-PROTO-18",
		},
		{ // as an assistantMessage it has one breach, but that is of its kind
			"items", `{"threadId":"T","hasTranscript":true,"items":[{"kind":"reasoning","content":"r","model":"m"}],"diagnostics":[],"complete":true}`,
			"items[0]", `it does not meet "oneOf" of the schema sessionraw-items: in the nearest alternative content, model is no member that it may have`, "TP-PROTO-18",
		},
		{"page", `{"threadId":"T","items":[],"total":0,"hasMore":false,"diagnostics":[],"complete":true}`, "", `it does not meet "required" of the schema sessionraw-page: hasTranscript is missing`, "TP-PROTO-18"},
		{"append", `{"file":"","more":1}`, "", `it does not meet "additionalProperties" of the schema sessionraw-append: more is no member that it may have`, "TP-PROTO-19"},
		{"items", `{"threadId":7,"hasTranscript":true,"items":[],"diagnostics":[],"complete":true}`, "threadId", `it does not meet "type" of the schema sessionraw-items`, "TP-PROTO-18"},
	} {
		d, _ := dialect.ByName("sessionraw")
		e := &examiner{dialect: d}
		var err error
		if e.schemas, err = compiledSchemas(); err != nil {
			t.Fatal(err)
		}
		result, err := jsvalue.Decode(c.result)
		if err != nil {
			t.Fatal(err)
		}
		findings := e.compareSchema(testcase.Case{Dialect: "sessionraw", Op: c.op}, result)
		if len(findings) != 1 || findings[0].Path != c.path || findings[0].Message != c.message || !slices.Equal(findings[0].Rules, []string{c.rule}) {
			t.Errorf("%s: %+v, want %q at %q of %s", c.op, findings, c.message, c.path, c.rule)
		}
	}
}

// TestRulesOfForms: each operation that has a schema cites a rule of it.
func TestRulesOfForms(t *testing.T) {
	for _, d := range dialect.All() {
		described, err := subject.New(spec.Version).Describe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range described.Dialects {
			for _, op := range of.Ops {
				if _, ok := spec.ResultSchema(of.Dialect, op); of.Dialect == d.Name && ok && len(d.AnswerRules[op]) == 0 {
					t.Errorf("no rule of %s %s", d.Name, op)
				}
			}
		}
	}
}

// TestUnnamedRules: no case that passes counts for them, and every other rule has a check or a fixture.
func TestUnnamedRules(t *testing.T) {
	for _, d := range dialect.All() {
		result, err := Run(t.Context(), subject.New(spec.Version), Config{Dialect: d.Name, Cases: 40, Shard: report.Shard{Index: 1, Count: 20}})
		if err != nil {
			t.Fatal(err)
		}
		rules := result.Record().Header.Unnamed
		if len(rules) < 10 || !slices.Contains(rules, "TP-PROTO-04") || slices.Contains(rules, "SR-PAGE-01") || slices.Contains(rules, "CR-PREP-25") {
			t.Errorf("%s: %q", d.Name, rules)
		}
		for _, row := range result.Rules() {
			if row.State() == RulePasses && slices.Contains(rules, row.Rule.ID) {
				t.Errorf("%s: %s passes and is unnamed", d.Name, row.Rule.ID)
			}
		}
	}
}

// TestNoCases says why there is none.
func TestNoCases(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Dialect: "sessionraw", Rules: []string{"JL-READ-05"}}, "no check of sessionraw names JL-READ-05"},
		{Config{Dialect: "sessionraw", Rules: []string{"CR-PREP-25"}}, "CR-PREP-25 is a rule of chatrecord; say --dialect chatrecord"},
		{Config{Dialect: "eventstream", Rules: []string{"CR-JS-04"}}, "no check of eventstream names CR-JS-04: it is about values, as all formats have them"},
		{Config{Dialect: "sessionraw", Profile: Document, Features: []string{"sub-agent"}, Cases: 5, WithoutFixtures: true}, "the profile leaves out "},
		{Config{Dialect: "sessionraw", Features: []string{"fragments"}}, "transcript gen --stats --dialect sessionraw lists them"},
	} {
		if _, err := NewPlan(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	plan, err := NewPlan(Config{Dialect: "sessionraw", Profile: Document, Cases: 100, Seed: 1})
	if err != nil || plan.Later == 0 || plan.Later+len(plan.Cases) != plan.All {
		t.Errorf("%d of %d cases, %d left out: %v", len(plan.Cases), plan.All, plan.Later, err)
	}
}

// TestKeywordsAreNamed: also what fails a schema that is false, or a not, has a keyword.
func TestKeywordsAreNamed(t *testing.T) {
	for want, what := range map[string]jsonschema.ErrorKind{"false": &kind.FalseSchema{}, "not": &kind.Not{}, "oneOf": &kind.OneOf{}} {
		if got := keywordOf(what); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
