// Command planted shows that the cross-check finds faults by itself (make planted). It copies the module to a temporary
// directory, plants the faults of tools/crosscheck/testdata/planted in the kernel there, one at a time, runs the command
// crosscheck on the generated sessions of one seed, and prints a table:
//
//	go run ./tools/crosscheck/cmd/planted [-seed 21] [-count 3000]
//
// The kernel without a fault comes first: it must differ nowhere, or a difference would say nothing about a fault. The
// program exits with 1 if that fails, if a patch does not apply, or if a fault is not found.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

// directory holds the faults, a patch each.
const directory = "tools/crosscheck/testdata/planted"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(1)
	}
}

func run() error {
	seed := flag.Uint64("seed", 21, "seed of the sessions")
	count := flag.Int("count", 3000, "sessions until a fault counts as not found")
	adapter := flag.String("adapter", "tools/adapters/qwen-sdk", "directory of the adapter")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	faults, err := readFaults(directory)
	if err != nil {
		return err
	}
	absolute, err := filepath.Abs(*adapter)
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "transcript-planted-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	field, err := newField(temporary, absolute, *seed, *count)
	if err != nil {
		return err
	}
	if found, err := field.search(ctx); err != nil || found > 0 {
		return errors.Join(errors.New("the kernel differs without a fault, or cannot be checked; see make crosscheck"), err)
	}
	fmt.Print("| fault | rule group | rules | sessions until found |\n|---|---|---|--:|\n")
	missed := 0
	for _, fault := range faults {
		found, err := field.plant(ctx, fault)
		result := fmt.Sprint(found)
		switch {
		case err != nil:
			result = err.Error()
		case found == 0:
			result = fmt.Sprint("not in ", *count)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if found == 0 {
			missed++
		}
		fmt.Printf("| %s: %s | %s | %s | %s |\n", fault.name, fault.what, fault.group, fault.rules, result)
	}
	if missed > 0 {
		return fmt.Errorf("%d of %d faults were not found", missed, len(faults))
	}
	return nil
}
