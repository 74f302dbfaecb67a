package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// base is a projection with one block of each kind that matters here and two diagnostics.
const base = `{
	"blocks": [
		{"id": "user-1", "kind": "user", "text": "q", "sourceRecordIds": ["u"]},
		{"id": "assistant-2", "kind": "assistant", "text": "a", "sourceRecordIds": ["a"], "usage": {"inputTokens": 1}},
		{"id": "tool-3", "kind": "tool", "toolCallId": "x", "status": "completed", "sourceRecordIds": ["a", "t"],
			"content": [{"type": "content", "content": {"type": "text", "text": "o"}}]},
		{"id": "assistant-4", "kind": "assistant", "text": "b", "sourceRecordIds": ["a"]}
	],
	"diagnostics": [
		{"code": "invalid_timestamp", "severity": "info", "message": "m", "affectsCompleteness": false, "recordIndex": 1, "recordId": "a", "path": "timestamp"},
		{"code": "transcript_text_truncated", "severity": "warning", "message": "m", "affectsCompleteness": true, "recordId": "a", "path": "blocks.assistant-4"}
	],
	"complete": false,
	"truncated": true
}`

// TestPlanted changes one thing on the other side and wants exactly the paths it touches.
func TestPlanted(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", `"q"`, `"q"`, nil},
		{"another order of members", `"id": "user-1", "kind": "user"`, `"kind": "user", "id": "user-1"`, nil},
		{"other block ids, consistently", `assistant-4`, `assistant-99`, nil},
		{"a block that is left out", `"blocks.assistant-4"`, `"blocks.assistant-77"`, []string{
			"missing diagnostics[transcript_text_truncated](blocks[assistant])", "extra diagnostics[transcript_text_truncated](blocks[])",
		}},
		{"another id in the path only", `"blocks.assistant-4"`, `"blocks.assistant-2"`, []string{
			"missing diagnostics[transcript_text_truncated](blocks[assistant])", "extra diagnostics[transcript_text_truncated](blocks[assistant])",
		}},
		{"an id twice", `"id": "tool-3"`, `"id": "user-1"`, []string{"blocks[tool].id"}},
		{"no id", `"id": "user-1", `, ``, []string{"blocks[user].id"}},
		{"a status", `"completed"`, `"failed"`, []string{"blocks[tool].status"}},
		{"a text", `"text": "q"`, `"text": "Q"`, []string{"blocks[user].text"}},
		{"a content text", `"text": "o"`, `"text": "O"`, []string{"blocks[tool].content[].content.text"}},
		{"a member more", `"kind": "user"`, `"kind": "user", "streaming": false`, []string{"blocks[user].streaming"}},
		{"a member less", `, "usage": {"inputTokens": 1}`, ``, []string{"blocks[assistant].usage"}},
		{"a source id more", `["u"]`, `["u", "v"]`, []string{"blocks[user].sourceRecordIds[]"}},
		{"a block more shifts nothing", `{"id": "tool-3"`, `{"id": "thought-9", "kind": "thought", "text": "z", "sourceRecordIds": ["a"]}, {"id": "tool-3"`, []string{"extra blocks[thought]"}},
		{"a block of the same record more", `{"id": "tool-3"`, `{"id": "assistant-9", "kind": "assistant", "text": "z", "sourceRecordIds": ["a"]}, {"id": "tool-3"`, []string{"extra blocks[assistant]"}},
		{"a block less", `{"id": "user-1", "kind": "user", "text": "q", "sourceRecordIds": ["u"]},`, ``, []string{"missing blocks[user]"}},
		{"another tool id", `"toolCallId": "x"`, `"toolCallId": "y"`, []string{"blocks[tool].toolCallId"}},
		{"another words of a message", `"message": "m", "affectsCompleteness": false`, `"message": "n", "affectsCompleteness": false`, nil},
		{"no message", `"message": "m", "affectsCompleteness": false`, `"message": "", "affectsCompleteness": false`, []string{"diagnostics[invalid_timestamp].message"}},
		{"another effect", `"affectsCompleteness": false`, `"affectsCompleteness": true`, []string{"diagnostics[invalid_timestamp].affectsCompleteness"}},
		{"another severity", `"info"`, `"warning"`, []string{"diagnostics[invalid_timestamp].severity"}},
		{"no path", `, "path": "timestamp"`, ``, []string{"diagnostics[invalid_timestamp].path"}},
		{"another index", `"recordIndex": 1`, `"recordIndex": 2`, []string{"missing diagnostics[invalid_timestamp](timestamp)", "extra diagnostics[invalid_timestamp](timestamp)"}},
		{"another code", `"invalid_timestamp"`, `"malformed_part"`, []string{"missing diagnostics[invalid_timestamp](timestamp)", "extra diagnostics[malformed_part](timestamp)"}},
		{"complete that does not follow", `"complete": false`, `"complete": true`, []string{"complete"}},
		{"truncated, and complete follows from a diagnostic", `"truncated": true`, `"truncated": false`, []string{"truncated"}},
		{"a member of the result", `"complete": false`, `"complete": false, "blockCount": 4`, []string{"result.blockCount"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(base, test.old) {
				t.Fatalf("the base has no %s", test.old)
			}
			got := paths(decode(t, base), decode(t, strings.ReplaceAll(base, test.old, test.new)), compare.Options{})
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestOrderOfDiagnostics(t *testing.T) {
	two := func(first, second string) jsvalue.Value {
		d := func(id string) string {
			return `{"code": "malformed_part", "severity": "warning", "message": "m", "affectsCompleteness": true, "recordId": "` + id + `", "path": "message"}`
		}
		return decode(t, `{"blocks": [], "diagnostics": [`+d(first)+`,`+d(second)+`], "complete": false, "truncated": false}`)
	}
	got := paths(two("a", "b"), two("b", "a"), compare.Options{})
	if want := []string{"missing diagnostics[malformed_part](message)", "extra diagnostics[malformed_part](message)"}; !sameSet(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCodes: the codes of this project count in strict mode only, but what they alone make incomplete shows in either.
func TestCodes(t *testing.T) {
	answer := func(codes ...string) jsvalue.Value {
		list, complete := []string{}, "true"
		for _, code := range codes {
			affects, severity := "true", "warning"
			if code == "repeated_result" {
				affects, severity = "false", "info"
			} else {
				complete = "false"
			}
			list = append(list, `{"code": "`+code+`", "severity": "`+severity+`", "message": "m", "affectsCompleteness": `+affects+`, "recordId": "a"}`)
		}
		return decode(t, `{"blocks": [], "diagnostics": [`+strings.Join(list, ", ")+`], "complete": `+complete+`, "truncated": false}`)
	}
	none, replaced, other := answer(), answer("result_replaced"), answer("malformed_part")
	const missing = "missing diagnostics[malformed_part]"
	for name, test := range map[string]struct {
		want, got jsvalue.Value
		strict    bool
		paths     []string
	}{
		"only ours":                         {replaced, none, false, []string{"complete(result_replaced)"}},
		"only theirs":                       {none, replaced, false, []string{"complete(result_replaced)"}},
		"several":                           {answer("result_replaced", "repeated_result", "conflicting_fragment"), none, false, []string{"complete(result_replaced)", "complete(conflicting_fragment)"}},
		"one that affects nothing":          {answer("repeated_result"), none, false, nil},
		"both incomplete, by others":        {answer("result_replaced", "malformed_part"), other, false, nil},
		"what is compared says why":         {answer("result_replaced", "malformed_part"), none, false, []string{missing}},
		"what is compared does not cancel":  {other, replaced, false, []string{missing}},
		"strict":                            {replaced, none, true, []string{"missing diagnostics[result_replaced]"}},
		"strict, and one affecting nothing": {answer("repeated_result"), none, true, []string{"missing diagnostics[repeated_result]"}},
	} {
		if got := paths(test.want, test.got, compare.Options{Strict: test.strict}); !slices.Equal(got, test.paths) {
			t.Errorf("%s: %q, want %q", name, got, test.paths)
		}
	}
	for _, d := range compare.Answers(replaced, none, compare.Options{}) {
		if d.Want.IsTrue() || !d.Got.IsTrue() {
			t.Errorf("%+v", d)
		}
	}
}

func TestErrors(t *testing.T) {
	projection, leaf, session := decode(t, base), decode(t, `{"error": "leaf_not_found"}`), decode(t, `{"error": "mixed_session_ids"}`)
	for name, test := range map[string]struct {
		want, got jsvalue.Value
		paths     []string
	}{
		"same":       {leaf, leaf, nil},
		"other code": {leaf, session, []string{"error"}},
		"only ours":  {leaf, projection, []string{"error"}},
		"only other": {projection, leaf, []string{"error"}},
	} {
		if got := paths(test.want, test.got, compare.Options{}); !slices.Equal(got, test.paths) {
			t.Errorf("%s: %q, want %q", name, got, test.paths)
		}
	}
}

func TestPresentationTexts(t *testing.T) {
	mask := func(text string) string { return strings.ReplaceAll(text, "GONE", compare.Presentation) }
	for _, test := range []struct {
		want, got string
		same      bool
	}{
		{"GONE", "lost", true},
		{"GONE", "", false},
		{"a\nGONE", "a\nlost", true},
		{"a\nGONE", "b\nlost", false},
		{"a\nGONE\nGONE\nz", "a\nx\ny\nz", true},
		{"a\nGONE\nGONE\nz", "a\nx\nz", false},
		{"GONE!", "!", false},
		{"plain", "other", false},
	} {
		one := func(text string) jsvalue.Value {
			block := jsvalue.ObjectValue(member("id", "b"), member("kind", "user"), member("text", text))
			return decode(t, `{"blocks": [], "diagnostics": [], "complete": true, "truncated": false}`).
				With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(block)})
		}
		got := paths(one(test.want), one(test.got), compare.Options{Mask: mask})
		if same := got == nil; same != test.same {
			t.Errorf("%q and %q: same %v, want %v", test.want, test.got, same, test.same)
		}
	}
}

func member(key, text string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(text)}
}

// TestLongLists: many blocks cost little, and are aligned by their keys.
func TestLongLists(t *testing.T) {
	list := func(skip int) jsvalue.Value {
		var blocks []jsvalue.Value
		for i := range 5000 {
			if i == skip || skip >= 0 && i == 4000 {
				continue
			}
			id := string(rune('a'+i%26)) + string(jsvalue.AppendNumber(nil, float64(i)))
			blocks = append(blocks, jsvalue.ObjectValue(member("id", id), member("kind", "user"),
				jsvalue.Member{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(jsvalue.StringValue(id))}))
		}
		return decode(t, `{"blocks": [], "diagnostics": [], "complete": true, "truncated": false}`).
			With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(blocks...)})
	}
	if got := paths(list(-1), list(7), compare.Options{}); !slices.Equal(got, []string{"missing blocks[user]", "missing blocks[user]"}) {
		t.Errorf("%q", got)
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"blocks[tool].status", "blocks[tool].status", true},
		{"blocks[tool].status", "blocks[tool].statuses", false},
		{"blocks[tool]**", "blocks[tool].content[].type", true},
		{"blocks[tool]**", "missing blocks[tool]", false},
	} {
		if got := compare.Match(test.pattern, test.path); got != test.want {
			t.Errorf("Match(%q, %q) = %v", test.pattern, test.path, got)
		}
	}
}

func paths(want, got jsvalue.Value, options compare.Options) []string {
	var list []string
	for _, d := range compare.Answers(want, got, options) {
		list = append(list, d.Path)
	}
	return list
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func decode(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
