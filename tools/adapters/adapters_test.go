package adapters_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/adapters/protocoltest"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// template is an adapter as it is copied.
type template struct {
	file string
	stub string // the line of project that is there to be replaced
	// filled does in the place of stub what implementations do: it prints, refuses a leafUuid, and fails.
	filled string
	run    []string // the file follows
}

var templates = []template{
	{
		"python/adapter.py", `    return {"blocks": [], "diagnostics": [], "complete": False, "truncated": False}`,
		"    print('noise')\n    if 'leafUuid' in options:\n        raise Refused('leaf_not_found', 'no such record')\n    return records[5]",
		[]string{"python3"},
	},
	{
		"node/adapter.mjs", `  return { blocks: [], diagnostics: [], complete: false, truncated: false };`,
		"  console.log('noise');\n  if ('leafUuid' in options) throw new Refused('leaf_not_found', 'no such record');\n  return records[5].kind;",
		[]string{"node"},
	},
	{
		"go/main.go", `	return map[string]any{"blocks": []any{}, "diagnostics": []any{}, "complete": false, "truncated": false}, nil`,
		"\tfmt.Println(\"noise\")\n\tif options[\"leafUuid\"] != nil {\n\t\treturn nil, refused{\"leaf_not_found\", \"no such record\"}\n\t}\n\treturn records[5], nil",
		nil,
	},
}

// command makes processes of the template, with its stub replaced where filled is set.
func (a template) command(t *testing.T, filled bool) func(context.Context) *exec.Cmd {
	t.Helper()
	if filled {
		return a.edited(t, a.stub, a.filled)
	}
	return a.edited(t, a.stub, a.stub)
}

// edited makes processes of the template, with a piece of it replaced.
func (a template) edited(t *testing.T, old, replacement string) func(context.Context) *exec.Cmd {
	t.Helper()
	source, err := os.ReadFile(a.file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(source), old) != 1 {
		t.Fatalf("%s has no line %s", a.file, old)
	}
	source = []byte(strings.Replace(string(source), old, replacement, 1))
	file := filepath.Join(t.TempDir(), filepath.Base(a.file))
	if err := os.WriteFile(file, source, 0o600); err != nil {
		t.Fatal(err)
	}
	words := append(a.run, file)
	if a.run == nil {
		words = []string{build(t, file)}
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		t.Skip("needs " + words[0])
	}
	return func(ctx context.Context) *exec.Cmd {
		command := exec.CommandContext(ctx, words[0], words[1:]...)
		command.Env = append(os.Environ(), "PYTHONUNBUFFERED=") // it would hide a missing flush
		return command
	}
}

// build compiles a program of one file, outside of this module.
func build(t *testing.T, file string) string {
	t.Helper()
	program := strings.TrimSuffix(file, ".go")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	command := exec.Command("go", "build", "-o", program, file)
	command.Dir = filepath.Dir(file)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	return program
}

// TestTemplates: each template keeps the protocol as it is shipped.
func TestTemplates(t *testing.T) {
	for _, a := range templates {
		t.Run(filepath.Dir(a.file), func(t *testing.T) { protocoltest.Check(t, a.command(t, false)) })
	}
}

// TestFilledIn: what an implementation does inside of project becomes an answer, and the next request is served.
func TestFilledIn(t *testing.T) {
	lines := []protocoltest.Line{
		{Text: `{"id":1,"dialect":"chatrecord","op":"project","value":[0,0,0,0,0,{"kind":"\ud83d\ude00"}]}`, Want: "1 result"},
		{Text: `{"id":2,"dialect":"chatrecord","op":"project","value":[],"options":{"leafUuid":"x"}}`, Want: "2 leaf_not_found"},
		{Text: `{"id":3,"dialect":"chatrecord","op":"project","value":[]}`, Want: "3 internal_error"},
		{Text: `{"id":4,"op":"describe"}`, Want: "4 result"},
	}
	for _, a := range templates {
		t.Run(filepath.Dir(a.file), func(t *testing.T) {
			var output, log bytes.Buffer
			command := a.command(t, true)(t.Context())
			command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(protocoltest.Input(lines)), &output, &log
			if err := command.Run(); err != nil {
				t.Fatalf("%v\n%s", err, log.String())
			}
			if err := protocoltest.Compare(output.Bytes(), lines); err != nil {
				t.Error(err)
			}
			if !strings.Contains(log.String(), "noise") || !strings.Contains(log.String(), filepath.Base(a.file)) {
				t.Errorf("standard error lacks what was printed, or where it failed:\n%s", log.String())
			}
		})
	}
}

// TestStubIsNotCertified: a template that is not filled in is judged in full, and passes nearly nothing.
func TestStubIsNotCertified(t *testing.T) {
	for _, a := range templates {
		t.Run(filepath.Dir(a.file), func(t *testing.T) {
			start := a.command(t, false)
			child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
			t.Cleanup(child.Close)
			report, err := certify.Run(t.Context(), child, certify.Config{Cases: 20, Rules: []string{"CR-PREP-25", "CR-PREP-04"}})
			if err != nil {
				t.Fatal(err)
			}
			failed := report.Count(certify.Fail)
			if report.Certified() || report.End != certify.Whole || failed == 0 || report.Score() > 0.02 || failed != len(report.Results) {
				t.Error(report)
			}
		})
	}
}

