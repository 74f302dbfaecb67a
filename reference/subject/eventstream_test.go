package subject_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// chatFile has two sessions, a torn line, a timestamp that is missing and a number that no binary64 holds.
const chatFile = `{"sessionId":" SECRET ","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":" Hi ","turnId":"t"},"x":1}
{"sessionId":"b","timestamp":"2026-08-10T10:00:01Z","event":{"type":"text","text":"other","messageId":"n"}}
{"sessionId":"SECRET","sequence":1e0,"event":{"type":"tool_call","tool":"Read","itemId":"c","turnId":"t","args":{"n":12345678901234567890123}}}
{"torn
{"sessionId":"SECRET","timestamp":"2026-08-10T10:00:03Z","event":{"type":"text","text":"a longer answer","turnId":"t"}}
{"sessionId":"SECRET","timestamp":"2026-08-10T10:00:04Z","event":{"type":"done","status":"completed","turnId":"t"}}
`

// imageFile has a line that is no envelope, an image in place of a path, and what is not sent.
const imageFile = `[]
{"sessionId":"s","timestamp":"t","event":{"type":"codex_image_view","path":"data:image/png;base64,AA"}}
{"sessionId":"s","timestamp":"t","event":{"type":"tool_result","structured":{}}}
`

// imageFound is what the answers to imageFile end with.
const imageFound = `"complete":false,"diagnostics":[{"code":"malformed_line","severity":"warning","message":"the line is no object; it was skipped","affectsCompleteness":true,"line":1,"byteOffset":0},` +
	`{"code":"omitted_data_uri","severity":"info","message":"the data of an image of 24 bytes was left out","affectsCompleteness":false,"path":"event.path","line":2,"byteOffset":3}]}`

// TestEventStreamRefusals: requests that are wrong, and the code they get (TP-PROTO-20, TP-PROTO-21).
func TestEventStreamRefusals(t *testing.T) {
	for _, op := range []string{"parse", "entries", "rows", "groups", "summary", "store", "wire", "batch", "repair", "recovery", "guardrail", "meter", "workflow"} {
		for _, input := range []protocol.Input{rawFiles(chatFile), value(`"SECRET"`), {}} {
			if failed := askOf(t, "eventstream", op, input, jsvalue.Value{}).Err(); failed.Code != protocol.BadInput {
				t.Errorf("%s: %+v", op, failed)
			}
		}
		for _, options := range []string{
			`{"now":null}`, `{"now":1}`, `{"sessionId":null}`, `{"sessionId":7}`, `{"sessionId":""}`, `{"sessionId":" "}`,
			`{"maxChars":null}`, `{"maxChars":1.5}`, `{"maxChars":"9"}`, `{"limit":null}`, `{"limit":1.5}`, `{"before":"9"}`,
		} {
			ignored := strings.Contains("parse store wire", op) && strings.Contains(options, "sessionId") || op != "summary" && op != "entries" && strings.Contains(options, "maxChars") ||
				op != "entries" && (strings.Contains(options, "limit") || strings.Contains(options, "before"))
			answer := askOf(t, "eventstream", op, protocol.TextOf(chatFile), decode(t, options))
			if ignored == (answer.Err().Code == protocol.BadOptions) || strings.Contains(answer.Err().Message, "SECRET") {
				t.Errorf("%s with %s: %+v", op, options, answer.Err())
			}
		}
	}
	for units, refused := range map[int]bool{64: false, 65: true} { // each envelope without a time has it (TP-PROTO-11)
		for _, op := range []string{"parse", "store", "batch", "rows", "summary", "snapshot", "page", "repair", "recovery"} {
			now := strings.Repeat("\\ud834\\udd1e", units/2) + strings.Repeat("\\ud834", units%2)
			answer := askOf(t, "eventstream", op, protocol.TextOf(chatFile), decode(t, `{"now":"`+now+`"}`))
			if (answer.Err().Code == protocol.BadOptions) != refused {
				t.Errorf("%s with a time of %d units: %+v", op, units, answer.Err())
			}
		}
	}
	for _, options := range []string{`{"maxChars":0}`, `{"maxChars":-1}`} {
		if answer := askOf(t, "eventstream", "summary", protocol.TextOf(chatFile), decode(t, options)); answer.Err().Code != protocol.BadOptions {
			t.Errorf("summary with %s: %+v", options, answer.Err())
		}
	}
}

