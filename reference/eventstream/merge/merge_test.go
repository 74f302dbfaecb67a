package merge_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// times are timestamps that are equal, apart, in zones, and none at all.
var times = []string{"2026-08-10T10:00:00Z", "2026-08-10T12:00:00.000+02:00", "2026-08-10T10:00:01Z", "2026-08-10", "b", "a", "\uFB01", "\U0001F600", "\xed\xa0\xbd", ""}

func said(timestamp, text string) *merge.Event {
	return merge.New(event.Envelope{SessionID: "s", Timestamp: timestamp, Event: jsvalue.ObjectValue(
		jsvalue.Member{Key: "type", Value: jsvalue.StringValue("text")}, jsvalue.Member{Key: "text", Value: jsvalue.StringValue(text)},
	)})
}

func drawn(t *rapid.T, label string) []*merge.Event {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *merge.Event {
		return said(rapid.SampledFrom(times).Draw(t, "time"), rapid.SampledFrom([]string{"a", "b"}).Draw(t, "text"))
	}), 0, 8).Draw(t, label)
}

// TestOrderOfTimes: readable times, then the others by their units (ES-MERGE-02).
func TestOrderOfTimes(t *testing.T) {
	var events []*merge.Event
	for _, timestamp := range times {
		events = append(events, said(timestamp, timestamp))
	}
	sorted, _ := merge.Live(nil, events)
	var got []string
	for _, e := range sorted {
		got = append(got, e.Timestamp)
	}
	want := []string{
		"2026-08-10", "2026-08-10T10:00:00Z", "2026-08-10T12:00:00.000+02:00", "2026-08-10T10:00:01Z",
		"", "a", "b", "\xed\xa0\xbd", "\U0001F600", "\uFB01",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestLiveHolds: what is pushed is there once, what was there stays, again changes nothing, and parts give the whole (ES-MERGE-03).
func TestLiveHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		existing, incoming := drawn(t, "existing"), drawn(t, "incoming")
		merged, _ := merge.Live(existing, incoming)
		if again, same := merge.Live(merged, incoming); !same || len(again) != len(merged) {
			t.Fatal("again is another thing")
		}
		half, _ := merge.Live(existing, incoming[:len(incoming)/2])
		if whole, _ := merge.Live(half, incoming[len(incoming)/2:]); !slices.Equal(whole, merged) {
			t.Fatal("parts give another thing")
		}
		want := merge.KeysOf(slices.Concat(existing, incoming))
		if len(merge.KeysOf(merged)) != len(want) {
			t.Fatal("an event is lost")
		}
	})
}

// TestSnapshotHolds: the snapshot is there in its order, and each event that is shown as often as one side has it (ES-MERGE-04,
// ES-MERGE-05); with a watermark what came since is there (ES-MERGE-06).
func TestSnapshotHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		existing, snapshot, held := drawn(t, "existing"), drawn(t, "snapshot"), merge.KeysOf(drawn(t, "held"))
		merged := merge.Events(merge.Snapshot(existing, snapshot, held))
		had, came, shown := counted(existing), counted(snapshot), counted(merged)
		for key, n := range shown {
			if n != max(had[key], came[key]) {
				t.Fatalf("%d, not %d or %d", n, had[key], came[key])
			}
		}
		for key := range had {
			if _, ok := held[key]; !ok && shown[key] == 0 {
				t.Fatal("what came since is lost")
			}
		}
		rest := snapshot
		for _, e := range merged {
			if len(rest) > 0 && rest[0].Key() == e.Key() {
				rest = rest[1:]
			}
		}
		if len(rest) > 0 {
			t.Fatal("the snapshot is not there in its order")
		}
	})
}

func counted(events []*merge.Event) map[merge.Key]int {
	count := map[merge.Key]int{}
	for _, e := range events {
		count[e.Key()]++
	}
	return count
}
