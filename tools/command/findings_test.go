package command

import (
	"fmt"
	"strings"
	"testing"

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
		{"project --format json", lost + lost + "{}\n" + record, 1, 2 * mostFindings},
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
