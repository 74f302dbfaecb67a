package certify

import (
	"context"
	"fmt"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/compare"
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

// stageRules stand behind a difference of a stage.
var stageRules = map[string][]string{
	"prepare": {"CR-PREP-25", "TP-PROTO-16"},
	"replay":  {"CR-REPLAY-01", "CR-STATE-01", "TP-PROTO-16"},
	"reduce":  {"CR-BLOCK-01", "TP-PROTO-17"},
	"compact": {"CR-COMPACT-01", "TP-PROTO-17"},
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
			finding.Check, finding.Path, finding.Rules = CheckStages, s.op, merged(finding.Rules, stageRules[s.op])
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
				Outcome: capsule.Fail, Check: CheckStages, Rules: merged(stageRules[s.op], []string{"TP-PROTO-05"}), Path: s.op, Question: &question,
				Message: "the reference has " + kindOf(s.right) + ", it has " + kindOf(answer),
			})
			continue
		}
		if jsvalue.Equal(compare.Plain(s.right), compare.Plain(answer)) {
			continue // most are, and what follows takes longer than to ask
		}
		for _, d := range e.stageDifferences(s.op, written(s.right), written(answer)) {
			findings = append(findings, judge.Finding{
				Outcome: capsule.Fail, Check: CheckStages, Rules: stageRules[s.op], Path: s.op + "." + d.PathWithKinds(), Symptom: judge.SymptomOf(d.Want, d.Got), Question: &question,
				Message: "the reference has " + compare.Shorten(d.Want) + ", it has " + compare.Shorten(d.Got),
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

func (e *examiner) stageDifferences(op string, want, got jsvalue.Value) []compare.Difference {
	if op == "reduce" {
		return e.differences(op, want, got)
	}
	return compare.Stages(want, got, compare.Options{Strict: e.profile == Current, Mask: compare.MaskWording})
}

// written is an answer as it is after it was written and read, in which an infinite number is null (CR-JS-03).
func written(answer protocol.Answer) jsvalue.Value {
	value := compare.Plain(answer)
	text := jsvalue.Append(nil, value)
	if again, err := jsvalue.Decode(string(text)); err == nil {
		return again
	}
	return value
}

// stages are the questions about the stages of a projection: the chain is prepared, replayed at once and from its middle
// on, and the updates are compacted and reduced; then so are other updates and states than a replay gives.
func (e *examiner) stages(ctx context.Context, c testcase.Case) (list []stage, err error) {
	ask := func(op string, input protocol.Input, options jsvalue.Value) jsvalue.Value {
		asked := stage{op: op, input: input, options: options}
		if err == nil {
			asked.right, err = e.right(ctx, asked)
			list = append(list, asked)
		}
		return asked.right.Result()
	}
	prepared := ask("prepare", c.Input, c.Options.Without("maxBlocks"))
	if err != nil || list[0].right.Kind() != protocol.ResultAnswer {
		return list, err
	}
	var records []jsvalue.Value
	for _, record := range prepared.Get("records").Elements() {
		records = append(records, record)
	}
	gaps := jsvalue.Member{Key: "gaps", Value: prepared.Get("gaps")}
	replay := func(records []jsvalue.Value, options ...jsvalue.Member) jsvalue.Value {
		return ask("replay", protocol.ValueOf(jsvalue.ArrayValue(records...)), jsvalue.ObjectValue(append(options, gaps)...))
	}
	middle := len(records) / 2
	before := replay(records[:middle], jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(false)})
	whole := replay(records)
	state := before.Get("state")
	replay(records[middle:], jsvalue.Member{Key: "initialState", Value: state})
	var updates []jsvalue.Value
	for _, emission := range whole.Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	given := protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "updates", Value: jsvalue.ArrayValue(updates...)}))
	ask("compact", given, jsvalue.Value{})
	ask("reduce", given, c.Options.Without("leafUuid"))
	for _, given := range otherStreams(updates) {
		ask("compact", given, jsvalue.Value{})
		ask("reduce", given, jsvalue.Value{})
	}
	for _, state := range some(chatrecord.States(state), len(updates)) {
		replay(records[middle:], jsvalue.Member{Key: "initialState", Value: state})
	}
	for _, op := range some([]string{"prepare", "replay", "reduce", "compact", "read"}, len(updates)) { // TP-PROTO-08
		ask(op, protocol.Input{}, jsvalue.Value{})
		ask(op, protocol.ValueOf(jsvalue.ObjectValue()), jsvalue.Value{})
	}
	return list, err
}

// Of what is made of the updates of a case there is more than it is worth to ask each time: one in so many is asked, by the
// number of the updates, and of many updates nothing.
const (
	oneIn       = 15
	manyUpdates = 300
)

// some is what is asked of a list, for a case of that many updates.
func some[T any](list []T, updates int) []T {
	if updates > manyUpdates {
		return nil
	}
	var chosen []T
	for i, one := range list {
		if i%oneIn == updates%oneIn {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// otherStreams are inputs of reduce and compact that no replay gives.
func otherStreams(updates []jsvalue.Value) []protocol.Input {
	if len(updates) > manyUpdates {
		return nil
	}
	streams := some(chatrecord.Streams(updates), len(updates))
	for _, spoiled := range some(chatrecord.SpoiledUpdates(updates), len(updates)) {
		streams = append(streams, []jsvalue.Value{spoiled})
	}
	var inputs []protocol.Input
	for _, stream := range streams {
		inputs = append(inputs, protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "updates", Value: jsvalue.ArrayValue(stream...)})))
	}
	return inputs
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
