package blocks

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func decodeJSON(t testing.TB, source string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Decode(source)
	if err != nil {
		t.Fatalf("Decode %.60s: %v", source, err)
	}
	return v
}

func encodeJSON(v jsvalue.Value) string { return string(jsvalue.Append(nil, v)) }

// startPreview is the preview of a call as the records give it: the title is the tool's name and description, the kind is
// always "other".
func startPreview(tool string, args jsvalue.Value) jsvalue.Value {
	input, _ := redact.Capped(args)
	title := tool
	if description := jsvalue.Trim(input.Get("description").Text()); description != "" {
		title += ": " + description
	}
	return previewOf(input, previewNames{title: title, toolName: tool, toolKind: "other"})
}

// TestPreviewFixtures compares with what the shipped program shows, member order included, but where a decision departs
// from it ("decision"; then "observed" is what it shows).
func TestPreviewFixtures(t *testing.T) {
	source, err := os.ReadFile("../../../fixtures/chatrecord/previews.json")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, entry := range decodeJSON(t, string(source)).Elements() {
		got := startPreview(entry.Get("tool").Text(), entry.Get("args"))
		if diff := cmp.Diff(encodeJSON(entry.Get("preview")), encodeJSON(got)); diff != "" {
			t.Errorf("%s: preview mismatch (-want +got):\n%s", entry.Get("name").Text(), diff)
		}
		if departs := entry.Has("observed"); departs != entry.Has("decision") {
			t.Errorf("%s: decision and observed go together", entry.Get("name").Text())
		}
		if jsvalue.Equal(entry.Get("preview"), entry.Get("observed")) {
			t.Errorf("%s: does not depart from what is observed", entry.Get("name").Text())
		}
		kinds[got.Get("kind").Text()] = true
	}
	if len(kinds) != 14 {
		t.Errorf("the fixtures show %d kinds of preview, want all 14", len(kinds))
	}
}

// previewTest is one call and its preview.
type previewTest struct{ rule, tool, input, want string }

func runPreviewTests(t *testing.T, tests []previewTest) {
	t.Helper()
	for _, test := range tests {
		got := startPreview(test.tool, decodeJSON(t, test.input))
		if diff := cmp.Diff(encodeJSON(decodeJSON(t, test.want)), encodeJSON(got)); diff != "" {
			t.Errorf("%s: %s(%.120s): preview mismatch (-want +got):\n%s", test.rule, test.tool, test.input, diff)
		}
	}
}

