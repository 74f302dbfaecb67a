package batching

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
)

// Replay batches the events of a session as if each came at its timestamp. The clock never goes back: an event whose timestamp is
// none, or earlier, comes at the time of the one before, which is 0 for the first (ES-BATCH-05).
func Replay(envelopes []event.Envelope) []Sent {
	var buffer Buffer
	var sent []Sent
	now := int64(0)
	for i, envelope := range envelopes {
		if ms, ok := jstime.Parse(envelope.Timestamp); ok && (i == 0 || int64(ms) > now) {
			now = int64(ms)
		}
		sent = append(sent, buffer.Take(envelope, now)...)
	}
	return append(sent, buffer.Flush(now)...)
}
