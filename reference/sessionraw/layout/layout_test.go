package layout_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
)

// meta is a header; thread "" names none.
func meta(thread, created string) string {
	if thread != "" {
		thread = `,"thread_id":"` + thread + `"`
	}
	return `{"_meta":{"agent":"a","dispatcher":"native","created":"` + created + `","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0` + thread + `}}` + "\n"
}

const early, late = "2026-07-21T10:00:00Z", "2026-07-21T10:00:00+01:00" // late is the earlier instant

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string // roots, then the tree
		codes []string
	}{
		{"probe 2, no file", nil, "", nil},
		{"SR-FILE-01 other files", map[string]string{"100_a.json": meta("T", early), ".jsonl": meta("T", early)}, "", nil},
		{"probe 4, SR-FILE-03 no header", map[string]string{"100_a.jsonl": "{}\n" + meta("T", early)}, "", nil},
		{"SR-FILE-03 another thread", map[string]string{"100_a.jsonl": meta("t", early)}, "", nil},
		{"probe 69, SR-FILE-03 the last header names none", map[string]string{"100_a.jsonl": meta("T", early) + meta("", early)}, "100_a", nil},
		{"SR-FILE-03 the first header names none", map[string]string{"100_a.jsonl": meta("", early) + meta("U", early) + meta("T", early)}, "100_a", nil},
		{"SR-FILE-03 a later header names another", map[string]string{"100_a.jsonl": meta("T", early) + meta("U", early)}, "100_a", nil},
		{
			"SR-FILE-03 beyond the last 64 KiB",
			map[string]string{"100_a.jsonl": meta("", early) + meta("T", early) + strings.Repeat("x", 70<<10)},
			"100_a", nil,
		},
		{"SR-FILE-04 by time", map[string]string{"100_a.jsonl": meta("T", early), "200_a.jsonl": meta("T", late)}, "200_a 100_a", nil},
		{"SR-FILE-04 by the seconds of the stem", map[string]string{"999_a.jsonl": meta("T", "?"), "1000_a.jsonl": meta("T", "?")}, "999_a 1000_a", nil},
		{"SR-FILE-04 a name without time", map[string]string{"999_a.jsonl": meta("T", "?"), "orch_0.jsonl": meta("T", "?")}, "orch_0 999_a", nil},
		{"SR-FILE-04 by name", map[string]string{"1_b.jsonl": meta("T", early), "1_a.jsonl": meta("T", early)}, "1_a 1_b", nil},
		{"SR-FILE-02 generations", map[string]string{
			"1_a.jsonl": meta("T", early), "1_a.g10.jsonl": meta("T", early), "1_a.g2.jsonl": meta("T", early),
			"1_a__2_c.jsonl": meta("", early), "1_a__2_c.g1.jsonl": meta("", early), "1_a.g2__3_d.jsonl": meta("", early),
		}, "1_a 1_a.g2 1_a.g10 (1_a.g2__3_d) (1_a__2_c 1_a__2_c.g1)", nil},
		{"probe 51, SR-FILE-05", map[string]string{"100_a.jsonl": meta("T", early), "100_a__150_coder.jsonl": meta("", early)}, "100_a (100_a__150_coder)", nil},
		{"probe 52, SR-FILE-05 not a prefix of a name", map[string]string{"100_a.jsonl": meta("T", early), "100_ab__1_x.jsonl": meta("", early)}, "100_a", nil},
		{"probe 53, SR-FILE-05 a grandchild", map[string]string{
			"1_a.jsonl": meta("T", early), "1_a__2_b.jsonl": meta("", early), "1_a__2_b__3_c.jsonl": meta("", early),
		}, "1_a (1_a__2_b (1_a__2_b__3_c))", nil},
		{"probe 53, SR-FILE-05 a missing parent", map[string]string{
			"1_a.jsonl": meta("T", early), "1_a__2_b__3_c.jsonl": meta("", early), "1_a__2_b__3_d.jsonl": meta("", early),
		}, "1_a (1_a__2_b__3_c) (1_a__2_b__3_d)", []string{"missing_sub_transcript 1_a__2_b.jsonl"}},
		{"probe 54, SR-FILE-05 an unreadable child", map[string]string{
			"1_a.jsonl": meta("T", early), "1_a__2_b.jsonl": "x", "1_a__3_c.jsonl": meta("", early),
		}, "1_a (1_a__3_c)", []string{"missing_header 1_a__2_b.jsonl"}},
		{"SR-FILE-05 three underscores", map[string]string{
			"1_a.jsonl": meta("T", early), "1_a___5_z.jsonl": meta("", early), "1_a___5_z___6_y.jsonl": meta("", early), "1_a__2_b____3_c.jsonl": meta("", early),
		}, "1_a (1_a___5_z (1_a___5_z___6_y)) (1_a__2_b____3_c)", []string{"missing_sub_transcript 1_a__2_b__.jsonl"}},
		{"SR-FILE-05 a child that only its header places", map[string]string{
			"1_a.jsonl": meta("T", early), "p/9_x__2_b.jsonl": meta("T", early), "p/9_x__3_c.jsonl": meta("U", early),
		}, "1_a (9_x__2_b)", []string{"missing_sub_transcript p/9_x.jsonl"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			thread := layout.Find(c.files, " T ")
			var words []string
			for _, root := range thread.Roots {
				words = append(words, root.Stem)
			}
			if got := strings.Join(append(words, tree(thread.Children)...), " "); got != c.want {
				t.Errorf("found %s\nwant  %s", got, c.want)
			}
			var codes []string
			for _, d := range thread.Diagnostics() {
				codes = append(codes, fmt.Sprintf("%s %s", d.Code(), d.File()))
			}
			if strings.Join(codes, "\n") != strings.Join(c.codes, "\n") {
				t.Errorf("diagnostics %q, want %q", codes, c.codes)
			}
		})
	}
}

