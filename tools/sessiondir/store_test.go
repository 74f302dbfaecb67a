package sessiondir_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// meta is a header; thread "" names none.
func meta(thread string) string {
	if thread != "" {
		thread = `,"thread_id":"` + thread + `"`
	}
	return `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0` + thread + `}}` + "\n"
}

func user(content string) string { return `{"role":"user","content":"` + content + `"}` + "\n" }

// write makes a directory with the files.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t testing.TB, paths ...string) *sessiondir.Store {
	t.Helper()
	store, err := sessiondir.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// everything reads all files of the store.
func everything(t *testing.T, store *sessiondir.Store) map[string]string {
	t.Helper()
	files, skipped, err := store.List()
	if err != nil || len(skipped) > 0 {
		t.Fatal(err, skipped)
	}
	texts, skipped := store.Read(files...)
	if len(skipped) > 0 {
		t.Fatal(skipped)
	}
	return texts
}

// TestNames: names are relative to one directory, else they begin with the path that was given.
func TestNames(t *testing.T) {
	files := map[string]string{
		"1_a.jsonl": "a", "notes.md": "", ".jsonl": "", "session_raw/2_b.jsonl": "b", "session_raw-p/3_c.jsonl": "c",
		"session_raw-/4_d.jsonl": "", "other/5_e.jsonl": "", "session_raw/old/6_f.jsonl": "",
	}
	dir := write(t, files)
	slash := filepath.ToSlash(dir)
	for _, c := range []struct {
		paths []string
		want  map[string]string
	}{
		{[]string{dir}, map[string]string{"1_a.jsonl": "a", "session_raw/2_b.jsonl": "b", "session_raw-p/3_c.jsonl": "c"}},
		{[]string{filepath.Join(dir, "session_raw")}, map[string]string{"2_b.jsonl": "b"}},
		{[]string{filepath.Join(dir, "1_a.jsonl")}, map[string]string{slash + "/1_a.jsonl": "a"}},
		{
			[]string{filepath.Join(dir, "session_raw"), filepath.Join(dir, "session_raw", "2_b.jsonl"), filepath.Join(dir, "session_raw-p")},
			map[string]string{slash + "/session_raw/2_b.jsonl": "b", slash + "/session_raw-p/3_c.jsonl": "c"},
		},
	} {
		if diff := cmp.Diff(c.want, everything(t, open(t, c.paths...))); diff != "" {
			t.Errorf("%v:\n%s", c.paths, diff)
		}
	}
}

