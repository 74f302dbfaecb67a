package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// TestReplaceFileBehindLinks: a link stays one, whether what it names is there or not.
func TestReplaceFileBehindLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"real/deep", "other"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, name string) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err) // not everybody may make links on every system
		}
		return name
	}
	link(filepath.Join(dir, "real", "deep"), "way")
	for name, c := range map[string]struct{ link, target string }{
		"relative":        {link("other/one", "a"), "other/one"},
		"absolute":        {link(filepath.Join(dir, "two"), "b"), "two"},
		"a link to one":   {link("a2", "c"), "other/three"},
		"behind a way up": {link("../three", "real/deep/d"), "real/three"},
	} {
		if c.link == filepath.Join(dir, "c") {
			link("other/three", "a2")
		}
		if name == "behind a way up" {
			c.link = filepath.Join(dir, "way", "d")
		}
		for _, text := range []string{"one\n", "two\n"} { // there is no file, and there is one
			if err := replaceFile(c.link, []byte(text)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := os.ReadFile(filepath.Join(dir, c.target))
			if info, statErr := os.Lstat(c.link); err != nil || string(got) != text || statErr != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s: %q, %v, %v", name, got, err, info)
			}
		}
	}
	circle := link("circle", "circle")
	if err := replaceFile(circle, nil); err == nil {
		t.Error("a link to itself was replaced")
	}
}

// TestKnownThatWouldBeRefused: a list that could not be read again does not take the place of one.
func TestKnownThatWouldBeRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "known.yaml")
	if err := os.WriteFile(path, []byte("as before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	whole := knownfailures.File{Subject: "toy", Dialect: "chatrecord"}
	for range 2_000 {
		whole.Cases = append(whole.Cases, knownfailures.Case{Case: "probes-1-0123456789ab", Check: "answers", Outcome: capsule.Hang, Failure: "001122334455"})
	}
	large, long := whole.Clone(), knownfailures.File{Subject: strings.Repeat("x", 5_000), Dialect: "chatrecord"}
	for range 2 {
		large.Cases = append(large.Cases, whole.Cases...)
	}
	var errs bytes.Buffer
	for name, c := range map[string]struct {
		file knownfailures.File
		code string
	}{"large": {large, "too_large"}, "long line": {long, "too_large"}} {
		err := (&certifyCommand{WriteKnown: path}).writeKnown(&Streams{Err: &errs}, certify.Report{Baseline: &c.file})
		text, readErr := os.ReadFile(path)
		if err == nil || !strings.HasPrefix(err.Error(), "known_refused: ") || !strings.Contains(err.Error(), c.code) || string(text) != "as before\n" {
			t.Errorf("%s: %v, %v; %d bytes", name, err, readErr, len(text))
		}
	}
	if err := (&certifyCommand{WriteKnown: path}).writeKnown(&Streams{Err: &errs}, certify.Report{Baseline: &whole}); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "subject: toy\n") {
		t.Errorf("%v: %.80s", err, text)
	}
}
