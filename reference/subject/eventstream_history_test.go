package subject_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// TestHistoryRefusals: requests for a history that are wrong, and the code they get (TP-PROTO-21).
func TestHistoryRefusals(t *testing.T) {
	taken := map[string]string{
		"snapshot": "now sessionId maxBytes maxEvents resident", "page": "now sessionId maxBytes beforeOffset", "candidate": "now sessionId modified",
	}
	for op, options := range taken {
		right := protocol.TextOf(chatFile)
		wrong := rawFiles(chatFile)
		if op == "candidate" {
			right, wrong = wrong, right
		}
		for _, input := range []protocol.Input{wrong, value(`"SECRET"`), {}} {
			if failed := askOf(t, "eventstream", op, input, jsvalue.Value{}).Err(); failed.Code != protocol.BadInput {
				t.Errorf("%s: %+v", op, failed)
			}
		}
		for _, bad := range []string{
			`{"now":null}`, `{"sessionId":" "}`, `{"maxBytes":null}`, `{"maxBytes":"9"}`, `{"maxEvents":[]}`, `{"resident":true}`, `{"beforeOffset":"9"}`,
			`{"beforeOffset":null}`, `{"modified":null}`, `{"modified":[]}`, `{"modified":{"SECRET":"1"}}`, `{"modified":{"SECRET":1e400}}`,
		} {
			name := decode(t, bad).Member(0).Key
			answer := askOf(t, "eventstream", op, right, decode(t, bad))
			if known := strings.Contains(options, name); known != (answer.Err().Code == protocol.BadOptions) || strings.Contains(answer.Err().Message, "SECRET") {
				t.Errorf("%s with %s: %+v", op, bad, answer.Err())
			}
		}
	}
}

// TestHistoryBounds: numbers are floored and clamped, and infinite ones are only large (TP-PROTO-21).
func TestHistoryBounds(t *testing.T) {
	show := func(r jsvalue.Value) string {
		var list []string
		for _, e := range r.Get("events").Elements() {
			list = append(list, e.Get("event").Get("type").Text())
		}
		cursor := r.Get("tailStartOffset")
		if r.Has("startOffset") {
			cursor = r.Get("startOffset")
		}
		return source(r.Get("sessionId")) + " " + strings.Join(list, " ") + " " + source(cursor)
	}
	for _, c := range []struct{ op, options, want string }{
		{"snapshot", `{}`, `"SECRET" user_message tool_call text done null`},
		{"snapshot", `{"sessionId":" b "}`, `"b" text null`},
		{"snapshot", `{"maxEvents":1.9}`, `"SECRET" done 504`},
		{"snapshot", `{"maxEvents":0.9}`, `"SECRET"  620`},
		{"snapshot", `{"maxEvents":-1e400,"maxBytes":1e400}`, `"SECRET"  620`},
		{"snapshot", `{"maxBytes":-1}`, `"SECRET"  620`},
		{"snapshot", `{"resident":2.5,"maxEvents":2}`, `"SECRET" text done 620`},
		{"snapshot", `{"resident":-3,"maxEvents":2}`, `"SECRET" text done 384`},
		{"page", `{}`, `"SECRET" user_message tool_call text done 0`},
		{"page", `{"beforeOffset":1e400,"maxBytes":-1e400}`, `"SECRET" user_message tool_call text done 0`},
		{"page", `{"beforeOffset":384.9}`, `"SECRET" user_message tool_call 0`},
		{"page", `{"beforeOffset":-1e400}`, `"SECRET"  0`},
	} {
		answer := askOf(t, "eventstream", c.op, protocol.TextOf(chatFile), decode(t, c.options))
		if got := show(answer.Result()); got != c.want {
			t.Errorf("%s with %s:\n got %s\nwant %s\n%+v", c.op, c.options, got, c.want, answer.Err())
		}
	}
	if answer := askOf(t, "eventstream", "candidate", rawFiles(), jsvalue.Value{}); source(answer.Result()) != `{"chosen":null,"candidates":[]}` {
		t.Errorf("of no file: %s %+v", source(answer.Result()), answer.Err())
	}
}