func TestPreviewRules(t *testing.T) {
	runPreviewTests(t, []previewTest{
		// Questions win over every other rule.
		{
			"CR-PREVIEW-02", "mcp__s__t", `{"questions":[{"question":" ","prompt":"p"}],"command":"c"}`,
			`{"kind":"ask_user_question","questions":[{"question":"p","options":[],"raw":{"question":" ","prompt":"p"}}]}`,
		},
		{"CR-PREVIEW-02", "x", `{"questions":{"0":{"question":"q"}}}`, `{"kind":"generic","summary":"x"}`},
		{
			"CR-PREVIEW-03", "TODO_Write", `{"entries":1,"todos":[],"description":"d"}`,
			`{"kind":"todo_list","entries":[],"summary":"TODO_Write: d"}`,
		},
		{"CR-PREVIEW-03", "todo_writer", `{"todos":[]}`, `{"kind":"generic","summary":"todo_writer"}`},
		// The server's name is case-sensitive, and may not be empty.
		{"CR-PREVIEW-04", "MCP__s__t", `{"q":1}`, `{"kind":"key_value","rows":[{"label":"q","value":"1"}]}`},
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"toolName":"a","name":"b"}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t"}`,
		},
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"arguments":5,"args":null,"k":1}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t"}`,
		},
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"":""}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t","argsSummary":"="}`,
		},
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"b":1,"7":[1,{"x":"y"}]}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t","argsSummary":"7=[1,{\"x\":\"y\"}]"}`,
		},
		{"CR-PREVIEW-05", "xdelegate", `{"prompt":"p"}`, `{"kind":"key_value","rows":[{"label":"prompt","value":"p"}]}`},
		{
			"CR-PREVIEW-05", "X_SPAWN_TASK", `{"query":"p","agent_name":"a"}`,
			`{"kind":"subagent_delegation","agentName":"a","task":"p"}`,
		},
		{"CR-PREVIEW-05", "tasks", `{"prompt":"p"}`, `{"kind":"key_value","rows":[{"label":"prompt","value":"p"}]}`},
		{"CR-PREVIEW-05", "tas\u212a", `{"prompt":"p"}`, `{"kind":"key_value","rows":[{"label":"prompt","value":"p"}]}`},
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":"no","matches":["m"],"total":"9"}`,
			`{"kind":"search","query":"q","resultCount":1}`,
		},
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":null,"matches":["m",""]}`,
			`{"kind":"search","query":"q","resultCount":2,"top":["m"]}`,
		},
		{"CR-PREVIEW-06", "x", `{"q":"q","results":["","","","","","z"]}`, `{"kind":"search","query":"q","resultCount":6}`},
		{
			"CR-PREVIEW-06", "x", `{"q":"q","results":[[1,null,[true,"s",{}]],1e400,-0,1e21,false]}`,
			`{"kind":"search","query":"q","resultCount":5,"top":["1,,true,s,[object Object]","Infinity","0","1e+21","false"]}`,
		},
		{"CR-PREVIEW-06", "x", `{"q":"q","total":3}`, `{"kind":"key_value","rows":[{"label":"q","value":"q"},{"label":"total","value":"3"}]}`},
		{
			"CR-PREVIEW-07", "My-Generate-Image", `{"description":"d","prompt":"\t","thumbnail":"t","modelId":"m"}`,
			`{"kind":"image_generation","prompt":"d","thumbnailUrl":"t","model":"m"}`,
		},
		{"CR-PREVIEW-08", "x", `{"path":"/f","diff":"d","content":"c"}`, `{"kind":"file_diff","path":"/f","patch":"d"}`},
		{"CR-PREVIEW-08", "fast-overwrite_x", `{"path":"/f","content":" c "}`, `{"kind":"file_diff","path":"/f","newText":" c "}`},
		{"CR-PREVIEW-08", "create file", `{"path":"/f","content":"c"}`, `{"kind":"key_value","rows":[{"label":"Path","value":"/f"}]}`},
		// A range of a wrong type does not give way to the next place, but to offset and limit.
		{"CR-PREVIEW-09", "x", `{"path":"/f","lineRange":"1-2","range":[1,2]}`, `{"kind":"key_value","rows":[{"label":"Path","value":"/f"}]}`},
		{
			"CR-PREVIEW-09", "x", `{"path":"/f","lineRange":null,"line_range":[1,2],"offset":5,"limit":5}`,
			`{"kind":"file_read","path":"/f","range":[1,2]}`,
		},
		{"CR-PREVIEW-09", "x", `{"path":"/f","range":[1,2,3]}`, `{"kind":"key_value","rows":[{"label":"Path","value":"/f"}]}`},
		{"CR-PREVIEW-09", "x", `{"path":"/f","offset":1}`, `{"kind":"key_value","rows":[{"label":"Path","value":"/f"}]}`},
		{"CR-PREVIEW-09", "x", `{"path":"/f","name":"read"}`, `{"kind":"key_value","rows":[{"label":"Path","value":"/f"}]}`},
		{"CR-PREVIEW-10", "x", `{"url":"A+9.-:","httpMethod":"GET"}`, `{"kind":"web_fetch","url":"A+9.-:","method":"GET"}`},
		{"CR-PREVIEW-10", "x", `{"url":" http://x"}`, `{"kind":"key_value","rows":[{"label":"url","value":" http://x"}]}`},
		{"CR-PREVIEW-10", "x", `{"url":":x"}`, `{"kind":"key_value","rows":[{"label":"url","value":":x"}]}`},
		{"CR-PREVIEW-10", "x", `{"url":"http"}`, `{"kind":"key_value","rows":[{"label":"url","value":"http"}]}`},
		{"CR-PREVIEW-11", "run-Exec-Code", `{"snippet":"s","path":"/p"}`, `{"kind":"code_block","code":"s","origin":"/p"}`},
		{"CR-PREVIEW-12", "x", `{"data":5,"records":[{"a":1}]}`, `{"kind":"key_value","rows":[{"label":"data","value":"5"}]}`},
		{"CR-PREVIEW-12", "x", `{"data":[{}],"command":"c"}`, `{"kind":"command","command":"c"}`},
		{"CR-PREVIEW-12", "x", `{"columns":["a"],"data":[{"2":1,"1":{}}]}`, `{"kind":"tabular","columns":["1","2"],"rows":[["{}","1"]]}`},
		{"CR-PREVIEW-13", "x", `{"command":"","cmd":" ls "}`, `{"kind":"command","command":" ls "}`},
		{"CR-PREVIEW-14", "x", `{"command":5,"reason":" r ","token":"t"}`, `{"kind":"key_value","rows":[{"label":"Note","value":" r "}]}`},
		{
			"CR-PREVIEW-14", "x", `{"a":null,"token":1,"b":1e-7,"c":1e400,"d":4}`,
			`{"kind":"key_value","rows":[{"label":"token","value":"[redacted]"},{"label":"b","value":"1e-7"},{"label":"c","value":"null"}]}`,
		},
	})
}

