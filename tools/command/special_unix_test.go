//go:build unix

package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: history and repair --write refuse a pipe and do not wait for its other end.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, ".ade", "transcripts", "s.jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(pipe), 0o700), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"history", pipe}, {"history", "--session", "s", dir}, {"repair", "--write", pipe}} {
		var out, told strings.Builder
		code := Main(args, Streams{In: strings.NewReader(""), Out: &out, Err: &told, Getenv: func(string) string { return "" }})
		if code != 2 || !strings.Contains(told.String(), "no regular file") {
			t.Errorf("%q: %d, %s", args, code, told.String())
		}
	}
}
