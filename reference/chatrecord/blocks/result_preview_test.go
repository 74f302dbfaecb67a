package blocks

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// resultPreview is the preview of an output beside one text of content, as JSON; "" when there is none.
func resultPreview(t *testing.T, tool, output string, texts ...string) string {
	t.Helper()
	var value jsvalue.Value
	if output != "" {
		value, _ = redact.Capped(decodeJSON(t, output))
	}
	var content []update.ToolContent
	for _, text := range texts {
		content = append(content, update.ToolContent{Text: text})
	}
	return encodeJSON(resultPreviewOf("", value, content, tool))
}

// The text that the producer states wins when it has 1 to 100,000 units.
func TestStatedResultPreview(t *testing.T) {
	content := []update.ToolContent{{Text: "content"}}
	answers := decodeJSON(t, `{"type":"ask_user_question_answers","text":"T"}`)
	long := strings.Repeat("语", 100_000)
	for _, test := range []struct{ stated, want string }{
		{"s", "s"}, {long, long}, {"", "T"}, {long + "x", "T"}, {" ", " "},
	} {
		got := resultPreviewOf(test.stated, answers, content, "x")
		if got.Get("kind").Text() != "text" || got.Get("text").Text() != test.want {
			t.Errorf("stated %d units: got %.60s", jsvalue.Length(test.stated), encodeJSON(got))
		}
	}
}

const (
	shellHead = `{"type":"shell_result","version":1,"directory":"/d","exitCode":0,"signal":null,"pid":-7,"outcome":"completed",` +
		`"outputFiles":["o1"],"output":"out","text":"txt","error":null,"notices":["n"],"truncated":false}`
	shellShown = `{"kind":"shell_result","result":` + shellHead + `}`
)

// CR-PREVIEW-21: the order is that of the rule, not of the input, and other members go.
func TestShellResult(t *testing.T) {
	shuffled := `{"extra":1,"truncated":false,"notices":["n"],"error":null,"text":"txt","output":"out","outputFiles":["o1"],` +
		`"outcome":"completed","pid":-7,"signal":null,"exitCode":0,"directory":"/d","version":1.0,"type":"shell_result"}`
	for _, output := range []string{shellHead, shuffled} {
		if diff := cmp.Diff(shellShown, resultPreview(t, "x", output, "content")); diff != "" {
			t.Errorf("CR-PREVIEW-21: mismatch (-want +got):\n%s", diff)
		}
	}
	fits := func(count int) string { return `[` + strings.TrimSuffix(strings.Repeat(`"n",`, count), `,`) + `]` }
	path := strings.Repeat("d", 8190)
	valid := map[string][]string{
		"exitCode": {`1`, `-1`, `null`, `9007199254740991`}, "signal": {`9`}, "pid": {`null`},
		"error": {`""`, `"e"`}, "outcome": {`"failed"`, `"cancelled"`, `"timed_out"`}, "truncated": {`true`},
		"notices": {`[]`, fits(32)}, "outputFiles": {`[]`, fits(32)}, "directory": {`""`, `"` + path + `"`},
		"text": {`""`}, "output": {`""`},
	}
	invalid := map[string][]string{
		"type": {`"shell"`}, "version": {`2`, `"1"`, `null`}, "exitCode": {`1.5`, `"0"`, `9007199254740992`}, "signal": {`"TERM"`},
		"pid": {`true`}, "error": {`5`, `{}`}, "outcome": {`"ok"`, `null`}, "truncated": {`null`, `0`},
		"notices": {`[1]`, `null`, `"n"`, fits(33)}, "outputFiles": {`[null]`, fits(33), `{}`},
		"directory": {`null`, `"` + path + `d"`}, "text": {`null`}, "output": {`1`},
	}
	check := func(cases map[string][]string, wantKind string) {
		for key, values := range cases {
			for _, value := range values {
				output := decodeJSON(t, shellHead).With(jsvalue.Member{Key: key, Value: decodeJSON(t, value)})
				got := decodeJSON(t, resultPreview(t, "x", encodeJSON(output), "content"))
				if got.Get("kind").Text() != wantKind {
					t.Errorf("CR-PREVIEW-21: %s %.40s: got %.60s, want a %s", key, value, encodeJSON(got), wantKind)
				}
				if wantKind == "shell_result" && encodeJSON(got.Get("result")) != encodeJSON(output) {
					t.Errorf("CR-PREVIEW-21: %s %.40s: got %.300s", key, value, encodeJSON(got))
				}
			}
		}
	}
	check(valid, "shell_result")
	check(invalid, "text")
	for key := range decodeJSON(t, shellHead).Members() {
		output := encodeJSON(decodeJSON(t, shellHead).Without(key))
		if got, want := resultPreview(t, "x", output, "content"), `{"kind":"text","text":"content"}`; got != want {
			t.Errorf("CR-PREVIEW-21: without %s: got %s", key, got)
		}
	}
}

