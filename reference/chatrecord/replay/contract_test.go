package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// leave consumes a sequence up to its n-th emission, in one of four ways, and reports whether n was reached.
var leave = map[string]func(seq iter.Seq[Emission], n int) bool{
	"break": func(seq iter.Seq[Emission], n int) bool {
		for range seq {
			if n--; n == 0 {
				break
			}
		}
		return n == 0
	},
	"return": func(seq iter.Seq[Emission], n int) bool {
		for range seq {
			if n--; n == 0 {
				return true
			}
		}
		return false
	},
	"panic": func(seq iter.Seq[Emission], n int) (left bool) {
		defer func() { left = recover() != nil }()
		for range seq {
			if n--; n == 0 {
				panic("the consumer failed")
			}
		}
		return false
	},
	"pull and stop": func(seq iter.Seq[Emission], n int) bool {
		next, stop := iter.Pull(seq)
		defer stop()
		for {
			if _, ok := next(); !ok {
				return false
			}
			if n--; n == 0 {
				return true
			}
		}
	},
}

// runUntil projects records until the k-th emission of all and leaves there.
func runUntil(records []*prepare.Record, k int, way string) *Machine {
	m := New(Options{})
	for _, record := range records {
		counted := 0
		seq := func(yield func(Emission) bool) {
			for e := range m.Project(record) {
				counted++
				if !yield(e) {
					return
				}
			}
		}
		if leave[way](seq, k) {
			return m
		}
		k -= counted
	}
	return m
}

// fold derives the state from the emissions alone: all effects of the first k-1, and of the k-th the two that come early.
func fold(emissions []Emission, k int) State {
	state := State{PendingToolCalls: []PendingToolCall{}}
	used := map[string]int{}
	for i, e := range emissions[:k] {
		u, committed := e.Update, i < k-1
		id := u.ToolCallID
		if u.Kind == update.Plan {
			id = u.Meta.Provenance.PlanToolCallID
		}
		if u.Kind == update.ToolCall || u.Kind == update.ToolCallUpdate || u.Kind == update.Plan {
			if _, known := used[id]; !known {
				used[id] = len(state.UsedCalls)
				state.UsedCalls = append(state.UsedCalls, UsedCall{ID: id, PersistedCallID: u.Meta.Get("persistedCallId").Text()})
			}
		}
		switch u.Kind {
		case update.ToolCall:
			if committed {
				state.UsedCalls[used[id]].Orphan = false
			}
			if committed && u.ToolStatus == update.InProgress {
				state.PendingToolCalls = append(state.PendingToolCalls, PendingToolCall{CallID: id, SourceRecordID: e.SourceRecordID, SourceTimestamp: e.SourceTimestamp})
			}
		case update.ToolCallUpdate, update.Plan:
			wasPending := false
			var rest []PendingToolCall
			for _, p := range state.PendingToolCalls { // early: the id leaves pending before the update is yielded
				if p.CallID == id {
					wasPending = true
				} else {
					rest = append(rest, p)
				}
			}
			state.PendingToolCalls = rest
			if committed {
				call := &state.UsedCalls[used[id]]
				call.Orphan = call.Orphan || call.Settled == "" && !wasPending && !isUnmatched(id, e.SourceRecordID)
				call.Settled = digest(u)
			}
		default: // early: the totals grow before the update is yielded
			usage := u.Meta.Get("usage")
			if usage.IsObject() {
				state.CumulativeUsage.PromptTokens += usage.Get("inputTokens").Float()
				state.CumulativeUsage.CandidateTokens += usage.Get("outputTokens").Float()
				if cached := usage.Get("cachedReadTokens"); cached.IsNumber() {
					state.CumulativeUsage.CachedTokens += cached.Float()
				}
			}
		}
	}
	return state
}

// isUnmatched recognises the id of a result that named none.
func isUnmatched(id, recordID string) bool {
	return strings.HasPrefix(id, "qwen-replay-tool:"+recordID+":result")
}

func digest(u update.Update) string {
	value := u.Value().Without("toolCallId", "_meta")
	if label := u.Meta.Get("toolStatus"); !label.IsUndefined() {
		value = value.With(jsvalue.Member{Key: "toolStatus", Value: label})
	}
	sum := sha256.Sum256(jsvalue.AppendCanonical(nil, value))
	return hex.EncodeToString(sum[:])
}

// comparableState leaves out what an emission does not say: tool names, part indexes, the spelling of persisted ids.
func comparableState(s State) State {
	out := State{CumulativeUsage: s.CumulativeUsage}
	for _, p := range s.PendingToolCalls {
		out.PendingToolCalls = append(out.PendingToolCalls, PendingToolCall{CallID: p.CallID, SourceRecordID: p.SourceRecordID, SourceTimestamp: p.SourceTimestamp})
	}
	for _, u := range s.UsedCalls {
		out.UsedCalls = append(out.UsedCalls, UsedCall{ID: u.ID, Settled: u.Settled, Orphan: u.Orphan})
	}
	return out
}

