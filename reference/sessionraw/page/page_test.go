package page_test

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	root   = "session_raw/100_a.jsonl"
	header = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n"
)

func user(content string) string { return `{"role":"user","content":"` + content + `"}` + "\n" }

func get(t *testing.T, files map[string]string, cursor string, limit int) page.Page {
	t.Helper()
	p, err := page.Get(files, "T", cursor, limit)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func contents(items []*view.Item) string {
	var words []string
	for _, item := range items {
		words = append(words, item.Content)
	}
	return strings.Join(words, " ")
}

// walk follows the cursors; between runs between two pages.
func walk(t *testing.T, files map[string]string, limit int, between func()) []page.Page {
	t.Helper()
	pages := []page.Page{get(t, files, "", limit)}
	for pages[len(pages)-1].HasMore {
		between()
		pages = append(pages, get(t, files, pages[len(pages)-1].Next.String(), limit))
	}
	return pages
}

// TestWalkOverGluedRecords: records on one line are as many items (SR-PAGE-04).
func TestWalkOverGluedRecords(t *testing.T) {
	glued := strings.ReplaceAll(user("0")+user("1")+user("2"), "\n", "")
	files := map[string]string{root: header + glued + "\n" + user("3")}
	var got []string
	for _, p := range walk(t, files, 1, func() {}) {
		got = append(got, contents(p.Items))
	}
	if strings.Join(got, " ") != "3 2 1 0" {
		t.Errorf("%q", got)
	}
}

// TestWalk: probe 59, five items by two (SR-PAGE-01).
func TestWalk(t *testing.T) {
	files := map[string]string{root: header + user("0") + user("1") + user("2") + user("3") + user("4")}
	var got []string
	for _, p := range walk(t, files, 2, func() {}) {
		got = append(got, fmt.Sprint(contents(p.Items), " ", p.Total, p.HasMore, p.Value().Has("nextCursor")))
	}
	if want := "4 3 5 true true, 2 1 5 true true, 0 5 false false"; strings.Join(got, ", ") != want {
		t.Errorf("pages %s, want %s", strings.Join(got, ", "), want)
	}
}

// TestGrowth: probe 60, an item comes between two pages (SR-PAGE-04).
func TestGrowth(t *testing.T) {
	files := map[string]string{root: header + user("0") + user("1") + user("2")}
	first := get(t, files, "", 2)
	files[root] += user("3")
	if second := get(t, files, first.Next.String(), 2); contents(second.Items) != "0" || second.HasMore {
		t.Errorf("second page %s", contents(second.Items))
	}
	if again := get(t, files, "", 2); contents(again.Items) != "3 2" {
		t.Errorf("a new first page %s", contents(again.Items))
	}
}

// TestLimit: probe 61 (SR-PAGE-01).
func TestLimit(t *testing.T) {
	files := map[string]string{root: header + strings.Repeat(user("x"), 600)}
	for limit, want := range map[int]int{-1: 1, 0: 1, 1: 1, page.DefaultLimit: 50, 500: 500, 501: 500, 9999: 500} {
		if got := len(get(t, files, "", limit).Items); got != want {
			t.Errorf("limit %d gives %d items, want %d", limit, got, want)
		}
	}
}

// TestCursor: probes 62 and 63, superseded: what is no cursor is an error (SR-PAGE-02, SR-PAGE-03).
func TestCursor(t *testing.T) {
	files := map[string]string{root: header + user("0") + user("1"), "session_raw/200_b.jsonl": strings.Replace(header, `"T"`, `"U"`, 1) + user("0") + user("1")}
	next := get(t, files, "", 1).Next.String()
	foreign, err := page.Get(files, "U", "", 1)
	if err != nil {
		t.Fatal(err)
	}
	number := func(n uint64) string { return string(binary.AppendUvarint(nil, n)) }
	text := func(text string) string { return number(uint64(len(text))) + text }
	of := func(version, before string, line, length uint64, rest string) string { // of one root
		return base64.RawURLEncoding.EncodeToString([]byte(version + text(before) + number(line) + "\x00" + "\x01" + text(root) + number(length) + rest))
	}
	const nothing = "\x00\x00" // no sub-agents, no findings
	for _, c := range []struct {
		cursor string
		valid  bool
	}{
		{"", true},
		{" \u00a0\n", true},
		{"  " + next + "\n", true},
		{"abc", false},
		{"-1", false},
		{"3", false},
		{"18446744073709551615", false},
		{next[:len(next)-1], false},
		{foreign.Next.String(), false},
		{of("sr2", root, 2, 1000, nothing), true},
		{of("sr2", root, 2, math.MaxInt, nothing), true},
		{of("sr2", root, 2, math.MaxInt+1, nothing), false},
		{of("sr2", root, 99, 1000, nothing), false}, // no such line
		{of("sr2", root, 2, 0, nothing), false},
		{of("sr1", root, 2, 1000, nothing), false},
		{of("sr2", "", 2, 1000, nothing), false},
		{of("sr2", root, 2, 1000, nothing+"x"), false},
		{of("sr2", root, 2, 1000, ""), false},
		{of("sr2", root, 2, 1000, "\x01mark\x00"), false},
		{of("sr2", root, 2, 1000, "\x01the mark\x00"), true},
		{of("sr2", root, 2, 1000, "\x00"+number(math.MaxInt)), false},
		{of("sr2", root, 2, 1000, "\x00\x01\x03"+text("x.jsonl")), true},
		{of("sr2", root, 2, 1000, "\x00\x01\x04"+text("x.jsonl")), false}, // no such finding
		{of("sr2", root, 2, 1000, "\x00\x01\x03\xffx.jsonl"), false},
		{base64.RawURLEncoding.EncodeToString([]byte("sr2" + text(root) + "\x02\x00\x00" + nothing)), false}, // no roots
	} {
		if _, err := page.Get(files, "T", c.cursor, 1); (err == nil) != c.valid || err != nil && !errors.Is(err, page.ErrInvalidCursor) {
			t.Errorf("cursor %q: error %v", c.cursor, err)
		}
	}
	if _, err := page.Get(files, "V", next, 1); !errors.Is(err, page.ErrInvalidCursor) {
		t.Errorf("a cursor for a thread that is not there: %v", err)
	}
	delete(files, root)
	if _, err := page.Get(files, "T", next, 1); !errors.Is(err, page.ErrInvalidCursor) {
		t.Errorf("a cursor for a file that is gone: %v", err)
	}
}

// TestOpenTurn: a page that begins inside a turn names it (SR-PAGE-05).
func TestOpenTurn(t *testing.T) {
	turn := func(id string) string {
		return `{"role":"user","content":"q","request_id":"` + id + `"}` + "\n" + `{"role":"assistant","content":"a","request_id":"` + id + `"}` + "\n"
	}
	files := map[string]string{root: header + turn("1") + turn("2")}
	var got []string
	for _, p := range walk(t, files, 2, func() {}) {
		got = append(got, p.Value().Get("openTurn").Text())
	}
	if want := "2 1 "; strings.Join(got, " ") != want {
		t.Errorf("open turns %q, want %q", strings.Join(got, " "), want)
	}
}

// TestVectors: what the shipped program answers to a first page, cursors by presence (SR-PAGE-01).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.Vectors("page")
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	for _, vector := range vectors {
		if len(vector.Deviates) > 0 {
			continue
		}
		plain++
		files := map[string]string{}
		for name, text := range vector.Input.Get("files").Members() {
			files["session_raw/"+name+".jsonl"] = text.Text()
		}
		limit := page.DefaultLimit
		if v, ok := vector.Input.Get("limit").SafeInteger(); ok {
			limit = int(v)
		}
		p, err := page.Get(files, vector.Input.Get("thread").Text(), vector.Input.Get("cursor").Text(), limit)
		if err != nil {
			t.Errorf("vector %d: %v", vector.Index, err)
			continue
		}
		got := p.Value().Without("diagnostics", "complete", "openTurn")
		if got.Has("nextCursor") == vector.Output.Has("nextCursor") {
			got = got.With(jsvalue.Member{Key: "nextCursor", Value: vector.Output.Get("nextCursor")})
		}
		if !jsvalue.Equal(got, vector.Output) {
			t.Errorf("vector %d:\n%s\nwant:\n%s", vector.Index, jsvalue.Append(nil, got), jsvalue.Append(nil, vector.Output))
		}
	}
	if plain != 25 {
		t.Errorf("%d plain vectors", plain)
	}
}

