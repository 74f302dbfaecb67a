// Command bench measures the reference on generated sessions and prints a table for the README.
//
//	go run ./tools/bench [-records 100,5000] [-runs 5]
//	go run ./tools/bench -hostile
//
// Every figure is the median of several fresh processes. A process reads the whole file, then decodes its lines, projects
// the records and writes the projection, and says how long each took and how much memory it needed at most. Where node is
// installed, a process of it parses the same lines with JSON.parse, alternating with ours so that both meet the same
// noise; where the published TypeScript SDK is installed too, a process projects with it the sizes that it can finish.
// Nothing here judges: a slow run is a finding for a person, never a failed test.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// childCommand makes this program measure one file, as a process of its own.
const childCommand = "measure"

func main() {
	if len(os.Args) == 3 && os.Args[1] == childCommand {
		exitOn(measureAndReport(os.Args[2]))
		return
	}
	sizes := flag.String("records", "100,5000,20000,100000", "sizes of the sessions")
	runs := flag.Int("runs", 5, "processes for each figure")
	hostile := flag.Bool("hostile", false, "measure hostile inputs instead, once each")
	flag.Parse()
	exitOn(inTemporaryDirectory(func(directory string) error {
		if *hostile {
			return runHostile(directory)
		}
		return run(directory, *sizes, max(*runs, 1))
	}))
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func inTemporaryDirectory(do func(directory string) error) error {
	directory, err := os.MkdirTemp("", "transcript-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	return do(directory)
}

func run(directory, sizes string, runs int) error {
	node, err := findNode(directory)
	if err != nil {
		return err
	}
	sdk, err := findSDK(node)
	if err != nil {
		return err
	}
	var rows []row
	for field := range strings.SplitSeq(sizes, ",") {
		records, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || records < 1 {
			return fmt.Errorf("-records: %q is not a number of records", field)
		}
		r, err := measureSize(directory, records, runs, node, sdk)
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	fmt.Print(markdown(rows, runs, node.version))
	return nil
}

// measureSize generates a session and runs all processes on it.
func measureSize(directory string, records, runs int, node node, sdk sdk) (row, error) {
	file, size, err := writeSession(directory, records)
	if err != nil {
		return row{}, err
	}
	defer os.Remove(file)
	self, err := os.Executable()
	if err != nil {
		return row{}, err
	}
	r := row{records: records, bytes: size}
	for run := range runs {
		fmt.Fprint(os.Stderr, ".")
		if node.path != "" {
			parsed, err := childFigures(exec.Command(node.path, node.script, file))
			if err != nil {
				return row{}, err
			}
			r.node = append(r.node, parsed)
		}
		projected, err := childFigures(exec.Command(self, childCommand, file))
		if err != nil {
			return row{}, err
		}
		r.reference = append(r.reference, projected)
		shipped, err := sdk.measure(file, records, run)
		if err != nil {
			return row{}, err
		}
		r.sdk = append(r.sdk, shipped...)
	}
	fmt.Fprintf(os.Stderr, " %d records\n", records)
	return r, nil
}
