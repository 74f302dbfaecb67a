package golden_test

import (
	"encoding/base64"
	"strings"
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
		"context": {73, 2, "missing_header"}, "items": {150, 0, ""}, "page": {32, 43, "invalid_cursor"},
	} {
		t.Run(op, func(t *testing.T) {
			vectors, err := fixtures.Vectors(op)
			if err != nil {
				t.Fatal(err)
			}
			results, errors := 0, 0
			for _, vector := range vectors {
				c := vectorCase(t, vector)
				answer := put(t, compiled, c)
				if answer.Kind() != protocol.ResultAnswer {
					errors++
					if answer.Err().Code != want.code {
						t.Errorf("vector %d: %+v", vector.Index, answer.Err())
					}
					continue
				}
				results++
				meetsResult(t, compiled, sessionRaw, op, answer.Result())
				if !c.Options.IsUndefined() {
					meets(t, compiled["sessionraw-options.json#/$defs/"+op], c.Options)
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

// vectorCase is the question of a vector; a bare name of a file lies in session_raw.
func vectorCase(t *testing.T, vector fixtures.Vector) testcase.Case {
	t.Helper()
	c := testcase.Case{Dialect: sessionRaw, Op: vector.Op}
	in := vector.Input
	if file := in.Get("file"); !file.IsUndefined() {
		text := file.Text()
		if packed := file.Get("b64"); packed.IsString() {
			bytes, err := base64.StdEncoding.DecodeString(packed.Text())
			if err != nil {
				t.Fatal(err)
			}
			text = string(bytes)
		}
		c.Input = protocol.FilesOf(protocol.File{Name: "100_a.jsonl", Text: text})
		return c
	}
	var files []protocol.File
	for name, text := range in.Get("files").Members() {
		if !strings.Contains(name, "/") {
			name = "session_raw/" + name + ".jsonl"
		}
		files = append(files, protocol.File{Name: name, Text: text.Text()})
	}
	c.Input = protocol.FilesOf(files...)
	options := []jsvalue.Member{{Key: "threadId", Value: in.Get("thread")}}
	for _, key := range []string{"cursor", "limit"} {
		if value := in.Get(key); !value.IsNullish() {
			options = append(options, jsvalue.Member{Key: key, Value: value})
		}
	}
	c.Options = jsvalue.ObjectValue(options...)
	return c
}