// TestGrowingFiles: while rows, results, records, sub-agents and roots come between any two pages, each item of the first
// moment is given once and in order (SR-PAGE-04).
func TestGrowingFiles(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		files := map[string]string{root: header}
		for range 20 {
			grow(rng, files)
		}
		before := view.Project(files, "T").Items
		var given []view.Origin
		for _, p := range walk(t, files, 1+rng.IntN(4), func() { grow(rng, files) }) {
			for _, item := range p.Items {
				given = append(given, item.Origin)
			}
		}
		slices.Reverse(given)
		at := 0
		for _, item := range before {
			i := slices.Index(given[at:], item.Origin)
			if i < 0 {
				t.Fatalf("seed %d: %v is not given, or not in its place", seed, item.Origin)
			}
			at += i + 1
		}
		slices.SortFunc(given, func(a, b view.Origin) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		if len(slices.Compact(given)) != len(given) {
			t.Fatalf("seed %d: an item is given twice", seed)
		}
	}
}

// TestNewRoot: a root that comes between two pages would move sub-agents over the cursor (SR-PAGE-04).
func TestNewRoot(t *testing.T) {
	const call = `"tool_calls":[{"id":"c","name":"delegate_coder","arguments":""}],"ts":"1970-01-01T00:06:40Z"`
	row := func(content, request, more string) string {
		return `{"role":"assistant","content":"` + content + `","request_id":"` + request + `",` + more + "}\n"
	}
	child := func(agent string) string { return strings.Replace(header, `"agent":"a"`, `"agent":"`+agent+`"`, 1) }
	files := map[string]string{
		root:                             header + row("0", "1", `"ts":"1970-01-01T00:01:40Z"`),
		"session_raw/100_a__300_p.jsonl": child("plan"), "session_raw/100_a__301_c.jsonl": child("coder"),
	}
	first := get(t, files, "", 1)
	files["session_raw/400_a.jsonl"] = strings.Replace(header, "2026-07-21", "2026-07-22", 1) + row("1", "2", call) + row("2", "2", `"ts":"1970-01-01T00:06:40Z"`)
	second := get(t, files, first.Next.String(), 1)
	if first.Items[0].Subagent == nil || first.Items[0].Subagent.ID != "301_c" || second.Items[0].Subagent == nil || second.Items[0].Subagent.ID != "300_p" {
		t.Errorf("first %+v, second %+v", first.Items[0], second.Items[0])
	}
}

