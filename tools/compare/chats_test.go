package compare_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// TestChats: each difference of two answers about a chat has a place, and what only one side has shifts nothing.
func TestChats(t *testing.T) {
	const (
		said   = `{"key":"s:0:1","timestamp":"1","event":{"type":"text","text":"a","turnId":"t"}}`
		work   = `{"key":"s:1:2","timestamp":"2","event":{"type":"work_log_entry","entry":{"status":"running","n":1}}}`
		recap  = `{"key":"turn-recap:t","timestamp":"3","event":{"type":"turn_recap","completed":1,"summary":"1 completed"}}`
		user   = `{"role":"user","text":"q","timestamp":"1"}`
		answer = `{"role":"assistant","text":"a","timestamp":"2","inferred":true}`
		read   = `{"sessionId":"s","timestamp":"1","event":{"type":"text","text":"a"}}`
		plan   = `{"sessionId":"s","timestamp":"1","event":{"type":"plan"}}`
		orphan = `{"code":"malformed_event","severity":"warning","message":"m","affectsCompleteness":true,"line":2,"byteOffset":7,"path":"event"}`
	)
	replaced := func(text, old, with string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("%s has no %s", text, old)
		}
		return strings.Replace(text, old, with, 1)
	}
	rows := func(list ...string) string { return `{"rows":[` + strings.Join(list, ",") + `]}` }
	for name, c := range map[string]struct{ want, got, paths string }{
		"the same":        {rows(said, work), rows(said, work), ""},
		"missing":         {rows(said, work), rows(work), "missing rows[text]"},
		"extra":           {rows(work), rows(said, work), "extra rows[text]"},
		"another text":    {rows(said), rows(replaced(said, `"a"`, `"b"`)), "rows[text].event.text"},
		"another key":     {rows(said, work), rows(replaced(said, `s:0:1`, `s:9:9`), work), "rows[text].key"},
		"another time":    {rows(said), rows(replaced(said, `"1"`, `"2"`)), "rows[text].timestamp"},
		"inside":          {rows(work), rows(replaced(work, "running", "failed")), "rows[work_log_entry].event.entry.status"},
		"a number's text": {rows(work), rows(replaced(work, `"n":1`, `"n":1.0`)), ""},
		"another type":    {rows(said), rows(replaced(said, `"type":"text"`, `"type":"plan"`)), "rows[text].event.type"},
		"recap's words":   {rows(recap), rows(replaced(recap, "1 completed", "all done")), ""},
		"no words":        {rows(recap), rows(replaced(recap, "1 completed", "")), "rows[turn_recap].event.summary"},
		"recap's counts":  {rows(recap), rows(replaced(recap, `"completed":1`, `"completed":2`)), "rows[turn_recap].event.completed"},
		"no list":         {rows(said), `{"rows":5}`, "rows"},
		"no rows":         {rows(), `{}`, "rows"},
		"entry":           {`{"entries":[` + user + `,` + answer + `]}`, `{"entries":[` + answer + `]}`, "missing entries[user]"},
		"an entry's text": {`{"entries":[` + user + `,` + answer + `]}`, `{"entries":[` + user + `,` + replaced(answer, `"a"`, `"A"`) + `]}`, "entries[assistant].text"},
		"inferred":        {`{"entries":[` + answer + `]}`, `{"entries":[` + replaced(answer, `,"inferred":true`, ``) + `]}`, "entries[assistant].inferred"},
		"envelope":        {`{"envelopes":[` + read + `]}`, `{"envelopes":[` + replaced(read, `"1"`, `"2"`) + `]}`, "envelopes[text].timestamp"},
		"turn":            {`{"rows":[],"turns":[{"turnId":"t","filesChanged":1}]}`, `{"rows":[],"turns":[{"turnId":"t","filesChanged":2}]}`, "turns[].filesChanged"},
		"summary":         {`{"summary":"a"}`, `{"summary":null}`, "summary"},
		"own member":      {`{"rows":[]}`, `{"rows":[],"x":1}`, "x"},
		"diagnostic":      {`{"rows":[],"diagnostics":[` + orphan + `]}`, `{"rows":[],"diagnostics":[]}`, "missing diagnostics[malformed_event](event)"},
		"its place":       {`{"rows":[],"diagnostics":[` + orphan + `]}`, `{"rows":[],"diagnostics":[` + replaced(orphan, "7", "8") + `]}`, "diagnostics[malformed_event].byteOffset"},
		"its words":       {`{"rows":[],"diagnostics":[` + orphan + `]}`, `{"rows":[],"diagnostics":[` + replaced(orphan, `"m"`, `"w"`) + `]}`, ""},
		"events' order":   {`{"events":[` + read + `,` + plan + `]}`, `{"events":[` + plan + `,` + read + `]}`, "moved events[text]"},
		"complete":        {`{"rows":[],"complete":true}`, `{"rows":[],"complete":false}`, "complete"},
		"an error":        {`{"rows":[]}`, `{"error":"bad_input"}`, "error"},
	} {
		var paths []string
		differences, same := compare.EventStream("rows", decoded(t, c.want), decoded(t, c.got), true)
		for _, d := range differences {
			paths = append(paths, d.Path)
		}
		if got := strings.Join(paths, " "); got != c.paths || same && got != "" {
			t.Errorf("%s: %q, want %q; %v", name, got, c.paths, same)
		}
	}
	moved, _ := compare.EventStream("snapshot", decoded(t, `{"events":[`+read+`,`+plan+`]}`), decoded(t, `{"events":[`+plan+`,`+read+`]}`), true)
	if says := moved[0].Says(); !strings.HasPrefix(says, "the reference has it as number 0 of the list, from 0, and it is number 1: {") {
		t.Error(says)
	}
	differences, _ := compare.EventStream("rows", decoded(t, `{"rows":[],"complete":false,"diagnostics":[`+orphan+`]}`), decoded(t, `{"rows":[],"complete":true,"diagnostics":[]}`), false)
	if len(differences) != 0 {
		t.Errorf("without strict: %+v", differences)
	}
}
