package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// certifyCommand is "transcript certify".
type certifyCommand struct {
	Target      string        `placeholder:"CMD" help:"Command line of the implementation. Default: the one in this program."`
	Dialect     string        `default:"chatrecord" help:"Format to certify."`
	Profile     string        `enum:"document,current" default:"current" help:"document leaves out what came after the document of the format, and the diagnostic codes of this project."`
	Cases       int           `default:"2000" placeholder:"N" help:"Generated cases, beside the fixtures."`
	Seed        uint64        `default:"1" help:"The same seed gives the same cases."`
	Budget      time.Duration `placeholder:"DURATION" help:"Run no further cases after this time, such as 5m; small reproductions are made after it."`
	Case        []string      `placeholder:"ID" help:"Only this case; more than once: all of them."`
	Rule        []string      `placeholder:"ID" help:"Only cases that stand for this rule, such as CR-PREP-07; more than once: for one of them."`
	Feature     []string      `placeholder:"NAME" help:"Only cases that have this feature; more than once: one of them."`
	FailFast    bool          `help:"Stop at the first case that fails."`
	MaxFailures int           `placeholder:"N" help:"Stop after so many cases that fail."`
	Timeout     time.Duration `default:"10s" placeholder:"DURATION" help:"Longest time for an answer."`
	Report      []string      `placeholder:"KIND=FILE" help:"Write the whole report for programs; the kind is json."`
	Capsules    string        `default:"testdata/capsules" placeholder:"DIR" help:"Where small reproductions of failures are written."`
}

// Help is the long help.
func (certifyCommand) Help() string {
	return `Asks an implementation about the fixtures and generated sessions, and judges each answer: it meets its JSON Schema, is
what the reference answers, and breaks no invariant and no relation of the model. Alone it certifies the reference.

  transcript certify
  transcript certify --target 'node adapter.mjs'
  transcript certify --target 'node adapter.mjs' --rule CR-PREP-25 --report json=report.jsonl
  transcript certify --target 'node adapter.mjs' --case own-long-line-0123456789ab

The target reads requests from its standard input and answers on its standard output, as "transcript serve" does. Its command
line is cut into words at blanks; quotes and backslashes keep them together, as in a shell. No shell runs: there are no
variables, patterns, pipes and redirections; for these name one: --target "sh -c '...'".

Each case has one outcome: pass, fail, crash, hang, protocol-error, unsupported, harness-error or not-run. The score is the
share of the cases that passed. The first case of each kind of failure is made small and written as a capsule. What a target
names as unsupported in its description (operations other than project, features) is not held against it, as long as half
of the cases pass. The lines of --report json=FILE are a header, each case, and a footer.

Exit codes:
  0    certified
  1    not certified: something was found, or not all cases were run
  2    wrong use, or the target cannot be started; the code and the reason are on stderr
  3    the kit itself failed
  130  SIGINT came; what was found until then is reported`
}

// Run certifies and reports.
func (c *certifyCommand) Run(s *Streams) error {
	reports, err := reportFiles(c.Report)
	if err != nil {
		return err
	}
	if c.Cases < 0 || c.MaxFailures < 0 || c.Budget < 0 || c.Timeout <= 0 {
		return failure("usage", "--cases, --max-failures and --budget are at least 0, and --timeout is above 0")
	}
	asked, done, err := c.subject()
	if err != nil {
		return err
	}
	defer done()
	ctx, caught, stop := untilSignal()
	defer stop()
	progress := newTally(s)
	report, err := certify.Run(ctx, asked, c.config(progress))
	progress.done()
	var usage *certify.UsageError
	switch {
	case errors.As(err, &usage):
		return failure(usage.Code, "%s", usage.Message)
	case err != nil:
		return &kitFailure{err}
	}
	if err := errors.Join(report.WriteText(s.Out), reports.write(report)); err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	switch {
	case caught() == os.Interrupt:
		return errInterrupted
	case report.HarnessFailed():
		return &kitFailure{errors.New("some cases have the outcome harness-error")}
	case !report.Certified():
		return errNo
	}
	return nil
}

