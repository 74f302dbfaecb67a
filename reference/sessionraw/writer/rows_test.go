package writer_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestEditedRow: a row that is found by its id has its new words and keeps its request (SR-WRITE-06).
func TestEditedRow(t *testing.T) {
	f := &file{t: t}
	b := batch(t, "1", "U.q T.long")
	b.Rows[1].ID = jsvalue.StringValue("c")
	f.append(b)
	b = batch(t, "2", "U.q T.short")
	b.Rows[1].ID = jsvalue.StringValue("c")
	f.append(b)
	f.want("meta q long [q short] meta", "q short", "1: q  [2>2]")
	if want := `"content":"short","ts":"2026-07-21T10:00:00Z","request_id":"1"}`; !strings.Contains(f.text, want) {
		t.Errorf("no %s in\n%s", want, f.text)
	}
}

// TestComeBack: rows that had left the context are fresh when they come back (SR-WRITE-06).
func TestComeBack(t *testing.T) {
	f := &file{t: t}
	f.append(batch(t, "1", "U.q A.a"))
	f.append(batch(t, "2", "S.sum"))
	f.append(batch(t, "3", "S.sum U.q A.a"))
	f.want("meta q a [sum] meta q a meta", "sum q a", "1: q a [2>1] 3: q a")
}

// TestOwnRequest: a row that comes with a request keeps it, and is not counted among those of the batch (SR-WRITE-03).
func TestOwnRequest(t *testing.T) {
	f := &file{t: t}
	seq := uint64(7)
	b := batch(t, "2", "U.q U.q2")
	b.Rows[0].RequestID, b.Seq = "1", &seq
	f.append(b)
	for _, want := range []string{
		`{"role":"user","content":"q","ts":"2026-07-21T10:00:00Z","request_id":"1"}`,
		`{"role":"user","content":"q2","seq":7,"ts":"2026-07-21T10:00:00Z","request_id":"2"}`,
	} {
		if !strings.Contains(f.text, "\n"+want+"\n") {
			t.Errorf("no line %s in\n%s", want, f.text)
		}
	}
}

// TestLastNumber: behind the greatest number there is none (SR-WRITE-03).
func TestLastNumber(t *testing.T) {
	f := &file{t: t}
	seq := uint64(math.MaxUint64)
	b := batch(t, "1", "U.q A.a")
	b.Seq = &seq
	f.append(b)
	seq = 3
	b.Rows = rows(t, "U.q A.a U.q2")
	f.append(b)
	if !strings.Contains(f.text, `"content":"q","seq":18446744073709551615`) || strings.Count(f.text, `"seq":`) != 1 {
		t.Errorf("the file is\n%s", f.text)
	}
}

// TestPartialOfEnvelope: the answer that ended the turn can lie in an envelope (SR-WRITE-08, SR-VIEW-14).
func TestPartialOfEnvelope(t *testing.T) {
	for content, want := range map[string]writer.Mode{
		`{"content":"Hello world","tool_calls":[]}`:                                     writer.Nothing,
		`{"content":"Hello world","tool_calls":[{"id":"c","name":"n","arguments":""}]}`: writer.Extend,
		`{"content":"Hello world","tool_calls":[],"other":1}`:                           writer.Extend,
	} {
		f := &file{t: t}
		b := batch(t, "1", "U.q")
		b.Rows = append(b.Rows, &line.Row{Role: line.Assistant, Content: content})
		f.append(b)
		if w := f.interrupt(b, writer.Partial{Text: "Hello"}); w.Mode != want {
			t.Errorf("%s: mode %s, want %s", content, w.Mode, want)
		}
	}
}

