package merge_test

import (
	"fmt"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// resident are as many events as a view holds, and a snapshot of the last 1,000 of which 100 are new.
func resident() (events, snapshot []*merge.Event) {
	for i := range merge.Selected.Events + 100 {
		events = append(events, merge.New(event.Envelope{
			SessionID: "s", Timestamp: fmt.Sprintf("2026-08-10T%02d:%02d:%02d.000Z", i/3600%24, i/60%60, i%60),
			Event: jsvalue.ObjectValue(
				jsvalue.Member{Key: "type", Value: jsvalue.StringValue("text")},
				jsvalue.Member{Key: "text", Value: jsvalue.StringValue(fmt.Sprint("a piece of what is said, number ", i))},
				jsvalue.Member{Key: "messageId", Value: jsvalue.StringValue(fmt.Sprint("m", i/40))},
			),
		}))
	}
	return events[:merge.Selected.Events], events[len(events)-1000:]
}

// BenchmarkSnapshot merges a snapshot of 1,000 events into 60,000 resident ones. Nothing is serialized again.
func BenchmarkSnapshot(b *testing.B) {
	existing, snapshot := resident()
	b.ReportAllocs()
	for b.Loop() {
		if len(merge.Snapshot(existing, snapshot, nil)) != len(existing)+100 {
			b.Fatal("not all are there")
		}
	}
}

// BenchmarkLive pushes one more event into 60,000 resident ones.
func BenchmarkLive(b *testing.B) {
	existing, snapshot := resident()
	b.ReportAllocs()
	for b.Loop() {
		if merged, _ := merge.Live(existing, snapshot[len(snapshot)-1:]); len(merged) != len(existing)+1 {
			b.Fatal("it is not there")
		}
	}
}

// BenchmarkNew takes an envelope: what is done once for each event.
func BenchmarkNew(b *testing.B) {
	existing, _ := resident()
	b.ReportAllocs()
	for b.Loop() {
		merge.New(existing[0].Envelope)
	}
}
