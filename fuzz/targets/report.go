package targets

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// DirectoryVariable is the environment variable that says where capsules are written.
const DirectoryVariable = "TRANSCRIPT_CAPSULES"

// Directory is where capsules are written: as DirectoryVariable says, else testdata/capsules below the working directory,
// which for go test is that of the package.
func Directory() string {
	if directory := os.Getenv(DirectoryVariable); directory != "" {
		return directory
	}
	return filepath.Join("testdata", "capsules")
}

// isWorker: this is a worker of go test -fuzz, which is ended when it takes 10 s for an input, without a word.
func isWorker() bool {
	worker := flag.Lookup("test.fuzzworker")
	return worker != nil && worker.Value.String() == "true"
}

// shrinkTime bounds the shrinking.
func shrinkTime(outcome capsule.Outcome) time.Duration {
	switch {
	case !isWorker():
		return 30 * time.Second
	case outcome == capsule.Hang:
		return 2 * time.Second // with what the hang itself took, and the confirming
	}
	return 6 * time.Second
}

// reported are the failures of this process by target and key. Engines go on with smaller bytes for the same failure, up
// to thousands of times; each failure needs to be shrunk once.
var reported = struct {
	sync.Mutex
	failures map[string]*Failure
}{failures: map[string]*Failure{}}

func (f *Found) report(ctx context.Context) *Failure {
	reported.Lock()
	defer reported.Unlock()
	id := f.Target.Name + " " + f.Finding.Key()
	if reported.failures[id] == nil {
		reported.failures[id] = f.write(ctx)
	}
	return reported.failures[id]
}

// comesBack: what took too long takes too long again, in a process of its own where that is possible. A machine that is busy can make any
// input slow once.
func (f *Found) comesBack(ctx context.Context) bool {
	report := f.asReport()
	defer apart(&report)()
	if report.Confirm == nil { // then here, with more time
		again, err := f.Target.lookFor(ctx, f.data, 2*limit())
		return err != nil || again.found != nil
	}
	findings, err := report.Confirm(ctx, f.Case)
	return err != nil || len(findings) > 0
}

func (f *Found) write(ctx context.Context) *Failure {
	whole := ""
	if f.Finding.Outcome == capsule.Hang { // what hangs goes on, and may take all memory before the case is small
		whole, _ = capsule.Write(Directory(), f.asReport().Unshrunk(ctx)) // it is written again below
	}
	small, shrinking := f.Capsule(ctx)
	failure := &Failure{Finding: judge.FindingOf(small), Case: small.Case}
	if shrinking != nil {
		failure.Finding.Message += " (" + shrinking.Error() + ")"
	}
	path, err := capsule.Write(Directory(), small)
	if err != nil {
		failure.Capsule = fmt.Sprintf("not written: %v; the case is\n%s", err, small.Case.AppendJSON(nil))
		return failure
	}
	if whole != "" && whole != path {
		os.Remove(whole) // a second capsule of one finding does no harm
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	failure.Capsule, failure.Command = path, "go run github.com/transcriptspec/transcriptspec/tools/transcript repro "+path
	return failure
}

// Capsule makes the case small and puts the finding into a capsule. The error says why the case is not small; the capsule
// is good anyway.
func (f *Found) Capsule(ctx context.Context) (capsule.Capsule, error) {
	report := f.asReport()
	if f.Finding.Outcome == capsule.Hang {
		defer apart(&report)()
	}
	return report.Capsule(ctx)
}

func (f *Found) asReport() judge.Report {
	report := judge.Report{
		Case: f.Case, Finding: f.Finding, Origin: f.Target.Name, Subject: "reference", MaxTime: shrinkTime(f.Finding.Outcome), Got: Answer,
		Again: func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
			return judged(ctx, c, checksOf(f.Finding.Check))
		},
	}
	if f.Case.Dialect == "" {
		report.Again = f.Target.again
	}
	return report
}

// again judges a case that is the bytes of the target.
func (t Target) again(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
	found, err := t.Find(ctx, []byte(c.Input.Text()))
	if err != nil || found == nil {
		return nil, err
	}
	return []judge.Finding{found.Finding}, nil
}

func checksOf(check string) []string {
	if check == judge.CheckAnswers {
		return nil
	}
	return []string{check}
}

// Reproduce runs the case of a capsule against the reference: the target, if the case is the bytes of one, else the check
// of the model. No findings mean that it looked and nothing is wrong; judge.ErrCannotJudge, that it could not look.
func Reproduce(ctx context.Context, c capsule.Capsule) ([]judge.Finding, error) {
	if t, ok := ByName(c.Case.Op); ok && c.Case.Dialect == "" {
		return t.again(ctx, c.Case)
	}
	j, err := judge.New(ctx, process.Guard(subject.New("fuzz"), Limit), modelOf(c.Case))
	if err != nil {
		return nil, err
	}
	return j.Again(ctx, c.Case, c.Check)
}

// Answer is what the reference answers to the case, for people; "" for a case that is no question to it.
func Answer(ctx context.Context, c testcase.Case) string {
	if c.Dialect == "" {
		return ""
	}
	j, err := reference(ctx, c)
	if err != nil {
		return ""
	}
	return j.Answer(ctx, c)
}