// TestNewSubagent: one that comes between two pages would take the call of another, and move it over the cursor; and the
// parent that comes would take one away (SR-PAGE-04).
func TestNewSubagent(t *testing.T) {
	call := func(id string) string {
		return `{"role":"assistant","content":"","tool_calls":[{"id":"` + id + `","name":"delegate_b","arguments":""}],"request_id":"r"}` + "\n"
	}
	child := strings.Replace(header, `"agent":"a"`, `"agent":"b"`, 1)
	files := map[string]string{
		root: header + call("c1") + call("c2"), "session_raw/100_a__300_b.jsonl": child, "session_raw/100_a__350_x__400_y.jsonl": strings.Replace(header, `"agent":"a"`, `"agent":"y"`, 1),
	}
	var given []string
	for cursor, more := "", true; more; {
		p := get(t, files, cursor, 1)
		if item := p.Items[0]; item.Subagent != nil {
			given = append(given, item.Subagent.ID)
		} else if item.Call != nil {
			given = append(given, item.Call.ID)
		}
		if cursor, more = p.Next.String(), p.HasMore; len(given) == 1 || len(given) == 3 {
			files["session_raw/100_a__350_x.jsonl"] = header
			files["session_raw/100_a__200_b.jsonl"] = child
		}
	}
	if got := strings.Join(given, " "); got != "350_x__400_y c2 300_b c1" {
		t.Errorf("%s", got)
	}
}

