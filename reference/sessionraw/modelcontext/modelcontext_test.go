package modelcontext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const header = `{"_meta":{"version":1,"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z",` +
	`"updated":"2026-07-21T00:00:00Z","turn_count":1,"input_tokens":10,"output_tokens":1,"cached_input_tokens":0,` +
	`"charged_amount_usd":0.5,"thread_id":"T"}}` + "\n"

// row is a line with that content, which is its id as well.
func row(content string) string {
	return `{"role":"user","id":"` + content + `","content":"` + content + `"}`
}

func record(spelling string, elements ...string) string {
	return `{"kind":"compaction","` + spelling + `":[` + strings.Join(elements, ",") + `]}`
}

func TestLoad(t *testing.T) {
	partial := `{"role":"assistant","content":"par","interrupted":true}`
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"probe 1, SR-CTX-01 nothing", nil, ""},
		{"SR-CTX-01 rows add up", []string{row("a"), row("b"), row("a")}, "a b a"},
		{"probe 18, SR-CTX-02", []string{row("a"), row("b"), record("replacement", row("s"), row("c"))}, "s c"},
		{"probe 19, SR-CTX-02 rows behind", []string{row("a"), record("replacement", row("s")), row("c"), row("d")}, "s c d"},
		{"probe 20, SR-CTX-02 twice", []string{record("replacement", row("a"), row("b")), row("c"), record("replacement", row("d")), row("e")}, "d e"},
		{"probe 21, SR-CTX-02 an empty record", []string{row("a"), record("replacement")}, ""},
		{"probe 22, a malformed record", []string{row("a"), `{"kind":"compaction"}`}, "a"},
		{"probe 23, a malformed row in a record", []string{row("a"), record("replacement", row("b"), `{"role":"user"}`)}, "a"},
		{"probe 24, SR-CTX-02 replacement_history", []string{row("a"), record("replacement_history", row("b"))}, "b"},
		{"probe 25, SR-CTX-03", []string{row("a"), row("b"), row("c"), record("replacement_ids", `"b"`)}, "b"},
		{"SR-CTX-03 the order of the list", []string{row("a"), row("b"), record("replacement_ids", `"b"`, `"x"`, `"a"`)}, "b a"},
		{"SR-CTX-03 an id that is named again", []string{row("a"), row("b"), record("replacement_ids", `"b"`, `"a"`, `"b"`, `"b"`)}, "b a"},
		{"SR-CTX-03 none resolves", []string{row("a"), record("replacement_ids", `"x"`)}, "a"},
		{"SR-CTX-03 an empty list", []string{row("a"), record("replacement_ids")}, ""},
		{"probe 26, SR-CTX-02 a record first", []string{record("replacement", row("a")), row("b")}, "a b"},
		{"probe 30, SR-CTX-04 interrupted", []string{row("a"), partial, row("b")}, "a b"},
		{"SR-CTX-04 interrupted in a record", []string{record("replacement", row("a"), partial)}, "a"},
		{"probe 74, SR-LINE-05 an unknown role", []string{`{"role":"developer","content":"x"}`}, "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			context, err := modelcontext.Load(line.Read("f.jsonl", header+strings.Join(c.lines, "\n")))
			if err != nil {
				t.Fatal(err)
			}
			var contents []string
			for _, row := range context.Rows {
				contents = append(contents, row.Content)
			}
			if got := strings.Join(contents, " "); got != c.want {
				t.Errorf("context %q, want %q", got, c.want)
			}
		})
	}
}

// TestComplete: a context that lost something says so (SR-CTX-03, SR-LINE-12).
func TestComplete(t *testing.T) {
	file := line.Read("f.jsonl", header+row("a")+"\n"+record("replacement_ids", `"x"`))
	context, err := modelcontext.Load(file)
	if err != nil || context.Complete || len(context.Diagnostics) != 1 || context.Diagnostics[0].Code() != diagnostic.MalformedCompaction {
		t.Errorf("complete %v, %v, %v", context.Complete, context.Diagnostics, err)
	}
	if number, _, _ := context.Diagnostics[0].Line(); number != 3 || context.Diagnostics[0].File() != "f.jsonl" {
		t.Errorf("place of %v", context.Diagnostics[0])
	}
	if context, err = modelcontext.Load(line.Read("f.jsonl", header+row("a"))); err != nil || !context.Complete {
		t.Errorf("an intact file: complete %v, %v", context.Complete, err)
	}
}

// TestNoHeader: SR-CTX-06.
func TestNoHeader(t *testing.T) {
	if _, err := modelcontext.Load(line.Read("f.jsonl", row("a"))); !errors.Is(err, modelcontext.ErrMissingHeader) {
		t.Errorf("error %v", err)
	}
}

// TestValue: what the shipped program loses, the wire keeps (SR-CTX-05); numbers keep their text (SR-LINE-10).
func TestValue(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{
			`{"role":"tool","content":"x","id":"c","request_id":"r","failure":true,"failure_detail":"d","seq":12345678901234567890}`,
			`{"id":"c","role":"tool","content":"x","seq":12345678901234567890,"request_id":"r","failure":true,"failure_detail":"d"}`,
		},
		{
			`{"role":"tool","content":"x","failure":false,"failure_detail":"d"}`,
			`{"role":"tool","content":"x","failure_detail":"d"}`,
		},
		{
			`{"role":"assistant","content":"x","extra_metadata":{"b":1.50,"1":-0},"reasoning_content":"y","tool_calls":[],"iteration":2}`,
			`{"role":"assistant","content":"x","extra_metadata":{"b":1.50,"1":-0},"reasoning_content":"y","iteration":2,"tool_calls":[]}`,
		},
	} {
		context, err := modelcontext.Load(line.Read("f.jsonl", header+c.line))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(jsvalue.AppendSource(nil, context.Value().Get("rows").At(0))); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
