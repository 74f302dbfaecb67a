package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// fault is one mistake in the kernel, as a patch whose first line says "# rule group | rules | what is wrong".
type fault struct {
	name               string // of the file, without its ending
	file               string // absolute
	group, rules, what string
}

// readFaults reads the patches of a directory, by name; only is a pattern of their names.
func readFaults(directory, only string) ([]fault, error) {
	files, err := filepath.Glob(filepath.Join(directory, only+".patch"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no such patches in %s: run this at the root of the module", directory)
	}
	faults := make([]fault, len(files))
	for i, file := range files {
		if faults[i], err = readFault(file); err != nil {
			return nil, err
		}
	}
	return faults, nil
}

func readFault(file string) (fault, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return fault{}, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fault{}, err
	}
	head, _, _ := strings.Cut(string(text), "\n")
	fields := strings.Split(strings.TrimPrefix(head, "# "), " | ")
	if !strings.HasPrefix(head, "# ") || len(fields) != 3 {
		return fault{}, fmt.Errorf(`%s: the first line is not "# rule group | rules | what is wrong"`, file)
	}
	name := strings.TrimSuffix(filepath.Base(file), ".patch")
	return fault{name: name, file: absolute, group: fields[0], rules: fields[1], what: fields[2]}, nil
}
