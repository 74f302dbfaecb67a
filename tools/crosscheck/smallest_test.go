package crosscheck_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

var update = flag.Bool("update", false, "rewrite DEVIATIONS.md")

// TestSmallestInputs: the smallest input of every excuse differs, and nowhere but where the excuse says. What comes out is
// DEVIATIONS.md.
func TestSmallestInputs(t *testing.T) {
	adapter := needAdapter(t)
	var verdicts []crosscheck.Verdict
	for _, excuse := range crosscheck.Excuses() {
		verdict, err := crosscheck.Check(context.Background(), crosscheck.Reference, adapter.Ask, excuse.Smallest(), crosscheck.Excuses())
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, verdict)
		if !slices.Contains(verdict.Matched, excuse.Name) {
			t.Errorf("%s: the predicate does not hold for the smallest input", excuse.Name)
		}
		if len(verdict.Used[excuse.Name]) == 0 {
			t.Errorf("%s: the two sides do not differ where the excuse says", excuse.Name)
		}
		for name := range verdict.Used {
			if name != excuse.Name && !slices.Contains(excuse.With, name) {
				t.Errorf("%s: %s is needed too, so the input is not the smallest", excuse.Name, name)
			}
		}
		for _, fault := range verdict.Faults {
			t.Errorf("%s: nothing excuses %s", excuse.Name, fault)
		}
	}
	checkDocument(t, crosscheck.Deviations(crosscheck.Excuses(), verdicts))
}

func checkDocument(t *testing.T, want string) {
	t.Helper()
	name := filepath.Join(directory, "DEVIATIONS.md")
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("DEVIATIONS.md is stale; go test ./tools/crosscheck -run TestSmallestInputs -update rewrites it (-want +got):\n%s", diff)
	}
}
