package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/transcriptspec/transcriptspec/fuzz/targets"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// reproCommand is "transcript repro".
type reproCommand struct {
	File []string `arg:"" help:"Capsules, as failing tests, fuzz targets and the cross-check write them."`
}

// Help is the long help.
func (reproCommand) Help() string {
	return `Runs the case of a capsule again, with the implementation that this program contains, and says whether the finding
still shows, what is answered now, and how that differs from the answer in the capsule.

  transcript repro testdata/capsules/*.txtar

Exit codes:
  0  no finding shows any more
  1  one shows
  2  wrong use, or a file is no whole capsule; the code and the reason are on stderr`
}

// Run judges the capsules one after the other.
func (c *reproCommand) Run(s *Streams) error {
	ctx, caught, stop := untilSignal()
	defer stop()
	out := bufio.NewWriter(s.Out)
	shows := false
	for i, file := range c.File {
		if i > 0 {
			fmt.Fprintln(out)
		}
		again, err := reproduce(ctx, out, file)
		if err != nil {
			out.Flush() // what came before is shown
			if caught() != nil {
				return errInterrupted
			}
			return err
		}
		shows = shows || again
	}
	if err := out.Flush(); err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	if shows {
		return errNo
	}
	return nil
}

func reproduce(ctx context.Context, out io.Writer, file string) (shows bool, err error) {
	c, err := capsule.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, failure("input_not_found", "there is no file %s", inputName(file))
	case err != nil:
		return false, failure("bad_capsule", "%s: %v", inputName(file), err)
	}
	findings, err := targets.Reproduce(ctx, c)
	switch {
	case errors.Is(err, judge.ErrCannotJudge):
		return false, failure("cannot_judge", "%s: %v", inputName(file), err)
	case err != nil:
		return false, err
	}
	answer := ""
	if len(findings) == 0 || findings[0].Outcome != capsule.Hang { // it would hang again
		answer = targets.Answer(ctx, c.Case)
	}
	writeComparison(out, inputName(file), c, findings, answer)
	return len(findings) > 0, nil
}

// writeComparison shows what was found then and now, the input, and how the answers differ.
func writeComparison(out io.Writer, name string, c capsule.Capsule, findings []judge.Finding, answer string) {
	then := judge.FindingOf(c)
	fmt.Fprintf(out, "capsule  %s\ncase     %s\nsubject  %s, specification %s\nthen     %s\nnow      %s\n", name, describe(c.Case),
		sanitize.Line(c.Subject), sanitize.Line(c.Spec), sanitize.Line(then.String()), sanitize.Line(verdict(findings, then)))
	writeInput(out, c.Case)
	writeAnswers(out, c.Got, answer)
}

func describe(c testcase.Case) string {
	return fmt.Sprintf("%s (%s)", c.ID(), strings.TrimSpace(c.Dialect+" "+c.Op))
}

// verdict compares what is found now with what was found then.
func verdict(findings []judge.Finding, then judge.Finding) string {
	switch {
	case len(findings) == 0:
		return "nothing is wrong"
	case judge.Key(findings, then.Key()) == then.Key():
		return "the same"
	}
	return "another finding: " + findings[0].String()
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
	}
	return text.String()
}

func writeAnswers(out io.Writer, then, now string) {
	switch {
	case now == "":
	case then == now || then == "":
		fmt.Fprintln(out, "\nanswer")
		writeIndented(out, now)
	default:
		fmt.Fprintln(out, "\nanswer, then and now")
		writeIndented(out, string(diff.Diff("then", []byte(then), "now", []byte(now))))
	}
}

func writeIndented(out io.Writer, text string) {
	if len(text) > maxShown {
		text = text[:maxShown] + "\n... the capsule has all of it\n"
	}
	for line := range strings.Lines(text) {
		fmt.Fprintln(out, "  "+sanitize.Line(strings.TrimSuffix(line, "\n")))
	}
}
