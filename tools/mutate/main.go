// Mutate measures tests, certification and model by mutants: it changes the reference in one small place at a time, and
// looks who sees it.
//
// Each mutant has three scores, which are never added up: go test (the unit tests of spec, reference and golden that run the
// changed package), certify (the kit, compiled before, asks the changed reference over a pipe), and the model without
// equality (invariants and relations alone). A mutant that does not compile is no mutant; one that changes nothing that
// anybody could see is declared equivalent in equivalents.json, with the argument. The sample is drawn by a seed, and a
// larger one begins with the smaller. Results are kept by the content of the changed file and by what judged, so that a run
// goes on where the last one ended, and a kit or tests that have changed judge anew. Start at List, then examine.
//
// The mutants are our own, by go/ast: gremlins, which is well kept, changes operators only and removes no statement,
// branch or condition; it draws no sample, keeps no results, and scores by one go test. Its operators are here under its
// names.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// mutated are the directories whose code is changed, by the dialect that is certified. What both have is changed for the
// first.
var mutated = map[string][]string{
	"chatrecord": {"reference/chatrecord", "reference/jsonl", "spec/jstime", "spec/jsvalue"},
	"sessionraw": {"reference/sessionraw"},
	// Of the rooms of eventstream those that an operation enters.
	"eventstream": {
		"reference/eventstream/backgroundjob", "reference/eventstream/entries", "reference/eventstream/event", "reference/eventstream/groups",
		"reference/eventstream/localhost", "reference/eventstream/rows", "reference/eventstream/textrun", "reference/eventstream/turn",
		"reference/eventstream/batching", "reference/eventstream/compaction", "reference/eventstream/contextmeter",
		"reference/eventstream/guardrail", "reference/eventstream/history", "reference/eventstream/merge",
		"reference/eventstream/pendinginput", "reference/eventstream/recovery", "reference/eventstream/scrollback",
		"reference/eventstream/workflow",
	},
}

// subjectCommand is the command that is certified.
const subjectCommand = "./tools/mutate/serve"

// everywhere is the directory whose package all others use.
const everywhere = "spec/jsvalue"

type options struct {
	seed      uint64
	count     int
	cases     int
	results   string
	survivors bool
	again     string
	budget    time.Duration
	workers   int
	dialect   string
	kitOnly   bool
	only      string
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the sample")
	flag.IntVar(&o.count, "count", 300, "mutants in the sample")
	flag.IntVar(&o.cases, "cases", 300, "generated cases that a mutant is certified by, beside the fixtures")
	flag.StringVar(&o.results, "results", "tools/mutate/mutants.jsonl", "where results are kept")
	flag.BoolVar(&o.survivors, "survivors", false, "list the mutants that certify or the model did not see")
	flag.StringVar(&o.again, "again", "", "judge again only what was not seen by test, certify or model, after a change of it; what was seen before then counts as seen")
	flag.DurationVar(&o.budget, "budget", 0, "begin no further mutant after this time; 0 is no limit")
	flag.IntVar(&o.workers, "workers", 1, "mutants at a time, each in a copy of the module")
	flag.StringVar(&o.dialect, "dialect", "chatrecord", "format whose implementation is changed and certified: chatrecord, sessionraw or eventstream")
	flag.StringVar(&o.only, "only", "", "draw from these packages of the dialect alone: names with commas between, such as rows,groups")
	flag.BoolVar(&o.kitOnly, "kit", false, "judge by certify and the model only: go test takes most of the time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if !slices.Contains([]string{"", "test", "certify", "model"}, o.again) {
		return fmt.Errorf("-again is test, certify or model, not %q", o.again)
	}
	if mutated[o.dialect] == nil {
		return fmt.Errorf("-dialect is chatrecord, sessionraw or eventstream, not %q", o.dialect)
	}
	directories, err := directoriesOf(o)
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	results, err := OpenResults(o.results)
	if err != nil {
		return err
	}
	found, err := reachable(root, subjectCommand)
	if err != nil {
		return err
	}
	all, err := List(root, directories, func(file string, line int) bool { return found[place{file, line}] })
	if err != nil {
		return err
	}
	sample := Sample(all, o.seed, o.count)
	s, err := stampsOf(ctx, root, o.seed, o.cases)
	if err != nil {
		return err
	}
	judged, err := judgeAll(ctx, o, root, results, sample, s)
	if err != nil {
		return err
	}
	equivalents, err := readEquivalents(root)
	if err != nil {
		return err
	}
	report := report{judged: judged, equivalents: equivalents, sample: sample, all: len(all), by: s}
	return report.write(os.Stdout, o.survivors)
}

func seen(r Result, by string) string {
	switch {
	case !r.Compiles:
		return "does not compile"
	case by == "":
		return "SURVIVED"
	}
	return by
}

// directoriesOf are those of the dialect, or the ones among them that are asked for.
func directoriesOf(o options) ([]string, error) {
	if o.only == "" {
		return mutated[o.dialect], nil
	}
	var list []string
	for name := range strings.SplitSeq(o.only, ",") {
		at := slices.IndexFunc(mutated[o.dialect], func(directory string) bool { return path.Base(directory) == name })
		if at < 0 {
			return nil, fmt.Errorf("-only: %s has no package %q", o.dialect, name)
		}
		list = append(list, mutated[o.dialect][at])
	}
	return list, nil
}
