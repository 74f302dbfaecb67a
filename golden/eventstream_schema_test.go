package golden_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const eventStream = "eventstream"

// TestChatVectorsMeetTheSchemas: what the reference answers to all that was put to the shipped program meets the schemas, and so
// do the requests (TP-PROTO-20).
func TestChatVectorsMeetTheSchemas(t *testing.T) {
	compiled := schemas(t)
	for _, of := range []string{"parse", "entries", "rows", "group", "summary", "divider"} {
		vectors, err := fixtures.EventVectors(of)
		if err != nil || len(vectors) < 14 {
			t.Fatal(len(vectors), err)
		}
		for _, vector := range vectors {
			for _, op := range []string{"parse", "entries", "rows", "groups", "summary"} {
				c := testcase.Case{Dialect: eventStream, Op: op, Input: protocol.TextOf(chatOf(vector)), Options: object("now", jsvalue.StringValue("2026-08-10T09:08:07.006Z"))}
				answer := put(t, compiled, c)
				meetsResult(t, compiled, eventStream, op, answer.Result())
				meets(t, compiled["eventstream-options.json#/$defs/"+op], c.Options)
				if t.Failed() {
					t.Fatalf("%s of vector %d of %s: %s", op, vector.Index, of, jsvalue.Append(nil, answer.Result()))
				}
			}
		}
	}
}

// chatOf is the file of a vector.
func chatOf(vector fixtures.Vector) string {
	if raw := vector.Input.Get("raw"); raw.IsString() {
		return raw.Text()
	}
	list := vector.Input.Get("envelopes")
	if list.IsUndefined() {
		list = vector.Input.Get("events")
	}
	var text []byte
	for _, envelope := range list.Elements() {
		text = append(jsvalue.Append(text, envelope), '\n')
	}
	return string(text)
}
