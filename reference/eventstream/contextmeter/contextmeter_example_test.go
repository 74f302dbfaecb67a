package contextmeter_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/contextmeter"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// A reading that was taken before a compaction does not count behind it.
func ExampleMeter() {
	const text = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"context_usage","origin":"live","percent":97,"sampleId":1,"turnId":"t1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:05Z","event":{"type":"context_compact","state":"completed","turnId":"t1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:06Z","event":{"type":"context_usage","origin":"live","percent":97,"sampleId":2,"turnId":"t1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:09Z","event":{"type":"context_usage","origin":"live","percent":12,"sampleId":3,"turnId":"t2"}}
`
	envelopes, _ := event.Read(text, "")
	var meter contextmeter.Meter
	for _, envelope := range envelopes {
		if changed, stale := meter.Add(envelope); stale {
			fmt.Println("too late")
		} else if changed {
			reading, _ := meter.Shown()
			fmt.Println(string(jsvalue.Append(nil, reading.Value())))
		}
	}
	// Output:
	// {"state":"measured","percent":97,"sampleId":1}
	// {"state":"recalculating","percent":null,"sampleId":null}
	// too late
	// {"state":"measured","percent":12,"sampleId":3}
}
