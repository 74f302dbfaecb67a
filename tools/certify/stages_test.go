package certify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// TestStages: a stage that is wrong is found by itself, also where no projection shows it, and cites its rules.
func TestStages(t *testing.T) {
	wrong := map[string]string{"prepare": "gaps", "replay": "diagnostics", "reduce": "truncated", "compact": "updates"}
	for op, member := range wrong {
		report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
			answer, err := right(ctx, request)
			if request.Op == op && answer.Kind() == protocol.ResultAnswer {
				return protocol.Result(answer.Result().With(jsvalue.Member{Key: member, Value: jsvalue.StringValue("wrong")})), err
			}
			return answer, err
		}), small())
		findings := stageFindings(report)
		if len(findings) == 0 {
			t.Errorf("%s: not found\n%v", op, report)
			continue
		}
		for _, f := range findings {
			if f.Path[:len(op)] != op || len(f.Rules) == 0 || f.Outcome != capsule.Fail {
				t.Errorf("%s: %+v", op, f)
			}
		}
	}
}

// TestOtherStages: what no replay gives is asked too: updates that are no updates, and states of another version or shape.
func TestOtherStages(t *testing.T) {
	refusals := map[string]protocol.Code{"reduce": "invalid_update", "compact": "invalid_update", "replay": "unknown_state_version"}
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		answer, err := right(ctx, request)
		if code := answer.Err().Code; code != "" && code == refusals[request.Op] {
			return protocol.Result(jsvalue.ObjectValue()), err
		}
		return answer, err
	}), small())
	found := map[string]bool{}
	for _, f := range stageFindings(report) {
		op, _, _ := strings.Cut(f.Path, ".")
		found[op] = true
	}
	if len(found) != len(refusals) {
		t.Errorf("found in %v\n%v", found, report)
	}
}

// TestStageThatFails: it is a crash of that case, told of the stage, and the projection is judged all the same.
func TestStageThatFails(t *testing.T) {
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if request.Op == "compact" {
			return protocol.Fail(protocol.InternalError, "on purpose"), nil
		}
		return right(ctx, request)
	}), small())
	findings := stageFindings(report)
	if len(findings) == 0 || findings[0].Outcome != capsule.Crash || findings[0].Path != "compact" || !slices.Equal(findings[0].Rules, []string{"CR-COMPACT-01", "TP-PROTO-17"}) {
		t.Errorf("%+v", findings)
	}
}

// TestStageThatIsRefused: an operation that the description names is not left out, whatever reason is given.
func TestStageThatIsRefused(t *testing.T) {
	config := fewCases()
	config.Cases = 40
	for op, why := range map[string]string{"prepare": "", "replay": "too hard", "reduce": "no such operation", "compact": ""} {
		report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
			if request.Op == op {
				return protocol.Unsupported(why), nil
			}
			return right(ctx, request)
		}), config)
		findings := stageFindings(report)
		if report.Certified() || len(findings) != 1 || findings[0].Outcome != capsule.Fail || findings[0].Path != op || !slices.Contains(findings[0].Rules, "TP-PROTO-12") {
			t.Errorf("%s, %q: %+v", op, why, findings)
		}
	}
}

// TestRelationThatIsRefused: who supports the cases of the plan and nothing that a relation makes of them is found out; who
// leaves out a feature may do so in the questions of relations too.
func TestRelationThatIsRefused(t *testing.T) {
	config := fewCases()
	config.Cases = 250
	plan, err := certify.NewPlan(config)
	if err != nil {
		t.Fatal(err)
	}
	planned := map[string]bool{}
	for _, p := range plan.Cases {
		planned[p.Case.Digest()] = true
	}
	report := run(t, modest{fake: func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if !planned[caseOf(request).Digest()] {
			return protocol.Unsupported("not in the plan"), nil
		}
		return right(ctx, request)
	}}, config)
	if report.Certified() || len(report.Failures) == 0 {
		t.Errorf("%v", report)
	}
	for _, f := range report.Failures {
		if f.Finding.Outcome != capsule.Fail || f.Finding.Check == judge.CheckAnswers || f.Finding.Path != "unsupported" {
			t.Errorf("%+v", f.Finding)
		}
	}
	const leftOut = "prototype-name" // which some relations bring
	refusals := 0
	report = run(t, modest{leavesOut: leftOut, fake: func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if slices.Contains(chatrecord.FeaturesOf(caseOf(request)), leftOut) {
			refusals++
			return protocol.Unsupported("a name of Object.prototype"), nil
		}
		return right(ctx, request)
	}}, config)
	if len(report.Failures) > 0 || report.Count(certify.Pass) == 0 || refusals == 0 {
		t.Errorf("%d questions with the feature that is left out: %v", refusals, report)
	}
}

// TestStageLeavesOutAFeature: who leaves out a feature of values may refuse updates and states that have it, and no others.
func TestStageLeavesOutAFeature(t *testing.T) {
	config := fewCases()
	const leftOut = "synthetic-look" // which is in some of the updates that no replay gives
	for _, honest := range []bool{true, false} {
		refusals := map[string]int{}
		report := run(t, lacking{leavesOut: leftOut, fake: func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
			has := slices.Contains(chatrecord.FeaturesOfUpdates(caseOf(request)), leftOut)
			if (request.Op == "reduce" || request.Op == "compact") && (has || !honest) {
				refusals[request.Op]++
				return protocol.Unsupported("an odd number"), nil
			}
			return right(ctx, request)
		}}, config)
		if found := len(stageFindings(report)) > 0; found == honest || len(refusals) != 2 {
			t.Errorf("honest %v: found %v of %v refusals\n%v", honest, found, refusals, report)
		}
	}
}

// lacking has all operations and does not claim to handle a feature.
type lacking struct {
	fake
	leavesOut string
}

func (l lacking) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := l.fake.Describe(ctx)
	d.Unsupported = []string{l.leavesOut}
	return d, err
}

func caseOf(request protocol.Request) testcase.Case {
	return testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options}
}

func stageFindings(report certify.Report) []judge.Finding {
	var findings []judge.Finding
	for _, failure := range report.Failures {
		if failure.Finding.Check == certify.CheckStages {
			findings = append(findings, failure.Finding)
		}
	}
	return findings
}

// TestStageErrorAsResult: a result that only looks like the error of the reference is none.
func TestStageErrorAsResult(t *testing.T) {
	config := fewCases()
	config.Cases = 250
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		answer, err := right(ctx, request)
		if request.Op != "project" && answer.Kind() == protocol.ErrorAnswer {
			code := jsvalue.StringValue(string(answer.Err().Code))
			answer = protocol.Result(jsvalue.ObjectValue(jsvalue.Member{Key: "error", Value: code}))
		}
		return answer, err
	}), config)
	found := false
	for _, f := range stageFindings(report) {
		found = found || strings.Contains(f.Message, "the reference has an error, it has a result")
	}
	if report.Certified() || !found {
		t.Error(report)
	}
}
