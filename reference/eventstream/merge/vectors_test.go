package merge_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func eventsOf(t *testing.T, list jsvalue.Value) (events []*merge.Event) {
	t.Helper()
	for _, value := range list.Elements() {
		envelope, findings := event.FromValue(value, "")
		if len(findings) > 0 {
			t.Fatal(findings)
		}
		events = append(events, merge.New(envelope))
	}
	return events
}

// names are the texts of events.
func names(events []*merge.Event) (text string) {
	for _, e := range events {
		text += e.Event.Get("text").Text() + " "
	}
	return text
}

func text(events []*merge.Event, same bool) string {
	var list []jsvalue.Value
	for _, e := range events {
		list = append(list, e.Value())
	}
	return string(jsvalue.Append(nil, jsvalue.ObjectValue(
		jsvalue.Member{Key: "events", Value: jsvalue.ArrayValue(list...)}, jsvalue.Member{Key: "sameAsExisting", Value: jsvalue.BoolValue(same)},
	)))
}

// righted are the events of marked vectors, by their texts, where repeats count (ES-MERGE-05).
var righted = map[int]string{
	14: "e1 e5 e4 e2 e1 e0 ",
	42: "e5 e6 e0 e7 e1 e2 e4 e5 ",
	43: "e4 e6 e4 e1 e5 ",
}

// rightAnyway are marked vectors of unreadable timestamps, in which the order of ES-MERGE-02 is the same.
var rightAnyway = map[int]bool{5: true, 13: true}

// TestVectors compares with a shipped program (ES-MERGE-01 to ES-MERGE-05).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("merge")
	if err != nil || len(vectors) != 60 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		existing := eventsOf(t, vector.Input.Get("existing"))
		var merged []*merge.Event
		var same bool
		if vector.Input.Get("fn").Text() == "live" {
			merged, same = merge.Live(existing, eventsOf(t, vector.Input.Get("incoming")))
		} else {
			rows := merge.Snapshot(existing, eventsOf(t, vector.Input.Get("snapshot")), nil)
			merged, same = merge.Events(rows), merge.SameEvents(existing, rows)
		}
		want, marked := righted[vector.Index]
		if marked == (len(vector.Deviates) == 0) && !rightAnyway[vector.Index] {
			t.Errorf("vector %d is marked %q", vector.Index, vector.Deviates)
		}
		if marked {
			if got := names(merged); got != want {
				t.Errorf("vector %d: %s, want %s", vector.Index, got, want)
			}
		} else if diff := cmp.Diff(string(jsvalue.Append(nil, vector.Output)), text(merged, same)); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}
