// Power measures the model: it plants faults into the reference, one at a time, and counts how many generated cases the
// model needs to see each.
//
// It prints a table of the faults, what they broke and after how many cases, then how many faults broke each invariant
// and relation. It ends with 1 if a fault escaped. Start at measure.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the first case")
	limit := flag.Int("count", 2000, "cases after which a fault has escaped")
	full := flag.Int("full", 25, "cases that are judged by everything; the others are judged by what a fault is to break")
	flag.Parse()
	escaped, err := run(plan{*seed, *limit, *full})
	if err != nil {
		fmt.Fprintln(os.Stderr, "power:", err)
		os.Exit(1)
	}
	if escaped > 0 {
		fmt.Printf("\n%d faults escaped\n", escaped)
		os.Exit(1)
	}
}

func run(plan plan) (escaped int, err error) {
	m := chatrecord.Model()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintln(table, "FAULT\tFIRST\tALL\tBROKEN")
	seen := make(map[string]int)
	for _, fault := range faults.All() {
		h, err := measure(context.Background(), m, subject.New("power"), fault, plan)
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
	for _, id := range m.IDs() {
		fmt.Fprintf(table, "%s\t%d\n", id, seen[id])
	}
	return escaped, nil
}
