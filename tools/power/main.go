// Power measures the model: it plants faults into the reference, one at a time, and counts how many generated cases the
// model needs to see each.
//
// It prints a table of the faults, what they broke and after how many cases, then how many faults broke each invariant
// and relation. It ends with 1 if a fault escaped. Start at measure.
//
// With -target the faults are planted around another implementation, and certifying it under its known failures has to see
// them: that measures how much the list hides. Start at outside.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/transcriptspec/transcriptspec/reference/subject"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the first case")
	limit := flag.Int("count", 2000, "cases after which a fault has escaped")
	full := flag.Int("full", 25, "cases that are judged by everything; the others are judged by what a fault is to break")
	target := flag.String("target", "", "command line of another implementation: plant the faults around it, and see them by certifying it under -known-failures")
	only := flag.String("fault", "", "with -target: only the fault of this id")
	known := flag.String("known-failures", "", "what the target is known to get wrong")
	flag.Parse()
	escaped, err := run(plan{*seed, *limit, *full}, *target, *known, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "power:", err)
		os.Exit(1)
	}
	if escaped > 0 {
		fmt.Printf("\n%d faults escaped\n", escaped)
		os.Exit(1)
	}
}

func run(plan plan, target, known, only string) (escaped int, err error) {
	if target != "" {
		o, done, err := newOutside(context.Background(), target, known, plan.seed, plan.limit)
		if err != nil {
			return 0, err
		}
		defer done()
		return o.measureAll(context.Background(), os.Stdout, only)
	}
	for i, s := range suites() {
		if i > 0 {
			fmt.Println()
		}
		missed, err := s.measureAll(context.Background(), os.Stdout, plan)
		if escaped += missed; err != nil {
			return escaped, err
		}
	}
	return escaped, nil
}

// measureAll prints the table of a dialect, and returns how many faults escaped.
func (s suite) measureAll(ctx context.Context, w io.Writer, plan plan) (escaped int, err error) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintf(table, "FAULT OF %s\tFIRST\tALL\tBROKEN\n", strings.ToUpper(s.model.Dialect))
	seen := make(map[string]int)
	for _, fault := range s.faults {
		h, err := measure(ctx, s, subject.New("power"), fault, plan)
		if err != nil {
			return escaped, err
		}
		for _, id := range h.caught {
			seen[id]++
		}
		note := ""
		if len(h.missed) > 0 {
			escaped++
			note = "  MISSED " + strings.Join(h.missed, " ")
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%s%s\n", fault.ID, h.first, h.cases, strings.Join(h.caught, " "), note)
	}
	fmt.Fprintln(table, "\nINVARIANT OR RELATION\tFAULTS")
	for _, id := range s.model.IDs() {
		fmt.Fprintf(table, "%s\t%d\n", id, seen[id])
	}
	return escaped, nil
}
