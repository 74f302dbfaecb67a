package event_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestTypeTable: each name stands once, and work names its item (ES-TYPE-01).
func TestTypeTable(t *testing.T) {
	counts := map[event.Drawing]int{}
	for _, name := range event.TypeNames() {
		kind, ok := event.TypeNamed(name)
		if !ok || kind.Name != name {
			t.Errorf("%s is %+v", name, kind)
		}
		counts[kind.Drawing]++
	}
	if counts[event.Row] != 47 || counts[event.Work] != 5 || counts[event.Change] != 2 || counts[event.Hidden] != 10 {
		t.Error(counts)
	}
	if _, ok := event.TypeNamed("brand_new"); ok {
		t.Error("an unknown type is known")
	}
}

// TestRepeats: sequence, timestamp and event together make a repeat (ES-ROW-03).
func TestRepeats(t *testing.T) {
	var repeats event.Repeats
	for i, c := range []struct {
		line string
		want bool
	}{
		{`{"sessionId":"s","timestamp":"1","event":{"a":1,"b":2},"sequence":0}`, false},
		{`{"sessionId":"s","timestamp":"1","event":{"b":2,"a":1},"sequence":0}`, true},
		{`{"sessionId":"s","timestamp":"1","event":{"a":1,"b":2},"sequence":1}`, false},
		{`{"sessionId":"s","timestamp":"2","event":{"a":1,"b":2},"sequence":0}`, false},
		{`{"sessionId":"s","timestamp":"1","event":{"a":1},"sequence":0}`, false},
		{`{"sessionId":"s","timestamp":"1","event":{"a":1}}`, false},
		{`{"sessionId":"s","timestamp":"1","event":{"a":1}}`, false},
	} {
		value, err := jsvalue.Decode(c.line)
		if err != nil {
			t.Fatal(err)
		}
		envelope, _ := event.FromValue(value, "")
		if got := repeats.Take(envelope); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
