package textview_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/textview"
)

func value(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func draw(t *testing.T, s textview.Session) string {
	t.Helper()
	return drawWith(t, s, textview.Options{})
}

func drawWith(t *testing.T, s textview.Session, o textview.Options) string {
	t.Helper()
	var b strings.Builder
	if err := textview.Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// drawBlocks draws the blocks alone, without header and summary.
func drawBlocks(t *testing.T, diagnostics []diagnostic.Diagnostic, list ...blocks.Block) string {
	t.Helper()
	text := draw(t, textview.Session{
		Lines:      []jsonl.Line{{Number: 1, Value: value(t, `{"sessionId":"s"}`)}},
		Projection: chatrecord.Projection{Blocks: list, Diagnostics: diagnostics},
	})
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\nincomplete")
	return strings.TrimPrefix(text, "\n")
}

func at(ms float64) update.Timestamp { return update.Timestamp{Ms: ms, Valid: true} }

func tool(call blocks.ToolCall) blocks.Block { return blocks.Block{Kind: blocks.Tool, Tool: &call} }

func TestBlocks(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		name  string
		block blocks.Block
		want  string
	}{
		{"user", blocks.Block{Kind: blocks.User, Text: "one\n\ntwo\n", ServerTimestamp: at(1000)}, "00:00:01  user\n    one\n\n    two\n"},
		{"no time", blocks.Block{Kind: blocks.Assistant, Text: "x"}, "--:--:--  assistant\n    x\n"},
		{
			"usage",
			blocks.Block{Kind: blocks.Assistant, Text: "x", Usage: &blocks.Usage{InputTokens: 12, OutputTokens: 3}},
			"--:--:--  assistant  12 tokens in, 3 out\n    x\n",
		},
		{"thought", blocks.Block{Kind: blocks.Thought, Text: "a\nb"}, "--:--:--  thought\n    ~ a\n    ~ b\n"},
		{"known source", blocks.Block{Kind: blocks.User, Text: "x", Meta: value(t, `{"source":"cron"}`)}, "--:--:--  user (scheduled)\n    x\n"},
		{"status", blocks.Block{Kind: blocks.Status, Text: "x", Source: "other"}, "--:--:--  status (other)\n    x\n"},
		{"cancelled prompt", blocks.Block{Kind: blocks.PromptCancelled, ElapsedMs: 3210}, "--:--:--  prompt cancelled after 3.2 s\n"},
		{"attachments", blocks.Block{
			Kind:          blocks.User,
			Images:        []blocks.Image{{Data: "AAAA", MimeType: "image/png"}, {Data: "data:image/gif;base64,AAA=", MimeType: "image/gif"}},
			Files:         []blocks.File{{Name: "f", MimeType: "text/x"}},
			ResourceLinks: []jsvalue.Value{value(t, `{"name":"n","uri":"u:x"}`)},
		}, "--:--:--  user\n    [image image/png, 3 bytes]\n    [image image/gif, 2 bytes]\n" +
			"    [file f, text/x, not kept in the session]\n    [link n u:x]\n"},

		{"tool", tool(blocks.ToolCall{
			Title: "T", ToolName: "n", Status: update.Completed, RawInput: value(t, `{"a":"x","b":[1],"c":"1\n2"}`),
			Content: []update.ToolContent{{Text: "out"}},
		}), "--:--:--  ✓ tool T (n)\n    a: x\n    b: [1]\n    c:\n      1\n      2\n    | out\n"},
		{"failed tool", tool(blocks.ToolCall{Title: "n: T", ToolName: "n", Status: update.Failed}), "--:--:--  ✗ tool n: T  failed\n"},
		{"cancelled tool", tool(blocks.ToolCall{Title: "T", Status: update.Cancelled}), "--:--:--  - tool T  cancelled\n"},
		{"running tool", tool(blocks.ToolCall{Title: "T", Status: update.InProgress}), "--:--:--  … tool T  in progress\n"},
		{
			"output without content", tool(blocks.ToolCall{Title: "T", Status: update.Completed, RawOutput: value(t, `{"a":1}`)}),
			"--:--:--  ✓ tool T\n    | {\"a\":1}\n",
		},
		{"many arguments", tool(blocks.ToolCall{
			Title: "T", Status: update.Completed,
			RawInput: value(t, `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}`),
		}), "--:--:--  ✓ tool T\n    a: 1\n    b: 2\n    c: 3\n    d: 4\n    e: 5\n    f: 6\n    ... 2 more arguments\n"},
		{
			"long command", tool(blocks.ToolCall{Title: "T", Status: update.Completed, RawInput: value(t, `{"command":"1\n2\n3\n4\n5\n6"}`)}),
			"--:--:--  ✓ tool T\n    $ 1\n    $ 2\n    $ 3\n    $ 4\n    $ ... 2 more lines\n",
		},
		{
			"one line over the limit is shown", tool(blocks.ToolCall{Title: "T", Status: update.Completed, RawInput: value(t, `{"command":"1\n2\n3\n4\n5"}`)}),
			"--:--:--  ✓ tool T\n    $ 1\n    $ 2\n    $ 3\n    $ 4\n    $ 5\n",
		},
		{
			"long line", tool(blocks.ToolCall{Title: "T", Status: update.Completed, Content: []update.ToolContent{{Text: long}}}),
			"--:--:--  ✓ tool T\n    | " + long[:200] + "... (300 bytes in all)\n",
		},
		{"plan", tool(blocks.ToolCall{
			Title: "Updated Plan", ToolName: "todo_write", ToolKind: "updated_plan", Status: update.Completed,
			RawOutput: value(t, `{"entries":[{"content":"a","status":"completed"},{"content":"b","status":"in_progress"},{"content":"c","status":"pending"}]}`),
		}), "--:--:--  ✓ tool Updated Plan (todo_write)\n    [x] a\n    [>] b\n    [ ] c\n"},
		{
			"empty plan", tool(blocks.ToolCall{Title: "P", ToolKind: "updated_plan", Status: update.Completed, RawOutput: value(t, `{"entries":[]}`)}),
			"--:--:--  ✓ tool P\n    (the plan is empty)\n",
		},
		{"diff", tool(blocks.ToolCall{
			Title: "edit", Status: update.Completed, RawInput: value(t, `{"old_string":"b"}`),
			Content: []update.ToolContent{{Diff: value(t, `{"path":"p","oldText":"a\nb\nc","newText":"a\nB\nc\n"}`)}},
		}), "--:--:--  ✓ tool edit\n    --- p\n    @@ -1,3 +1,3 @@\n     a\n    -b\n    +B\n     c\n"},
		{"new file", tool(blocks.ToolCall{
			Title: "write", Status: update.Completed,
			Content: []update.ToolContent{{Diff: value(t, `{"path":"p","oldText":"","newText":"a"}`)}},
		}), "--:--:--  ✓ tool write\n    --- p\n    @@ -0,0 +1,1 @@\n    +a\n"},
		{"same text", tool(blocks.ToolCall{
			Title: "write", Status: update.Completed,
			Content: []update.ToolContent{{Diff: value(t, `{"path":"p","oldText":"a","newText":"a\n"}`)}},
		}), "--:--:--  ✓ tool write\n    --- p\n    (no line changed)\n"},
		{"long diff", tool(blocks.ToolCall{
			Title: "write", Status: update.Completed,
			Content: []update.ToolContent{{Diff: jsvalue.ObjectValue(jsvalue.Member{Key: "newText", Value: jsvalue.StringValue(strings.Repeat("x\n", 40))})}},
		}), "--:--:--  ✓ tool write\n    ---\n    @@ -0,0 +1,40 @@\n" + strings.Repeat("    +x\n", 15) + "    ... 25 more lines\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := drawBlocks(t, nil, c.block); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}

func TestDays(t *testing.T) {
	const hour = 3_600_000
	got := draw(t, textview.Session{
		Lines: []jsonl.Line{{Number: 1, Value: value(t, `{"sessionId":"s"}`)}},
		Projection: chatrecord.Projection{Complete: true, Blocks: []blocks.Block{
			{Kind: blocks.User, Text: "a", ServerTimestamp: at(23 * hour)},
			{Kind: blocks.User, Text: "b", ServerTimestamp: at(25 * hour)},
		}},
	})
	want := "session s  1 record  1970-01-01 23:00:00 to 1970-01-02 01:00:00 UTC\n\n23:00:00  user\n    a\n\n-- 1970-01-02 --\n\n" +
		"01:00:00  user\n    b\n\ncomplete: 2 blocks, nothing is missing from the session\n"
	if got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// hostile stands for whatever a file may hold.
const hostile = "x\x1b[2J\x07\u009b1m\u202e\u2066\u2028\r\xed\xa0\x80\xff\x00\x7f\nforged\ny"

// Every text of the projection reaches the page, and none of it as it is.
func TestHostileText(t *testing.T) {
	h := jsvalue.StringValue(hostile)
	object := jsvalue.ObjectValue(
		jsvalue.Member{Key: hostile, Value: h}, jsvalue.Member{Key: "name", Value: h}, jsvalue.Member{Key: "uri", Value: h},
		jsvalue.Member{Key: "path", Value: h}, jsvalue.Member{Key: "newText", Value: h}, jsvalue.Member{Key: "source", Value: h},
		jsvalue.Member{Key: "sessionId", Value: h}, jsvalue.Member{Key: "uuid", Value: h},
	)
	plan := jsvalue.ObjectValue(jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(
		jsvalue.ObjectValue(jsvalue.Member{Key: "content", Value: h}, jsvalue.Member{Key: "status", Value: h}),
	)})
	command := jsvalue.ObjectValue(jsvalue.Member{Key: "command", Value: h})
	projection := chatrecord.Projection{
		Blocks: []blocks.Block{
			{
				Kind: blocks.User, Text: hostile, Meta: object, SourceRecordIDs: []string{hostile},
				Images: []blocks.Image{{Data: hostile, MimeType: hostile}},
				Files:  []blocks.File{{Name: hostile, MimeType: hostile, AttachmentID: hostile}}, ResourceLinks: []jsvalue.Value{object},
			},
			{Kind: blocks.Thought, Text: hostile},
			{Kind: blocks.Status, Text: hostile, Source: hostile},
			tool(blocks.ToolCall{
				Title: hostile, ToolName: "n" + hostile, Status: update.ToolStatus(hostile), RawInput: object,
				Content: []update.ToolContent{{Text: hostile}},
			}),
			tool(blocks.ToolCall{Title: hostile, Status: update.Completed, RawInput: command, RawOutput: h}),
			tool(blocks.ToolCall{Title: hostile, Status: update.Failed, Content: []update.ToolContent{{Diff: object}}}),
			tool(blocks.ToolCall{Title: hostile, ToolKind: "updated_plan", RawOutput: plan}),
		},
		Diagnostics: []diagnostic.Diagnostic{
			diagnostic.New(diagnostic.MalformedPart, hostile).OfRecord(hostile).AtPath(hostile).AtLine(1, 0),
		},
	}
	session := textview.Session{Lines: []jsonl.Line{{Number: 1, Value: object}}, Projection: projection}
	for i, options := range []textview.Options{{}, {Full: true}} {
		session.Branch.OtherLeaves = slices.Repeat([]string{hostile}, 1+i)
		text := drawWith(t, session, options)
		for _, r := range text {
			if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp) {
				t.Fatalf("%U reaches the terminal:\n%q", r, text)
			}
		}
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "forged") { // texts are indented, so nothing of a file begins a line
				t.Errorf("a line of the view is forged:\n%s", text)
				break
			}
		}
		if got := strings.Count(text, `x\x1b[2J`); got < 26 {
			t.Errorf("only %d of the hostile texts are shown:\n%s", got, text)
		}
	}
}

// What is shortened is said at its place and at the end; --full shows all of it and says nothing.
func TestFull(t *testing.T) {
	lines, long := strings.Repeat("line\n", 60), strings.Repeat("y", 300)
	members := make([]string, 9)
	for i := range members {
		members[i] = fmt.Sprintf(`"k%d":%d`, i, i)
	}
	change := func(text string) []update.ToolContent {
		return []update.ToolContent{{Diff: jsvalue.ObjectValue(jsvalue.Member{Key: "newText", Value: jsvalue.StringValue(text)})}}
	}
	wide := strings.Repeat("z", 1<<20) + "\n"
	plan := jsvalue.ObjectValue(jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(
		jsvalue.ObjectValue(jsvalue.Member{Key: "content", Value: jsvalue.StringValue(long)}),
	)})
	for _, c := range []struct {
		name string
		call blocks.ToolCall
		all  string // of what is shown in full
		n    int
	}{
		{"output", blocks.ToolCall{RawOutput: jsvalue.StringValue(lines)}, "| line\n", 60},
		{"long line", blocks.ToolCall{RawOutput: jsvalue.StringValue(long)}, long + "\n", 1},
		{"command", blocks.ToolCall{RawInput: jsvalue.ObjectValue(jsvalue.Member{Key: "command", Value: jsvalue.StringValue(lines)})}, "$ line\n", 60},
		{"arguments", blocks.ToolCall{RawInput: value(t, "{"+strings.Join(members, ",")+"}")}, "    k", 9},
		{"argument", blocks.ToolCall{RawInput: value(t, `{"a":"`+long+`"}`)}, "a: " + long + "\n", 1},
		{"name of an argument", blocks.ToolCall{RawInput: value(t, `{"`+long+`":1}`)}, long + ": 1\n", 1},
		{"diff", blocks.ToolCall{Content: change(lines)}, "+line\n", 60},
		{"large diff", blocks.ToolCall{Content: change(strings.Repeat(wide, 5))}, "+" + wide, 5},
		{"plan", blocks.ToolCall{ToolKind: "updated_plan", RawOutput: plan}, "[ ] " + long + "\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			const note = "--full shows all of it.\n"
			c.call.Status = update.Completed
			s := textview.Session{
				Lines:      []jsonl.Line{{Number: 1, Value: value(t, `{}`)}},
				Projection: chatrecord.Projection{Complete: true, Blocks: []blocks.Block{tool(c.call)}},
			}
			if text := draw(t, s); strings.Count(text, c.all) >= c.n || !strings.HasSuffix(text, note) {
				t.Errorf("not shortened, or not said:\n%s", text)
			}
			if text := drawWith(t, s, textview.Options{Full: true}); strings.Count(text, c.all) != c.n || strings.Contains(text, note) {
				t.Errorf("not in full:\n%s", text)
			}
		})
	}
}

