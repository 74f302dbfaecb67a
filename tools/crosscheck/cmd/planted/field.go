package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// field is a copy of the module in which faults are planted.
type field struct {
	root    string // of the copy
	program string // crosscheck, built from it; its ending matters on Windows
	adapter string // directory of the adapter, absolute
	seed    uint64
	count   int
}

// searchLimit is how long one run of the cross-check may take.
const searchLimit = 5 * time.Minute

// newField copies the module in the current directory into an empty directory.
func newField(directory, adapter string, seed uint64, count int) (*field, error) {
	f := &field{
		root: filepath.Join(directory, "module"), program: filepath.Join(directory, "crosscheck.exe"),
		adapter: adapter, seed: seed, count: count,
	}
	return f, copyModule(f.root)
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

// plant applies a fault, searches, and takes the fault out again. It returns how many sessions it took, 0 if none shows it.
func (f *field) plant(ctx context.Context, fault fault) (found int, err error) {
	if err := f.apply(ctx, fault.file); err != nil {
		return 0, fmt.Errorf("the patch does not apply: %w", err)
	}
	defer func() {
		if failed := f.apply(ctx, "--reverse", fault.file); failed != nil && err == nil {
			found, err = 0, fmt.Errorf("the fault stays: %w", failed)
		}
	}()
	return f.search(ctx)
}

// apply changes the copy. Git must not find a repository around it: there it would pass over files outside in silence.
func (f *field) apply(ctx context.Context, arguments ...string) error {
	command := exec.CommandContext(ctx, "git", append([]string{"apply"}, arguments...)...)
	command.Dir = f.root
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(f.root))
	return withOutput(command)
}

// search builds the cross-check of the copy and runs it until a session differs where nothing excuses it.
func (f *field) search(ctx context.Context) (found int, err error) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	build := exec.CommandContext(ctx, "go", "build", "-o", f.program, "./tools/crosscheck/cmd/crosscheck")
	build.Dir = f.root
	if err := withOutput(build); err != nil {
		return 0, fmt.Errorf("building: %w", err)
	}
	check := exec.CommandContext(ctx, f.program, "-stop",
		"-adapter", f.adapter, "-seed", strconv.FormatUint(f.seed, 10), "-count", strconv.Itoa(f.count))
	output, err := check.Output()
	if session, ok := firstFault(string(output)); ok {
		return session + 1, nil
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, lastLine(exit.Stderr))
	}
	return 0, err
}

// faultLine is how a summary names a faulty session; the first one comes first.
var faultLine = regexp.MustCompile(`(?m)^FAULT seed \d+, session (\d+) `)

func firstFault(summary string) (session int, ok bool) {
	match := faultLine.FindStringSubmatch(summary)
	if match == nil {
		return 0, false
	}
	session, err := strconv.Atoi(match[1])
	return session, err == nil
}

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
