package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/report"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// certifyCommand is "transcript certify".
type certifyCommand struct {
	On          targetFlags   `embed:""`
	Dialect     string        `default:"chatrecord" help:"Format to certify: chatrecord, sessionraw or eventstream."`
	Cases       int           `default:"2000" placeholder:"N" help:"Generated sessions of the operations of the target, beside the fixtures; for each ten of them there is a damaged file and a mutant of a fixture. Default: ${default}."`
	Seed        uint64        `default:"1" help:"The same seed gives the same cases."`
	Budget      time.Duration `placeholder:"DURATION" help:"Run no further cases after this time, such as 5m; small reproductions are made after it."`
	Case        []string      `placeholder:"ID" help:"Only this case; more than once: all of them."`
	Rule        []string      `placeholder:"ID" help:"Only cases that stand for this rule, such as CR-PREP-07: fixtures that name it, and generated cases with a feature that does (transcript gen --stats); more than once: for one of them."`
	Feature     []string      `placeholder:"NAME" help:"Only cases that have this feature (transcript gen --dialect DIALECT --stats lists them); more than once: one of them."`
	Growth      bool          `help:"Also sessions of 16,000 records, to see that the time for an answer grows no faster than they do; on a quiet machine, with a --timeout that they can meet."`
	FailFast    bool          `help:"Stop at the first case that fails."`
	MaxFailures int           `placeholder:"N" help:"Stop after so many cases that fail."`
	Jobs        int           `default:"2" placeholder:"N" help:"Cases that are judged side by side; the target is started once for each, and once more for what is asked again. Default: ${default}."`
	WriteKnown  string        `placeholder:"FILE" help:"Write the known failures with whatever this run finds, if every case was judged; else FILE stays as it is."`
	Strict      bool          `help:"Known failures that nothing needs, that are too wide or have no link are failures too."`
	Shard       string        `placeholder:"I/N" help:"Only part I of N of the cases; \"transcript report merge\" puts the reports together."`
	Report      []string      `placeholder:"KIND=FILE" help:"Write a report to a file too: json (all of it, a line each event), junit or html; more than once: each."`
	Capsules    string        `default:"testdata/capsules" placeholder:"DIR" help:"Where small reproductions of failures are written; a run that finds some makes the directory. Default: ${default}."`
}

// Help is the long help.
func (certifyCommand) Help() string {
	return `Asks an implementation about the fixtures and generated sessions, and judges each answer: it meets its JSON Schema, is
what the reference answers, and breaks no invariant and no relation of the model. Alone it certifies the reference.

  transcript certify
  transcript certify --target 'node adapter.mjs'
  transcript certify --target 'node adapter.mjs' --rule CR-PREP-25 --report json=report.jsonl --report html=report.html
  transcript certify --target 'node adapter.mjs' --case own-long-line-0123456789ab

The target reads requests from its standard input and answers on its standard output, as "transcript serve" does. Its command
line is cut into words at blanks; quotes and backslashes keep them together, as in a shell. No shell runs: there are no
variables, patterns, pipes and redirections; for these name one: --target "sh -c '...'".

Each case has one outcome: pass, fail, crash, hang, protocol-error, unsupported, harness-error or not-run. The score is the
share that passed of the cases of its operations. A case that had no answer is asked again alone, in a fresh process:
isolated means that the same happens, accumulated that it takes the cases before it (which of them one process is asked
depends on --jobs). The first case of each of the ten gravest kinds of failure is made small and written as a capsule,
into testdata/capsules below the current directory unless --capsules names another.

A target is certified for the operations that its description names, of which there has to be one; the verdict says how many
cases these are, and names the others. The generated sessions go on until --cases of them are of its operations. Features that
it names as unsupported are not held against it, as long as at least half of the cases of its operations pass. What
--known-failures FILE names is not held against it either, as long as it goes away together with the feature of the input that
is named, and at least half of these cases pass without it; --write-known FILE writes such a list, if every case was judged. A
target that names another version of the specification is refused.

The lines of --report json=FILE are written while the run goes on: a header, each case, each kind of failure, and a footer,
without which the run was killed. With --shard I/N the run is of the cases k of the plan, from 0, with k mod N = I - 1, and
its exit code is about these.

Exit codes:
  0    certified
  1    not certified: something was found, or not all cases were run
  2    wrong use, or the target cannot be started; the code and the reason are on stderr
  3    the kit itself failed
  130  SIGINT came; what was found until then is reported`
}

