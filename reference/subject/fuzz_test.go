package subject_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// FuzzServe: whatever comes in, each line that is not blank gets one answer of ASCII, none of them a fault of ours, and
// its id where the request had one (TP-PROTO-03, TP-PROTO-05, TP-PROTO-13).
func FuzzServe(f *testing.F) {
	for _, c := range refusals {
		request := protocol.Request{ID: jsvalue.IntValue(1), Dialect: "chatrecord", Op: c.op, Input: c.input}
		if c.options != "" {
			request.Options = decode(f, c.options)
		}
		f.Add(request.AppendLine(nil))
	}
	f.Add([]byte("\n\r\n{}\n{\"id\":1,\"op\":\"describe\"}\n\xff\n[]"))
	f.Add([]byte(`{"id":"x","dialect":"chatrecord","op":"reduce","value":{"updates":[{"sessionUpdate":"tool_call","toolCallId":"a","_meta":{"qwenTranscript":{"sourceRecordIds":[]}}}]}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		var requests []string
		for line := range strings.SplitSeq(string(in), "\n") {
			if !protocol.IsBlank(line) {
				requests = append(requests, line)
			}
		}
		var out bytes.Buffer
		if err := protocol.Serve(t.Context(), subject.New("test"), bytes.NewReader(in), &out, protocol.ServeOptions{Log: t.Output()}); err != nil {
			t.Fatal(err)
		}
		answers := strings.SplitAfter(out.String(), "\n")
		if last := len(answers) - 1; answers[last] != "" || last != len(requests) {
			t.Fatalf("%d answers to %d requests", last, len(requests))
		}
		for i, line := range requests {
			id, answer, err := protocol.ParseAnswer(answers[i])
			if err != nil {
				t.Fatalf("%q: %v", answers[i], err)
			}
			if answer.Err().Code == protocol.InternalError {
				t.Fatalf("%q: %s", line, answers[i])
			}
			request, _ := protocol.ParseRequest(line)
			if want := request.ID; !jsvalue.Equal(id, want) && !(want.IsUndefined() && id.Kind() == jsvalue.Null) {
				t.Fatalf("%q: the id %s", line, answers[i])
			}
		}
	})
}