// CR-PREVIEW-21: text, output, error and notices share what directory and output files leave of 100,000 units.
func TestShellResultCuts(t *testing.T) {
	long := strings.Repeat("z", 100_000)
	result := func(members ...jsvalue.Member) jsvalue.Value {
		output := decodeJSON(t, shellHead).With(members...)
		return resultPreviewOf("", output, nil, "x").Get("result")
	}
	tests := []struct {
		name, errorText, notices string
		limit                    int
	}{
		// shellHead leaves 99,996 units beside "/d" and "o1".
		{"two texts", `null`, `[]`, 49_998},
		{"and a notice", `null`, `["n"]`, 33_332},
		{"and an error", `"e"`, `["n"]`, 24_999},
		{"an empty error counts", `""`, `["n"]`, 24_999},
		{"and many notices", `"e"`, `["a","b","c","d"]`, 14_285},
	}
	for _, test := range tests {
		set := func(key, value string) jsvalue.Member {
			return jsvalue.Member{Key: key, Value: decodeJSON(t, value)}
		}
		got := result(set("error", test.errorText), set("notices", test.notices), set("output", `"`+long[:test.limit]+`"`))
		if got.Get("output").Text() != long[:test.limit] || got.Get("truncated").IsTrue() {
			t.Errorf("%s: %d units do not fit", test.name, test.limit)
		}
		got = result(set("error", test.errorText), set("notices", test.notices), set("output", `"`+long[:test.limit]+`z"`))
		if got.Get("output").Text() != long[:test.limit] || !got.Get("truncated").IsTrue() {
			t.Errorf("%s: %d units stay of one more", test.name, jsvalue.Length(got.Get("output").Text()))
		}
	}

	text := jsvalue.Member{Key: "text", Value: jsvalue.StringValue(long[:33_331] + "😀")}
	if got := result(text); got.Get("text").Text() != long[:33_331] {
		t.Errorf("CR-DEC-24: a pair across the cut leaves %q", got.Get("text").Text()[33_320:])
	}
	text.Value = jsvalue.StringValue("\ufeff\xed\xa0\xbd" + long)
	if got := result(text).Get("text").Text(); got != "\ufeff\ufffd"+long[:33_330] {
		t.Errorf("CR-BLOCK-23: a cut text starts with %q and has %d units", got[:8], jsvalue.Length(got))
	}
	whole := jsvalue.Member{Key: "text", Value: jsvalue.StringValue("\xed\xa0\xbd")}
	if got := result(whole).Get("text").Text(); got != "\xed\xa0\xbd" {
		t.Errorf("CR-BLOCK-23: a text that is not cut became %q", got)
	}
	notices := jsvalue.Member{Key: "notices", Value: jsvalue.ArrayValue(jsvalue.StringValue("a"), jsvalue.StringValue(long))}
	if got := result(notices); got.Get("notices").At(0).Text() != "a" || len(got.Get("notices").At(1).Text()) != 24_999 || !got.Get("truncated").IsTrue() {
		t.Errorf("a long notice is not cut")
	}
}

