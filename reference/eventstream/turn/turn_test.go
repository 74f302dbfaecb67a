package turn_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/turn"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestDiffVectors compares with a shipped program (ES-DIFF-01).
func TestDiffVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("diffstats")
	if err != nil || len(vectors) != 7 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		got := turn.StatsOf(vector.Input.Get("diff").Text())
		want := turn.DiffStats{Additions: int(vector.Output.Get("additions").Float()), Deletions: int(vector.Output.Get("deletions").Float())}
		if got != want {
			t.Errorf("vector %d: %v, want %v", vector.Index, got, want)
		}
	}
}

// TestVectors compares with a shipped program (ES-TURN-01, ES-TURN-03).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("divider")
	if err != nil || len(vectors) != 20 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		if diff := cmp.Diff(string(jsvalue.Append(nil, vector.Output)), turnsOf(t, vector.Input.Get("envelopes"))); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}

func turnsOf(t *testing.T, list jsvalue.Value) string {
	t.Helper()
	var envelopes []event.Envelope
	for i, value := range list.Elements() {
		envelope, _ := event.FromValue(value, "")
		if !envelope.Event.IsObject() {
			t.Fatalf("envelope %d is none", i)
		}
		envelopes = append(envelopes, envelope)
	}
	var turns []jsvalue.Value
	for _, one := range turn.Turns(envelopes) {
		turns = append(turns, one.Value())
	}
	return string(jsvalue.Append(nil, jsvalue.ArrayValue(turns...)))
}

// TestEnds: what a later end leaves out stays; an end without a time is one (ES-TURN-03).
func TestEnds(t *testing.T) {
	list, err := jsvalue.Decode(`[
		{"sessionId":"s","timestamp":"1","event":{"type":"done","turnId":"t","status":"failed","model":"m","costUsd":1}},
		{"sessionId":"s","event":{"type":"done","turnId":"t"}}]`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `[{"turnId":"t","startTimestamp":"1","filesChanged":0,"insertions":0,"deletions":0,"endTimestamp":"","status":"failed","model":"m","costUsd":1}]`
	if diff := cmp.Diff(want, turnsOf(t, list)); diff != "" {
		t.Error(diff)
	}
}

// TestFiles: a path counts once, a change by its last state, and what is running not (ES-TURN-02).
func TestFiles(t *testing.T) {
	list, err := jsvalue.Decode(`[
		{"sessionId":"s","timestamp":"1","event":{"type":"file_change","turnId":"t","path":"a","itemId":"i","diff":"+x","status":"running"}},
		{"sessionId":"s","timestamp":"2","event":{"type":"file_change","turnId":"t","path":"a","itemId":"i","diff":"+x\n-y"}},
		{"sessionId":"s","timestamp":"3","event":{"type":"file_change","turnId":"t","path":"a","itemId":"i","diff":"+x\n-y\n+z"}},
		{"sessionId":"s","timestamp":"4","event":{"type":"file_change","turnId":"t","path":"a","itemId":"j","diff":"+x"}},
		{"sessionId":"s","timestamp":"5","event":{"type":"file_change","turnId":"t","path":"a","diff":"-x"}},
		{"sessionId":"s","timestamp":"6","event":{"type":"file_change","turnId":"t","path":"b","logicalItemId":"i","itemId":"k","diff":"-x"}},
		{"sessionId":"s","timestamp":"7","event":{"type":"file_change","path":"c","itemId":"l","diff":"-x"}},
		{"sessionId":"s","timestamp":"8","event":{"type":"file_change","turnId":"t","path":5,"itemId":"m"}}]`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `[{"turnId":"t","startTimestamp":"1","filesChanged":2,"insertions":1,"deletions":2}]`
	if diff := cmp.Diff(want, turnsOf(t, list)); diff != "" {
		t.Error(diff)
	}
}
