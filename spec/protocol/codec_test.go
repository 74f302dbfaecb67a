package protocol_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// checkLine: a line is ASCII and ends with its only LF (TP-PROTO-01, TP-PROTO-02).
func checkLine(t interface{ Fatalf(string, ...any) }, line []byte) {
	for i, b := range line {
		if b == '\n' != (i == len(line)-1) || b != '\n' && (b < ' ' || b > '~') {
			t.Fatalf("byte %d of %q", i, line)
		}
	}
}

// TestRequestRoundTrip: a request reads back as it was, whatever its texts hold (TP-PROTO-07).
func TestRequestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request := protocol.Request{
			ID:      id().Draw(t, "id"),
			Dialect: wtf8().Draw(t, "dialect"),
			Op:      "x" + wtf8().Draw(t, "op"),
			Input:   input().Draw(t, "input"),
		}
		if rapid.Bool().Draw(t, "withOptions") {
			request.Options = value(numbers).Draw(t, "options")
		}
		line := request.AppendLine(nil)
		checkLine(t, line)
		got, err := protocol.ParseRequest(strings.TrimSuffix(string(line), "\n") + rapid.SampledFrom([]string{"", "\n", "\r\n"}).Draw(t, "end"))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(request, got, same); diff != "" {
			t.Fatalf("%s(-sent +read)\n%s", line, diff)
		}
	})
}

// TestAnswerRoundTrip: an answer reads back as it was, and so does its id (TP-PROTO-03, TP-PROTO-05).
func TestAnswerRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, wantID := answer().Draw(t, "answer"), id().Draw(t, "id")
		line := want.AppendLine(nil, wantID)
		checkLine(t, line)
		gotID, got, err := protocol.ParseAnswer(string(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(want, got, same) + cmp.Diff(wantID, gotID, same); diff != "" {
			t.Fatalf("%s(-sent +read)\n%s", line, diff)
		}
	})
}

// badRequests are lines that are refused, the code, and the id that the refusal has (TP-PROTO-03, TP-PROTO-10).
var badRequests = []struct{ line, code, id string }{
	{``, "bad_json", ""},
	{`{`, "bad_json", ""},
	{`{"id":1,"op":"x"} {}`, "bad_json", ""},
	{"{\"id\":1,\"op\":\"\xff\"}", "bad_json", ""},
	{"{\"id\":1,\"op\":\"\xed\xa0\x80\"}", "bad_json", ""},
	{"\ufeff{\"id\":1,\"op\":\"x\"}", "bad_json", ""},
	{`null`, "bad_request", ""},
	{`[1]`, "bad_request", ""},
	{`"x"`, "bad_request", ""},
	{`{}`, "bad_request", ""},
	{`{"op":"x"}`, "bad_request", ""},
	{`{"id":null,"op":"x"}`, "bad_request", ""},
	{`{"id":true,"op":"x"}`, "bad_request", ""},
	{`{"id":1.5,"op":"x"}`, "bad_request", ""},
	{`{"id":9007199254740992,"op":"x"}`, "bad_request", ""},
	{`{"id":1e400,"op":"x"}`, "bad_request", ""},
	{`{"id":{},"op":"x"}`, "bad_request", ""},
	{`{"id":1}`, "bad_request", "1"},
	{`{"id":"a"}`, "bad_request", `"a"`},
	{`{"id":1,"op":""}`, "bad_request", "1"},
	{`{"id":1,"op":null}`, "bad_request", "1"},
	{`{"id":1,"op":"x","dialect":null}`, "bad_request", "1"},
	{`{"id":1,"op":"x","dialect":7}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl":null}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl":["a"]}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl":"\ud800"}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":"YQ"}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":"YR=="}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":"Y-=="}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":"YQ==\n"}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":"Y\r\nQ=="}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl_base64":5}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":[]}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":1}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":{}}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":{"base64":"YQ"}}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":{"base64":"YQ==\n"}}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":{"base64":1}}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"a":"\udc00"}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{"\udc00":"a"}}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl":"","value":null}`, "bad_request", "1"},
	{`{"id":1,"op":"x","jsonl":"","jsonl_base64":""}`, "bad_request", "1"},
	{`{"id":1,"op":"x","files":{},"value":1}`, "bad_request", "1"},
}

