package rows

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// longest is the longest of texts, and its length, so that a text is measured once.
type longest struct {
	text  string
	units int
}

// take takes a text; the earlier one stays if that is not longer.
func (l *longest) take(text string) {
	if units := jsvalue.Length(text); units > l.units {
		l.text, l.units = text, units
	}
}

// summary is the best of summaries, and what the next is compared with, so that each is looked at once.
type summary struct {
	text  string
	units int
	fills bool // it only fills the place of one
}

// take takes a summary if that says more: what only fills the place loses, then the shorter; the later one if that does not
// tell them apart (ES-AGENT-03).
func (s *summary) take(text string) {
	later := summary{text, jsvalue.Length(text), isPlaceholder(text)}
	switch {
	case text == "":
	case s.text == "", s.fills && !later.fills:
		*s = later
	case later.fills && !s.fills:
	case later.fills, later.units >= s.units:
		*s = later
	}
}

// isPlaceholder reports whether a summary only fills the place of one.
func isPlaceholder(summary string) bool {
	lower := jsvalue.ToLower(summary)
	return lower == "" || lower == "task updated" || strings.HasPrefix(lower, "status: ")
}

// moment is a timestamp, read once.
type moment struct {
	text string
	ms   float64
	ok   bool // it is one
}

func momentOf(timestamp string) moment {
	ms, ok := jstime.Parse(timestamp)
	return moment{timestamp, ms, ok}
}

// durationBetween is in milliseconds, at least 0; null if one of the timestamps is none.
func durationBetween(from, to moment) jsvalue.Value {
	if !from.ok || !to.ok {
		return jsvalue.NullValue()
	}
	return jsvalue.NumberValue(max(0, to.ms-from.ms))
}
