package crosscheck_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

const directory = "../adapters/qwen-sdk"

// The generated sessions of the test, and the least share of them that must match no excuse and be wholly equal.
const (
	seed       = 1
	sessions   = 3000
	leastClean = 0.60
)

// TestCrosscheck holds both sides against each other on the generated sessions, all fixtures and all previews.
func TestCrosscheck(t *testing.T) {
	needAdapter(t)
	count := sessions
	if testing.Short() {
		count = sessions / 10
	}
	generated := run(t, count, func(i int) crosscheck.Case { return crosscheck.Generated(seed, i) })
	if clean := float64(generated.CleanAndEqual) / float64(generated.Cases); clean < leastClean {
		t.Errorf("only %.0f %% of the sessions match no excuse and are wholly equal", 100*clean)
	}
	known := knownCases(t)
	fixed := run(t, len(known), func(i int) crosscheck.Case { return known[i] })
	if !testing.Short() {
		checkWidths(t, generated, fixed)
	}
}

func run(t *testing.T, count int, at func(i int) crosscheck.Case) crosscheck.Summary {
	t.Helper()
	run := crosscheck.Run{Directory: directory, Workers: 2, Excuses: crosscheck.Excuses()}
	summary, err := run.Do(context.Background(), count, at)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	summary.Write(&text)
	t.Log(text.String())
	if summary.Faults > 0 {
		t.Errorf("%d cases differ where nothing excuses it", summary.Faults)
	}
	return summary
}

// knownCases are the fixtures and the previews.
func knownCases(t *testing.T) []crosscheck.Case {
	t.Helper()
	cases, err := crosscheck.Fixtures()
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../../fixtures/chatrecord/previews.json")
	if err != nil {
		t.Fatal(err)
	}
	previews, err := crosscheck.Previews(string(table))
	if err != nil {
		t.Fatal(err)
	}
	return append(cases, previews...)
}

// checkWidths finds excuses whose predicate says little. Those that are no longer needed at all fail TestSmallestInputs.
func checkWidths(t *testing.T, summaries ...crosscheck.Summary) {
	t.Helper()
	for _, excuse := range crosscheck.Excuses() {
		var all crosscheck.Width
		for _, summary := range summaries {
			if width := summary.ByExcuse[excuse.Name]; width != nil {
				all.Matched, all.Used = all.Matched+width.Matched, all.Used+width.Used
			}
		}
		if all.TooWide() {
			t.Errorf("the excuse %s is too wide: %d cases match, %d need it", excuse.Name, all.Matched, all.Used)
		}
	}
}

// needAdapter skips the test, and says why, when the SDK cannot run.
func needAdapter(t *testing.T) *crosscheck.Adapter {
	t.Helper()
	adapter, err := crosscheck.NewAdapter(directory)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(adapter.Close)
	return adapter
}

// TestExcuses checks what can be checked without the SDK.
func TestExcuses(t *testing.T) {
	names := map[string]bool{}
	for _, excuse := range crosscheck.Excuses() {
		if names[excuse.Name] {
			t.Errorf("two excuses named %s", excuse.Name)
		}
		names[excuse.Name] = true
		if excuse.Feature == "" || excuse.Ours == "" || excuse.Theirs == "" || excuse.Severity == "" || len(excuse.Paths) == 0 {
			t.Errorf("%s: something is not said", excuse.Name)
		}
		if !decisions[excuse.Decision] {
			t.Errorf("%s: no decision %s", excuse.Name, excuse.Decision)
		}
		if records, err := excuse.Smallest().Records(); err != nil || len(records) == 0 {
			t.Errorf("%s: the smallest input: %v", excuse.Name, err)
		}
	}
	for _, excuse := range crosscheck.Excuses() {
		for _, name := range excuse.With {
			if !names[name] {
				t.Errorf("%s: no excuse %s", excuse.Name, name)
			}
		}
	}
	for decision := range maps.Keys(decisions) {
		if excused := slices.ContainsFunc(crosscheck.Excuses(), func(e crosscheck.Excuse) bool { return e.Decision == decision }); !excused {
			t.Errorf("no excuse stands for %s", decision)
		}
	}
}
