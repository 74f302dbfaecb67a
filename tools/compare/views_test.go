package compare_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// TestViews: each difference of two views has a place, and what only one side has shifts nothing.
func TestViews(t *testing.T) {
	const (
		said   = `{"kind":"userMessage","content":"a"}`
		other  = `{"kind":"userMessage","content":"b"}`
		call   = `{"kind":"toolCall","callId":"c","name":"n","args":{"n":1.0},"status":"running"}`
		turn   = `{"kind":"turnBoundary","requestId":"r"}`
		orphan = `{"code":"orphan_tool_result","severity":"info","message":"m","affectsCompleteness":false,"file":"f","line":2,"byteOffset":7}`
	)
	for name, c := range map[string]struct{ want, got, paths string }{
		"the same":       {`{"items":[` + said + `]}`, `{"items":[` + said + `]}`, ""},
		"missing":        {`{"items":[` + said + `,` + call + `]}`, `{"items":[` + call + `]}`, "missing items[userMessage]"},
		"extra":          {`{"items":[` + call + `]}`, `{"items":[` + said + `,` + call + `]}`, "extra items[userMessage]"},
		"another text":   {`{"items":[` + said + `]}`, `{"items":[` + other + `]}`, "items[userMessage].content"},
		"another order":  {`{"items":[` + turn + `,` + said + `]}`, `{"items":[` + said + `,` + turn + `]}`, "missing items[turnBoundary] extra items[turnBoundary]"},
		"text of number": {`{"items":[` + call + `]}`, `{"items":[` + strings.Replace(call, "1.0", "1", 1) + `]}`, "items[toolCall].args.n"},
		"inside":         {`{"items":[{"kind":"subagent","id":"x","items":[` + said + `]}]}`, `{"items":[{"kind":"subagent","id":"x","items":[]}]}`, "missing items[subagent].items[userMessage]"},
		"of a sub-agent": {`{"items":[{"kind":"subagent","id":"x","items":[]}]}`, `{"items":[{"kind":"subagent","id":"y","items":[]}]}`, "items[subagent].id"},
		"no list":        {`{"items":[` + said + `]}`, `{"items":5}`, "items"},
		"cursor":         {`{"items":[],"nextCursor":"x"}`, `{"items":[],"nextCursor":"y"}`, ""},
		"no cursor":      {`{"items":[],"nextCursor":"x"}`, `{"items":[]}`, "nextCursor"},
		"rows":           {`{"rows":[{"role":"user"}]}`, `{"rows":[]}`, "rows[]"},
		"own member":     {`{"rows":[]}`, `{"rows":[],"x":1}`, "x"},
		"diagnostic":     {`{"items":[],"diagnostics":[` + orphan + `]}`, `{"items":[],"diagnostics":[]}`, "missing diagnostics[orphan_tool_result]"},
		"its place":      {`{"items":[],"diagnostics":[` + orphan + `]}`, `{"items":[],"diagnostics":[` + strings.Replace(orphan, "7", "8", 1) + `]}`, "diagnostics[orphan_tool_result].byteOffset"},
		"its words":      {`{"items":[],"diagnostics":[` + orphan + `]}`, `{"items":[],"diagnostics":[` + strings.Replace(orphan, `"m"`, `"w"`, 1) + `]}`, ""},
		"an error":       {`{"items":[]}`, `{"error":"invalid_cursor"}`, "error"},
	} {
		var paths []string
		differences, same := compare.SessionRaw("items", decoded(t, c.want), decoded(t, c.got), true)
		for _, d := range differences {
			paths = append(paths, d.Path)
		}
		if got := strings.Join(paths, " "); got != c.paths || same != (c.want == c.got) {
			t.Errorf("%s: %q, want %q; %v", name, got, c.paths, same)
		}
	}
}

func decoded(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}
