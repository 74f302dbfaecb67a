// Command shrinkbench measures the reducer: planted faults, each with many generated sessions that fail under it (make
// shrink-bench). The goals are one minimal form for each way to fail, whatever the session was, and few evaluations.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/shrink/internal/faults"
)

func main() {
	if err := bench(); err != nil {
		fmt.Fprintln(os.Stderr, "shrinkbench:", err)
		os.Exit(1)
	}
}

func bench() error {
	cases := flag.Int("cases", 100, "failing sessions for each fault")
	first := flag.Uint64("first", 1, "first seed")
	seeds := flag.Uint64("seeds", 20_000, "number of seeds in which to look for them")
	only := flag.String("fault", "", "measure the fault of this name only")
	forms := flag.Bool("forms", false, "print the minimal forms too")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()

	started := time.Now()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "fault\tcases\tkeys\tforms\tevaluations p50\tp95\tmax\trecords max\tbytes max\t")
	var total measured
	for _, fault := range faults.All() {
		if *only != "" && fault.Name != *only {
			continue
		}
		m, err := measure(ctx, fault, *cases, *first, *seeds)
		if err != nil {
			return fmt.Errorf("%s: %w", fault.Name, err)
		}
		m.row(table, fault.Name)
		if *forms {
			m.print(os.Stderr, fault.Name)
		}
		total.add(m)
	}
	if total.cases == 0 {
		return errors.New("no such fault")
	}
	total.row(table, "all")
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Printf("\n%d of %d cases are not the most frequent form of their key; %v\n",
		total.strays(), total.cases, time.Since(started).Round(time.Second))
	return nil
}
