package crosscheck_test

import (
	"context"
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

// TestSmallestInputs: the smallest input of every excuse differs, and nowhere but where the excuse says.
func TestSmallestInputs(t *testing.T) {
	adapter := needAdapter(t)
	for _, excuse := range crosscheck.Excuses() {
		verdict, err := crosscheck.Check(context.Background(), crosscheck.Reference, adapter.Ask, excuse.Smallest(), crosscheck.Excuses())
		if err != nil {
			t.Fatal(err)
		}
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
}
