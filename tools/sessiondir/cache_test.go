package sessiondir_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

func pageText(t testing.TB, store *sessiondir.Store, thread string) string {
	t.Helper()
	p, skipped, err := store.Page(thread, "", page.DefaultLimit)
	if err != nil || len(skipped) > 0 {
		t.Fatal(err, skipped)
	}
	return string(jsvalue.Append(nil, p.Value()))
}

// TestProbe64: the same call twice gives equal bytes, the second time without reading a file (SR-CACHE-01).
func TestProbe64(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("one"), "1_a__2_b.jsonl": meta("") + user("two")})
	store := open(t, dir)
	first := pageText(t, store, "T")
	reads := sessiondir.CountReads(store)
	if second := pageText(t, store, "T"); second != first {
		t.Errorf("first %s\nthen %s", first, second)
	}
	if n := reads(); n != 0 {
		t.Errorf("%d bytes read again", n)
	}
}

// TestProbes65And66: what was written, came or went is seen by the next call (SR-CACHE-01).
func TestProbes65And66(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("one")})
	store := open(t, dir)
	in := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string) {
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
		has  bool
	}{
		{"nothing", func() {}, `"one"`, true},
		{"65 an append", func() { grow(t, in("1_a.jsonl"), user("two")) }, `"two"`, true},
		{"66 a new child", func() { put("1_a__2_b.jsonl", meta("")+user("three")) }, `"three"`, true},
		{"a child that grows", func() { grow(t, in("1_a__2_b.jsonl"), user("four")) }, `"four"`, true},
		{"a child without header", func() { put("1_a__3_c.jsonl", "x\n") }, `"1_a__3_c.jsonl"`, true},
		{"a new root", func() { put("2_a.jsonl", meta("T")+user("five")) }, `"five"`, true},
		{"a root that names another thread", func() { put("2_a.jsonl", meta("Other")+user("five")) }, `"five"`, false},
		{"a child that goes", func() { _ = os.Remove(in("1_a__2_b.jsonl")) }, `"three"`, false},
	} {
		step.do()
		if got := pageText(t, store, "T"); strings.Contains(got, step.want) != step.has {
			t.Errorf("%s: %s", step.name, got)
		}
	}
}

// TestProbe67: more threads than are remembered, then the first again (SR-CACHE-01).
func TestProbe67(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("%d_a.jsonl", i)] = meta(fmt.Sprint("T", i)) + user(fmt.Sprint("said", i))
	}
	store := open(t, write(t, files))
	first := pageText(t, store, "T0")
	for i := range 40 {
		if got := pageText(t, store, fmt.Sprint("T", i)); !strings.Contains(got, fmt.Sprintf(`"said%d"`, i)) {
			t.Errorf("thread %d: %s", i, got)
		}
	}
	if n := sessiondir.Remembered(store); n != 32 {
		t.Errorf("%d views are remembered", n)
	}
	reads := sessiondir.CountReads(store)
	if again := pageText(t, store, "T0"); again != first || reads() == 0 {
		t.Errorf("%d bytes read for %s", reads(), again)
	}
}

// TestRecent: a view that is asked for is not the next to be dropped.
func TestRecent(t *testing.T) {
	files := map[string]string{}
	for i := range 33 {
		files[fmt.Sprintf("%d_a.jsonl", i)] = meta(fmt.Sprint("T", i))
	}
	store := open(t, write(t, files))
	for i := range 33 {
		if i == 32 {
			pageText(t, store, "T0")
		}
		pageText(t, store, fmt.Sprint("T", i))
	}
	reads := sessiondir.CountReads(store)
	if pageText(t, store, "T0"); reads() != 0 {
		t.Errorf("%d bytes read again", reads())
	}
}