// CR-ITER-03, CR-ITER-04, CR-ITER-05: whichever way a consumer leaves at emission k, the state is that of k-1 effects, and
// two early ones.
func TestLeavingCommitsNothingMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := drawSession(t, true)
		records := chain(t, lines...)
		all := replayAll(records)
		var projected []Emission
		m := New(Options{})
		for _, record := range records {
			for e := range m.Project(record) {
				projected = append(projected, e)
			}
		}
		for k := 1; k <= len(projected); k++ {
			want := comparableState(fold(projected, k))
			for way := range leave {
				m := runUntil(records, k, way)
				got := m.Snapshot()
				if diff := cmp.Diff(want, comparableState(got)); diff != "" {
					t.Fatalf("%s at emission %d of\n%s\n(-fold +snapshot):\n%s", way, k, strings.Join(lines, "\n"), diff)
				}
				if !errors.Is(m.Err(), ErrStopped) {
					t.Fatalf("%s: Err() = %v", way, m.Err())
				}
				for range m.Project(records[0]) {
					t.Fatal("a stopped machine projects")
				}
				closed := 0
				for range m.Finalize() {
					closed++
				}
				if closed != len(got.PendingToolCalls) || len(m.Snapshot().PendingToolCalls) != 0 {
					t.Fatalf("%s: finalize closed %d of %d calls", way, closed, len(got.PendingToolCalls))
				}
			}
		}
		if len(all.emissions) < len(projected) {
			t.Fatal("finalize took emissions away")
		}
	})
}

// CR-STATE-06, CR-REPLAY-48: pages cut anywhere with the state carried, as JSON, are one pass; reused ids included.
func TestPagesAreOnePass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := drawSession(t, false)
		records := chain(t, lines...)
		want := replayAll(records)
		got := &transcript{}
		m := New(got.options())
		for i, record := range records {
			if i > 0 && rapid.Bool().Draw(t, "cut") {
				carried, err := jsvalue.Decode(string(jsvalue.Append(nil, m.Snapshot().Value())))
				if err != nil {
					t.Fatal(err)
				}
				options := got.options()
				state, err := ParseState(carried, options.OnDiagnostic)
				if err != nil {
					t.Fatalf("own state refused: %v", err)
				}
				options.InitialState = &state
				m = New(options)
			}
			for e := range m.Project(record) {
				got.emissions = append(got.emissions, e)
			}
		}
		for e := range m.Finalize() {
			got.emissions = append(got.emissions, e)
		}
		if diff := cmp.Diff(want.lines(), got.lines()); diff != "" {
			t.Fatalf("%s\nemissions (-one pass +pages):\n%s", strings.Join(lines, "\n"), diff)
		}
		if diff := cmp.Diff(want.brief(), got.brief()); diff != "" {
			t.Fatalf("%s\ndiagnostics (-one pass +pages):\n%s", strings.Join(lines, "\n"), diff)
		}
	})
}

// CR-ITER-01, CR-ITER-02, CR-ITER-06, CR-ITER-07: laziness and misuse.
func TestIterationContract(t *testing.T) {
	records := chain(t, `{"uuid":"a","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"g"}},{"text":"b"}]}}`)
	drain := func(seq iter.Seq[Emission]) (n int) {
		for range seq {
			n++
		}
		return n
	}
	t.Run("lazy", func(t *testing.T) {
		m := New(Options{})
		m.Project(records[0])
		m.Finalize()
		if len(m.Snapshot().UsedCalls) != 0 || m.Err() != nil || drain(m.Project(records[0])) != 2 {
			t.Error("something happened before the sequence was ranged")
		}
	})
	t.Run("second range", func(t *testing.T) {
		m := New(Options{})
		seq := m.Project(records[0])
		drain(seq)
		before := m.Snapshot()
		if drain(seq) != 0 || !errors.Is(m.Err(), ErrMisuse) {
			t.Errorf("second range: %v", m.Err())
		}
		if diff := cmp.Diff(before, m.Snapshot()); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("range inside a range", func(t *testing.T) {
		m := New(Options{})
		for range m.Project(records[0]) {
			if drain(m.Project(records[0])) != 0 || drain(m.Finalize()) != 0 || !errors.Is(m.Err(), ErrMisuse) {
				t.Errorf("inner range: %v", m.Err())
			}
		}
		if got := len(m.Snapshot().PendingToolCalls); got != 1 {
			t.Errorf("the outer range left %d pending calls", got)
		}
	})
	t.Run("after finalize", func(t *testing.T) {
		m := New(Options{})
		drain(m.Project(records[0]))
		first, second := m.Finalize(), m.Finalize()
		if drain(second) != 1 || drain(first) != 0 || drain(m.Finalize()) != 0 || m.Err() != nil {
			t.Errorf("finalize is claimed by its first range, then empty: %v", m.Err())
		}
		if drain(m.Project(records[0])) != 0 || !errors.Is(m.Err(), ErrMisuse) {
			t.Errorf("project after finalize: %v", m.Err())
		}
	})
	t.Run("first error sticks", func(t *testing.T) {
		m := New(Options{})
		seq := m.Project(records[0])
		for range seq {
			break
		}
		drain(seq)
		if !errors.Is(m.Err(), ErrStopped) {
			t.Errorf("Err() = %v", m.Err())
		}
	})
	t.Run("finalize left early", func(t *testing.T) {
		m := New(Options{})
		drain(m.Project(records[0]))
		for range m.Finalize() {
			break
		}
		if got := len(m.Snapshot().PendingToolCalls); got != 1 || drain(m.Finalize()) != 0 {
			t.Errorf("%d pending calls; an uncommitted closing must stay pending", got)
		}
	})
}

// CR-STATE-07: a snapshot shares nothing with its machine.
func TestSnapshotIsDetached(t *testing.T) {
	m := New(Options{})
	for _, record := range chain(t, `{"uuid":"a","type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"g"}}]}}`) {
		for range m.Project(record) {
		}
	}
	before := m.Snapshot()
	taken := m.Snapshot()
	taken.PendingToolCalls[0].CallID = "changed"
	taken.UsedCalls[0].ID = "changed"
	if diff := cmp.Diff(before, m.Snapshot()); diff != "" {
		t.Error(diff)
	}
	for range m.Finalize() {
	}
	if before.PendingToolCalls[0].CallID != "x" {
		t.Error("a later finalize changed an earlier snapshot")
	}
}
