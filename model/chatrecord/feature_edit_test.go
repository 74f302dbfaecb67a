package chatrecord_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// A record of the type, without a timestamp, with further members; none are "".
func record(kind, more string) string {
	if more != "" {
		more = "," + more
	}
	return `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"` + kind + `"` + more + `}`
}

func parts(list string) string { return `"message":{"parts":[` + list + `]}` }

func response(more string) string { return `{"functionResponse":{"id":"x","name":"f"` + more + `}}` }

func called(args string) string {
	return parts(`{"functionCall":{"id":"x","name":"mcp__f","args":` + args + `}}`)
}

const gone = "gone"

// TestSmallestEdits: what a feature is taken away with, in a record of its own, and what stays.
func TestSmallestEdits(t *testing.T) {
	long, deep := strings.Repeat("x", 59), strings.Repeat("[", 18)+strings.Repeat("]", 18)
	huge := strings.Repeat("[", 4000) + strings.Repeat("]", 4000)
	list := `"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}`
	for _, c := range []struct {
		feature, kind string
		before, after string // the further members of the record, or gone
	}{
		{"member-of-the-wrong-type", "user", parts(`{"text":5},{"text":"x","functionCall":5}`), parts(`{"text":"x"}`)},
		{"content-of-another-kind", "user", parts(`{"text":"x","fileData":{"a":1}}`), parts(`{"text":"x"}`)},
		{"message-without-parts", "user", `"message":{"content":"x"}`, ""},
		{"parts-of-a-system-record", "system", parts(`{"text":"x"}`), ""},
		{"arguments-that-are-no-object", "user", parts(`{"functionCall":{"name":"f","args":5}}`), parts(`{"functionCall":{"name":"f"}}`)},
		{"usage-that-is-no-object", "assistant", `"usageMetadata":5`, ""},
		{"payload-that-is-no-object", "user", `"systemPayload":5`, ""},
		{"odd-output-items", "system", `"subtype":"slash_command","systemPayload":{"outputHistoryItems":[5,{"text":"x"}]}`, `"subtype":"slash_command","systemPayload":{"outputHistoryItems":[{"text":"x"}]}`},
		{"odd-output-items", "system", `"subtype":"slash_command","systemPayload":{"outputHistoryItems":5}`, `"subtype":"slash_command","systemPayload":{}`},
		{"cancelled-turn", "system", `"subtype":"turn_result","systemPayload":{"state":"cancelled"}`, gone},
		{"background-task-completed", "system", `"subtype":"background_task_completed","systemPayload":{"displayText":"x"}`, gone},
		{"empty-part", "user", parts(`{"text":"x"},{"text":""}`), parts(`{"text":"x"}`)},
		{"empty-part", "user", parts(`{"text":""}`), ""},

		{"odd-attachments", "user", `"systemPayload":{"attachmentReferences":5,"resourceLinks":[5]}`, `"systemPayload":{"resourceLinks":[]}`},
		{"attachments-without-a-text", "user", `"subtype":"cron","systemPayload":{"displayText":"","resourceLinks":[{"type":"resource_link","uri":"u","name":"n"}]}`, `"subtype":"cron","systemPayload":{"displayText":""}`},
		{"attachment-with-half-a-character", "user", `"systemPayload":{"attachmentReferences":[{"attachmentId":"\ud800"}]}`, `"systemPayload":{"attachmentReferences":[]}`},
		{"links-that-do-not-merge", "user", `"systemPayload":{"resourceLinks":[{"uri":"u","_meta":5}]}`, `"systemPayload":{"resourceLinks":[{"uri":"u"}]}`},
		{"deep-display-data", "user", `"systemPayload":{"x":` + huge + `}`, ""},
		{"odd-display-text", "user", `"systemPayload":{"displayText":5,"x":1}`, `"systemPayload":{"x":1}`},
		{"no-display-text", "user", `"subtype":"cron",` + parts(`{"text":"x"}`), `"subtype":"cron"`},
		{"odd-display-text", "user", `"subtype":"cron","systemPayload":{"displayText":5},` + parts(`{"text":"x"}`), `"subtype":"cron","systemPayload":{"displayText":""},` + parts(`{"text":"x"}`)},
		{"odd-display-text", "system", `"subtype":"background_task_completed","systemPayload":{"backgroundTask":{"x":1}}`, `"subtype":"background_task_completed","systemPayload":{}`},
		{"image-without-data", "user", parts(`{"text":"x","inlineData":{"data":""}}`), parts(`{"text":"x"}`)},
		{"beside-a-hidden-text", "user", `"systemPayload":{"displayText":"x","hookContext":"h"},` + parts(`{"text":"y","inlineData":{}}`), `"systemPayload":{"displayText":"x","hookContext":"h"},` + parts(`{"text":"y"}`)},

		{"media-in-response", "tool_result", parts(response(`,"parts":[5]`)), parts(response(``))},
		{"text-beside-a-diff-or-an-error", "tool_result", `"toolCallResult":{"error":{"message":"e"}},` + parts(response("")+`,{"text":"x"}`), `"toolCallResult":{"error":{"message":"e"}},` + parts(response(""))},
		{"text-beside-a-plan", "tool_result", list + `,` + parts(response("")+`,{"text":"x"}`), list + `,` + parts(response(""))},
		{"odd-part-of-a-result", "tool_result", parts(response("") + `,5,{"inlineData":{}},{"text":"x","functionCall":{}}`), parts(response("") + `,{"text":"x"}`)},
		{"response-that-is-no-object", "tool_result", parts(response(`,"response":5`)), parts(response(""))},
		{"deep-response", "tool_result", parts(response(`,"response":{"x":` + huge + `}`)), parts(response(""))},
		{"secret-in-a-response", "tool_result", parts(response(`,"response":{"x":[{"token":1,"y":2}]}`)), parts(response(`,"response":{"x":[{"y":2}]}`))},
		{"error-beside-an-empty-output", "tool_result", parts(response(`,"response":{"output":"","error":"e"}`)), parts(response(`,"response":{"output":""}`))},
		{"outcome-that-is-no-object", "tool_result", `"toolCallResult":5`, ""},
		{"cancelled-or-null-status", "tool_result", `"toolCallResult":{"status":null}`, `"toolCallResult":{}`},
		{"error-without-a-message", "tool_result", `"toolCallResult":{"error":{"code":5}}`, `"toolCallResult":{}`},
		{"odd-todo-items", "tool_result", `"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[5]}}`, list},
		{"odd-todo-items", "tool_result", `"toolCallResult":{"resultDisplay":"{\"type\":\"todo_list\",\"todos\":[5]}"}`, `"toolCallResult":{"resultDisplay":"{\"type\":\"todo_list\",\"todos\":[]}"}`},
		{"todo-write-without-an-id", "tool_result", parts(`{"functionResponse":{"name":"todo_write"}}`), gone},
		{"second-result", "tool_result", parts(response("") + `,` + response("")), parts(response(""))},
		{"several-responses", "tool_result", parts(response("") + `,{"functionResponse":{"id":"y"}}`), parts(response(""))},
		{"response-elsewhere", "user", parts(`{"text":"x"},` + response("")), parts(`{"text":"x"}`)},
		{"reused-call-id", "assistant", parts(`{"functionCall":{"id":"x","name":"f"}},{"functionCall":{"id":"x","name":"g"}}`), parts(`{"functionCall":{"id":"x","name":"f"}}`)},
		{"dangling-call", "assistant", parts(`{"text":"x"},{"functionCall":{"id":"x","name":"f"}}`), parts(`{"text":"x"}`)},

		{"null-row", "assistant", called(`{"data":[{"a":1},null]}`), called(`{"data":[{"a":1}]}`)},
		{"inherited-column", "assistant", called(`{"data":[{"a":1,"valueOf":1}]}`), called(`{"data":[{"a":1}]}`)},
		{"result-without-text", "assistant", called(`{"q":"x","results":[[{"toString":1}]]}`), called(`{"q":"x","results":[[{}]]}`)},
		{"mark-in-a-todo-list", "assistant", called(`{"todos":[{"content":"\ufeffx","status":"pending"}]}`), called(`{"todos":[{"content":"x","status":"pending"}]}`)},
		{"cut-inside-a-character", "assistant", called(`{"a":"` + long + `\ud83d\ude80"}`), parts(`{"functionCall":{"id":"x","name":"mcp__f"}}`)},
		{"value-too-deep", "assistant", called(`{"a":` + deep + `}`), parts(`{"functionCall":{"id":"x","name":"mcp__f"}}`)},
		{"cut-of-a-message", "user", parts(`{"text":"\ufeff` + strings.Repeat("x", 100_000) + `"}`), gone},
	} {
		before, want := sessionOf(record(c.kind, c.before)), ""
		if c.after != gone {
			want = sessionOf(record(c.kind, c.after)).Input.Text()
		}
		checkEdit(t, c.feature, before, want)
	}
}