// TestPartialsThatDiffer: only what is there already is left out (SR-WRITE-08).
func TestPartialsThatDiffer(t *testing.T) {
	f := &file{t: t}
	b := batch(t, "1", "U.q A.look")
	b.Rows[1].Calls, b.Rows[1].HasCalls = []line.Call{{ID: "c", Name: "n"}}, true
	f.append(b)
	f.interrupt(b, writer.Partial{Text: "look"}) // the turn went on behind its calls
	again := b
	again.RequestID = "2"
	f.interrupt(again, writer.Partial{Text: "look"})
	if got, want := outline(f.text), "meta q look look... look..."; got != want {
		t.Errorf("the file is %s\nwant %s", got, want)
	}
	f.interrupt(batch(t, "3", "U.other"), writer.Partial{})
	if got, want := outline(f.text), "meta q look look... look... [other]"; got != want {
		t.Errorf("the file is %s\nwant %s", got, want)
	}
	f.interrupt(batch(t, "4", ""), writer.Partial{})
	if got := f.context(); got != "" {
		t.Errorf("the context is %s", got)
	}
}

// TestFailureMarks: they count on tool rows, and only when true (SR-WRITE-07, W1).
func TestFailureMarks(t *testing.T) {
	for text, failure := range map[string]bool{
		`{"role":"tool","content":"","extra_metadata":{"openhuman_tool_failure":true}}`:                                true,
		`{"role":"tool","content":"","extra_metadata":{"openhuman_tool_failure":{"failure":true,"detail":" "}}}`:       true,
		`{"role":"tool","content":"","extra_metadata":{"openhuman_tool_failure":{"failure":false,"detail":"x"}}}`:      false,
		`{"role":"tool","content":"","extra_metadata":{"openhuman_tool_failure":1}}`:                                   false,
		`{"role":"user","content":"","extra_metadata":{"openhuman_tool_failure":{"failure":true,"detail":"x"},"k":1}}`: false,
	} {
		r := row(t, text)
		if r.Failure != failure || r.FailureDetail.IsString() {
			t.Errorf("%s: failure %v, detail %v", text, r.Failure, r.FailureDetail.IsString())
		}
		if kept := r.ExtraMetadata.Has("openhuman_tool_failure"); kept == failure {
			t.Errorf("%s: the mark is kept: %v", text, kept)
		}
	}
}

// TestBrokenBundle: a bundle of usage that is not whole stays where it is (SR-WRITE-07).
func TestBrokenBundle(t *testing.T) {
	for _, bundle := range []string{`{"provider":"p","model":"m"}`, strings.Replace(noUsage, `"ts":"t",`, "", 1), strings.Replace(noUsage, `"p"`, "5", 1)} {
		r := row(t, `{"role":"assistant","content":"a","ts":"own","extra_metadata":{"openhuman_turn_usage":`+bundle+`}}`)
		if r.HasTurnUsage() || !r.ExtraMetadata.Has("openhuman_turn_usage") {
			t.Errorf("the bundle %s became %v", bundle, r)
		}
	}
}

// TestNoRow: what is no row is refused, and the error says why.
func TestNoRow(t *testing.T) {
	for text, want := range map[string]string{
		`{"role":"user","content":null}`: "row: malformed_line: content is no string", `{"content":"x"}`: "row: malformed_line: role is no string",
		`5`: "row: malformed_line: role and content are no strings", `{"role":"user","content":"x","seq":"1"}`: "row: malformed_field: seq",
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := line.ParseRow(value); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestNothingIsNoRow: a row or header that is not there is an error of the batch (SR-WRITE-09).
func TestNothingIsNoRow(t *testing.T) {
	file, err := writer.Open("")
	if err != nil {
		t.Fatal(err)
	}
	said := &line.Row{Role: line.User, Content: "q"}
	if _, err := file.Append(writer.Batch{Meta: testMeta(t), Rows: []*line.Row{said, nil}}); !errors.Is(err, writer.ErrNilRow) || !strings.Contains(err.Error(), "index 1") {
		t.Error(err)
	}
	if _, err := file.Interrupt(writer.Batch{Meta: testMeta(t), Rows: []*line.Row{nil}}, writer.Partial{Text: "x"}); !errors.Is(err, writer.ErrNilRow) {
		t.Error(err)
	}
	for _, meta := range []line.Meta{{}, line.NewMeta(line.Totals{ChargedAmountUSD: math.NaN()})} {
		if _, err := file.Append(writer.Batch{Meta: meta, Rows: []*line.Row{said}}); !errors.Is(err, writer.ErrUnreadable) {
			t.Error(err)
		}
	}
}
