package main

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

// tally counts the mutants of one directory.
type tally struct{ mutants, equivalent, tested, test, certify, model int }

// report is what a run says.
type report struct {
	judged      []Result // of the sample
	equivalents []Equivalent
	sample      []Mutant
	all         int
	by          stamps // what judges now
}

// equivalent reports whether a result is of a mutant that was declared equivalent. One that somebody sees is none.
func (r report) equivalent(one Result) bool {
	return one.Certify == "" && one.Model == "" && one.Test == "" &&
		slices.ContainsFunc(r.equivalents, func(e Equivalent) bool { return e.covers(one.Mutant) })
}

func (r report) write(out io.Writer, survivors bool) error {
	byDirectory := map[string]*tally{}
	var total tally
	broken := 0
	for _, one := range r.judged {
		if !one.Compiles {
			broken++
			continue
		}
		directory := path.Dir(one.Mutant.File)
		if byDirectory[directory] == nil {
			byDirectory[directory] = &tally{}
		}
		for _, t := range []*tally{byDirectory[directory], &total} {
			r.count(t, one)
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "package\tmutants\tequivalent\tgo test\tcertify\tmodel\t")
	for _, directory := range sorted(byDirectory) {
		row(table, directory, *byDirectory[directory])
	}
	row(table, "all", total)
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d of %d mutants drawn, %d judged, of which %d do not compile\n", len(r.sample), r.all, len(r.judged), broken)
	r.writeWhatCounts(out)
	if survivors {
		r.writeSurvivors(out)
	}
	return nil
}

// writeWhatCounts says what the table does not tell by itself: that results are missing, or by a kit or tests that were others.
func (r report) writeWhatCounts(out io.Writer) {
	if missing := r.missing(); len(missing) > 0 {
		fmt.Fprintf(out, "%d have no result:\n", len(missing))
		for _, m := range missing {
			fmt.Fprintf(out, "  %s\n", m)
		}
	}
	kit, tests := 0, 0
	for _, one := range r.judged {
		if one.Compiles && one.Kit != r.by.kit {
			kit++
		}
		if one.Compiles && one.Tests != "" && one.Tests != r.by.tests {
			tests++
		}
	}
	if kit+tests > 0 {
		fmt.Fprintf(out, "not by what judges now: certify and model of %d, go test of %d\n", kit, tests)
	}
}

// missing are the mutants of the sample that nobody judged.
func (r report) missing() []Mutant {
	return slices.DeleteFunc(slices.Clone(r.sample), func(m Mutant) bool {
		return slices.ContainsFunc(r.judged, func(one Result) bool { return one.Mutant == m })
	})
}

func (r report) count(t *tally, one Result) {
	t.mutants++
	if r.equivalent(one) {
		t.equivalent++
		return
	}
	if one.Tests != "" {
		t.tested++
	}
	for _, score := range []struct {
		seen  string
		count *int
	}{{one.Test, &t.test}, {one.Certify, &t.certify}, {one.Model, &t.model}} {
		if score.seen != "" {
			*score.count++
		}
	}
}

func row(out io.Writer, name string, t tally) {
	of := t.mutants - t.equivalent
	fmt.Fprintf(out, "%s\t%d\t%d\t%s\t%s\t%s\t\n", name, t.mutants, t.equivalent, share(t.test, t.tested), share(t.certify, of), share(t.model, of))
}

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

func sorted(m map[string]*tally) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (r report) writeSurvivors(out io.Writer) {
	for _, score := range []string{"certify", "model"} {
		fmt.Fprintf(out, "\nnot seen by %s\n", score)
		var lines []string
		for _, one := range r.judged {
			if one.Compiles && one.seenBy(score) == "" && !r.equivalent(one) {
				test := ""
				if one.Test != "" {
					test = "  (go test sees it)"
				}
				lines = append(lines, "  "+one.Mutant.String()+test)
			}
		}
		slices.Sort(lines)
		fmt.Fprintln(out, strings.Join(lines, "\n"))
	}
}
