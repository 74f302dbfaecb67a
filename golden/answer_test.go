package golden_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// answer projects a fixture and returns the projection as JSON, or {"error": code}.
func answer(t *testing.T, fixture fixtures.Fixture) jsvalue.Value {
	t.Helper()
	projection, err := project(fixture)
	if err != nil {
		var wrong *chatrecord.InputError
		if !errors.As(err, &wrong) {
			t.Fatalf("the error is no InputError: %v", err)
		}
		return object("error", jsvalue.StringValue(string(wrong.Code)))
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

func project(fixture fixtures.Fixture) (chatrecord.Projection, error) {
	switch {
	case !fixture.RecordsArgument.IsUndefined():
		return chatrecord.ProjectValue(fixture.RecordsArgument, fixture.Options)
	case !fixture.HasText:
		return chatrecord.ProjectValue(jsvalue.ArrayValue(fixture.Records...), fixture.Options)
	}
	options, err := chatrecord.ParseOptions(fixture.Options)
	if err != nil {
		return chatrecord.Projection{}, err
	}
	return chatrecord.ProjectText(fixture.Text, options)
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
