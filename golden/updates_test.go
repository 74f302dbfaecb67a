package golden_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestToolProvenance: where a tool comes from stands in the updates of its call and result, not in blocks
// (CR-REPLAY-22).
func TestToolProvenance(t *testing.T) {
	tests := []struct{ name, provenance, server string }{
		{"grep", "builtin", ""},
		{"mcp__srv__tool", "mcp", "srv"},
		{"mcp__srv__tool__x", "mcp", "srv"},
		{"mcp__srv__", "mcp", "srv"},
		{"mcp____tool", "builtin", ""},
		{"mcp__srv", "builtin", ""},
		{"mcp__", "builtin", ""},
		{"MCP__srv__tool", "builtin", ""},
		{"x_mcp__srv__tool", "builtin", ""},
	}
	for _, test := range tests {
		name := string(jsvalue.AppendQuoted(nil, test.name))
		call := decode(t, `{"uuid":"a1","parentUuid":null,"sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":`+name+`}}]}}`)
		result := decode(t, `{"uuid":"t1","parentUuid":"a1","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":`+name+`,"response":{"output":"o"}}}]}}`)
		prepared, err := prepare.Prepare([]jsvalue.Value{call, result}, nil)
		if err != nil {
			t.Fatal(err)
		}
		machine, updates := replay.New(replay.Options{}), 0
		for _, record := range prepared.Records {
			for emission := range machine.Project(record) {
				updates++
				meta := emission.Update.Meta
				if got := meta.Get("provenance").Text(); got != test.provenance {
					t.Errorf("%s, %s: provenance %q, want %q", test.name, emission.Update.Kind, got, test.provenance)
				}
				if server := meta.Get("serverId"); server.Text() != test.server || server.IsUndefined() != (test.server == "") {
					t.Errorf("%s, %s: serverId %q, want %q", test.name, emission.Update.Kind, server.Text(), test.server)
				}
			}
		}
		if updates != 2 {
			t.Errorf("%s: %d updates, want the call and the result", test.name, updates)
		}
	}
}

func decode(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}
