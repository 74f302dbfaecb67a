package merge_test

import (
	"fmt"
	"slices"
	"strings"
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

// places are those of events in the two lists, of which merging makes no others.
func places(events, existing, came []*merge.Event) string {
	var list []string
	for _, e := range events {
		if i := slices.Index(existing, e); i >= 0 {
			list = append(list, fmt.Sprint("x", i))
		} else {
			list = append(list, fmt.Sprint("c", slices.Index(came, e)))
		}
	}
	return strings.Join(list, " ")
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

// righted are the events of marked vectors, where repeats count (ES-MERGE-05): each named as one that was there (x) or came (c),
// by its place in that list, so that whole envelopes are compared. None of them leaves what was there as it is.
var righted = map[int]string{
	14: "x0 x1 x2 c0 x7 x3",
	42: "x0 x1 x2 x3 x5 x4 c2 x6",
	43: "x0 x1 x3 x2 c1",
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
		var came, merged []*merge.Event
		var same bool
		if vector.Input.Get("fn").Text() == "live" {
			came = eventsOf(t, vector.Input.Get("incoming"))
			merged, same = merge.Live(existing, came)
		} else {
			came = eventsOf(t, vector.Input.Get("snapshot"))
			rows := merge.Snapshot(existing, came, nil)
			merged, same = merge.Events(rows), merge.SameEvents(existing, rows)
		}
		want, marked := righted[vector.Index]
		if marked == (len(vector.Deviates) == 0) && !rightAnyway[vector.Index] {
			t.Errorf("vector %d is marked %q", vector.Index, vector.Deviates)
		}
		if marked {
			if got := places(merged, existing, came); got != want || same {
				t.Errorf("vector %d: %s, want %s; same %v", vector.Index, got, want, same)
			}
		} else if diff := cmp.Diff(string(jsvalue.Append(nil, vector.Output)), text(merged, same)); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}
