//go:build unix

package sessiondir_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// TestOnlyRegularFiles: pipes, links, devices and directories are named and not opened; nothing waits for them.
func TestOnlyRegularFiles(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("x"), "2_dir.jsonl/x": ""})
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(dir, "3_pipe.jsonl"), 0o600),
		os.Symlink("4_loop.jsonl", filepath.Join(dir, "4_loop.jsonl")),
		os.Symlink("/dev/zero", filepath.Join(dir, "5_zero.jsonl")),
		os.Symlink("..", filepath.Join(dir, "session_raw")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	shown, skipped, err := open(t, dir).Items("T")
	if err != nil || len(shown.Items) != 1 {
		t.Errorf("%d items, error %v", len(shown.Items), err)
	}
	var got []string
	for _, s := range skipped {
		got = append(got, s.Name)
		if !errors.Is(s, sessiondir.ErrNotRegular) {
			t.Error(s)
		}
	}
	if fmt.Sprint(got) != "[2_dir.jsonl 3_pipe.jsonl 4_loop.jsonl 5_zero.jsonl session_raw]" {
		t.Errorf("skipped %v", got)
	}
}

// TestUnreadable: a store and a file that cannot be read cost themselves only; a sub-agent makes the view incomplete.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := write(t, map[string]string{
		"session_raw/1_a.jsonl": meta("T") + user("x"), "session_raw/1_a__2_b.jsonl": meta("T"), "session_raw-locked/3_a.jsonl": meta("T"),
	})
	for _, name := range []string{"session_raw/1_a__2_b.jsonl", "session_raw-locked"} {
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o700) })
	}
	shown, skipped, err := open(t, dir).Items("T")
	if err != nil || len(shown.Items) != 1 || shown.Complete || len(shown.Diagnostics) != 1 || shown.Diagnostics[0].Code() != diagnostic.MissingSubTranscript {
		t.Errorf("%d items, complete %v, diagnostics %v, error %v", len(shown.Items), shown.Complete, shown.Diagnostics, err)
	}
	if len(skipped) != 2 || skipped[0].Name != "session_raw-locked" || skipped[1].Name != "session_raw/1_a__2_b.jsonl" {
		t.Errorf("skipped %v", skipped)
	}
}

// TestWriteThroughLink: a link is not written through, for what it names is not a file of the store.
func TestWriteThroughLink(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T")})
	link := filepath.Join(dir, "2_a.jsonl")
	if err := os.Symlink("1_a.jsonl", link); err != nil {
		t.Fatal(err)
	}
	if _, err := sessiondir.NewWriter(link).Append(batch(t, "q")); !errors.Is(err, sessiondir.ErrNotRegular) {
		t.Error(err)
	}
}

// TestBecamePipe: a file that became a pipe since it was listed makes nobody wait.
func TestBecamePipe(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T")})
	store := open(t, dir)
	files, _, err := store.List()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "1_a.jsonl")
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, skipped := store.Read(files...); len(skipped) != 1 || !errors.Is(skipped[0], sessiondir.ErrNotRegular) {
		t.Errorf("skipped %v", skipped)
	}
}
