package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// field is a copy of the module in which faults are planted, and what judges it. The judge is compiled without them.
type field struct {
	root    string // of the temporary directory
	sdk     *process.Child
	config  certify.Config
	dialect dialect.Dialect
}

// finds is after how many cases a fault was found; 0 is that it was not.
type finds struct{ bySDK, byModel int }

// searchLimit is how long one search may take.
const searchLimit = 5 * time.Minute

// newField copies the module in the current directory.
func newField(seed uint64, count int) (*field, error) {
	text, err := os.ReadFile(filepath.Join(sdkDirectory, "known-failures.yaml"))
	if err != nil {
		return nil, err
	}
	known, err := knownfailures.Parse(text)
	if err != nil {
		return nil, err
	}
	chatrecord, _ := dialect.ByName(known.Dialect)
	root, err := os.MkdirTemp("", "transcript-planted-")
	if err != nil {
		return nil, err
	}
	f := &field{root: root, dialect: chatrecord, config: certify.Config{
		Known: known, Cases: count, Seed: seed, WithoutFixtures: true, MaxFailures: 1, Workers: 2,
	}}
	f.sdk = started(sdkDirectory, "node", "adapter.mjs")
	if err := copyModule(f.module()); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

const sdkDirectory = "tools/adapters/qwen-sdk"

func (f *field) module() string { return filepath.Join(f.root, "module") }

// close ends what runs and removes the copy.
func (f *field) close() {
	f.sdk.Close()
	os.RemoveAll(f.root)
}

func started(directory string, words ...string) *process.Child {
	return process.NewChild(func() *exec.Cmd {
		command := exec.Command(words[0], words[1:]...)
		command.Dir, command.Env = directory, append(os.Environ(), "TZ=UTC")
		return command
	}, process.Limits{Answer: time.Minute})
}

// copyModule copies everything but hidden directories and installed packages.
func copyModule(target string) error {
	return filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case name != "." && entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(target, name), 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(target, name), text, 0o644)
	})
}

// plant applies a fault, searches, and takes the fault out again.
func (f *field) plant(ctx context.Context, fault fault) (found finds, err error) {
	if err := f.apply(ctx, fault.file); err != nil {
		return found, fmt.Errorf("the patch does not apply: %w", err)
	}
	defer func() {
		if failed := f.apply(ctx, "--reverse", fault.file); failed != nil && err == nil {
			err = fmt.Errorf("the fault stays: %w", failed)
		}
	}()
	return f.search(ctx)
}

// apply changes the copy. Git must not find a repository around it: there it would pass over files outside in silence.
func (f *field) apply(ctx context.Context, arguments ...string) error {
	command := exec.CommandContext(ctx, "git", append([]string{"apply"}, arguments...)...)
	command.Dir = f.module()
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+f.root)
	return withOutput(command)
}

// search builds the kernel of the copy and looks for what is wrong with it.
func (f *field) search(ctx context.Context) (found finds, err error) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	program := filepath.Join(f.root, "serve.exe") // the ending matters on Windows
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./tools/mutate/serve")
	build.Dir = f.module()
	if err := withOutput(build); err != nil {
		return found, fmt.Errorf("building: %w", err)
	}
	kernel := started(".", program)
	defer kernel.Close()
	if found.bySDK, err = f.bySDK(ctx, kernel); err != nil {
		return found, err
	}
	found.byModel, err = f.byModel(ctx, kernel)
	return found, err
}

// bySDK certifies the SDK by the kernel, and counts the cases until it is not. It tries a few cases first: to plan many takes
// longer than to find most faults.
func (f *field) bySDK(ctx context.Context, kernel *process.Child) (cases int, err error) {
	for _, cases := range []int{max(1, f.config.Cases/10), f.config.Cases} {
		config := f.config
		config.Reference, config.Cases = kernel, cases
		report, err := certify.Run(ctx, f.sdk, config)
		switch {
		case err != nil:
			return 0, err
		case report.Count(certify.HarnessError) > 0 || report.End != certify.Whole && report.End != certify.Failures:
			return 0, fmt.Errorf("the SDK was not certified to the end: %v", report)
		}
		if i := slices.IndexFunc(report.Results, func(r certify.Result) bool { return len(r.Findings) > 0 }); i >= 0 {
			return i + 1, nil
		}
	}
	return 0, nil
}

// byModel judges the kernel by the model, and counts the cases until it finds something.
func (f *field) byModel(ctx context.Context, kernel *process.Child) (cases int, err error) {
	j, err := judge.New(ctx, kernel, f.dialect.Model)
	if err != nil {
		return 0, err
	}
	for n := range f.config.Cases {
		c := f.dialect.Case(f.config.Seed, n)
		checks := f.dialect.Model.IDs()
		if n%relationsIn != 0 { // relations ask again
			checks = checks[:len(f.dialect.Model.Invariants)]
		}
		if findings, err := j.Case(ctx, c, checks...); err != nil || len(findings) > 0 {
			return n + 1, err
		}
	}
	return 0, nil
}

// relationsIn: one case in so many is judged by the relations, too.
const relationsIn = 10

// withOutput runs a command; the error says what it said.
func withOutput(command *exec.Cmd) error {
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, lastLine(output))
	}
	return nil
}

func lastLine(output []byte) string {
	text := strings.TrimSpace(string(output))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
