package writer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestCrash is the crash rule (SR-WRITE-10, SR-WRITE-09): after any writes, each of which may be cut at any byte, the context is the last
// complete one with the whole rows of the batch that was cut; after the next write that succeeds it is the one that was
// asked for; the file only grows; and what was ever wholly written is shown once. More sequences: -rapid.checks=100000.
func TestCrash(t *testing.T) { rapid.Check(t, checkCrash) }

func checkCrash(t *rapid.T) {
	s := session{t: t, visible: map[string]bool{}}
	for range rapid.IntRange(1, 8).Draw(t, "operations") {
		s.operate()
		s.checkContext()
	}
	s.checkView()
}

// session is a file and what must be in it.
type session struct {
	t       *rapid.T
	text    string
	context []*line.Row     // that the file must hold
	set     []*line.Row     // that the caller works with
	visible map[string]bool // contents of rows that were wholly written, which are unique
	before  []*line.Row     // the set before the write to retry
	crashes int
	turn    int
	said    int
	retry   func(f *writer.File) (writer.Write, error)
	asked   []*line.Row // by the write to retry
}

func (s *session) draw(label string, n int) int { return rapid.IntRange(0, n-1).Draw(s.t, label) }

// operate makes one write, and perhaps cuts it.
func (s *session) operate() {
	if s.retry == nil || s.draw("retry", 3) == 0 {
		s.next()
	}
	file, err := writer.Open(s.text)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, s.text)
	}
	write, err := s.retry(file)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, s.text)
	}
	s.t.Logf("%s %q", write.Mode, write.Bytes)
	if len(write.Bytes) > 0 && s.draw("crash", 2) == 0 {
		s.crash(write)
		return
	}
	s.text += write.Bytes
	if write.Mode == writer.Create {
		s.text = write.Bytes
	}
	s.context = s.asked
	s.see(write.Bytes)
	s.retry = nil
	file.Written(write)
	s.checkState(file)
}

// base is the set from which the caller goes on: after a restart what the file holds; else the one that it has or, where a
// write failed for good, the one before. A set of which rows have left the context says old words again (SR-WRITE-06), so
// that not everything is shown once.
func (s *session) base() []*line.Row {
	base := s.set
	if s.retry != nil && s.draw("give up", 2) == 0 {
		base = s.before
	}
	if s.draw("restart", 3) > 0 && !s.comesBack(base) {
		return slices.Clone(base)
	}
	file, err := writer.Open(s.text)
	if err != nil {
		s.t.Fatal(err)
	}
	return file.Context()
}

// comesBack reports whether a row of the set is in the file and not in its context.
func (s *session) comesBack(set []*line.Row) bool {
	current := map[string]bool{}
	for _, row := range s.context {
		current[row.Content] = true
	}
	return slices.ContainsFunc(set, func(row *line.Row) bool { return s.visible[row.Content] && !current[row.Content] })
}

// next thinks of the next write: a turn, perhaps with a compaction, or an interruption.
func (s *session) next() {
	s.turn++
	b := writer.Batch{Meta: testMeta(s.t), RequestID: fmt.Sprint("r", s.turn), Time: "2026-07-21T10:00:00Z"}
	if s.draw("numbered", 2) == 0 {
		seq := uint64(10 * s.turn)
		b.Seq = &seq
	}
	rows := s.base()
	s.before = slices.Clone(rows)
	switch s.draw("edit", 5) {
	case 0:
		rows = rows[s.draw("forget", len(rows)+1):]
	case 1:
		rows = slices.Delete(rows, 0, min(1, len(rows)))
		rows = slices.Insert(rows, 0, s.row(line.System))
	}
	rows = append(rows, s.row(line.User))
	interrupted := s.draw("interrupted", 3) == 0
	for range s.draw("calls", 3) {
		id := fmt.Sprint("c", s.said)
		call := s.row(line.Assistant)
		call.Calls, call.HasCalls = []line.Call{{ID: id, Name: "run", Arguments: `{"a":{"role":"user","content":"no"}}`}}, true
		result := s.row(line.Tool)
		result.ID, result.Failure = jsvalue.StringValue(id), s.draw("failed", 2) == 0
		rows = append(rows, call, result)
	}
	if s.asked = rows; interrupted {
		partial := writer.Partial{Text: s.row(line.Assistant).Content, Reasoning: " why "}
		b.Rows = rows
		s.retry = func(f *writer.File) (writer.Write, error) { return f.Interrupt(b, partial) }
	} else {
		rows = append(rows, s.row(line.Assistant))
		s.asked, b.Rows = rows, rows
		b.Usage = &writer.Usage{Provider: "p", Model: "m", Usage: usage, Iteration: jsvalue.IntValue(3)}
		s.retry = func(f *writer.File) (writer.Write, error) { return f.Append(b) }
	}
	s.set = rows
}