// CR-PREVIEW-22.
func TestAnswers(t *testing.T) {
	const open = `{"type":"ask_user_question_answers","text":"T","answers":`
	long := strings.Repeat("a", 49_999)
	answer := func(question, answer string) string {
		return `{"question":"` + question + `","answer":"` + answer + `"}`
	}
	pairs := func(n int) string { return `[` + strings.TrimSuffix(strings.Repeat(answer("", "")+",", n), `,`) + `]` }
	shown := func(answers string) string { return `{"kind":"question_answers","text":"T","answers":` + answers + `}` }
	const text = `{"kind":"text","text":"T"}`
	tests := []struct{ name, output, want string }{
		{"usual", open + `[{"answer":"a","x":1,"question":"q"}]}`, shown(`[` + answer("q", "a") + `]`)},
		{"none", open + `[]}`, shown(`[]`)},
		{"a thousand", open + pairs(1000) + `}`, shown(pairs(1000))},
		{"more", open + pairs(1001) + `}`, text},
		{"exactly as long", open + `[` + answer(long, long+"b") + `]}`, shown(`[` + answer(long, long+"b") + `]`)},
		{"too long", open + `[` + answer(long, long+"bb") + `]}`, text},
		{"answer of a wrong type", open + `[` + answer("q", "a") + `,{"question":"q","answer":1}]}`, text},
		{"no object", open + `["q"]}`, text},
		{"no list", open + `{"0":1}}`, text},
		{"no answers", `{"type":"ask_user_question_answers","text":"T"}`, text},
		// Neither the list nor the text is usable: the content is not tried.
		{"empty text", `{"type":"ask_user_question_answers","text":""}`, ``},
		{"long text", `{"type":"ask_user_question_answers","text":"` + long + long + `bbb"}`, ``},
		{"long text with answers", `{"type":"ask_user_question_answers","text":"` + long + long + `bbb","answers":[]}`, ``},
		{
			"empty text with answers", `{"type":"ask_user_question_answers","text":"","answers":[]}`,
			`{"kind":"question_answers","text":"","answers":[]}`,
		},
		{"text of a wrong type", `{"type":"ask_user_question_answers","text":1,"answers":[]}`, `{"kind":"text","text":"content"}`},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, resultPreview(t, "x", test.output, "content")); diff != "" {
			t.Errorf("%s: mismatch (-want +got):\n%.500s", test.name, diff)
		}
	}
}

// CR-PREVIEW-23.
func TestTodoResult(t *testing.T) {
	const todos = `{"type":"todo_list","todos":[{"content":"c","status":"completed"}]}`
	const shown = `{"kind":"todo_list","entries":[{"id":"plan-0","content":"c","status":"completed"}]}`
	const text = `{"kind":"text","text":"content"}`
	tests := []struct{ tool, output, want string }{
		{"TodoWrite", todos, shown},
		{"todo_write", todos, shown},
		{"todo", todos, text},
		{"", todos, text},
		{"TodoWrite", `{"todos":{}}`, text},
		{"TodoWrite", `[{"content":"c"}]`, text},
		{"TodoWrite", ``, text},
		// A plan as the reducer builds it.
		{
			"todo_write", `{"entries":[{"content":"one","priority":"medium","status":"completed","_meta":{"qwenTodo":{"id":"1"}}},` +
				`{"content":"two","priority":"medium","status":"in_progress","_meta":{"qwenTodo":{"blockedBy":["1"]}}},` +
				`{"content":"three","priority":"medium","status":"pending","_meta":{"qwenTodo":{"blockedBy":[]}}}],` +
				`"stats":{"promptTokens":0},"plan":{"id":"P","sourceCallId":"x"},"sessionWorkflow":true}`,
			`{"kind":"todo_list","entries":[{"id":"1","content":"one","status":"completed","priority":"medium"},` +
				`{"id":"plan-1","content":"two","status":"in_progress","priority":"medium","blockedBy":["1"]},` +
				`{"id":"plan-2","content":"three","status":"pending","priority":"medium"}],"planId":"P"}`,
		},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, resultPreview(t, test.tool, test.output, "content")); diff != "" {
			t.Errorf("%s(%s): mismatch (-want +got):\n%s", test.tool, test.output, diff)
		}
	}
}

// CR-PREVIEW-24.
func TestContentPreview(t *testing.T) {
	half := strings.Repeat("h", 50_000)
	tests := []struct {
		name  string
		texts []string
		want  string
	}{
		{"nothing", nil, ""},
		{"empty", []string{"", ""}, ""},
		{"one", []string{"a"}, "a"},
		{"some", []string{"", "a", "", "b\n", "c"}, "a\nb\n\nc"},
		{"blank is text", []string{" "}, " "},
		{"fits with the separator", []string{half, half[1:]}, half + "\n" + half[1:]},
		{"one too many", []string{half, half}, ""},
		{"all or nothing", []string{"a", half + half, "b"}, ""},
	}
	for _, test := range tests {
		want := ""
		if test.want != "" {
			want = `{"kind":"text","text":` + strconv.Quote(test.want) + `}`
		}
		if got := resultPreview(t, "x", `{"o":1}`, test.texts...); got != want {
			t.Errorf("%s: got %.80s", test.name, got)
		}
	}
	diff := update.ToolContent{Text: "ignored", Diff: decodeJSON(t, `{"type":"diff","path":"p","oldText":"","newText":"n"}`)}
	got := resultPreviewOf("", jsvalue.Value{}, []update.ToolContent{diff, {Text: "t"}, diff}, "x")
	if encodeJSON(got) != `{"kind":"text","text":"t"}` {
		t.Errorf("diffs beside a text: got %s", encodeJSON(got))
	}
}
