package main

import (
	"fmt"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// place is where the name of a function stands.
type place struct {
	file string // from the root, with slashes
	line int
}

// reachable are the functions that the subject can call, by rapid type analysis. What only Go programs call (such as the
// writer of indented text) is nothing that a judge behind a pipe could see.
func reachable(root, command string) (map[place]bool, error) {
	config := &packages.Config{Mode: packages.LoadAllSyntax, Dir: root}
	loaded, err := packages.Load(config, command)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(loaded) > 0 {
		return nil, fmt.Errorf("%s does not compile", command)
	}
	program, mains := ssautil.AllPackages(loaded, ssa.InstantiateGenerics)
	program.Build()
	var roots []*ssa.Function
	for _, main := range mains {
		roots = append(roots, main.Func("main"), main.Func("init"))
	}
	found := map[place]bool{}
	for function := range rta.Analyze(roots, false).Reachable {
		for function.Parent() != nil {
			function = function.Parent()
		}
		if origin := function.Origin(); origin != nil {
			function = origin
		}
		if at, ok := placeOf(root, program.Fset.Position(function.Pos())); ok {
			found[at] = true
		}
	}
	return found, nil
}

func placeOf(root string, at token.Position) (place, bool) {
	relative, err := filepath.Rel(root, at.Filename)
	if err != nil || !filepath.IsLocal(relative) {
		return place{}, false
	}
	return place{filepath.ToSlash(relative), at.Line}, true
}