func checkEdit(t *testing.T, name string, before testcase.Case, want string) {
	t.Helper()
	feature := featureCalled(t, name)
	if !feature.Has(before) || !slices.Contains(chatrecord.FeaturesOf(before), name) || len(chatrecord.PlacesOf(before, name)) == 0 {
		t.Errorf("%s is not found in\n%.300s", name, before.Input.Text())
		return
	}
	edited, ok := feature.Without(before)
	if got := edited.Input.Text(); !ok || got != want {
		t.Errorf("%s: %v\n%.300s\nwant\n%.300s", name, ok, got, want)
	}
	again, ok := feature.Without(edited)
	if feature.Has(edited) || !ok || again.Digest() != edited.Digest() {
		t.Errorf("%s does not stay away", name)
	}
}

// TestEditsOfSessions: features of several records.
func TestEditsOfSessions(t *testing.T) {
	line := func(uuid, parent, kind, more string) string {
		return `{"uuid":"` + uuid + `","parentUuid":` + parent + `,"sessionId":"s","type":"` + kind + `",` + more + `}`
	}
	call := line("a", "null", "assistant", parts(`{"functionCall":{"id":"x","name":"f"}}`))
	for _, c := range []struct {
		feature       string
		before, after []string
	}{
		{
			"nameless-result",
			[]string{call, line("b", `"a"`, "tool_result", parts(`{"functionResponse":{"id":"x"}},{"functionResponse":{"id":"x","name":"g"}}`))},
			[]string{call, line("b", `"a"`, "tool_result", parts(`{"functionResponse":{"id":"x","name":"f"}},{"functionResponse":{"id":"x","name":"g"}}`))},
		},
		{
			"nameless-result",
			[]string{call, line("b", `"a"`, "tool_result", `"toolCallResult":{"callId":"x"}`)},
			[]string{call, line("b", `"a"`, "tool_result", `"toolCallResult":{"callId":"x"},"message":{"parts":[{"functionResponse":{"name":"f"}}]}`)},
		},
		{
			"nameless-result",
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", `"a"`, "tool_result", parts(`{"functionResponse":{"id":"x"}}`))},
			[]string{line("a", "null", "user", parts(`{"text":"x"}`))},
		},
		{
			"synthetic-collision",
			[]string{line("a", "null", "assistant", parts(`{"functionCall":{"name":"f"}}`)), line("b", `"a"`, "tool_result", parts(`{"functionResponse":{"id":"qwen-replay-tool:a:0","name":"f"}}`))},
			[]string{line("a", "null", "assistant", parts(`{"functionCall":{"name":"f"}}`))},
		},
		{
			"result-before-start",
			[]string{line("a", "null", "tool_result", parts(response(""))), line("b", `"a"`, "assistant", parts(`{"text":"x"},{"functionCall":{"id":"x","name":"f"}}`)), line("c", `"b"`, "tool_result", parts(response("")))},
			[]string{line("a", "null", "tool_result", parts(response(""))), line("b", `"a"`, "assistant", parts(`{"text":"x"}`))},
		},
		{
			"no-display-text", // the first fragment has the subtype
			[]string{line("a", "null", "user", `"subtype":"cron"`), line("a", "null", "user", `"x":1,`+parts(`{"text":"x"}`))},
			[]string{line("a", "null", "user", `"subtype":"cron"`), line("a", "null", "user", `"x":1`)},
		},
		{
			"late-fragment",
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", `"a"`, "user", parts(`{"text":"y"}`)), line("a", "null", "user", parts(`{"text":"z"}`))},
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", "null", "user", parts(`{"text":"y"}`)), line("a", "null", "user", parts(`{"text":"z"}`))},
		},
		{
			"rewind-to-nothing",
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", "null", "system", `"subtype":"rewind"`), line("c", `"b"`, "user", parts(`{"text":"y"}`))},
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("c", "null", "user", parts(`{"text":"y"}`))},
		},
		{
			"content-beside-chain", // below a record without content
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", `"a"`, "user", `"x":1`), line("c", `"b"`, "user", parts(`{"text":"y"}`)), line("d", `"a"`, "system", `"subtype":"ui_telemetry"`)},
			[]string{line("a", "null", "user", parts(`{"text":"x"}`)), line("b", `"a"`, "user", `"x":1`), line("d", `"a"`, "system", `"subtype":"ui_telemetry"`)},
		},
		{
			"conflicting-fragment",
			[]string{line("a", "null", "user", `"systemPayload":{"x":1}`), line("a", "null", "user", `"y":1,"systemPayload":{"x":2}`)},
			[]string{line("a", "null", "user", `"systemPayload":{"x":1}`), line("a", "null", "user", `"y":1`)},
		},
		{
			"times-of-fragments",
			[]string{line("a", "null", "user", `"timestamp":"2026-07-14T12:00:00+05:00"`), line("a", "null", "user", `"timestamp":"2026-07-14T11:00:00Z"`)},
			[]string{line("a", "null", "user", `"timestamp":"2026-07-14T11:00:00Z"`), line("a", "null", "user", `"timestamp":"2026-07-14T11:00:00Z"`)},
		},
		{
			"disputed-timestamp",
			[]string{line("a", "null", "user", `"timestamp":"banana 12"`)},
			[]string{line("a", "null", "user", `"timestamp":"2026-07-14T09:00:00.000Z"`)},
		},
		{
			"disputed-timestamp",
			[]string{line("a", "null", "user", `"timestamp":"31 Dec 2026 10:00:00 GMT"`)},
			[]string{line("a", "null", "user", `"timestamp":"2026-12-31T10:00:00.000Z"`)},
		},
		{
			"long-record-id",
			[]string{line(strings.Repeat("u", 512), "null", "user", parts(`{"text":"x"},{"inlineData":{"data":"AAAA"}}`))},
			[]string{line(strings.Repeat("u", 512), "null", "user", parts(`{"text":"x"}`))},
		},
		{
			"stray-usage",
			[]string{
				line("a", "null", "system", `"subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[{"text":"x"}]}`),
				line("b", `"a"`, "assistant", `"x":1,"usageMetadata":{"promptTokenCount":1}`), line("c", `"b"`, "assistant", parts(`{"text":"y"}`)+`,"usageMetadata":{}`),
			},
			[]string{
				line("a", "null", "system", `"subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[{"text":"x"}]}`),
				line("b", `"a"`, "assistant", `"x":1`), line("c", `"b"`, "assistant", parts(`{"text":"y"}`)+`,"usageMetadata":{}`),
			},
		},
		{
			"late-usage-of-a-sub-agent",
			[]string{
				call, line("b", `"a"`, "user", parts(`{"text":"x"}`)), line("c", `"b"`, "assistant", parts(`{"text":"y"}`)),
				line("d", `"c"`, "tool_result", `"toolCallResult":{"callId":"x","resultDisplay":{"executionSummary":{},"z":1}}`),
			},
			[]string{
				call, line("b", `"a"`, "user", parts(`{"text":"x"}`)), line("c", `"b"`, "assistant", parts(`{"text":"y"}`)),
				line("d", `"c"`, "tool_result", `"toolCallResult":{"callId":"x","resultDisplay":{"z":1}}`),
			},
		},
	} {
		checkEdit(t, c.feature, sessionOf(c.before...), sessionOf(c.after...).Input.Text())
	}
}