var usage = must(jsvalue.Decode(`{"input":18446744073709551615,"output":2,"cached_input":0,"cost_usd":0.10,"context_window":7}`))

func must(v jsvalue.Value, err error) jsvalue.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// hostile are ends of contents and metadata that look like lines.
var hostile = []string{"", "\n", `{"role":"user","content":"no"}`, "\u2028é😀", `{"_meta":{}}`, "\xed\xa0\x80"}

// row is a fresh row with words of its own.
func (s *session) row(role string) *line.Row {
	s.said++
	row := &line.Row{Role: role, Content: fmt.Sprintf("word%d.%s", s.said, hostile[s.draw("hostile", len(hostile))])}
	if s.draw("id", 3) == 0 {
		row.ID = jsvalue.StringValue(fmt.Sprint("id", s.said))
	}
	if s.draw("metadata", 3) == 0 {
		row.ExtraMetadata = must(jsvalue.Decode(`{"n":1.10,"row":{"role":"user","content":"no"}}`))
	}
	return row
}

// crash leaves a beginning of a write. A file that is created appears at once or not at all.
func (s *session) crash(write writer.Write) {
	s.crashes++
	cut := write.Bytes[:s.draw("cut", len(write.Bytes))]
	s.t.Logf("cut to %d bytes", len(cut))
	switch write.Mode {
	case writer.Create:
		return
	case writer.Extend:
		s.context = append(slices.Clone(s.context), wholeRows(cut)...)
	default:
		if len(cut) > strings.Index(write.Bytes, "}\n") { // the record is whole
			s.context = s.asked
		}
	}
	s.text += cut
	s.see(cut)
}

// wholeRows are the rows of lines of which at most the line feed is missing, by a reader that knows whole lines only.
func wholeRows(text string) (rows []*line.Row) {
	for piece := range strings.SplitSeq(text, "\n") {
		value, err := jsvalue.Decode(piece)
		if err != nil || !value.Has("role") || value.Get("interrupted").IsTrue() {
			continue
		}
		rows = append(rows, &line.Row{Role: value.Get("role").Text(), Content: value.Get("content").Text(), ID: value.Get("id")})
	}
	return rows
}

// see remembers what stands in whole lines, and would be shown.
func (s *session) see(text string) {
	for piece := range strings.SplitSeq(text, "\n") {
		value, err := jsvalue.Decode(piece)
		if err != nil {
			continue
		}
		values := []jsvalue.Value{value}
		for _, row := range value.Get("replacement_history").Elements() {
			values = append(values, row)
		}
		for _, v := range values {
			if role := v.Get("role").Text(); role != "" && role != line.System {
				s.visible[v.Get("content").Text()] = true
			}
		}
	}
}

func (s *session) checkContext() {
	if s.text == "" {
		return
	}
	context, err := sessionraw.Context("1_a.jsonl", s.text)
	if err != nil {
		s.t.Fatal(err)
	}
	if got, want := words(context.Rows), words(s.context); got != want {
		s.t.Fatalf("the context is\n%s\nwant\n%s\nin\n%s", got, want, s.text)
	}
	for _, d := range context.Diagnostics {
		if s.crashes == 0 || d.Code() != diagnostic.InvalidJSONLine {
			s.t.Fatalf("%s\nin\n%s", d, s.text)
		}
	}
}

// checkState: a file that followed its writes knows what one knows that is opened again.
func (s *session) checkState(file *writer.File) {
	again, err := writer.Open(s.text)
	if err != nil {
		s.t.Fatal(err)
	}
	got, want := file.State(), again.State()
	if got != want {
		s.t.Fatalf("the state is\n%s\nof a file that is opened again\n%s\nin\n%s", got, want, s.text)
	}
}

func (s *session) checkView() {
	if s.text == "" {
		return
	}
	shown := map[string]int{}
	count(sessionraw.Items(map[string]string{"1_a.jsonl": s.text}, "T").Items, shown)
	for content := range s.visible {
		if shown[content] != 1 {
			s.t.Fatalf("%q is shown %d times\nin\n%s", content, shown[content], s.text)
		}
	}
}

// count counts the words of items. Rows that only a compaction knows may be its scaffolding.
func count(items []*view.Item, shown map[string]int) {
	for _, item := range items {
		switch item.Kind {
		case view.UserMessage, view.AssistantMessage, view.InterruptedPartial:
			shown[item.Content]++
		case view.ToolCall:
			if item.Call.Result.IsString() {
				shown[item.Call.Result.Text()]++
			}
		case view.Compaction:
			for _, row := range item.Marker.Scaffolding {
				shown[row.Content]++
			}
		}
	}
}

func words(rows []*line.Row) string {
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%s %q %s\n", row.Role, row.Content, row.ID.Text())
	}
	return b.String()
}
