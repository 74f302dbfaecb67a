package replay

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// asLive takes away what only a replay knows.
func asLive(u update.Update) string {
	u.Meta.Provenance, u.Meta.Timestamp = nil, update.Timestamp{}
	return string(jsvalue.Append(nil, u.Value()))
}

// CR-ITER-08: what a live emitter builds for an event is the replayed update minus provenance and timestamp.
func TestLiveEqualsReplay(t *testing.T) {
	object := func(text string) jsvalue.Value {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	const call = `{"functionCall":{"id":"c","name":"mcp__srv__g","args":{"description":"d","k":1}}}`
	const answer = `{"functionResponse":{"id":"c","name":"mcp__srv__g","response":{"output":"o"}}}`
	const outcome = `{"callId":"c","status":"cancelled","artifacts":[1],"resultDisplay":{"fileName":"f","newContent":"n"}}`
	const list = `{"type":"todo_list","planId":"p","sessionWorkflow":true,"todos":[{"id":"1","content":"c","status":"pending","blockedBy":["2"]}]}`
	args := object(`{"description":"d","k":1}`)
	two := 2.0
	tests := []struct {
		name   string
		record string
		live   update.Update
	}{
		{"user text", `{"uuid":"a","timestamp":"2026","type":"user","message":{"parts":[{"text":"hi"}]}}`, update.UserMessage(update.TextContent("hi"), nil, nil)},
		{"agent text", `{"uuid":"a","timestamp":"2026","type":"assistant","message":{"parts":[{"text":"hi"}]}}`, update.AgentMessage(update.TextContent("hi"), nil, nil)},
		{"thought", `{"uuid":"a","timestamp":"2026","type":"assistant","message":{"parts":[{"text":"hm","thought":true}]}}`, update.AgentThought(update.TextContent("hm"), nil, nil)},
		{
			"CR-REPLAY-14 usage", `{"uuid":"a","timestamp":"2026","type":"assistant","usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":"x","totalTokenCount":3,"cachedContentTokenCount":2}}`,
			update.Usage(update.TokenUsage{InputTokens: 1, TotalTokens: 3, CachedReadTokens: &two}, "", nil, nil),
		},
		{
			"tool start", `{"uuid":"a","timestamp":"2026","type":"assistant","message":{"parts":[` + call + `]}}`,
			update.ToolCallStart(update.ToolStart{CallID: "c", ToolName: "mcp__srv__g", Args: args, Metadata: update.FallbackToolMetadata("mcp__srv__g", args)}, nil, nil),
		},
		{
			"tool result", `{"uuid":"a","timestamp":"2026","type":"tool_result","toolCallResult":` + outcome + `,"message":{"parts":[` + answer + `]}}`,
			update.ToolCallResult(update.ToolResult{CallID: "c", ToolName: "mcp__srv__g", Outcome: object(outcome), Parts: []jsvalue.Value{object(answer)}}, nil, nil),
		},
		{
			"plan", `{"uuid":"a","timestamp":"2026","type":"tool_result","toolCallResult":{"resultDisplay":` + list + `},"message":{"parts":[{"functionResponse":{"id":"c","name":"todo_write"}}]}}`,
			update.PlanUpdate(update.TodoPlan{CallID: "c", Display: object(list)}, nil, nil),
		},
		{
			"background task", `{"uuid":"a","timestamp":"2026","type":"system","subtype":"background_task_completed","systemPayload":{"displayText":"done","backgroundTask":{"id":1}}}`,
			update.BackgroundTaskCompleted("done", object(`{"id":1}`), nil),
		},
		{
			"cancelled turn", `{"uuid":"a","timestamp":"2026","type":"system","subtype":"turn_result","systemPayload":{"state":"cancelled","promptId":"p","startedAt":1,"cancelledAt":5}}`,
			update.PromptCancellation("p", 4, 5, nil),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			emitted := 0
			m := New(Options{})
			for e := range m.Project(chain(t, test.record)[0]) {
				emitted++
				if p := e.Update.Meta.Provenance; p == nil || p.SourceRecordIDs[0] != "a" || !e.Update.Meta.Timestamp.Valid {
					t.Errorf("the replayed update lacks provenance or timestamp: %+v", e.Update.Meta)
				}
				if got, want := asLive(e.Update), string(jsvalue.Append(nil, test.live.Value())); got != want {
					t.Errorf("\nreplayed %s\n    live %s", got, want)
				}
			}
			if emitted != 1 || test.live.Meta.Provenance != nil {
				t.Errorf("%d emissions", emitted)
			}
		})
	}
}

// The finalizing update and the one of a ready session have live twins as well.
func TestLiveEqualsReplayOfOpenCalls(t *testing.T) {
	tr := replayAll(chain(t,
		`{"uuid":"a","type":"assistant","message":{"parts":[{"functionCall":{"id":"c","name":"g"}}]}}`,
		`{"uuid":"b","type":"system","subtype":"agent_session_ready","systemPayload":{"callId":"c","subagentSessionReady":true}}`,
	))
	if len(tr.emissions) != 3 {
		t.Fatalf("%d emissions", len(tr.emissions))
	}
	for i, live := range []update.Update{update.ToolSessionReady("c", true, nil), update.DanglingToolCall("c", "", "g", danglingText, nil)} {
		if got, want := asLive(tr.emissions[i+1].Update), string(jsvalue.Append(nil, live.Value())); got != want {
			t.Errorf("\nreplayed %s\n    live %s", got, want)
		}
	}
}
