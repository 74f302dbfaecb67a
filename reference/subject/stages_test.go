package subject_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// manyRecords are too many to be sent several times.
const manyRecords = 5000

// eachChain prepares every fixture and a number of generated sessions.
func eachChain(t *testing.T, check func(t *testing.T, records, options, prepared jsvalue.Value)) {
	prepare := func(t *testing.T, records, options jsvalue.Value) {
		if records.Len() > manyRecords {
			return
		}
		answer := ask(t, "prepare", lines(records), options)
		if answer.Kind() == protocol.ResultAnswer {
			check(t, records, options, answer.Result())
		}
	}
	eachFixture(t, func(t *testing.T, fixture fixtures.Fixture) {
		if records, ok := recordsOf(t, fixture); ok {
			prepare(t, records, fixture.Options)
		}
	})
	for seed := range uint64(150) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			c := generate.NewChatCase(generate.NewPCG(seed))
			records := make([]jsvalue.Value, len(c.Lines))
			for i, line := range c.Lines {
				records[i] = decode(t, line)
			}
			prepare(t, jsvalue.ArrayValue(records...), c.Options)
		})
	}
}

// TestStagesMakeTheProjection: prepare, replay and reduce, each over the wire, give what project gives (TP-PROTO-16).
func TestStagesMakeTheProjection(t *testing.T) {
	eachChain(t, func(t *testing.T, records, options, prepared jsvalue.Value) {
		answer := ask(t, "project", lines(records), options)
		if answer.Kind() == protocol.ErrorAnswer {
			return // maxBlocks, which prepare does not read
		}
		whole := answer.Result()
		replayed := result(t, "replay", lines(prepared.Get("records")), object(member("gaps", prepared.Get("gaps"))))
		reduced := result(t, "reduce", protocol.ValueOf(object(member("updates", updates(replayed)))), options)
		if !jsvalue.Equal(whole.Get("blocks"), reduced.Get("blocks")) {
			t.Errorf("other blocks (-project +stages)\n%s", cmp.Diff(texts(whole.Get("blocks")), texts(reduced.Get("blocks"))))
		}
		if !jsvalue.Equal(whole.Get("truncated"), reduced.Get("truncated")) {
			t.Error("truncated differs")
		}
		stages := slices.Concat(
			texts(prepared.Get("diagnostics")), texts(replayed.Get("diagnostics")), texts(reduced.Get("diagnostics")))
		want := texts(whole.Get("diagnostics"))
		slices.Sort(stages)
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Compact(stages)); diff != "" {
			t.Errorf("other diagnostics (-project +stages)\n%s", diff)
		}
	})
}

// TestPagesMakeTheReplay: a replay cut in two, the state carried over the wire, gives what one pass gives (CR-STATE-06).
func TestPagesMakeTheReplay(t *testing.T) {
	eachChain(t, func(t *testing.T, _, _, prepared jsvalue.Value) {
		records, gaps := prepared.Get("records"), member("gaps", prepared.Get("gaps"))
		if records.Len() < 2 {
			return
		}
		whole := result(t, "replay", lines(records), object(gaps))
		for _, at := range []int{1, records.Len() / 2, records.Len() - 1} {
			first := result(t, "replay", lines(slice(records, 0, at)), object(gaps, member("finalize", jsvalue.BoolValue(false))))
			second := result(t, "replay", lines(slice(records, at, records.Len())), object(gaps, member("initialState", first.Get("state"))))
			got := slices.Concat(texts(first.Get("emissions")), texts(second.Get("emissions")))
			if diff := cmp.Diff(texts(whole.Get("emissions")), got); diff != "" {
				t.Errorf("cut at %d: other emissions (-one pass +pages)\n%s", at, diff)
			}
			if !jsvalue.Equal(whole.Get("state"), second.Get("state")) {
				t.Errorf("cut at %d: another state", at)
			}
			if diff := cmp.Diff(texts(whole.Get("diagnostics")), slices.Concat(texts(first.Get("diagnostics")), texts(second.Get("diagnostics")))); diff != "" {
				t.Errorf("cut at %d: other diagnostics (-one pass +pages)\n%s", at, diff)
			}
		}
	})
}

// TestPreparedIsPrepared: preparing prepared records, by a leaf, gives them again and finds nothing new (TP-PROTO-16).
func TestPreparedIsPrepared(t *testing.T) {
	eachChain(t, func(t *testing.T, _, _, prepared jsvalue.Value) {
		records := prepared.Get("records")
		again := result(t, "prepare", lines(records), jsvalue.Value{})
		if diff := cmp.Diff(texts(records), texts(again.Get("records"))); diff != "" {
			t.Errorf("(-once +twice)\n%s", diff)
		}
	})
}

// TestCompactedReducesAlike: compacting on the way changes no block, and compacting twice changes nothing.
func TestCompactedReducesAlike(t *testing.T) {
	eachChain(t, func(t *testing.T, _, _, prepared jsvalue.Value) {
		replayed := result(t, "replay", lines(prepared.Get("records")), object(member("gaps", prepared.Get("gaps"))))
		stream := object(member("updates", updates(replayed)))
		compacted := result(t, "compact", protocol.ValueOf(stream), jsvalue.Value{})
		want := result(t, "reduce", protocol.ValueOf(stream), jsvalue.Value{})
		got := result(t, "reduce", protocol.ValueOf(compacted), jsvalue.Value{})
		if diff := cmp.Diff(texts(want.Get("blocks")), texts(got.Get("blocks"))); diff != "" {
			t.Errorf("(-reduced +compacted)\n%s", diff)
		}
		if !jsvalue.Equal(compacted, result(t, "compact", protocol.ValueOf(compacted), jsvalue.Value{})) {
			t.Error("compacting twice is not compacting once")
		}
	})
}

func updates(replayed jsvalue.Value) jsvalue.Value {
	var list []jsvalue.Value
	for _, emission := range replayed.Get("emissions").Elements() {
		list = append(list, emission.Get("update"))
	}
	return jsvalue.ArrayValue(list...)
}

func slice(array jsvalue.Value, from, to int) jsvalue.Value {
	var list []jsvalue.Value
	for i := from; i < to; i++ {
		list = append(list, array.At(i))
	}
	return jsvalue.ArrayValue(list...)
}

// texts writes each element as JSON.
func texts(array jsvalue.Value) []string {
	var list []string
	for _, element := range array.Elements() {
		list = append(list, string(jsvalue.Append(nil, element)))
	}
	return list
}
