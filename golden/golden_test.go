package golden_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

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
	return loadOf(t, dialect, group)
}

func loadOf(t *testing.T, dialect string, group fixtures.Group) []fixtures.Fixture {
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

// TestEveryGoldenFileHasAFixture finds what a removed or renamed fixture left behind, and what lies in a wrong place.
func TestEveryGoldenFileHasAFixture(t *testing.T) {
	known := map[string]bool{}
	for _, dialect := range []string{dialect, sessionRaw, eventStream} {
		for _, group := range fixtures.Groups() {
			for _, fixture := range loadOf(t, dialect, group) {
				known[path.Join(dialect, string(group), fixture.File+".golden")] = true
			}
		}
	}
	for _, orphan := range orphans(t, os.DirFS("testdata"), known) {
		t.Errorf("testdata/%s has no fixture: delete it", orphan)
	}
}

// orphans are the files that are not known, at any depth.
func orphans(t *testing.T, tree fs.FS, known map[string]bool) (list []string) {
	t.Helper()
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !known[name] {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestOrphans(t *testing.T) {
	tree := fstest.MapFS{
		"chatrecord/own/a.golden": {}, "chatrecord/own/gone.golden": {}, "chatrecord/laid-here.golden": {}, "chatrecord/b/c/d.txt": {},
	}
	want := []string{"chatrecord/b/c/d.txt", "chatrecord/laid-here.golden", "chatrecord/own/gone.golden"}
	if diff := cmp.Diff(want, orphans(t, tree, map[string]bool{"chatrecord/own/a.golden": true})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
