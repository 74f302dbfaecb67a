// Command fuzzall runs the native fuzz targets one after the other and prints a line of figures for each: executions,
// executions a second, inputs that reached new code, and how much of the specification's and the kernel's code the
// collected inputs reach.
//
//	go run ./tools/fuzzall [-time 60s] [-targets FuzzProject,FuzzState]
//
// The coverage is that of a run of all inputs that go test keeps for the target, with the usual instrumentation for
// coverage; the engine's own count has no unit. Exit code 1: a target failed; its capsule is named above the table.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
)

const (
	module  = "github.com/transcriptspec/transcriptspec"
	covered = "./spec/...,./reference/..."
)

func main() {
	duration := flag.Duration("time", time.Minute, "how long each target runs")
	names := flag.String("targets", "", "some targets, separated by commas; default: all")
	flag.Parse()
	chosen, err := choose(*names)
	if err == nil {
		err = runAll(os.Stdout, os.Stderr, chosen, *duration)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fuzzall:", err)
		os.Exit(1)
	}
}

func choose(names string) ([]targets.Target, error) {
	if names == "" {
		return targets.List(), nil
	}
	var chosen []targets.Target
	for name := range strings.SplitSeq(names, ",") {
		target, ok := targets.ByName(name)
		if !ok {
			return nil, fmt.Errorf("there is no target %q", name)
		}
		chosen = append(chosen, target)
	}
	return chosen, nil
}

// figures are what one run of a target gave.
type figures struct {
	executions, perSecond, newInputs, inputs int
	coverage                                 string
	failed                                   bool
}

func runAll(out, progress io.Writer, chosen []targets.Target, duration time.Duration) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "target\texecutions\ta second\tnew inputs\tinputs\tcoverage\tresult\t")
	failed := 0
	for _, target := range chosen {
		f, err := run(progress, target.Name, duration)
		if err != nil {
			return fmt.Errorf("%s: %w", target.Name, err)
		}
		result := "clean"
		if f.failed {
			result = "FAILED"
			failed++
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t\n", target.Name, f.executions, f.perSecond, f.newInputs, f.inputs, f.coverage, result)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed", failed, len(chosen))
	}
	return nil
}

func run(progress io.Writer, name string, duration time.Duration) (figures, error) {
	fmt.Fprintf(progress, "%s for %v\n", name, duration)
	command := exec.Command("go", "test", "./fuzz", "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", duration.String(), "-fuzzminimizetime", "1x")
	var output bytes.Buffer
	command.Stdout = io.MultiWriter(&output, progress)
	command.Stderr = progress
	start := time.Now()
	err := command.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return figures{}, err
	}
	f := read(output.String(), min(time.Since(start), duration))
	f.failed = err != nil
	if f.failed && !strings.Contains(output.String(), "--- FAIL: ") {
		return f, errors.New("it does not build or run; see above")
	}
	f.coverage, err = coverage(name)
	return f, err
}

// progressLine is what the engine prints every few seconds.
var progressLine = regexp.MustCompile(`^fuzz: elapsed: .*, execs: (\d+) .*new interesting: (\d+) \(total: (\d+)\)`)

// read takes the last figures of the engine.
func read(output string, elapsed time.Duration) figures {
	var f figures
	lines := bufio.NewScanner(strings.NewReader(output))
	for lines.Scan() {
		if match := progressLine.FindStringSubmatch(lines.Text()); match != nil {
			f.executions, _ = strconv.Atoi(match[1]) // digits
			f.newInputs, _ = strconv.Atoi(match[2])
			f.inputs, _ = strconv.Atoi(match[3])
		}
	}
	f.perSecond = int(float64(f.executions) / max(elapsed.Seconds(), 1))
	return f
}

// totalLine ends the output of go tool cover -func.
var totalLine = regexp.MustCompile(`total:\s+\(statements\)\s+(\S+)`)

// coverage runs all kept inputs once.
func coverage(name string) (string, error) {
	directory, err := os.MkdirTemp("", "fuzzall-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(directory)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	profile := filepath.Join(directory, "profile")
	command := exec.Command("go", "test", "./fuzz", "-run", "^"+name+"$", "-coverpkg", covered, "-coverprofile", profile)
	command.Env = append(os.Environ(), targets.CorpusVariable+"="+filepath.Join(strings.TrimSpace(string(cache)), "fuzz", module, "fuzz"))
	var ended *exec.ExitError
	if output, err := command.CombinedOutput(); errors.As(err, &ended) {
		return "unknown", nil // an input fails; that was said above
	} else if err != nil {
		return "", fmt.Errorf("coverage: %w\n%s", err, output)
	}
	report, err := exec.Command("go", "tool", "cover", "-func", profile).Output()
	if err != nil {
		return "", fmt.Errorf("go tool cover: %w", err)
	}
	match := totalLine.FindSubmatch(report)
	if match == nil {
		return "", errors.New("go tool cover prints no total")
	}
	return string(match[1]), nil
}
