package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
)

const root = "../.."

// TestPatchesApply: each patch fits the kernel as it is, changes nothing else, and names rules that there are.
func TestPatchesApply(t *testing.T) {
	faults, err := readFaults(filepath.Join(root, directory), "*")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for _, rule := range spec.Rules() {
		rules[rule.ID] = true
	}
	for _, fault := range faults {
		for rule := range strings.SplitSeq(fault.rules, ", ") {
			if !rules[rule] {
				t.Errorf("%s: no rule %s", fault.name, rule)
			}
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if err := withOutput(gitCommand("rev-parse", "--show-prefix")); err != nil {
		t.Skip("this is no checkout: ", err)
	}
	for _, fault := range faults {
		if err := withOutput(gitCommand("apply", "--check", "--include=reference/*", "--include=spec/jstime/*", fault.file)); err != nil {
			t.Errorf("%s: %v", fault.name, err)
		}
		if output, err := gitCommand("apply", "--numstat", "--exclude=reference/*", "--exclude=spec/jstime/*", fault.file).Output(); err != nil || len(output) > 0 {
			t.Errorf("%s changes more than the kernel: %s %v", fault.name, output, err)
		}
	}
}

func gitCommand(arguments ...string) *exec.Cmd {
	command := exec.Command("git", arguments...)
	command.Dir = root
	return command
}
