package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed parse.mjs
var parseScript []byte

// node is the installed one; the zero value stands for none.
type node struct{ path, version, script string }

// findNode looks for node and puts its script into the directory.
func findNode(directory string) (node, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return node{}, nil // it is optional
	}
	version, err := exec.Command(path, "--version").Output()
	if err != nil {
		return node{}, fmt.Errorf("node --version: %w", err)
	}
	script := filepath.Join(directory, "parse.mjs")
	if err := os.WriteFile(script, parseScript, 0o600); err != nil {
		return node{}, err
	}
	return node{path: path, version: strings.TrimPrefix(strings.TrimSpace(string(version)), "v"), script: script}, nil
}