// TestParentComes: what a sub-agent descends from, or a generation before its first one, comes between two pages and moves
// nothing (SR-PAGE-04).
func TestParentComes(t *testing.T) {
	const calls = `{"role":"assistant","content":"go","tool_calls":[{"id":"c1","name":"spawn_x","arguments":""},{"id":"c2","name":"spawn_y","arguments":""}]}` + "\n"
	of := func(agent, task string) string {
		return strings.Replace(header, `"agent":"a"`, `"task_id":"`+task+`","agent":"`+agent+`"`, 1)
	}
	for there, comes := range map[string]string{
		"session_raw/100_a__5_p__9_x.jsonl":      "session_raw/100_a__5_p.jsonl",
		"session_raw/100_a__9_x.g1.jsonl":        "session_raw/100_a__9_x.jsonl",
		"session_raw/100_a__5_p__9_x.g2.jsonl":   "session_raw/100_a__5_p__9_x.g1.jsonl",
		"session_raw/100_a__5_p.g1__9_x.jsonl":   "session_raw/100_a__5_p.g1.jsonl",
		"session_raw/100_a__5_p__6_q__9_x.jsonl": "session_raw/100_a__5_p.jsonl",
	} {
		files := map[string]string{root: header + user("q") + calls + user("q2"), there: of("x", "run") + user("p")}
		var given []string
		for _, p := range walk(t, files, 1, func() { files[comes] = of("y", "other") + user("other") }) {
			for _, item := range p.Items {
				word := item.Content
				if item.Call != nil {
					word = item.Call.ID
				}
				if item.Subagent != nil {
					word = item.Subagent.ID + " of " + item.Subagent.AgentID + ": " + contents(item.Subagent.Items)
				}
				given = append(given, word)
			}
		}
		if got := strings.Join(given, ", "); got != "q2, c2, run of x: p, c1, go, q" {
			t.Errorf("%s comes before %s: %s", comes, there, got)
		}
	}
}

