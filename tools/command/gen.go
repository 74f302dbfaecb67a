package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// genCommand is "transcript gen".
type genCommand struct {
	Dialect string   `default:"chatrecord" help:"Format of the sessions: chatrecord, sessionraw or eventstream."`
	Seed    uint64   `default:"1" help:"The same seed gives the same cases."`
	From    int      `default:"0" placeholder:"N" help:"First case of the seed, from 0. Default: ${default}."`
	Count   int      `default:"1" placeholder:"N" help:"How many cases of the seed are looked at. Default: ${default}."`
	Feature []string `placeholder:"NAME" help:"Only cases that have this feature, before --without; more than once: all of them."`
	Without []string `placeholder:"NAME" help:"Take this feature away from the cases that have it."`
	Format  string   `enum:"case,jsonl" default:"case" help:"case writes a request a line, for serve; jsonl the session of one case itself."`
	Stats   bool     `help:"Print how many of the cases have which feature, instead of the cases."`
}

// Help is the long help.
func (genCommand) Help() string {
	return `Makes small sessions in which everything happens that sessions hold, and much that they should not: branches,
fragments, damaged records, hostile names, calls without results. Each case is a line of JSON that serve takes as a request.

  transcript gen --seed 7 --count 100 | transcript serve
  transcript gen --seed 7 --from 12 --format jsonl | transcript project -
  transcript gen --count 2000 --stats
  transcript gen --count 500 --feature reused-call-id --feature fragments

Exit codes:
  0  done
  1  no case has the features asked for
  2  wrong use, or the output could not be written; the code and the reason are on stderr`
}

// Run writes the cases or their statistics.
func (c *genCommand) Run(s *Streams) error {
	d, ok := dialect.ByName(c.Dialect)
	if !ok {
		return failure("unknown_dialect", "there is no dialect %q; there is %q", c.Dialect, dialect.Names())
	}
	for _, name := range slices.Concat(c.Feature, c.Without) {
		if featureByName(d, name) == nil {
			return failure("unknown_feature", "there is no feature %q; --stats lists them", name)
		}
	}
	if c.From < 0 || c.Count < 1 || c.From > math.MaxInt-c.Count {
		return failure("usage", "--from is at least 0 and --count at least 1")
	}
	if c.Stats && (len(c.Feature) > 0 || len(c.Without) > 0) {
		return failure("usage", "--stats is about all cases, without --feature and --without")
	}
	if c.Format == "jsonl" && c.Dialect != "chatrecord" {
		return failure("usage", "a case of %s is more than one file: --format case", c.Dialect)
	}
	if c.Format == "jsonl" && c.Count > 1 && !c.Stats {
		return failure("usage", "--format jsonl writes one session; name it with --from, or write cases")
	}
	_, caught, stop := untilSignal() // a closed pipe is an error then, and no signal
	defer stop()
	out := bufio.NewWriterSize(s.Out, 64<<10)
	var err error
	if c.Stats {
		err = c.stats(out, d)
	} else {
		err = c.cases(out, d, caught)
	}
	if errors.Is(err, errNo) {
		fmt.Fprintf(s.Err, "transcript: none of the cases has the features asked for; --count looks at more than %d\n", c.Count)
	}
	if flushed := out.Flush(); err == nil && flushed != nil && !isClosedPipe(flushed) {
		return failure("output_failed", "%v", flushed)
	}
	return err
}

func featureByName(d dialect.Dialect, name string) *model.Feature {
	i := slices.IndexFunc(d.Features, func(f model.Feature) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Features[i]
}

func (c *genCommand) cases(out io.Writer, d dialect.Dialect, caught func() os.Signal) error {
	found := false
	for n := range c.Count {
		switch caught() {
		case nil:
		case os.Interrupt:
			return errInterrupted
		default:
			return nil
		}
		one := d.Case(c.Seed, c.From+n)
		if slices.ContainsFunc(c.Feature, func(name string) bool { return !slices.Contains(one.Features, name) }) {
			continue
		}
		found = true
		if err := c.write(out, c.without(d, one)); err != nil {
			if isClosedPipe(err) {
				return nil
			}
			return failure("output_failed", "%v", err)
		}
	}
	if !found {
		return errNo
	}
	return nil
}

func (c *genCommand) without(d dialect.Dialect, one testcase.Case) testcase.Case {
	for _, name := range c.Without {
		one, _ = featureByName(d, name).Without(one) // the features that are left say whether it could
	}
	one.Features = d.FeaturesOf(one)
	return one
}

func (c *genCommand) write(out io.Writer, one testcase.Case) error {
	if c.Format == "jsonl" {
		_, err := io.WriteString(out, one.Input.Text())
		return err
	}
	_, err := out.Write(append(one.AppendJSON(nil), '\n'))
	return err
}

// stats prints the share of each feature.
func (c *genCommand) stats(out io.Writer, d dialect.Dialect) error {
	counts := map[string]int{}
	for n := range c.Count {
		for _, name := range d.Case(c.Seed, c.From+n).Features {
			counts[name]++
		}
	}
	fmt.Fprintf(out, "%d cases of seed %d from %d, generator %d\n\n", c.Count, c.Seed, c.From, generate.Version)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range d.Features {
		fmt.Fprintf(table, "%5.1f %%\t%s\t%s\n", 100*float64(counts[f.Name])/float64(c.Count), f.Name, f.Says)
	}
	return table.Flush()
}
