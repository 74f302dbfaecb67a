package golden_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const dialect = "chatrecord"

// TestFixtures judges the answer to every fixture. The flag -update rewrites the golden files (make golden).
func TestFixtures(t *testing.T) {
	for _, group := range fixtures.Groups() {
		t.Run(string(group), func(t *testing.T) {
			g := goldie.New(t,
				goldie.WithFixtureDir("testdata/"+dialect+"/"+string(group)),
				goldie.WithNameSuffix(".golden"),
				goldie.WithDiffFn(difference))
			for _, fixture := range load(t, group) {
				t.Run(fixture.File, func(t *testing.T) {
					got := answer(t, fixture)
					checkExpectation(t, fixture, got)
					checkObserved(t, fixture, got)
					text := jsvalue.AppendIndent(nil, abridge(withoutMessages(got)), "  ")
					g.Assert(t, fixture.File, append(text, '\n'))
				})
			}
		})
	}
}

func checkExpectation(t *testing.T, fixture fixtures.Fixture, got jsvalue.Value) {
	t.Helper()
	if fixture.Expect == nil {
		return
	}
	for _, fault := range fixture.Expect.Check(got) {
		t.Errorf("rules %v: %s", fixture.Rules, fault)
	}
}

func load(t *testing.T, group fixtures.Group) []fixtures.Fixture {
	t.Helper()
	list, err := fixtures.Load(dialect, group)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// difference compares two golden texts as values; values that are equal differ in the order of members or in spacing.
func difference(got, want string) string {
	gotValue, gotErr := jsvalue.Decode(got)
	wantValue, wantErr := jsvalue.Decode(want)
	if gotErr == nil && wantErr == nil {
		if diff := cmp.Diff(plain(wantValue, 0), plain(gotValue, 0)); diff != "" {
			return "(-golden +got)\n" + diff
		}
	}
	return "(-golden +got)\n" + cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n"))
}

// TestEveryGoldenFileHasAFixture finds what a removed or renamed fixture left behind.
func TestEveryGoldenFileHasAFixture(t *testing.T) {
	for _, group := range fixtures.Groups() {
		known := map[string]bool{}
		for _, fixture := range load(t, group) {
			known[fixture.File+".golden"] = true
		}
		dir := "testdata/" + dialect + "/" + string(group)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if !known[entry.Name()] {
				t.Errorf("%s/%s has no fixture", dir, entry.Name())
			}
		}
	}
}
