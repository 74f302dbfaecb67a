package spec_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/internal/ruleindex"
)

const root = ".."

func document(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "SPEC.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func index(t *testing.T) ruleindex.Index {
	t.Helper()
	index, err := ruleindex.Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	return index
}

func ruleIDs() []string {
	var ids []string
	for _, rule := range spec.Rules() {
		ids = append(ids, rule.ID)
	}
	return ids
}

// definition matches where SPEC.md states a rule: **ID** (origin) or **ID** (origin, later).
var definition = regexp.MustCompile(`\*\*([A-Z]+-[A-Z]+-\d\d)\*\* \((\w+)(, later)?\)`)

// TestTables: the embedded tables are well-formed, and nothing unknown stands in them.
func TestTables(t *testing.T) {
	origins := []string{spec.OriginDocument, spec.OriginDecision, spec.OriginShipped}
	seen := map[string]bool{}
	for _, rule := range spec.Rules() {
		if !ruleindex.ID.MatchString(rule.ID) || seen[rule.ID] || rule.Title == "" || !slices.Contains(origins, rule.Origin) {
			t.Errorf("bad rule %+v", rule)
		}
		seen[rule.ID] = true
	}
	for _, code := range spec.DiagnosticCodes() {
		severity := "info"
		if code.AffectsCompleteness {
			severity = "warning"
		}
		if seen[code.Code] || code.Code == "" || code.Meaning == "" || code.Severity != severity || !slices.Contains(origins, code.Origin) {
			t.Errorf("bad code %+v", code)
		}
		seen[code.Code] = true
		if entry, ok := spec.DiagnosticCodeByName(code.Code); !ok || entry != code {
			t.Errorf("DiagnosticCodeByName(%q) = %+v, %v", code.Code, entry, ok)
		}
	}
	if _, ok := spec.DiagnosticCodeByName("no_such_code"); ok {
		t.Error("DiagnosticCodeByName knows a code that is not in the table")
	}
	for name, target := range map[string]any{"rules.json": &[]spec.Rule{}, "diagnostics.json": &[]spec.DiagnosticCode{}} {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(file)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(target); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		file.Close()
	}
}

// TestTablesAreCopies: a caller cannot change the tables.
func TestTablesAreCopies(t *testing.T) {
	spec.Rules()[0].ID = "changed"
	spec.DiagnosticCodes()[0].Code = "changed"
	if spec.Rules()[0].ID == "changed" || spec.DiagnosticCodes()[0].Code == "changed" {
		t.Error("a caller can change the tables")
	}
}

// TestEveryRuleIsStated: SPEC.md states each rule of the table exactly once, with the same origin, and no other.
func TestEveryRuleIsStated(t *testing.T) {
	stated := map[string][]string{}
	for _, m := range definition.FindAllStringSubmatch(document(t), -1) {
		stated[m[1]] = append(stated[m[1]], m[2]+m[3])
	}
	for _, rule := range spec.Rules() {
		want := rule.Origin
		if rule.Later {
			want += ", later"
		}
		if got := stated[rule.ID]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s: SPEC.md states it as %q, want once as %q", rule.ID, got, want)
		}
		delete(stated, rule.ID)
	}
	for id := range stated {
		t.Errorf("%s: stated in SPEC.md, but not in rules.json", id)
	}
}

// TestCitedRulesExist: no file names a rule that does not exist.
func TestCitedRulesExist(t *testing.T) {
	index := index(t)
	cited := map[string][]string{}
	for _, id := range ruleindex.ID.FindAllString(document(t), -1) {
		cited[id] = append(cited[id], "SPEC.md")
	}
	for _, places := range []map[string][]string{index.Code, index.Tests, index.Fixtures, index.Model, index.Other} {
		for id, where := range places {
			cited[id] = append(cited[id], where...)
		}
	}
	for _, id := range ruleIDs() {
		delete(cited, id)
	}
	for _, id := range slices.Sorted(maps.Keys(cited)) {
		t.Errorf("%s does not exist; named in %s", id, strings.Join(slices.Compact(cited[id]), ", "))
	}
}

