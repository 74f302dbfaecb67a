// Package batching sends the text of a stream in fewer events: what arrives within a moment and belongs together is sent as one.
//
// It promises: no piece is lost, changed or overtaken, and the canonical text is that of the single pieces; no clock is read. Start at
// Buffer, which takes one event after the other with the time it is; Replay does so with the events of a file.
package batching

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Window is how long a piece of text waits for others, in milliseconds (ES-BATCH-01).
const Window = 100

// Reason says why the buffer was emptied (ES-BATCH-04).
type Reason string

// The reasons.
const (
	Timer         Reason = "timer"         // the window ended
	IdentityBreak Reason = "identityBreak" // a piece came that does not belong to the others
	Interleave    Reason = "interleave"    // an event came that is no text
	Other         Reason = "other"         // somebody reads, or the stream ended
)

// Flush tells of one time that the buffer was emptied. Times are in milliseconds.
type Flush struct {
	Reason    Reason
	At        int64
	Fragments int   // that were sent as one
	Chars     int   // UTF-16 units
	SinceLast int64 // since the flush before; negative if there was none
}

// Sent is an event that is sent on.
type Sent struct {
	Envelope event.Envelope
	Flush    *Flush // nil if the event is no text, which is sent as it comes
}

// Buffer holds the text of one session that waits. The zero value is ready. It is not safe for concurrent use.
type Buffer struct {
	first     event.Envelope // of the pieces that wait
	identity  textrun.Identity
	pieces    []string // none: nothing waits
	blank     bool     // all of them are
	since     int64    // when the first came
	flushed   bool     // ever
	lastFlush int64
}

// Take takes an event at a time, not before that of the call before, and says what is sent on now, in order (ES-BATCH-01 to
// ES-BATCH-03).
func (b *Buffer) Take(envelope event.Envelope, now int64) []Sent {
	sent := b.Tick(now)
	text := envelope.Event.Get("text")
	if envelope.Type() != "text" || !text.IsString() {
		return append(append(sent, b.flush(Interleave, now)...), Sent{Envelope: envelope})
	}
	if len(b.pieces) > 0 && !b.joins(envelope, text.Text()) {
		sent = append(sent, b.flush(IdentityBreak, now)...)
	}
	if len(b.pieces) == 0 {
		b.first, b.identity, b.blank, b.since = envelope, textrun.IdentityOf(envelope.Event), true, now
	}
	b.pieces = append(b.pieces, text.Text())
	b.blank = b.blank && jsvalue.IsBlank(text.Text())
	return sent
}

// Tick tells the time: what waits is sent at the end of its window (ES-BATCH-01).
func (b *Buffer) Tick(now int64) []Sent {
	if len(b.pieces) == 0 || now < b.since+Window {
		return nil
	}
	return b.flush(Timer, b.since+Window)
}

// Flush sends what waits, for somebody who reads (ES-BATCH-04).
func (b *Buffer) Flush(now int64) []Sent {
	return append(b.Tick(now), b.flush(Other, now)...)
}

// joins reports whether a piece is of the run of those that wait, and differs from the first in nothing that would be lost. A piece
// behind white space alone is none: the canonical text leaves that out where it begins a run (ES-BATCH-02, ES-TEXT-03).
func (b *Buffer) joins(envelope event.Envelope, text string) bool {
	return textrun.IdentityOf(envelope.Event) == b.identity && (!b.blank || jsvalue.IsBlank(text)) &&
		jsvalue.Equal(besides(envelope.Event), besides(b.first.Event)) && jsvalue.Equal(envelope.Provenance, b.first.Provenance)
}

// besides is a piece without its text and what names it.
func besides(event jsvalue.Value) jsvalue.Value {
	return event.Without("text", "messageId", "turnId", "itemId")
}

// flush sends the pieces that wait as one, in the envelope of the first (ES-BATCH-02).
func (b *Buffer) flush(reason Reason, at int64) []Sent {
	fragments := len(b.pieces)
	text := jsvalue.Concat(b.pieces...)
	b.pieces = nil
	if text == "" {
		return nil
	}
	flush := Flush{Reason: reason, At: at, Fragments: fragments, Chars: jsvalue.Length(text), SinceLast: -1}
	if b.flushed {
		flush.SinceLast = at - b.lastFlush
	}
	b.flushed, b.lastFlush = true, at
	envelope := b.first
	if fragments > 1 {
		envelope.Event = envelope.Event.With(jsvalue.Member{Key: "text", Value: jsvalue.StringValue(text)})
		envelope.Sequence = jsvalue.Value{}
	}
	return []Sent{{envelope, &flush}}
}