func tree(children []*layout.Child) (words []string) {
	for _, child := range children {
		var inner []string
		for _, file := range child.Files {
			inner = append(inner, file.Stem)
		}
		inner = append(inner, tree(child.Children)...)
		words = append(words, "("+strings.Join(inner, " ")+")")
	}
	return words
}

// TestHostileNames: a name with thousands of ancestors costs little more than itself (SR-FILE-05).
func TestHostileNames(t *testing.T) {
	for _, c := range []struct {
		chain string
		codes int
	}{
		{"1_a" + strings.Repeat("__1", 5000), 3},
		{"1_a" + strings.Repeat("_", 16_000) + "2_b", 0},
		{"1_a" + strings.Repeat("__1.g1", 2500), 3},
		{"x" + strings.Repeat("__1", 5000), 3}, // no root is above it
	} {
		files := map[string]string{"s/1_a.jsonl": meta("T", early), "s/" + c.chain + ".jsonl": meta("T", early)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		thread := layout.Find(files, "T")
		runtime.ReadMemStats(&after)
		if len(thread.Children) != 1 || len(thread.Findings) != c.codes {
			t.Errorf("%.20s: %d sub-agents, %d diagnostics", c.chain, len(thread.Children), len(thread.Findings))
		}
		if used := int(after.TotalAlloc - before.TotalAlloc); used > 200*len(c.chain) {
			t.Errorf("%.20s: a name of %d bytes took %d", c.chain, len(c.chain), used)
		}
	}
}

// TestMissing: of the ancestors that are not there the nearest three are told of, whatever stands above them (SR-FILE-05).
func TestMissing(t *testing.T) {
	thread := layout.Find(map[string]string{"1_a.jsonl": meta("T", early), "1_a__2_b.jsonl": meta("", early), "1_a__2_b__3__4__5__6__7.jsonl": meta("", early)}, "T")
	if got := strings.Join(tree(thread.Children), " "); got != "(1_a__2_b (1_a__2_b__3__4__5__6__7))" {
		t.Errorf("found %s", got)
	}
	var told []string
	for _, d := range thread.Diagnostics() {
		told = append(told, d.File())
	}
	if got := strings.Join(told, " "); got != "1_a__2_b__3__4__5__6.jsonl 1_a__2_b__3__4__5.jsonl 1_a__2_b__3__4.jsonl" {
		t.Errorf("told of %s", got)
	}
}

// TestAdded: what a stem adds to that of its nearest ancestor, which may be a generation (SR-SUB-04).
func TestAdded(t *testing.T) {
	for file, want := range map[string]string{
		"1_a__2_b.jsonl": "2_b", "1_a__2_b__3_c.jsonl": "2_b__3_c", "1_a___2_b.jsonl": "_2_b", "1_a.g1__2_b.jsonl": "2_b", "9_z__2_b.jsonl": "9_z__2_b",
		"__2_b.jsonl": "__2_b", "1_a__2_b.g1.jsonl": "2_b",
	} {
		thread := layout.Find(map[string]string{"1_a.jsonl": meta("T", early), file: meta("T", early)}, "T")
		if len(thread.Children) != 1 || thread.Children[0].Added() != want {
			t.Errorf("%s: %d sub-agents, %q, want %q", file, len(thread.Children), thread.Children[0].Added(), want)
		}
	}
}

// TestBlank: a blank id names no thread (SR-FILE-03), not even that of files that name none.
func TestBlank(t *testing.T) {
	if thread := layout.Find(map[string]string{"1_a.jsonl": meta("", early)}, " \t"); len(thread.Roots) != 0 {
		t.Errorf("found %v", thread.Roots)
	}
}

// TestBytesRead: of a long file only the header is read, or the header and the end up to one that names a thread
// (SR-FILE-03).
func TestBytesRead(t *testing.T) {
	long := strings.Repeat(`{"role":"user","content":"x"}`+"\n", 100_000)
	named, unnamed := meta("T", early), meta("", early)
	row := long[:len(long)/100_000]
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"the first header names one":  {named + long, len(named)},
		"one near the end":            {unnamed + long + named + row, len(unnamed) + 64<<10},
		"one that an edge cuts":       {unnamed + long + named + strings.Repeat("x", 64<<10-10), len(unnamed) + 3*64<<10},
		"one behind 128 KiB":          {unnamed + long + named + strings.Repeat("x", 128<<10), len(unnamed) + 3*64<<10},
		"one in the middle of a line": {unnamed + long + strings.ReplaceAll(row+named, "\n", "") + strings.Repeat("x", 200<<10), len(unnamed) + 7*64<<10},
	} {
		thread := layout.Find(map[string]string{"1_a.jsonl": c.text}, "T")
		if len(thread.Roots) != 1 || thread.BytesRead != int64(c.want) {
			t.Errorf("%s: %d roots, %d bytes read, want %d", name, len(thread.Roots), thread.BytesRead, c.want)
		}
	}
	if thread := layout.Find(map[string]string{"1_a.jsonl": unnamed + long}, "T"); len(thread.Roots) != 0 || thread.BytesRead != int64(len(unnamed+long)) {
		t.Errorf("none: %d bytes read", thread.BytesRead)
	}
}

