package textview_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

const rawHeader = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:00:00Z",` +
	`"turn_count":1,"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n"

func drawThread(t *testing.T, thread textview.Thread, o textview.Options) string {
	t.Helper()
	var b strings.Builder
	if err := textview.WriteThread(&b, thread, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// drawItems draws the items that the lines give, without header and summary.
func drawItems(t *testing.T, o textview.Options, lines ...string) string {
	t.Helper()
	text := drawThread(t, textview.ThreadOf(sessionraw.FileItems("f.jsonl", rawHeader+strings.Join(lines, "\n")+"\n")), o)
	_, text, _ = strings.Cut(text, "\n")
	end := max(strings.LastIndex(text, "\ncomplete: "), strings.LastIndex(text, "\nincomplete: "))
	return strings.TrimPrefix(text[:end], "\n")
}

func TestItems(t *testing.T) {
	const injected = `{"role":"user","content":"Current Date & Time: 2026-07-21 09:00:00 UTC\n\nHi"}`
	for _, c := range []struct {
		name, line string
		full       bool
		want       string
	}{
		{"user", `{"role":"user","content":"one\n\ntwo\n"}`, false, "user\n    one\n\n    two\n"},
		{"turn", `{"role":"user","content":"x","request_id":"r"}`, false, "== turn r ==\n\nuser\n    x\n"},
		{"injected", injected, false, "user (without 46 bytes of injected context)\n    Hi\n"},
		{"injected, full", injected, true, "user (with 46 bytes of injected context)\n    Current Date & Time: 2026-07-21 09:00:00 UTC\n\n    Hi\n"},
		{"lookalike", `{"role":"user","content":"[Context] of what?"}`, false, "user (looks like injected context)\n    [Context] of what?\n"},
		{"assistant", `{"role":"assistant","content":"x","reasoning_content":"a\nb"}`, false, "thought\n    ~ a\n    ~ b\n\nassistant\n    x\n"},
		{
			"model", `{"role":"assistant","content":"x","provider":"p","model":"m","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0},"ts":"t"}`,
			false, "assistant  m\n    x\n",
		},
		{"partial", `{"role":"assistant","content":"x","interrupted":true,"reasoning_content":"r"}`, false, "assistant  interrupted\n    ~ r\n    x\n"},
		{
			"calls",
			`{"role":"assistant","content":"x","tool_calls":[{"id":"a","name":"n","arguments":"{\"command\":\"ls\",\"big\":12345678901234567890.0}"},{"id":"b","name":"m","arguments":"not json"}]}` +
				"\n" + `{"role":"tool","id":"b","content":"boom","failure":true,"failure_detail":"why"}`,
			false,
			"assistant (before calls)\n    x\n\n? tool n  no result\n    command: ls\n    big: 12345678901234567890.0\n\n✗ tool m  failed\n    not json\n    | boom\n    ! why\n",
		},
		{"orphan", `{"role":"tool","id":"z","content":"out"}`, false, "✓ tool tool  answers no call\n    | out\n"},
		{
			"compaction", `{"kind":"compaction","replacement":[{"role":"user","content":"a summary"}],"ts":"now"}`, false,
			"== the model's context of 0 rows was replaced by 1 row ==  now\n    made for the model, as if by user:\n    % a summary\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := drawItems(t, textview.Options{Full: c.full}, c.line); got != c.want {
				t.Errorf("%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestNesting: what a sub-agent did stands behind a bar, and its sub-agent's behind two.
func TestNesting(t *testing.T) {
	files := map[string]string{
		"1_a.jsonl": rawHeader + `{"role":"user","content":"q"}` + "\n", "1_a__2_b.jsonl": rawHeader + `{"role":"assistant","content":"x\n\ny"}` + "\n",
		"1_a__2_b__3_c.jsonl": rawHeader + "\n",
	}
	got := drawThread(t, textview.ThreadOf(sessionraw.Items(files, "T")), textview.Options{})
	const want = "thread T  1_a.jsonl\n\nuser\n    q\n\n> sub-agent a (2_b)  completed\n  │\n  │ assistant\n  │     x\n  │\n  │     y\n" +
		"  │\n  │ > sub-agent a (3_c)  running\n  │   │ nothing is shown of it\n\ncomplete: 2 items, nothing is missing from the thread\n"
	if got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// TestLossesOfThreads: a loss stands before the first item from a later line of its file, or behind the last.
func TestLossesOfThreads(t *testing.T) {
	user := func(text string) string { return `{"role":"user","content":"` + text + `"}` + "\n" }
	files := map[string]string{
		"1_a.jsonl": rawHeader + "broken\n" + user("1") + "7\n" + user("2"), "1_a__9_b.jsonl": rawHeader + user("3") + `{"kind":"new"}`,
		"1_a__9_c.jsonl": user("4"),
	}
	got := drawThread(t, textview.ThreadOf(sessionraw.Items(files, "T")), textview.Options{})
	for _, want := range []string{
		"\n  ! invalid_json_line at line 2 of 1_a.jsonl: ", "\n    1\n  ! malformed_line at line 4 of 1_a.jsonl: ",
		"\n  │     3\n  │   ! unknown_kind at line 3 of 1_a__9_b.jsonl: ",
		"\nincomplete: 3 items, 4 losses\n", "missing_header        1  ", "        1_a__9_c.jsonl: the file of a sub-agent ",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, got)
		}
	}
	if strings.Index(got, "at line 2") > strings.Index(got, "user") {
		t.Errorf("the first loss does not stand first:\n%s", got)
	}
	p, err := sessionraw.Page(files, "T", "", 2)
	if err != nil {
		t.Fatal(err)
	}
	got = drawThread(t, textview.PageOf(p, sessionraw.Items(files, "T")), textview.Options{})
	if strings.Count(got, "! malformed_line") != 1 || strings.Contains(got, "! invalid_json_line") ||
		!strings.Contains(got, "1_a.jsonl  line 2: part of the line is not a JSON value") ||
		!strings.Contains(got, "\nolder items: --page "+p.Next.String()+"\n") {
		t.Errorf("what was lost before the page stands in it, or nowhere:\n%s", got)
	}
}

// TestNotesOnPages: each loss is marked on the page that holds its place, on no other, and once.
func TestNotesOnPages(t *testing.T) {
	user := func(text string) string { return `{"role":"user","content":"` + text + `"}` + "\n" }
	turn := strings.Replace(user("s"), "{", `{"request_id":"s",`, 1)
	files := map[string]string{
		"1_a.jsonl":           rawHeader + user("1") + user("2") + user("3") + user("4") + "garbage\n" + user("5") + "more garbage\n",
		"2_a.jsonl":           rawHeader + "broken\n" + turn + user("6") + user("7"),
		"1_a__9_b.jsonl":      rawHeader + "lost",
		"1_a__8_x__9_c.jsonl": rawHeader + user("8"),
	}
	whole := sessionraw.Items(files, "T")
	for limit := 1; limit <= len(whole.Items); limit++ {
		var marks []string
		for cursor := ""; ; {
			p, err := sessionraw.Page(files, "T", cursor, limit)
			if err != nil {
				t.Fatal(err)
			}
			text := drawThread(t, textview.PageOf(p, whole), textview.Options{})
			var here []string
			for line := range strings.Lines(text) {
				if _, mark, ok := strings.Cut(line, "! "); ok {
					mark, _, _ = strings.Cut(mark, ": ")
					here = append(here, mark)
				}
			}
			marks = append(here, marks...)
			if n := strings.Count(text, " line 6: "); n != 1-strings.Count(text, "at line 6 of") {
				t.Errorf("limit %d: the summary says %d times what line 6 has:\n%s", limit, n, text)
			}
			if !p.HasMore {
				break
			}
			cursor = p.Next.String()
		}
		want := []string{
			"invalid_json_line at line 6 of 1_a.jsonl", "invalid_json_line at line 8 of 1_a.jsonl", "invalid_json_line at line 2 of 1_a__9_b.jsonl",
			"missing_sub_transcript of 1_a__8_x.jsonl", "invalid_json_line at line 2 of 2_a.jsonl",
		}
		if slices.Sort(marks); !slices.Equal(marks, slices.Sorted(slices.Values(want))) {
			t.Errorf("limit %d: marks %q, want %q", limit, marks, want)
		}
	}
}

// TestMarksInPlace: where a root begins, and what was started from a file that is missing, is seen there.
func TestMarksInPlace(t *testing.T) {
	user := func(text string) string { return `{"role":"user","content":"` + text + `"}` + "\n" }
	files := map[string]string{
		"1_a.jsonl": rawHeader + user("1"), "2_a.jsonl": rawHeader + user("2"), "1_a__8_x__9_c.jsonl": rawHeader + user("3"),
	}
	got := drawThread(t, textview.ThreadOf(sessionraw.Items(files, "T")), textview.Options{})
	for _, want := range []string{
		"\n\n== file 2_a.jsonl ==\n\nuser\n    2\n", "\n  ! missing_sub_transcript of 1_a__8_x.jsonl: a sub-agent was started from this file, which is not there\n\n> sub-agent a (8_x__9_c)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "== file 1_a.jsonl") {
		t.Errorf("the first root is marked:\n%s", got)
	}
}

// TestThreadsAreHarmless: nothing from the files acts on the terminal or ends a line.
func TestThreadsAreHarmless(t *testing.T) {
	const hostile = "\x1b[2J\u202e\u009b\r\x00\x07"
	quoted := strings.Trim(fmt.Sprintf("%+q", hostile), `"`)
	for old, escaped := range map[string]string{`\x1b`: `\u001b`, `\x00`: `\u0000`, `\a`: `\u0007`, `\x9b`: `\u009b`} {
		quoted = strings.ReplaceAll(quoted, old, escaped)
	}
	var lines []string
	for _, line := range []string{
		`{"kind":"compaction","replacement":[{"role":"user","content":"H"}],"ts":"H\nH"}`,
		`{"role":"user","content":"H\nH","request_id":"H\nH"}`,
		`{"role":"assistant","content":"H","reasoning_content":"H","provider":"H","model":"H\nH","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0},"ts":"H",` +
			`"tool_calls":[{"id":"H","name":"H\nH","arguments":"{\"H\":\"H\"}"},{"id":"d","name":"n","arguments":"H"}]}`,
		`{"role":"tool","id":"H","content":"H","failure":true,"failure_detail":"HH"}`,
		`{"role":"assistant","content":"H","interrupted":true,"reasoning_content":"H"}`,
	} {
		lines = append(lines, strings.ReplaceAll(line, "H", quoted))
	}
	text := rawHeader + strings.Join(lines, "\n") + "\n" + `{"kind":"` + quoted + `"}`
	child := strings.Replace(rawHeader, `"agent":"a"`, `"agent":"`+quoted+`","task_id":"x`+quoted+`"`, 1) + lines[1]
	name := "1_" + hostile + "\n"
	shown := sessionraw.Items(map[string]string{name + ".jsonl": text, name + "__2_b.jsonl": child}, "T")
	if len(shown.Items) < 9 {
		t.Fatalf("%d items", len(shown.Items))
	}
	var context strings.Builder
	c, err := sessionraw.Context(name, text)
	if err == nil {
		err = textview.WriteContext(&context, name, c, textview.Options{Full: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	thread := textview.ThreadOf(shown)
	thread.ID = hostile
	for _, got := range []string{drawThread(t, thread, textview.Options{}), drawThread(t, thread, textview.Options{Full: true}), context.String()} {
		for _, r := range got {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
				t.Fatalf("%U in\n%q", r, got)
			}
		}
	}
}
