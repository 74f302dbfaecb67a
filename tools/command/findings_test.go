package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestMostFindings: of lines that are lost only so many are named, and the others counted; what is shown, and the places of what is
// named, are those of the file.
func TestMostFindings(t *testing.T) {
	const said = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"text","text":"apples"}}` + "\n"
	const odd = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"no such type"}}` + "\n"
	const record = `{"uuid":"u","parentUuid":null,"sessionId":"s","type":"user","timestamp":"2026-08-10T10:00:00Z","message":{"role":"user","parts":[{"text":"apples"}]}}` + "\n"
	lost := strings.Repeat("x\n1\n", mostFindings/2)
	for _, c := range []struct {
		args, text string
		more, held int
	}{
		{"project --dialect eventstream --format json --view entries", lost + said + odd, 0, mostFindings + 1},
		{"project --dialect eventstream --format json --view entries", lost + "x\n[]\n \"\"\r\n" + said + odd, 3, mostFindings + 1},
		{"project --format json", lost + record, 0, mostFindings},
		{"project --format json", lost + "{}\nx\n" + record, 2, mostFindings},
		{"compact --for wire", lost + "x\n" + said, 1, 0},
	} {
		var out strings.Builder
		code, message := run(c.text, &out, append(strings.Fields(c.args), "-")...)
		told := fmt.Sprintf("transcript: too_many_findings: %d more are not named\n", c.more)
		if code != exitDone || !strings.Contains(out.String(), "apples") || strings.Contains(message, told) != (c.more > 0) {
			t.Errorf("%s: exit code %d, %s", c.args, code, lastBytes(message, 200))
		}
		if c.held == 0 {
			continue
		}
		answer, err := jsvalue.Decode(out.String())
		if err != nil {
			t.Fatal(err)
		}
		var named []jsvalue.Value
		for _, d := range answer.Get("diagnostics").Elements() {
			named = append(named, d)
		}
		if len(named) != c.held || answer.Get("complete").IsTrue() {
			t.Errorf("%s: %d findings, complete %v", c.args, len(named), answer.Get("complete").IsTrue())
		}
		if last := named[len(named)-1]; strings.HasSuffix(c.text, odd) && string(jsvalue.Append(nil, last.Get("line"))) != fmt.Sprint(strings.Count(c.text, "\n")) {
			t.Errorf("%s: %s", c.args, jsvalue.Append(nil, last))
		}
	}
}

// TestMostFindingsOfMended: lines that were mended take the place of no loss, which makes the answer incomplete.
func TestMostFindingsOfMended(t *testing.T) {
	text := strings.Repeat(`{"uuid":1}{"uuid":1}`+"\n", mostFindings+1) + "x\n"
	lines, damages, left := readLines(text, newProgress(&Streams{}, 0))
	if len(lines) != 2*mostFindings+2 || len(damages) != mostFindings+1 || left != 1 || damages[mostFindings].Code() != diagnostic.InvalidJSONLine {
		t.Errorf("%d lines, %d damages, %d left", len(lines), len(damages), left)
	}
}

// TestMostFindingsOfHistory: of the lost lines of a window the last are named, so that a loss beside what is shown is one of them.
func TestMostFindingsOfHistory(t *testing.T) {
	const said = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"text","text":"apples"}}` + "\n"
	lost := strings.Repeat("x\n", mostFindings)
	for _, c := range []struct {
		args, text string
		more       int
		last       int // where the last line begins that is lost
	}{
		{"--max-bytes 8000000", said + lost, 0, len(said+lost) - 2},
		{"--max-bytes 8000000", said + "[]\n" + lost, 1, len(said+lost) + 1},
		{"--max-bytes 200004", strings.Repeat("y", 9) + "\n" + lost + "\n", 0, len(lost) + 8},
		{"--max-bytes 200004", strings.Repeat("y", 9) + "\n" + lost + "xx\n", 1, len(lost) + 10},
		{fmt.Sprint("--before ", len(said+"x\n[]\n"+lost)), said + "x\n[]\n" + lost + lost, 2, len(said+"x\n[]\n"+lost) - 2},
	} {
		var out strings.Builder
		code, message := run(c.text, &out, append(strings.Fields("history --session s --format json "+c.args), "-")...)
		told := ""
		if c.more > 0 {
			told = fmt.Sprintf("transcript: too_many_findings: %d more are not named\n", c.more)
		}
		answer, err := jsvalue.Decode(out.String())
		if err != nil {
			t.Fatalf("exit code %d, %s, %v", code, message, err)
		}
		var at []string
		for _, d := range answer.Get("diagnostics").Elements() {
			if d.Get("code").Text() != "history_truncated" {
				at = append(at, string(jsvalue.Append(nil, d.Get("byteOffset"))))
			}
		}
		if code != exitDone || message != told || len(at) != mostFindings || at[len(at)-1] != fmt.Sprint(c.last) || answer.Get("complete").IsTrue() {
			t.Errorf("%s: exit code %d, %s, %d findings, the last at %s", c.args, code, message, len(at), at[len(at)-1])
		}
	}
}
