package line_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

const header = `{"_meta":{"version":1,"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z",` +
	`"updated":"2026-07-21T00:00:00Z","turn_count":1,"input_tokens":10,"output_tokens":1,"cached_input_tokens":0,` +
	`"charged_amount_usd":0.5,"thread_id":"T"}}` + "\n"

const hello = `{"role":"user","content":"hello"}` + "\n"

// withHeader is a header line with some text replaced.
func withHeader(old, new string) string { return strings.Replace(header, old, new, 1) }

// readCases are the rules of lines by example: what stands in the file, and the findings as "code line path".
var readCases = []struct {
	name     string
	text     string
	entries  string // one word each
	findings []string
}{
	{name: "probe 1, a header alone", text: header},
	{"probe 5, SR-LINE-01 garbage", header + "garbage\n" + hello, "user", []string{"invalid_json_line 2"}},
	{"probe 6, SR-LINE-01 a torn last line", header + hello + `{"role":"assis`, "user", []string{"invalid_json_line 3"}},
	{"SR-LINE-01 a row glued to a torn one", header + `{"role":"assis` + hello, "user", []string{"invalid_json_line 2", "recovered_record 2"}},
	{"probe 75, SR-LINE-01 invalid UTF-8", header + hello + "{\"role\":\"user\",\"content\":\"\xE2\x82", "user", []string{"invalid_json_line 3"}},
	{"probe 73, SR-LINE-01 a byte order mark", "\uFEFF" + header + hello, "user", nil},
	{"probe 71, SR-LINE-01 U+2028, emoji and _meta in content", header + "{\"role\":\"user\",\"content\":\"\u2028😀\\\"_meta\\\"\"}\n", "user", nil},
	{"probe 4, SR-LINE-02 no header", hello, "user", []string{"missing_header 1"}},
	{"SR-LINE-02 an empty file", "", "", []string{"missing_header 1"}},
	{"SR-LINE-02 a header behind a row", hello + header, "user", []string{"missing_header 1"}},
	{"SR-LINE-02 a torn header", header[:40] + "\n" + hello, "user", []string{"missing_header 1", "invalid_json_line 1"}},
	{"SR-LINE-02 a header on the second line", "garbage\n" + header + hello, "user", []string{"missing_header 1", "invalid_json_line 1"}},
	{"SR-LINE-02 blank lines before the header", "\n \n" + header + hello, "user", nil},
	{"SR-LINE-02 a header with a wrong field", withHeader(`"turn_count":1`, `"turn_count":"1"`) + hello, "user", []string{"invalid_meta 1 _meta.turn_count"}},
	{"SR-LINE-02 a header that is no object", `{"_meta":[]}` + "\n" + hello, "user", []string{"missing_header 1", "invalid_meta 1 _meta"}},
	{"probe 7, SR-LINE-03 an unknown kind", header + `{"kind":"future","payload":1}` + "\n" + hello, "user", []string{"unknown_kind 2 kind"}},
	{"probe 8, SR-LINE-03 an unknown kind with role and content", header + `{"kind":"future","role":"user","content":"x"}`, "", []string{"unknown_kind 2 kind"}},
	{"SR-LINE-03 a kind that is no string", header + `{"kind":1,"role":"user","content":"x"}`, "", []string{"unknown_kind 2 kind"}},
	{"SR-LINE-03 a null kind", header + `{"kind":null,"role":"user","content":"x"}`, "user", nil},
	{"SR-LINE-03 no object", header + "[1]\n3\n", "", []string{"malformed_line 2", "malformed_line 3"}},
	{"probe 9, SR-LINE-04 no version", withHeader(`"version":1,`, "") + hello, "user", nil},
	{"probe 10, SR-LINE-04 version 99", withHeader(`"version":1,`, `"version":99,`) + hello, "user", nil},
	{"SR-LINE-04 the greatest version", withHeader(`"version":1,`, `"version":4294967295,`) + hello, "user", nil},
	{"SR-LINE-04 a version of more than 32 bits", withHeader(`"version":1,`, `"version":4294967296,`) + hello, "user", []string{"invalid_meta 1 _meta.version"}},
	{"probe 12, SR-LINE-04 a later header that is wrong", header + withHeader(`"agent":"a",`, ""), "", []string{"invalid_meta 2 _meta.agent"}},
	{"SR-LINE-04 a later header of another thread", header + withHeader(`"T"`, `"U"`), "", []string{"conflicting_thread_id 2 _meta.thread_id"}},
	{"probe 69, SR-LINE-04 a later header of no thread", header + withHeader(`,"thread_id":"T"`, ""), "", nil},
	{"SR-LINE-04 the first header that names a thread counts", withHeader(`,"thread_id":"T"`, "") + header + withHeader(`"T"`, `"U"`), "", []string{"conflicting_thread_id 3 _meta.thread_id"}},
	{"probe 72, SR-LINE-05 null content", header + `{"role":"user","content":null}` + "\n" + hello, "user", []string{"malformed_line 2"}},
	{"SR-LINE-05 no role", header + `{"content":"x"}` + "\n", "", []string{"malformed_line 2"}},
	{"probe 74, SR-LINE-05 an unknown role", header + `{"role":"developer","content":"x"}`, "developer", []string{"unknown_role 2 role"}},
	{"SR-LINE-06 null fields", header + `{"role":"tool","content":"x","id":null,"usage":null,"interrupted":null,"failure":null,"tool_calls":null}`, "tool", nil},
	{
		"SR-LINE-06 wrong fields", header + `{"role":"tool","content":"x","id":1,"ts":false,"iteration":-1,"seq":1.5,"interrupted":"yes"}`, "tool",
		[]string{"malformed_field 2 id", "malformed_field 2 ts", "malformed_field 2 iteration", "malformed_field 2 seq", "malformed_field 2 interrupted"},
	},
	{
		"SR-LINE-07 wrong calls", header + `{"role":"assistant","content":"","tool_calls":[{"id":"c"},{"name":"n"},{"id":"c","name":"n","arguments":"{}"}]}`, "assistant+n+n",
		[]string{"malformed_field 2 tool_calls[0]", "malformed_field 2 tool_calls[1].id", "malformed_field 2 tool_calls[1].arguments"},
	},
	{"SR-LINE-08 incomplete usage", header + `{"role":"assistant","content":"x","usage":{"input":1}}`, "assistant", []string{"malformed_field 2 usage"}},
	{"SR-LINE-09 SR-CTX-02 replacement", header + `{"kind":"compaction","replacement":[{"role":"user","content":"a"}]}`, "[user]", nil},
	{"probe 24, SR-LINE-09 replacement_history", header + `{"kind":"compaction","replacement_history":[{"role":"user","content":"a"}]}`, "[user]", nil},
	{"probe 25, SR-LINE-09 replacement_ids", header + `{"kind":"compaction","replacement_ids":["b"]}`, "[#b]", nil},
	{"SR-LINE-08 a window that is null", header + `{"role":"assistant","content":"x","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0,"context_window":null}}`, "assistant", nil},
	{"SR-LINE-08 a wrong window", header + `{"role":"assistant","content":"x","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0,"context_window":-1}}`, "assistant", []string{"malformed_field 2 usage"}},
	{"SR-LINE-09 replacement_history before replacement", header + `{"kind":"compaction","replacement":[],"replacement_history":[{"role":"user","content":"a"}]}`, "[user]", nil},
	{"SR-LINE-09 a header in a record", header + `{"kind":"compaction","replacement":[{"_meta":{},"role":"user","content":"a"}]}`, "", []string{"malformed_compaction 2 replacement[0]"}},
	{"SR-LINE-09 history wins", header + `{"kind":"compaction","replacement_ids":["b"],"replacement":[]}`, "[]", nil},
	{"probe 22, SR-LINE-09 no list", header + `{"kind":"compaction"}`, "", []string{"malformed_compaction 2"}},
	{"probe 23, SR-LINE-09 a row without content", header + `{"kind":"compaction","replacement":[{"role":"user","content":"a","id":1},{"role":"user"}]}`, "", []string{"malformed_compaction 2 replacement[1]"}},
	{"SR-LINE-09 a nested record", header + `{"kind":"compaction","replacement":[{"kind":"compaction","role":"user","content":"a"}]}`, "", []string{"malformed_compaction 2 replacement[0]"}},
	{"SR-LINE-09 a bad id", header + `{"kind":"compaction","replacement_ids":[1]}`, "", []string{"malformed_compaction 2 replacement_ids[0]"}},
	{"SR-LINE-09 a wrong field inside", header + `{"kind":"compaction","replacement":[{"role":"user","content":"a","ts":1}]}`, "[user]", []string{"malformed_field 2 replacement[0].ts"}},
	{"SR-LINE-10 an equal key and a lone surrogate", header + `{"role":"tool","role":"user","content":"\ud800","x":1e999}`, "user", nil},
	{"SR-LINE-11 declarations of tools", header + `{"kind":"tools","tools":[]}`, "", nil},
}

