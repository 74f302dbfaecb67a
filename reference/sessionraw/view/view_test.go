package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func meta(more string) string {
	return `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0` + more + `}}`
}

var header = meta(`,"thread_id":"T"`)

// row is a line; more is further members.
func row(role, content string, more ...string) string {
	text := string(jsvalue.AppendQuoted(nil, content))
	return strings.Join(append([]string{`{"role":"` + role + `","content":` + text}, more...), ",") + "}"
}

func request(id string) string { return `"request_id":"` + id + `"` }
func id(id string) string      { return `"id":"` + id + `"` }

// calls are tool calls "id" or "id name"; they have no arguments.
func calls(list ...string) string {
	var elements []string
	for _, call := range list {
		id, name, ok := strings.Cut(call, " ")
		if !ok {
			name = "run"
		}
		elements = append(elements, `{"id":"`+id+`","name":"`+name+`","arguments":""}`)
	}
	return `"tool_calls":[` + strings.Join(elements, ",") + "]"
}

func record(rows ...string) string {
	return `{"kind":"compaction","request_id":"k","replacement_history":[` + strings.Join(rows, ",") + `]}`
}

// short writes items in one line.
func short(items []*view.Item) string {
	var words []string
	for _, item := range items {
		words = append(words, shortItem(item))
	}
	return strings.Join(words, " ")
}

func shortItem(item *view.Item) string {
	switch item.Kind {
	case view.TurnBoundary:
		return "|" + item.RequestID
	case view.UserMessage:
		word := "U:" + item.Content
		if item.Display.IsString() {
			word = "U:..." + item.Display.Text()
		}
		if item.Lookalike {
			word += "?"
		}
		return word
	case view.AssistantMessage:
		if item.Interim {
			return "a:" + item.Content
		}
		return "A:" + item.Content
	case view.Reasoning:
		return "R:" + item.Content
	case view.InterruptedPartial:
		return "P:" + item.Content + "/" + item.Thinking.Text()
	case view.Compaction:
		word := fmt.Sprintf("C:%d>%d", item.Marker.Replaced, item.Marker.Kept)
		for _, scaffold := range item.Marker.Scaffolding {
			word += "," + scaffold.Content
		}
		return word
	case view.Subagent:
		s := item.Subagent
		return fmt.Sprintf("S:%s/%s@%s=%s(%s)", s.ID, s.CallID, item.RequestID, s.Status, short(s.Items))
	}
	call := item.Call
	word := "T:" + call.ID + "." + call.Name
	if !call.Args.IsUndefined() {
		word += string(jsvalue.AppendSource(nil, call.Args))
	}
	if !call.Result.IsUndefined() {
		word += ">" + call.Result.Text()
	}
	return word + map[view.Status]string{view.Running: "~", view.Success: "", view.Error: "!" + call.Detail.Text()}[call.Status]
}

