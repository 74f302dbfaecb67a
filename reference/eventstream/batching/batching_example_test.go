package batching_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/batching"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
)

// Three pieces of a message arrive within a moment, and are sent as one event when its time is over.
func ExampleBuffer() {
	envelopes, _ := event.Read(`{"sessionId":"s","timestamp":"2026-08-10T10:00:00.000Z","event":{"type":"text","text":"The North ","messageId":"m1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:00.030Z","event":{"type":"text","text":"lock is ","messageId":"m1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:00.060Z","event":{"type":"text","text":"open.","messageId":"m1"}}
`, "")
	var buffer batching.Buffer
	for i, envelope := range envelopes {
		fmt.Println(len(buffer.Take(envelope, int64(30*i))), "sent")
	}
	for _, sent := range buffer.Tick(batching.Window) {
		fmt.Printf("%q, %d pieces: %s\n", sent.Envelope.Event.Get("text").Text(), sent.Flush.Fragments, sent.Flush.Reason)
	}
	// Output:
	// 0 sent
	// 0 sent
	// 0 sent
	// "The North lock is open.", 3 pieces: timer
}