// TestTwice: what is named twice is listed once.
func TestTwice(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T")})
	files, _, err := open(t, dir, dir, filepath.Join(dir, "1_a.jsonl")).List()
	if err != nil || len(files) != 1 {
		t.Errorf("%v, error %v", files, err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := sessiondir.Open(); err == nil {
		t.Error("a store of nothing was opened")
	}
	if _, _, err := open(t, filepath.Join(t.TempDir(), "none")).Items("T"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory gives %v", err)
	}
	if _, _, err := open(t, t.TempDir()).Page("T", "?", 1); !errors.Is(err, page.ErrInvalidCursor) {
		t.Errorf("a wrong cursor gives %v", err)
	}
}

// TestTooLong: of a length that memory cannot hold the thread is found by the beginning and the end, and it is said that
// nothing is shown; where both name no thread it may be any (SR-FILE-06).
func TestTooLong(t *testing.T) {
	for name, c := range map[string]struct{ text, end string }{
		"header": {meta("T"), ""}, "end": {meta(""), "\n" + meta("T")}, "neither": {meta(""), ""},
	} {
		dir := write(t, map[string]string{"1_a.jsonl": c.text})
		path := filepath.Join(dir, "1_a.jsonl")
		if err := os.Truncate(path, 1<<40); err != nil {
			t.Skip("no sparse files:", err)
		}
		grow(t, path, c.end)
		store := open(t, dir)
		shown, skipped, err := store.Items("T")
		if err != nil || shown.HasTranscript != (name != "neither") || len(skipped) != 1 || !errors.Is(skipped[0], sessiondir.ErrTooLarge) {
			t.Errorf("%s: shown %v, skipped %v, error %v", name, shown.HasTranscript, skipped, err)
		}
		if got := said(shown.Diagnostics); got != string(diagnostic.UnreadableTranscript)+" 1_a.jsonl" || shown.Complete {
			t.Errorf("%s: %s, complete %v", name, got, shown.Complete)
		}
		if n := store.BytesRead(); n > 2*layout.TailBytes {
			t.Errorf("%s: %d bytes read", name, n)
		}
	}
}

func said(list []diagnostic.Diagnostic) string {
	var words []string
	for _, d := range list {
		words = append(words, fmt.Sprintf("%s %s", d.Code(), d.File()))
	}
	return strings.Join(words, ", ")
}

// TestUnreadableRoot: a directory with the name of a root may be any thread that has no root, and is a part of one whose chain
// it continues; so is that of a sub-agent of the thread whose file it names (SR-FILE-06).
func TestUnreadableRoot(t *testing.T) {
	store := open(t, write(t, map[string]string{
		"1_a.jsonl": meta("T") + user("x"), "1_a.g1.jsonl/x": "", "2_b.jsonl": meta("U"), "2_b__3_c.jsonl/x": "", "4_d.jsonl": meta("W"), "9_x__5_e.jsonl/x": "",
	}))
	for thread, want := range map[string]string{
		"T": "unreadable_transcript 1_a.g1.jsonl", "U": "missing_sub_transcript 2_b__3_c.jsonl", "V": "unreadable_transcript 1_a.g1.jsonl", "W": "", "": "",
	} {
		shown, skipped, err := store.Items(thread)
		if err != nil || len(skipped) != 3 || shown.HasTranscript != (thread != "V" && thread != "") {
			t.Errorf("%s: shown %v, skipped %v, error %v", thread, shown.HasTranscript, skipped, err)
		}
		if got := said(shown.Diagnostics); got != want || shown.Complete != (want == "") {
			t.Errorf("%s: %s, complete %v", thread, got, shown.Complete)
		}
		p, _, err := store.Page(thread, "", 1)
		if got := said(p.Diagnostics); err != nil || got != want || p.Complete != shown.Complete {
			t.Errorf("%s: the page says %s, complete %v, error %v", thread, got, p.Complete, err)
		}
	}
	all, err := store.All()
	if err != nil || len(all.Threads) != 3 || len(all.Skipped) != 3 {
		t.Fatal(all, err)
	}
	for i, want := range []int{1, 1, 0} {
		if found := all.Threads[i]; len(found.Thread.Findings) != want || len(found.Files) != 1 {
			t.Errorf("%s: findings %v, files %v", found.Thread.ID, found.Thread.Findings, found.Files)
		}
	}
}

// TestGrowth: what is written after the listing is not read.
func TestGrowth(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("x")})
	store := open(t, dir)
	files, _, err := store.List()
	if err != nil {
		t.Fatal(err)
	}
	grow(t, filepath.Join(dir, "1_a.jsonl"), user("y"))
	if texts, _ := store.Read(files...); texts["1_a.jsonl"] != meta("T")+user("x") {
		t.Errorf("read %q", texts["1_a.jsonl"])
	}
	shown, _, err := store.Items("T")
	if err != nil || len(shown.Items) != 2 {
		t.Errorf("%d items, error %v", len(shown.Items), err)
	}
	if err := os.Remove(filepath.Join(dir, "1_a.jsonl")); err != nil {
		t.Fatal(err)
	}
	if _, skipped := store.Read(files...); len(skipped) != 1 || !errors.Is(skipped[0], fs.ErrNotExist) {
		t.Errorf("skipped %v", skipped)
	}
}

func grow(t testing.TB, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestSameAsWhole: a lookup from heads and tails finds what one in the whole texts finds, and so do view and pages
// (SR-FILE-03).
func TestSameAsWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		files := map[string]string{}
		for i := range 1 + random.IntN(6) {
			name := fmt.Sprintf("%d_a.jsonl", i)
			if random.IntN(3) == 0 {
				name = fmt.Sprintf("%d_a__%d_b.jsonl", random.IntN(3), i)
			}
			files[name] = anyFile(random)
		}
		store := open(t, write(t, files))
		found, err := store.Find("T")
		if err != nil || len(found.Skipped) > 0 {
			t.Fatal(err, found.Skipped)
		}
		want := layout.Find(files, "T")
		if diff := cmp.Diff(want.Files(), found.Thread.Files()); diff != "" {
			t.Errorf("other files than in %q:\n%s", files, diff)
		}
		for cursor, more := "", true; more; {
			want, err := sessionraw.Page(files, "T", cursor, 2)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := store.Page("T", cursor, 2)
			if err != nil {
				t.Fatal(err)
			}
			if want, got := jsvalue.Append(nil, want.Value()), jsvalue.Append(nil, got.Value()); string(want) != string(got) {
				t.Fatalf("the page is %s\nof whole texts %s", got, want)
			}
			cursor, more = want.Next.String(), want.HasMore
		}
	}
}

