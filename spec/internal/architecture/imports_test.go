package architecture_test

import (
	"slices"
	"strings"
	"testing"
)

// areas are the parts of the module between which imports are ruled; the first that holds a directory counts.
var areas = []string{
	"spec", "reference", "model", "fuzz/generate", "fuzz/targets", "fuzz", "golden", "fixtures", "tools",
}

// mayImport says which areas an area's own code may use.
var mayImport = map[string][]string{
	"spec":          {"spec"},
	"reference":     {"spec", "reference"},
	"model":         {"spec", "model"},
	"fixtures":      {"spec", "fixtures"},
	"fuzz/generate": {"spec", "model", "fuzz/generate"},
	"fuzz/targets":  areas,
	"fuzz":          areas,
	"golden":        areas,
	"tools":         areas,
}

// neverImport holds for tests too: kernel and model are two independent readings of one text.
var neverImport = map[string][]string{
	"reference":     {"model"},
	"model":         {"reference"},
	"fuzz/generate": {"reference"},
}

// withoutDependencies are areas whose own code uses the standard library only.
var withoutDependencies = []string{"spec", "reference", "model", "fixtures"}

func areaOf(dir string) string {
	for _, area := range areas {
		if within(dir, area) {
			return area
		}
	}
	return ""
}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		area := areaOf(s.dir)
		if area == "" {
			t.Errorf("%s lies outside the rooms of the house", s.file)
			continue
		}
		for _, fault := range importFaults(area, s.test, s.imports) {
			t.Errorf("%s imports %s", s.file, fault)
		}
	}
}

func importFaults(area string, test bool, imports []string) []string {
	var faults []string
	for _, imported := range imports {
		inside, ours := strings.CutPrefix(imported, module+"/")
		switch {
		case ours && slices.Contains(neverImport[area], areaOf(inside)):
			faults = append(faults, imported+", which "+area+" never may, not even in a test")
		case ours && !test && !slices.Contains(mayImport[area], areaOf(inside)):
			faults = append(faults, imported+", which "+area+" may not")
		case !ours && !test && isExternal(imported) && slices.Contains(withoutDependencies, area):
			faults = append(faults, imported+", but "+area+" uses the standard library only")
		}
	}
	return faults
}

// isExternal: the first element of a path outside the standard library has a dot.
func isExternal(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return strings.Contains(first, ".")
}

// TestImportFaults makes sure that the rules above bite.
func TestImportFaults(t *testing.T) {
	tests := []struct {
		area     string
		test     bool
		imported string
		faults   int
	}{
		{"spec", false, module + "/spec/jsvalue", 0},
		{"spec", false, module + "/reference/jsonl", 1},
		{"reference", false, module + "/spec", 0},
		{"reference", false, module + "/model/chatrecord", 1},
		{"reference", true, module + "/model/chatrecord", 1},
		{"reference", true, module + "/fixtures", 0},
		{"reference", false, module + "/fixtures", 1},
		{"model", true, module + "/reference/chatrecord", 1},
		{"model", false, "pgregory.net/rapid", 1},
		{"model", true, "pgregory.net/rapid", 0},
		{"model", false, "go/ast", 0},
		{"fuzz/generate", false, module + "/model", 0},
		{"fuzz/generate", false, module + "/reference/chatrecord", 1},
		{"fuzz/generate", true, module + "/reference/chatrecord", 1},
		{"fuzz/generate", false, "pgregory.net/rapid", 0},
		{"tools", false, module + "/reference/chatrecord", 0},
		{"golden", false, module + "/model", 0},
	}
	for _, test := range tests {
		if got := importFaults(test.area, test.test, []string{test.imported}); len(got) != test.faults {
			t.Errorf("%s (test %v) importing %s: %q, want %d faults", test.area, test.test, test.imported, got, test.faults)
		}
	}
}
