package subject_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// TestCursorVectors compares with a shipped program, to the byte (ES-BACK-01 to ES-BACK-07).
func TestCursorVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("cursor")
	if err != nil || len(vectors) != 40 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		answer := askOf(t, "eventstream", "cursor", protocol.ValueOf(vector.Input), jsvalue.Value{})
		if diff := cmp.Diff(source(vector.Output), source(answer.Result().Get("value"))); diff != "" || len(vector.Deviates) > 0 {
			t.Errorf("vector %d: %+v\n%s", vector.Index, answer.Err(), diff)
		}
	}
}

const (
	mergedA = `{"sessionId":"SECRET","timestamp":"2026-08-10T10:00:01Z","event":{"type":"text","text":"a"}}` + "\n"
	mergedB = `{"sessionId":"SECRET","timestamp":"2026-08-10T10:00:02Z","event":{"type":"text","text":"b"}}` + "\n"
	mergedC = `{"sessionId":"SECRET","timestamp":"2026-08-10T10:00:03Z","event":{"type":"text","text":"c"}}` + "\n"
)

func mergedFiles(names ...string) protocol.Input {
	var files []protocol.File
	for i := 0; i < len(names); i += 2 {
		files = append(files, protocol.File{Name: names[i], Text: names[i+1]})
	}
	return protocol.FilesOf(files...)
}

// TestMergeOperation: files, sessions and diagnostics of merge (TP-PROTO-21).
func TestMergeOperation(t *testing.T) {
	other := `{"sessionId":"b","timestamp":"t","event":{}}` + "\n"
	for _, c := range []struct {
		input protocol.Input
		want  string // texts, same, complete, diagnostics
	}{
		{mergedFiles("incoming.jsonl", mergedB+mergedA), "SECRET a b false true"},
		{mergedFiles("existing.jsonl", mergedA+mergedB, "incoming.jsonl", mergedB), "SECRET a b true true"},
		{mergedFiles("existing.jsonl", mergedA, "snapshot.jsonl", other+mergedC+"{\n"), "SECRET c false false snapshot.jsonl:1:other_session snapshot.jsonl:3:invalid_json_line"},
		{mergedFiles("existing.jsonl", mergedA+mergedB, "snapshot.jsonl", mergedC, "watermark.jsonl", mergedA), "SECRET b c false true"},
		{mergedFiles("existing.jsonl", mergedA+mergedB, "snapshot.jsonl", mergedC, "watermark.jsonl", ""), "SECRET a b c false true"},
	} {
		answer := askOf(t, "eventstream", "merge", c.input, jsvalue.Value{})
		result := answer.Result()
		got := result.Get("sessionId").Text()
		for _, envelope := range result.Get("envelopes").Elements() {
			got += " " + envelope.Get("event").Get("text").Text()
		}
		got += " " + source(result.Get("sameAsExisting")) + " " + source(result.Get("complete"))
		for _, d := range result.Get("diagnostics").Elements() {
			got += " " + d.Get("file").Text() + ":" + source(d.Get("line")) + ":" + d.Get("code").Text()
		}
		if got != c.want {
			t.Errorf("%s, want %s (%+v)", got, c.want, answer.Err())
		}
	}
}

