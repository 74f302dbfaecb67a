package guardrail_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/guardrail"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The context fills up, and the turn ends without a compaction by the runtime: the host asks for one.
func ExampleGuard() {
	const text = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"context_usage","origin":"live","state":"measured","percent":91.5}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:01Z","event":{"type":"context_usage","origin":"live","state":"measured","percent":91.7}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:09Z","event":{"type":"context_usage","origin":"live","state":"measured","percent":98}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:12Z","event":{"type":"done","turnId":"t1","status":"completed"}}
`
	envelopes, _ := event.Read(text, "")
	var guard guardrail.Guard
	for _, envelope := range envelopes {
		for _, step := range guard.Add(envelope) {
			fmt.Println(envelope.Timestamp[17:], string(jsvalue.Append(nil, step.Value())))
		}
	}
	// Output:
	// 00Z {"action":"usage","percent":91.5}
	// 09Z {"action":"usage","percent":98}
	// 12Z {"action":"compact","reason":"high_water"}
}
