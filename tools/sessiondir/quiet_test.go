package sessiondir_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// TestQuietDirectory: in a directory that has not changed for a while the files of other threads are not looked at, since they
// keep their thread; all that can change the files of a thread is seen (SR-CACHE-01).
func TestQuietDirectory(t *testing.T) {
	sessiondir.SettleAfter(t, 0)
	const t1, t1Child = "1_a.jsonl", "1_a__2_b.jsonl"
	put := func(t *testing.T, path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func(t *testing.T, in func(string) string)
		dir    bool // notes that it changed
		want   string
	}{
		{"nothing", func(*testing.T, func(string) string) {}, false, t1 + " " + t1Child},
		{"a file comes", func(t *testing.T, in func(string) string) { put(t, in("3_a.jsonl"), meta("T")) }, true, t1 + " 3_a.jsonl " + t1Child},
		{"and the directory does not note it", func(t *testing.T, in func(string) string) { put(t, in("3_a.jsonl"), meta("T")) }, false, t1 + " 3_a.jsonl " + t1Child},
		{"one goes", func(t *testing.T, in func(string) string) { _ = os.Remove(in(t1Child)) }, true, t1},
		{"one takes the place of another thread's", func(t *testing.T, in func(string) string) {
			put(t, in("x"), meta("T"))
			if err := os.Rename(in("x"), in("5_u.jsonl")); err != nil {
				t.Error(err)
			}
		}, true, t1 + " 5_u.jsonl " + t1Child},
		{"a nameless one comes to name the thread", func(t *testing.T, in func(string) string) { grow(t, in("6_n.jsonl"), meta("T")) }, false, t1 + " 6_n.jsonl " + t1Child},
		{"a torn header is ended", func(t *testing.T, in func(string) string) { grow(t, in("7_t.jsonl"), meta("T")[40:]) }, false, t1 + " 7_t.jsonl " + t1Child},
		{"an own one is rewritten", func(t *testing.T, in func(string) string) { put(t, in(t1), meta("other")) }, false, ""},
		{"another's is rewritten, which no writer does", func(t *testing.T, in func(string) string) { put(t, in("5_u.jsonl"), meta("T")+user("x")) }, false, t1 + " " + t1Child},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, map[string]string{t1: meta("T"), t1Child: meta(""), "5_u.jsonl": meta("U"), "6_n.jsonl": meta(""), "7_t.jsonl": meta("T")[:40]})
			store := open(t, dir)
			first := time.Unix(1, 0)
			if err := os.Chtimes(dir, first, first); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				files(t, store, "T")
			}
			c.change(t, func(name string) string { return filepath.Join(dir, name) })
			then := first
			if c.dir {
				then = time.Unix(2, 0)
			}
			if err := os.Chtimes(dir, then, then); err != nil {
				t.Fatal(err)
			}
			if got := files(t, store, "T"); got != c.want {
				t.Errorf("the files are %s, want %s", got, c.want)
			}
		})
	}
}

func files(t *testing.T, store *sessiondir.Store, thread string) string {
	t.Helper()
	found, err := store.Find(thread)
	if err != nil || len(found.Skipped) > 0 {
		t.Fatal(found.Skipped, err)
	}
	var names []string
	for _, file := range found.Files {
		names = append(names, file.Name)
	}
	return strings.Join(names, " ")
}

// TestNotQuiet: a directory whose time of change was not seen for long enough tells nothing: something may have come in the
// same grain of the clock.
func TestNotQuiet(t *testing.T) {
	sessiondir.SettleAfter(t, time.Hour)
	dir := write(t, map[string]string{"1_a.jsonl": meta("T"), "5_u.jsonl": meta("U")})
	store := open(t, dir)
	for range 3 {
		files(t, store, "T")
	}
	if err := os.WriteFile(filepath.Join(dir, "5_u.jsonl"), []byte(meta("T")+user("x")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := files(t, store, "T"); got != "1_a.jsonl 5_u.jsonl" {
		t.Errorf("the files are %s", got)
	}
}

// TestNotOnlyDirectories: what is left out is named each time, and a file that was given by itself is looked at each time.
func TestNotOnlyDirectories(t *testing.T) {
	sessiondir.SettleAfter(t, 0)
	dir := write(t, map[string]string{"1_a.jsonl": meta("T"), "5_u.jsonl": meta("U"), "9_d.jsonl/x": ""})
	store := open(t, dir)
	for i := range 3 {
		if found, err := store.Find("T"); err != nil || len(found.Skipped) != 1 {
			t.Errorf("look %d: skipped %v, error %v", i, found.Skipped, err)
		}
	}
	other := filepath.Join(dir, "5_u.jsonl")
	store = open(t, filepath.Join(dir, "1_a.jsonl"), other)
	for range 3 {
		files(t, store, "T")
	}
	if err := os.WriteFile(other, []byte(meta("T")+user("x")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := files(t, store, "T"); strings.Count(got, "_u.jsonl") != 1 {
		t.Errorf("the files are %s", got)
	}
}