// TestNamesOfBytes: names of files need not be UTF-8, and those that differ are different (SR-PAGE-04).
func TestNamesOfBytes(t *testing.T) {
	files := map[string]string{
		"session_raw/1_\xff.jsonl": header + user("0") + user("1"), "session_raw/1_\xff__2_\xfe.jsonl": header + user("p"),
		"session_raw/1_\xfe.jsonl": header + user("2"), "session_raw/1_\xed\xa0\x80__9_x__5_b.jsonl": header,
	}
	var given []string
	for _, p := range walk(t, files, 1, func() { files["session_raw/1_\xed\xa0\x80__9_x.jsonl"] = header }) {
		given = append(given, fmt.Sprintf("%q", p.Items[0].Origin.File)+fmt.Sprint(len(p.Diagnostics)))
	}
	want := `"session_raw/1_\xed\xa0\x80__9_x__5_b.jsonl"2 "session_raw/1_\xff__2_\xfe.jsonl"2 "session_raw/1_\xff.jsonl"2 "session_raw/1_\xff.jsonl"2 "session_raw/1_\xfe.jsonl"2`
	if got := strings.Join(given, " "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFindingsHold: what was missing when the first page was made is said on each page, also if it comes meanwhile, and what
// comes without being shown costs nothing (SR-PAGE-04).
func TestFindingsHold(t *testing.T) {
	for _, c := range []struct {
		name, there, comes, text, want string
	}{
		{"a parent comes", "100_a__5_p__9_x", "100_a__5_p", header, "missing_sub_transcript session_raw/100_a__5_p.jsonl"},
		{"a header comes", "100_a__7_h", "100_a__7_h", header, "missing_header session_raw/100_a__7_h.jsonl"},
		{"one without a parent comes", "100_a__9_x", "100_a__5_p__9_x", header, ""},
		{"one without a header comes", "100_a__9_x", "100_a__5_p", "x\n", ""},
		{"one that was there is damaged", "100_a__9_x", "100_a__9_x", "x\n", "+missing_header session_raw/100_a__9_x.jsonl"},
		{"a root goes", "200_a", "200_a", "x\n", "+unreadable_transcript session_raw/200_a.jsonl"},
	} {
		files := map[string]string{root: header + user("0") + user("1") + user("2"), "session_raw/" + c.there + ".jsonl": header}
		if c.name == "a header comes" {
			files["session_raw/"+c.there+".jsonl"] = "x\n"
		}
		var got []string
		for i, p := range walk(t, files, 2, func() { files["session_raw/"+c.comes+".jsonl"] = c.text }) {
			said := ""
			for _, d := range p.Diagnostics {
				said += fmt.Sprintf("%s %s", d.Code(), d.File())
			}
			if want, later := strings.CutPrefix(c.want, "+"); said != want && (i > 0 || !later) || p.Complete != (said == "") {
				t.Errorf("%s: page %d says %q, complete %v", c.name, i, said, p.Complete)
			}
			got = append(got, contents(p.Items))
		}
		if !strings.HasSuffix(strings.Join(got, " "), "2 1 0") {
			t.Errorf("%s: pages %v", c.name, got)
		}
	}
}

// TestIDsHold: a sub-agent keeps its id when what it descends from comes between two pages, be it a file between, a root, or a
// file with another reading of its underscores (SR-PAGE-04, SR-SUB-04).
func TestIDsHold(t *testing.T) {
	for _, c := range []struct{ there, comes, id string }{
		{"100_a__5_p__9_x", "100_a__5_p", "5_p__9_x"},
		{"100_a__5_p__6_q__9_x", "100_a__5_p__6_q", "5_p__6_q__9_x"},
		{"300_r__9_x", "300_r", "300_r__9_x"},
		{"100_a___9_x", "100_a_", "_9_x"},
	} {
		turn := func(request string) string {
			return `{"role":"user","content":"q","request_id":"` + request + `","ts":"2026-07-21T09:00:00Z"}` + "\n"
		}
		files := map[string]string{root: header + turn("1") + turn("2"), "session_raw/" + c.there + ".jsonl": header}
		var ids []string
		for i, p := range walk(t, files, 2, func() { files["session_raw/"+c.comes+".jsonl"] = header }) {
			for _, item := range p.Items {
				if item.Subagent != nil {
					ids = append(ids, fmt.Sprint(i, item.Subagent.ID))
				}
			}
		}
		if got := strings.Join(ids, " "); got != "1"+c.id {
			t.Errorf("%s, then %s: %s, want 1%s", c.there, c.comes, got, c.id)
		}
	}
}

// TestOlderGeneration: the first generation of a root, coming between two pages, would move the others (SR-FILE-04,
// SR-PAGE-04).
func TestOlderGeneration(t *testing.T) {
	at := func(day string) string { return strings.Replace(header, "2026-07-21", "2026-07-"+day, 1) }
	files := map[string]string{
		"session_raw/1_a.g1.jsonl": at("22") + user("0") + user("1"), root: at("21") + user("2") + user("3"),
	}
	var given []string
	for _, p := range walk(t, files, 1, func() { files["session_raw/1_a.jsonl"] = at("20") + user("new") }) {
		given = append(given, contents(p.Items))
	}
	if got := strings.Join(given, " "); got != "1 0 3 2" {
		t.Error(got)
	}
}

// grow adds something to the files, later than all that is there.
func grow(rng *rand.Rand, files map[string]string) {
	now := len(files)*100 + rng.IntN(3)*50 + len(files[root])/80
	stamp := fmt.Sprintf(`"ts":"1970-01-01T%02d:%02d:%02dZ"`, now/3600%24, now/60%60, now%60)
	request := fmt.Sprintf(`"request_id":"r%d"`, len(files[root])/400)
	lines := []string{
		`{"role":"user","content":"u",` + request + `}`,
		`{"role":"assistant","content":"a",` + request + `,` + stamp + `,"tool_calls":[{"id":"c","name":"spawn_x","arguments":""},{"id":"d","name":"run","arguments":""}]}`,
		`{"role":"tool","content":"x","id":"c",` + request + `}`,
		`{"role":"tool","content":"x",` + request + `}`,
		`{"kind":"compaction","replacement":[{"role":"user","content":"s"},{"role":"user","content":"u` + fmt.Sprint(now) + `"},{"role":"assistant","content":"v"}]}`,
		`{"role":"assistant","con`,
	}
	switch n := rng.IntN(10); n {
	case 8:
		files[fmt.Sprintf("session_raw/100_a__%06d_b.jsonl", now)] = header + user("task")
	case 9:
		name := fmt.Sprintf("session_raw/%06d_a.jsonl", 1000+now)
		if files[name] == "" {
			files[name] = strings.Replace(header, "2026-07-21", "2026-07-22", 1)
		}
		files[name] += `{"role":"user","content":"new","request_id":"` + name + `"}` + "\n"
	default:
		files[root] += lines[n%len(lines)] + "\n"
	}
}
