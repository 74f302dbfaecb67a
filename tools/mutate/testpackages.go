package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
)

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir                 string
	Standard                        bool
	Deps, GoFiles, EmbedFiles       []string
	TestGoFiles, XTestGoFiles       []string
	TestEmbedFiles, XTestEmbedFiles []string
	TestImports, XTestImports       []string
}

// unitTests are the tests that count as go test. The others drive the kit and the model, which are scored by themselves.
var unitTests = []string{"./spec/...", "./reference/...", "./golden/..."}

// testPackages says by directory which of the unit tests run its package: those of the package itself first.
func testPackages(ctx context.Context, root string) (map[string][]string, error) {
	packages, err := goList(ctx, root, unitTests...)
	if err != nil {
		return nil, err
	}
	return runners(root, packages)
}

// goList is what go list says, with flags and patterns.
func goList(ctx context.Context, root string, words ...string) ([]goPackage, error) {
	listed, err := output(ctx, root, slices.Concat([]string{"go", "list", "-json"}, words)...)
	if err != nil {
		return nil, err
	}
	var packages []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(listed)); ; {
		var one goPackage
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, one)
	}
}

func runners(root string, packages []goPackage) (map[string][]string, error) {
	deps := map[string][]string{}
	for _, one := range packages {
		deps[one.ImportPath] = one.Deps
	}
	found := map[string][]string{}
	for _, tested := range packages {
		directory, err := filepath.Rel(root, tested.Dir)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, one := range packages {
			imports := slices.Concat(one.Deps, one.TestImports, one.XTestImports)
			for _, direct := range slices.Concat(one.TestImports, one.XTestImports) {
				imports = append(imports, deps[direct]...)
			}
			if hasTests := len(one.TestGoFiles)+len(one.XTestGoFiles) > 0; hasTests && one.ImportPath != tested.ImportPath && slices.Contains(imports, tested.ImportPath) {
				names = append(names, one.ImportPath)
			}
		}
		found[filepath.ToSlash(directory)] = slices.Concat([]string{tested.ImportPath}, names)
	}
	return found, nil
}