// anyFile is a file with or without header, whose thread stands first, late, or too far from the end.
func anyFile(random *rand.Rand) string {
	text := strings.Repeat("\n", random.IntN(2)*random.IntN(3000))
	pieces := []string{
		meta("T"), meta("U"), meta(""), user("x"), user(strings.Repeat("long ", 20_000)), "{\n",
		strings.Replace(meta("T"), `"agent":"a"`, `"agent":"`+strings.Repeat("a", 5000)+`"`, 1),
	}
	for range random.IntN(6) {
		text += pieces[random.IntN(len(pieces))]
	}
	return strings.TrimSuffix(text, strings.Repeat("\n", random.IntN(2)))
}

// TestBytesRead: of many files a lookup reads the heads, and of one that names no thread there the end (SR-FILE-03).
func TestBytesRead(t *testing.T) {
	files := map[string]string{"999_a.jsonl": meta("") + strings.Repeat(user("x"), 10_000) + meta("T999")}
	for i := range 99 {
		files[fmt.Sprintf("%d_a.jsonl", i)] = meta(fmt.Sprint("T", i)) + strings.Repeat(user("x"), 1000)
	}
	found, err := open(t, write(t, files)).Find("T50")
	if err != nil || len(found.Files) != 1 || found.Files[0].Name != "50_a.jsonl" {
		t.Fatal(found, err)
	}
	if want := int64(100*1024 + layout.TailBytes); found.BytesRead != want {
		t.Errorf("%d bytes read, want %d", found.BytesRead, want)
	}
}

// TestReadsWhatGrew: of a file that names no thread a lookup reads again what came to it, and all if it is not what it was
// (SR-FILE-03, SR-CACHE-01).
func TestReadsWhatGrew(t *testing.T) {
	body := strings.Repeat(user("x"), 100_000)
	dir := write(t, map[string]string{"1_a.jsonl": meta("") + body})
	path, store := filepath.Join(dir, "1_a.jsonl"), open(t, dir)
	half := meta("T")[:50]
	for i, step := range []struct {
		do    func()
		most  int64
		found int
	}{
		{func() {}, 4 << 20, 0},
		{func() {}, 0, 0},
		{func() { grow(t, path, user("y")) }, 16 << 10, 0},
		{func() { grow(t, path, half) }, 16 << 10, 0},
		{func() { grow(t, path, meta("T")[50:]) }, 16 << 10, 1},
		{func() {
			if err := os.WriteFile(path, []byte(meta("")+meta("T")+strings.Repeat(user("z"), 110_000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 4 << 20, 1},
		{func() {
			if err := os.WriteFile(path, []byte(meta("")+body), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 4 << 20, 0},
		{func() { // the same length
			if err := os.WriteFile(path, []byte(meta("")+meta("T")+body[len(meta("T")):]), 0o600); err != nil {
				t.Fatal(err)
			}
		}, 4 << 20, 1},
	} {
		step.do()
		found, err := store.Find("T")
		if err != nil || len(found.Files) != step.found || found.BytesRead > step.most {
			t.Errorf("step %d: %d files, %d bytes read, error %v", i, len(found.Files), found.BytesRead, err)
		}
	}
}

// TestFileOfZeros: of a file without an end to its first line a lookup reads two MiB (SR-FILE-03).
func TestFileOfZeros(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T")})
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "9_hole.jsonl"), nil, 0o600), os.Truncate(filepath.Join(dir, "9_hole.jsonl"), 1<<30)); err != nil {
		t.Fatal(err)
	}
	found, err := open(t, dir).Find("T")
	if err != nil || len(found.Files) != 1 || found.BytesRead > 2*layout.HeaderBytes+int64(len(meta("T"))) {
		t.Errorf("%d files, %d bytes read, error %v", len(found.Files), found.BytesRead, err)
	}
}

func TestThreads(t *testing.T) {
	ids, _, err := open(t, write(t, map[string]string{
		"2_a.jsonl": meta("U"), "1_a.jsonl": meta("T"), "3_a.jsonl": meta("T"), "3_a__4_b.jsonl": meta("V"), "5_x.jsonl": "x",
	})).Threads()
	if diff := cmp.Diff([]string{"T", "U"}, ids); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestPagesOfGrowingFiles: the pages behind a first page show the files as they were then (SR-PAGE-04).
func TestPagesOfGrowingFiles(t *testing.T) {
	dir := write(t, map[string]string{"1_a.jsonl": meta("T") + user("0") + user("1") + user("2") + user("3")})
	store := open(t, dir)
	var got []string
	for cursor := ""; ; {
		p, _, err := store.Page("T", cursor, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range p.Items {
			got = append(got, item.Content)
		}
		if cursor = p.Next.String(); cursor == "" {
			break
		}
		grow(t, filepath.Join(dir, "1_a.jsonl"), user("new"))
	}
	if want := "3 2 1 0"; strings.Join(got, " ") != want {
		t.Errorf("pages %v, want %s", got, want)
	}
}
