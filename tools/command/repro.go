package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// reproCommand is "transcript repro".
type reproCommand struct {
	On   targetFlags `embed:""`
	File []string    `arg:"" help:"Capsules, as failing tests, fuzz targets and transcript certify write them."`
}

// Help is the long help.
func (reproCommand) Help() string {
	return `Runs the case of a capsule again, with the implementation that this program contains, and says whether the finding
still shows, what is answered now, and how that differs from the answer in the capsule.

  transcript repro testdata/capsules/*.txtar
  transcript repro --target 'node adapter.mjs' testdata/capsules/fail-schema-0123456789ab.txtar

With --target the case goes to that implementation, in a fresh process for each capsule, exactly as it stands there. The
answer is judged as transcript certify does: by its JSON Schema, the answer of the reference, the invariants, and the
relation that the capsule names. Where it is wrong, it is shown beside the answer of the reference; of long lines it is the
part in which they differ. --profile, --timeout, --max-memory and --known-failures are as for certify, and need --target.

Exit codes:
  0    no finding shows any more
  1    one shows: that of the capsule, or another
  2    wrong use, a file is no whole capsule, the target cannot be started, or the capsule says nothing about it; the code
       and the reason are on stderr
  3    the kit itself failed
  130  SIGINT came`
}

// Run judges the capsules one after the other. A file that is no capsule does not keep the others from being run.
func (c *reproCommand) Run(s *Streams) error {
	ask, err := c.asker()
	if err != nil {
		return err
	}
	ctx, caught, stop := untilSignal()
	defer stop()
	out := bufio.NewWriter(s.Out)
	var wrong error
	shows := false
	for i, file := range c.File {
		if i > 0 {
			fmt.Fprintln(out)
		}
		again, err := reproduce(ctx, out, file, ask)
		if caught() != nil {
			return errInterrupted
		}
		if wrong != nil && err != nil {
			exitCode(*s, wrong) // the last one is reported by who called
		}
		if err != nil {
			wrong = err
		}
		shows = shows || again
	}
	if err := out.Flush(); err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	switch {
	case wrong != nil:
		return wrong
	case shows:
		return errNo
	}
	return nil
}

// asker is how a capsule is judged: by the implementation in this program, or by the target.
func (c *reproCommand) asker() (func(context.Context, capsule.Capsule) (today, error), error) {
	if c.On.Target == "" {
		if len(c.On.words()) > 0 {
			return nil, failure("usage", "%s needs --target", c.On.words()[0])
		}
		return look, nil
	}
	if err := c.On.check(); err != nil {
		return nil, err
	}
	config, err := c.On.config()
	if err != nil {
		return nil, err
	}
	asked, done, err := c.On.subject()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, file capsule.Capsule) (today, error) {
		defer done() // the next capsule finds a fresh process
		r, err := certify.Reproduce(ctx, asked, config, file)
		return today{findings: r.Findings, answer: r.Answer, right: r.Right, target: cmp.Or(strings.TrimSpace(r.Subject.Name+" "+r.Subject.Version), c.On.Target)}, targetFault(file, err)
	}, nil
}

// targetFault says of an error of Reproduce whose fault it is.
func targetFault(c capsule.Capsule, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, judge.ErrCannotJudge):
		return failure("cannot_judge", "%s: %v", c.Case.ID(), err)
	}
	return faultOf(err)
}

// reproduce judges the capsule in a file, and shows what came of it.
func reproduce(ctx context.Context, out io.Writer, file string, ask func(context.Context, capsule.Capsule) (today, error)) (shows bool, err error) {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return false, failure("input_is_directory", "%s is a directory; name a capsule in it", inputName(file))
	}
	c, err := capsule.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, failure("input_not_found", "there is no file %s", sanitize.Line(file))
	case err != nil:
		return false, failure("bad_capsule", "%s: %v", sanitize.Line(file), reason(err))
	}
	now, err := ask(ctx, c)
	if err != nil {
		if errors.Is(err, judge.ErrCannotJudge) {
			err = failure("cannot_judge", "%s: %v; %s", sanitize.Line(file), err, whatToType(c, file))
		}
		return false, err
	}
	if now.target != "" {
		fmt.Fprintf(out, "%-8s %s\n", "target", bounded(sanitize.Line(now.target)))
	}
	writeComparison(out, sanitize.Line(file), c, now.findings, now.answer)
	writeRight(out, now)
	if now.target != "" && len(now.findings) > 1 {
		fmt.Fprintln(out, "\nall that is wrong")
		for _, f := range now.findings {
			writeIndented(out, f.String())
		}
	}
	return len(now.findings) > 0, nil
}

// whatToType says how a capsule is judged that needs more than this program.
func whatToType(c capsule.Capsule, file string) string {
	if c.Case.Dialect == "" { // of a fuzz target
		return fmt.Sprintf("its own word is to run %q", c.Command)
	}
	command := "transcript repro --target CMD FILE"
	if strings.HasPrefix(c.Command, "transcript repro --target ") {
		command = c.Command
	}
	return "a target is judged by more checks: " + strings.TrimSuffix(command, "FILE") + quoteWord(file)
}

// today is what is found and answered now.
type today struct {
	findings []judge.Finding
	answer   string
	right    string // what the reference answers, if a target's answer is wrong
	target   string // who answered, if it is not this program
	err      error
}

