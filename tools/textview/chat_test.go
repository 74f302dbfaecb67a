package textview_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

// drawChat draws a view of events that come one a second, without header and summary.
func drawChat(t *testing.T, view textview.ChatView, o textview.Options, events ...string) string {
	t.Helper()
	var file, out strings.Builder
	for i, event := range events {
		fmt.Fprintf(&file, `{"sessionId":"s","timestamp":"2026-08-10T10:00:%02dZ","event":%s}`+"\n", i, event)
	}
	chat := textview.Chat{Chat: eventstream.Show(file.String(), eventstream.Options{}), View: view}
	if err := textview.WriteChat(&out, chat, o); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(out.String(), "\n\n")
	end := max(strings.LastIndex(text, "\ncomplete: "), strings.LastIndex(text, "\nincomplete: "), strings.LastIndex(text, "\nnothing to show"))
	return text[:end]
}

// TestRecapOfAPart: a recap counts the events that are there, and says so where older ones are not.
func TestRecapOfAPart(t *testing.T) {
	chat := eventstream.Show(`{"sessionId":"s","timestamp":"1","event":{"type":"command","command":"ls","itemId":"i","turnId":"t","status":"completed"}}
{"sessionId":"s","timestamp":"2","event":{"type":"done","status":"completed","turnId":"t"}}
`, eventstream.Options{})
	for _, older := range []bool{true, false} {
		var out strings.Builder
		if err := textview.WriteChat(&out, textview.Chat{Chat: chat, Part: true, Older: older}, textview.Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "turn recap  1 completed  (of what is shown here)\n") != older || !strings.Contains(out.String(), "turn recap  1 completed") {
			t.Errorf("older %v:\n%s", older, out.String())
		}
	}
}