// TestSameLength: another time of change is enough.
func TestSameLength(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("one")})
	store := open(t, dir)
	pageText(t, store, "T")
	name := filepath.Join(dir, "1_a.jsonl")
	if err := os.WriteFile(name, []byte(meta("T")+user("two")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if got := pageText(t, store, "T"); !strings.Contains(got, `"two"`) {
		t.Error(got)
	}
}

// TestDamageIsNotRemembered: a view without a file that could not be read is made again.
func TestDamageIsNotRemembered(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("one")})
	store := open(t, dir)
	found, err := store.Find("T")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "1_a.jsonl")
	if err := os.Rename(name, name+".away"); err != nil {
		t.Fatal(err)
	}
	if shown, skipped := store.Show(found); len(shown.Items) != 0 || len(skipped) != 1 {
		t.Errorf("%d items, skipped %v", len(shown.Items), skipped)
	}
	if err := os.Rename(name+".away", name); err != nil {
		t.Fatal(err)
	}
	if shown, skipped := store.Show(found); len(shown.Items) != 1 || len(skipped) != 0 {
		t.Errorf("%d items, skipped %v", len(shown.Items), skipped)
	}
}

// TestMemoryIsBounded: views are dropped by the length of their files too, and a thread that is too large alone is not kept.
func TestMemoryIsBounded(t *testing.T) {
	for _, c := range []struct {
		threads string
		lengths []int64
		want    int
	}{
		{"a b c", []int64{200, 200, 200}, 2},
		{"a b", []int64{200, 513}, 1},
		{"a", []int64{512}, 1},
		{"a b c", []int64{100, 100, 512}, 1},
		{"a b b b", []int64{200, 200, 200, 200}, 2},
	} {
		if got := sessiondir.RememberedOf(strings.Fields(c.threads), c.lengths); got != c.want {
			t.Errorf("of views of %s with %d MiB %d are remembered, want %d", c.threads, c.lengths, got, c.want)
		}
	}
}

// TestPagingDoesNotPushOut: pages of the files as they were, and newest pages, are both remembered (SR-PAGE-04).
func TestPagingDoesNotPushOut(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + strings.Repeat(user("x"), 9)})
	store := open(t, dir)
	first, _, err := store.Page("T", "", 3)
	if err != nil {
		t.Fatal(err)
	}
	grow(t, filepath.Join(dir, "1_a.jsonl"), user("y"))
	var reads func() int64
	for i := range 2 {
		if i == 1 {
			reads = sessiondir.CountReads(store)
		}
		pageText(t, store, "T")
		if p, _, err := store.Page("T", first.Next.String(), 3); err != nil || p.Total != 9 {
			t.Fatal(p, err)
		}
	}
	if reads() != 0 {
		t.Errorf("%d bytes read again", reads())
	}
}

// TestCacheIsTransparent: a store that remembers answers as a fresh one, while files come, grow, go and are asked for by
// several callers (SR-CACHE-01).
func TestCacheIsTransparent(t *testing.T) {
	t.Run("of directories that were changed just now", cacheIsTransparent)
	sessiondir.SettleAfter(t, 0)
	t.Run("of quiet directories", cacheIsTransparent)
}

func cacheIsTransparent(t *testing.T) {
	dir := t.TempDir()
	store := open(t, dir)
	random := rand.New(rand.NewPCG(5, 6))
	for step := range 60 {
		name := filepath.Join(dir, []string{"1_a.jsonl", "2_a.jsonl", "1_a__3_b.jsonl", "2_a__4_c.jsonl"}[random.IntN(4)])
		if random.IntN(5) == 0 {
			_ = os.Remove(name)
		}
		if text, err := os.ReadFile(name); err != nil || random.IntN(9) == 0 {
			text = append(text, meta([]string{"T", "", "U"}[random.IntN(3)])...)
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		grow(t, name, user(fmt.Sprint(random.Uint64())))
		then := time.Unix(int64(step), 0) // the clock of a file system may be too coarse to tell two steps apart
		if err := errors.Join(os.Chtimes(name, then, then), os.Chtimes(dir, then, then)); err != nil {
			t.Fatal(err)
		}
		for range random.IntN(3) {
			pageText(t, store, "T")
		}
		var group sync.WaitGroup
		for _, thread := range []string{"T", "U", "T"} {
			group.Go(func() {
				shown, _, err := store.Items(thread)
				if err != nil {
					t.Error(err)
					return
				}
				want := jsvalue.Append(nil, sessionraw.Items(everything(t, store), thread).Value())
				if got := jsvalue.Append(nil, shown.Value()); string(got) != string(want) {
					t.Errorf("remembered %s\nread %s", got, want)
				}
			})
		}
		group.Wait()
	}
}
