package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/transcriptspec/transcriptspec"

// root is the directory of go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

// source is one Go file of the module, whatever its build tags.
type source struct {
	file    string // slash-separated, from the root
	dir     string // of file
	test    bool
	imports []string
	syntax  *ast.File
	set     *token.FileSet
}

// sources parses every Go file outside testdata. Parsing sees all build tags, which listing packages does not.
func sources(t *testing.T) []source {
	t.Helper()
	base := root(t)
	var list []source
	err := filepath.WalkDir(base, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != base && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(base, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", rel, err)
			return nil
		}
		s := source{file: filepath.ToSlash(rel), test: strings.HasSuffix(name, "_test.go"), syntax: syntax, set: set}
		s.dir = path.Dir(s.file)
		for _, spec := range syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, imported)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 10 {
		t.Fatalf("only %d Go files found below %s", len(list), base)
	}
	return list
}

// within reports whether dir is area or lies below it; paths are slash-separated.
func within(dir, area string) bool { return dir == area || strings.HasPrefix(dir, area+"/") }
