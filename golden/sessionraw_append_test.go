package golden_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// TestAppendVectors: what append makes of a file means what the shipped program's file means, except where the program is
// wrong. Meaning is all that the context and the items say but what this project added: ts, seq, and usage outside of its
// bundle (TP-PROTO-19, SR-WRITE-05 to SR-WRITE-08).
func TestAppendVectors(t *testing.T) {
	for op, want := range map[string]string{
		// Marked, and yet the same: the program glues lines (B5), which the tolerant reader takes apart again.
		"append": "49 plain, 26 marked, alike [22 29 43 64]", "interrupt": "11 plain, 4 marked, alike []",
	} {
		vectors, err := fixtures.Vectors(op)
		if err != nil {
			t.Fatal(err)
		}
		plain, marked, alike := 0, 0, []int(nil)
		for _, vector := range vectors {
			answer := called(t, questionOf(t, vector).Request(jsvalue.IntValue(1)))
			file, _ := protocol.ParseFile(answer.Get("file"))
			if len(vector.Deviates) == 0 && answer.Get("usageWritten").IsTrue() != wroteUsage(vector) {
				t.Errorf("%s %d: usageWritten is %v", op, vector.Index, answer.Get("usageWritten").IsTrue())
			}
			diff := cmp.Diff(meaning(t, vector.Output.Get("file").Text()), meaning(t, file))
			switch {
			case len(vector.Deviates) == 0 && diff != "":
				t.Errorf("%s %d (-program +append):\n%s", op, vector.Index, diff)
			case len(vector.Deviates) > 0 && diff == "":
				alike = append(alike, vector.Index)
			}
			if len(vector.Deviates) == 0 {
				plain++
			} else {
				marked++
			}
		}
		if got := fmt.Sprintf("%d plain, %d marked, alike %v", plain, marked, alike); got != want {
			t.Errorf("%s: %s", op, got)
		}
	}
}

// wroteUsage: a line that the program appended has the usage that it was given (SR-WRITE-07).
func wroteUsage(vector fixtures.Vector) bool {
	usage := vector.Input.Get("usage")
	for _, line := range vector.Output.Get("appended").Elements() {
		if usage.IsObject() && jsvalue.Equal(line.Get("usage"), usage.Get("usage")) && jsvalue.Equal(line.Get("ts"), usage.Get("ts")) {
			return true
		}
	}
	return false
}

func called(t *testing.T, request protocol.Request) jsvalue.Value {
	t.Helper()
	answer, err := subject.New("test").Call(t.Context(), request)
	if err != nil || answer.Kind() != protocol.ResultAnswer {
		t.Fatalf("%s: %+v, %v", request.Op, answer.Err(), err)
	}
	return answer.Result()
}

// meaning is the header, the rows and the items of a file, each as a line.
func meaning(t *testing.T, text string) []string {
	t.Helper()
	ask := func(op string) jsvalue.Value {
		return called(t, protocol.Request{Dialect: sessionRaw, Op: op, Input: protocol.FilesOf(protocol.File{Name: "100_a.jsonl", Text: text})})
	}
	context := ask("context")
	lines := []string{string(jsvalue.AppendCanonical(nil, context.Get("meta")))}
	for _, row := range context.Get("rows").Elements() {
		own := row.Without("ts", "seq", "provider", "model", "usage", "reasoning_content", "tool_calls", "iteration")
		lines = append(lines, string(jsvalue.AppendCanonical(nil, own)))
	}
	for _, item := range ask("items").Get("items").Elements() {
		lines = append(lines, string(jsvalue.AppendCanonical(nil, item)))
	}
	return lines
}
