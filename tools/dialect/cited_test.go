package dialect

import (
	"context"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// fixed answers every question in the same way.
type fixed struct{ result jsvalue.Value }

func (fixed) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: eventstream.Dialect, Ops: eventStreamOps}}}, nil
}

func (f fixed) Call(context.Context, protocol.Request) (protocol.Answer, error) {
	return protocol.Result(f.result), nil
}

func envelopeOf(event string) string {
	return `{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":` + event + `}`
}

// violated are what a check finds in the answer of the reference to a case, in which one text stands for another.
func violated(t *testing.T, check string, c testcase.Case, right, wrong string) []model.Violation {
	t.Helper()
	answer, err := subject.New("").Call(t.Context(), c.Request(jsvalue.IntValue(1)))
	if err != nil || answer.Kind() != protocol.ResultAnswer {
		t.Fatal(answer, err)
	}
	text := string(jsvalue.Append(nil, answer.Result()))
	damaged, err := jsvalue.Decode(strings.Replace(text, right, wrong, 1))
	if err != nil || !strings.Contains(text, right) {
		t.Fatalf("%s: %v\n%s", right, err, text)
	}
	asker, err := model.NewAsker(t.Context(), fixed{damaged}, eventstream.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	result, err := eventstream.Model().CheckOnly(t.Context(), asker, c, check)
	if err != nil {
		t.Fatal(err)
	}
	return result.Violations
}

// TestRulesOfWhatIsKept: what differs in an event that is kept cites the rules of its member, and of its value.
func TestRulesOfWhatIsKept(t *testing.T) {
	image, long := "data:image/png;base64,"+strings.Repeat("A", 70_000), strings.Repeat("x", 20_000)
	for _, c := range []struct{ op, event, right, wrong, rules, path string }{
		{"store", `{"type":"command","output":"` + long + `"}`, "were left out", "are gone", "ES-STORE-01 ES-STORE-02", ".output"},
		{"store", `{"type":"command","output":"` + long + `"}`, `"outputOriginalBytes":2`, `"outputOriginalBytes":3`, "ES-STORE-03 ES-STORE-01 ES-STORE-02", ".outputOriginalBytes"},
		{"store", `{"type":"command","output":5}`, `"output":5`, `"output":6`, "ES-STORE-08", ".output"},
		{"store", `{"type":"command","command":"ls"}`, `"ls"`, `"l"`, "ES-STORE-01", ".command"},
		{"store", `{"type":"tool_result","result":["` + long + `"]}`, `"omittedBytes"`, `"lacks"`, "ES-STORE-04", ".result"},
		{"store", `{"type":"tool_result","result":["` + image + `"]}`, "Inline image", "Image", "ES-STORE-04 ES-STORE-05", ".result"},
		{"store", `{"type":"tool_result","result":"` + image + `"}`, "Inline image", "Image", "ES-STORE-05", ".result"},
		{"store", `{"type":"tool_result","result":{"summary":"[ADE] Large x","preview":"p","originalBytes":1,"omittedBytes":1}}`, `"p"`, `"q"`, "ES-STORE-07", ".result"},
		{"store", `{"type":"codex_image_view","url":"` + image + `"}`, `"url":null`, `"url":""`, "ES-STORE-06", ".url"},
		{"wire", `{"type":"tool_result","result":"r","structured":5}`, `"result":"r"`, `"result":"r","structured":5`, "ES-WIRE-01", ".structured"},
		{"wire", `{"type":"command","output":"` + long + `"}`, "were left out", "are gone", "ES-STORE-01 ES-STORE-02", ".output"},
	} {
		asked := testcase.Case{Dialect: eventstream.Dialect, Op: c.op, Input: protocol.TextOf(envelopeOf(c.event) + "\n")}
		found := violated(t, "stored-by-definition", asked, c.right, c.wrong)
		if len(found) != 1 || strings.Join(found[0].Rules, " ") != c.rules || found[0].Path != "envelopes[0].event"+c.path {
			t.Errorf("%s of %.60s: %+v", c.wrong, c.event, found)
		}
	}
}

// TestOrderOfWhatIsKept: what differs in the order of members alone shows them in their order.
func TestOrderOfWhatIsKept(t *testing.T) {
	for _, c := range []struct{ event, right, wrong, rules, path, message string }{
		{`{"type":"status","a":1,"b":2}`, `"a":1,"b":2`, `"b":2,"a":1`, "ES-STORE-01 ES-STORE-03", "", `the status is {"type":"status","b":2,"a":1}, by the definition {"type":"status","a":1,"b":2}, with its members in that order`},
		{`{"type":"tool_result","result":[1,{"a":1,"b":2}]}`, `"a":1,"b":2`, `"b":2,"a":1`, "ES-STORE-04", ".result", `the tool_result is {"type":"tool_result","result":[1,{"b":2,"a":1}]}, by the definition {"type":"tool_result","result":[1,{"a":1,"b":2}]}, with its members in that order`},
	} {
		asked := testcase.Case{Dialect: eventstream.Dialect, Op: "store", Input: protocol.TextOf(envelopeOf(c.event) + "\n")}
		found := violated(t, "stored-by-definition", asked, c.right, c.wrong)
		if len(found) != 1 || strings.Join(found[0].Rules, " ") != c.rules || found[0].Path != "envelopes[0].event"+c.path || found[0].Message != c.message {
			t.Errorf("%s: %+v", c.event, found)
		}
	}
}

// TestRulesOfFunctions: what a function of a client gives cites the rules of the function, and of the member that differs.
func TestRulesOfFunctions(t *testing.T) {
	event := envelopeOf(`{"type":"text","text":"a"}`)
	for _, c := range []struct{ input, right, wrong, rules, path string }{
		{`{"fn":"resolveSnapshotHistoryCursor","args":{"hasOlderHistory":true,"tailStartOffset":7}}`, `7`, `8`, "ES-BACK-01", "value"},
		{`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":9,"pages":[{"sessionId":"s","hasMore":false,"events":[` + event + `]}]}}`, `"a"`, `"b"`, "ES-BACK-04", "value.result.events"},
		{`{"fn":"readOlderHistoryBatch","args":{"beforeOffset":9,"pages":[{"sessionId":"s","hasMore":false}]}}`, `"nextCursor":0`, `"nextCursor":5`, "ES-BACK-02 ES-BACK-04", "value.result.nextCursor"},
		{`{"fn":"mergeOlderChatHistoryPageWithCap","args":{"older":[],"existing":[` + event + `]}}`, `"hitResidentCap":false`, `"hitResidentCap":true`, "ES-BACK-06", "value.hitResidentCap"},
		{`{"fn":"trimChatEventHistory","args":{"events":[` + event + `]}}`, `"a"`, `"b"`, "ES-BACK-06", "value"},
	} {
		input, err := jsvalue.Decode(c.input)
		if err != nil {
			t.Fatal(err)
		}
		asked := testcase.Case{Dialect: eventstream.Dialect, Op: "cursor", Input: protocol.ValueOf(input)}
		found := violated(t, "cursor-by-definition", asked, c.right, c.wrong)
		if len(found) != 1 || strings.Join(found[0].Rules, " ") != c.rules || found[0].Path != c.path {
			t.Errorf("%s: %+v", c.input, found)
		}
	}
}
