package history_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// lineOf is a line of exactly n bytes, its line feed included, that says what it is.
func lineOf(name string, n int) string {
	line := fmt.Sprintf(`{"sessionId":"s","timestamp":"t","event":{"type":"text","text":"%s"}}`, name)
	return strings.TrimSuffix(line, `"}}`) + strings.Repeat(".", n-1-len(line)) + "\"}}\n"
}

func linesOf(count, n int) string {
	var text strings.Builder
	for i := range count {
		text.WriteString(lineOf(fmt.Sprint(i), n))
	}
	return text.String()
}

func names(events []event.Envelope) string {
	var list []string
	for _, envelope := range events {
		list = append(list, strings.TrimRight(envelope.Event.Get("text").Text(), "."))
	}
	return strings.Join(list, " ")
}

func told(list []diagnostic.Diagnostic) string {
	var codes []string
	for _, d := range list {
		at, _ := d.Offset()
		codes = append(codes, fmt.Sprint(d.Code(), "@", at))
	}
	return strings.Join(codes, " ")
}

func snapshotOf(t *testing.T, text string, options history.SnapshotOptions) history.Snapshot {
	t.Helper()
	options.Session = "s"
	s, err := history.ReadSnapshot(strings.NewReader(text), int64(len(text)), options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pageOf(t *testing.T, text string, before, n int64) history.Page {
	t.Helper()
	p, err := history.ReadPage(strings.NewReader(text), int64(len(text)), history.PageOptions{Session: "s", BeforeOffset: before, MaxBytes: n})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// held are the newest n events of a file, as a program holds them.
func held(text string, n int) []event.Envelope {
	events, _ := event.Read(text, "")
	return events[max(0, len(events)-n):]
}

// TestSnapshots: the worked examples and what stands around them (ES-HIST-02 to ES-HIST-07).
func TestSnapshots(t *testing.T) {
	four := linesOf(4, 1000)
	twice := lineOf("a", 100) + lineOf("b", 100) + lineOf("b", 100)
	for _, c := range []struct {
		name, text string
		options    history.SnapshotOptions
		want       string // events | transcriptTruncated windowTruncated found cursor | diagnostics
	}{
		{"whole", four, history.SnapshotOptions{}, "0 1 2 3|false false true 0|"},
		{"exact", four, history.SnapshotOptions{MaxBytes: 1024}, "3|true false true 3000|history_truncated@3000"},
		{"a line begins with the window", four, history.SnapshotOptions{MaxBytes: 2000}, "2 3|true false true 2000|history_truncated@2000"},
		{"a byte less", four, history.SnapshotOptions{MaxBytes: 1999}, "3|true false true 3000|history_truncated@3000"},
		{"held alone", four, history.SnapshotOptions{MaxBytes: 1024, Resident: held(four, 1)}, "3|true false true 3000|history_truncated@3000"},
		{"three held, one given", four, history.SnapshotOptions{MaxBytes: 1024, MaxEvents: 1, Resident: held(four, 3)}, "3|true true true 4000|history_truncated@4000"},
		{"held and read", four, history.SnapshotOptions{MaxBytes: 3000, MaxEvents: 2, Resident: held(four, 1)}, "2 3|true true true 2000|history_truncated@2000"},
		{"all held", four, history.SnapshotOptions{Resident: held(four, 4)}, "0 1 2 3|false false true 0|"},
		{"some of those that were held", four, history.SnapshotOptions{MaxEvents: 3, Resident: held(four, 4)}, "1 2 3|false true true 4000|history_truncated@4000"},
		{"held and not written yet", four, history.SnapshotOptions{MaxEvents: 2, Resident: held(four+lineOf("4", 90), 1)}, "3 4|false true true 3000|history_truncated@3000"},
		{"fewer events", four, history.SnapshotOptions{MaxEvents: 2}, "2 3|false true true 2000|history_truncated@2000"},
		{"no event", four, history.SnapshotOptions{MaxEvents: history.None}, "|false true true 4000|history_truncated@4000"},
		{"no byte", four, history.SnapshotOptions{MaxBytes: history.None}, "|true false true 4000|history_truncated@4000"},
		{"no line begins in it", four, history.SnapshotOptions{MaxBytes: 500}, "|true false true 4000|history_truncated@4000"},
		{"two that are equal", twice, history.SnapshotOptions{MaxEvents: 1}, "b|false true true 200|history_truncated@200"},
		{"held twice", twice, history.SnapshotOptions{Resident: held(twice, 2)}, "a b b|false false true 0|"},
		{"held once", twice, history.SnapshotOptions{Resident: held(twice, 1)}, "a b b|false false true 0|"},
		{"larger than asked for", lineOf("a", 100), history.SnapshotOptions{MaxBytes: 1, Resident: held(lineOf("a", 100), 1)}, "|true true true 100|history_truncated@100"},
		{"82 lines", linesOf(82, 25_000), history.SnapshotOptions{MaxEvents: 1}, "81|true true true 2025000|history_truncated@2025000"},
		{"empty", "", history.SnapshotOptions{}, "|false false false 0|"},
		{"nobody's", "{}\n" + strings.ReplaceAll(four, `"s"`, `"x"`), history.SnapshotOptions{}, "|false false false 0|malformed_line@0 other_session@3 other_session@1003 other_session@2003 other_session@3003"},
		{"nobody's end", four + "null\n", history.SnapshotOptions{MaxBytes: 5}, "|true false true 4000|history_truncated@4000 malformed_line@4000"},
		{"damage before the cursor", four + "x\n" + lineOf("4", 100), history.SnapshotOptions{MaxEvents: 1}, "4|false true true 4002|history_truncated@4002"},
		{"the cursor is the end", four + "null\n", history.SnapshotOptions{MaxEvents: history.None}, "|false true true 4005|malformed_line@4000 history_truncated@4005"},
		{"torn", "\ufeff" + four + " \t{", history.SnapshotOptions{MaxEvents: 1}, "3|false true true 3003|history_truncated@3003 invalid_json_line@4005"},
		{"indented", four + " \t" + lineOf("4", 100), history.SnapshotOptions{MaxEvents: 1}, "4|false true true 4000|history_truncated@4000"},
		{"a sub-agent's", strings.Replace(lineOf("a", 100), `"timestamp"`, `"provenance":{"targetKind":" codex_subagent"},"timestamp"`, 1), history.SnapshotOptions{}, "|false false true 0|other_session@0"},
	} {
		s := snapshotOf(t, c.text, c.options)
		got := fmt.Sprint(names(s.Events), "|", s.TranscriptTruncated, " ", s.WindowTruncated, " ", s.SessionFound, " ", s.TailStartOffset, "|", told(s.Diagnostics))
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestSnapshotOfManyEvents: without a bound of bytes the newest event is given however large it is (ES-HIST-05), and from what is
// left out the page before goes on (ES-HIST-11).
func TestSnapshotOfManyEvents(t *testing.T) {
	text := linesOf(82, 25_000)
	s := snapshotOf(t, text, history.SnapshotOptions{})
	if len(s.Events) != 80 || s.TailStartOffset != 50_000 {
		t.Errorf("%d events from %d on", len(s.Events), s.TailStartOffset)
	}
	p := pageOf(t, text, s.TailStartOffset, 0)
	if names(p.Events) != "0 1" || p.StartOffset != 0 || p.HasMore() {
		t.Errorf("%s from %d on", names(p.Events), p.StartOffset)
	}
	huge := held(lineOf("a", history.MaxWindowBytes+100), 1)
	s = snapshotOf(t, text, history.SnapshotOptions{Resident: huge})
	if names(s.Events) != "a" || !s.WindowTruncated || s.TailStartOffset != int64(len(text)) {
		t.Errorf("%s from %d on", names(s.Events), s.TailStartOffset)
	}
	short := linesOf(history.MaxWindowEvents+1, 80)
	if s := snapshotOf(t, short, history.SnapshotOptions{MaxEvents: history.MaxWindowEvents + 7}); len(s.Events) != history.MaxWindowEvents || s.TailStartOffset != 80 {
		t.Errorf("%d events from %d on", len(s.Events), s.TailStartOffset)
	}
}

// TestPages: clamps, and lines around the edges of a window (ES-HIST-08, ES-HIST-09).
func TestPages(t *testing.T) {
	const least = history.MinPageBytes
	lines := linesOf(70, 1000)
	huge := lineOf("a", 100) + lineOf("b", 3*least) + lineOf("c", 100)
	for _, c := range []struct {
		name, text string
		before, n  int64
		want       string // number of events, the first | startOffset | diagnostics
	}{
		{"from the end", lines, 0, 0, "70 0|0|"},
		{"beyond the end", lines, 1 << 40, 0, "70 0|0|"},
		{"from the start", lines, history.None, 0, "0 |0|"},
		{"before the start", lines, -5, 0, "0 |0|"},
		{"too few bytes", lines, 0, 1, "65 5|5000|"},
		{"no bytes", lines, 0, history.None, "65 5|5000|"},
		{"a line begins with the window", lines, 69_000, 66_000, "66 3|3000|"},
		{"a byte less", lines, 69_000, 65_999, "65 4|4000|"},
		{"inside a line", lines, 69_500, 66_500, "66 3|3000|invalid_json_line@69000"},
		{"behind a line, without its line feed", lines, 68_999, 65_999, "66 3|3000|"},
		{"a huge line: behind it", huge, 0, least, fmt.Sprintf("1 c|%d|", 100+3*least)},
		{"its end", huge, 100 + 3*least, least, fmt.Sprintf("0 |%d|line_beyond_page@%[1]d", 100+2*least)},
		{"its middle", huge, 100 + 2*least, least, fmt.Sprintf("0 |%d|line_beyond_page@%[1]d", 100+least)},
		{"its beginning", huge, 100 + least, least, "0 |100|invalid_json_line@100"},
		{"as large as a window", lineOf("a", 100) + lineOf("b", least), 0, least, "1 b|100|"},
		{"a byte larger", lineOf("a", 100) + lineOf("b", least+1), 0, least, "0 |101|line_beyond_page@101"},
		{"more bytes", huge, 0, 1 << 40, "3 a|0|"},
		{"blank lines", "\n\r\n \n", 5, 0, "0 |0|"},
		{"empty", "", 0, 0, "0 |0|"},
	} {
		p := pageOf(t, c.text, c.before, c.n)
		first, _, _ := strings.Cut(names(p.Events), " ")
		if got := fmt.Sprint(len(p.Events), " ", first, "|", p.StartOffset, "|", told(p.Diagnostics)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if p.HasMore() != (p.StartOffset > 0) {
			t.Errorf("%s: hasMore %v", c.name, p.HasMore())
		}
	}
}

// shown is all of a page.
func shown(p history.Page) string {
	text := fmt.Sprintln(p.StartOffset, told(p.Diagnostics))
	for _, envelope := range p.Events {
		text += fmt.Sprintln(envelope.Offset, string(jsvalue.Append(nil, envelope.Value())))
	}
	return text
}

// odd is a file with all that stands at edges: a byte order mark, CR LF, characters of several bytes, blank lines, equal lines, lines
// of others, damage, no line feed at the end.
var odd = "\ufeff" + lineOf("é😀", 80) + "\r\n" + strings.Replace(lineOf("b", 90), "\n", "\r\n", 1) + lineOf("c", 75) + lineOf("c", 75) +
	strings.Replace(lineOf("d", 80), `"s"`, `"x"`, 1) + "\xff{torn\n  " + lineOf("e", 120) + "null\n" + strings.TrimSuffix(lineOf("f", 85), "\n")

// TestEveryWindow: pages of any size, from any cursor, of a file that ends anywhere (ES-HIST-08 to ES-HIST-11).
func TestEveryWindow(t *testing.T) {
	whole, _ := event.Read(odd, "")
	for n := int64(1); n <= int64(len(odd))+1; n++ {
		seen := map[int]int{}
		order := len(odd) + 1
		for end := int64(len(odd)); end > 0; {
			p, err := history.ReadPageOf(strings.NewReader(odd), end, n, history.PageOptions{Session: "s"})
			if err != nil {
				t.Fatal(err)
			}
			alone, err := history.ReadPageOf(strings.NewReader(odd[:end]), end, n, history.PageOptions{Session: "s"})
			if err != nil || shown(alone) != shown(p) {
				t.Fatalf("%d bytes before %d: what stands behind the cursor changes the page: %v", n, end, err)
			}
			for _, envelope := range slices.Backward(p.Events) {
				seen[envelope.Offset]++
				if envelope.Offset >= order || int64(envelope.Offset) < p.StartOffset {
					t.Fatalf("%d bytes before %d: the event at %d is out of order", n, end, envelope.Offset)
				}
				order = envelope.Offset
			}
			isStart := p.StartOffset == 0 || odd[p.StartOffset-1] == '\n'
			if p.StartOffset >= end || !isStart && told(p.Diagnostics) != fmt.Sprint("line_beyond_page@", p.StartOffset) {
				t.Fatalf("%d bytes before %d: it starts at %d and tells of %s", n, end, p.StartOffset, told(p.Diagnostics))
			}
			end = p.StartOffset
		}
		for _, envelope := range whole {
			at := strings.LastIndexByte(odd[:envelope.Offset], '\n') + 1
			size := strings.IndexByte(odd[at:]+"\n", '\n') + 1
			fits := int64(min(size, len(odd)-at)) <= n
			if want := fits && envelope.SessionID == "s"; want && seen[envelope.Offset] != 1 || seen[envelope.Offset] > 1 {
				t.Errorf("in pages of %d bytes the event at %d is there %d times", n, envelope.Offset, seen[envelope.Offset])
			}
		}
	}
}

// TestSnapshotAndPages: whatever the bounds, they are the history, and with more bytes there is no less (ES-HIST-11).
func TestSnapshotAndPages(t *testing.T) {
	all := names(slices.DeleteFunc(held(odd, 100), func(e event.Envelope) bool { return e.SessionID != "s" }))
	for bytes := int64(history.None); bytes <= int64(len(odd))+2; bytes++ {
		for _, most := range []int{0, history.None, 1, 2, 5} {
			s := snapshotOf(t, odd, history.SnapshotOptions{MaxBytes: bytes, MaxEvents: most})
			got := names(s.Events)
			if s.HasOlderHistory() {
				got = strings.TrimSpace(names(pageOf(t, odd, s.TailStartOffset, 0).Events) + " " + got)
			}
			if got != all || s.HasOlderHistory() != (s.TailStartOffset > 0) {
				t.Fatalf("%d bytes, %d events: %q, cursor %d", bytes, most, got, s.TailStartOffset)
			}
			if more := snapshotOf(t, odd, history.SnapshotOptions{MaxBytes: bytes + 1, MaxEvents: most}); bytes != history.None && bytes != 0 && len(more.Events) < len(s.Events) {
				t.Errorf("%d bytes give %d events, one more gives %d", bytes, len(s.Events), len(more.Events))
			}
		}
	}
}

// counting counts what is read of a file.
type counting struct {
	io.ReaderAt
	bytes, calls int
}

func (c *counting) ReadAt(p []byte, at int64) (int, error) {
	c.bytes, c.calls = c.bytes+len(p), c.calls+1
	return c.ReaderAt.ReadAt(p, at)
}

// TestWindowOnly: of a huge file a snapshot and a page read their windows and one byte more (ES-HIST-03, ES-HIST-08).
func TestWindowOnly(t *testing.T) {
	const size = 1 << 40
	file := &counting{ReaderAt: repeated(lineOf("a", 1000))}
	s, err := history.ReadSnapshot(file, size, history.SnapshotOptions{Session: "s", MaxBytes: 100_000})
	if err != nil || len(s.Events) != 99 || file.bytes != 100_001 || file.calls != 1 {
		t.Errorf("%d events, %d bytes: %v", len(s.Events), file.bytes, err)
	}
	*file = counting{ReaderAt: file.ReaderAt}
	p, err := history.ReadPage(file, size, history.PageOptions{Session: "s", BeforeOffset: s.TailStartOffset, MaxBytes: 262_144})
	if err != nil || len(p.Events) != 262 || file.bytes != 262_145 || file.calls != 1 {
		t.Errorf("%d events, %d bytes: %v", len(p.Events), file.bytes, err)
	}
	*file = counting{ReaderAt: file.ReaderAt}
	if _, err := history.ReadPage(file, size, history.PageOptions{Session: "s", BeforeOffset: history.None}); err != nil || file.calls != 0 {
		t.Errorf("%d calls: %v", file.calls, err)
	}
}

// TestZeroOptions: the zero value asks for the newest events of the session that the file begins with.
func TestZeroOptions(t *testing.T) {
	text := "damage\n" + lineOf("a", 100) + strings.ReplaceAll(lineOf("b", 100), `"s"`, `"x"`) + lineOf("c", 100)
	s, err := history.ReadSnapshot(strings.NewReader(text), int64(len(text)), history.SnapshotOptions{})
	if err != nil || s.Session != "s" || !s.SessionFound || names(s.Events) != "a c" {
		t.Errorf("%+v, %v", s, err)
	}
	p, err := history.ReadPage(strings.NewReader(text), int64(len(text)), history.PageOptions{})
	if err != nil || p.Session != "s" || names(p.Events) != "a c" || p.HasMore() {
		t.Errorf("%+v, %v", p, err)
	}
	for _, nobodys := range []string{"", "damage\n"} {
		s, err := history.ReadSnapshot(strings.NewReader(nobodys), int64(len(nobodys)), history.SnapshotOptions{})
		if err != nil || s.Session != "" || s.SessionFound || len(s.Events) > 0 {
			t.Errorf("%q: %+v, %v", nobodys, s, err)
		}
	}
	if _, err := history.ReadPage(failing{syscall.EIO}, 10, history.PageOptions{BeforeOffset: history.None}); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
}

// TestSessionIsSoughtInTheBeginning: without a session no more than the beginning of a file is read for one, and that it has none there
// is an error where the file goes on (ES-HIST-07).
func TestSessionIsSoughtInTheBeginning(t *testing.T) {
	const size = 1 << 40
	blank := &counting{ReaderAt: repeated("\n")}
	if _, err := history.ReadSnapshot(blank, size, history.SnapshotOptions{}); !errors.Is(err, history.ErrNoSession) || blank.bytes > history.MaxSessionBytes+1 {
		t.Errorf("%d bytes: %v", blank.bytes, err)
	}
	if want := fmt.Sprint(" ", history.MaxSessionBytes, " bytes"); !strings.Contains(history.ErrNoSession.Error(), want) {
		t.Errorf("%v: it does not say%s", history.ErrNoSession, want)
	}
	if _, err := history.ReadPage(repeated(lineOf("a", history.MaxSessionBytes+2)), size, history.PageOptions{}); !errors.Is(err, history.ErrNoSession) {
		t.Error(err)
	}
	feeds := strings.Repeat("\n", history.MaxSessionBytes-200)
	if got, err := history.Session(strings.NewReader(feeds + lineOf("a", 100) + feeds)); got != "s" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := history.Session(strings.NewReader(feeds)); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestNewestIsLarge: the newest event is given where it is larger than the tail that is read, unless a bound is given or it is larger
// than what may be read at all (ES-HIST-03, ES-HIST-05).
func TestNewestIsLarge(t *testing.T) {
	for _, c := range []struct {
		bytes  int
		bound  int64
		want   string
		cursor int64
	}{
		{2_500_000, 0, "a b", 0},
		{2_500_000, 2_000_000, "", 2_500_100},
		{8_000_000, 0, "b", 100},
		{8_000_001, 0, "", 8_000_101},
	} {
		text := lineOf("a", 100) + lineOf("b", c.bytes)
		s, err := history.ReadSnapshot(strings.NewReader(text), int64(len(text)), history.SnapshotOptions{Session: "s", MaxBytes: c.bound})
		if err != nil || names(s.Events) != c.want || s.TailStartOffset != c.cursor || s.HasOlderHistory() != (c.cursor > 0) {
			t.Errorf("%d bytes, bound %d: %.20s at %d, %v", c.bytes, c.bound, names(s.Events), s.TailStartOffset, err)
		}
	}
}

// repeated is a file without end that says the same again and again.
type repeated string

func (r repeated) ReadAt(p []byte, at int64) (int, error) {
	for i := range p {
		p[i] = r[(at+int64(i))%int64(len(r))]
	}
	return len(p), nil
}

type failing struct{ error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.error }
func (f failing) Read([]byte) (int, error)          { return 0, f.error }

// TestFaultsOfReading: they are errors, and so is a file that has shrunk (ES-HIST-07).
func TestFaultsOfReading(t *testing.T) {
	for _, c := range []struct {
		file io.ReaderAt
		want error
	}{
		{failing{syscall.EIO}, syscall.EIO},
		{failing{io.EOF}, io.ErrUnexpectedEOF},
		{strings.NewReader("short"), io.ErrUnexpectedEOF},
	} {
		if _, err := history.ReadSnapshot(c.file, 10, history.SnapshotOptions{Session: "s"}); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
		if _, err := history.ReadPage(c.file, 10, history.PageOptions{Session: "s"}); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	var candidate history.Candidate
	if err := candidate.Examine(failing{syscall.EIO}, "s"); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
	if _, err := history.Session(failing{syscall.EIO}); !errors.Is(err, syscall.EIO) {
		t.Error(err)
	}
}

// TestCandidates: what a file says, and which one comes first (ES-HIST-12, ES-HIST-13).
func TestCandidates(t *testing.T) {
	header := `{"sessionId":"s","timestamp":"t","event":{"type":"session_init"}}` + "\n"
	for _, c := range []struct{ text, session, want string }{
		{"", "", "false false"},
		{header, "", "false false"},
		{header + lineOf("a", 100), "s", "true false"},
		{header + lineOf("a", 100), "x", "false false"},
		{strings.Repeat("x\n", 5) + lineOf("a", 100) + " " + history.CapNotice + "\r\n", "", "true true"},
		{lineOf(history.CapNotice, 200), "", "true false"},
		{history.CapNotice, "", "false true"},
	} {
		var candidate history.Candidate
		if err := candidate.Examine(strings.NewReader(c.text), c.session); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(candidate.HasEvents, candidate.Capped); got != c.want {
			t.Errorf("%.60q of %q: %s, want %s", c.text, c.session, got, c.want)
		}
	}
	preferred := []history.Candidate{
		{Name: "plain and newer", HasEvents: true, Modified: 9, Size: 1},
		{Name: "plain", HasEvents: true, Modified: 8, Size: 9},
		{Name: "plain and smaller: a", HasEvents: true, Modified: 8, Size: 2},
		{Name: "plain and smaller: b", HasEvents: true, Modified: 8, Size: 2},
		{Name: "compressed", HasEvents: true, Compressed: true, Modified: 99, Size: 99},
		{Name: "capped", HasEvents: true, Capped: true, Modified: 99, Size: 99},
		{Name: "nothing", Modified: 99, Size: 99},
	}
	for i, a := range preferred {
		for j, b := range preferred {
			if got := history.Prefer(a, b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%s against %s: %d", a.Name, b.Name, got)
			}
		}
	}
	if !history.CompressedName("a.jsonl.gz") || history.CompressedName("a.gz.jsonl") {
		t.Error("names of compressed files")
	}
}

// TestSession: the first envelope tells.
func TestSession(t *testing.T) {
	if got, err := history.Session(strings.NewReader("null\n{\n" + lineOf("a", 90) + `{"sessionId":"x","event":{}}`)); got != "s" || err != nil {
		t.Error(got, err)
	}
	if got, err := history.Session(strings.NewReader("null\n")); got != "" || err != nil {
		t.Error(got, err)
	}
}