var viewCases = []struct {
	name  string
	lines []string
	want  string
	codes string
}{
	{"probe 1, SR-VIEW-02 nothing", nil, "", ""},
	{"probe 5, a damaged line", []string{"garbage", row("user", "a")}, "U:a", "invalid_json_line"},
	{"probe 8, SR-LINE-03", []string{`{"kind":"future","role":"user","content":"x"}`}, "", "unknown_kind"},
	{"probe 9, SR-VIEW-03 no request id", []string{row("user", "a"), row("assistant", "b")}, "U:a A:b", ""},
	{"probe 13, SR-VIEW-05 system", []string{row("system", "p"), row("user", "q"), row("assistant", "a")}, "U:q A:a", ""},
	{"SR-VIEW-05 an interrupted system row", []string{row("system", "p", `"interrupted":true`)}, "", ""},
	{"probe 74, SR-VIEW-05 an unknown role", []string{row("developer", "p"), row("user", "q")}, "U:q", "unknown_role"},
	{"probe 14, SR-VIEW-03", []string{row("user", "q", request("1")), row("assistant", "a", request("1")), row("user", "q2", request("2"))}, "|1 U:q A:a |2 U:q2", ""},
	{"probe 15, SR-VIEW-03", []string{row("user", "q", request("1")), row("assistant", "a"), row("user", "q2", request("1"))}, "|1 U:q A:a U:q2", ""},
	{"probe 16, SR-VIEW-03", []string{row("user", "q", request("1")), row("assistant", "a", request("2")), row("user", "q2", request("1"))}, "|1 U:q |2 A:a |1 U:q2", ""},
	{"SR-VIEW-03 a system row begins a turn, an empty id does not", []string{row("system", "p", request("1")), row("user", "q", request(""))}, "|1 U:q", ""},
	{"probe 30, SR-VIEW-04", []string{row("assistant", "par", `"interrupted":true,"reasoning_content":"t"`, request("2"), calls("c"))}, "|2 P:par/t", ""},
	{"probe 34, SR-VIEW-07 SR-VIEW-08", []string{
		row("assistant", "Let me check", `"tool_calls":[{"id":"c1","name":"w","arguments":" {\"city\":\"NYC\",\"n\":12345678901234567890,\"1\":1.0} "}]`), row("tool", "ok", id("c1")),
	}, `a:Let me check T:c1.w{"city":"NYC","n":12345678901234567890,"1":1.0}>ok`, ""},
	{"probe 35, SR-VIEW-09", []string{row("assistant", "", calls("c1", "c2")), row("tool", "y", id("c2")), row("tool", "x", id("c1"))}, "T:c1.run>x T:c2.run>y", ""},
	{"probe 36, SR-VIEW-09", []string{row("assistant", "", calls("c1", "c2")), row("tool", "x"), row("tool", "y")}, "T:c1.run>x T:c2.run>y", ""},
	{"SR-VIEW-09 a later result names the call", []string{row("assistant", "", calls("c1", "c2")), row("tool", "x"), row("tool", "y", id("c1"))}, "T:c1.run>y T:c2.run>x", ""},
	{"SR-VIEW-09 a repeated id", []string{row("assistant", "", calls("c", "c")), row("tool", "x", id("c")), row("tool", "x", id("c"))}, "T:c.run>x T:c.run>x", ""},
	{"SR-VIEW-09 an id that can spare a call", []string{row("assistant", "", calls("c", "c")), row("tool", "x"), row("tool", "y", id("c"))}, "T:c.run>x T:c.run>y", ""},
	{"SR-VIEW-09 an id that cannot", []string{row("assistant", "", calls("c")), row("tool", "x"), row("tool", "y", id("c")), row("assistant", "", calls("c"))}, "T:c.run>y T:.tool>x T:c.run~", "orphan_tool_result"},
	{"SR-VIEW-09 an id can spare one call only", []string{row("assistant", "", calls("c", "c")), row("tool", "x"), row("tool", "y"), row("tool", "z", id("c"))}, "T:c.run>x T:c.run>z T:.tool>y", "orphan_tool_result"},
	{"SR-VIEW-09 two later results need both calls", []string{row("assistant", "", calls("c", "c")), row("tool", "x"), row("tool", "y", id("c")), row("tool", "z", id("c"))}, "T:c.run>y T:c.run>z T:.tool>x", "orphan_tool_result"},
	{"probe 37, SR-VIEW-10", []string{row("assistant", "", calls("c1")), row("tool", "x", id("zz"))}, "T:c1.run~ T:zz.tool>x", "orphan_tool_result"},
	{"probe 38, SR-VIEW-09", []string{row("assistant", "", calls("c")), row("tool", "x", id("c"), `"failure":true`)}, "T:c.run>x!", ""},
	{"SR-VIEW-09 a failure with detail", []string{row("tool", "x", `"failure":true,"failure_detail":"d"`)}, "T:.tool>x!d", "orphan_tool_result"},
	{"probe 39, SR-VIEW-08", []string{row("assistant", "", `"tool_calls":[{"id":"a","name":"n","arguments":"not json"},{"id":"b","name":"n","arguments":" "},{"id":"c","name":"n","arguments":"null"}]`)}, `T:a.n"not json"~ T:b.n~ T:c.nnull~`, ""},
	{"probe 40, SR-VIEW-09", []string{row("assistant", "", calls("c"), request("1")), row("user", "q", request("2")), row("tool", "x", request("2"))}, "|1 T:c.run~ |2 U:q T:.tool>x", "orphan_tool_result"},
	{"SR-VIEW-09 a user row ends a turn that has no id", []string{row("assistant", "", calls("c")), row("user", "q"), row("tool", "x", id("c"))}, "T:c.run~ U:q T:c.tool>x", "orphan_tool_result"},
	{"probe 41, SR-VIEW-13 the call is gone", []string{row("assistant", "", calls("c1")), record(row("user", "s")), row("tool", "x", id("c1"))}, "T:c1.run~ C:1>1,s T:c1.tool>x", "orphan_tool_result"},
	{"probe 41, SR-VIEW-13 the call is kept", []string{row("assistant", "b", calls("c1")), record(row("assistant", "b", calls("c1"))), row("tool", "x", id("c1"))}, "a:b T:c1.run>x C:1>1", ""},
	{"probe 42, SR-LINE-07", []string{row("assistant", "", calls("c"))}, "T:c.run~", ""},
	{"probe 43, SR-VIEW-07", []string{row("assistant", "", `"reasoning_content":"r"`)}, "R:r", ""},
	{"probe 44, SR-VIEW-07", []string{row("assistant", "  \u00a0", `"reasoning_content":"\n"`)}, "", ""},
	{"probe 45, SR-VIEW-06 SR-SAN-02", []string{row("user", "Current Date & Time: 2026-07-21 09:00:00 UTC\n\nHi")}, "U:...Hi", ""},
	{"probe 46, SR-SAN-04", []string{row("user", "Current Date & Time: which?")}, "U:Current Date & Time: which??", ""},
	{"probe 18, SR-VIEW-13", []string{
		row("system", "S"), row("user", "q1"), row("assistant", "a1"), row("user", "q2"), row("assistant", "a2"),
		record(row("system", "S"), row("user", "sum"), row("user", "q3", request("3")), row("assistant", "a3", request("3"))),
	}, "U:q1 A:a1 U:q2 A:a2 C:5>4,sum |3 U:q3 A:a3", ""},
	{"probe 19, SR-VIEW-13 what follows", []string{
		row("user", "q1"), record(row("user", "q2"), row("assistant", "a2")), row("user", "q4", request("4")), row("assistant", "a4", request("4")),
	}, "U:q1 C:1>2 |k U:q2 A:a2 |4 U:q4 A:a4", ""},
	{"probe 20, SR-VIEW-13 two records", []string{record(row("user", "a"), row("user", "b")), row("user", "c"), record(row("user", "c")), row("user", "e")}, "C:0>2 |k U:a U:b U:c C:3>1 U:e", ""},
	{"probe 21, SR-VIEW-13 an empty record", []string{row("user", "a"), record()}, "U:a C:1>0", ""},
	{"probe 22, a malformed record", []string{row("user", "a"), `{"kind":"compaction"}`}, "U:a", "malformed_compaction"},
	{"probe 25, SR-VIEW-13 by ids", []string{row("user", "a", id("a")), row("user", "b", id("b")), `{"kind":"compaction","replacement_ids":["b"]}`}, "U:a U:b C:2>1", ""},
	{"SR-CTX-03 ids that name nothing", []string{row("user", "a", id("a")), `{"kind":"compaction","replacement_ids":["b"]}`}, "U:a", "malformed_compaction"},
	{"SR-VIEW-13 words said twice are kept twice", []string{row("user", "yes"), record(row("user", "yes"), row("user", "yes"), row("assistant", "ok"))}, "U:yes C:1>3 |k U:yes A:ok", ""},
	{"SR-VIEW-13 a row is taken once", []string{row("user", "x", id("1")), record(row("user", "x"), row("user", "x", id("1")), row("assistant", "y"))}, "U:x C:1>3 |k U:x A:y", ""},
	{"SR-VIEW-13 a system row is no scaffolding to show", []string{row("user", "a"), record(row("system", "S"), row("assistant", "sum"))}, "U:a C:1>2,sum", ""},
	{"SR-VIEW-13 SR-CTX-04 a partial answer is not replaced", []string{row("user", "a"), row("assistant", "p", `"interrupted":true`), record(row("user", "a"))}, "U:a P:p/ C:1>1", ""},
	{"SR-VIEW-13 by id first", []string{row("user", "x", id("1")), row("user", "x", id("2")), record(row("user", "changed", id("1")), row("user", "x", id("2")))}, "U:x U:x C:2>2,changed", ""},
	{"SR-VIEW-11", []string{row("user", "a", id("1")), row("user", "a", id("1")), row("user", "a"), row("user", "a"), row("user", "a", id("1"), request("2"))}, "U:a U:a U:a |2 U:a", "repeated_row"},
	{"SR-VIEW-11 what a repetition has of its own", []string{
		row("assistant", "x", id("m"), `"reasoning_content":"think"`), row("assistant", "x", id("m"), `"reasoning_content":"think"`, calls("c")), row("assistant", "x", id("m"), `"reasoning_content":"more"`, calls("c", "d")), row("assistant", "x", id("m")), row("tool", "r", id("c")),
	}, "R:think A:x T:c.run>r R:more T:d.run~", "repeated_row repeated_row repeated_row"},
	{"SR-VIEW-11 a partial answer with other reasoning", []string{
		row("assistant", "x", id("m"), `"interrupted":true`), row("assistant", "x", id("m"), `"interrupted":true,"reasoning_content":"t"`), row("assistant", "x", id("m"), calls("c")),
	}, "P:x/ P:x/t a:x T:c.run~", ""},
	{"SR-VIEW-11 an answer behind its own beginning", []string{
		row("assistant", "x", id("m"), `"interrupted":true,"reasoning_content":"t"`), row("assistant", "x", id("m"), `"reasoning_content":"t"`), row("assistant", "x", id("m"), `"interrupted":true,"reasoning_content":"t"`),
	}, "P:x/t R:t A:x", "repeated_row"},
	{"SR-VIEW-11 SR-LINE-07 calls that only look alike", []string{
		row("assistant", "x", id("m"), `"tool_calls":[{"id":"a","name":"b\u0000c","arguments":""}]`), row("assistant", "x", id("m"), `"tool_calls":[{"id":"a\u0000b","name":"c","arguments":""}]`),
	}, "a:x T:a.b\x00c~ T:a\x00b.c~", "repeated_row"},
	{"SR-VIEW-13 SR-LINE-07 calls that only look alike", []string{
		row("assistant", "", `"tool_calls":[{"id":"a","name":"b\u0000c","arguments":""}]`), record(row("user", "q"), row("assistant", "", `"tool_calls":[{"id":"a\u0000b","name":"c","arguments":""}]`)),
	}, "T:a.b\x00c~ C:1>2 |k U:q T:a\x00b.c~", ""},
	{"SR-VIEW-11 an empty id", []string{row("user", "a", id("")), row("user", "a"), row("user", "a", id(""))}, "U:a U:a", "repeated_row"},
	{"SR-CTX-03 an id that is named again", []string{row("user", "a", id("a")), row("user", "b", id("b")), `{"kind":"compaction","replacement_ids":["a","b","a","a"]}`}, "U:a U:b C:2>2", ""},
	{"SR-VIEW-14 reasoning", []string{
		row("assistant", `{"content":"hi","tool_calls":[],"reasoning_content":"deep"}`), row("assistant", `{"content":"ho","tool_calls":[],"reasoning_content":"deep"}`, `"reasoning_content":"deep"`),
		row("assistant", `{"content":"","tool_calls":[],"reasoning_content":"one"}`, `"reasoning_content":"two"`),
	}, "R:deep A:hi R:deep A:ho R:one R:two", ""},
	{"SR-VIEW-11 a result", []string{row("assistant", "", calls("c")), row("tool", "x", id("c")), row("tool", "x", id("c"))}, "T:c.run>x", "repeated_row"},
	{"SR-VIEW-14 envelopes", []string{
		row("assistant", `{"content":"hi","tool_calls":[{"id":"c","name":"n","arguments":"{}"}]}`, calls("c", "d")), row("tool", `{"content":"out","tool_call_id":"c","tool_name":"n"}`),
	}, "a:hi T:c.n{}>out T:d.run~", ""},
	{"SR-VIEW-14 calls of the row with one id", []string{
		row("assistant", `{"content":"hi","tool_calls":[{"id":"c","name":"n","arguments":""}]}`, calls("d", "c", "d")),
	}, "a:hi T:c.n~ T:d.run~ T:d.run~", ""},
	{"SR-VIEW-14 members of a wrong type", []string{
		row("assistant", `{"content":"hi","tool_calls":[],"reasoning_content":1}`), row("tool", `{"content":"x","tool_call_id":"c","tool_name":1}`), row("tool", `{"content":"x","tool_call_id":"c","name":[]}`),
	}, `A:{"content":"hi","tool_calls":[],"reasoning_content":1} T:.tool>{"content":"x","tool_call_id":"c","tool_name":1} T:.tool>{"content":"x","tool_call_id":"c","name":[]}`, "orphan_tool_result orphan_tool_result"},
	{"SR-VIEW-11 an interrupted result", []string{row("tool", "x", id("c"), `"interrupted":true`), row("tool", "x", id("c"), `"interrupted":true`)}, "P:x/", "repeated_row"},
	{"SR-VIEW-14 no envelopes", []string{
		row("assistant", `{"content":"hi","tool_calls":[],"x":1}`), row("assistant", `{"content":"hi"}`), row("assistant", `{"content":1,"tool_calls":[]}`), row("assistant", `{"content":"","tool_calls":[{"id":1}]}`),
	}, `A:{"content":"hi","tool_calls":[],"x":1} A:{"content":"hi"} A:{"content":1,"tool_calls":[]} A:{"content":"","tool_calls":[{"id":1}]}`, ""},
	{"SR-VIEW-15", []string{
		row("assistant", "", calls("c", "d", "e")), row("user", "[Tool results]\n<tool_result id=\"d\">\ny\n</tool_result>\n<tool_result id=\"c\">x</tool_result>", `"extra_metadata":{"openhuman_tool_failures":["d"]}`),
	}, "T:c.run>x T:d.run>y! T:e.run~", ""},
	{"SR-VIEW-15 a failure that is no id", []string{
		row("user", "[Tool results]<tool_result id=\"\">x</tool_result>", `"extra_metadata":{"openhuman_tool_failures":[0,null]}`), row("user", "[Tool results]<tool_result id=\"\">y</tool_result>", `"extra_metadata":{"openhuman_tool_failures":[""]}`),
	}, "T:.tool>x T:.tool>y!", "orphan_tool_result orphan_tool_result"},
	{"SR-VIEW-15 a user's words", []string{row("user", "[Tool results]"), row("user", "[Tool results] <tool_result id=\"d\">x</tool_result> why?")}, `U:[Tool results] U:[Tool results] <tool_result id="d">x</tool_result> why?`, ""},
	{"SR-LINE-11 a typed result", []string{row("assistant", "", calls("c", "d")), row("tool", "x", `"v":2,"shape":"tool_result","tool_call_id":"d"`)}, "T:c.run~ T:d.run>x", ""},
}

