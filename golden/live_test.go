package golden_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestInFlightToolStaysOpen is the live half of the report 20-in-flight-tool-stays-pending: without finalize a call
// waits (CR-REPLAY-46), and the record that brings its result completes the same block.
func TestInFlightToolStaysOpen(t *testing.T) {
	var records []jsvalue.Value
	for _, fixture := range load(t, fixtures.Reports) {
		if fixture.File == "20-in-flight-tool-stays-pending" {
			records = fixture.Records
		}
	}
	if len(records) == 0 {
		t.Fatal("the fixture is gone")
	}
	waiting, diagnostics := replayWithoutFinalize(t, records)
	if waiting.Tool.ToolCallID != "c9" || waiting.Tool.Status != update.InProgress {
		t.Errorf("the call is %q, %s; want c9 in progress", waiting.Tool.ToolCallID, waiting.Tool.Status)
	}
	if len(diagnostics) > 0 {
		t.Errorf("diagnostics of a call that may still be answered: %v", diagnostics)
	}

	result := decode(t, `{"uuid":"mt3","parentUuid":"mt2","sessionId":"5e550000-0000-4000-8000-000000000001",
		"timestamp":"2026-03-01T09:00:09.000Z","type":"tool_result","toolCallResult":{"callId":"c9","status":"success"},
		"message":{"role":"user","parts":[{"functionResponse":{"id":"c9","name":"run_shell_command","response":{"output":"ok"}}}]}}`)
	answered, diagnostics := replayWithoutFinalize(t, append(records[:len(records):len(records)], result))
	if answered.ID != waiting.ID || answered.Tool.Status != update.Completed {
		t.Errorf("the answered call is %s, %s; want %s completed", answered.ID, answered.Tool.Status, waiting.ID)
	}
	if len(diagnostics) > 0 {
		t.Errorf("diagnostics: %v", diagnostics)
	}
}

// replayWithoutFinalize returns the last block, which must be a tool.
func replayWithoutFinalize(t *testing.T, records []jsvalue.Value) (blocks.Block, []diagnostic.Diagnostic) {
	t.Helper()
	prepared, err := prepare.Prepare(records, nil)
	if err != nil {
		t.Fatal(err)
	}
	diagnostics := prepared.Diagnostics
	machine := replay.New(replay.Options{
		Gaps:         prepared.Gaps,
		OnDiagnostic: func(d diagnostic.Diagnostic) { diagnostics = append(diagnostics, d) },
	})
	reducer := blocks.NewReducer(blocks.Options{})
	for _, record := range prepared.Records {
		for emission := range machine.Project(record) {
			reducer.Reduce(emission.Update)
		}
	}
	list := reducer.Blocks(0)
	if len(list) == 0 || list[len(list)-1].Tool == nil {
		t.Fatalf("the last of %d blocks is no tool", len(list))
	}
	return list[len(list)-1], diagnostics
}
