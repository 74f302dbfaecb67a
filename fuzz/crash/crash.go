// Package crash is the crash rule of the writer of session files as a property: of any writes, each of which may be cut at
// any byte (SR-WRITE-10, SR-WRITE-09).
//
// It promises: the choices alone decide what happens, so that a property test, a fuzzing engine and a seed can all make
// them. Start at Check.
package crash

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Check makes up to eight writes. Behind each the context is the last complete one with the whole rows of a batch that was
// cut, and behind one that succeeds the one that was asked for; the file only grows; what was ever wholly written is shown
// once. An error says what does not hold, and all that happened. followed, if it is not nil, is asked behind each write that
// succeeds, with the file that knows of it and the text.
func Check(source generate.Source, followed func(file *writer.File, text string) error) error {
	s := session{Source: source, followed: followed, visible: map[string]bool{}}
	err := s.run()
	if err != nil {
		return fmt.Errorf("%w\nin %q\nbehind\n%s", err, s.text, s.log.String())
	}
	return nil
}

// session is a file and what must be in it.
type session struct {
	generate.Source
	followed func(file *writer.File, text string) error
	log      strings.Builder
	text     string
	context  []*line.Row     // that the file must hold
	set      []*line.Row     // that the caller works with
	visible  map[string]bool // contents of rows that were wholly written, which are unique
	before   []*line.Row     // the set before the write to retry
	crashes  int
	turn     int
	said     int
	retry    func(f *writer.File) (writer.Write, error)
	asked    []*line.Row // by the write to retry
}

func (s *session) run() error {
	for range 1 + s.Below(8) {
		if err := s.operate(); err != nil {
			return err
		}
		if err := s.checkContext(); err != nil {
			return err
		}
	}
	return s.checkView()
}

// operate makes one write, and perhaps cuts it.
func (s *session) operate() error {
	file, err := writer.Open(s.text)
	if err != nil {
		return err
	}
	if s.retry == nil || s.Below(3) == 0 {
		s.next(file)
	}
	write, err := s.retry(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(&s.log, "%s %q\n", write.Mode, write.Bytes)
	if len(write.Bytes) > 0 && s.Below(2) == 1 {
		s.crash(write)
		return nil
	}
	if write.Mode == writer.Create && s.text != "" {
		return fmt.Errorf("a file that is there is created again")
	}
	s.text += write.Bytes
	s.context = s.asked
	s.see(write.Bytes)
	s.retry = nil
	file.Written(write)
	if s.followed != nil {
		return s.followed(file, s.text)
	}
	return nil
}

// base is the set from which the caller goes on: after a restart what the file holds; else the one that it has or, where a
// write failed for good, the one before. A set of which rows have left the context says old words again (SR-WRITE-06), so
// that not everything is shown once.
func (s *session) base(file *writer.File) []*line.Row {
	base := s.set
	if s.retry != nil && s.Below(2) == 0 {
		base = s.before
	}
	if s.Below(3) > 0 && !s.comesBack(base) {
		return slices.Clone(base)
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
func (s *session) next(file *writer.File) {
	s.turn++
	b := writer.Batch{Meta: meta, RequestID: fmt.Sprint("r", s.turn), Time: "2026-07-21T10:00:00Z"}
	if s.Below(2) == 0 {
		seq := uint64(10 * s.turn)
		b.Seq = &seq
	}
	rows := s.base(file)
	s.before = slices.Clone(rows)
	switch s.Below(5) {
	case 3:
		rows = rows[s.Below(len(rows)+1):]
	case 4:
		rows = slices.Delete(rows, 0, min(1, len(rows)))
		rows = slices.Insert(rows, 0, s.row(line.System))
	}
	rows = append(rows, s.row(line.User))
	interrupted := s.Below(3) == 2
	for range s.Below(3) {
		rows = append(rows, s.call()...)
	}
	if s.asked = rows; interrupted {
		partial := writer.Partial{Text: s.row(line.Assistant).Content, Reasoning: " why "}
		b.Rows = rows
		s.retry = func(f *writer.File) (writer.Write, error) { return f.Interrupt(b, partial) }
	} else {
		rows = append(rows, s.row(line.Assistant))
		s.asked, b.Rows = rows, rows
		b.Usage = usage
		s.retry = func(f *writer.File) (writer.Write, error) { return f.Append(b) }
	}
	s.set = rows
}

// call is a call and its result.
func (s *session) call() []*line.Row {
	id := fmt.Sprint("c", s.said)
	call := s.row(line.Assistant)
	call.Calls, call.HasCalls = []line.Call{{ID: id, Name: "run", Arguments: `{"a":{"role":"user","content":"no"}}`}}, true
	result := s.row(line.Tool)
	result.ID, result.Failure = jsvalue.StringValue(id), s.Below(2) == 1
	return []*line.Row{call, result}
}

// hostile are ends of contents that look like lines.
var hostile = []string{"", "\n", `{"role":"user","content":"no"}`, "\u2028é😀", `{"_meta":{}}`, "\xed\xa0\x80"}

// row is a fresh row with words of its own.
func (s *session) row(role string) *line.Row {
	s.said++
	row := &line.Row{Role: role, Content: fmt.Sprintf("word%d.%s", s.said, hostile[s.Below(len(hostile))])}
	if s.Below(3) == 2 {
		row.ID = jsvalue.StringValue(fmt.Sprint("id", s.said))
	}
	if s.Below(3) == 2 {
		row.ExtraMetadata = metadata
	}
	return row
}

// crash leaves a beginning of a write. A file that is created appears at once or not at all.
func (s *session) crash(write writer.Write) {
	s.crashes++
	cut := write.Bytes[:s.Below(len(write.Bytes))]
	fmt.Fprintf(&s.log, "cut to %d bytes\n", len(cut))
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

func (s *session) checkContext() error {
	if s.text == "" {
		return nil
	}
	context, err := sessionraw.Context("1_a.jsonl", s.text)
	if err != nil {
		return err
	}
	if got, want := words(context.Rows), words(s.context); got != want {
		return fmt.Errorf("the context is\n%s\nwant\n%s", got, want)
	}
	for _, d := range context.Diagnostics {
		if s.crashes == 0 || d.Code() != diagnostic.InvalidJSONLine {
			return fmt.Errorf("the file gives %s", d)
		}
	}
	return nil
}

func words(rows []*line.Row) string {
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%s %q %s\n", row.Role, row.Content, row.ID.Text())
	}
	return b.String()
}