func TestView(t *testing.T) {
	for _, c := range viewCases {
		t.Run(c.name, func(t *testing.T) {
			text := header + "\n" + strings.Join(c.lines, "\n")
			got := view.Project(map[string]string{"session_raw/100_a.jsonl": text}, "T")
			if items := short(got.Items); items != c.want {
				t.Errorf("items %s\nwant  %s", items, c.want)
			}
			if found := codes(got); found != c.codes {
				t.Errorf("codes %q, want %q", found, c.codes)
			}
			checkOrigins(t, got.Items)
		})
	}
}

// codes are the codes of the diagnostics; complete must follow from them (SR-VIEW-02).
func codes(v view.View) string {
	var list []string
	complete := true
	for _, d := range v.Diagnostics {
		list = append(list, string(d.Code()))
		complete = complete && !d.AffectsCompleteness()
	}
	if complete != v.Complete {
		list = append(list, fmt.Sprint("complete: ", v.Complete))
	}
	return strings.Join(list, " ")
}

func checkOrigins(t *testing.T, items []*view.Item) {
	t.Helper()
	seen := map[view.Origin]bool{}
	for _, item := range items {
		if seen[item.Origin] {
			t.Errorf("two items come from %v", item.Origin)
		}
		seen[item.Origin] = true
	}
}

