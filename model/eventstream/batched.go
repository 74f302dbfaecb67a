package eventstream

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// window is how long a piece waits for others, in milliseconds (ES-BATCH-01).
const window = 100

// arrival is an envelope with the time at which it comes (ES-BATCH-05).
type arrival struct {
	Envelope
	at int64
}

// arrivals are the envelopes that count, in order.
func (in *Input) arrivals() (list []arrival) {
	counted := in.counted()
	for i, at := range times(counted) {
		list = append(list, arrival{counted[i], int64(at)})
	}
	return list
}

// batch is a stretch of arrivals that is sent as one: of pieces of text, or one event alone.
type batch struct {
	of     []arrival
	text   string
	reason string // "" for an event that is no text
	at     int64
}

// batches looks ahead from each piece for those that are sent with it (ES-BATCH-01 to ES-BATCH-04). Pieces without a character are
// sent by nobody.
func batches(list []arrival) (all []batch) {
	for len(list) > 0 {
		b, rest := batch{of: list[:1]}, list[1:]
		if isPiece(list[0]) {
			b, rest = ahead(list)
		}
		if b.reason == "" || b.text != "" {
			all = append(all, b)
		}
		list = rest
	}
	return all
}

func isPiece(a arrival) bool { return a.kind() == "text" && a.Event.Get("text").IsString() }

// ahead is the batch that begins with the first of a list.
func ahead(list []arrival) (b batch, rest []arrival) {
	n := 1
	b.text = list[0].Event.Get("text").Text()
	end := list[0].at + window
	for ; ; n++ {
		switch {
		case n == len(list):
			b.reason, b.at = "other", list[n-1].at
		case list[n].at >= end:
			b.reason, b.at = "timer", end
		case !isPiece(list[n]):
			b.reason, b.at = "interleave", list[n].at
		case !goesWith(list[0], list[n]) || isBlank(b.text) && !isBlank(list[n].Event.Get("text").Text()):
			b.reason, b.at = "identityBreak", list[n].at
		default:
			b.text = jsvalue.Concat(b.text, list[n].Event.Get("text").Text())
			continue
		}
		b.of = list[:n]
		return b, list[n:]
	}
}

// goesWith: two pieces have one run, and nothing else in which they differ (ES-BATCH-02).
func goesWith(a, b arrival) bool {
	if name := id(a.Event, "messageId"); name != id(b.Event, "messageId") ||
		name == "" && (id(a.Event, "turnId") != id(b.Event, "turnId") || id(a.Event, "itemId") != id(b.Event, "itemId")) {
		return false
	}
	return same(without(a.Event, "text", "messageId", "turnId", "itemId"), without(b.Event, "text", "messageId", "turnId", "itemId")) && same(a.Provenance, b.Provenance)
}

// value is the envelope that is sent: that of the first.
func (b batch) value() jsvalue.Value {
	first := b.of[0].value()
	if len(b.of) == 1 {
		return first
	}
	return first.Without("sequence").With(member("event", b.of[0].Event.With(textOf("text", b.text))))
}

// flushes are what is told of the batches of text (ES-BATCH-04).
func flushes(all []batch) (list []jsvalue.Value) {
	last := jsvalue.NullValue()
	for i, b := range all {
		if b.reason == "" {
			continue
		}
		since := last
		if since.IsNumber() {
			since = jsvalue.IntValue(b.at - int64(last.Float()))
		}
		last = jsvalue.IntValue(b.at)
		list = append(list, jsvalue.ObjectValue(member("envelope", number(i)), textOf("reason", b.reason), member("at", last),
			member("fragments", number(len(b.of))), member("chars", number(jsvalue.Length(b.text))), member("msSinceLastFlush", since)))
	}
	return list
}
