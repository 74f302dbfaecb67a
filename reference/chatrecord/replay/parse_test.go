package replay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// sameUpdate compares updates field by field; an absent list is an empty one.
var sameUpdate = cmp.Options{cmp.Comparer(jsvalue.Equal), cmpopts.EquateEmpty()}

// checkParses: an update reads back as it was (CR-REPLAY-02, TP-PROTO-17), also through text, in which only infinities
// become null.
func checkParses(t failer, u update.Update) {
	got, err := update.Parse(u.Value())
	if err != nil {
		t.Fatalf("%s: %v", jsvalue.Append(nil, u.Value()), err)
	}
	text := string(jsvalue.AppendASCII(nil, u.Value()))
	if diff := cmp.Diff(u, got, sameUpdate); diff != "" {
		t.Fatalf("%s (-sent +read)\n%s", text, diff)
	}
	sent, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if got, err = update.Parse(sent); err != nil || string(jsvalue.AppendASCII(nil, got.Value())) != text {
		t.Fatalf("%s reads back as %s, %v", text, jsvalue.AppendASCII(nil, got.Value()), err)
	}
}

func TestUpdatesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, e := range replayAll(chain(t, drawSession(t, false)...)).emissions {
			checkParses(t, e.Update)
		}
	})
}

func TestUpdatesOfFixturesReadBack(t *testing.T) {
	kinds := map[update.Kind]int{}
	for _, group := range fixtures.Groups() {
		list, err := fixtures.Load("chatrecord", group)
		if err != nil {
			t.Fatal(err)
		}
		for _, fixture := range list {
			prepared, err := prepare.Prepare(fixture.Records, nil)
			if err != nil || len(prepared.Records) > 5000 { // more of the same
				continue
			}
			m := New(Options{Gaps: prepared.Gaps})
			for _, record := range prepared.Records {
				for e := range m.Project(record) {
					checkParses(t, e.Update)
					kinds[e.Update.Kind]++
				}
			}
			for e := range m.Finalize() {
				checkParses(t, e.Update)
			}
		}
	}
	if len(kinds) != 8 {
		t.Errorf("not every kind of update was seen: %v", kinds)
	}
}

// TestEmissionValue: an emission is written with these members, in this order (CR-REPLAY-01).
func TestEmissionValue(t *testing.T) {
	records := chain(t, `{"uuid":"r","type":"user","timestamp":"2026-07-14T00:00:01Z","message":{"parts":[{"text":"a"}]}}`)
	got := string(jsvalue.Append(nil, replayAll(records).emissions[0].Value()))
	const want = `{"sourceRecordId":"r","sourceTimestamp":"2026-07-14T00:00:01Z","emissionOrdinal":0,"update":` +
		`{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"a"},` +
		`"_meta":{"timestamp":1783987201000,"qwenTranscript":{"sourceRecordIds":["r"],"segmentId":"r:0"}}}}`
	if got != want {
		t.Errorf("%s", got)
	}
	got = string(jsvalue.Append(nil, Emission{SourceRecordID: "r", Ordinal: 2, Update: update.Update{Kind: update.Plan}}.Value()))
	if got != `{"sourceRecordId":"r","emissionOrdinal":2,"update":{"sessionUpdate":"plan","entries":[]}}` {
		t.Errorf("without a timestamp: %s", got)
	}
}