// TestFeaturesAreNarrow: what looks like a feature, and is none.
func TestFeaturesAreNarrow(t *testing.T) {
	under := func(parent, record string) string {
		return strings.Replace(strings.Replace(record, `"uuid":"a"`, `"uuid":"`+parent+`b"`, 1), "null", `"`+parent+`"`, 1)
	}
	long := strings.Repeat("x", 59)
	for _, c := range []struct {
		feature string
		lines   []string
	}{
		{"cut-inside-a-character", []string{record("assistant", parts(`{"functionCall":{"id":"x","name":"f","args":{"a":"`+long+`\ud83d\ude80"}}}`))}},
		{"odd-todo-items", []string{record("tool_result", `"toolCallResult":{"resultDisplay":{"type":"other","todos":[5]}}`)}},
		{"odd-todo-items", []string{record("tool_result", `"toolCallResult":{"resultDisplay":"{\"type\":\"other\",\"todos\":[5]}"}`)}},
		{"odd-todo-items", []string{record("user", `"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[5]}}`)}},
		{"rewind-to-nothing", []string{record("system", `"subtype":"rewind"`), under("a", record("user", parts(`{"text":"x"}`)))}},
		{"content-of-another-kind", []string{record("user", parts(`{"fileData":{"a":1}}`))}},
		{"image-without-data", []string{record("assistant", parts(`{"inlineData":{"data":""}}`))}},
		{"no-display-text", []string{record("user", `"subtype":"cron","systemPayload":{"displayText":""},`+parts(`{"text":"x"}`))}},
		{"text-beside-a-plan", []string{record("tool_result", parts(response("")+`,{"text":"x"}`))}},
		{"value-too-deep", []string{record("assistant", called(`{"a":`+strings.Repeat("[", 15)+strings.Repeat("]", 15)+`}`))}},
		{"null-row", []string{record("assistant", called(`{"data":[5,null]}`))}},
		{"disputed-timestamp", []string{record("user", `"timestamp":"banana"`)}},
		{"several-responses", []string{record("tool_result", parts(response(""))), under("a", record("tool_result", parts(`{"functionResponse":{"id":"y"}}`)))}},
		{
			"late-usage-of-a-sub-agent", // no message of the user in between
			[]string{record("assistant", called(`{}`)), under("a", record("assistant", parts(`{"text":"y"}`))), under("ab", record("tool_result", `"toolCallResult":{"callId":"x","resultDisplay":{"executionSummary":{}}}`))},
		},
		{
			"stray-usage", // behind a text of the model
			[]string{record("assistant", parts(`{"text":"y"}`)), under("a", record("assistant", `"usageMetadata":{"promptTokenCount":1}`))},
		},
	} {
		if featureCalled(t, c.feature).Has(sessionOf(c.lines...)) {
			t.Errorf("%s in\n%s", c.feature, strings.Join(c.lines, "\n"))
		}
	}
}

func TestFeaturesOfOptions(t *testing.T) {
	limited := func(limit int64) testcase.Case {
		c := sessionOf(root, answer)
		c.Options = jsvalue.ObjectValue(jsvalue.Member{Key: "maxBlocks", Value: jsvalue.IntValue(limit)})
		return c
	}
	null := sessionOf(root)
	null.Options = jsvalue.NullValue()
	for _, test := range []struct {
		c    testcase.Case
		want []string
	}{
		{limited(1), []string{"max-blocks", "limit-of-blocks"}},
		{limited(2), []string{"max-blocks"}},
		{null, []string{"null-options"}},
	} {
		if got := chatrecord.FeaturesOf(test.c); !slices.Equal(got, test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
		for _, name := range test.want {
			edited, ok := featureCalled(t, name).Without(test.c)
			if left := chatrecord.FeaturesOf(edited); !ok || len(left) > 0 || edited.Input.Text() != test.c.Input.Text() {
				t.Errorf("%s: %v, %v left", name, ok, left)
			}
		}
	}
}
