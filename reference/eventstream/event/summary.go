package event

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// SummaryUnits is how long a summary is at most by custom, in UTF-16 units.
const SummaryUnits = 280

// IsMaterial reports whether a worker did something: said, thought, called, ran or changed anything (ES-SUM-01).
func IsMaterial(envelopes []Envelope) bool {
	material := []string{"text", "reasoning", "tool_call", "tool_result", "command", "file_change"}
	return slices.ContainsFunc(envelopes, func(e Envelope) bool { return slices.Contains(material, e.Type()) })
}

// HasLifecycle reports whether there is more than what users said (ES-SUM-02).
func HasLifecycle(envelopes []Envelope) bool {
	return slices.ContainsFunc(envelopes, func(e Envelope) bool { return e.Type() != "user_message" })
}

// Summary is the last that was said, thought or reported, on one line of about units UTF-16 units at most; "" if there is
// nothing (ES-SUM-03). It is of one event: pieces of a message are not joined.
func Summary(envelopes []Envelope, units int) string {
	for _, envelope := range slices.Backward(envelopes) {
		if said := said(envelope); !jsvalue.IsBlank(said) {
			return Ellipsis(OneLine(said), units)
		}
	}
	return ""
}

func said(e Envelope) string {
	switch e.Type() {
	case "text", "reasoning":
		return e.Event.Get("text").Text()
	case "error", "status":
		return e.Event.Get("message").Text()
	default:
		return ""
	}
}

// OneLine is the text with each run of white space as one space, and none at its ends.
func OneLine(text string) string {
	blank := func(r rune) bool { return jsvalue.IsBlank(string(r)) }
	return strings.Join(strings.FieldsFunc(text, blank), " ")
}

// Ellipsis is the text, cut to units UTF-16 units with three dots at its end if it is longer. A pair of surrogates is not
// split.
func Ellipsis(text string, units int) string {
	if !jsvalue.LongerThan(text, units) {
		return text
	}
	cut := jsvalue.Prefix(text, max(0, units-3))
	kept := strings.TrimRightFunc(cut, func(r rune) bool { return jsvalue.IsBlank(string(r)) })
	return kept + "..."
}
