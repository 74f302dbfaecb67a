package architecture_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// pure are the packages that compute and do nothing else: the same input gives the same output on every machine.
var pure = []string{
	"spec/jstime", "spec/jsvalue", "spec/diagnostic", "spec/testcase", "reference/chatrecord", "reference/eventstream", "reference/jsonl",
	"reference/sessionraw", "reference/subject",
}

// impure are the packages (and what lies below them) that reach outside.
var impure = []string{"os", "net", "io/fs", "io/ioutil", "syscall", "math/rand", "crypto/rand", "runtime", "plugin", "unsafe", "C"}

// hidden are the inputs that a call does not show: clock and time zone of the host.
var hidden = map[string][]string{"time": {"Now", "Since", "Until", "Local", "Sleep", "After", "Tick", "NewTimer", "NewTicker"}}

func TestPurity(t *testing.T) {
	seen := 0
	for _, s := range sources(t) {
		if s.test || !slices.ContainsFunc(pure, func(area string) bool { return within(s.dir, area) }) {
			continue
		}
		seen++
		for _, fault := range impurities(s.set, s.syntax, s.imports) {
			t.Errorf("%s: %s", s.file, fault)
		}
	}
	if seen < 10 {
		t.Errorf("only %d files looked at", seen)
	}
}

func impurities(set *token.FileSet, file *ast.File, imports []string) []string {
	var faults []string
	for _, imported := range imports {
		if slices.ContainsFunc(impure, func(p string) bool { return within(imported, p) }) {
			faults = append(faults, "imports "+imported)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if name, ok := selector.X.(*ast.Ident); ok && slices.Contains(hidden[name.Name], selector.Sel.Name) {
			faults = append(faults, fmt.Sprintf("line %d uses %s.%s", set.Position(node.Pos()).Line, name.Name, selector.Sel.Name))
		}
		return true
	})
	return faults
}

// TestImpurities makes sure that the rules above bite.
func TestImpurities(t *testing.T) {
	for text, want := range map[string]int{
		`package p; import "strings"; var _ = strings.ToLower("")`:                             0,
		`package p; import "time"; var _ = time.Unix(0, 0).In(time.UTC)`:                       0,
		`package p; import "time"; var _ = time.Now()`:                                         1,
		`package p; import "time"; var now = time.Now; var _ = time.Unix(0, 0).In(time.Local)`: 2,
		`package p; import _ "os/exec"`:                                                        1,
		`package p; import _ "math/rand/v2"`:                                                   1,
		`package p; import _ "net/http"; import _ "io/fs"; import _ "syscall"`:                 3,
		`package p; import _ "oskar"`:                                                          0,
	} {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "p.go", text, 0)
		if err != nil {
			t.Fatal(err)
		}
		var imports []string
		for _, spec := range file.Imports {
			imports = append(imports, spec.Path.Value[1:len(spec.Path.Value)-1])
		}
		if got := impurities(set, file, imports); len(got) != want {
			t.Errorf("%s: %q, want %d", text, got, want)
		}
	}
}
