package scheduledwork_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scheduledwork"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestVectors compares with a shipped program (ES-SCHED-01 to ES-SCHED-03).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("sched")
	if err != nil || len(vectors) != 30 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		var envelopes []event.Envelope
		for _, value := range vector.Input.Get("envelopes").Elements() {
			envelope, _ := event.FromValue(value, "")
			envelopes = append(envelopes, envelope)
		}
		want := string(jsvalue.AppendCanonical(nil, vector.Output))
		got := string(jsvalue.AppendCanonical(nil, value(scheduledwork.Fold(envelopes))))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("vector %d:\n%s", vector.Index, diff)
		}
	}
}

func value(lists scheduledwork.Lists) jsvalue.Value {
	var all []jsvalue.Value
	for _, work := range lists.All {
		all = append(all, work.Value())
	}
	members := []jsvalue.Member{{Key: "snapshots", Value: jsvalue.ArrayValue(all...)}}
	for _, list := range []struct {
		key   string
		works []scheduledwork.Work
	}{{"schedule", lists.Schedule}, {"history", lists.History}, {"active", lists.Active}, {"background", lists.Background}} {
		var ids []jsvalue.Value
		for _, work := range list.works {
			ids = append(ids, jsvalue.StringValue(work.ID))
		}
		members = append(members, jsvalue.Member{Key: list.key, Value: jsvalue.ArrayValue(ids...)})
	}
	return jsvalue.ObjectValue(members...)
}

// TestFold: what the vectors leave open (ES-SCHED-01 to ES-SCHED-03).
// How its time grows `go test -bench Growth` measures.
func TestFold(t *testing.T) {
	fold := func(events ...string) scheduledwork.Lists {
		var envelopes []event.Envelope
		for _, text := range events {
			timestamp, rest, _ := strings.Cut(text, " ")
			e, err := jsvalue.Decode(rest)
			if err != nil {
				t.Fatal(err)
			}
			envelopes = append(envelopes, event.Envelope{SessionID: "s", Timestamp: timestamp, Event: e})
		}
		return scheduledwork.Fold(envelopes)
	}
	order := func(lists scheduledwork.Lists) (ids string) {
		for _, work := range lists.All {
			ids += work.ID
		}
		return ids
	}
	// Instants count, not their texts; a time that is none is compared as a text.
	if got := order(fold(`2026-08-10T10:00:00Z {"type":"scheduled_work_update","id":"a"}`, `2026-08-10T11:30:00+02:00 {"type":"scheduled_work_update","id":"b"}`)); got != "ab" {
		t.Error(got)
	}
	if got := order(fold(`zzz {"type":"scheduled_work_update","id":"a"}`, `2026-08-10T10:00:00Z {"type":"scheduled_work_update","id":"b"}`, `~ {"type":"scheduled_work_update","id":"c"}`)); got != "bca" {
		t.Error(got)
	}
	if got := order(fold(`x {"type":"scheduled_work_update","id":"a"}`, `y {"type":"scheduled_work_update","id":"b"}`)); got != "ba" {
		t.Error(got)
	}
	lists := fold(`1 {"type":"scheduled_work_update","id":" a ","reason":"r","prompt":"p"}`, `2 {"type":"scheduled_work_update","id":"a","reason":null,"prompt":""}`,
		`3 {"type":"scheduled_work_update","id":" "}`, `3 {"type":"scheduled_work_update"}`, `3 {"type":"done"}`)
	if got := fmt.Sprint(order(lists), " ", string(jsvalue.Append(nil, lists.All[0].Value()))); got != `a {"id":"a","kind":"","status":"","title":"Background work","summary":null,"reason":"r","prompt":"","createdAt":"1","updatedAt":"2"}` {
		t.Error(got)
	}
}
