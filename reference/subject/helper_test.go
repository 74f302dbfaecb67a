package subject_test

import (
	"bytes"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func decode(t testing.TB, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func object(members ...jsvalue.Member) jsvalue.Value { return jsvalue.ObjectValue(members...) }

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

// ask sends a request of chatrecord over the wire, there and back.
func ask(t testing.TB, op string, input protocol.Input, options jsvalue.Value) protocol.Answer {
	t.Helper()
	return askOf(t, "chatrecord", op, input, options)
}

func askOf(t testing.TB, dialect, op string, input protocol.Input, options jsvalue.Value) protocol.Answer {
	t.Helper()
	line := protocol.Request{ID: jsvalue.IntValue(1), Dialect: dialect, Op: op, Input: input, Options: options}.AppendLine(nil)
	var out bytes.Buffer
	if err := protocol.Serve(t.Context(), subject.New("test"), bytes.NewReader(line), &out, protocol.ServeOptions{Log: t.Output()}); err != nil {
		t.Fatal(err)
	}
	_, answer, err := protocol.ParseAnswer(out.String())
	if err != nil {
		t.Fatalf("%s: %v\n%s", op, err, out.String())
	}
	return answer
}

// result is the result of a request that must succeed.
func result(t testing.TB, op string, input protocol.Input, options jsvalue.Value) jsvalue.Value {
	t.Helper()
	answer := ask(t, op, input, options)
	if answer.Kind() != protocol.ResultAnswer {
		t.Fatalf("%s: %+v %s", op, answer.Err(), answer.Why())
	}
	return answer.Result()
}

// lines writes the elements of an array one a line.
func lines(array jsvalue.Value) protocol.Input {
	var text []byte
	for _, element := range array.Elements() {
		text = append(jsvalue.Append(text, element), '\n')
	}
	return protocol.TextOf(string(text))
}

// recordsOf are the records of a fixture, undamaged; false if it has none.
func recordsOf(t testing.TB, fixture fixtures.Fixture) (jsvalue.Value, bool) {
	t.Helper()
	switch {
	case fixture.HasText:
		return result(t, "read", protocol.TextOf(fixture.Text), jsvalue.Value{}).Get("records"), true
	case fixture.RecordsArgument.IsUndefined():
		return jsvalue.ArrayValue(fixture.Records...), true
	}
	return jsvalue.Value{}, false
}

func eachFixture(t *testing.T, check func(t *testing.T, fixture fixtures.Fixture)) {
	for _, group := range fixtures.Groups() {
		list, err := fixtures.Load("chatrecord", group)
		if err != nil {
			t.Fatal(err)
		}
		for _, fixture := range list {
			t.Run(string(group)+"/"+fixture.File, func(t *testing.T) { check(t, fixture) })
		}
	}
}
