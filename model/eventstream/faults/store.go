package faults

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var (
	keeping  = []string{"store", "wire"}
	batching = []string{"batch"}
)

// onEvents damages the event of each envelope of some operations.
func onEvents(ops []string, damage func(event jsvalue.Value) jsvalue.Value) wrapper {
	return onList("envelopes", ops, func(envelopes []jsvalue.Value) []jsvalue.Value {
		for i, envelope := range envelopes {
			envelopes[i] = with(envelope, "event", damage(envelope.Get("event")))
		}
		return envelopes
	})
}

// payloads are the members that are shortened.
var payloads = []string{"output", "result", "structured", "diff", "text"}

// onShortened damages each text that was shortened.
func onShortened(damage func(text string) string) wrapper {
	return onEvents(keeping, func(event jsvalue.Value) jsvalue.Value {
		for _, key := range payloads {
			if said := event.Get(key).Text(); strings.HasPrefix(said, "[ADE] Large ") && strings.Contains(said, "keep this chat fast") {
				event = with(event, key, text(damage(said)))
			}
		}
		return event
	})
}

var storeFaults = []fault.Fault{
	{ID: "nothing-is-shortened", Says: "Events are stored as they are.", Breaks: []string{"stored-by-definition", "caps-hold"}, Wrap: func(right protocol.Subject) protocol.Subject {
		return onAnswers(right, keeping, func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			return original(request, result)
		})
	}},
	{ID: "values-are-shortened-to-texts", Says: "What stands for a value is a text that says so.", Breaks: []string{"stored-by-definition"}, Wrap: onEvents(keeping, func(event jsvalue.Value) jsvalue.Value {
		if preview := event.Get("result").Get("preview"); preview.IsString() {
			return with(event, "result", preview)
		}
		return event
	})},
	{ID: "last-line-feed-is-lost", Says: "The last preview lacks a character.", Breaks: []string{"previews-add-up", "stored-by-definition"}, Wrap: onShortened(func(text string) string {
		return strings.Replace(text, "LAST PREVIEW -----\n", "LAST PREVIEW -----", 1)
	})},
	{ID: "accounts-count-the-form", Says: "The account is of what is there, not of what was.", Breaks: []string{"previews-add-up"}, Wrap: onEvents(keeping, func(event jsvalue.Value) jsvalue.Value {
		for _, key := range payloads {
			if event.Has(key + "OriginalBytes") {
				event = with(event, key+"OriginalBytes", jsvalue.IntValue(int64(len(event.Get(key).Text()))))
			}
		}
		return event
	})},
	{ID: "types-are-marked", Says: "An event says that it was stored.", Breaks: []string{"small-events-stay"}, Wrap: onEvents(keeping, func(event jsvalue.Value) jsvalue.Value {
		return with(event, "stored", jsvalue.BoolValue(true))
	})},
	{ID: "first-preview-ends-with-a-half", Says: "The first preview ends with half a character.", Breaks: []string{"no-half-characters", "previews-add-up"}, Wrap: onShortened(func(text string) string {
		return strings.Replace(text, "\n----- END FIRST", "\xed\xa0\xbd\n----- END FIRST", 1)
	})},
	{ID: "details-are-sent", Says: "Results are sent with what the provider says besides.", Breaks: []string{"wire-has-no-details"}, Wrap: onEvents([]string{"wire"}, func(event jsvalue.Value) jsvalue.Value {
		if event.Get("type").Text() == "tool_result" {
			return with(event, "structured", jsvalue.IntValue(int64(len(event.Get("result").Text()))))
		}
		return event
	})},
	{ID: "wrapped-again", Says: "A form is taken for an original.", Breaks: []string{"stored-stays", "wire-of-stored"}, Wrap: onEvents(keeping, func(event jsvalue.Value) jsvalue.Value {
		for _, key := range payloads {
			if event.Get(key).IsString() && strings.HasPrefix(event.Get(key).Text(), "[ADE] Large ") {
				event = with(event, key, text("[ADE] Large "+event.Get(key).Text()))
			}
		}
		return event
	})},
	{ID: "stored-for-another-time", Says: "Envelopes are stored with another time.", Breaks: []string{"stored-shows-the-same"}, Wrap: onList("envelopes", keeping, func(envelopes []jsvalue.Value) []jsvalue.Value {
		for i, envelope := range envelopes {
			envelopes[i] = with(envelope, "timestamp", text("about "+envelope.Get("timestamp").Text()))
		}
		return envelopes
	})},
}

var batchFaults = []fault.Fault{
	{ID: "always-by-the-timer", Says: "Every flush says that it is the timer's.", Breaks: []string{"batches-by-definition"}, Wrap: onList("flushes", batching, func(flushes []jsvalue.Value) []jsvalue.Value {
		for i, flush := range flushes {
			flushes[i] = with(flush, "reason", text("timer"))
		}
		return flushes
	})},
	{ID: "text-is-overtaken", Says: "A text is sent behind the event that forced it out.", Breaks: []string{"batches-keep-order", "batches-by-definition"}, Wrap: onList("envelopes", batching, func(envelopes []jsvalue.Value) []jsvalue.Value {
		for i := 1; i < len(envelopes); i++ {
			if kindOf(envelopes[i-1]) == "text" && kindOf(envelopes[i]) != "text" {
				envelopes[i-1], envelopes[i] = envelopes[i], envelopes[i-1]
				break
			}
		}
		return envelopes
	})},
	{ID: "flushes-of-one-piece-are-silent", Says: "Nothing is told of a text that was sent alone.", Breaks: []string{"flushes-count-all"}, Wrap: onList("flushes", batching, func(flushes []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(flushes, func(flush jsvalue.Value) bool { return flush.Get("fragments").Float() == 1 })
	})},
	{ID: "timer-is-slow", Says: "The timer waits twice as long.", Breaks: []string{"flushes-count-all", "batches-by-definition"}, Wrap: onList("flushes", batching, func(flushes []jsvalue.Value) []jsvalue.Value {
		for i, flush := range flushes {
			if flush.Get("reason").Text() == "timer" {
				flushes[i] = with(flush, "at", jsvalue.NumberValue(flush.Get("at").Float()+100))
			}
		}
		return flushes
	})},
	{ID: "batches-lose-the-first-letter", Says: "The first byte of a text that was put together is lost.", Breaks: []string{"batched-says-the-same", "batches-keep-order"}, Wrap: onEvents(batching, func(event jsvalue.Value) jsvalue.Value {
		if said := event.Get("text").Text(); event.Get("type").Text() == "text" && len(said) > 3 && said[0] < 0x80 {
			return with(event, "text", text(said[1:]))
		}
		return event
	})},
}

// onAnswers damages results with a look at the questions.
func onAnswers(right protocol.Subject, ops []string, damage func(request protocol.Request, result jsvalue.Value) jsvalue.Value) protocol.Subject {
	for _, op := range ops {
		right = fault.OnResult(op, damage)(right)
	}
	return right
}

// original is a result with the payloads of the file.
func original(request protocol.Request, result jsvalue.Value) jsvalue.Value {
	var events []jsvalue.Value
	for line := range strings.Lines(request.Input.Text()) {
		if event := eventOf(line); event.IsObject() {
			events = append(events, event)
		}
	}
	envelopes := list(result.Get("envelopes"))
	if len(envelopes) != len(events) {
		return result // lines were lost
	}
	for i := range envelopes {
		envelopes[i] = with(envelopes[i], "event", events[i])
	}
	return with(result, "envelopes", jsvalue.ArrayValue(envelopes...))
}
