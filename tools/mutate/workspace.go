package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/process"
)

// workspace is a copy of the module in which one mutant at a time stands. Tests write beside their sources, so the user's
// own tree is left alone.
type workspace struct {
	root  string
	tests map[string][]string // by directory: the test packages that run it, its own first
}

// The bounds of what a mutant may cost: one without an end stops, and one that fills the memory dies.
const (
	testLimit  = 3 * time.Minute
	addresses  = 8 << 20 // KiB of address space of a test
	buildLimit = 5 * time.Minute
)

// newWorkspace copies what git knows and what it does not ignore.
func newWorkspace(ctx context.Context, from string) (*workspace, error) {
	root, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return nil, err
	}
	w := &workspace{root: root}
	names, err := output(ctx, from, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		if err := copyFile(filepath.Join(from, name), filepath.Join(root, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	w.tests, err = testPackages(ctx, root)
	return w, err
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

func (w *workspace) close() { os.RemoveAll(w.root) }

// program is where the subject is built.
func (w *workspace) program() string { return filepath.Join(w.root, "mutant.exe") }

// digestOf names the content of a file.
func digestOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	return fmt.Sprintf("%x", sha256.Sum256(data))[:12], err
}

// with lets a mutant stand while something is done.
func (w *workspace) with(m Mutant, do func() error) (err error) {
	path := filepath.Join(w.root, filepath.FromSlash(m.File))
	original, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	mutated := slices.Concat(original[:m.Start], []byte(m.New), original[m.End:])
	if err := os.WriteFile(path, mutated, 0o644); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.WriteFile(path, original, 0o644)) }()
	return do()
}

// build compiles the subject; false is that the mutant does not compile.
func (w *workspace) build(ctx context.Context, program string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, buildLimit)
	defer cancel()
	build := exec.Command("go", "build", "-o", program, "./tools/mutate/serve")
	build.Dir = w.root
	err := process.RunGroup(ctx, build)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return false, nil
	}
	return err == nil, err
}

// test runs the unit tests that run the package of a directory, until a package fails, and returns that package, or "".
func (w *workspace) test(ctx context.Context, directory string) (string, error) {
	defer w.forget()
	for _, name := range w.tests[directory] {
		command := bounded("go", "test", "-count=1", "-vet=off", "-short", "-failfast", "-timeout", testLimit.String(), name)
		command.Dir = w.root
		err := process.RunGroup(ctx, command)
		var failed *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.As(err, &failed):
			return name, nil
		case err != nil:
			return "", err
		}
	}
	return "", nil
}

// bounded is a command whose address space is limited, where there is a shell that can do so.
func bounded(words ...string) *exec.Cmd {
	if runtime.GOOS == "linux" {
		words = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$@"`, addresses), "sh"}, words...)
	}
	return exec.Command(words[0], words[1:]...)
}

// forget removes the inputs that failing tests keep in order to try them first next time: each mutant is met alike.
func (w *workspace) forget() {
	_ = filepath.WalkDir(w.root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "rapid" && filepath.Base(filepath.Dir(path)) == "testdata" {
			return errors.Join(os.RemoveAll(path), fs.SkipDir)
		}
		return nil
	})
}

// output is what a command writes.
func output(ctx context.Context, directory string, words ...string) ([]byte, error) {
	var written, said bytes.Buffer
	command := exec.Command(words[0], words[1:]...)
	command.Dir, command.Stdout, command.Stderr = directory, &written, &said
	if err := process.RunGroup(ctx, command); err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", words[0], words[1], err, bytes.TrimSpace(said.Bytes()))
	}
	return written.Bytes(), nil
}