// The wrappers rawInput, input and args (CR-PREVIEW-00, CR-PREVIEW-01). The fixtures hold the deep ones.
func TestPreviewOfWrappedInput(t *testing.T) {
	runPreviewTests(t, []previewTest{
		{"CR-PREVIEW-01", "x", `{"rawInput":null,"input":null,"args":{"command":"c"}}`, `{"kind":"command","command":"c"}`},
		{"CR-PREVIEW-01", "x", `{"args":null,"command":"c"}`, `{"kind":"command","command":"c"}`},
		{"CR-PREVIEW-01", "x", `{"input":[1],"args":{"command":"c"}}`, `{"kind":"generic","summary":"x"}`},
		{"CR-PREVIEW-01", "x", `{"input":{},"command":"c"}`, `{"kind":"command","command":"c"}`},
		// A list has a summary too, but says more than a name.
		{
			"CR-PREVIEW-01", "TodoWrite", `{"input":{"todos":[]},"command":"c"}`,
			`{"kind":"todo_list","entries":[],"summary":"TodoWrite"}`,
		},
		{"CR-DEC-01", "x", `{"data":[{"a":1},null],"command":"c"}`, `{"kind":"generic","summary":"x"}`},
		{"CR-DEC-01", "x", `{"input":{"data":[{"a":1},null]},"command":"c"}`, `{"kind":"command","command":"c"}`},
	})
	// Without names of its own, a call takes those that the wrapper states.
	tests := []struct{ input, want string }{
		// The inner preview has a summary and is not used; the wrapper has no names to sum up.
		{`{"title":"T","input":{"z":[]}}`, `{"kind":"key_value","rows":[{"label":"title","value":"T"}]}`},
		{`{"input":{"z":[]},"command":"c"}`, `{"kind":"generic"}`},
		{`{"args":null,"command":"c"}`, `{"kind":"generic"}`},
		{`{"toolName":"grep","input":{"query":"q"}}`, `{"kind":"search","query":"q"}`},
		{`{"toolName":" ","name":"grep","input":{"query":"q"}}`, `{"kind":"search","query":"q"}`},
		{`{"_meta":{"toolName":"grep"},"input":{"query":"q"}}`, `{"kind":"search","query":"q"}`},
		{`{"kind":"My-Agent","input":{"prompt":"p"}}`, `{"kind":"subagent_delegation","agentName":"subagent","task":"p"}`},
		{`{"name":"view","path":"/f"}`, `{"kind":"file_read","path":"/f"}`},
		{`{"toolName":"mcp__a__b"}`, `{"kind":"mcp_invocation","serverId":"a","toolName":"b"}`},
	}
	for _, test := range tests {
		got := encodeJSON(previewOf(decodeJSON(t, test.input), previewNames{}))
		if got != test.want {
			t.Errorf("%s without names: got  %s\nwant %s", test.input, got, test.want)
		}
	}
}

// The first rule that applies answers: here both neighbours apply to the input of each.
func TestPreviewOrder(t *testing.T) {
	wrapped := strings.Repeat(`{"args":`, 8) + `{"arguments":{"a":1},"args":{"b":1}}` + strings.Repeat(`}`, 8)
	tests := []struct{ tool, input, kind string }{
		{"x", `{"input":{"command":"c"},"questions":[{}]}`, "command"},
		{"todo_write", `{"questions":[{}],"todos":[]}`, "ask_user_question"},
		{"todo_write", `{"todos":[],"results":[],"query":"q"}`, "todo_list"},
		{"mcp__x_task__my_subagent", `{"prompt":"p"}`, "mcp_invocation"},
		{"find_subagent", `{"query":"q"}`, "subagent_delegation"},
		{"research_sora", `{"query":"q"}`, "search"},
		{"sora", `{"prompt":"p","path":"/f","diff":"d"}`, "image_generation"},
		{"read", `{"path":"/f","diff":"d"}`, "file_diff"},
		{"read", `{"path":"/f","url":"a:b"}`, "file_read"},
		{"repl", `{"url":"a:b","code":"c"}`, "web_fetch"},
		{"repl", `{"code":"c","data":[{"a":1}]}`, "code_block"},
		{"x", `{"data":[{"a":1}],"command":"c"}`, "tabular"},
		{"x", `{"command":"c","path":"/f"}`, "command"},
		{"x", `{"path":"/f","a":"b"}`, "key_value"},
		{"mcp__s__t", wrapped, "mcp_invocation"},
	}
	for _, test := range tests {
		if got := startPreview(test.tool, decodeJSON(t, test.input)).Get("kind").Text(); got != test.kind {
			t.Errorf("%s(%s): got %s, want %s", test.tool, test.input, got, test.kind)
		}
	}
	// Where the wrappers end, the arguments are looked for in their other places.
	if got := startPreview("mcp__s__t", decodeJSON(t, wrapped)).Get("argsSummary").Text(); got != "a=1" {
		t.Errorf("MCP arguments at the last level: got %s", got)
	}
}