// rawTemplates are the templates with operations of sessionraw in the part that is there to be changed, answered in a trivial way.
var rawTemplates = []struct {
	template
	stub, filled string
}{
	{templates[0], `OPERATIONS = {"chatrecord": {"project": project}}`, `
def items(files, options):
    assert all(isinstance(data, bytes) for data in files.values())
    if options.get("threadId") == "as-text":
        return b'{"n":\n1.10}'
    return {"threadId": options.get("threadId", ""), "hasTranscript": False, "items": [], "diagnostics": [], "complete": True}


def page(files, options):
    return {**items(files, options), "total": 0, "hasMore": False}


OPERATIONS = {"sessionraw": {"items": items, "page": page, "context": lambda files, options: {"rows": [], "diagnostics": [], "complete": True}}}
`},
	{templates[1], `const operations = { chatrecord: { project } };`, `
function items(files, options) {
  if (![...files.values()].every(Buffer.isBuffer)) throw new Error('no buffers');
  if (options.threadId === 'as-text') return Buffer.from('{"n":\n1.10}');
  return { threadId: options.threadId ?? '', hasTranscript: false, items: [], diagnostics: [], complete: true };
}
const page = (files, options) => ({ ...items(files, options), total: 0, hasMore: false });
const operations = { sessionraw: { items, page, context: () => ({ rows: [], diagnostics: [], complete: true }) } };
`},
}

// TestOtherDialects: for another dialect only the part of a template is changed that is there to be changed; whatever files come,
// they are answered.
func TestOtherDialects(t *testing.T) {
	for _, a := range rawTemplates {
		t.Run(filepath.Dir(a.file), func(t *testing.T) {
			start := a.edited(t, a.stub, a.filled)
			child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
			t.Cleanup(child.Close)
			report, err := certify.Run(t.Context(), child, certify.Config{Dialect: "sessionraw", Cases: 60, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if report.End != certify.Whole || report.Count(certify.Fail) == 0 || report.Count(certify.Pass) == 0 {
				t.Fatal(report)
			}
			for _, outcome := range []certify.Outcome{certify.Crash, certify.Hang, certify.ProtocolError, certify.HarnessError} {
				if n := report.Count(outcome); n > 0 {
					t.Errorf("%d cases: %s\n%v", n, outcome, report)
				}
			}
			for _, r := range report.Results {
				for _, f := range r.Findings {
					if strings.Contains(f.Message, "bad_request") || strings.Contains(f.Message, "bad_input") {
						t.Errorf("%s: %s", r.Planned.Source, f.Message)
					}
				}
			}
			asText := protocol.Request{
				Dialect: "sessionraw", Op: "items", Input: protocol.FilesOf(protocol.File{Name: "a.jsonl", Text: "\xff"}),
				Options: jsvalue.ObjectValue(jsvalue.Member{Key: "threadId", Value: jsvalue.StringValue("as-text")}),
			}
			answer, err := child.Call(t.Context(), asText)
			if got := string(jsvalue.AppendSource(nil, answer.Result())); err != nil || got != `{"n":1.10}` {
				t.Errorf("what an operation has written: %s, %v", got, err)
			}
		})
	}
}

// TestChatTemplates: an operation of eventstream is given the bytes of the file, whatever they are.
func TestChatTemplates(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "```js\n")
	example, _, closed := strings.Cut(example, "```")
	if !closed {
		t.Fatal("README.md has no example in JavaScript")
	}
	for i, filled := range []string{
		`
def rows(data, options):
    assert isinstance(data, bytes)
    return {"sessionId": options.get("sessionId"), "rows": [], "complete": True, "diagnostics": []}


OPERATIONS = {"eventstream": {"rows": rows}}
`, strings.Replace(example, "return", "if (!Buffer.isBuffer(data)) throw new Error('no buffer');\n  return", 1),
	} {
		a := rawTemplates[i]
		t.Run(filepath.Dir(a.file), func(t *testing.T) {
			start := a.edited(t, a.stub, filled)
			child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
			t.Cleanup(child.Close)
			options := jsvalue.ObjectValue(jsvalue.Member{Key: "sessionId", Value: jsvalue.StringValue("S")})
			for _, data := range []string{"", "{torn", "\xff", "null\n"} {
				answer, err := child.Call(t.Context(), protocol.Request{Dialect: "eventstream", Op: "rows", Input: protocol.TextOf(data), Options: options})
				if err != nil || answer.Result().Get("sessionId").Text() != "S" {
					t.Errorf("%q: %+v, %v", data, answer, err)
				}
			}
			for _, input := range []protocol.Input{protocol.ValueOf(jsvalue.ArrayValue()), protocol.FilesOf(), {}} {
				answer, err := child.Call(t.Context(), protocol.Request{Dialect: "eventstream", Op: "rows", Input: input})
				if err != nil || answer.Err().Code != protocol.BadInput {
					t.Errorf("%v: %+v, %v", input.Kind(), answer, err)
				}
			}
		})
	}
}

// otherInputs are operations of eventstream that take no text, and answer what they are given.
var otherInputs = []string{
	`
def given(value, options):
    return {name: data.decode("latin-1") for name, data in value.items()} if "b.jsonl" in value else value


OPERATIONS = {"eventstream": {op: given for op in ["candidate", "merge", "cursor", "follow"]}}
`, `
const given = (value) => (value instanceof Map ? Object.fromEntries([...value].map(([name, data]) => [name, data.toString('latin1')])) : value);
const operations = { eventstream: { candidate: given, merge: given, cursor: given, follow: given } };
`,
}

// TestChatTemplatesTakeFilesAndValues: an operation of eventstream is given the form of input that TP-PROTO-21 says, and no other.
func TestChatTemplatesTakeFilesAndValues(t *testing.T) {
	files := protocol.FilesOf(protocol.File{Name: "b.jsonl", Text: "\xff{"}, protocol.File{Name: "a.jsonl"})
	value := protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "fn", Value: jsvalue.StringValue("x")}))
	takes := map[string]protocol.Input{"candidate": files, "merge": files, "cursor": value, "follow": value}
	want := map[string]string{"candidate": `{"a.jsonl":"","b.jsonl":"ÿ{"}`, "merge": `{"a.jsonl":"","b.jsonl":"ÿ{"}`, "cursor": `{"fn":"x"}`, "follow": `{"fn":"x"}`}
	for i, filled := range otherInputs {
		a := rawTemplates[i]
		t.Run(filepath.Dir(a.file), func(t *testing.T) {
			start := a.edited(t, a.stub, filled)
			child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
			t.Cleanup(child.Close)
			for op, right := range takes {
				for _, input := range []protocol.Input{files, value, protocol.TextOf(""), {}} {
					answer, err := child.Call(t.Context(), protocol.Request{Dialect: "eventstream", Op: op, Input: input})
					if err != nil {
						t.Fatal(op, err)
					}
					if got := string(jsvalue.AppendCanonical(nil, answer.Result())); input.Kind() == right.Kind() && got != want[op] {
						t.Errorf("%s is given %s, %+v", op, got, answer)
					}
					if input.Kind() != right.Kind() && answer.Err().Code != protocol.BadInput {
						t.Errorf("%s takes %v: %+v", op, input.Kind(), answer)
					}
				}
			}
		})
	}
}

