package eventstream

import (
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func sorted[T any](set map[string]T) []string { return slices.Sorted(maps.Keys(set)) }

// turns are those of the envelopes that count (ES-TURN-01 to ES-TURN-03).
func (in *Input) turns() (list []jsvalue.Value) {
	var names []string
	of := map[string][]Envelope{}
	for _, e := range in.counted() {
		if turn := id(e.Event, "turnId"); turn != "" {
			if of[turn] == nil {
				names = append(names, turn)
			}
			of[turn] = append(of[turn], e)
		}
	}
	for _, name := range names {
		list = append(list, turnValue(name, of[name]))
	}
	return list
}

func turnValue(name string, of []Envelope) jsvalue.Value {
	turn := jsvalue.ObjectValue(textOf("turnId", name), textOf("startTimestamp", of[0].Time))
	paths := map[string]bool{}
	lines := map[string][2]int64{}
	for i, e := range of {
		switch e.kind() {
		case "file_change":
			if e.Event.Get("status").Text() == "running" {
				continue
			}
			if path := e.Event.Get("path").Text(); !isBlank(path) {
				paths[path] = true
			}
			item := first(id(e.Event, "logicalItemId"), id(e.Event, "itemId"))
			if item == "" {
				item = " " + strings.Repeat("x", i) // of its own
			}
			plus, minus := diffStats(e.Event.Get("diff").Text())
			lines[item] = [2]int64{plus, minus}
		case "done":
			turn = ended(turn, e)
		}
	}
	plus, minus := int64(0), int64(0)
	for _, counts := range lines {
		plus, minus = plus+counts[0], minus+counts[1]
	}
	return turn.With(member("filesChanged", jsvalue.IntValue(int64(len(paths)))), member("insertions", jsvalue.IntValue(plus)), member("deletions", jsvalue.IntValue(minus)))
}

// ended is a turn with what an end says.
func ended(turn jsvalue.Value, e Envelope) jsvalue.Value {
	turn = turn.With(textOf("endTimestamp", e.Time))
	for _, key := range []string{"status", "model", "modelId"} {
		if text := e.Event.Get(key).Text(); text != "" {
			turn = turn.With(textOf(key, text))
		}
	}
	figures := []string{"inputTokens", "outputTokens", "cacheReadTokens", "cacheCreationTokens"}
	if usage := e.Event.Get("usage"); usage.IsObject() {
		turn = turn.Without(figures...)
		for _, key := range figures {
			if count := usage.Get(key); count.IsFinite() {
				turn = turn.With(member(key, count))
			}
		}
	}
	if cost := e.Event.Get("costUsd"); cost.IsFinite() {
		turn = turn.With(member("costUsd", cost))
	}
	return turn
}

// summary is that of the envelopes that count (ES-SUM-03).
func (in *Input) summary(limit int) jsvalue.Value {
	said := ""
	for _, e := range in.counted() {
		text := ""
		switch e.kind() {
		case "text", "reasoning":
			text = e.Event.Get("text").Text()
		case "error", "status":
			text = e.Event.Get("message").Text()
		}
		if !isBlank(text) {
			said = oneLine(text)
		}
	}
	if said == "" {
		return jsvalue.NullValue()
	}
	return jsvalue.StringValue(shortened(said, limit))
}

// shortened is a text on one line of at most so many units, with dots at its end if it is longer.
func shortened(text string, limit int) string {
	text = oneLine(text)
	if jsvalue.Length(text) <= limit {
		return text
	}
	return strings.TrimRightFunc(jsvalue.Prefix(text, max(0, limit-3)), isSpace) + "..."
}
