package architecture_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// rooms is what may lie at the top, besides files and directories whose name begins with a dot.
var rooms = []string{
	"go.mod", "go.sum", "Makefile", "README.md", "SPEC.md",
	"fixtures", "fuzz", "golden", "model", "reference", "spec", "tools",
}

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(rooms, name) {
			t.Errorf("%s does not belong at the top; the rooms are %s", name, strings.Join(rooms, ", "))
		}
	}
}