// TestRecoveryRefusals: endings that are none, and results that do not depend on them (TP-PROTO-21).
func TestRecoveryRefusals(t *testing.T) {
	for options, refused := range map[string]bool{
		`{"ending":null}`: true, `{"ending":"end"}`: true, `{"ending":7}`: true, `{"ending":""}`: true, `{"ending":"stop"}`: false, `{"other":1}`: false,
		`{"restoreAt":null}`: true, `{"restoreAt":"2026-08-10T10:00:00Z"}`: true, `{"restoreAt":[7]}`: true, `{"restoreAt":[""]}`: false, `{"restoreAt":[]}`: false,
	} {
		answer := askOf(t, "eventstream", "recovery", protocol.TextOf(chatFile), decode(t, options))
		if (answer.Err().Code == protocol.BadOptions) != refused {
			t.Errorf("%s: %+v", options, answer.Err())
		}
	}
	diagnostics := source(askOf(t, "eventstream", "rows", protocol.TextOf(chatFile), jsvalue.Value{}).Result().Get("diagnostics"))
	for _, op := range []string{"repair", "recovery", "guardrail", "meter", "workflow"} {
		result := askOf(t, "eventstream", op, protocol.TextOf(chatFile), jsvalue.Value{}).Result()
		if source(result.Get("diagnostics")) != diagnostics || result.Get("complete").IsTrue() || result.Get("sessionId").Text() != "SECRET" {
			t.Errorf("%s: %s", op, source(result))
		}
	}
}