func TestRead(t *testing.T) {
	for _, c := range readCases {
		t.Run(c.name, func(t *testing.T) {
			file := line.Read("f.jsonl", c.text)
			if got := words(file); got != c.entries {
				t.Errorf("entries %q, want %q", got, c.entries)
			}
			var findings []string
			for _, d := range file.Diagnostics {
				number, _, ok := d.Line()
				if !ok || d.File() != "f.jsonl" { // SR-LINE-12
					t.Errorf("%v names no place", d)
				}
				findings = append(findings, strings.TrimSpace(fmt.Sprintf("%s %d %s", d.Code(), number, d.Path())))
			}
			if got, want := strings.Join(findings, "\n"), strings.Join(c.findings, "\n"); got != want {
				t.Errorf("findings:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// words writes the entries in the form of readCases.
func words(file line.File) string {
	var words []string
	for _, entry := range file.Entries {
		if entry.Row != nil {
			words = append(words, rowWord(entry.Row))
			continue
		}
		var inner []string
		for _, row := range entry.Compaction.Rows {
			inner = append(inner, rowWord(row))
		}
		for _, id := range entry.Compaction.IDs {
			inner = append(inner, "#"+id)
		}
		words = append(words, "["+strings.Join(inner, ",")+"]")
	}
	return strings.Join(words, " ")
}

func rowWord(row *line.Row) string {
	word := row.Role
	for _, call := range row.Calls {
		word += "+" + call.Name
	}
	return word
}

// TestLastHeader: probe 11, the totals are those of the last valid header (SR-LINE-04).
func TestLastHeader(t *testing.T) {
	file := line.Read("f.jsonl", header+hello+withHeader(`"input_tokens":10`, `"input_tokens":18446744073709551615`)+withHeader(`"agent":"a",`, ""))
	if got := file.Last.Value().Get("input_tokens").NumberText(); got != "18446744073709551615" {
		t.Errorf("input_tokens is %s", got)
	}
	if file.Header.Value().Get("input_tokens").NumberText() != "10" {
		t.Error("the header of the file changed")
	}
}

// TestLongLine: probe 70, a record of 8 MB is read whole (SR-LINE-01).
func TestLongLine(t *testing.T) {
	row := `{"role":"user","content":"` + strings.Repeat("x", 8<<20) + `"}`
	file := line.Read("f.jsonl", header+`{"kind":"compaction","replacement":[`+row+`]}`+"\n")
	if len(file.Diagnostics) != 0 || len(file.Entries) != 1 || len(file.Entries[0].Compaction.Rows[0].Content) != 8<<20 {
		t.Errorf("%d entries, %v", len(file.Entries), file.Diagnostics)
	}
}

// TestCodes: every code of the format is in the table with the effect that the cases above rely on.
func TestCodes(t *testing.T) {
	for code, affects := range map[diagnostic.Code]bool{
		diagnostic.MalformedLine: true, diagnostic.MalformedCompaction: true, diagnostic.UnknownKind: true, diagnostic.UnknownRole: true,
		diagnostic.MissingHeader: true, diagnostic.MalformedField: true, diagnostic.InvalidMeta: false, diagnostic.ConflictingThreadID: false,
		diagnostic.MissingSubTranscript: true, diagnostic.OrphanToolResult: false, diagnostic.RepeatedRow: false,
	} {
		if diagnostic.New(code, "").AffectsCompleteness() != affects {
			t.Errorf("%s affects completeness: %v", code, !affects)
		}
	}
}
