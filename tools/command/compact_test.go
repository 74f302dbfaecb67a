package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestCompact (of 140,000 bytes 16,384 - 127 - 29 - 512 are left): what is written is small, has the rest of each line, and is written again as it is (ES-STORE-01, ES-STORE-07, ES-WIRE-01).
func TestCompact(t *testing.T) {
	big := strings.Repeat("a line\n", 20_000)
	output := string(jsvalue.AppendQuoted(nil, big))
	chat := fmt.Sprintf(`{"sessionId":"s","n":1.0,"event":{"type":"command","output":%s}}`+"\n"+`{"sessionId":"s","event":{"type":"tool_result","result":[%[1]s],"structured":%[1]s}}`+"\n", output)
	for _, form := range []string{"storage", "wire"} {
		var once, twice strings.Builder
		if code, message := run(chat, &once, "compact", "--for", form, "-"); code != exitDone || message != "" {
			t.Fatalf("exit code %d, %s", code, message)
		}
		if code, message := run(once.String(), &twice, "compact", "--for", form, "-"); code != exitDone || message != "" || twice.String() != once.String() {
			t.Errorf("%s: exit code %d, %s; %d bytes, and then %d", form, code, message, once.Len(), twice.Len())
		}
		command, result, _ := strings.Cut(once.String(), "\n")
		if !strings.HasPrefix(command, `{"sessionId":"s","n":1.0,"event":{"type":"command","output":"[ADE] Large command output was shortened`) ||
			!strings.HasSuffix(command, fmt.Sprintf(`","outputOriginalBytes":%d,"outputOmittedBytes":124284}}`, len(big))) {
			t.Errorf("%s: %.100s ... %s", form, command, lastBytes(command, 100))
		}
		if most := 60_000; once.Len() > most || strings.Contains(result, `"structured":`) != (form == "storage") {
			t.Errorf("%s: %d bytes, more than %d; %.200s", form, once.Len(), most, result)
		}
	}
}

// TestCompactKeepsTheNotice: a file that was capped is known by its notice (ES-HIST-12), and stays so.
func TestCompactKeepsTheNotice(t *testing.T) {
	const event, notice = `{"sessionId":"s","event":{"type":"text","text":"a"}}` + "\n", "[ADE] chat transcript limit reached (8MB). Further events omitted.\n"
	var out strings.Builder
	code, message := run(event+"  "+notice+"torn\n"+event, &out, "compact", "--for", "storage", "-")
	if code != exitDone || out.String() != event+notice+event || !strings.Contains(message, "line 2: invalid_json_line: the notice that the file was capped stays") ||
		!strings.Contains(message, "line 3: invalid_json_line: the line") {
		t.Errorf("exit code %d, %q, %s", code, out.String(), message)
	}
}
