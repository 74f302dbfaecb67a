// Package merge joins what a client holds of a chat with what comes in: pushed events and the history that was read.
//
// It promises: nothing that either side has is lost where the rules do not drop it, nothing is shown more often than one side has it,
// and the history keeps its order. It works on Events, which know their identity and their time, so that a large window is
// not serialized again with each piece that comes in. Start at Live and Snapshot.
//
// Live, Prepend, PrependWithin and the watermark of Snapshot are functions that the documents describe (ES-MERGE-03, ES-MERGE-06,
// ES-BACK-05); the client of package scrollback uses Push, Insert and Snapshot on rows, and says there why.
package merge

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Key is the identity of an event: a digest of its timestamp and of its JSON as it stands, with the order of its members
// (ES-MERGE-01).
type Key [sha256.Size]byte

// Event is an envelope with what is asked of it again and again. It is made once, and not changed: an event is the same one
// where its pointer is.
type Event struct {
	event.Envelope
	key  Key
	size int
	time instant
}

// New takes an envelope.
func New(envelope event.Envelope) *Event {
	body := jsvalue.Append(nil, envelope.Event)
	around := envelope
	around.Event = jsvalue.NullValue()
	e := &Event{Envelope: envelope, time: instantOf(envelope.Timestamp)}
	e.size = 2 * (jsvalue.Length(string(body)) + jsvalue.Length(string(jsvalue.Append(nil, around.Value()))) - len("null"))
	// The quotes around the timestamp say where it ends.
	e.key = sha256.Sum256(append(jsvalue.AppendQuoted(nil, envelope.Timestamp), body...))
	return e
}

// All takes envelopes.
func All(envelopes []event.Envelope) []*Event {
	events := make([]*Event, len(envelopes))
	for i, envelope := range envelopes {
		events[i] = New(envelope)
	}
	return events
}

// Key is the identity of the event (ES-MERGE-01).
func (e *Event) Key() Key { return e.key }

// Size is about what the event takes in memory, in bytes: two for each unit of the JSON of its envelope (ES-BACK-06).
func (e *Event) Size() int { return e.size }

// instant is a timestamp to compare by (ES-MERGE-02).
type instant struct {
	ms       float64
	readable bool
	text     string // if it is not readable
}

func instantOf(timestamp string) instant {
	if ms, ok := jstime.Parse(timestamp); ok {
		return instant{ms: ms, readable: true}
	}
	return instant{text: timestamp}
}

// compare orders two events by time: readable timestamps by what they say and before all others, the others by their code
// units (ES-MERGE-02).
func compare(a, b *Event) int {
	switch x, y := a.time, b.time; {
	case x.readable && y.readable:
		return cmp.Compare(x.ms, y.ms)
	case x.readable:
		return -1
	case y.readable:
		return 1
	default:
		return slices.Compare(units(x.text), units(y.text))
	}
}

// units are the UTF-16 units of a text, lone surrogates as they are.
func units(text string) (list []uint16) {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 && len(text) >= 3 { // a lone surrogate is three bytes (CR-JS-07)
			list = append(list, 0xD000|uint16(text[1]&0x3F)<<6|uint16(text[2]&0x3F))
			text = text[3:]
			continue
		}
		list = utf16.AppendRune(list, r)
		text = text[size:]
	}
	return list
}