// CR-PREVIEW-15, CR-PREVIEW-00: the best name there is, or none.
func TestGenericPreview(t *testing.T) {
	tests := []struct {
		names previewNames
		want  string
	}{
		{previewNames{"T", "n", "k"}, `{"kind":"generic","summary":"T"}`},
		{previewNames{"", "n", "k"}, `{"kind":"generic","summary":"n"}`},
		{previewNames{"", "", "k"}, `{"kind":"generic","summary":"k"}`},
		{previewNames{}, `{"kind":"generic"}`},
	}
	inputs := []string{`null`, `"text"`, `[{"command":"c"}]`, `5`, `true`, `{}`}
	for _, test := range tests {
		if got := encodeJSON(previewOf(jsvalue.Value{}, test.names)); got != test.want {
			t.Errorf("no input, %+v: got %s, want %s", test.names, got, test.want)
		}
		for _, input := range inputs {
			if got := encodeJSON(previewOf(decodeJSON(t, input), test.names)); got != test.want {
				t.Errorf("%s, %+v: got %s, want %s", input, test.names, got, test.want)
			}
		}
	}
	// An MCP tool is known by its name alone (CR-PREVIEW-04).
	got := encodeJSON(previewOf(jsvalue.Value{}, previewNames{toolName: "mcp__s__t"}))
	if want := `{"kind":"mcp_invocation","serverId":"s","toolName":"t"}`; got != want {
		t.Errorf("MCP tool without input: got %s, want %s", got, want)
	}
}

// CR-DEC-24: a cut never leaves half a character.
func TestPreviewCuts(t *testing.T) {
	const emoji = "😀"
	cut := func(units int) string { return strings.Repeat("a", units-1) + emoji + "tail" }
	x := strings.Repeat("a", 100)
	runPreviewTests(t, []previewTest{
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"q":"` + cut(60) + `"}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t","argsSummary":"q=` + x[:59] + `…"}`,
		},
		{
			"CR-PREVIEW-04", "mcp__s__t", `{"q":"` + x[:58] + emoji + `"}`,
			`{"kind":"mcp_invocation","serverId":"s","toolName":"t","argsSummary":"q=` + x[:58] + emoji + `"}`,
		},
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":[{"k":"` + cut(110) + `"}]}`,
			`{"kind":"search","query":"q","resultCount":1,"top":["{\n  \"k\": \"` + x + x[:9] + `"]}`,
		},
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":["` + cut(200) + `"]}`,
			`{"kind":"search","query":"q","resultCount":1,"top":["` + cut(200) + `"]}`,
		},
		{
			"CR-PREVIEW-12", "x", `{"columns":["c"],"rows":[[["` + cut(75) + `"],"` + cut(90) + `"]]}`,
			`{"kind":"tabular","columns":["c"],"rows":[["[\n  \"` + x[:74] + `","` + cut(90) + `"]]}`,
		},
		{
			"CR-PREVIEW-12", "x", `{"data":[{"0":1,"1":2,"2":3},"a😀"]}`,
			`{"kind":"tabular","columns":["0","1","2"],"rows":[["1","2","3"],["a","",""]]}`,
		},
	})
}

