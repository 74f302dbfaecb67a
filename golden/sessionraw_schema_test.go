package golden_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

const sessionRaw = "sessionraw"

// TestVectorsMeetTheSchemas: what the reference answers to all that was put to the shipped program meets the schemas, and
// so do the requests (TP-PROTO-18).
func TestVectorsMeetTheSchemas(t *testing.T) {
	compiled := schemas(t)
	for op, want := range map[string]struct {
		results, errors int
		code            protocol.Code // of the errors
	}{
		"context": {73, 2, "missing_header"}, "items": {150, 0, ""}, "page": {32, 43, "invalid_cursor"}, "append": {75, 0, ""},
		"interrupt": {15, 0, ""},
	} {
		t.Run(op, func(t *testing.T) {
			vectors, err := fixtures.Vectors(op)
			if err != nil {
				t.Fatal(err)
			}
			results, errors := 0, 0
			for _, vector := range vectors {
				c := questionOf(t, vector)
				answer := put(t, compiled, c)
				if answer.Kind() != protocol.ResultAnswer {
					errors++
					if answer.Err().Code != want.code {
						t.Errorf("vector %d: %+v", vector.Index, answer.Err())
					}
					continue
				}
				results++
				meetsResult(t, compiled, sessionRaw, c.Op, answer.Result())
				if !c.Options.IsUndefined() {
					meets(t, compiled["sessionraw-options.json#/$defs/"+c.Op], c.Options)
				}
				if t.Failed() {
					t.Fatalf("vector %d: %s", vector.Index, jsvalue.Append(nil, answer.Result()))
				}
			}
			if results != want.results || errors != want.errors {
				t.Errorf("%d results and %d errors", results, errors)
			}
		})
	}
}

func questionOf(t *testing.T, vector fixtures.Vector) testcase.Case {
	t.Helper()
	c, err := vector.Case()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
