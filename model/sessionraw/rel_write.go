package sessionraw

import (
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var writeRelations = []model.Relation{
	{
		ID: "context-is-what-was-asked", Rules: []string{"SR-WRITE-05", "SR-WRITE-08"},
		Says:  "Behind a write the context has the rows that were given; without rows it stays.",
		Check: relate(appending, contextAsAsked),
	},
	{
		ID: "written-lines-are-clean", Rules: []string{"SR-WRITE-09"},
		Says:  "The lines of a batch are read without a diagnostic, but for unknown roles.",
		Check: relate(appending, cleanLines),
	},
	{
		ID: "tried-again-is-inert", Rules: []string{"SR-WRITE-06", "SR-WRITE-08"},
		Says:  "A batch that is tried again changes neither the context nor the view.",
		Check: relate(appending, triedAgain),
	},
	{
		ID: "cut-batch-leaves-a-context", Rules: []string{"SR-WRITE-10", "SR-WRITE-04"},
		Says:  "A batch that is cut at any byte leaves the context before it with whole rows of the batch, or the new one.",
		Check: relate(appending, cutBatch),
	},
	{
		ID: "cut-batch-is-completed", Rules: []string{"SR-WRITE-10", "SR-WRITE-06", "SR-WRITE-04"},
		Says:  "A batch that was cut at any byte and is tried again leaves the context and the view that it would have left at once.",
		Check: relate(appending, completedBatch),
	},
	{
		ID: "live-is-replay", Rules: []string{"SR-WRITE-05", "SR-WRITE-08", "SR-VIEW-02", "SR-VIEW-03", "SR-VIEW-07"},
		Says:  "A turn that is written gives the items of its rows, behind those of the file, and then what was interrupted.",
		Check: relate(appending, liveIsReplay),
	},
}

func fileOf(text string) protocol.File { return protocol.File{Name: heldName, Text: text} }

// askFile asks about a file alone.
func (t *trial) askFile(op, text string) (*View, error) {
	return t.ask(op, protocol.FilesOf(fileOf(text)), jsvalue.Value{})
}

// rowsIn are the rows of the context of a file; ok is false if nobody says.
func (t *trial) rowsIn(text string) (rows []Row, ok bool, err error) {
	if strings.Trim(text, " \t\r\n") == "" {
		return nil, true, nil
	}
	v, err := t.askFile("context", text)
	if v == nil || err != nil {
		return nil, false, err
	}
	for _, value := range v.Result.Get("rows").Elements() {
		row, _ := rowOf(value)
		rows = append(rows, row)
	}
	return rows, true, nil
}

// wanted are the rows that the context is to have.
func (t *trial) wanted(w write) (rows []Row, ok bool, err error) {
	if w.given {
		return w.rows, true, nil
	}
	return t.rowsIn(w.held)
}

// sameRow: a row of a context is as it was wanted (SR-WRITE-05).
func sameRow(want, got Row) bool {
	a, b := want.given(), got.given()
	if got.hasUsage() && !want.hasUsage() { // the usage can have brought what was not wanted
		if len(a.Calls) == 0 {
			b.Calls = nil
		}
		if a.Reasoning == "" {
			b.Reasoning = ""
		}
	}
	return a.Role == b.Role && a.Content == b.Content && a.HasID == b.HasID && a.ID == b.ID &&
		jsvalue.Equal(a.field("tool_call_id"), b.field("tool_call_id")) && slices.Equal(a.Calls, b.Calls) && a.Reasoning == b.Reasoning
}

// usage is the bundle in the metadata (SR-CTX-05).
func (r Row) usage() jsvalue.Value { return r.Value.Get("extra_metadata").Get("openhuman_turn_usage") }

func (r Row) hasUsage() bool { return r.usage().IsObject() || r.Value.Get("provider").IsString() }

// given is the row with the calls and the reasoning that the model is given, which may lie in the bundle.
func (r Row) given() Row {
	bundled, _ := rowOf(object("role", "", "content", "").With(
		jsvalue.Member{Key: "tool_calls", Value: r.usage().Get("tool_calls")},
		jsvalue.Member{Key: "reasoning_content", Value: r.usage().Get("reasoning_content")},
	))
	if len(r.Calls) == 0 {
		r.Calls = bundled.Calls
	}
	if r.Reasoning == "" {
		r.Reasoning = bundled.Reasoning
	}
	return r
}

func contextAsAsked(t *trial) error {
	w, ok := t.writing()
	if !ok {
		return nil
	}
	return t.holds(w, w.after)
}

// holds demands that a file has the wanted context.
func (t *trial) holds(w write, text string) error {
	want, certain, err := t.wanted(w)
	if !certain || err != nil {
		return err
	}
	got, certain, err := t.rowsIn(text)
	if !certain || err != nil {
		return err
	}
	t.judged = true
	if !slices.EqualFunc(want, got, sameRow) {
		t.add("file", "its context is not the one that was asked for: %d rows instead of %d", len(got), len(want))
	}
	return nil
}

func cleanLines(t *trial) error {
	w, ok := t.writing()
	if !ok || strings.Trim(w.after, " \t\r\n") == "" {
		return nil
	}
	v, err := t.askFile("context", w.after)
	if v == nil || err != nil {
		return err
	}
	t.judged = true
	before := int64(strings.Count(strings.TrimSuffix(w.held, "\n"), "\n")) + 1
	if w.held == "" {
		before = 0
	}
	for _, d := range v.Diagnostics {
		if d.Line > before && d.Code != "unknown_role" {
			t.add("file", "a line of the batch gives %s", d.Code)
		}
	}
	return nil
}

// retried writes the batch again, to a file that holds this text.
func (t *trial) retried(text string) (after string, ok bool, err error) {
	var files []protocol.File
	for _, file := range t.Case.Input.Files() {
		if file.Name != heldName {
			files = append(files, file)
		}
	}
	again, err := t.again(protocol.FilesOf(append(files, fileOf(text))...))
	if again == nil || err != nil {
		return "", false, err
	}
	after, ok = protocol.ParseFile(again.Result.Get("file"))
	return after, ok, nil
}

// shownAlike demands that two files show the same.
func (t *trial) shownAlike(text, other string) error {
	a, err := t.askFile("items", text)
	if a == nil || err != nil {
		return err
	}
	b, err := t.askFile("items", other)
	if b == nil || err != nil {
		return err
	}
	t.judged = true
	if !sameText(a.Result.Get("items"), b.Result.Get("items")) {
		t.add("file", "it shows something else then, beginning with %s", placeOf(a.Result, b.Result))
	}
	return nil
}

func triedAgain(t *trial) error {
	w, ok := t.writing()
	if !ok || w.isNew() && w.after == w.held {
		return nil
	}
	after, ok, err := t.retried(w.after)
	if !ok || err != nil {
		return err
	}
	if err := t.holds(w, after); err != nil {
		return err
	}
	return t.shownAlike(w.after, after)
}

// cut is the file when the writing of the batch ended at a byte that the digest of the case picks; false where nothing was
// appended: a file that is new appears at once (SR-WRITE-01).
func (t *trial) cut(w write) (text string, ok bool) {
	added, grown := w.added()
	if !grown || w.isNew() || added == "" {
		return "", false
	}
	number, err := strconv.ParseUint(t.Case.Digest(), 16, 64)
	if err != nil {
		return "", false
	}
	return w.held + added[:number%uint64(len(added))], true
}

func cutBatch(t *trial) error {
	w, ok := t.writing()
	if !ok {
		return nil
	}
	text, ok := t.cut(w)
	if !ok {
		return nil
	}
	want, certain, err := t.wanted(w)
	if !certain || err != nil {
		return err
	}
	before, certain, err := t.rowsIn(w.held)
	if !certain || err != nil {
		return err
	}
	got, certain, err := t.rowsIn(text)
	if !certain || err != nil {
		return err
	}
	t.judged = true
	grown := len(before) <= len(got) && len(got) <= len(want) && slices.EqualFunc(before, got[:len(before)], sameRow) && slices.EqualFunc(want[:len(got)], got, sameRow)
	if !grown && !slices.EqualFunc(before, got, sameRow) && !slices.EqualFunc(want, got, sameRow) {
		t.add("file", "cut at byte %d its context is neither the old one, with rows of the batch, nor the new one", len(text))
	}
	return nil
}

func completedBatch(t *trial) error {
	w, ok := t.writing()
	if !ok {
		return nil
	}
	text, ok := t.cut(w)
	if !ok {
		return nil
	}
	after, ok, err := t.retried(text)
	if !ok || err != nil {
		return err
	}
	if err := t.holds(w, after); err != nil {
		return err
	}
	return t.shownAlike(w.after, after)
}

// liveIsReplay judges where the file is plain and the rows go on from its context.
func liveIsReplay(t *trial) error {
	w, ok := t.writing()
	if !ok || !w.given || w.request == "" || t.Case.Options.Has("usage") {
		return nil
	}
	script, ok := w.script()
	if !ok {
		return nil
	}
	v, err := t.askFile("items", w.after)
	if v == nil || err != nil {
		return err
	}
	t.judged = script.isShownBy(atTop(v.Items), &t.problems)
	return nil
}

// script is the file as the rows would stand in it, one after the other; false where that is not certain.
func (w write) script() (File, bool) {
	f := readFile(fileOf(w.held))
	if w.isNew() {
		f = File{Plain: true}
	}
	context, _, certain := f.replay()
	if !f.Plain || !certain || len(context) > len(w.rows) || !slices.EqualFunc(w.rows[:len(context)], context, sameRow) ||
		slices.ContainsFunc(f.rows(), func(r Row) bool { return r.Interrupted }) {
		return File{}, false
	}
	for _, row := range w.rows[len(context):] {
		if row.Value.Has("extra_metadata") { // it may hold what becomes fields of the line
			return File{}, false
		}
		if row.RequestID == "" {
			row.Value = row.Value.With(jsvalue.Member{Key: "request_id", Value: jsvalue.StringValue(w.request)})
		}
		f.Lines = append(f.Lines, Line{Value: row.Value})
	}
	return w.interrupted(f)
}

// interrupted adds what the turn said last, unless it may be the beginning of an answer that the turn ended with.
func (w write) interrupted(f File) (File, bool) {
	words := w.partial.Get("text").Text()
	if isBlank(words) {
		return f, true
	}
	if rows := f.rows(); len(rows) > 0 && rows[len(rows)-1].Role == "assistant" {
		return File{}, false
	}
	row := object("role", "assistant", "content", words, "reasoning_content", trim(w.partial.Get("reasoning").Text()), "request_id", w.request)
	f.Lines = append(f.Lines, Line{Value: row.With(jsvalue.Member{Key: "interrupted", Value: jsvalue.BoolValue(true)})})
	return f, true
}
