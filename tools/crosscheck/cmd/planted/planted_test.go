package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

const root = "../../../.."

// TestPatchesApply: each patch fits the kernel as it is, changes nothing else, and names rules that there are.
func TestPatchesApply(t *testing.T) {
	faults, err := readFaults(filepath.Join(root, directory))
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
		if err := withOutput(gitCommand("apply", "--check", "--include=reference/*", fault.file)); err != nil {
			t.Errorf("%s: %v", fault.name, err)
		}
		if output, err := gitCommand("apply", "--numstat", "--exclude=reference/*", fault.file).Output(); err != nil || len(output) > 0 {
			t.Errorf("%s changes more than the kernel: %s %v", fault.name, output, err)
		}
	}
}

func gitCommand(arguments ...string) *exec.Cmd {
	command := exec.Command("git", arguments...)
	command.Dir = root
	return command
}

// TestFirstFault reads what the command crosscheck writes.
func TestFirstFault(t *testing.T) {
	var text strings.Builder
	summary := crosscheck.Summary{Cases: 9, Faults: 2}
	if summary.Write(&text); text.Len() == 0 {
		t.Fatal("an empty summary")
	}
	if _, ok := firstFault(text.String()); ok {
		t.Error("a fault in a summary without one")
	}
	for _, i := range []int{7, 8} {
		summary.Faulty = append(summary.Faulty, crosscheck.Verdict{
			Case: crosscheck.Generated(21, i), Faults: []compare.Difference{{Path: "error"}},
		})
	}
	text.Reset()
	summary.Write(&text)
	if session, ok := firstFault(text.String()); !ok || session != 7 {
		t.Errorf("session %d, %v", session, ok)
	}
}
