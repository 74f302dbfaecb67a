package turn

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Turn is what the divider of a turn says.
type Turn struct {
	ID    string
	Start string // timestamp of its first event
	Files int    // paths that were changed, each once (ES-TURN-02)
	Diff  DiffStats
	// Ended says that there was a done; the rest is of the last, "" and Undefined before one.
	Ended                                bool
	End, Status                          string
	Model, ModelID                       string
	InputTokens, OutputTokens            jsvalue.Value
	CacheReadTokens, CacheCreationTokens jsvalue.Value
	CostUSD                              jsvalue.Value
	changes                              map[string]DiffStats
	paths                                map[string]bool
}

// Turns are the turns of the events in the order in which they began. An event without a turnId is of none (ES-TURN-01).
func Turns(envelopes []event.Envelope) []Turn {
	var turns []*Turn
	byID := map[string]*Turn{}
	for _, envelope := range envelopes {
		id := jsvalue.Trim(envelope.Event.Get("turnId").Text())
		if id == "" {
			continue
		}
		turn := byID[id]
		if turn == nil {
			turn = &Turn{ID: id, Start: envelope.Timestamp, changes: map[string]DiffStats{}, paths: map[string]bool{}}
			byID[id] = turn
			turns = append(turns, turn)
		}
		turn.take(envelope)
	}
	list := make([]Turn, len(turns))
	for i, turn := range turns {
		list[i] = *turn
	}
	return list
}

func (t *Turn) take(envelope event.Envelope) {
	switch envelope.Type() {
	case "file_change":
		if envelope.Event.Get("status").Text() != "running" {
			t.change(envelope.Event)
		}
	case "done":
		t.done(envelope)
	}
}

// change counts a change. A later state of the same change takes the place of the earlier.
func (t *Turn) change(change jsvalue.Value) {
	stats := StatsOf(change.Get("diff").Text())
	if item := itemOf(change); item != "" {
		before := t.changes[item]
		t.changes[item] = stats
		t.Diff.Additions, t.Diff.Deletions = t.Diff.Additions-before.Additions, t.Diff.Deletions-before.Deletions
	}
	t.Diff.Additions, t.Diff.Deletions = t.Diff.Additions+stats.Additions, t.Diff.Deletions+stats.Deletions
	if path := change.Get("path").Text(); !jsvalue.IsBlank(path) {
		t.paths[path] = true
	}
	t.Files = len(t.paths)
}

func itemOf(change jsvalue.Value) string {
	if logical := jsvalue.Trim(change.Get("logicalItemId").Text()); logical != "" {
		return logical
	}
	return jsvalue.Trim(change.Get("itemId").Text())
}

// done takes what the end says. What it leaves out stays; its usage is one thing (ES-TURN-03).
func (t *Turn) done(envelope event.Envelope) {
	done := envelope.Event
	t.Ended, t.End = true, envelope.Timestamp
	if status := done.Get("status").Text(); status != "" {
		t.Status = status
	}
	if model := done.Get("model").Text(); model != "" {
		t.Model = model
	}
	if id := done.Get("modelId").Text(); id != "" {
		t.ModelID = id
	}
	if usage := done.Get("usage"); usage.IsObject() {
		t.InputTokens, t.OutputTokens = number(usage, "inputTokens"), number(usage, "outputTokens")
		t.CacheReadTokens, t.CacheCreationTokens = number(usage, "cacheReadTokens"), number(usage, "cacheCreationTokens")
	}
	if cost := number(done, "costUsd"); !cost.IsUndefined() {
		t.CostUSD = cost
	}
}

func number(object jsvalue.Value, key string) jsvalue.Value {
	if value := object.Get(key); value.IsFinite() {
		return value
	}
	return jsvalue.Value{}
}

// Value is {turnId, startTimestamp, filesChanged, insertions, deletions, endTimestamp?, status?, model?, modelId?,
// inputTokens?, outputTokens?, cacheReadTokens?, cacheCreationTokens?, costUsd?}.
func (t Turn) Value() jsvalue.Value {
	text, count := jsvalue.StringValue, func(n int) jsvalue.Value { return jsvalue.IntValue(int64(n)) }
	members := []jsvalue.Member{
		{Key: "turnId", Value: text(t.ID)},
		{Key: "startTimestamp", Value: text(t.Start)},
		{Key: "filesChanged", Value: count(t.Files)},
		{Key: "insertions", Value: count(t.Diff.Additions)},
		{Key: "deletions", Value: count(t.Diff.Deletions)},
	}
	if t.Ended {
		members = append(members, jsvalue.Member{Key: "endTimestamp", Value: text(t.End)})
	}
	for _, word := range [][2]string{{"status", t.Status}, {"model", t.Model}, {"modelId", t.ModelID}} {
		if word[1] != "" {
			members = append(members, jsvalue.Member{Key: word[0], Value: text(word[1])})
		}
	}
	for _, figure := range []jsvalue.Member{
		{Key: "inputTokens", Value: t.InputTokens},
		{Key: "outputTokens", Value: t.OutputTokens},
		{Key: "cacheReadTokens", Value: t.CacheReadTokens},
		{Key: "cacheCreationTokens", Value: t.CacheCreationTokens},
		{Key: "costUsd", Value: t.CostUSD},
	} {
		if !figure.Value.IsUndefined() {
			members = append(members, figure)
		}
	}
	return jsvalue.ObjectValue(members...)
}