// TestThreads: probes 2 to 4, and a file by itself (SR-VIEW-02).
func TestThreads(t *testing.T) {
	files := map[string]string{"1_a.jsonl": row("user", "a") + "\n" + header, "2_a.json": header}
	for _, thread := range []string{"T", "U", "  ", ""} {
		if v := view.Project(files, thread); v.HasTranscript || len(v.Items) > 0 || v.Items == nil || !v.Complete {
			t.Errorf("thread %q: %+v", thread, v)
		}
	}
	v := view.ShowFile("1_a.jsonl", files["1_a.jsonl"])
	if short(v.Items) != "U:a" || codes(v) != "missing_header" {
		t.Errorf("the file by itself: %s, %s", short(v.Items), codes(v))
	}
}

// TestWire: every kind of item as it is written (SR-VIEW-01).
func TestWire(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{row("user", "Current Date & Time: 2026-07-21 09:00:00 UTC\n\n[Context]", request("r")), `[{"kind":"turnBoundary","requestId":"r"},{"kind":"userMessage","content":"Current Date & Time: 2026-07-21 09:00:00 UTC\n\n[Context]","displayContent":"[Context]","lookalike":true,"requestId":"r"}]`},
		{row("assistant", "x", `"reasoning_content":" y","iteration":2,"provider":"p","model":"m","ts":"t","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0}`), `[{"kind":"reasoning","text":" y"},{"kind":"assistantMessage","content":"x","model":"m","iteration":2}]`},
		{row("assistant", "x", `"model":"m"`, calls("c")) + "\n" + row("tool", "r", id("c"), `"failure":true`), `[{"kind":"assistantMessage","content":"x","interim":true},{"kind":"toolCall","callId":"c","name":"run","result":"r","status":"error","failure":{}}]`},
		{row("assistant", "x", `"interrupted":true`), `[{"kind":"interruptedPartial","text":"x"}]`},
		{`{"kind":"compaction","ts":"t","replacement":[` + row("assistant", "sum") + `]}`, `[{"kind":"compaction","replacedCount":0,"keptCount":1,"ts":"t","scaffolding":[{"role":"assistant","content":"sum"}]}]`},
	} {
		v := view.ShowFile("1_a.jsonl", header+"\n"+c.lines)
		if got := string(jsvalue.AppendSource(nil, view.ItemsValue(v.Items))); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	v := view.Project(map[string]string{"1_a.jsonl": header, "1_a__2_b.jsonl": meta(`,"task_id":"k","agent_id":"b"`)}, "T")
	const want = `{"threadId":"T","hasTranscript":true,"items":[{"kind":"subagent","id":"k","agentId":"b","taskId":"k","status":"running","items":[]}],"diagnostics":[],"complete":true}`
	if got := string(jsvalue.AppendSource(nil, v.Value())); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