// Run certifies and reports.
func (c *certifyCommand) Run(s *Streams) error {
	targets, err := parseReports(c.Report)
	if err != nil {
		return err
	}
	shard, err := parseShard(c.Shard)
	if err != nil {
		return err
	}
	if c.Cases < 0 || c.MaxFailures < 0 || c.Budget < 0 || c.Jobs < 1 {
		return failure("usage", "--cases, --max-failures and --budget are at least 0, and --jobs is at least 1")
	}
	if err := c.On.check(); err != nil {
		return err
	}
	config, err := c.config()
	if err != nil {
		return err
	}
	asked, done, err := c.On.subject()
	if err != nil {
		return err
	}
	defer done()
	if os.Getenv("GOGC") == "" { // little of what a case takes outlives it: to collect it rarely makes a run a fifth shorter
		debug.SetGCPercent(800)
	}
	ctx, caught, stop := untilSignal()
	defer stop()
	progress := newTally(s)
	live := liveReports{targets: targets}
	defer live.close()
	config.Progress, config.Shard, config.Events = progress.at, shard, live.take
	result, err := certify.Run(ctx, asked, config)
	progress.done()
	if err != nil {
		return faultOf(err)
	}
	record := result.Record()
	if err := writeReports(s, record, live.close(), targets.without(report.JSON)); err != nil {
		return err
	}
	err = c.writeKnown(s, result)
	switch {
	case caught() == os.Interrupt:
		return errInterrupted
	case err != nil:
		return err
	}
	return verdictOf(record)
}

// kitFailure says that the kit failed, which says nothing about the target.
type kitFailure struct{ cause error }

func (f *kitFailure) Error() string { return "kit_failed: " + f.cause.Error() }

func (c *certifyCommand) config() (certify.Config, error) {
	config, err := c.On.config()
	config.Dialect, config.Cases, config.Seed = c.Dialect, c.Cases, c.Seed
	config.Only, config.Rules, config.Features = c.Case, c.Rule, c.Feature
	config.Growth, config.Workers, config.Budget, config.MaxFailures = c.Growth, c.Jobs, c.Budget, c.MaxFailures
	config.Capsules, config.Command, config.Repro = c.Capsules, c.again(), c.On.repro
	config.Strict, config.Baseline = c.Strict, c.WriteKnown != ""
	if c.Cases == 0 {
		config.Cases = -1
	}
	if c.FailFast {
		config.MaxFailures = 1
	}
	return config, err
}

// writeKnown writes what explains the findings of a run, if it is wanted. Without that the file is left as it is.
func (c *certifyCommand) writeKnown(s *Streams, result certify.Report) error {
	if c.WriteKnown == "" {
		return nil
	}
	if result.Baseline == nil {
		fmt.Fprintf(s.Err, "transcript: known_not_written: %s is left as it is: %s\n", sanitize.Line(c.WriteKnown), sanitize.Line(result.NoBaseline.Error()))
		for _, cause := range []error{certify.ErrNotJudged, certify.ErrMostFail, certify.ErrUnsteady, context.Canceled} {
			if errors.Is(result.NoBaseline, cause) {
				return nil // the verdict says enough
			}
		}
		return &kitFailure{result.NoBaseline}
	}
	text, err := result.Baseline.Format()
	if err != nil {
		return failure("output_failed", "%v", err)
	}
	if _, err := knownfailures.Parse(text); err != nil { // it is larger than a list may be
		return failure("known_refused", "%s is left as it is: --known-failures would refuse the list: %v", c.WriteKnown, err)
	}
	if err := replaceFile(c.WriteKnown, text); err != nil {
		return failure("output_failed", "%v", err)
	}
	return nil
}

// again is the command that runs the same cases, without a shard and the cases that were asked for by id.
func (c *certifyCommand) again() string {
	words := append([]string{"transcript", "certify"}, c.On.words()...)
	if c.Dialect != defaultDialect {
		words = append(words, "--dialect", quoteWord(c.Dialect))
	}
	if c.Strict {
		words = append(words, "--strict")
	}
	if c.Growth {
		words = append(words, "--growth")
	}
	if c.Jobs != defaultJobs { // what a process was asked before depends on it
		words = append(words, "--jobs", fmt.Sprint(c.Jobs))
	}
	for _, id := range c.Rule {
		words = append(words, "--rule", quoteWord(id))
	}
	for _, name := range c.Feature {
		words = append(words, "--feature", quoteWord(name))
	}
	words = append(words, "--cases", fmt.Sprint(c.Cases), "--seed", fmt.Sprint(c.Seed))
	return strings.Join(words, " ")
}

// The defaults of flags that again leaves out.
const (
	defaultDialect = "chatrecord"
	defaultJobs    = 2
)
