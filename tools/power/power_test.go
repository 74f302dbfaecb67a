package main

import (
	"context"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// TestEveryFaultIsCaught: each fault breaks what it says, within 2,000 generated cases.
func TestEveryFaultIsCaught(t *testing.T) {
	if underRace {
		t.Skip("runs without the race detector")
	}
	for _, s := range suites() {
		for _, fault := range s.faults {
			if len(fault.Breaks) == 0 {
				t.Errorf("%s breaks nothing", fault.ID)
			}
			// Only what is to break is judged, which is what makes this test fast.
			h, err := measure(t.Context(), s, subject.New("test"), fault, plan{seed: 1, limit: 2000})
			if err != nil {
				t.Fatal(err)
			}
			if len(h.missed) > 0 {
				t.Errorf("%s: after %d cases, %q still hold", fault.ID, h.cases, h.missed)
			}
		}
	}
}

// TestEverythingHasAFault: no invariant or relation is there that no fault breaks.
func TestEverythingHasAFault(t *testing.T) {
	for _, s := range suites() {
		ids := s.model.IDs()
		var broken, names []string
		for _, fault := range s.faults {
			broken = append(broken, fault.Breaks...)
			names = append(names, fault.ID)
		}
		for _, id := range ids {
			if !slices.Contains(broken, id) {
				t.Errorf("no fault breaks %s", id)
			}
		}
		for _, list := range [][]string{ids, names} {
			slices.Sort(list)
			if len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Errorf("an id stands twice in %q", list)
			}
		}
	}
}

// TestReferenceHolds: the reference, without a fault, violates nothing. All cases meet the invariants; the relations, which
// ask more, take turns.
func TestReferenceHolds(t *testing.T) {
	if underRace {
		t.Skip("runs without the race detector")
	}
	m := chatrecord.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := fixtureCases()
	if err != nil {
		t.Fatal(err)
	}
	const fewRecords = 100
	for i, c := range cases {
		ids := invariantsAnd(m)
		if len(chatrecord.Read(c).Records) <= fewRecords {
			for k := range m.Relations {
				if k%8 == i%8 {
					ids = append(ids, m.Relations[k].ID)
				}
			}
		}
		holds(t, m, asker, c, ids...)
	}
	for seed := range 3000 {
		c := generated(uint64(seed))
		holds(t, m, asker, c, invariantsAnd(m, m.Relations[seed%len(m.Relations)].ID)...)
		if seed >= 300 {
			continue
		}
		for _, op := range []string{"read", "replay", "compact"} {
			c, err := generatedFor(t.Context(), subject.New("test"), op, uint64(seed))
			if err != nil {
				t.Fatal(err)
			}
			holds(t, m, asker, c, m.IDs()...)
		}
	}
}

// TestReferenceHoldsForFiles: so it does for session files.
func TestReferenceHoldsForFiles(t *testing.T) {
	if underRace {
		t.Skip("runs without the race detector")
	}
	m := sessionraw.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(1000) {
		for _, op := range []string{"", "page", "alone", "context", "append"} {
			c, _ := generatedFiles(t.Context(), nil, op, seed)
			holds(t, m, asker, c, invariantsAnd(m, m.Relations[seed%uint64(len(m.Relations))].ID)...)
		}
	}
}

// TestReferenceHoldsForChats: so it does for chats.
func TestReferenceHoldsForChats(t *testing.T) {
	if underRace {
		t.Skip("runs without the race detector")
	}
	m := eventstream.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(600) {
		for _, op := range []string{"", "parse", "entries", "groups", "summary", "store", "wire", "batch"} {
			c, _ := generatedChat(t.Context(), nil, op, seed)
			holds(t, m, asker, c, invariantsAnd(m, m.Relations[seed%uint64(len(m.Relations))].ID)...)
		}
	}
}

// TestReferenceHoldsForVectors: so it does for what was put to the shipped program.
func TestReferenceHoldsForVectors(t *testing.T) {
	if underRace {
		t.Skip("runs without the race detector")
	}
	m := sessionraw.Model()
	asker, err := model.NewAsker(t.Context(), subject.New("test"), m.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range []string{"context", "items", "page"} {
		vectors, err := fixtures.Vectors(op)
		if err != nil {
			t.Fatal(err)
		}
		for _, vector := range vectors {
			c, err := vector.Case()
			if err != nil {
				t.Fatal(err)
			}
			holds(t, m, asker, c, m.IDs()...)
		}
	}
}

func invariantsAnd(m model.Model, ids ...string) []string {
	for _, invariant := range m.Invariants {
		ids = append(ids, invariant.ID)
	}
	return ids
}

func holds(t *testing.T, m model.Model, asker *model.Asker, c testcase.Case, ids ...string) {
	t.Helper()
	result, err := m.CheckOnly(context.Background(), asker, c, ids...)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range result.Violations {
		t.Errorf("%s: %s %s: %s", c.Name, v.Invariant, v.Path, v.Message)
	}
}