// TestEventStreamResults: each operation answers what it is asked for, and what damages a file is a diagnostic (TP-PROTO-20, TP-PROTO-21).
func TestEventStreamResults(t *testing.T) {
	codes := func(r jsvalue.Value) string {
		var list []string
		for _, d := range r.Get("diagnostics").Elements() {
			list = append(list, d.Get("code").Text())
		}
		return strings.Join(list, " ") + " " + source(r.Get("complete"))
	}
	all := func(r jsvalue.Value) string { return source(r) }
	for _, c := range []struct {
		op, options, text string
		show              func(result jsvalue.Value) string
		want              string
	}{
		{"parse", "", chatFile, codes, "invalid_timestamp invalid_json_line false"},
		{"parse", `{"now":"N"}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("envelopes").At(2)) }, `{"sessionId":"SECRET","timestamp":"N","event":{"type":"tool_call","tool":"Read","itemId":"c","turnId":"t","args":{"n":1.2345678901234568e+22}},"sequence":1}`},
		{"parse", "", "", all, `{"envelopes":[],"complete":true,"diagnostics":[]}`},
		{"entries", "", chatFile, codes, "other_session invalid_timestamp invalid_json_line false"},
		{"entries", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("sessionId")) + source(r.Get("entries")) }, `"SECRET"[{"role":"user","text":"Hi","timestamp":"2026-08-10T10:00:00Z","turnId":"t"},{"role":"assistant","text":"a longer answer","timestamp":"2026-08-10T10:00:03Z","turnId":"t"}]`},
		{"entries", `{"sessionId":" b "}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("sessionId")) + source(r.Get("entries")) }, `"b"[{"role":"assistant","text":"other","timestamp":"2026-08-10T10:00:01Z","messageId":"n"}]`},
		{"entries", `{"limit":1}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("nextBefore")) + source(r.Get("entries")) }, `384[{"role":"assistant","text":"a longer answer","timestamp":"2026-08-10T10:00:03Z","turnId":"t","entryOffset":384}]`},
		{"entries", `{"before":384}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("nextBefore")) + source(r.Get("entries")) }, `null[{"role":"user","text":"Hi","timestamp":"2026-08-10T10:00:00Z","turnId":"t","entryOffset":0}]`},
		{"entries", `{"before":-1,"limit":-7,"maxChars":1e300}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("nextBefore")) + source(r.Get("entries")) }, `null[]`},
		{"entries", `{"sessionId":"c"}`, "", all, `{"sessionId":"c","entries":[],"complete":true,"diagnostics":[]}`},
		{"rows", "", "", all, `{"sessionId":null,"rows":[],"complete":true,"diagnostics":[]}`},
		{"rows", `{"now":"N"}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("rows").At(1).Get("key")) }, `"SECRET:2:N"`},
		{"rows", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("rows").At(1).Get("event").Get("type")) }, `"work_log_entry"`},
		{"groups", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("rows").At(1).Get("event").Get("type")) }, `"work_log_group"`},
		{"groups", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("turns")) }, `[{"turnId":"t","startTimestamp":"2026-08-10T10:00:00Z","filesChanged":0,"insertions":0,"deletions":0,"endTimestamp":"2026-08-10T10:00:04Z","status":"completed"}]`},
		{"groups", "", "", all, `{"sessionId":null,"rows":[],"turns":[],"complete":true,"diagnostics":[]}`},
		{"summary", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("summary")) }, `"a longer answer"`},
		{"summary", `{"maxChars":9}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("summary")) }, `"a long..."`},
		{"summary", `{"maxChars":1e300}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("summary")) }, `"a longer answer"`},
		{"summary", "", "\xff", codes, "invalid_json_line false"},
		{"summary", "", "", all, `{"sessionId":null,"summary":null,"complete":true,"diagnostics":[]}`},
		{"store", "", chatFile, codes, "invalid_timestamp invalid_json_line false"},
		{"store", `{"now":"N"}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("envelopes").At(2).Get("timestamp")) }, `"N"`},
		{"wire", "", "", all, `{"envelopes":[],"complete":true,"diagnostics":[]}`},
		{"store", "", imageFile, all, `{"envelopes":[{"sessionId":"s","timestamp":"t","event":{"type":"codex_image_view","path":null}},{"sessionId":"s","timestamp":"t","event":{"type":"tool_result","structured":{}}}],` + imageFound},
		{"wire", "", imageFile, all, `{"envelopes":[{"sessionId":"s","timestamp":"t","event":{"type":"codex_image_view","path":null}},{"sessionId":"s","timestamp":"t","event":{"type":"tool_result"}}],` + imageFound},
		{"batch", "", chatFile, codes, "other_session invalid_timestamp invalid_json_line false"},
		{"batch", `{"sessionId":" b "}`, chatFile, func(r jsvalue.Value) string { return source(r.Get("sessionId")) + source(r.Get("flushes")) }, `"b"[{"envelope":0,"reason":"other","at":1786356001000,"fragments":1,"chars":5,"msSinceLastFlush":null}]`},
		{"batch", "", chatFile, func(r jsvalue.Value) string { return source(r.Get("flushes")) }, `[{"envelope":2,"reason":"timer","at":1786356003100,"fragments":1,"chars":15,"msSinceLastFlush":null}]`},
		{"batch", "", "", all, `{"sessionId":null,"envelopes":[],"flushes":[],"complete":true,"diagnostics":[]}`},
	} {
		var options jsvalue.Value
		if c.options != "" {
			options = decode(t, c.options)
		}
		answer := askOf(t, "eventstream", c.op, protocol.TextOf(c.text), options)
		if got := c.show(answer.Result()); got != c.want {
			t.Errorf("%s with %q:\n got %s\nwant %s\n%+v", c.op, c.options, got, c.want, answer.Err())
		}
	}
}
