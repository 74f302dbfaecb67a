// Package compaction makes events small: for the file that keeps a chat, and for the wire that carries it to other clients.
//
// It promises: what is over its cap becomes a preview that says how much was left out, nothing else changes; a character is never
// split; a form of a form is that form, byte for byte; events that lack members, or have wrong ones, never fail. Start at ForStorage
// and ForWire; shortened.go has the wording, result.go the results of tools, image.go what is left out of them.
package compaction

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Form is an event as it is stored or sent.
type Form struct {
	Event   jsvalue.Value
	Changed bool // it is not the original, which is never changed itself
	// Unaccounted is what was left out without a member of the event that says so (ES-STORE-06).
	Unaccounted []Omission
}

// Omission is a text that was left out.
type Omission struct {
	Member string // of the event
	Bytes  int
}

// The caps, in bytes of UTF-8 (ES-STORE-01). What has as many bytes is not touched.
const (
	runningOutputCap = 4096
	outputCap        = 16384
	failedCap        = 65536
	resultCap        = 16384
	detailCap        = 8192
	diffCap          = 32768
	reasoningCap     = 8192
	imageCap         = 65536
)

// payload is a member that may be large.
type payload struct {
	member, label string
	cap           int
}

// ForStorage is the form in which an event is kept (ES-STORE-01). It never fails (ES-STORE-08).
func ForStorage(event jsvalue.Value) Form {
	status := event.Get("status").Text()
	switch event.Get("type").Text() {
	case "command":
		limit := outputCap
		switch status {
		case "running":
			limit = runningOutputCap
		case "failed":
			limit = failedCap
		}
		return storeText(event, payload{"output", "command output", limit})
	case "file_change":
		return storeText(event, payload{"diff", diffLabel, diffCap})
	case "reasoning":
		return storeText(event, payload{"text", "reasoning", reasoningCap})
	case "tool_result":
		limit := resultCap
		if status == "failed" || status == "interrupted" {
			limit = failedCap
		}
		return storeResult(event, limit)
	case "codex_image_generation":
		return storeImage(event, "result", "savedPath")
	case "codex_image_view":
		return storeImage(event, "url", "path")
	}
	return Form{Event: event}
}

// ForWire is the form in which an event is sent: what is stored, without what no client reads (ES-WIRE-01).
func ForWire(event jsvalue.Value) Form {
	form := ForStorage(event)
	if event.Get("type").Text() == "tool_result" && (event.Has("structured") || event.Has("toolResultMeta")) {
		form.Event, form.Changed = form.Event.Without("structured", "toolResultMeta"), true
	}
	return form
}

// storeText shortens a text of an event.
func storeText(event jsvalue.Value, of payload) Form {
	text := event.Get(of.member).Text()
	if len(text) <= of.cap {
		return Form{Event: event}
	}
	short, omitted := shorten(text, of)
	return accounted(event, of.member, jsvalue.StringValue(short), len(text), omitted)
}

// accounted is an event with another value of a member, and what that cost (ES-STORE-03).
func accounted(event jsvalue.Value, member string, value jsvalue.Value, original, omitted int) Form {
	return Form{Changed: true, Event: event.With(
		jsvalue.Member{Key: member, Value: value},
		jsvalue.Member{Key: member + "OriginalBytes", Value: jsvalue.IntValue(int64(original))},
		jsvalue.Member{Key: member + "OmittedBytes", Value: jsvalue.IntValue(int64(omitted))},
	)}
}
