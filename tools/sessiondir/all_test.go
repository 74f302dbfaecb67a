package sessiondir_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
)

// TestAll: each thread with all its files, what belongs to none, and one look at each file.
func TestAll(t *testing.T) {
	store := open(t, write(t, map[string]string{
		"2_a.jsonl": meta("U"), "1_a.jsonl": meta("T") + user("x"), "3_a.jsonl": meta("T"), "1_a__4_b.jsonl": meta("V"),
		"5_x.jsonl": "x", "6_y.jsonl": meta(" W "), "7_z__8_z.jsonl": meta("U"),
	}))
	all, err := store.All()
	if err != nil || len(all.Skipped) > 0 {
		t.Fatal(err, all.Skipped)
	}
	got := ""
	for _, found := range all.Threads {
		got += found.Thread.ID
		for _, file := range found.Files {
			got += " " + file.Name
		}
		shown, skipped := store.Show(found)
		got += fmt.Sprintf(" %d items, %d skipped; ", len(shown.Items), len(skipped))
	}
	for _, file := range all.Others {
		got += file.Name + " "
	}
	const want = "T 1_a.jsonl 3_a.jsonl 1_a__4_b.jsonl 2 items, 0 skipped; U 2_a.jsonl 7_z__8_z.jsonl 1 items, 0 skipped; 5_x.jsonl 6_y.jsonl "
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestAllIsFind: looking for all threads at once finds of each what a lookup of it finds, whatever belongs to whom.
func TestAllIsFind(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	stems := []string{"1_a", "1_a.g1", "2_b", "3_c", "1_a__4_d", "1_a.g1__5_e", "1_a__4_d__6_f", "2_b__7_g", "9_x__8_h", "9_x__8_h__9_i", "2_b__7_g.g1", "9_x__8_h.g2", "9_x__8_h.g2__1_j", "9_x__8_h___1_k", "9_x__8_hh", "session_raw/9_x__8_h"}
	for range 200 {
		files := map[string]string{}
		for _, stem := range stems {
			if random.IntN(2) == 0 {
				files[stem+".jsonl"] = []string{meta("T"), meta("U"), meta(""), "x\n"}[random.IntN(4)]
			}
		}
		all, err := open(t, write(t, files)).All()
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range all.Threads {
			want := layout.Find(files, found.Thread.ID)
			if diff := cmp.Diff(threadText(want), threadText(found.Thread)); diff != "" {
				t.Fatalf("%v, thread %s:\n%s", slices.Sorted(maps.Keys(files)), want.ID, diff)
			}
		}
	}
}

// threadText is the files of a thread, where its sub-agents hang, and what it lacks.
func threadText(thread layout.Thread) []string {
	text := thread.Files()
	var hang func(indent string, children []*layout.Child)
	hang = func(indent string, children []*layout.Child) {
		for _, child := range children {
			text = append(text, indent+child.Files[0].File+" under "+child.Parent)
			hang(indent+" ", child.Children)
		}
	}
	hang("", thread.Children)
	for _, d := range thread.Diagnostics() {
		text = append(text, string(d.Code())+" "+d.File())
	}
	return text
}
