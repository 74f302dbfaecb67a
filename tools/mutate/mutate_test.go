package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write makes a module of one file.
func write(t *testing.T, source string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a.go"), []byte("package a\n"+source), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

func everything(string, int) bool { return true }

func TestOperators(t *testing.T) {
	for source, want := range map[string][]string{
		"func f(a, b int) bool { return a < b }":   {"conditionals-boundary: < -> <=", "conditionals-negation: < -> >="},
		"func f(a, b bool) bool { return a && b }": {"invert-logical: && -> ||"},
		"func f(a bool) bool { return !a }":        {"negation-removal: ! -> nothing"},
		"func f() bool { return true }":            {"boolean-literal: true -> false"},
		"func f(a int) int { return a + 7 }":       {"arithmetic-base: + -> -", "integer-literal: 7 -> (7+1)"},
		"func f(a int) { g(a) }":                   {"statement-removal: g(a) -> nothing"},
		"func f(a int) { a++; a += a; a = a }": {
			"increment-decrement: ++ -> --",
			"invert-assignments: += -> -=", "remove-self-assignments: += -> =", "statement-removal: a += a -> nothing",
			"statement-removal: a = a -> nothing",
		},
		"func f(a bool) { if a { return } }": {"condition-true: a -> (a) || true", "condition-false: a -> (a) && false"},
		"func f(a any) { switch a { case nil: return; default: } }": {
			"case-removal: return -> nothing",
		},
		"func f() { for { break } }":             {"invert-loopctrl: break -> continue"},
		"type t [4]int":                          nil,
		"import _ \"strings\"\nvar a = \"text\"": nil,
	} {
		root := write(t, source)
		mutants, err := List(root, []string{"."}, everything)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range mutants {
			_, text, _ := strings.Cut(m.String(), " ")
			got = append(got, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", source, diff)
		}
	}
}

// TestWith: the mutant stands while it is looked at, and the source is as it was afterwards, whatever happens.
func TestWith(t *testing.T) {
	root := write(t, "var a = 1 < 2\n")
	w := &workspace{root: root}
	read := func() string {
		data, err := os.ReadFile(filepath.Join(root, "a.go"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	original := read()
	mutants, err := List(root, []string{"."}, everything)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, m := range mutants {
		failed := fmt.Errorf("on purpose")
		if err := w.with(m, func() error { seen = append(seen, read()); return failed }); err == nil {
			t.Error("the error was lost")
		}
	}
	for _, want := range []string{"1 <= 2", "1 >= 2", "(1+1) < 2", "1 < (2+1)"} {
		if !slices.Contains(seen, "package a\nvar a = "+want+"\n") {
			t.Errorf("no mutant is %s: %q", want, seen)
		}
	}
	if read() != original {
		t.Errorf("left behind: %q", read())
	}
}

// TestReachable: what the command cannot call has no mutants; what it calls, also by an interface or within a closure, has.
func TestReachable(t *testing.T) {
	root := t.TempDir()
	for name, source := range map[string]string{
		"go.mod": "module a\n\ngo 1.26\n",
		"a.go": `package main

type runner interface{ run() int }

type right struct{}

func (right) run() int { return 1 }
func (right) aside() int { return 1 }

func generic[T any](T) int { return 1 }
func inner() int { return 1 }
func never() int { return 1 }

func main() {
	var r runner = right{}
	func() { _ = r.run() + generic("") + inner() }()
}
`,
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := reachable(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := List(root, []string{"."}, func(file string, line int) bool { return found[place{file, line}] })
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range kept {
		if !slices.Contains(names, m.Func) {
			names = append(names, m.Func)
		}
	}
	if want := []string{"run", "generic", "inner", "main"}; !slices.Equal(names, want) {
		t.Errorf("mutants in %q, want %q", names, want)
	}
}

// TestSample: the seed decides, and a larger sample begins with the smaller.
func TestSample(t *testing.T) {
	all := make([]Mutant, 100)
	for i := range all {
		all[i].Start = i
	}
	small, large := Sample(all, 1, 10), Sample(all, 1, 50)
	if !slices.Equal(small, large[:10]) || slices.Equal(small, Sample(all, 2, 10)) || slices.Equal(small, all[:10]) || len(Sample(all, 1, 500)) != 100 {
		t.Errorf("%v %v", small, large)
	}
	for i := range all {
		all[i].File = fmt.Sprint(i, ".go")
	}
	whole := Sample(all, 1, 100)
	if rest := Sample(all[1:], 1, 99); !slices.Equal(rest, slices.DeleteFunc(whole, func(m Mutant) bool { return m == all[0] })) {
		t.Error("a mutant that is gone moves the others")
	}
}

// TestResults: what was added is found in the next run, unless the file has changed; the later of two counts.
func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	m := Mutant{File: "a.go", Start: 3, End: 4, Operator: "x", Old: "<", New: ">"}
	results, err := OpenResults(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range []string{"", "later"} {
		if err := results.Add(Result{Mutant: m, Digest: "d", Compiles: true, Certify: check}); err != nil {
			t.Fatal(err)
		}
	}
	again, err := OpenResults(file)
	if err != nil {
		t.Fatal(err)
	}
	if one, ok := again.Find(m, "d"); !ok || one.Certify != "later" || one.Mutant != m {
		t.Errorf("%+v, %v", one, ok)
	}
	if _, ok := again.Find(m, "other"); ok {
		t.Error("the file has changed, and the result is still taken")
	}
	if err := os.WriteFile(file, []byte("{\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenResults(file); err == nil {
		t.Error("a torn line was taken")
	}
}

// TestOpen: what another kit or other tests have found is found out again, and nothing else; with again only what one of the
// scores did not see.
func TestOpen(t *testing.T) {
	now := stamps{"k", "t"}
	seen := Result{Compiles: true, Test: "x", Certify: "x", Model: "x", Kit: "k", Tests: "t"}
	with := func(change func(r *Result)) Result {
		r := seen
		change(&r)
		return r
	}
	for name, test := range map[string]struct {
		one        Result
		unknown    bool
		again      string
		kit, tests bool
	}{
		"known":                   {one: seen},
		"unknown":                 {unknown: true, kit: true, tests: true},
		"unknown and again":       {unknown: true, again: "model", kit: true, tests: true},
		"another kit":             {one: with(func(r *Result) { r.Kit = "" }), kit: true},
		"other tests":             {one: with(func(r *Result) { r.Tests = "" }), tests: true},
		"seen by another kit":     {one: with(func(r *Result) { r.Kit = "" }), again: "model"},
		"not seen by this kit":    {one: with(func(r *Result) { r.Model = "" }), again: "model"},
		"not seen by another":     {one: with(func(r *Result) { r.Model, r.Kit = "", "" }), again: "model", kit: true},
		"not seen, other score":   {one: with(func(r *Result) { r.Model, r.Kit = "", "" }), again: "certify"},
		"not seen by other tests": {one: with(func(r *Result) { r.Test, r.Tests, r.Kit = "", "", "" }), again: "test", tests: true},
		"it does not compile":     {one: Result{}},
	} {
		if got := now.open(test.one, !test.unknown, test.again); got.kit != test.kit || got.tests != test.tests {
			t.Errorf("%s: kit %v, tests %v", name, got.kit, got.tests)
		}
	}
}

// TestStamps: the code of the kit changes the name of the kit, a test that of the tests, and a text neither.
func TestStamps(t *testing.T) {
	root := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module a\n\ngo 1.26\n")
	for _, name := range []string{"tools/judge", "spec", "reference", "golden"} {
		put(name+"/a.go", "package a\n")
	}
	put("model/a.go", "package a\n")
	put("tools/certify/a.go", "package a\n\nimport _ \"a/model\"\n")
	put("spec/a_test.go", "package a\n")
	stamp := func() stamps {
		t.Helper()
		s, err := stampsOf(t.Context(), root, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := stamp()
	for _, test := range []struct {
		file       string
		kit, tests bool // whether it changes
	}{
		{"README.md", false, false},
		{"model/a.go", true, false},
		{"reference/a.go", false, true},
		{"spec/a_test.go", false, true},
		{"spec/testdata/deep/x", false, true},
		{"spec/testdata/rapid/x", false, false},
	} {
		put(test.file, "package a\n\n// changed\n")
		after := stamp()
		if (before.kit != after.kit) != test.kit || (before.tests != after.tests) != test.tests {
			t.Errorf("%s: %+v, then %+v", test.file, before, after)
		}
		before = after
	}
	if s, err := stampsOf(t.Context(), root, 2, 2); err != nil || s.kit == before.kit {
		t.Errorf("another seed: %v, %v", s, err)
	}
}

// TestEquivalents: every declaration stands at a line that is there, has an argument, and covers a mutant.
func TestEquivalents(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	list, err := readEquivalents(root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := List(root, slices.Concat(mutated["chatrecord"], mutated["sessionraw"], mutated["eventstream"]), everything)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if !slices.ContainsFunc(all, e.covers) {
			t.Errorf("%s:%d %s covers no mutant", e.File, e.Line, e.Operator)
		}
	}
}

// TestOnly: packages are asked for by their names.
func TestOnly(t *testing.T) {
	got, err := directoriesOf(options{dialect: "eventstream", only: "rows,merge"})
	if want := []string{"reference/eventstream/rows", "reference/eventstream/merge"}; err != nil || !slices.Equal(got, want) {
		t.Error(got, err)
	}
	if _, err := directoriesOf(options{dialect: "eventstream", only: "view"}); err == nil {
		t.Error("a package of another dialect is taken")
	}
}

func TestLocate(t *testing.T) {
	lines := []string{"a", "\tb", "c", "\t\tb"}
	for line, want := range map[int]int{1: 2, 2: 2, 4: 4, 9: 4} {
		e := Equivalent{Line: line, Source: "b", Why: "w"}
		if err := e.locate(lines); err != nil || e.Line != want {
			t.Errorf("from line %d: %d, %v; want %d", line, e.Line, err, want)
		}
	}
	for _, e := range []Equivalent{{Source: "gone", Why: "w"}, {Source: "b"}} {
		if e.locate(lines) == nil {
			t.Errorf("%+v was taken", e)
		}
	}
}

func TestReport(t *testing.T) {
	at := func(file string, line int) Mutant {
		return Mutant{File: file, Line: line, Operator: "o", Old: "<", New: ">"}
	}
	judged := []Result{
		{Mutant: at("x/a.go", 1), Compiles: true, Test: "t", Certify: "c", Model: "m"},
		{Mutant: at("x/a.go", 2), Compiles: true, Test: "t", Certify: "c"},
		{Mutant: at("x/a.go", 3), Compiles: true},               // declared
		{Mutant: at("y/a.go", 4), Compiles: true, Certify: "c"}, // declared, but seen
		{Mutant: at("y/a.go", 5), Compiles: true, Test: "t"},
		{Mutant: at("y/a.go", 6)},
	}
	equivalents := []Equivalent{{File: "x/a.go", Line: 3, Operator: "o"}, {File: "y/a.go", Line: 4, Operator: "o"}}
	sample := []Mutant{at("z/a.go", 7)}
	for i := range judged {
		judged[i].Kit, judged[i].Tests = "k", "t"
		sample = append(sample, judged[i].Mutant)
	}
	judged[0].Kit, judged[1].Kit, judged[1].Tests = "earlier", "earlier", "earlier"
	r := report{judged: judged, equivalents: equivalents, sample: sample, all: 9, by: stamps{"k", "t"}}
	var out strings.Builder
	if err := r.write(&out, true); err != nil {
		t.Fatal(err)
	}
	const want = `
  package  mutants  equivalent  go test  certify   model
        x        3           1  100.0 %  100.0 %  50.0 %
        y        2           0   50.0 %   50.0 %   0.0 %
      all        5           1   75.0 %   75.0 %  25.0 %

7 of 9 mutants drawn, 6 judged, of which 1 do not compile
1 have no result:
  z/a.go:7 o: < -> >
not by what judges now: certify and model of 2, go test of 1

not seen by certify
  y/a.go:5 o: < -> >  (go test sees it)

not seen by model
  x/a.go:2 o: < -> >  (go test sees it)
  y/a.go:4 o: < -> >
  y/a.go:5 o: < -> >  (go test sees it)
`
	if diff := cmp.Diff(want, "\n"+out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRunners: a package is tested by its own tests first, then by those that import it, directly or not.
func TestRunners(t *testing.T) {
	got, err := runners("/m", []goPackage{
		{ImportPath: "m/top", Dir: "/m/top", Deps: []string{"m/low"}, TestGoFiles: []string{"x"}},
		{ImportPath: "m/low", Dir: "/m/low", TestGoFiles: []string{"x"}},
		{ImportPath: "m/by-test", Dir: "/m/by-test", XTestGoFiles: []string{"x"}, XTestImports: []string{"m/top"}},
		{ImportPath: "m/no-tests", Dir: "/m/no-tests", Deps: []string{"m/low"}},
		{ImportPath: "m/other", Dir: "/m/other", TestGoFiles: []string{"x"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"top": {"m/top", "m/by-test"}, "low": {"m/low", "m/top", "m/by-test"}, "by-test": {"m/by-test"},
		"no-tests": {"m/no-tests"}, "other": {"m/other"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
