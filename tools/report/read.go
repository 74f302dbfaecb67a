package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Error says why something is no report, or why reports do not belong together. Code is a contract, Message is for people.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func refuse(code, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// Read reads the file form. What is missing or was changed stands in the faults of the report, and cases without a line
// are not-run. The error is an *Error, of code not_a_report or unknown_format, or that of r.
func Read(r io.Reader) (Report, error) {
	in := reader{sum: sha256.New(), seen: map[int]bool{}}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return Report{}, fmt.Errorf("reading a report: %w", err)
		}
		if line != "" {
			if err := in.take(line); err != nil {
				return Report{}, err
			}
		}
		if err != nil {
			break
		}
	}
	if in.lines == 0 {
		return Report{}, refuse("not_a_report", "it is empty")
	}
	return in.finish(), nil
}

// reader is a report of which some lines are read.
type reader struct {
	report Report
	lines  int
	sum    hash.Hash    // of the lines before the footer
	seen   map[int]bool // indexes of cases
	footer *footerLine
}

func (in *reader) fault(format string, args ...any) {
	in.report.Faults = append(in.report.Faults, fmt.Sprintf(format, args...))
}

// take reads a line. The error is only of the first one.
func (in *reader) take(line string) error {
	in.lines++
	if in.lines == 1 {
		in.sum.Write([]byte(line))
		return in.takeHeader(line)
	}
	if in.footer != nil {
		in.fault("line %d stands behind the footer", in.lines)
		return nil
	}
	if err := in.takeEvent(line); err != nil {
		in.fault("line %d: %v", in.lines, err)
	}
	if in.footer == nil {
		in.sum.Write([]byte(line))
	}
	return nil
}

func (in *reader) takeHeader(line string) error {
	var header struct {
		Kind string `json:"kind"`
		headerLine
	}
	// What is of another format may not have these members, so that the error waits.
	err := json.Unmarshal([]byte(line), &header)
	switch {
	case header.Kind != "header":
		return refuse("not_a_report", "its first line is no header of a report")
	case header.Format != Format:
		return refuse("unknown_format", "it has version %d of the form; this program reads %d", header.Format, Format)
	case err != nil:
		return refuse("not_a_report", "its header: %v", err)
	}
	if header.Shard.Count > len(header.Cases) {
		return refuse("not_a_report", "its header has more shards than cases")
	}
	in.report.Header = header.Header
	if PlanDigest(header.Cases) != header.Plan {
		in.fault("the digest of the plan is not that of its cases")
	}
	return nil
}

// PlanDigest names a list of cases by their ids: two plans with one digest ask the same questions in the same order.
func PlanDigest(ids []string) string {
	sum := sha256.New()
	for _, id := range ids {
		io.WriteString(sum, testcase.DigestOf(id)+"\n") // never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func (in *reader) takeEvent(line string) error {
	var event struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal([]byte(line), &event); err != nil {
		if !strings.HasSuffix(line, "\n") {
			return errors.New("it is cut")
		}
		return err
	}
	switch event.Kind {
	case Case{}.kind():
		return in.takeCase(line)
	case Failure{}.kind():
		var f Failure
		err := json.Unmarshal([]byte(line), &f)
		if err == nil {
			in.report.Failures = append(in.report.Failures, f)
		}
		return err
	case Footer{}.kind():
		var f footerLine
		err := json.Unmarshal([]byte(line), &f)
		if err == nil {
			in.footer = &f
		}
		return err
	}
	return fmt.Errorf("there is no event of kind %q", event.Kind)
}

func (in *reader) takeCase(line string) error {
	var c Case
	if err := json.Unmarshal([]byte(line), &c); err != nil {
		return err
	}
	ids := in.report.Header.Cases
	switch {
	case c.Index < 0 || c.Index >= len(ids) || ids[c.Index] != c.ID || !in.report.Header.Shard.Has(c.Index):
		return fmt.Errorf("the plan has no case %d with the id %q here", c.Index, c.ID)
	case in.seen[c.Index]:
		return fmt.Errorf("the case %d is there again", c.Index)
	case !slices.Contains(Outcomes(), c.Outcome):
		return fmt.Errorf("there is no outcome %q", c.Outcome)
	}
	in.seen[c.Index] = true
	in.report.Cases = append(in.report.Cases, c)
	return nil
}

// finish puts in what is missing, and says so.
func (in *reader) finish() Report {
	r := &in.report
	missing := in.addMissing()
	switch {
	case in.footer == nil:
		in.fault("there is no footer: the run was killed, or the file is cut")
		r.Failures = append(r.Failures, found(r.Cases, r.Failures)...)
	case in.footer.SHA256 != hex.EncodeToString(in.sum.Sum(nil)) || in.footer.Cases != len(in.seen):
		in.fault("lines are missing or were changed: they do not have the digest of the footer")
	default:
		r.End, r.Faults = in.footer.End, slices.Concat(in.footer.Faults, r.Faults)
		if !in.agrees() {
			in.fault("the footer does not say what follows from the lines before it")
		}
	}
	if missing > 0 {
		in.fault("%d cases have no line", missing)
	}
	return *r
}

// noLine is why a case of a report is not-run.
const noLine = "the report has no line for it"

func (in *reader) addMissing() (missing int) {
	r := &in.report
	for k, id := range r.Header.Cases {
		if r.Header.Shard.Has(k) && !in.seen[k] {
			r.Cases = append(r.Cases, Case{Index: k, ID: id, Outcome: NotRun, Why: noLine})
			missing++
		}
	}
	slices.SortStableFunc(r.Cases, func(a, b Case) int { return a.Index - b.Index })
	return missing
}

// agrees reports whether the footer is that of the lines. A version of the specification may have rules that another has
// not; those have no cases.
func (in *reader) agrees() bool {
	said, reckoned := in.footer.Footer, in.report.Footer()
	return said.Certified == reckoned.Certified && said.Score == reckoned.Score &&
		maps.Equal(said.Outcomes, reckoned.Outcomes) && maps.Equal(counted(said.Rules), counted(reckoned.Rules))
}

// counted are the rows that have cases.
func counted(rows []RuleCount) map[string]RuleCount {
	all := map[string]RuleCount{}
	for _, row := range rows {
		if row.Passed+row.Failed > 0 {
			all[row.ID] = row
		}
	}
	return all
}
