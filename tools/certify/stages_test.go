package certify_test

import (
	"context"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
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

// TestStageThatFails: it is a crash of that case, told of the stage, and the projection is judged all the same.
func TestStageThatFails(t *testing.T) {
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if request.Op == "compact" {
			return protocol.Fail(protocol.InternalError, "on purpose"), nil
		}
		return right(ctx, request)
	}), small())
	findings := stageFindings(report)
	if len(findings) == 0 || findings[0].Outcome != capsule.Crash || findings[0].Path != "compact" || !slices.Contains(findings[0].Rules, "CR-COMPACT-01") {
		t.Errorf("%+v", findings)
	}
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
