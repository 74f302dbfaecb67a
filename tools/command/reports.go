package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/report"
)

// reportTarget is one --report KIND=FILE.
type reportTarget struct {
	kind report.Kind
	file string
}

type reportTargets []reportTarget

func parseReports(list []string) (reportTargets, error) {
	var targets reportTargets
	for _, text := range list {
		kind, file, found := strings.Cut(text, "=")
		switch {
		case !found || file == "":
			return nil, failure("bad_report", "--report is KIND=FILE, not %s", quoteWord(text))
		case !slices.Contains(report.Kinds(), report.Kind(kind)):
			return nil, failure("unknown_report_kind", "there is no report of kind %q; there are %q", kind, report.Kinds())
		case slices.ContainsFunc(targets, func(t reportTarget) bool { return t.file == file }):
			return nil, failure("bad_report", "two reports would go to the file %s", quoteWord(file))
		}
		targets = append(targets, reportTarget{report.Kind(kind), file})
	}
	return targets, nil
}

func parseShard(text string) (report.Shard, error) {
	if text == "" {
		return report.Shard{}, nil
	}
	shard, err := report.ParseShard(text)
	if err != nil {
		return shard, failure("bad_shard", "%v", err)
	}
	return shard, nil
}

// without are the targets of other kinds.
func (t reportTargets) without(kind report.Kind) reportTargets {
	return slices.DeleteFunc(slices.Clone(t), func(r reportTarget) bool { return r.kind == kind })
}

func (t reportTargets) write(r report.Report) error {
	var faults []error
	for _, target := range t {
		file, err := os.Create(target.file)
		if err == nil {
			err = errors.Join(r.Write(file, target.kind), file.Close())
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// liveReports writes the reports of kind json while the run goes on, each line at once.
type liveReports struct {
	targets reportTargets
	files   []*os.File
	writer  *report.Writer
	err     error
}

// take takes an event. The files are made at the first one, so that wrong use leaves what is there.
func (l *liveReports) take(e report.Event) {
	if l.writer == nil {
		l.open()
	}
	l.writer.Write(e)
}

func (l *liveReports) open() {
	var writers []io.Writer
	for _, target := range l.targets {
		if target.kind != report.JSON {
			continue
		}
		file, err := os.Create(target.file)
		if err != nil {
			l.err = errors.Join(l.err, err)
			continue
		}
		l.files, writers = append(l.files, file), append(writers, file)
	}
	l.writer = report.NewWriter(io.MultiWriter(writers...))
}

// close returns what kept the reports from being written.
func (l *liveReports) close() error {
	if l.writer != nil {
		l.err = errors.Join(l.err, l.writer.Err())
	}
	for _, file := range l.files {
		l.err = errors.Join(l.err, file.Close())
	}
	l.writer, l.files = nil, nil
	return l.err
}

// writeReports prints the text and writes the files. before is what has gone wrong with other reports.
func writeReports(s *Streams, r report.Report, before error, targets reportTargets) error {
	if err := errors.Join(r.WriteText(s.Out), before, targets.write(r)); err != nil && !isClosedPipe(err) {
		return failure("output_failed", "%v", err)
	}
	return nil
}

// verdictOf is the report as an exit code.
func verdictOf(r report.Report) error {
	switch {
	case r.HarnessFailed():
		return &kitFailure{errors.New("some cases have the outcome harness-error")}
	case !r.Certified():
		return errNo
	}
	return nil
}

// readReport reads the file form.
func readReport(name string) (report.Report, error) {
	file, err := os.Open(name)
	if err != nil {
		return report.Report{}, openFailure(inputName(name), err)
	}
	defer file.Close()
	r, err := report.Read(file)
	var refused *report.Error
	switch {
	case errors.As(err, &refused):
		return r, failure(refused.Code, "%s: %s", inputName(name), refused.Message)
	case err != nil:
		return r, failure("input_unreadable", "%s: %v", inputName(name), reason(err))
	}
	return r, nil
}

// refusal is the failure that an error of a merge is.
func refusal(err error) error {
	var refused *report.Error
	if errors.As(err, &refused) {
		return failure(refused.Code, "%s", refused.Message)
	}
	return fmt.Errorf("merging: %w", err)
}