// TestLongLines: a line of more than a MiB is not looked at, be it a header (SR-FILE-03).
func TestLongLines(t *testing.T) {
	long := strings.Replace(meta("T", early), `"agent":"a"`, `"agent":"`+strings.Repeat("a", 3<<20)+`"`, 1)
	for text, want := range map[string]string{
		meta("", early) + long: "", meta("", early) + meta("U", early) + long: "U", meta("", early) + long + meta("U", early): "U", long: "",
	} {
		if got := layout.Identify(text).ThreadID; got != want {
			t.Errorf("%.300s: thread %q, want %q", text, got, want)
		}
	}
}

// TestUnreadable: a file of which only the name is known is one of the thread if it is of its chain or descends from it,
// and if the thread has no root it may be it (SR-FILE-06).
func TestUnreadable(t *testing.T) {
	for _, c := range []struct{ readable, unreadable, want string }{
		{"1_a", "1_a.g1", "unreadable_transcript 1_a.g1.jsonl"},
		{"1_a.g1", "1_a", "unreadable_transcript 1_a.jsonl"},
		{"1_a", "2_b", ""},
		{"1_a", "1_a__2_b", "missing_sub_transcript 1_a__2_b.jsonl"},
		{"1_a", "1_a.g1__2_b", "missing_sub_transcript 1_a.g1__2_b.jsonl"},
		{"1_a", "2_b__3_c", ""},
		{"1_a__2_b", "3_c", "unreadable_transcript 3_c.jsonl, missing_sub_transcript 1_a.jsonl"},
	} {
		identify := func(file string) layout.Identity {
			if file == c.unreadable+".jsonl" {
				return layout.Identity{Unreadable: true}
			}
			return layout.Identify(meta("T", early))
		}
		thread := layout.Search([]string{c.unreadable + ".jsonl", c.readable + ".jsonl"}, identify, "T")
		var got []string
		for _, d := range thread.Diagnostics() {
			got = append(got, fmt.Sprintf("%s %s", d.Code(), d.File()))
			if !d.AffectsCompleteness() {
				t.Errorf("%s does not affect completeness", d.Code())
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s beside %s: %v, want %s", c.unreadable, c.readable, got, c.want)
		}
	}
}

// TestAllIsLinear: of a family that is not its own a thread only looks at the files that name it.
func TestAllIsLinear(t *testing.T) {
	files := map[string]string{"9_main.jsonl": meta("main", early)}
	for i := range 200 {
		files[fmt.Sprintf("%d_root.jsonl", i)] = meta(fmt.Sprint("T", i), early)
		files[fmt.Sprintf("9_main__%d_worker.jsonl", 1000+i)] = meta(fmt.Sprint("T", i), early)
	}
	if looks, most := layout.Looks(files), 2*len(files); looks > most {
		t.Errorf("%d looks at %d files", looks, len(files))
	}
}

func TestSeconds(t *testing.T) {
	for suffix, want := range map[string]string{"150_coder": "150 true", "-5_x": "-5 true", "x_coder": "0 false", "150": "0 false"} {
		seconds, ok := layout.Seconds(suffix)
		if got := fmt.Sprint(seconds, ok); got != want {
			t.Errorf("Seconds(%q) = %s, want %s", suffix, got, want)
		}
	}
}