func TestBadRequests(t *testing.T) {
	for _, c := range badRequests {
		request, err := protocol.ParseRequest(c.line)
		var coded *protocol.Error
		if !errors.As(err, &coded) || string(coded.Code) != c.code {
			t.Errorf("%s: %v, want %s", c.line, err, c.code)
			continue
		}
		if got := string(jsvalue.Append(nil, request.ID)); got != c.id {
			t.Errorf("%s: id %q, want %q", c.line, got, c.id)
		}
		if request.Op != "" || request.Input.Kind() != protocol.NoInput {
			t.Errorf("%s: parts of a request that was refused: %+v", c.line, request)
		}
	}
}

// TestRequestForms: what a request may look like (TP-PROTO-06, TP-PROTO-07).
func TestRequestForms(t *testing.T) {
	for line, want := range map[string]protocol.Request{
		`{"id":0,"op":"describe"}`:                          {ID: jsvalue.IntValue(0), Op: "describe"},
		" {\"op\":\"x\",\"id\":\"\"}\r":                     {ID: jsvalue.StringValue(""), Op: "x"},
		`{"id":1,"op":"x","unknown":{"jsonl":1},"Value":2}`: {ID: jsvalue.IntValue(1), Op: "x"},
		`{"id":1,"op":"x","jsonl":"a\nb"}`:                  {ID: jsvalue.IntValue(1), Op: "x", Input: protocol.TextOf("a\nb")},
		`{"id":1,"op":"x","jsonl_base64":"/w=="}`:           {ID: jsvalue.IntValue(1), Op: "x", Input: protocol.TextOf("\xff")},
		`{"id":1,"op":"x","jsonl_base64":""}`:               {ID: jsvalue.IntValue(1), Op: "x", Input: protocol.TextOf("")},
		`{"id":1,"op":"x","value":null,"options":null}`: {
			ID: jsvalue.IntValue(1), Op: "x", Input: protocol.ValueOf(jsvalue.NullValue()), Options: jsvalue.NullValue(),
		},
		`{"id":1,"op":"x","value":1,"value":"\ud800"}`: { // the last member counts (CR-JS-01), and is kept as it is
			ID: jsvalue.IntValue(1), Op: "x", Input: protocol.ValueOf(decode(`"\ud800"`)),
		},
		`{"id":1,"op":"x","files":{"b":{"base64":"/w==","more":1},"a":{"base64":""}}}`: {
			ID: jsvalue.IntValue(1), Op: "x", Input: protocol.FilesOf(protocol.File{Name: "b", Text: "\xff"}, protocol.File{Name: "a"}),
		},
		`{"id":1,"op":"x","files":{"b":"1","a":"2"}}`: {
			ID: jsvalue.IntValue(1), Op: "x", Input: protocol.FilesOf(protocol.File{Name: "b", Text: "1"}, protocol.File{Name: "a", Text: "2"}),
		},
	} {
		got, err := protocol.ParseRequest(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if diff := cmp.Diff(want, got, same); diff != "" {
			t.Errorf("%s (-want +got)\n%s", line, diff)
		}
	}
}

// badAnswers are lines by which a subject breaks the protocol (TP-PROTO-05).
var badAnswers = []string{
	``, `x`, `1`, `[]`, `{}`, `{"id":1}`, `{"result":1}`, `{"id":1.5,"result":1}`, `{"id":[],"result":1}`,
	`{"id":1,"result":1,"error":{"code":"a","message":"b"}}`, `{"id":1,"result":1,"unsupported":"x"}`,
	`{"id":1,"unsupported":1}`, `{"id":1,"unsupported":null}`, `{"id":1,"error":"x"}`, `{"id":1,"error":{"code":"x"}}`,
	`{"id":1,"error":{"message":"x"}}`, `{"id":1,"error":{"code":"","message":"x"}}`, `{"id":1,"error":{"code":1,"message":"x"}}`,
	"{\"id\":1,\"result\":\"\xff\"}", `{"id":1,"result":1}{"id":2,"result":1}`,
}

func TestBadAnswers(t *testing.T) {
	for _, line := range badAnswers {
		if _, answer, err := protocol.ParseAnswer(line); err == nil || answer.Kind() != 0 {
			t.Errorf("%s: taken as %+v", line, answer)
		}
	}
	id, answer, err := protocol.ParseAnswer(`{"unknown":1,"result":null,"id":null}`)
	if err != nil || id.Kind() != jsvalue.Null || answer.Kind() != protocol.ResultAnswer {
		t.Errorf("an answer with an unknown member: %v, %+v, %v", id, answer, err)
	}
}

// TestNumbersOfAnswers: a result is written with the numbers of its format (TP-PROTO-02, SR-LINE-10).
func TestNumbersOfAnswers(t *testing.T) {
	result := decode(`{"a":[1.0,12345678901234567890123,1e400,-0],"é":1E2}`)
	for want, answer := range map[string]protocol.Answer{
		`{"a":[1,1.2345678901234568e+22,null,0],"\u00e9":100}`:      protocol.Result(result),
		`{"a":[1.0,12345678901234567890123,1e400,-0],"\u00e9":1E2}`: protocol.SourceResult(result),
	} {
		if got := string(answer.AppendLine(nil, jsvalue.IntValue(1))); got != `{"id":1,"result":`+want+"}\n" {
			t.Errorf("%swant %s", got, want)
		}
	}
}

// TestZeroAnswer: a subject that answers nothing is still answered for (TP-PROTO-05).
func TestZeroAnswer(t *testing.T) {
	const want = `{"id":null,"error":{"code":"internal_error","message":"the call gave no answer"}}` + "\n"
	if got := string(protocol.Answer{}.AppendLine(nil, jsvalue.Value{})); got != want {
		t.Errorf("%s", got)
	}
}

func TestDescription(t *testing.T) {
	want := protocol.Description{
		Protocol: 1, Spec: "1.0", Name: "n", Version: "v", Language: "l", Concurrency: 2, Unsupported: []string{"f"},
		Dialects: []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"project", "read"}}, {Dialect: "b"}},
	}
	got, err := protocol.ParseDescription(want.Value())
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	got, err = protocol.ParseDescription(decode(`{"protocol":1,"dialects":{},"more":1}`)) // TP-PROTO-12
	if diff := cmp.Diff(protocol.Description{Protocol: 1, Concurrency: 1}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	for _, text := range []string{
		`null`, `{}`, `{"protocol":1}`, `{"protocol":"1","dialects":{}}`, `{"protocol":1,"dialects":[]}`,
		`{"protocol":1,"dialects":{"a":"project"}}`, `{"protocol":1,"dialects":{"a":[1]}}`,
		`{"protocol":1,"dialects":{},"concurrency":0}`, `{"protocol":1,"dialects":{},"concurrency":"1"}`,
		`{"protocol":1,"dialects":{},"unsupported":{}}`, `{"protocol":1,"dialects":{},"name":null}`,
	} {
		if got, err := protocol.ParseDescription(decode(text)); err == nil {
			t.Errorf("%s: taken as %+v", text, got)
		}
	}
}

// FuzzRequest: any line is a request or a coded error; a request is written as it was read.
func FuzzRequest(f *testing.F) {
	for _, c := range badRequests {
		f.Add(c.line)
	}
	f.Add(`{"id":1,"dialect":"d","op":"x","files":{"a":{"base64":"/w=="}}}`)
	f.Add(`{"id":1,"dialect":"d","op":"x","files":{"a":"\u0000"},"options":{"a":[1,"\ud800"]}}`)
	f.Fuzz(func(t *testing.T, line string) {
		request, err := protocol.ParseRequest(line)
		if err != nil {
			var coded *protocol.Error
			if !errors.As(err, &coded) || coded.Code == "" {
				t.Fatalf("%q: uncoded %v", line, err)
			}
			return
		}
		written := request.AppendLine(nil)
		checkLine(t, written)
		again, err := protocol.ParseRequest(string(written))
		if err != nil {
			t.Fatalf("%q: written as %s: %v", line, written, err)
		}
		if second := again.AppendLine(nil); string(second) != string(written) {
			t.Fatalf("%q: written as %s, then as %s", line, written, second)
		}
	})
}
