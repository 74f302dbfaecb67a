package crosscheck_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

const oneRecord = `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"\ud800 \u0000 \u2028"}]}}`

// TestAdapter: the adapter answers in each of the ways that the protocol has, and goes on after each.
func TestAdapter(t *testing.T) {
	adapter := needAdapter(t)
	ask := func(c crosscheck.Case) protocol.Answer {
		t.Helper()
		answer, err := adapter.Ask(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	good := crosscheck.Case{Lines: []string{oneRecord}}
	for range 2 {
		if text := ask(good).Result().Get("blocks").At(0).Get("text").Text(); text != "\xed\xa0\x80 \x00 \u2028" {
			t.Errorf("the text came back as %q", text)
		}
		if code := ask(crosscheck.Case{Argument: jsvalue.IntValue(5)}).Err().Code; code != "invalid_records" {
			t.Errorf("a number for records: %s", code)
		}
		if code := ask(crosscheck.Case{Lines: []string{"{"}}).Err().Code; code != protocol.BadInput {
			t.Errorf("a torn line: %s", code)
		}
		if failed := ask(crosscheck.Case{Lines: good.Lines, Options: jsvalue.NullValue()}).Err(); failed.Code != protocol.InternalError || failed.Message != "TypeError" {
			t.Errorf("an exception: %+v", failed)
		}
		adapter.Close() // the next request starts another process
	}
}

func TestAdapterStopsWithItsContext(t *testing.T) {
	adapter := needAdapter(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := adapter.Ask(ctx, crosscheck.Case{Lines: []string{oneRecord}}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := adapter.Ask(t.Context(), crosscheck.Case{Lines: []string{oneRecord}}); err != nil {
		t.Errorf("after that: %v", err)
	}
}

func TestMissingAdapter(t *testing.T) {
	if _, err := crosscheck.NewAdapter(t.TempDir()); err == nil {
		t.Error("an empty directory is no adapter")
	}
}

const (
	recordText = `{\"uuid\":\"a\"}` // inside a text
	project    = `"dialect":"chatrecord","op":"project"`
)

// protocolLines are lines and what the answer is: id and code, or result, or unsupported; "" for no answer.
var protocolLines = []struct{ line, want string }{
	{`{"id":1,"op":"describe"}`, "1 result"},
	{"", ""},
	{" \t\r", ""},
	{"\ufeff", "null bad_json"},
	{"\u00a0", "null bad_json"},
	{"\u2028", "null bad_json"},
	{"{", "null bad_json"},
	{`{"id":1,"op":"describe","x":"` + "\xff" + `"}`, "null bad_json"},
	{"[]", "null bad_request"},
	{"5", "null bad_request"},
	{"null", "null bad_request"},
	{`{"op":"describe"}`, "null bad_request"},
	{`{"id":null,"op":"describe"}`, "null bad_request"},
	{`{"id":[1],"op":"describe"}`, "null bad_request"},
	{`{"id":1.5,"op":"describe"}`, "null bad_request"},
	{`{"id":9007199254740992,"op":"describe"}`, "null bad_request"},
	{`{"id":"\ud800","op":"describe"}`, `"\ud800" result`},
	{`{"id":1}`, "1 bad_request"},
	{`{"id":1,"op":""}`, "1 bad_request"},
	{`{"id":1,"op":"project"}`, "1 bad_request"},
	{`{"id":1,"op":"project","dialect":""}`, "1 bad_request"},
	{`{"id":1,"op":"project","dialect":5}`, "1 bad_request"},
	{`{"id":1,"op":"project","dialect":"nobody's","value":[]}`, "1 unsupported"},
	{`{"id":1,"op":"nothing","dialect":"chatrecord"}`, "1 unsupported"},
	{`{"id":1,"op":"nothing","dialect":"chatrecord","jsonl":5}`, "1 bad_request"},
	{`{"id":1,` + project + `}`, "1 bad_input"},
	{`{"id":1,` + project + `,"jsonl":5}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl":null}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl":"\ud800"}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl_base64":"!!!"}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl_base64":"e30"}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl_base64":"e3\n0="}`, "1 bad_request"},
	{`{"id":1,` + project + `,"files":[]}`, "1 bad_request"},
	{`{"id":1,` + project + `,"files":{"a":5}}`, "1 bad_request"},
	{`{"id":1,` + project + `,"files":{"a":""}}`, "1 bad_input"},
	{`{"id":1,` + project + `,"jsonl":"","value":[]}`, "1 bad_request"},
	{`{"id":1,` + project + `,"jsonl":"","jsonl_base64":""}`, "1 bad_request"},
	{`{"id":1,` + project + `,"value":[],"files":{}}`, "1 bad_request"},
	{`{"id":1,` + project + `,"value":[],"options":5}`, "1 bad_options"},
	{`{"id":1,` + project + `,"jsonl":"` + recordText + `\n \t\r\n` + recordText + `"}`, "1 result"},
	{`{"id":1,` + project + `,"jsonl":"` + recordText + `\n\ufeff\n"}`, "1 bad_input"},
	{`{"id":1,` + project + `,"jsonl":"` + recordText + `\n\u00a0\n"}`, "1 bad_input"},
	{`{"id":1,` + project + `,"jsonl_base64":"e30="}`, "1 result"},
	{`{"id":1,"op":"describe","value":[]}`, "1 bad_input"},
	{`{"id":1,"op":"describe","options":5}`, "1 bad_options"},
	{`{"id":"last","op":"describe","dialect":"x"}`, `"last" result`},
}

// TestAdapterKeepsTheProtocol: lines that are wrong get the answers that section 8 of SPEC.md wants, and that the reference
// gives.
func TestAdapterKeepsTheProtocol(t *testing.T) {
	needAdapter(t)
	var input bytes.Buffer
	var want []string
	for _, test := range protocolLines {
		input.WriteString(test.line + "\n")
		if test.want != "" {
			want = append(want, test.want)
		}
	}
	input.Truncate(input.Len() - 1) // the last line needs no line feed
	node := exec.Command("node", "adapter.mjs")
	node.Dir, node.Stdin = directory, bytes.NewReader(input.Bytes())
	output, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	var reference bytes.Buffer
	if err := protocol.Serve(t.Context(), subject.New(""), &input, &reference, protocol.ServeOptions{}); err != nil {
		t.Fatal(err)
	}
	for name, output := range map[string]string{"the adapter": string(output), "the reference": reference.String()} {
		if got := outcomes(t, output); !slices.Equal(got, want) {
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Fatalf("%s: from answer %d on: got %q, want %q", name, i, got[min(i, len(got)):], want[min(i, len(want)):])
				}
			}
		}
	}
}

// outcomes are the ids and codes of answers.
func outcomes(t *testing.T, output string) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(output) {
		id, answer, err := protocol.ParseAnswer(line)
		if err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		outcome := "result"
		switch answer.Kind() {
		case protocol.ErrorAnswer:
			outcome = string(answer.Err().Code)
		case protocol.UnsupportedAnswer:
			outcome = "unsupported"
		}
		list = append(list, fmt.Sprintf("%s %s", jsvalue.AppendASCII(nil, id), outcome))
	}
	return list
}

// TestAdapterEndsWithItsOutput: when nobody reads its answers any more, it ends without a fault (TP-PROTO-14).
func TestAdapterEndsWithItsOutput(t *testing.T) {
	needAdapter(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "adapter.mjs")
	node.Dir = directory
	input, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	output.Close()
	for err == nil {
		_, err = input.Write([]byte(`{"id":1,"op":"describe"}` + "\n")) // until the pipe breaks
	}
	if err := node.Wait(); err != nil {
		t.Error(err)
	}
}