// TestAnswersThatAreNone: what is no page, or does not say whether there is more, is no start of the history (ES-BACK-02, ES-BACK-04).
func TestAnswersThatAreNone(t *testing.T) {
	for args, want := range map[string]string{
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100}}`:                                                         `null`,
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100,"page":null}}`:                                             `null`,
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100,"page":{}}}`:                                               `null`,
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100,"page":{"hasMore":"false","startOffset":5}}}`:              `null`,
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100,"page":{"hasMore":true,"startOffset":"5"}}}`:               `null`,
		`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":100,"page":{"hasMore":false}}}`:                                `0`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":100,"pages":[null]}}`:                                              `{"error":"unavailable","reads":[100]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":100,"pages":[5]}}`:                                                 `{"error":"unavailable","reads":[100]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":100,"pages":["x"]}}`:                                               `{"error":"unavailable","reads":[100]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":100,"pages":[{}]}}`:                                                `{"error":"cursor","reads":[100]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":100,"pages":[{"sessionFound":false}]}}`:                            `{"result":{"events":[],"nextCursor":0},"reads":[100]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":0.5,"currentReads":0,"pages":[]}}`:                                 `{"result":null,"reads":[0.5]}`,
		`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":9,"sessionId":" s","pages":[{"sessionId":"s ","hasMore":false}]}}`: `{"result":{"events":[],"nextCursor":0},"reads":[9]}`,
	} {
		if got := string(jsvalue.Append(nil, askOf(t, "eventstream", "cursor", value(args), jsvalue.Value{}).Result().Get("value"))); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestInfiniteBounds: a number too large for binary64 is no integer (TP-PROTO-20, TP-PROTO-21).
func TestInfiniteBounds(t *testing.T) {
	for _, c := range []struct{ request, code string }{
		{`"op":"cursor","value":{"fn":"trimChatEventHistory","args":{"events":[],"maxEvents":1e400}}`, "bad_input"},
		{`"op":"cursor","value":{"fn":"readOlderHistoryBatch","args":{"beforeOffset":9,"pages":[],"maxPages":1e400}}`, "bad_input"},
		{`"op":"follow","value":{"steps":[{"open":{"sessionId":"s","maxBytes":1e400}}]}`, "bad_input"},
		{`"op":"entries","jsonl":"","options":{"limit":1e400}`, "bad_options"},
		{`"op":"summary","jsonl":"","options":{"maxChars":1e400}`, "bad_options"},
	} {
		var out strings.Builder
		line := `{"id":1,"dialect":"eventstream",` + c.request + "}\n"
		err := protocol.Serve(t.Context(), subject.New("test"), strings.NewReader(line), &out, protocol.ServeOptions{Log: t.Output()})
		if err != nil || !strings.Contains(out.String(), `"error":{"code":"`+c.code+`"`) {
			t.Errorf("%s: %s, %v", c.request, out.String(), err)
		}
	}
}

// TestScriptsThatAnswerTooMuch: a script is refused whose answers are together longer than a judge has to take, by what is shown or
// by what is asked, and the one below is not (TP-PROTO-11, TP-PROTO-21).
func TestScriptsThatAnswerTooMuch(t *testing.T) {
	script := func(session, text string) protocol.Input {
		push := `{"push":[{"sessionId":"s","timestamp":"t","event":{"text":"` + text + `"}}]}`
		return value(`{"steps":[{"open":{"sessionId":"` + session + `"}},` + push + strings.Repeat(`,{"latest":1}`, 498) + `]}`)
	}
	units := func(input protocol.Input) (units int) {
		for _, step := range askOf(t, "eventstream", "follow", input, jsvalue.Value{}).Result().Get("steps").Elements() {
			units += jsvalue.Length(source(step))
		}
		return units
	}
	const most, shown = 10_000_000, 499
	fits := (most - units(script("s", ""))) / shown
	longest := strings.Repeat("𝄞", fits/2) + strings.Repeat("x", fits%2)
	if got := units(script("s", longest)); got > most || got <= most-shown {
		t.Errorf("%d units", got)
	}
	for _, input := range []protocol.Input{script("s", longest+"x"), script(strings.Repeat("x", 25_000), "")} {
		if failed := askOf(t, "eventstream", "follow", input, jsvalue.Value{}).Err(); failed.Code != protocol.BadInput {
			t.Errorf("%+v", failed)
		}
	}
}

// TestAnswersOfBothKinds: a script need not know what is asked; of a snapshot and a page that which was counts (TP-PROTO-21).
func TestAnswersOfBothKinds(t *testing.T) {
	const page, snapshot = `"page":{"sessionId":"s","hasMore":false}`, `"snapshot":{"sessionId":"s","tailStartOffset":7,"hasOlderHistory":true}`
	for answers, want := range map[string]string{
		`{"answer":{"to":1,` + page + `,` + snapshot + `}}`:                                                  `7[]`,
		`{"answer":{"to":1,` + page + `}}`:                                                                   `null["loading","syncPending"]`,
		`{"answer":{"to":1,` + snapshot + `}},{"older":1},{"answer":{"to":2,` + page + `,` + snapshot + `}}`: `0[]`,
		`{"answer":{"to":1,` + snapshot + `}},{"older":1},{"answer":{"to":2,` + snapshot + `}}`:              `7["loadingOlder"]`,
	} {
		steps := askOf(t, "eventstream", "follow", value(`{"steps":[{"open":{"sessionId":"s"}},`+answers+`]}`), jsvalue.Value{}).Result().Get("steps")
		last := steps.At(steps.Len() - 1)
		if got := source(last.Get("cursor")) + source(last.Get("conditions")); got != want {
			t.Errorf("%s: %s, want %s", answers, got, want)
		}
	}
}

// TestClientRefusals: requests that are wrong (TP-PROTO-21).
func TestClientRefusals(t *testing.T) {
	for _, input := range []protocol.Input{
		protocol.TextOf(mergedA),
		{},
		value(`{}`), mergedFiles("existing.jsonl", mergedA), mergedFiles("incoming.jsonl", "", "snapshot.jsonl", ""),
		mergedFiles("incoming.jsonl", "", "watermark.jsonl", ""),
	} {
		if failed := askOf(t, "eventstream", "merge", input, jsvalue.Value{}).Err(); failed.Code != protocol.BadInput {
			t.Errorf("merge: %+v", failed)
		}
	}
	if failed := askOf(t, "eventstream", "merge", mergedFiles("incoming.jsonl", ""), decode(t, `{"sessionId":" "}`)).Err(); failed.Code != protocol.BadOptions {
		t.Errorf("merge: %+v", failed)
	}
	for op, inputs := range map[string][]string{
		"cursor": {
			`null`, `{}`, `{"fn":"SECRET","args":{}}`, `{"fn":"trimChatEventHistory"}`, `{"fn":"trimChatEventHistory","args":{}}`,
			`{"fn":"trimChatEventHistory","args":{"events":[{"sessionId":"SECRET"}]}}`, `{"fn":"trimChatEventHistory","args":{"events":[],"maxEvents":-1}}`,
			`{"fn":"mergeOlderChatHistoryPageWithCap","args":{"older":[],"existing":[],"maxBytes":1.5}}`, `{"fn":"prependOlderChatHistoryPage","args":{"older":[]}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1}}`, `{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"pages":[],"maxPages":0}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"pages":[{"events":5}]}}`, `{"fn":"resolveMergedSnapshotHistoryCursor","args":{}}`,
			`{"fn":"resolveMergedSnapshotHistoryCursor","args":{"snapshotEvents":[],"existingEvents":[],"mergedEvents":[]}}`,
			`{"fn":"resolveMergedSnapshotHistoryCursor","args":{"snapshotCursor":-3,"snapshotEvents":[],"existingEvents":[],"mergedEvents":[]}}`,
			`{"fn":"resolveMergedSnapshotHistoryCursor","args":{"snapshotCursor":3,"currentCursor":"0","snapshotEvents":[],"existingEvents":[],"mergedEvents":[]}}`,
			`{"fn":"advanceOlderHistoryCursor","args":{}}`, `{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":-1,"page":{"hasMore":false}}}`,
			`{"fn":"advanceOlderHistoryCursor","args":{"beforeOffset":1e400,"page":{"hasMore":false}}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":"1","pages":[]}}`, `{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"sessionId":null,"pages":[]}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"sessionId":" ","pages":[]}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"currentReads":-1,"pages":[]}}`,
			`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":1,"maxPages":null,"pages":[]}}`,
		},
		"follow": {
			`{}`, `{"steps":5}`, `{"steps":[5]}`, `{"steps":[{}]}`, `{"steps":[["open"]]}`, `{"steps":[{"older":1,"latest":1}]}`, `{"steps":[{"SECRET":1}]}`, `{"steps":[{"open":{"sessionId":" "}}]}`,
			`{"steps":[{"open":{"sessionId":"s","maxEvents":0}}]}`, `{"steps":[{"push":5}]}`, `{"steps":[{"push":[{"sessionId":"SECRET"}]}]}`, `{"steps":[{"answer":{}}]}`,
			`{"steps":[` + strings.Repeat(`{"older":1},`, 500) + `{"older":1}]}`,
			`{"steps":[{"open":5}]}`, `{"steps":[{"open":{"sessionId":"s","binding":5}}]}`, `{"steps":[{"open":{"sessionId":"s","binding":null}}]}`,
			`{"steps":[{"open":{"sessionId":"s","background":"true"}}]}`, `{"steps":[{"open":{"sessionId":"s","background":null}}]}`,
			`{"steps":[{"answer":5}]}`, `{"steps":[{"answer":{"to":1,"snapshot":5}}]}`, `{"steps":[{"answer":{"to":1,"snapshot":null}}]}`,
			`{"steps":[{"answer":{"to":1,"page":[]}}]}`, `{"steps":[{"answer":{"to":1,"page":null,"snapshot":{}}}]}`,
			`{"steps":[{"answer":{"to":1,"snapshot":{"events":5}}}]}`, `{"steps":[{"answer":{"to":1,"page":{"events":[5]}}}]}`,
		},
	} {
		for _, text := range inputs {
			if failed := askOf(t, "eventstream", op, value(text), jsvalue.Value{}).Err(); failed.Code != protocol.BadInput || cmp.Diff(failed.Message, "") == "" {
				t.Errorf("%s of %s: %+v", op, text, failed)
			}
		}
	}
}

// TestNamesThatAreCopied: a chat is refused whose names make the answer far longer than it, and one with a few less is not
// (TP-PROTO-11, TP-PROTO-21).
func TestNamesThatAreCopied(t *testing.T) {
	const name = 100_000 // units; 10,000,000 are 100 of it, but for what else an event has
	long := strings.Repeat("t", name)
	chat := func(events ...string) protocol.Input {
		var text strings.Builder
		for _, e := range events {
			text.WriteString(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":` + e + "}\n")
		}
		return protocol.TextOf(text.String())
	}
	repair := func(agents int) protocol.Input {
		events := []string{`{"type":"status","turnStatus":"started","turnId":"` + long + `"}`}
		for i := range agents {
			events = append(events, fmt.Sprintf(`{"type":"subagent_started","taskId":"a%d"}`, i))
		}
		return chat(events...)
	}
	workflow := func(agents int) protocol.Input {
		var list []string
		for i := range agents {
			list = append(list, fmt.Sprintf(`{"index":%d,"state":"running"}`, i))
		}
		return chat(`{"type":"subagent_started","taskId":"` + long + `","workflow_progress":[` + strings.Join(list, ",") + `]}`)
	}
	for op, input := range map[string]func(int) protocol.Input{"repair": repair, "workflow": workflow} {
		if answer := askOf(t, "eventstream", op, input(97), jsvalue.Value{}); answer.Kind() != protocol.ResultAnswer { // and of a repair two more
			t.Errorf("%s: %v", op, answer.Err())
		}
		if answer := askOf(t, "eventstream", op, input(101), jsvalue.Value{}); answer.Kind() != protocol.ErrorAnswer || answer.Err().Code != protocol.BadInput {
			t.Errorf("%s: %v", op, answer.Kind())
		}
	}
}
