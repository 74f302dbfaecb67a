package crosscheck

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// Summary counts what a run found.
type Summary struct {
	Cases, Records int
	Clean          int       // cases that match no predicate of an excuse
	CleanAndEqual  int       // of these, the wholly equal ones
	Equal          int       // of all
	Faulty         []Verdict // with differences that nothing excuses, at most a few
	Faults         int       // how many cases have such
	FaultPaths     map[string]int
	ByExcuse       map[string]*Width
	Duration       time.Duration
}

// Width says how much an excuse covers.
type Width struct {
	Matched int            // cases in which its predicate holds
	Used    int            // cases in which it was needed
	Paths   map[string]int // patterns, and in how many cases each was needed
}

// TooWide: of a fair number of cases, fewer than a fifth need the excuse, so its predicate says little.
func (w Width) TooWide() bool { return w.Matched >= 25 && w.Used*5 < w.Matched }

// keptVerdicts bounds the faulty cases that a summary keeps.
const keptVerdicts = 20

func newSummary() Summary {
	return Summary{ByExcuse: map[string]*Width{}, FaultPaths: map[string]int{}}
}

func (s *Summary) add(v Verdict) {
	s.Cases++
	s.Records += len(v.Case.Lines)
	if len(v.Matched) == 0 {
		s.Clean++
	}
	if len(v.Differences) == 0 {
		s.Equal++
		if len(v.Matched) == 0 {
			s.CleanAndEqual++
		}
	}
	s.addFaults(v)
	for _, name := range v.Matched {
		s.width(name).Matched++
	}
	for name, patterns := range v.Used {
		width := s.width(name)
		width.Used++
		for _, pattern := range patterns {
			width.Paths[pattern]++
		}
	}
}

func (s *Summary) addFaults(v Verdict) {
	if len(v.Faults) == 0 {
		return
	}
	s.Faults++
	if len(s.Faulty) < keptVerdicts {
		s.Faulty = append(s.Faulty, v)
	}
	paths := map[string]bool{}
	for _, fault := range v.Faults {
		paths[fault.Path] = true
	}
	for path := range paths {
		s.FaultPaths[path]++
	}
}

func (s *Summary) width(name string) *Width {
	if s.ByExcuse[name] == nil {
		s.ByExcuse[name] = &Width{Paths: map[string]int{}}
	}
	return s.ByExcuse[name]
}

// Write prints a summary.
func (s *Summary) Write(w io.Writer) {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(s.Cases, 1)) }
	fmt.Fprintf(w, "%d cases, %d records, %s\n", s.Cases, s.Records, s.Duration.Round(100*time.Millisecond))
	fmt.Fprintf(w, "%.1f %% match no excuse and are wholly equal; %.1f %% are wholly equal; %d have differences that nothing excuses\n",
		share(s.CleanAndEqual), share(s.Equal), s.Faults)
	for _, name := range slices.Sorted(maps.Keys(s.ByExcuse)) {
		width := s.ByExcuse[name]
		note := ""
		if width.TooWide() {
			note = ", too wide"
		}
		fmt.Fprintf(w, "  %-38s matched %5d, needed %5d%s\n", name, width.Matched, width.Used, note)
	}
	for _, path := range slices.Sorted(maps.Keys(s.FaultPaths)) {
		fmt.Fprintf(w, "fault in %d cases: %s\n", s.FaultPaths[path], path)
	}
	for _, verdict := range s.Faulty {
		fmt.Fprintf(w, "FAULT %s (%d records, excuses that match: %v)\n", verdict.Case.Name, len(verdict.Case.Lines), verdict.Matched)
		for _, d := range verdict.Faults {
			fmt.Fprintf(w, "  %s\n", d)
		}
	}
}

// Write prints the records of a case and all that was found about it.
func (v Verdict) Write(w io.Writer) {
	fmt.Fprint(w, v.Case.Text())
	if !v.Case.Options.IsUndefined() {
		fmt.Fprintf(w, "options: %s\n", compare.Shorten(v.Case.Options))
	}
	fmt.Fprintf(w, "excuses that match: %v\n", v.Matched)
	for _, d := range v.Differences {
		kind := "excused"
		if slices.ContainsFunc(v.Faults, func(fault compare.Difference) bool { return fault.String() == d.String() }) {
			kind = "FAULT"
		}
		fmt.Fprintf(w, "%s: %s\n", kind, d)
	}
}
