package certify

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
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
