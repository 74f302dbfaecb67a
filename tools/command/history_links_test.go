package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLocate: a name leads where the system says that it does, and is not there where that says so (ES-HIST-13).
func TestLocate(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "real", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "real", "s.jsonl"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"plain": "real/s.jsonl", "up": "real/deep/../s.jsonl", "absolute": filepath.Join(dir, "real", "s.jsonl"),
		"lost": "real/gone", "lost and back": "nowhere/../real/s.jsonl", "far": "nowhere/../../x", "out": "..",
		"slash": "real/s.jsonl/", "through": "real/s.jsonl/../s.jsonl", "below": "real/s.jsonl/x", "dot": "real/./s.jsonl", "ring": "ring",
		"chain0": "real/s.jsonl",
	}
	for i := range 60 {
		links[fmt.Sprint("chain", i+1)] = fmt.Sprint("chain", i)
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links: ", err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]error{
		"plain": nil, "up": nil, "absolute": nil, "dot": nil, "real/deep/../s.jsonl": nil, "chain39": nil,
		"lost": fs.ErrNotExist, "lost and back": fs.ErrNotExist, "nobody": fs.ErrNotExist,
		"slash": syscall.ENOTDIR, "through": syscall.ENOTDIR, "below": syscall.ENOTDIR, "plain/x": syscall.ENOTDIR,
		"far": errLeadsOut, "out": errLeadsOut, "ring": errCircle, "chain60": errCircle,
	} {
		at := locate(root, name)
		if !errors.Is(at.err, want) || want == nil && at.err != nil {
			t.Errorf("%s: %v, want %v", name, at.err, want)
		}
		if inside := strings.ReplaceAll(at.inside, `\`, "/"); want == nil && inside != "real/s.jsonl" {
			t.Errorf("%s leads to %s", name, inside)
		}
		_, system := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if want == nil && system != nil || (errors.Is(want, fs.ErrNotExist) || errors.Is(want, syscall.ENOTDIR)) && !errors.Is(system, want) {
			t.Errorf("%s: the system says %v", name, system)
		}
	}
}