// TestEveryRuleIsObeyedAndChecked: each rule is cited by the code that obeys it, and by a test or fixture.
func TestEveryRuleIsObeyedAndChecked(t *testing.T) {
	index := index(t)
	var noCode, noTest []string
	for _, id := range ruleIDs() {
		if len(index.Code[id]) == 0 {
			noCode = append(noCode, id)
		}
		if len(index.Tests[id])+len(index.Fixtures[id]) == 0 {
			noTest = append(noTest, id)
		}
	}
	if len(noCode) > 0 {
		t.Errorf("%d rules that no code names:\n%s", len(noCode), strings.Join(noCode, " "))
	}
	if len(noTest) > 0 {
		t.Errorf("%d rules that no test or fixture names:\n%s", len(noTest), strings.Join(noTest, " "))
	}
}

// TestRuleIndexIsFresh: appendix B of SPEC.md and rule-index.json are what the scan finds, and every rule has its anchor.
func TestRuleIndexIsFresh(t *testing.T) {
	const remedy = " is stale; run: go run ./spec/internal/ruletests"
	text, index := document(t), index(t)
	fresh, err := ruleindex.Splice(text, ruleIDs(), index)
	if err != nil {
		t.Fatal(err)
	}
	if fresh != text {
		t.Error("appendix B of SPEC.md, or an anchor of a rule," + remedy)
	}
	file, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(ruleindex.File)))
	if err != nil {
		t.Fatal(err)
	}
	freshFile, err := ruleindex.JSON(ruleIDs(), index)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, freshFile) {
		t.Error(ruleindex.File + remedy)
	}
}

// codeConstants are the constants of type Code in package diagnostic: name to value.
func codeConstants(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "diagnostic/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		value, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := value.Type.(*ast.Ident); !ok || kind.Name != "Code" {
			return true
		}
		literal, ok := value.Values[0].(*ast.BasicLit)
		if !ok {
			t.Fatalf("%s is no literal", value.Names[0].Name)
		}
		constants[value.Names[0].Name], err = strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		return true
	})
	return constants
}

// TestCodesAreTheTable: the constants of package diagnostic and diagnostics.json are the same set.
func TestCodesAreTheTable(t *testing.T) {
	constants := slices.Sorted(maps.Values(codeConstants(t)))
	var table []string
	for _, code := range spec.DiagnosticCodes() {
		table = append(table, code.Code)
	}
	slices.Sort(table)
	if !slices.Equal(constants, table) {
		t.Errorf("constants:\n%q\ntable:\n%q", constants, table)
	}
}

// TestEveryCodeIsStated: section 7 of SPEC.md has the row of each code, as the table says.
func TestEveryCodeIsStated(t *testing.T) {
	text := document(t)
	for _, code := range spec.DiagnosticCodes() {
		affects := "no"
		if code.AffectsCompleteness {
			affects = "yes"
		}
		row := fmt.Sprintf("| `%s` | %s | %s | %s | %s |\n", code.Code, code.Severity, affects, code.Origin, code.Meaning)
		if strings.Count(text, row) != 1 {
			t.Errorf("SPEC.md lacks the row %s", row)
		}
	}
}

// TestEveryCodeIsSeen: each code stands in a golden file, a fixture or a test outside this package.
func TestEveryCodeIsSeen(t *testing.T) {
	missing := codeConstants(t)
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if entry.IsDir() {
			if rel != "." && strings.HasPrefix(entry.Name(), ".") || rel == "spec" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasPrefix(rel, "golden/") && !strings.HasPrefix(rel, "fixtures/") && !strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for constant, code := range missing {
			if strings.Contains(string(text), `"`+code+`"`) ||
				strings.HasSuffix(rel, "_test.go") && regexp.MustCompile(`\bdiagnostic\.`+constant+`\b`).Match(text) {
				delete(missing, constant)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(missing) > 0 {
		t.Errorf("%d codes that no golden file, fixture or test names: %s", len(missing),
			strings.Join(slices.Sorted(maps.Values(missing)), " "))
	}
}