// kitFailure says that the kit failed, which says nothing about the target.
type kitFailure struct{ cause error }

func (f *kitFailure) Error() string { return "kit_failed: " + f.cause.Error() }

// subject is who is certified; done ends it.
func (c *certifyCommand) subject() (asked protocol.Subject, done func(), err error) {
	if c.Target == "" {
		return subject.New(buildVersion()), func() {}, nil
	}
	words, err := splitWords(c.Target)
	if err != nil || len(words) == 0 {
		return nil, nil, failure("bad_target", "--target is no command line: %s", quoteWord(c.Target))
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, nil, failure("target_not_found", "%v", err)
	}
	child := process.NewChild(func() *exec.Cmd { return exec.Command(words[0], words[1:]...) }, process.Limits{Answer: c.Timeout})
	return child, child.Close, nil
}

func (c *certifyCommand) config(progress *tally) certify.Config {
	config := certify.Config{
		Dialect: c.Dialect, Profile: certify.Profile(c.Profile), Cases: c.Cases, Seed: c.Seed,
		Only: c.Case, Rules: c.Rule, Features: c.Feature,
		Timeout: c.Timeout, Budget: c.Budget, MaxFailures: c.MaxFailures,
		Capsules: c.Capsules, Command: c.again(), Progress: progress.at,
	}
	if c.Cases == 0 {
		config.Cases = -1
	}
	if c.FailFast {
		config.MaxFailures = 1
	}
	return config
}

// again is the command that runs the same cases.
func (c *certifyCommand) again() string {
	words := []string{"transcript", "certify"}
	if c.Target != "" {
		words = append(words, "--target", quoteWord(c.Target))
	}
	words = append(words, "--profile", c.Profile, "--cases", fmt.Sprint(c.Cases), "--seed", fmt.Sprint(c.Seed))
	return strings.Join(words, " ")
}

// reportWriters are the reports beside the text, by file.
type reportWriters map[string]func(certify.Report, io.Writer) error

// reportKinds are the kinds of --report.
var reportKinds = map[string]func(certify.Report, io.Writer) error{"json": certify.Report.WriteJSON}

func reportFiles(list []string) (reportWriters, error) {
	writers := reportWriters{}
	for _, text := range list {
		kind, file, found := strings.Cut(text, "=")
		if !found || file == "" {
			return nil, failure("bad_report", "--report is KIND=FILE, not %s", quoteWord(text))
		}
		if reportKinds[kind] == nil {
			return nil, failure("unknown_report_kind", "there is no report of kind %q; there is json", kind)
		}
		writers[file] = reportKinds[kind]
	}
	return writers, nil
}

func (w reportWriters) write(report certify.Report) error {
	var faults []error
	for name, write := range w {
		file, err := os.Create(name)
		if err == nil {
			err = errors.Join(write(report, file), file.Close())
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// tally shows how far a run is: on one line of a terminal that is written anew, else as a line now and then.
type tally struct {
	w        io.Writer
	terminal bool
	next     time.Time
}

// The times between two lines of a tally.
const (
	onTerminal = 100 * time.Millisecond
	elsewhere  = 10 * time.Second
)

func newTally(s *Streams) *tally {
	t := &tally{w: s.Err, terminal: isTerminal(s.Err)}
	if !t.terminal {
		t.next = time.Now().Add(elsewhere) // a short run says nothing
	}
	return t
}

func (t *tally) at(p certify.Progress) {
	now := time.Now()
	if now.Before(t.next) {
		return
	}
	text := fmt.Sprintf("%d of %d cases, %d failed", p.Done, p.Planned, p.Failed)
	if t.terminal {
		fmt.Fprint(t.w, "\r"+text)
		t.next = now.Add(onTerminal)
		return
	}
	fmt.Fprintln(t.w, text)
	t.next = now.Add(elsewhere)
}

// done takes the line back.
func (t *tally) done() {
	if t.terminal {
		fmt.Fprint(t.w, "\r\x1b[K")
	}
}
