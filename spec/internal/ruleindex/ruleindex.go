// Package ruleindex finds where the rules of SPEC.md are obeyed and where they are checked, and writes that down.
//
// A rule is cited by its id in a comment, a string or a test name table. Two ids of one group joined by "to" or by two
// dots (the second id may be its number alone) cite all rules between them. Fixtures cite with a member "rules", an array of ids, at any depth.
package ruleindex

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
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Index says which places cite which rule. Places are sorted and unique.
type Index struct {
	// Code is the code that obeys: Go files under reference and spec that are no tests.
	Code map[string][]string
	// Tests are functions of _test.go files ("dir.TestName"), or the file for a citation outside a function.
	Tests map[string][]string
	// Fixtures are files under fixtures with a member "rules".
	Fixtures map[string][]string
	// Model are the files of the executable model.
	Model map[string][]string
	// Other are all other Go files; they neither obey nor check a rule, but must not name one that does not exist.
	Other map[string][]string
}

// ID matches the id of a rule.
var ID = regexp.MustCompile(`\b(?:CR|ES|JL|SR|TP)-[A-Z]+-\d\d\b`)

var idRange = regexp.MustCompile(`\b((?:CR|ES|JL|SR|TP)-[A-Z]+-)(\d\d)(?:\.\.| to )(?:((?:CR|ES|JL|SR|TP)-[A-Z]+-))?(\d\d)\b`)

// Cited returns the ids that a text cites, ranges expanded, sorted and unique.
func Cited(text string) []string {
	found := map[string]bool{}
	for _, id := range ID.FindAllString(text, -1) {
		found[id] = true
	}
	for _, m := range idRange.FindAllStringSubmatch(text, -1) {
		if m[3] != "" && m[3] != m[1] {
			continue
		}
		first, _ := strconv.Atoi(m[2])
		last, _ := strconv.Atoi(m[4])
		for n := first; n <= last; n++ {
			found[fmt.Sprintf("%s%02d", m[1], n)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// Scan reads the Go files and fixtures of the module at root.
func Scan(root string) (Index, error) {
	index := Index{
		Code: map[string][]string{}, Tests: map[string][]string{}, Fixtures: map[string][]string{},
		Model: map[string][]string{}, Other: map[string][]string{},
	}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case strings.HasSuffix(rel, "_test.go"):
			return index.addTest(name, rel)
		case strings.HasSuffix(rel, ".go"):
			return index.addCode(name, rel)
		case strings.HasPrefix(rel, "fixtures/") && strings.HasSuffix(rel, ".json"):
			return index.addFixture(name, rel)
		}
		return nil
	})
	for _, places := range []map[string][]string{index.Code, index.Tests, index.Fixtures, index.Model, index.Other} {
		for id := range places {
			slices.Sort(places[id])
			places[id] = slices.Compact(places[id])
		}
	}
	return index, err
}

func (x Index) addCode(name, rel string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	places := x.Other
	switch top, _, _ := strings.Cut(rel, "/"); {
	case strings.HasPrefix(rel, "spec/internal/"):
	case top == "reference", top == "spec":
		places = x.Code
	case top == "model":
		places = x.Model
	}
	for _, id := range Cited(string(text)) {
		places[id] = append(places[id], rel)
	}
	return nil
}

func (x Index) addTest(name, rel string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	rest := bytes.Clone(text)
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from := function.Pos()
		if function.Doc != nil {
			from = function.Doc.Pos()
		}
		start, end := fset.Position(from).Offset, fset.Position(function.End()).Offset
		for _, id := range Cited(string(text[start:end])) {
			x.Tests[id] = append(x.Tests[id], path.Dir(rel)+"."+function.Name.Name)
		}
		for i := start; i < end; i++ {
			rest[i] = ' '
		}
	}
	for _, id := range Cited(string(rest)) {
		x.Tests[id] = append(x.Tests[id], rel)
	}
	return nil
}

func (x Index) addFixture(name, rel string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(`"rules"`)) {
		return nil
	}
	var value any
	if json.Unmarshal(text, &value) != nil {
		return nil // hostile inputs are allowed among the fixtures
	}
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				walk(element)
			}
		case map[string]any:
			for key, member := range value {
				if list, ok := member.([]any); ok && key == "rules" {
					for _, element := range list {
						if id, ok := element.(string); ok && ID.MatchString(id) {
							x.Fixtures[id] = append(x.Fixtures[id], rel)
						}
					}
				}
				walk(member)
			}
		}
	}
	walk(value)
	return nil
}
