package certify

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// stage is a question about one stage of a projection. What went before it comes from the reference, so that a stage is
// judged by itself.
type stage struct {
	op      string
	input   protocol.Input
	options jsvalue.Value
	right   protocol.Answer // of the reference
}

// compareStages asks for those stages of a projection that the subject has, and holds them against the reference. It asks no
// further when an answer is missing; one that says unsupported against the description is a finding. The error says that the reference failed, or the context has ended.
func (e *examiner) compareStages(ctx context.Context, c testcase.Case) (findings []judge.Finding, judged []string, err error) {
	stages, err := e.stages(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range stages {
		answer, has, err := e.asker.Ask(ctx, s.op, s.input, s.options)
		question := e.asker.Asked()
		if finding, missing := judge.Missing(err); missing {
			finding.Check, finding.Path, finding.Rules = CheckStages, s.op, merged(finding.Rules, e.dialect.StageRules[s.op])
			finding.Question = &question
			findings, judged = append(findings, finding), []string{CheckStages}
			if isMissing(finding) {
				return findings, judged, nil
			}
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if !has {
			continue
		}
		judged = []string{CheckStages}
		if s.right.Kind() != answer.Kind() { // a result may look like an error
			findings = append(findings, judge.Finding{
				Outcome: capsule.Fail, Check: CheckStages, Rules: merged(e.dialect.StageRules[s.op], []string{"TP-PROTO-05"}), Path: s.op, Question: &question,
				Message: "the reference has " + kindOf(s.right) + ", it has " + kindOf(answer),
			})
			continue
		}
		differences, _ := e.differences(s.op, s.right, answer)
		for _, d := range differences {
			findings = append(findings, judge.Finding{
				Outcome: capsule.Fail, Check: CheckStages, Rules: e.dialect.StageRules[s.op], Path: s.op + "." + d.PathWithKinds(), Symptom: judge.SymptomOf(d.Want, d.Got), Question: &question,
				Message: d.Says(),
			})
		}
	}
	return findings, judged, nil
}

func kindOf(answer protocol.Answer) string {
	if answer.Kind() == protocol.ResultAnswer {
		return "a result"
	}
	return "an error"
}

// stages are the questions about the stages of a case, with what the reference answers.
func (e *examiner) stages(ctx context.Context, c testcase.Case) (list []stage, err error) {
	e.dialect.Stages(c, func(op string, input protocol.Input, options jsvalue.Value) protocol.Answer {
		asked := stage{op: op, input: input, options: options}
		if err == nil {
			asked.right, err = e.right(ctx, asked)
			list = append(list, asked)
		}
		return asked.right
	})
	return list, err
}

// right is what the reference answers to a stage.
func (e *examiner) right(ctx context.Context, s stage) (protocol.Answer, error) {
	c := testcase.Case{Dialect: e.dialect.Name, Op: s.op, Input: s.input, Options: s.options}
	answer, err := e.reference.Call(ctx, c.Request(jsvalue.IntValue(1)))
	if err != nil {
		return answer, fmt.Errorf("the reference: %s: %w", s.op, err)
	}
	return answer, nil
}