// CR-DEC-25: only what a value has itself is shown, whatever the names of the members.
func TestPreviewReadsOwnMembers(t *testing.T) {
	runPreviewTests(t, []previewTest{
		{
			"CR-PREVIEW-12", "x", `{"data":[{"__proto__":1,"toString":2,"length":3,"0":4,"00":5},{"a":1},[],"",7,false,["e"],"é"]}`,
			`{"kind":"tabular","columns":["0","__proto__","toString","length","00"],"rows":[` +
				`["4","1","2","3","5"],["","","","",""],["","","","0",""],["","","","0",""],["","","","",""],["","","","",""],` +
				`["e","","","1",""],["é","","","1",""]]}`,
		},
		{
			"CR-PREVIEW-14", "x", `{"__proto__":"p","constructor":"c"}`,
			`{"kind":"key_value","rows":[{"label":"__proto__","value":"p"},{"label":"constructor","value":"c"}]}`,
		},
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":[{"toString":1},[{"valueOf":1}]]}`,
			`{"kind":"search","query":"q","resultCount":2,"top":["{\n  \"toString\": 1\n}","[object Object]"]}`,
		},
		// Below an object toString is never asked; in an array of arrays it is (CR-DEC-01).
		{
			"CR-PREVIEW-06", "find", `{"query":"q","results":[[{"a":{"toString":1}}]]}`,
			`{"kind":"search","query":"q","resultCount":1,"top":["[object Object]"]}`,
		},
		{"CR-DEC-01", "find", `{"query":"q","results":[1,[[[],[{"toString":null}]]]]}`, `{"kind":"generic","summary":"find"}`},
		{
			"CR-DEC-01", "find", `{"query":"q","results":[1,2,3,4,5,[{"toString":1}]]}`,
			`{"kind":"search","query":"q","resultCount":6,"top":["1","2","3","4","5"]}`,
		},
		{
			"CR-DEC-01", "x", `{"data":[{"a":1}` + strings.Repeat(`,{}`, 49) + `,null]}`,
			`{"kind":"tabular","columns":["a"],"rows":[["1"]` + strings.Repeat(`,[""]`, 49) + `],"totalRows":51}`,
		},
		{"CR-DEC-01", "x", `{"data":[null,{"a":1}]}`, `{"kind":"generic","summary":"x"}`},
	})
}

func TestPreviewOfHugeInput(t *testing.T) {
	deep := strings.Repeat(`[`, 100_000) + strings.Repeat(`]`, 100_000)
	wide := strings.Repeat(`{"k":[1,2,3]},`, 50_000) + `0`
	tests := []struct{ tool, input, kind string }{
		{"x", `{"a":` + deep + `,"b":1}`, "key_value"},
		{"find", `{"query":"q","results":[` + deep + `,` + wide + `]}`, "search"},
		{"x", `{"data":[{"a":1},{"a":` + deep + `},{"a":[` + wide + `]}]}`, "tabular"},
		{"x", `{"columns":["a"],"rows":[[` + wide + `]]}`, "tabular"},
		{"mcp__s__t", `{"a":[` + deep + `,` + wide + `]}`, "mcp_invocation"},
		{"x", strings.Repeat(`{"args":`, 50_000) + `1` + strings.Repeat(`}`, 50_000), "generic"},
		{"x", `{"data":[{"k":1},` + strings.Repeat(`{"k":1},`, 100_000) + `1]}`, "tabular"},
	}
	for _, test := range tests {
		if got := startPreview(test.tool, decodeJSON(t, test.input)); got.Get("kind").Text() != test.kind {
			t.Errorf("%s(%.40s...): got kind %s, want %s", test.tool, test.input, got.Get("kind").Text(), test.kind)
		}
	}
	// An array text and a search for toString do not recurse either, even in a value that was not capped.
	uncapped := decodeJSON(t, `{"query":"q","results":[`+deep+`]}`)
	if got := encodeJSON(previewOf(uncapped, previewNames{toolName: "find"})); got != `{"kind":"search","query":"q","resultCount":1}` {
		t.Errorf("uncapped array: got %.100s", got)
	}
	// No more than 30 columns.
	var object, names []string
	for i := range 40 {
		key := `"k` + strconv.Itoa(i) + `"`
		object, names = append(object, key+`:0`), append(names, key)
	}
	for _, input := range []string{
		`{"data":[{` + strings.Join(object, ",") + `}]}`,
		`{"columns":[1,` + strings.Join(names, ",") + `],"rows":[]}`,
	} {
		if got := startPreview("x", decodeJSON(t, input)).Get("columns").Len(); got != 30 {
			t.Errorf("%.40s...: %d columns, want 30", input, got)
		}
	}
}

func BenchmarkPreview(b *testing.B) {
	names := previewNames{title: "x", toolName: "edit_thing", toolKind: "other"}
	inputs := []jsvalue.Value{
		decodeJSON(b, `{"file_path":"/src/a.go","old_string":"x","new_string":"y"}`),
		decodeJSON(b, `{"command":"go test ./...","description":"Run the tests"}`),
		decodeJSON(b, `{"a":1,"b":"two","c":true}`),
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, input := range inputs {
			previewOf(input, names)
		}
	}
}
