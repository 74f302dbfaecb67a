package command

import (
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// reportCommand is "transcript report".
type reportCommand struct {
	Show  reportShowCommand  `cmd:"" default:"withargs" help:"Show a report (the default)."`
	Merge reportMergeCommand `cmd:"" help:"Make one report of those of all shards."`
}

// Help is the long help.
func (reportCommand) Help() string {
	return `Reads what "transcript certify --report json=FILE" wrote.

  transcript report report.jsonl
  transcript report report.jsonl --report html=report.html
  transcript report merge shard-1.jsonl shard-2.jsonl shard-3.jsonl --report junit=report.xml

A report that was cut or changed, or of which a part is missing, is shown with its faults and is not certified; the cases
that it has lost are not-run.

` + reportExits
}

const reportExits = `Exit codes, as those of transcript certify:
  0  certified; of a single shard: nothing is wrong in it
  1  not certified
  2  wrong use, a file is no report, or the reports are not of one run; the code and the reason are on stderr
  3  the report says that the kit itself failed`

// reportShowCommand is "transcript report FILE".
type reportShowCommand struct {
	File   string   `arg:"" help:"Report of kind json."`
	Report []string `placeholder:"KIND=FILE" help:"Write it as another kind too: json, junit or html; more than once: each."`
}

// Run shows the report.
func (c *reportShowCommand) Run(s *Streams) error {
	targets, err := parseReports(c.Report)
	if err != nil {
		return err
	}
	r, err := readReport(c.File)
	if err != nil {
		return err
	}
	if err := writeReports(s, r, nil, targets); err != nil {
		return err
	}
	return verdictOf(r)
}

// reportMergeCommand is "transcript report merge".
type reportMergeCommand struct {
	File   []string `arg:"" help:"Reports of kind json, one of each shard, in any order."`
	Report []string `placeholder:"KIND=FILE" help:"Write the merged report to a file too: json, junit or html; more than once: each."`
}

// Help is the long help.
func (reportMergeCommand) Help() string {
	return `Makes one report of those that "transcript certify --shard I/N" wrote. They have to be of one plan, subject, profile and
version of the specification. A shard without a report makes its cases not-run.

  transcript report merge shard-*.jsonl --report html=report.html

` + reportExits
}

// Run merges the reports and shows what they are together.
func (c *reportMergeCommand) Run(s *Streams) error {
	targets, err := parseReports(c.Report)
	if err != nil {
		return err
	}
	var shards []report.Report
	for _, name := range c.File {
		r, err := readReport(name)
		if err != nil {
			return err
		}
		shards = append(shards, r)
	}
	whole, err := report.Merge(shards...)
	if err != nil {
		return refusal(err)
	}
	if err := writeReports(s, whole, nil, targets); err != nil {
		return err
	}
	return verdictOf(whole)
}
