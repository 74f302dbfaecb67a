package batching

import "github.com/transcriptspec/transcriptspec/reference/eventstream/event"

// Replay batches the events of a session as if each came at its timestamp, by the clock of these (ES-BATCH-05).
func Replay(envelopes []event.Envelope) []Sent {
	var buffer Buffer
	var clock event.Clock
	var sent []Sent
	now := int64(0)
	for _, envelope := range envelopes {
		now = int64(clock.At(envelope.Timestamp))
		sent = append(sent, buffer.Take(envelope, now)...)
	}
	return append(sent, buffer.Flush(now)...)
}
