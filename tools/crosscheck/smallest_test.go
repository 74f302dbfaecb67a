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

var update = flag.Bool("update", false, "rewrite DEVIATIONS.md and the capsules")

// capsules are those of the smallest inputs, by the name of the excuse.
const capsules = "../../fixtures/capsules/qwen-sdk"

// TestSmallestInputs: the smallest input of every excuse differs, and nowhere but where the excuse says. What comes out is
// DEVIATIONS.md, and a capsule of each.
func TestSmallestInputs(t *testing.T) {
	adapter := needAdapter(t)
	var verdicts []crosscheck.Verdict
	excuses := crosscheck.BySeverity(crosscheck.Excuses())
	var names []string
	for _, excuse := range excuses {
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
		text := excuse.Capsule(context.Background(), crosscheck.Reference, adapter.Ask, verdict).Format()
		names = append(names, excuse.Name+".txtar")
		checkFile(t, filepath.Join(capsules, excuse.Name+".txtar"), string(text))
	}
	checkFile(t, filepath.Join(directory, "DEVIATIONS.md"), crosscheck.Deviations(excuses, verdicts))
	checkNames(t, names)
}

// checkNames: there is no capsule of an excuse that is gone.
func checkNames(t *testing.T, want []string) {
	t.Helper()
	entries, err := os.ReadDir(capsules)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the capsules in %s (-want +got):\n%s", capsules, diff)
	}
}

func checkFile(t *testing.T, name, want string) {
	t.Helper()
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
		t.Errorf("%s is stale; go test ./tools/crosscheck -run TestSmallestInputs -update rewrites it (-want +got):\n%s", name, diff)
	}
}
