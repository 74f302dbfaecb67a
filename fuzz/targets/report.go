package targets

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
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

// shrinkTime bounds the shrinking. The engine of go test ends a worker that takes 10 s for an input.
func shrinkTime() time.Duration {
	if worker := flag.Lookup("test.fuzzworker"); worker != nil && worker.Value.String() == "true" {
		return 6 * time.Second
	}
	return 30 * time.Second
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

func (f *Found) write(ctx context.Context) *Failure {
	whole := ""
	if f.Finding.Outcome == capsule.Hang { // what hangs goes on, and may take all memory before the case is small
		whole, _ = capsule.Write(Directory(), f.asReport().Unshrunk(ctx)) // it is written again below
	}
	small := f.Capsule(ctx)
	failure := &Failure{Finding: judge.FindingOf(small), Case: small.Case}
	path, err := capsule.Write(Directory(), small)
	if whole != "" && whole != path && err == nil {
		os.Remove(whole) // a second capsule of one finding does no harm
	}
	if err != nil {
		failure.Capsule = "not written: " + err.Error()
		return failure
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	failure.Capsule, failure.Command = path, "go run github.com/transcriptspec/transcriptspec/tools/transcript repro "+path
	return failure
}

func (f *Found) asReport() judge.Report {
	report := judge.Report{
		Case: f.Case, Finding: f.Finding, Origin: f.Target.Name, Subject: "reference", MaxTime: shrinkTime(),
		Again: func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
			return Judge(ctx, c, f.Finding.Check)
		},
		Got: Answer,
	}
	if f.Target.Property != nil {
		report.Again = f.Target.again
	}
	return report
}

// Capsule makes the case small and puts the finding into a capsule.
func (f *Found) Capsule(ctx context.Context) capsule.Capsule {
	report := judge.Report{
		Case: f.Case, Finding: f.Finding, Origin: f.Target.Name, Subject: "reference", MaxTime: shrinkTime(),
		Again: func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
			return Judge(ctx, c, f.Finding.Check)
		},
		Got: Answer,
	}
	if f.Target.Property != nil {
		report.Again = f.Target.again
	}
	if f.Finding.Outcome == capsule.Hang && f.Target.Property == nil {
		defer apart(&report)()
	}
	small, err := report.Capsule(ctx)
	if err != nil {
		small.Stderr += err.Error() + "\n" // the case is good, only not as small as it could be
	}
	return small
}

// Judge runs a case of a capsule against the reference: the property of a target, if the check has its name, else the
// check of the model; without a check, all checks.
func Judge(ctx context.Context, c testcase.Case, check string) ([]judge.Finding, error) {
	if t, ok := ByName(check); ok && t.Property != nil {
		return t.again(ctx, c)
	}
	j, err := reference(ctx)
	if err != nil {
		return nil, err
	}
	if check == "" || check == judge.CheckAnswers {
		return j.Case(ctx, c)
	}
	return j.Case(ctx, c, check)
}

// Answer is what the reference answers to the case, for people; "" for a case that is no question to it.
func Answer(ctx context.Context, c testcase.Case) string {
	if c.Dialect == "" {
		return ""
	}
	j, err := reference(ctx)
	if err != nil {
		return ""
	}
	return j.Answer(ctx, c)
}