// look judges beside the signals, because a case may take long.
func look(ctx context.Context, c capsule.Capsule) (today, error) {
	done := make(chan today, 1)
	go func() {
		var now today
		now.findings, now.err = targets.Reproduce(ctx, c)
		if now.err == nil && (len(now.findings) == 0 || now.findings[0].Outcome != capsule.Hang) { // it would hang again
			now.answer = targets.Answer(ctx, c.Case)
		}
		done <- now
	}()
	select {
	case now := <-done:
		return now, now.err
	case <-ctx.Done():
		return today{}, ctx.Err()
	}
}

// writeComparison shows what was found then and now, the input, and how the answers differ.
func writeComparison(out io.Writer, name string, c capsule.Capsule, findings []judge.Finding, answer string) {
	then := judge.FindingOf(c)
	for _, line := range [][2]string{
		{"capsule", name},
		{"case", describe(c.Case)},
		{"subject", strings.Trim(c.Subject+", specification "+c.Spec, ", ")},
		{"rules", strings.Join(c.Rules, " ")},
		{"then", withoutRules(then).String()},
		{"now", verdict(findings, then)},
	} {
		if line[1] != "" {
			fmt.Fprintf(out, "%-8s %s\n", line[0], bounded(sanitize.Line(line[1])))
		}
	}
	if f, _ := nowOf(findings, then); f.Stack != "" {
		fmt.Fprintln(out, "\nstack")
		writeIndented(out, f.Stack)
	}
	writeInput(out, c.Case)
	if c.Question != "" {
		fmt.Fprintln(out, "\nwhat the check asks of it, as a line of the protocol")
		writeIndented(out, c.Question)
	}
	writeAnswers(out, c.Got, answer)
}

// withoutRules: they have a line of their own.
func withoutRules(f judge.Finding) judge.Finding {
	f.Rules = nil
	return f
}

func describe(c testcase.Case) string {
	return fmt.Sprintf("%s (%s)", c.ID(), strings.TrimSpace(c.Dialect+" "+c.Op))
}

// verdict compares what is found now with what was found then.
func verdict(findings []judge.Finding, then judge.Finding) string {
	now, again := nowOf(findings, then)
	switch {
	case len(findings) == 0:
		return "nothing is wrong"
	case !again:
		return "another finding: " + now.String()
	case now.Message != then.Message:
		return "the same: " + now.Message
	}
	return "the same"
}

// nowOf is the finding that shows the fault of an earlier one again, preferably in the same words; without such, the first.
func nowOf(findings []judge.Finding, then judge.Finding) (now judge.Finding, again bool) {
	for _, f := range findings {
		switch {
		case !f.IsAgain(then):
		case f.Message == then.Message:
			return f, true
		case !again:
			now, again = f, true
		}
	}
	if !again && len(findings) > 0 {
		now = findings[0]
	}
	return now, again
}

// maxShown bounds a section that is shown, in bytes; the capsule has all of it.
const maxShown = 16 << 10

func writeInput(out io.Writer, c testcase.Case) {
	fmt.Fprintln(out, "\ninput")
	writeIndented(out, inputText(c))
	if c.Options.Len() > 0 {
		fmt.Fprintf(out, "  options %s\n", sanitize.Line(string(jsvalue.AppendASCII(nil, c.Options))))
	}
}

// inputText is the input for people, one record a line.
func inputText(c testcase.Case) string {
	switch c.Input.Kind() {
	case protocol.TextInput:
		return c.Input.Text()
	case protocol.ValueInput:
		return string(jsvalue.AppendIndent(nil, c.Input.Value(), "  "))
	}
	var text strings.Builder
	for _, file := range c.Input.Files() {
		fmt.Fprintf(&text, "-- %s --\n%s", file.Name, file.Text)
		if !strings.HasSuffix(file.Text, "\n") {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

func writeAnswers(out io.Writer, then, now string) {
	switch {
	case now == "":
	case then == now:
		fmt.Fprintln(out, "\nanswer, as in the capsule")
		writeIndented(out, now)
	case then == "":
		fmt.Fprintln(out, "\nanswer now; the capsule has none")
		writeIndented(out, now)
	default:
		fmt.Fprintln(out, "\nanswer, then and now")
		writeIndented(out, diffOf("then", then, "now", now))
	}
}

// writeRight shows what would have been right, where it differs from what a target answers.
func writeRight(out io.Writer, now today) {
	switch {
	case now.right == "":
	case now.answer == "":
		fmt.Fprintln(out, "\nthe answer of the reference")
		writeIndented(out, now.right)
	case now.right == now.answer:
		fmt.Fprintln(out, "\nthe reference answers the same to this")
	default:
		fmt.Fprintln(out, "\nthe answer of the reference (-), where it differs from this one (+)")
		writeIndented(out, diffOf("reference", now.right, "now", now.answer))
	}
}

func bounded(text string) string {
	if len(text) <= maxShown {
		return text
	}
	end := maxShown
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "\n... the capsule has all of it\n"
}

func writeIndented(out io.Writer, text string) {
	text = bounded(text)
	for line := range strings.Lines(text) {
		fmt.Fprintln(out, "  "+sanitize.Line(strings.TrimSuffix(line, "\n")))
	}
}
