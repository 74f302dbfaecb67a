package golden_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// answer projects a fixture and returns the projection as JSON, or {"error": code}. What the reader says about a text
// stands before what the projection says, and counts for completeness.
func answer(t *testing.T, fixture fixtures.Fixture) jsvalue.Value {
	t.Helper()
	records, findings := input(fixture)
	projection, err := chatrecord.ProjectValue(records, fixture.Options)
	if err != nil {
		var wrong *chatrecord.InputError
		if !errors.As(err, &wrong) {
			t.Fatalf("the error is no InputError: %v", err)
		}
		return object("error", jsvalue.StringValue(string(wrong.Code)))
	}
	projection.Diagnostics = append(findings, projection.Diagnostics...)
	for _, finding := range findings {
		projection.Complete = projection.Complete && !finding.AffectsCompleteness()
	}
	var text bytes.Buffer
	if err := projection.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	value, err := jsvalue.Decode(text.String())
	if err != nil {
		t.Fatalf("the projection is no JSON: %v\n%s", err, text.Bytes())
	}
	return value
}

func input(fixture fixtures.Fixture) (jsvalue.Value, []diagnostic.Diagnostic) {
	switch {
	case !fixture.RecordsArgument.IsUndefined():
		return fixture.RecordsArgument, nil
	case !fixture.HasText:
		return jsvalue.ArrayValue(fixture.Records...), nil
	}
	lines, findings := jsonl.Read(fixture.Text)
	records := make([]jsvalue.Value, len(lines))
	for i, line := range lines {
		records[i] = line.Value
	}
	return jsvalue.ArrayValue(records...), findings
}

func object(key string, value jsvalue.Value) jsvalue.Value {
	return jsvalue.ObjectValue(jsvalue.Member{Key: key, Value: value})
}

// withoutMessages replaces the message of every diagnostic: it must be there, its words are no contract.
func withoutMessages(answer jsvalue.Value) jsvalue.Value {
	list := answer.Get("diagnostics")
	if !list.IsArray() {
		return answer
	}
	masked := make([]jsvalue.Value, list.Len())
	for i, d := range list.Elements() {
		masked[i] = d
		if d.Get("message").Text() != "" {
			masked[i] = d.With(jsvalue.Member{Key: "message", Value: jsvalue.StringValue(fixtures.PresentationText)})
		}
	}
	return answer.With(jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue(masked...)})
}