func TestChatRows(t *testing.T) {
	started := func(id string) string {
		return `{"type":"subagent_started","taskId":"` + id + `","agentId":"` + id + `","description":"look","agentType":"explorer"}`
	}
	stopped := func(id string) string {
		return `{"type":"subagent_result","taskId":"` + id + `","agentId":"` + id + `","status":"stopped"}`
	}
	for _, c := range []struct {
		name   string
		events []string
		want   string
	}{
		{"user", []string{`{"type":"user_message","text":"a\n b"}`}, "10:00:00  user\n    a\n     b\n"},
		{"spoken lines", []string{`{"type":"text","text":"\n# a\n\n- b\u001b\n"}`}, "10:00:00  assistant\n    # a\n\n    - b\\x1b\n"},
		{"thought lines", []string{`{"type":"reasoning","text":"a\nb"}`}, "10:00:00  thought  a b\n"},
		{"queued", []string{`{"type":"user_message","text":"a","displayText":"d","steerId":"s","deliveryState":"queued"}`}, "10:00:00  user  d  queued\n"},
		{"delivered", []string{`{"type":"user_message","text":"a","steerId":"s","deliveryState":"delivered"}`}, "10:00:00  user  a\n"},
		{"failed tool", []string{`{"type":"tool_result","tool":"T","itemId":"i","status":"failed","result":"r"}`}, "10:00:00  ✗ tool  T  failed\n"},
		{"running search", []string{`{"type":"web_search","query":"q","itemId":"i","status":"running"}`}, "10:00:00  … search  q  running\n"},
		{"interrupted command", []string{`{"type":"command","command":"ls\n-l","itemId":"i","status":"interrupted"}`}, "10:00:00  - command  $ ls -l  interrupted\n"},
		{
			"what had no result when its turn was cut",
			[]string{`{"type":"command","command":"ls","itemId":"i","turnId":"t","status":"running"}`, `{"type":"done","status":"interrupted","turnId":"t"}`},
			"10:00:00  - command  $ ls  interrupted\n10:00:01  turn ended  interrupted\n10:00:01  turn recap  1 interrupted\n",
		},
		{
			"an agent whose turn was cut",
			[]string{`{"type":"subagent_started","taskId":"k","agentId":"a","description":"look","turnId":"t"}`, `{"type":"done","status":"interrupted","turnId":"t"}`},
			"10:00:00  … sub-agent  look  running\n10:00:01  turn ended  interrupted\n",
		},
		{
			"what runs on behind its turn",
			[]string{`{"type":"command","command":"ls","itemId":"i","turnId":"t","status":"running"}`, `{"type":"done","status":"completed","turnId":"t"}`},
			"10:00:00  … command  $ ls  running\n10:00:01  turn ended  completed\n10:00:01  turn recap  nothing ended\n",
		},
		{"steps", []string{
			`{"type":"tool_call","tool":"T","itemId":"i","logicalItemId":"l"}`,
			`{"type":"command","command":"c","itemId":"j","parentItemId":"l","status":"completed"}`,
			`{"type":"command","command":"d","itemId":"k","parentItemId":" j ","status":"completed"}`,
			`{"type":"command","command":"e","itemId":"m","parentItemId":"nowhere","status":"completed"}`,
		}, "10:00:03  work  (4 steps)\n10:00:00    … tool  T  running\n10:00:01      ✓ command  $ c\n10:00:02        ✓ command  $ d\n10:00:03    ✓ command  $ e\n"},
		{"ids with colons", []string{
			`{"type":"tool_call","tool":"T","logicalItemId":"a:1","turnId":"t:u"}`,
			`{"type":"command","command":"c","itemId":"j","parentItemId":"a:1","status":"completed"}`,
			`{"type":"command","command":"d","itemId":"k","parentItemId":"1","status":"completed"}`,
		}, "10:00:02  work  (3 steps)\n10:00:00    … tool  T  running\n10:00:01      ✓ command  $ c\n10:00:02    ✓ command  $ d\n"},
		{"reasons of an end", []string{`{"type":"status","turnStatus":"failed","message":"disk full"}`, `{"type":"done","status":"failed"}`}, "10:00:01  turn ended  failed  (disk full)\n"},
		{"agents", []string{
			`{"type":"tool_call","tool":"Task","itemId":"i"}`,
			`{"type":"subagent_started","taskId":"k","agentId":"a","description":"look","parentToolUseId":"i"}`,
			`{"type":"command","command":"c","itemId":"j","parentItemId":"i","status":"completed"}`,
			`{"type":"subagent_result","taskId":"k","agentId":"a","status":"failed","summary":"no"}`,
		}, "10:00:00  … tool  Task  running\n10:00:03    ✗ sub-agent  look  failed\n10:00:02    ✓ command  $ c\n10:00:03    ✗ sub-agent ended  look  (no)  failed\n"},
		{
			"stopped agents",
			[]string{started("a"), started("b"), stopped("a"), stopped("b")},
			"10:00:02  - sub-agent  look  (explorer)  stopped\n10:00:03  - sub-agent  look  (explorer)  stopped\n10:00:03  sub-agents stopped  look, look\n",
		},
		{"jobs", []string{
			`{"type":"scheduled_work_update","kind":"background_task","id":"a","sourceTaskId":"a","title":"b","status":"running"}`,
			`{"type":"scheduled_work_update","kind":"background_task","id":"c","sourceTaskId":"c","title":"b","status":"running"}`,
		}, "10:00:01  … jobs  b  (2 of them)  running\n"},
		{"tasks and a plan", []string{
			`{"type":"todo_update","items":[{"status":"completed"},{"status":"pending"}],"turnId":"t"}`,
			`{"type":"plan","steps":[{"text":"x","status":"pending"}],"turnId":"t"}`,
		}, "10:00:00  tasks  (1 of 2 done)\n10:00:01  plan  (1 step)\n"},
		{
			"status and end",
			[]string{`{"type":"status","turnStatus":"started","message":"retrying"}`, `{"type":"done","status":"interrupted"}`},
			"10:00:00  status  retrying  started\n10:00:01  turn ended  interrupted\n",
		},
		{"another type", []string{`{"type":"delegation_state","message":"m"}`}, "10:00:00  delegation state  m\n"},
	} {
		if got := drawChat(t, textview.Groups, textview.Options{}, c.events...); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

func TestChatEntries(t *testing.T) {
	events := []string{
		`{"type":"user_message","text":"/fix the test","displayText":"fix"}`,
		`{"type":"text","text":"a\n\nb","turnId":"t"}`, `{"type":"tool_call","tool":"T","itemId":"i","turnId":"t"}`, `{"type":"text","text":"c","turnId":"t"}`,
	}
	const said = "\n\n10:00:01  assistant  (the blank line between its parts is inferred)\n    a\n\n    b\n\n    c\n"
	if got, want := drawChat(t, textview.Entries, textview.Options{}, events...), "10:00:00  user  (shown in place of a text of 13 bytes)\n    fix"+said; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := drawChat(t, textview.Entries, textview.Options{Full: true}, events...), "10:00:00  user  (chats show in its place: fix)\n    /fix the test"+said; got != want {
		t.Errorf("full: %q, want %q", got, want)
	}
}

// TestChatIsShort: a row is cut to a width unless all is asked for, but not what was said; nesting is bounded.
func TestChatIsShort(t *testing.T) {
	long := func(kind string) string {
		return `{"type":"` + kind + `","text":"` + strings.Repeat("word ", 100) + `"}`
	}
	if got := drawChat(t, textview.Rows, textview.Options{}, long("reasoning")); len(got) > 260 || !strings.Contains(got, "... (499 bytes in all)") {
		t.Errorf("%q", got)
	}
	if got := drawChat(t, textview.Rows, textview.Options{Full: true}, long("reasoning")); !strings.HasSuffix(got, "word word\n") {
		t.Errorf("full: %q", got)
	}
	for _, kind := range []string{"user_message", "text"} {
		if got := drawChat(t, textview.Rows, textview.Options{}, long(kind)); len(got) < 500 || !strings.HasSuffix(got, "word word\n") {
			t.Errorf("%s: %q", kind, got)
		}
	}
	var events []string
	for i := range 50 {
		events = append(events, fmt.Sprintf(`{"type":"command","command":"c","itemId":"%d","parentItemId":"%d"}`, i, i-1))
	}
	if got := drawChat(t, textview.Rows, textview.Options{}, events...); !strings.HasSuffix(got, "10:00:49  "+strings.Repeat("  ", 12)+"… command  $ c  running\n") {
		t.Errorf("%q", got)
	}
}

// TestChatDetails: below a row stands, if all is asked for, what a tool was given and gave, what a list holds, and the lines of a
// text; else the end says that it is left out.
func TestChatDetails(t *testing.T) {
	events := []string{
		`{"type":"user_message","text":"a\n  b\n"}`,
		`{"type":"tool_call","tool":"T","itemId":"i","args":{"path":"p","n":1}}`,
		`{"type":"tool_result","tool":"T","itemId":"i","result":{"k":"v"}}`,
		`{"type":"command","command":"c","itemId":"j","parentItemId":"i","output":"x\ny\n","status":"completed"}`,
		`{"type":"file_change","path":"f","kind":"modify","diff":"-o\n+n\n","itemId":"k","status":"completed"}`,
		`{"type":"web_search","query":"q","itemId":"m","status":"completed","results":[{"title":"A","url":"https://a"}]}`,
		`{"type":"command","command":"d","itemId":"n","output":" ","status":"completed"}`,
		`{"type":"todo_update","items":[{"description":"one","status":"completed"},{"description":"two","status":"in_progress"}],"turnId":"t"}`,
		`{"type":"plan","steps":[{"text":"s","status":"pending"}],"turnId":"t"}`,
	}
	const want = `10:00:00  user
    a
      b
10:00:02  ✓ tool  T
    path: p
    n: 1
    | {"k":"v"}
10:00:03    ✓ command  $ c
      | x
      | y
10:00:04  ✓ file  f  (+1 -1)
    --- f
    -o
    +n
10:00:05  ✓ search  q
    A  https://a
10:00:06  ✓ command  $ d
10:00:07  tasks  (1 of 2 done)
    [x] one
    [>] two
10:00:08  plan  (1 step)
    [ ] s
`
	if got := drawChat(t, textview.Rows, textview.Options{Full: true}, events...); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, c := range []struct {
		event string
		says  bool
	}{
		{events[3], true},
		{events[7], true},
		{events[6], false},
		{`{"type":"user_message","text":"a"}`, false},
		{`{"type":"text","text":"` + strings.Repeat("a\\nb ", 100) + `"}`, false},
		{`{"type":"reasoning","text":"` + strings.Repeat("a ", 200) + `"}`, true},
	} {
		var out strings.Builder
		chat := textview.Chat{Chat: eventstream.Show(`{"sessionId":"s","timestamp":"1","event":`+c.event+`}`, eventstream.Options{})}
		if err := textview.WriteChat(&out, chat, textview.Options{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "--full shows all of it"); got != c.says {
			t.Errorf("%s: %s", c.event, out.String())
		}
	}
}

// TestChatMembers: what the line of a row does not show stands below it, if all is asked for.
func TestChatMembers(t *testing.T) {
	for _, c := range []struct{ event, line, below string }{
		{`{"type":"user_message","text":"/fix\nthe test","displayText":"fix","attachments":[{"path":"a","n":1}]}`, "user  fix", "text:\n/fix\nthe test\nattachments:\npath: a  n: 1\n"},
		{`{"type":"error","message":"m","detail":"a\nb","errorInfo":{"code":7}}`, "error  m", "detail:\na\nb\nerrorInfo: code: 7\n"},
		{`{"type":"error","message":"m","errorInfo":"e"}`, "error  m", "errorInfo: e\n"},
		{`{"type":"system_notice","message":"m","detail":{"a":[1]}}`, "notice  m", "detail: a: [1]\n"},
		{
			`{"type":"ade_card","cardId":"c","title":"t","rows":[{"label":"l","value":"v"},"x\ny",3],"metrics":[{"n":1}],"progress":{"passed":1,"failed":0}}`,
			"card  t", "rows:\nlabel: l  value: v\nx\\ny\n3\nmetrics:\nn: 1\nprogress: passed: 1  failed: 0\n",
		},
		{`{"type":"structured_question","itemId":"i","question":"q","options":[{"label":"yes"},"no"]}`, "structured question  q", "options:\nlabel: yes\nno\n"},
		{`{"type":"context_usage","origin":"command","percent":41.5}`, "context usage", "percent: 41.5\n"},
		{`{"type":"turn_diff_summary","turnId":"t","files":[{"path":"f","additions":2}]}`, "turn diff summary", "files:\npath: f  additions: 2\n"},
		{`{"type":"completion_report","summary":"s","report":"a\nb"}`, "completion report  s", "report:\na\nb\n"},
		{
			`{"type":"done","status":"completed","model":"m","usage":{"inputTokens":5,"outputTokens":6},"costUsd":0.5}`,
			"turn ended  completed", "model: m\nusage: inputTokens: 5  outputTokens: 6\ncostUsd: 0.5\n",
		},
		{`{"type":"done","model":" ","usage":{},"costUsd":null}`, "turn ended", ""},
		{`{"type":"plan","steps":[{"step":"s","status":"pending"}]}`, "plan  (1 step)", "[ ] s\n"},
		{`{"type":"command","command":"a\nb","cwd":"/c","exitCode":3,"itemId":"i","turnId":"t","status":"failed"}`, "✗ command  failed", "$ a\nb\ncwd: /c\nexitCode: 3\n"},
		{`{"type":"command","command":"a\n","exitCode":3,"status":"failed"}`, "✗ command  $ a  failed", ""},
		{`{"type":"subagent_result","taskId":"k","agentId":"a","status":"failed","error":"e","totalTokens":9}`, "✗ sub-agent ended  failed", "totalTokens: 9\n"},
	} {
		got := drawChat(t, textview.Rows, textview.Options{Full: true}, c.event)
		line, below, _ := strings.Cut(got, "\n")
		if lines := strings.Split(below, "\n"); c.below != "" {
			for i := range lines {
				lines[i] = strings.TrimLeft(lines[i], " ")
			}
			below = strings.Join(lines, "\n")
		}
		if line != "10:00:00  "+c.line || below != c.below {
			t.Errorf("%s:\n%s", c.event, got)
		}
		if got := drawChat(t, textview.Rows, textview.Options{}, c.event); strings.Count(got, "\n") != 1 {
			t.Errorf("short: %s", got)
		}
	}
}

// TestExitCodes: a code is that of the command of its turn, the last one that was told.
func TestExitCodes(t *testing.T) {
	got := drawChat(t, textview.Rows, textview.Options{Full: true},
		`{"type":"command","command":"a","itemId":"i","turnId":"t","status":"running","exitCode":null}`,
		`{"type":"command","command":"a","itemId":" i ","turnId":"t","status":"completed","exitCode":0}`,
		`{"type":"command","command":"b","itemId":"i","turnId":"u","status":"failed","exitCode":2}`,
		`{"type":"command","command":"c","itemId":"i","turnId":"v","status":"running"}`)
	if want := "10:00:01  ✓ command  $ a\n    exitCode: 0\n10:00:02  ✗ command  $ b  failed\n    exitCode: 2\n10:00:03  … command  $ c  running\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	long := strings.Repeat("x", 300)
	event := `{"type":"subagent_result","taskId":"k","agentId":"a","summary":"` + long + `"}`
	if got := drawChat(t, textview.Rows, textview.Options{Full: true}, event); !strings.Contains(got, "("+long+")") {
		t.Errorf("%q", got)
	}
}

// TestChatDays: a new day is announced, and a timestamp that is none is no time.
func TestChatDays(t *testing.T) {
	const file = `{"sessionId":"s","timestamp":"2026-08-10T23:59:59Z","event":{"type":"user_message","text":"a"}}
{"sessionId":"s","timestamp":"2026-08-11T00:00:01Z","event":{"type":"user_message","text":"b"}}
{"sessionId":"s","timestamp":"soon","event":{"type":"user_message","text":"c"}}`
	var out strings.Builder
	chat := textview.Chat{Chat: eventstream.Show(file, eventstream.Options{}), Others: []string{"1", "2", "3", "4", "5", "6", "7"}}
	if err := textview.WriteChat(&out, chat, textview.Options{}); err != nil {
		t.Fatal(err)
	}
	const want = "chat s  2026-08-10 23:59:59 to 2026-08-11 00:00:01 UTC\n\n23:59:59  user  a\n-- 2026-08-11 --\n00:00:01  user  b\n--:--:--  user  c\n\n" +
		"complete: 3 rows, nothing is missing from the chat\nOther sessions of the file, for --session: 1, 2, 3, 4, 5, and 2 more\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestChatWords: an empty file has one blank line; codes say what they mean of a chat.
func TestChatWords(t *testing.T) {
	for file, want := range map[string]string{
		"": "no chat\n\nnothing to show: the chat has no event that draws anything\n",
		"torn\n" + `{"sessionId":"s","event":{"type":"user_message","text":"a"}}`: "chat s  no times\n\n--:--:--  user  a\n\nincomplete: 1 row, 1 loss\n" +
			"  loss  invalid_json_line     1  A line is not JSON and was lost.\n        line 1: the line is not one JSON value\n" +
			"  note  invalid_timestamp     1  An event has no time of its own.\n        line 2  timestamp: an envelope without a timestamp has the time of reading\n",
	} {
		var out strings.Builder
		if err := textview.WriteChat(&out, textview.Chat{Chat: eventstream.Show(file, eventstream.Options{})}, textview.Options{}); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
}

// TestChatOfTheFirstYear: the time that Go takes for none is one, and so are those before it.
func TestChatOfTheFirstYear(t *testing.T) {
	for timestamp, want := range map[string]string{
		"0001-01-01T00:00:00Z":    "0001-01-01 00:00:00 to 00:00:00 UTC",
		"-000001-01-01T00:00:00Z": "-0001-01-01 00:00:00 to 00:00:00 UTC",
	} {
		file := `{"sessionId":"s","timestamp":"` + timestamp + `","event":{"type":"user_message","text":"a"}}`
		var out strings.Builder
		if err := textview.WriteChat(&out, textview.Chat{Chat: eventstream.Show(file, eventstream.Options{})}, textview.Options{}); err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(out.String(), "\n"); head != "chat s  "+want {
			t.Errorf("%s: %q", timestamp, head)
		}
	}
}

// TestHostileChats: nothing in a file acts on the terminal, and each row begins with its time, whatever the file holds.
func TestHostileChats(t *testing.T) {
	timed := regexp.MustCompile(`(?m)^(\d\d:\d\d:\d\d|--:--:--)  `)
	for seed := range uint64(300) {
		chat := eventstream.Show(generate.NewEventCase(generate.NewPCG(seed)).Text, eventstream.Options{Now: "\x1b[31m"})
		for _, view := range []textview.ChatView{textview.Entries, textview.Rows, textview.Groups, textview.Summary} {
			var out strings.Builder
			if err := textview.WriteChat(&out, textview.Chat{Chat: chat, View: view}, textview.Options{Full: seed%2 == 0}); err != nil {
				t.Fatal(err)
			}
			if i := strings.IndexFunc(out.String(), func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u202e' }); i >= 0 {
				t.Fatalf("seed %d, %s: %q", seed, view, out.String()[max(0, i-40):min(out.Len(), i+40)])
			}
			if view == textview.Rows && seed%2 == 1 {
				body, _, _ := strings.Cut(out.String(), "\n\ncomplete: ")
				body, _, _ = strings.Cut(body, "\n\nincomplete: ")
				if got := len(timed.FindAllString(body, -1)); got != len(chat.Rows) {
					t.Fatalf("seed %d: %d times of %d rows", seed, got, len(chat.Rows))
				}
			}
		}
	}
}
