package compare

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Chats compares two answers to one request for a chat: envelopes, entries, rows, groups, a summary or a history, or {"error": code}. The
// summary of a turn's recap only has to be there (ES-DONE-02).
//
//	rows[work_log_entry].event.entry.status    a member of rows of that type that were aligned
//	missing rows[done], extra rows[text]       the other side lacks a row, has one too many
//	moved events[text]                         both sides have it, in another order
//	entries[assistant].text                    of entries, by role
//	envelopes[tool_call].timestamp             of envelopes, by type; events of a history likewise
//	turns[].filesChanged, summary
func Chats(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	c := comparison{options: options, moves: true}
	lists := []chatList{
		{"envelopes", typeOfEvent, envelopeWeight},
		{"events", typeOfEvent, envelopeWeight},
		{"entries", roleOfEntry, entryWeight},
		{"rows", typeOfEvent, rowWeight},
	}
	compared := []string{"diagnostics"}
	if !options.Strict { // it follows from codes that are not compared
		compared = append(compared, "complete")
	}
	for _, list := range lists {
		compared = append(compared, list.key)
		c.list(list, want.Get(list.key), got.Get(list.key))
	}
	for key, value := range want.Members() {
		if !slices.Contains(compared, key) {
			c.walk(key, value, got.Get(key))
		}
	}
	for key, value := range got.Members() {
		if !want.Has(key) && !slices.Contains(compared, key) {
			c.add(key, jsvalue.Value{}, value)
		}
	}
	c.diagnostics(c.counted(want.Get("diagnostics")), c.counted(got.Get("diagnostics")))
	return c.differences
}

// chatList is a list of an answer: what each element is called, and how much two look like the same one.
type chatList struct {
	key    string
	name   func(element jsvalue.Value) string
	weight func(want, got jsvalue.Value) int
}

func (c *comparison) list(l chatList, wanted, gotten jsvalue.Value) {
	if !wanted.IsArray() || !gotten.IsArray() {
		if !wanted.IsUndefined() || !gotten.IsUndefined() {
			c.walk(l.key, wanted, gotten)
		}
		return
	}
	want, got := elements(wanted), elements(gotten)
	place := func(element jsvalue.Value) string { return l.key + "[" + l.name(element) + "]" }
	c.listed(want, got, align(len(want), len(got), func(i, j int) int { return l.weight(want[i], got[j]) }), place, func(w, g jsvalue.Value) {
		c.walk(place(w), recapped(w), recapped(g))
	})
}

// recapped is a row in which, if it is a recap, its summary is reduced to whether it is there.
func recapped(row jsvalue.Value) jsvalue.Value {
	if typeOfEvent(row) != "turn_recap" {
		return row
	}
	there := jsvalue.BoolValue(row.Get("event").Get("summary").Text() != "")
	return row.With(jsvalue.Member{Key: "event", Value: row.Get("event").With(jsvalue.Member{Key: "summary", Value: there})})
}

func typeOfEvent(of jsvalue.Value) string { return of.Get("event").Get("type").Text() }

func roleOfEntry(entry jsvalue.Value) string { return entry.Get("role").Text() }

func envelopeWeight(want, got jsvalue.Value) int {
	same := func(key string) bool { return equal(want.Get(key), got.Get(key)) }
	switch {
	case same("event") && same("timestamp"):
		return fullWeight
	case same("event"), same("timestamp") && typeOfEvent(want) == typeOfEvent(got):
		return fullWeight / 2
	case typeOfEvent(want) == typeOfEvent(got):
		return fullWeight / 8
	}
	return 0
}

func entryWeight(want, got jsvalue.Value) int {
	same := func(key string) bool { return equal(want.Get(key), got.Get(key)) }
	switch {
	case !same("role"):
		return 0
	case same("text") && same("timestamp"):
		return fullWeight + 1
	case same("timestamp"):
		return fullWeight / 2
	case same("text"):
		return fullWeight / 4
	}
	return fullWeight / 8
}

func rowWeight(want, got jsvalue.Value) int {
	sameKey, sameType := equal(want.Get("key"), got.Get("key")), typeOfEvent(want) == typeOfEvent(got)
	switch {
	case sameKey && sameType:
		return fullWeight + 1
	case sameType && equal(want.Get("event"), got.Get("event")):
		return fullWeight
	case sameKey:
		return fullWeight / 4
	case sameType:
		return fullWeight / 8
	}
	return 0
}
