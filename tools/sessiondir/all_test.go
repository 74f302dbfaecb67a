package sessiondir_test

import (
	"fmt"
	"testing"
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
