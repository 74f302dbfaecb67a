package writer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// rows makes rows of words like S.p, U.q, A.a, T.r: role and content.
func rows(t *testing.T, words string) []*line.Row {
	t.Helper()
	list := []*line.Row{}
	for word := range strings.FieldsSeq(words) {
		role, content, _ := strings.Cut(word, ".")
		role = map[string]string{"S": line.System, "U": line.User, "A": line.Assistant, "T": line.Tool}[role]
		list = append(list, &line.Row{Role: role, Content: content})
	}
	return list
}

func row(t *testing.T, text string) *line.Row {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := line.ParseRow(value)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func batch(t *testing.T, request, words string) writer.Batch {
	t.Helper()
	return writer.Batch{Rows: rows(t, words), Meta: testMeta(t), RequestID: request, Time: "2026-07-21T10:00:00Z"}
}

// file is a file that grows.
type file struct {
	t    *testing.T
	text string
}

// write opens the text anew, so that nothing is known but what stands in it.
func (f *file) write(do func(*writer.File) (writer.Write, error)) writer.Write {
	f.t.Helper()
	opened, err := writer.Open(f.text)
	if err != nil {
		f.t.Fatal(err)
	}
	w, err := do(opened)
	if err != nil {
		f.t.Fatal(err)
	}
	if w.Mode == writer.Create {
		if !strings.HasPrefix(w.Bytes, f.text) {
			f.t.Fatalf("%q does not begin with %q", w.Bytes, f.text)
		}
		f.text = w.Bytes
	} else {
		f.text += w.Bytes
	}
	return w
}

func (f *file) append(b writer.Batch) writer.Write {
	f.t.Helper()
	return f.write(func(opened *writer.File) (writer.Write, error) { return opened.Append(b) })
}

func (f *file) interrupt(b writer.Batch, p writer.Partial) writer.Write {
	f.t.Helper()
	return f.write(func(opened *writer.File) (writer.Write, error) { return opened.Interrupt(b, p) })
}

// outline is what lines are, with the contents of rows.
func outline(text string) string {
	var words []string
	for raw := range strings.Lines(text) {
		value, err := jsvalue.Decode(raw)
		switch {
		case err != nil:
			words = append(words, "?")
		case value.Has("_meta"):
			words = append(words, "meta")
		case value.Has("kind"):
			var kept []string
			for _, r := range value.Get("replacement_history").Elements() {
				kept = append(kept, r.Get("content").Text())
			}
			words = append(words, "["+strings.Join(kept, " ")+"]")
		case value.Get("interrupted").IsTrue():
			words = append(words, value.Get("content").Text()+"...")
		default:
			words = append(words, value.Get("content").Text())
		}
	}
	return strings.Join(words, " ")
}

func (f *file) context() string {
	f.t.Helper()
	context, err := sessionraw.Context("1_a.jsonl", f.text)
	if err != nil {
		f.t.Fatal(err)
	}
	var words []string
	for _, r := range context.Rows {
		words = append(words, r.Content)
	}
	return strings.Join(words, " ")
}

// shown is the view: contents, boundaries and markers.
func (f *file) shown() string {
	var words []string
	for _, item := range sessionraw.Items(map[string]string{"1_a.jsonl": f.text}, "T").Items {
		switch item.Kind {
		case view.TurnBoundary:
			words = append(words, item.RequestID+":")
		case view.Compaction:
			words = append(words, fmt.Sprintf("[%d>%d]", item.Marker.Replaced, item.Marker.Kept))
		case view.InterruptedPartial:
			words = append(words, item.Content+"...")
		default:
			words = append(words, item.Content)
		}
	}
	return strings.Join(words, " ")
}

func (f *file) want(outlined, context, shown string) {
	f.t.Helper()
	if got := outline(f.text); got != outlined {
		f.t.Errorf("the file is %s\nwant %s", got, outlined)
	}
	if got := f.context(); got != context {
		f.t.Errorf("the context is %s\nwant %s", got, context)
	}
	if got := f.shown(); got != shown {
		f.t.Errorf("shown is %s\nwant %s", got, shown)
	}
}

// TestProbe17: a second turn extends the file, whose bytes stay (SR-WRITE-04, SR-WRITE-05).
func TestProbe17(t *testing.T) {
	f := &file{t: t}
	f.append(batch(t, "1", "S.p U.q A.a"))
	f.want("meta p q a", "p q a", "1: q a")
	first := f.text
	w := f.append(batch(t, "2", "S.p U.q A.a U.q2 A.a2"))
	f.want("meta p q a q2 a2 meta", "p q a q2 a2", "1: q a 2: q2 a2")
	if !strings.HasPrefix(f.text, first) || w.Mode != writer.Extend {
		t.Errorf("%s, the beginning changed", w.Mode)
	}
}

// TestProbes18And19: one record of all rows, and the turn that made it is shown (B1).
func TestProbes18And19(t *testing.T) {
	f := &file{t: t}
	f.append(batch(t, "1", "S.S U.q1 A.a1 U.q2 A.a2"))
	w := f.append(batch(t, "3", "S.S A.sum U.q3 A.a3"))
	if w.Mode != writer.Compact {
		t.Errorf("mode %s", w.Mode)
	}
	f.want("meta S q1 a1 q2 a2 [S sum q3 a3] meta", "S sum q3 a3", "1: q1 a1 q2 a2 [5>4] 3: q3 a3")
	f.append(batch(t, "4", "S.S A.sum U.q3 A.a3 U.q4 A.a4"))
	f.want("meta S q1 a1 q2 a2 [S sum q3 a3] meta q4 a4 meta", "S sum q3 a3 q4 a4", "1: q1 a1 q2 a2 [5>4] 3: q3 a3 4: q4 a4")
}

// TestProbes27To29: what is equal, shorter and the same (SR-WRITE-05).
func TestProbes27To29(t *testing.T) {
	for name, c := range map[string]struct {
		next, want string
		edit       func(*line.Row)
	}{
		"27 metadata do not count":  {"U.q A.a", "meta q a meta", func(r *line.Row) { r.ExtraMetadata = jsvalue.BoolValue(true) }},
		"28 a beginning of the set": {"U.q", "meta q a [q] meta", nil},
		"29 the same":               {"U.q A.a", "meta q a meta", nil},
		"an empty set":              {"", "meta q a [] meta", nil},
		"another id":                {"U.q A.a", "meta q a [q a] meta", func(r *line.Row) { r.ID = jsvalue.StringValue("") }},
		"another role":              {"U.q T.a", "meta q a [q a] meta", nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := &file{t: t}
			f.append(batch(t, "1", "U.q A.a"))
			b := batch(t, "2", c.next)
			if c.edit != nil {
				c.edit(b.Rows[0])
			}
			f.append(b)
			if got := outline(f.text); got != c.want {
				t.Errorf("the file is %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestProbes30To33: partials (SR-WRITE-08).
func TestProbes30To33(t *testing.T) {
	t.Run("30 and 33 the prompt stands before the partial, B4", func(t *testing.T) {
		f := &file{t: t}
		f.append(batch(t, "1", "U.q1 A.a1"))
		f.interrupt(batch(t, "2", "U.q1 A.a1 U.q2"), writer.Partial{Text: "par", Reasoning: " t ", Iteration: jsvalue.IntValue(2)})
		f.append(batch(t, "3", "U.q1 A.a1 U.q2 U.q3 A.a3"))
		f.want("meta q1 a1 q2 par... q3 a3 meta", "q1 a1 q2 q3 a3", "1: q1 a1 2: q2 par... 3: q3 a3")
		want := `{"role":"assistant","content":"par","reasoning_content":"t","iteration":2,"ts":"2026-07-21T10:00:00Z","request_id":"2","interrupted":true}`
		if !strings.Contains(f.text, "\n"+want+"\n") {
			t.Errorf("no line %s in\n%s", want, f.text)
		}
	})
	t.Run("31 a blank partial", func(t *testing.T) {
		f := &file{t: t}
		f.append(batch(t, "1", "U.q A.a"))
		for _, text := range []string{"", " \n"} {
			if w := f.interrupt(batch(t, "2", "U.q A.a"), writer.Partial{Text: text}); w.Mode != writer.Nothing || w.Bytes != "" {
				t.Errorf("%s %q", w.Mode, w.Bytes)
			}
		}
		f.interrupt(batch(t, "2", "U.q A.a U.q2"), writer.Partial{})
		f.want("meta q a q2", "q a q2", "1: q a 2: q2")
	})
	t.Run("32 the first turn", func(t *testing.T) {
		f := &file{t: t}
		if w := f.interrupt(batch(t, "1", "U.q"), writer.Partial{Text: "par"}); w.Mode != writer.Create {
			t.Errorf("mode %s", w.Mode)
		}
		f.want("meta q par...", "q", "1: q par...")
	})
	t.Run("no rows are given", func(t *testing.T) {
		f := &file{t: t}
		b := batch(t, "1", "")
		b.Rows = nil
		f.interrupt(b, writer.Partial{Text: "par"})
		f.interrupt(b, writer.Partial{Text: "more"})
		f.want("meta par... more...", "", "1: par... more...")
	})
	t.Run("once, though it is tried again", func(t *testing.T) {
		f := &file{t: t}
		f.append(batch(t, "1", "U.q1 A.a1"))
		for range 2 {
			f.interrupt(batch(t, "2", "U.q1 A.a1 U.q2"), writer.Partial{Text: "par"})
		}
		f.want("meta q1 a1 q2 par...", "q1 a1 q2", "1: q1 a1 2: q2 par...")
	})
	t.Run("not what the turn ended with, B30", func(t *testing.T) {
		f := &file{t: t}
		f.append(batch(t, "1", "U.q1 A.answer"))
		f.interrupt(batch(t, "1", "U.q1 A.answer"), writer.Partial{Text: "ans"})
		f.want("meta q1 answer", "q1 answer", "1: q1 answer")
		f.interrupt(batch(t, "1", "U.q1 A.answer"), writer.Partial{Text: "answers"})
		f.interrupt(batch(t, "2", "U.q1 A.answer"), writer.Partial{Text: "ans"})
		f.want("meta q1 answer answers... ans...", "q1 answer", "1: q1 answer answers... 2: ans...")
	})
}

// TestTorn: probe 6, B5 and B6 (SR-WRITE-04).
func TestTorn(t *testing.T) {
	whole := &file{t: t}
	whole.append(batch(t, "1", "U.q A.a"))
	for name, c := range map[string]struct{ tail, want, context string }{
		"6 half a line":           {`{"role":"assistant","conte`, "meta q a ? b meta", "q a b"},
		"a row without line feed": {`{"role":"assistant","content":"c"}`, "meta q a c [q a b] meta", "q a b"},
		"the row that is written": {`{"role":"assistant","content":"b"}`, "meta q a b meta", "q a b"},
		"blanks":                  {" \r", "meta q a b meta", "q a b"},
		"a torn record that ends with a row": {
			`{"kind":"compaction","replacement_history":[{"role":"user","content":"q"}`, "meta q a ? b meta", "q a b",
		},
		"half a character": {"{\"role\":\"user\",\"content\":\"\xe2\x82", "meta q a ? b meta", "q a b"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &file{t: t, text: whole.text + c.tail}
			f.append(batch(t, "2", "U.q A.a A.b"))
			if got := outline(f.text); got != c.want {
				t.Errorf("the file is %s\nwant %s", got, c.want)
			}
			if got := f.context(); got != c.context {
				t.Errorf("the context is %s\nwant %s", got, c.context)
			}
		})
	}
}

// TestNewFile: SR-WRITE-01, W5.
func TestNewFile(t *testing.T) {
	for _, text := range []string{"", "\n", " \r\n", "\ufeff", "\ufeff\n"} {
		f := &file{t: t, text: text}
		if w := f.append(batch(t, "1", "U.q")); w.Mode != writer.Create {
			t.Errorf("mode %s", w.Mode)
		}
		if got := f.context(); got != "q" {
			t.Errorf("the context is %s", got)
		}
		if got := f.shown(); got != "1: q" {
			t.Errorf("shown is %s", got)
		}
	}
	if _, err := writer.Open(`{"role":"user","content":"q"}`); !errors.Is(err, writer.ErrMissingHeader) {
		t.Errorf("a file without header gives %v", err)
	}
}

// TestRetry: a batch is not doubled, be prev what it may (SR-WRITE-06, W6, B7).
func TestRetry(t *testing.T) {
	f := &file{t: t}
	f.append(batch(t, "1", "U.q A.a"))
	before := f.text
	opened, err := writer.Open(before)
	if err != nil {
		t.Fatal(err)
	}
	b := batch(t, "2", "U.q A.a U.q2 A.a2")
	w, err := opened.Append(b)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(w.Bytes) + 1 {
		f := &file{t: t, text: before + w.Bytes[:cut]}
		f.append(b)
		if got, shown := f.context(), f.shown(); got != "q a q2 a2" || shown != "1: q a 2: q2 a2" {
			t.Fatalf("cut at %d: the context is %s, shown %s", cut, got, shown)
		}
	}
}

// TestLines: what lines say (SR-WRITE-02, SR-WRITE-03, SR-WRITE-07).
func TestLines(t *testing.T) {
	f := &file{t: t}
	seq := uint64(18446744073709551000)
	b := batch(t, "1", "U.q A.a1 T.r A.a2")
	b.Seq = &seq
	b.Usage = usage(t, `{"provider":"p","model":"m","ts":"2026-07-21T09:59:59Z","iteration":2,"tool_calls":[],`+
		`"usage":{"input":18446744073709551615,"output":1,"cached_input":0,"cost_usd":1.50}}`)
	b.Rows[2] = row(t, `{"role":"tool","id":"c","content":"r","extra_metadata":{"openhuman_tool_failure":{"failure":true,"detail":" exit 1 "}}}`)
	if w := f.append(b); !w.UsageWritten {
		t.Error("the usage was not written")
	}
	want := []string{
		`{"_meta":{"version":1,"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"2026-07-21T10:00:00Z","turn_count":1,` +
			`"input_tokens":18446744073709551615,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0.10,"thread_id":"T"},"request_id":"1"}`,
		`{"role":"user","content":"q","seq":18446744073709551000,"ts":"2026-07-21T10:00:00Z","request_id":"1"}`,
		`{"role":"assistant","content":"a1","seq":18446744073709551001,"ts":"2026-07-21T10:00:00Z","request_id":"1"}`,
		`{"id":"c","role":"tool","content":"r","seq":18446744073709551002,"ts":"2026-07-21T10:00:00Z","request_id":"1","failure":true,"failure_detail":"exit 1"}`,
		`{"role":"assistant","content":"a2","provider":"p","model":"m","usage":{"input":18446744073709551615,"output":1,"cached_input":0,"cost_usd":1.50},` +
			`"iteration":2,"seq":18446744073709551003,"ts":"2026-07-21T09:59:59Z","request_id":"1"}`, "",
	}
	if diff := cmp.Diff(want, strings.Split(f.text, "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestRetainedRows: rows of the file keep what they have, and get no usage of another turn (SR-WRITE-06, SR-WRITE-07; B3, W2).
func TestRetainedRows(t *testing.T) {
	f := &file{t: t}
	b := batch(t, "1", "U.q A.a")
	b.Rows[1].Failure = true
	f.append(b)
	b = batch(t, "2", "A.a U.q2")
	b.Usage = usage(t, noUsage)
	if w := f.append(b); w.UsageWritten || w.Mode != writer.Compact {
		t.Errorf("%s, usage written: %v", w.Mode, w.UsageWritten)
	}
	want := `"replacement_history":[{"role":"assistant","content":"a","ts":"2026-07-21T10:00:00Z","request_id":"1","failure":true},` +
		`{"role":"user","content":"q2","ts":"2026-07-21T10:00:00Z","request_id":"2"}],"ts":"2026-07-21T10:00:00Z","request_id":"2"}`
	if !strings.Contains(f.text, want) {
		t.Errorf("no %s in\n%s", want, f.text)
	}
}

// TestHeaders: the session keeps its time of creation and its thread (SR-WRITE-02; B20, B21).
func TestHeaders(t *testing.T) {
	parse := func(text string) line.Meta {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		meta, err := line.ParseMeta(value)
		if err != nil {
			t.Fatal(err)
		}
		return meta
	}
	const rest = `"agent_name":"a","dispatcher":"d","updated":"","turn_count":2,"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0`
	f := &file{t: t}
	f.append(batch(t, "1", "U.q"))
	b := batch(t, "2", "U.q A.a")
	b.Meta = parse(`{"created":"2026-07-22T00:00:00Z",` + rest + `}`)
	f.append(b)
	context, err := sessionraw.Context("", f.text)
	if err != nil || context.Meta.Created() != "2026-07-21T00:00:00Z" || context.Meta.ThreadID() != "T" {
		t.Errorf("created %s, thread %s, error %v", context.Meta.Created(), context.Meta.ThreadID(), err)
	}
	opened, err := writer.Open(f.text)
	if err != nil {
		t.Fatal(err)
	}
	b.Meta = parse(`{"created":"","thread_id":"U",` + rest + `}`)
	if _, err := opened.Append(b); !errors.Is(err, writer.ErrOtherThread) {
		t.Errorf("another thread gives %v", err)
	}
	if _, err := line.ParseMeta(jsvalue.ObjectValue()); err == nil {
		t.Error("an empty header was taken")
	}
}

// TestRefused: what could not be read back is not written (SR-WRITE-09).
func TestRefused(t *testing.T) {
	for want, bad := range map[error]line.Row{
		writer.ErrInterruptedRow: {Role: line.User, Interrupted: true},
		writer.ErrUnreadable:     {Role: line.User, ID: jsvalue.IntValue(1)},
	} {
		opened, err := writer.Open("")
		if err != nil {
			t.Fatal(err)
		}
		b := batch(t, "1", "")
		b.Rows = []*line.Row{&bad}
		if _, err := opened.Append(b); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// TestLiveIsReplay: a turn with everything in it, given to the writer as it happens, projects to the items of its script,
// with texts, arguments and numbers as they were.
func TestLiveIsReplay(t *testing.T) {
	f := &file{t: t}
	b := batch(t, "1", "")
	for _, step := range []string{
		`{"role":"system","content":"rules"}`,
		`{"role":"user","content":"Current Date & Time: 2026-07-21 09:00:00 UTC\n\nHi"}`,
		`{"role":"assistant","content":"Let me look.","reasoning_content":"think","iteration":1,` +
			`"tool_calls":[{"id":"c1","name":"run","arguments":"{\"n\":10000000000000000001.10}"},{"id":"c2","name":"read","arguments":"x"}]}`,
		`{"role":"tool","id":"c2","content":"no","extra_metadata":{"openhuman_tool_failure":{"failure":true,"detail":"exit 1"}}}`,
		`{"role":"tool","id":"c1","content":"ok"}`,
		`{"role":"assistant","content":"Done.","extra_metadata":{"openhuman_turn_usage":{"provider":"p","model":"m","ts":"2026-07-21T09:00:00Z","iteration":2,` +
			`"usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0.5}}}}`,
	} {
		b.Rows = append(b.Rows, row(t, step))
		f.append(b)
	}
	b.Rows, b.RequestID = append(b.Rows, rows(t, "U.more")...), "2"
	f.interrupt(b, writer.Partial{Text: "I wi", Reasoning: "hm"})
	want := []string{
		`{"kind":"turnBoundary","requestId":"1"}`,
		`{"kind":"userMessage","content":"Current Date & Time: 2026-07-21 09:00:00 UTC\n\nHi","displayContent":"Hi","requestId":"1"}`,
		`{"kind":"reasoning","text":"think"}`,
		`{"kind":"assistantMessage","content":"Let me look.","interim":true,"requestId":"1","iteration":1}`,
		`{"kind":"toolCall","callId":"c1","name":"run","args":{"n":10000000000000000001.10},"result":"ok","status":"success"}`,
		`{"kind":"toolCall","callId":"c2","name":"read","args":"x","result":"no","status":"error","failure":{"detail":"exit 1"}}`,
		`{"kind":"assistantMessage","content":"Done.","requestId":"1","model":"m","iteration":2}`,
		`{"kind":"turnBoundary","requestId":"2"}`,
		`{"kind":"userMessage","content":"more","requestId":"2"}`,
		`{"kind":"interruptedPartial","text":"I wi","thinking":"hm"}`,
	}
	var got []string
	for _, item := range sessionraw.Items(map[string]string{"1_a.jsonl": f.text}, "T").Value().Get("items").Elements() {
		got = append(got, string(jsvalue.AppendSource(nil, item)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
