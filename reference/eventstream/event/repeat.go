package event

import (
	"crypto/sha256"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Repeats knows the envelopes that were seen, to tell exact repeats: at-least-once delivery brings whole envelopes again.
// The zero value is ready.
type Repeats struct {
	seen map[[sha256.Size]byte]struct{}
	text []byte
}

// Take reports whether an envelope equal in sequence, timestamp and event came before; one without a sequence is never a
// repeat (ES-ROW-03).
func (r *Repeats) Take(envelope Envelope) bool {
	if envelope.Sequence.IsUndefined() {
		return false
	}
	r.text = jsvalue.AppendCanonical(r.text[:0], jsvalue.ArrayValue(envelope.Sequence, jsvalue.StringValue(envelope.Timestamp), envelope.Event))
	sum := sha256.Sum256(r.text)
	if _, ok := r.seen[sum]; ok {
		return true
	}
	if r.seen == nil {
		r.seen = map[[sha256.Size]byte]struct{}{}
	}
	r.seen[sum] = struct{}{}
	return false
}
