package certify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// TestKindsOfCrashes: two crashes are two kinds with a small case of each, however many inputs show them.
func TestKindsOfCrashes(t *testing.T) {
	config := small()
	config.Capsules = t.TempDir()
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		switch text := request.Input.Text(); {
		case strings.Contains(text, `"type":"tool_result"`):
			panic(len(text)) // of each input another one
		case strings.Contains(text, `"type":"system"`):
			panic("no " + `"` + text[:min(len(text), 9)] + `"`)
		}
		return right(ctx, request)
	}), config)
	kinds := map[string]string{"panic: …": `"type":"tool_result"`, "panic: no …": `"type":"system"`}
	for _, f := range report.Failures {
		want, known := kinds[f.Finding.Symptom]
		if !known || f.Finding.Check != judge.CheckAnswers {
			continue // a relation met the same
		}
		delete(kinds, f.Finding.Symptom)
		c, err := capsule.Read(f.Capsule)
		if err != nil || f.Cases < 2 || c.Symptom != f.Finding.Symptom || !strings.Contains(c.Case.Input.Text(), want) {
			t.Errorf("%+v: %v, %+v", f.Finding, err, c)
		}
	}
	if len(kinds) > 0 {
		t.Errorf("not found: %q in\n%v", kinds, report)
	}
	if crashes := report.Count(certify.Crash); crashes < 4 || len(report.Failures) > crashes {
		t.Errorf("%d kinds of %d crashes\n%v", len(report.Failures), crashes, report)
	}
}

// TestShrinkingKeepsTheDirection: a member that is missing in the case as it was found is missing in the small one too, though
// a smaller one has it too much at the same place.
func TestShrinkingKeepsTheDirection(t *testing.T) {
	config := fewCases()
	config.Capsules, config.MaxCapsules = t.TempDir(), 50
	const at = "serverTimestamp"
	report := run(t, wrongWith("", func(projection jsvalue.Value) jsvalue.Value {
		blocks := slices.Collect(values(projection.Get("blocks")))
		for i, block := range blocks {
			switch {
			case block.Get("kind").Text() != "user":
			case block.Has(at):
				blocks[i] = block.Without(at)
			default:
				blocks[i] = block.With(jsvalue.Member{Key: at, Value: jsvalue.IntValue(1)})
			}
		}
		return projection.With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(blocks...)})
	}), config)
	messages := map[string]string{judge.SymptomMissing: ", it has nothing", judge.SymptomExtra: "the reference has nothing, "}
	for _, f := range report.Failures {
		message, ok := messages[f.Finding.Symptom]
		if !ok || f.Finding.Check != certify.CheckReference || f.Finding.Path != "blocks(user)."+at {
			continue
		}
		delete(messages, f.Finding.Symptom)
		c, err := capsule.Read(f.Capsule)
		if err != nil || !strings.Contains(f.Finding.Message, message) || !strings.Contains(c.Message, message) || strings.Contains(c.Case.Input.Text(), "timestamp") != (c.Symptom == judge.SymptomMissing) {
			t.Errorf("%+v: %v\n%s", f.Finding, err, c.Format())
		}
	}
	if len(messages) > 0 {
		t.Errorf("not found: %q in\n%v", messages, report)
	}
}

// TestCapsuleHasTheQuestionOfTheRelation: the case alone does not show what the subject died of, the question in the capsule does.
func TestCapsuleHasTheQuestionOfTheRelation(t *testing.T) {
	config := fewCases()
	config.Capsules = t.TempDir()
	hasToken := func(input protocol.Input) bool { // as the relation of the tracers plants it
		return strings.Contains(input.Text(), "\uE100") || strings.Contains(strings.ToLower(input.Text()), `\ue100`)
	}
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if hasToken(request.Input) {
			panic("a token")
		}
		return right(ctx, request)
	}), config)
	if len(report.Failures) == 0 {
		t.Fatal(report)
	}
	for _, f := range report.Failures {
		c, err := capsule.Read(f.Capsule)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := protocol.ParseRequest(strings.TrimSuffix(c.Question, "\n"))
		if err != nil || asked.ID.Float() != 1 || !isRelation(c.Check) || !hasToken(asked.Input) || hasToken(c.Case.Input) {
			t.Errorf("%v\n%s", err, c.Format())
		}
	}
}
