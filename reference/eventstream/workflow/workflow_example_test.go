package workflow_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/workflow"
)

// A workflow reports its agents again and again; what changed becomes events, and its end ends those that still ran.
func ExampleMachine() {
	const text = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"subagent_started","taskId":"w","workflowName":"audit",` +
		`"workflow_progress":[{"index":0,"state":"running","label":"locks"},{"index":1,"state":"running","label":"bridges"}]}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:05Z","event":{"type":"subagent_progress","taskId":"w",` +
		`"workflow_progress":[{"index":0,"state":"completed","label":"locks"},{"index":1,"state":"running","label":"bridges"}]}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:09Z","event":{"type":"subagent_result","taskId":"w","status":"completed"}}
`
	envelopes, _ := event.Read(text, "")
	var machine workflow.Machine
	for _, envelope := range envelopes {
		for _, e := range machine.Add(envelope).Emitted {
			fmt.Printf("%s %s %q\n", e.Get("type").Text(), e.Get("taskId").Text(), e.Get("status").Text())
		}
	}
	// Output:
	// subagent_started w::a0 ""
	// subagent_started w::a1 ""
	// subagent_result w::a0 "completed"
	// subagent_result w::a1 "stopped"
}