// TestReadmeExample: what README.md says to write for session_raw files is answered as it says.
func TestReadmeExample(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(text), "```python\n")
	code, _, closed := strings.Cut(code, "```")
	if !found || !closed {
		t.Fatal("README.md has no example in Python")
	}
	a := rawTemplates[0]
	start := a.edited(t, a.stub, code)
	child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
	t.Cleanup(child.Close)
	description, err := child.Describe(t.Context())
	if err != nil || !reflect.DeepEqual(description.Dialects, []protocol.DialectOps{{Dialect: "sessionraw", Ops: []string{"items"}}}) || !strings.Contains(string(text), `"dialects":{"sessionraw":["items"]}`) {
		t.Fatal(description, err)
	}
	for line := range strings.Lines(string(text)) {
		request, err := protocol.ParseRequest(strings.TrimSpace(line))
		if err != nil || request.Dialect != "sessionraw" {
			continue
		}
		answer, err := child.Call(t.Context(), request)
		if err != nil || answer.Result().Get("threadId").Text() != "T" {
			t.Error(line, answer, err)
		}
		return
	}
	t.Error("README.md has no question about session_raw files")
}

// TestReadmeCursor: what README.md says to write for a function of cursor is answered as it says.
func TestReadmeCursor(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```js\n")
	code, rest, closed := strings.Cut(blocks[len(blocks)-1], "```")
	if !closed || !strings.Contains(code, "cursor") {
		t.Fatal("README.md has no example of cursor")
	}
	a := rawTemplates[1]
	start := a.edited(t, a.stub, code)
	child := process.NewChild(func() *exec.Cmd { return start(context.Background()) }, process.Limits{Answer: time.Minute})
	t.Cleanup(child.Close)
	for line := range strings.Lines(rest) {
		request, err := protocol.ParseRequest(strings.TrimSpace(line))
		if err != nil || request.Op != "cursor" {
			continue
		}
		answer, err := child.Call(t.Context(), request)
		if got := string(jsvalue.Append(nil, answer.Result())); err != nil || got != `{"value":512}` || !strings.Contains(rest, "`"+got+"`") {
			t.Error(line, got, err)
		}
		request.Input = protocol.ValueOf(jsvalue.NullValue())
		if answer, err := child.Call(t.Context(), request); err != nil || answer.Err().Code != protocol.BadInput {
			t.Error(answer, err)
		}
		return
	}
	t.Error("README.md has no question about cursor")
}
