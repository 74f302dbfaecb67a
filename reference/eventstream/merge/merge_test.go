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

// TestUnreadableTimes: an event whose time cannot be read stays where it came, and nothing that comes later goes before it
// (ES-MERGE-02, ES-MERGE-04, ES-FOLLOW-04).
func TestUnreadableTimes(t *testing.T) {
	at := func(second, text string) *merge.Event { return said("2026-08-10T10:00:0"+second+"Z", text) }
	a, b, c, d, x, y := at("1", "a"), at("2", "b"), at("3", "c"), at("4", "d"), said("bad", "X"), said("a worse one", "Y")
	list := func(events ...*merge.Event) []*merge.Event { return events }
	pushed := func(existing []*merge.Event, parts ...[]*merge.Event) []*merge.Event {
		rows := merge.Rows(existing)
		for _, part := range parts {
			rows = merge.Push(rows, part)
		}
		return merge.Events(rows)
	}
	read := func(existing, snapshot []*merge.Event) []*merge.Event {
		return merge.Events(merge.Snapshot(existing, snapshot, nil))
	}
	for _, test := range []struct {
		want string
		got  []*merge.Event
	}{
		{"a X c d ", pushed(list(a), list(x), list(c), list(d))},
		{"a X c d ", pushed(list(a), list(x, c, d))},
		{"a X Y c ", pushed(list(a), list(x), list(y), list(c))},
		{"a b X d ", pushed(list(a), list(b), list(x), list(d))},
		{"a b d X ", pushed(list(a), list(d, x, b))},
		{"X Y a ", pushed(nil, list(x, y), list(a))},
		{"b c ", read(list(b, x), list(b, c))},   // X came before c, which the history has
		{"b c X ", read(list(c, x), list(b, c))}, // and here behind it
		{"a X b c ", read(list(a, x, b), list(b, c))},
		{"X a b c d ", merge.Events(merge.Insert(merge.Rows(list(a, c)), merge.Rows(list(x, b, d))))},
	} {
		if got := names(test.got); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// TestPushedInParts: pushes in parts give what they give at once (ES-FOLLOW-04).
func TestPushedInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, incoming := merge.Rows(drawn(t, "existing")), drawn(t, "incoming")
		whole := merge.Push(rows, incoming)
		for _, e := range incoming {
			rows = merge.Push(rows, []*merge.Event{e})
		}
		if !slices.Equal(merge.Events(rows), merge.Events(whole)) {
			t.Fatal(names(merge.Events(rows)), names(merge.Events(whole)))
		}
	})
}
