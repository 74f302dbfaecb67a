package model_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

type view struct{ answer protocol.Answer }

func (view) Dialect() string { return "toy" }

// toy demands that the answer is true, and that the operation other gives the same.
func toy() model.Model {
	return model.Model{
		Dialect: "toy",
		See:     func(_ testcase.Case, answer protocol.Answer) model.View { return view{answer} },
		Invariants: []model.Invariant{{ID: "is-true", Rules: []string{"X-2", "X-1"}, Check: func(v model.View) model.Verdict {
			if !v.(view).answer.Result().IsTrue() {
				return model.Judged(model.Problem{Path: "p", Message: "m"})
			}
			return model.Judged()
		}}},
		Relations: []model.Relation{{ID: "other-agrees", Rules: []string{"X-1"}, Check: func(ctx context.Context, a *model.Asker, v model.View) (model.Verdict, error) {
			other, ok, err := a.Ask(ctx, "other", protocol.Input{}, jsvalue.Value{})
			if !ok || err != nil {
				return model.NotApplicable(), err
			}
			if !jsvalue.Equal(other.Result(), v.(view).answer.Result()) {
				return model.Judged(model.Problem{Message: "differs"}), nil
			}
			return model.Judged(), nil
		}}},
	}
}

// subject answers an operation with what the map says; an operation that is not in it is not described.
type subject map[string]protocol.Answer

var errDied = errors.New("died")

func (s subject) Describe(context.Context) (protocol.Description, error) {
	var ops []string
	for op := range s {
		ops = append(ops, op)
	}
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: "toy", Ops: ops}}}, nil
}

func (s subject) Call(_ context.Context, r protocol.Request) (protocol.Answer, error) {
	if s[r.Op].Kind() == 0 {
		return protocol.Answer{}, errDied
	}
	return s[r.Op], nil
}

func TestCheck(t *testing.T) {
	yes, no := protocol.Result(jsvalue.BoolValue(true)), protocol.Result(jsvalue.BoolValue(false))
	tests := []struct {
		name                       string
		subject                    subject
		violated, judged, notAsked []string
		err                        error
	}{
		{"all holds", subject{"is": yes, "other": yes}, nil, []string{"is-true", "other-agrees"}, nil, nil},
		{"an invariant is broken", subject{"is": no, "other": no}, []string{"is-true"}, []string{"is-true", "other-agrees"}, nil, nil},
		{"a relation is broken", subject{"is": yes, "other": no}, []string{"other-agrees"}, []string{"is-true", "other-agrees"}, nil, nil},
		{"an operation is missing", subject{"is": yes}, nil, []string{"is-true"}, []string{"other-agrees"}, nil},
		{"an operation refuses", subject{"is": yes, "other": protocol.Unsupported("why")}, nil, []string{"is-true"}, []string{"other-agrees"}, nil},
		{"nothing can be asked", subject{"other": yes}, nil, nil, []string{"is-true", "other-agrees"}, nil},
		{"it dies", subject{"is": yes, "other": {}}, nil, []string{"is-true"}, nil, errDied},
	}
	for _, test := range tests {
		result, err := toy().Check(t.Context(), test.subject, testcase.Case{Dialect: "toy", Op: "is"})
		var violated []string
		for _, v := range result.Violations {
			violated = append(violated, v.Invariant)
		}
		if !errors.Is(err, test.err) || !slices.Equal(violated, test.violated) || !slices.Equal(result.Judged, test.judged) ||
			!slices.Equal(result.NotApplicable, test.notAsked) {
			t.Errorf("%s: %+v, error %v", test.name, result, err)
		}
	}
}

func TestCheckOnly(t *testing.T) {
	asker, err := model.NewAsker(t.Context(), subject{"is": protocol.Fail("no", ""), "other": protocol.Fail("no", "")}, "toy")
	if err != nil {
		t.Fatal(err)
	}
	c := testcase.Case{Dialect: "toy", Op: "is"}
	result, err := toy().CheckOnly(t.Context(), asker, c, "other-agrees", "unknown")
	if err != nil || !slices.Equal(result.Judged, []string{"other-agrees"}) || len(result.Violations) > 0 {
		t.Errorf("%+v, error %v", result, err)
	}
	result, err = toy().CheckInvariants(t.Context(), asker, c)
	if err != nil || !slices.Equal(result.Judged, []string{"is-true"}) {
		t.Errorf("%+v, error %v", result, err)
	}
	want := model.Violation{Invariant: "is-true", Rules: []string{"X-2", "X-1"}, Path: "p", Message: "m"}
	if len(result.Violations) != 1 || result.Violations[0].Path != want.Path || result.Violations[0].Message != want.Message {
		t.Errorf("%+v", result.Violations)
	}
	if rules := toy().Rules(); !slices.Equal(rules, []string{"X-1", "X-2"}) {
		t.Errorf("rules %q", rules)
	}
}
