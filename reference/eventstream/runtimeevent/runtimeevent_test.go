package runtimeevent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/runtimeevent"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// interrupted is the vector in which the shipped program says that an interrupted tool was completed, and the right answer
// (ES-RUN-02).
const (
	interrupted      = 6
	interruptedRight = `{"type":"tool.failed","toolUseId":"L","toolName":"R","error":"x"}`
)

func text(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "null"
	}
	return string(jsvalue.Append(nil, v))
}

// TestVectors compares with a shipped program (ES-RUN-01 to ES-RUN-04).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("runtime")
	if err != nil || len(vectors) != 30 {
		t.Fatal(len(vectors), err)
	}
	translate := map[string]func(jsvalue.Value) jsvalue.Value{
		"agentChatEventToRuntimeEvent":        runtimeevent.FromChat,
		"runtimeEventToAgentChatEvent":        runtimeevent.ToChat,
		"buildCanonicalAgentChatRuntimeEvent": runtimeevent.Canonical,
	}
	for _, vector := range vectors {
		got := text(translate[vector.Input.Get("fn").Text()](vector.Input.Get("event")))
		want := text(vector.Output)
		if vector.Index == interrupted {
			want = interruptedRight
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}

// TestFromChat: what the vectors leave open (ES-RUN-01, ES-RUN-02).
func TestFromChat(t *testing.T) {
	for _, c := range [][2]string{
		{`{"type":"tool_result","tool":"R","result":"x","itemId":"i","status":"interrupted","turnId":"t"}`, `{"type":"tool.failed","toolUseId":"i","toolName":"R","error":"x","turnId":"t"}`},
		{`{"type":"tool_result","tool":"R","result":{"a":1},"itemId":"i","status":"failed"}`, `{"type":"tool.failed","toolUseId":"i","toolName":"R","error":"{\"a\":1}"}`},
		{`{"type":"tool_result","tool":"R","result":"x","itemId":"i","status":"running"}`, `null`},
		{`{"type":"text","text":"x","turnId":"t","itemId":"i","messageId":"m"}`, `{"type":"content.delta","turnId":"t","text":"x","itemId":"i","messageId":"m"}`},
		{`{"type":"text","text":"x"}`, `null`},
		{`{"type":"subagent_result","taskId":"k","summary":"s","finalSummary":""}`, `{"type":"subagent.completed","agentId":"k","parentToolUseId":null,"summary":""}`},
		{`{"type":"nothing known"}`, `null`},
		{`{}`, `null`},
	} {
		event, err := jsvalue.Decode(c[0])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c[1], text(runtimeevent.FromChat(event))); diff != "" {
			t.Errorf("%s:\n%s", c[0], diff)
		}
	}
}

// TestThereAndBack: what has counterparts both ways comes back (ES-RUN-01, ES-RUN-04).
func TestThereAndBack(t *testing.T) {
	for _, text1 := range []string{
		`{"type":"status","turnStatus":"started","turnId":"t"}`,
		`{"type":"text","text":"x","messageId":"m","turnId":"t","itemId":"i"}`,
		`{"type":"tool_call","tool":"R","args":{"a":1},"itemId":"i","parentItemId":"p","turnId":"t"}`,
		`{"type":"tool_result","tool":"R","result":"x","itemId":"i","status":"failed","turnId":"t"}`,
		`{"type":"tool_result","tool":"R","result":{"x":1},"itemId":"i","status":"completed","turnId":"t"}`,
		`{"type":"done","turnId":"t","status":"interrupted","usage":{"inputTokens":1}}`,
	} {
		event, err := jsvalue.Decode(text1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text1, text(runtimeevent.ToChat(runtimeevent.FromChat(event)))); diff != "" {
			t.Error(diff)
		}
	}
}