// The header names the ends of the other branches.
func TestOtherLeaves(t *testing.T) {
	for _, c := range []struct {
		leaves []string
		want   string
	}{
		{nil, "session s  2 records  no times\n\n"},
		{[]string{"r5"}, "session s  no times\n2 records, 1 on this branch; 1 other leaf: r5\n\n"},
		{[]string{"r5", "r4"}, "session s  no times\n2 records, 1 on this branch; 2 other leaves: r5, r4\n\n"},
		{
			[]string{"r9", "r8", "r7", "r6", "r5", "r4", "r3"},
			"session s  no times\n2 records, 1 on this branch; 7 other leaves: r9, r8, r7, r6, r5 and 2 older\n\n",
		},
	} {
		line := jsonl.Line{Number: 1, Value: value(t, `{"sessionId":"s"}`)}
		text := draw(t, textview.Session{
			Lines: []jsonl.Line{line, line}, Branch: textview.Branch{Records: 1, OtherLeaves: c.leaves},
			Projection: chatrecord.Projection{Complete: true, Blocks: []blocks.Block{{Kind: blocks.User, Text: "x"}}},
		})
		if !strings.HasPrefix(text, c.want) {
			t.Errorf("got:\n%swant at the start:\n%s", text, c.want)
		}
	}
}

func TestColors(t *testing.T) {
	var b strings.Builder
	s := textview.Session{
		Lines:      []jsonl.Line{{Number: 1, Value: value(t, `{"sessionId":"s"}`)}},
		Projection: chatrecord.Projection{Complete: true, Blocks: []blocks.Block{{Kind: blocks.Thought, Text: "a\nb"}}},
	}
	if err := textview.Write(&b, s, textview.Options{Color: true}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if strings.Count(line, "\x1b[")%2 != 0 || strings.Contains(line, "\x1b[") && !strings.Contains(line, "\x1b[0m") {
			t.Errorf("a colour runs over the end of the line %q", line)
		}
	}
	if !strings.Contains(b.String(), "\x1b[2ma\x1b[0m") {
		t.Errorf("the thought is not dim: %q", b.String())
	}
}

func TestWriterFails(t *testing.T) {
	failure := errors.New("disk full")
	s := textview.Session{Projection: chatrecord.Projection{Blocks: []blocks.Block{{Kind: blocks.User, Text: "x"}}}}
	if err := textview.Write(failingWriter{failure}, s, textview.Options{}); !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, fmt.Errorf("write: %w", w.err) }
