package architecture_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// concurrent is what only code with goroutines has.
var concurrent = regexp.MustCompile(`\bgo func|\.Go\(|sync\.(WaitGroup|Mutex|RWMutex)|\bchan `)

// TestRaceList: every package with goroutines or locks runs under the race detector in make test.
func TestRaceList(t *testing.T) {
	base := root(t)
	makefile, err := os.ReadFile(filepath.Join(base, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(strings.ReplaceAll(regexp.MustCompile(`(?s)\nCONCURRENT = (.*?)\n\n`).FindStringSubmatch(string(makefile))[1], "\\", " "))
	for _, s := range sources(t) {
		text, err := os.ReadFile(filepath.Join(base, s.file))
		if err != nil {
			t.Fatal(err)
		}
		if s.test || !concurrent.Match(text) {
			continue
		}
		found := false
		for _, listed := range list {
			whole, below := strings.CutSuffix(strings.TrimPrefix(listed, "./"), "/...")
			found = found || s.dir == whole || below && strings.HasPrefix(s.dir, whole)
		}
		if !found {
			t.Errorf("%s has goroutines or locks, and make test does not run its package under the race detector", s.file)
		}
	}
}
