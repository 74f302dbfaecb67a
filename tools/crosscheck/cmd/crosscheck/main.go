// Command crosscheck compares the reference kernel with the published TypeScript SDK on generated sessions (make
// crosscheck). It exits with 1 if they differ where nothing excuses it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

func main() {
	if err := compare(); err != nil {
		fmt.Fprintln(os.Stderr, "crosscheck:", err)
		os.Exit(1)
	}
}

func compare() error {
	seed := flag.Uint64("seed", 1, "seed of the sessions")
	count := flag.Int("count", 10_000, "number of sessions")
	workers := flag.Int("workers", 2, "processes of the SDK")
	directory := flag.String("adapter", "tools/adapters/qwen-sdk", "directory of the adapter")
	stop := flag.Bool("stop", false, "stop at the first session that differs where nothing excuses it")
	session := flag.Int("session", -1, "print this one session and what is found about it, and no other")
	capsules := flag.String("capsules", "testdata/capsules", "directory for the sessions that differ where nothing excuses it")
	again := flag.String("capsule", "", "compare the session of this capsule, and no other")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if *session >= 0 {
		return show(ctx, *directory, crosscheck.Generated(*seed, *session))
	}
	if *again != "" {
		c, err := capsule.Read(*again)
		if err != nil {
			return err
		}
		return show(ctx, *directory, crosscheck.CaseOf(c.Case))
	}
	run := crosscheck.Run{Directory: *directory, Workers: *workers, Progress: os.Stderr, Excuses: crosscheck.Excuses(), Stop: *stop}
	summary, err := run.Do(ctx, *count, func(i int) crosscheck.Case { return crosscheck.Generated(*seed, i) })
	summary.Write(os.Stdout)
	if err == nil && summary.Faults > 0 {
		err = errors.Join(keep(ctx, *directory, *capsules, summary.Faulty), errors.New("differences that nothing excuses; -session N prints one"))
	}
	return err
}

// maxCapsules bounds how many sessions are made small: one fault shows in many.
const maxCapsules = 3

// keep writes capsules of the first sessions, and says where and how to run them again.
func keep(ctx context.Context, directory, capsules string, faulty []crosscheck.Verdict) error {
	adapter, err := crosscheck.NewAdapter(directory)
	if err != nil {
		return err
	}
	defer adapter.Close()
	for _, verdict := range faulty[:min(len(faulty), maxCapsules)] {
		small, shrinking := verdict.Capsule(ctx, crosscheck.Reference, adapter.Ask, crosscheck.Excuses())
		if shrinking != nil {
			fmt.Fprintln(os.Stderr, "crosscheck:", shrinking)
		}
		path, err := capsule.Write(capsules, small)
		if err != nil {
			return err
		}
		fmt.Printf("capsule: %s\nagain:   go run ./tools/crosscheck/cmd/crosscheck -capsule %s\n", path, path)
	}
	return nil
}

// show prints the records of a session, and every difference.
func show(ctx context.Context, directory string, c crosscheck.Case) error {
	adapter, err := crosscheck.NewAdapter(directory)
	if err != nil {
		return err
	}
	defer adapter.Close()
	verdict, err := crosscheck.Check(ctx, crosscheck.Reference, adapter.Ask, c, crosscheck.Excuses())
	if err != nil {
		return err
	}
	verdict.Write(os.Stdout)
	return nil
}
