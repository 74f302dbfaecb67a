package fuzz

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

func FuzzDecode(f *testing.F)            { run(f, "FuzzDecode") }
func FuzzReader(f *testing.F)            { run(f, "FuzzReader") }
func FuzzProject(f *testing.F)           { run(f, "FuzzProject") }
func FuzzProjectStructured(f *testing.F) { run(f, "FuzzProjectStructured") }
func FuzzReplayPages(f *testing.F)       { run(f, "FuzzReplayPages") }
func FuzzCompact(f *testing.F)           { run(f, "FuzzCompact") }
func FuzzState(f *testing.F)             { run(f, "FuzzState") }
func FuzzProtocol(f *testing.F)          { run(f, "FuzzProtocol") }
func FuzzSessionRawReader(f *testing.F)  { run(f, "FuzzSessionRawReader") }
func FuzzSessionRawWriter(f *testing.F)  { run(f, "FuzzSessionRawWriter") }
func FuzzSessionRawPages(f *testing.F)   { run(f, "FuzzSessionRawPages") }
func FuzzEventParse(f *testing.F)        { run(f, "FuzzEventParse") }
func FuzzEntries(f *testing.F)           { run(f, "FuzzEntries") }
func FuzzRows(f *testing.F)              { run(f, "FuzzRows") }
func FuzzRowsGrowing(f *testing.F)       { run(f, "FuzzRowsGrowing") }
func FuzzStore(f *testing.F)             { run(f, "FuzzStore") }
func FuzzMerge(f *testing.F)             { run(f, "FuzzMerge") }
func FuzzRepair(f *testing.F)            { run(f, "FuzzRepair") }
func FuzzPages(f *testing.F)             { run(f, "FuzzPages") }

func run(f *testing.F, name string) {
	target, ok := targets.ByName(name)
	if !ok {
		f.Fatalf("there is no target %s", name)
	}
	kept, err := target.Kept()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range append(target.Seeds(), kept...) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := target.Run(t.Context(), data); err != nil {
			t.Fatal(err)
		}
	})
}

// TestEveryTargetIsNative: go test finds targets by the names of functions.
func TestEveryTargetIsNative(t *testing.T) {
	source, err := os.ReadFile("fuzz_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var native, listed []string
	for _, match := range regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)\s+\{ run\(f, "(\w+)"\) \}$`).FindAllStringSubmatch(string(source), -1) {
		if match[1] != match[2] {
			t.Errorf("%s runs %s", match[1], match[2])
		}
		native = append(native, match[1])
	}
	for _, target := range targets.List() {
		listed = append(listed, target.Name)
	}
	if !slices.Equal(native, listed) {
		t.Errorf("native %q, listed %q", native, listed)
	}
}

// TestEveryTargetIsBuiltElsewhere: the script for OSS-Fuzz finds the same targets in this file.
func TestEveryTargetIsBuiltElsewhere(t *testing.T) {
	script, err := os.ReadFile("../tools/oss-fuzz/build.sh")
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`\$\((sed [^|]*) \| sort\)`).FindSubmatch(script)
	if match == nil {
		t.Fatal("build.sh does not list targets with sed")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	list := exec.Command(shell, "-c", string(match[1]))
	list.Dir = ".."
	output, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, target := range targets.List() {
		want = append(want, target.Name)
	}
	if got := strings.Fields(string(output)); !slices.Equal(got, want) {
		t.Errorf("build.sh builds %q, listed are %q", got, want)
	}
}

// TestCommandsNameOneTarget: go test refuses a pattern that matches more than one, and without -fuzzminimizetime it is slow.
func TestCommandsNameOneTarget(t *testing.T) {
	for _, file := range []string{"../README.md", "doc.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		commands := regexp.MustCompile(`go test [^\n]*-fuzz='?([^' ]+)[^\n]* \./fuzz\b`).FindAllSubmatch(text, -1)
		if len(commands) == 0 {
			t.Errorf("%s has no command that fuzzes", file)
		}
		for _, command := range commands {
			pattern, matched := regexp.MustCompile(string(command[1])), 0
			for _, target := range targets.List() {
				if pattern.MatchString(target.Name) {
					matched++
				}
			}
			if matched != 1 || !strings.Contains(string(command[0]), "-fuzzminimizetime=1x") {
				t.Errorf("%s: %s: matches %d targets, or has no -fuzzminimizetime=1x", file, command[0], matched)
			}
		}
	}
}

// TestCapsules runs what was found before.
func TestCapsules(t *testing.T) {
	files, err := filepath.Glob("testdata/capsules/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		c, err := capsule.Read(file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		findings, err := targets.Reproduce(t.Context(), c)
		if err != nil || len(findings) > 0 {
			t.Errorf("%s shows again: %v (%v)\ntranscript repro fuzz/%s", file, findings, err, file)
		}
	}
}

func TestMain(m *testing.M) {
	targets.ServeIfAsked()
	os.Exit(m.Run())
}
