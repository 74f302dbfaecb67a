package compaction_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func object(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// with is an event in which a member is a text.
func with(t *testing.T, event, member, text string) jsvalue.Value {
	t.Helper()
	return object(t, event).With(jsvalue.Member{Key: member, Value: jsvalue.StringValue(text)})
}

const (
	running   = `{"type":"command","status":"running"}`
	command   = `{"type":"command","status":"completed"}`
	failed    = `{"type":"command","status":"failed"}`
	diff      = `{"type":"file_change"}`
	reasoning = `{"type":"reasoning"}`
	result    = `{"type":"tool_result"}`
)

// TestGoldenSizes is the table of what is left of a text: the bytes before the first preview, the previews, what was left out and
// the whole (ES-STORE-01 to ES-STORE-03).
func TestGoldenSizes(t *testing.T) {
	for _, c := range []struct {
		event, member, text                string
		before, head, tail, omitted, whole int
	}{
		{running, "output", strings.Repeat("x", 4097), 125, 1715, 1715, 667, 3679},
		{running, "output", strings.Repeat("x", 5000), 125, 1715, 1715, 1570, 3680},
		{command, "output", strings.Repeat("x", 16385), 126, 7858, 7859, 668, 15967},
		{failed, "output", strings.Repeat("x", 70000), 126, 32434, 32435, 5131, 65120},
		{diff, "diff", strings.Repeat("x", 40000), 121, 16053, 16053, 7894, 32352},
		{reasoning, "text", strings.Repeat("x", 8193), 120, 3765, 3766, 662, 7775},
		{reasoning, "text", strings.Repeat("é", 5000), 121, 3764, 3766, 2470, 7776},
		{result, "result", strings.Repeat("x", 200000), 124, 7859, 7860, 184281, 15970},
	} {
		form := compaction.ForStorage(with(t, c.event, c.member, c.text))
		short := form.Event.Get(c.member).Text()
		before, rest, _ := strings.Cut(short, "FIRST PREVIEW -----\n")
		head, rest, _ := strings.Cut(rest, "\n----- END FIRST PREVIEW")
		_, rest, _ = strings.Cut(rest, "LAST PREVIEW -----\n")
		tail, _, _ := strings.Cut(rest, "\n----- END LAST PREVIEW -----")
		got := fmt.Sprint(len(before)+len("FIRST PREVIEW -----\n"), len(head), len(tail), form.Event.Get(c.member+"OmittedBytes").Float(), len(short))
		want := fmt.Sprint(c.before, c.head, c.tail, float64(c.omitted), c.whole)
		if got != want || form.Event.Get(c.member+"OriginalBytes").Float() != float64(len(c.text)) {
			t.Errorf("%s of %d: %s, want %s", c.event, len(c.text), got, want)
		}
	}
}

// TestAtTheCap: what has as many bytes as its cap is the same value (probe 74, ES-STORE-01).
func TestAtTheCap(t *testing.T) {
	for _, c := range []struct {
		event, member string
		cap           int
	}{
		{running, "output", 4096},
		{command, "output", 16384},
		{`{"type":"command"}`, "output", 16384},
		{failed, "output", 65536},
		{diff, "diff", 32768},
		{reasoning, "text", 8192},
		{result, "result", 16384},
		{`{"type":"tool_result","status":"interrupted"}`, "result", 65536},
		{`{"type":"tool_result","status":"failed"}`, "result", 65536},
		{result, "structured", 8192},
	} {
		for over := -1; over <= 1; over++ {
			for _, character := range []string{"x", "é", "€", "😀", "\xed\xa0\xbd"} {
				n := c.cap + over
				text := strings.Repeat("x", n%len(character)) + strings.Repeat(character, n/len(character))
				form := compaction.ForStorage(with(t, c.event, c.member, text))
				short := form.Event.Get(c.member).Text()
				if form.Changed != (over > 0) || !form.Changed && short != text || form.Changed && len(short) > c.cap-380 || !jsvalue.ValidText(short) {
					t.Errorf("%s, %d bytes of %q: changed %v, %d bytes", c.event, len(text), character, form.Changed, len(short))
				}
			}
		}
	}
}

// TestAnyBytes: a text that is no WTF-8 does no harm.
func TestAnyBytes(t *testing.T) {
	form := compaction.ForStorage(with(t, running, "output", strings.Repeat("\x80", 9000)))
	if !form.Changed {
		t.Error("it is not shortened")
	}
}

// TestMissing: what is absent, null or of another kind stays, without a failure (probe 81, ES-STORE-08).
func TestMissing(t *testing.T) {
	for _, event := range []string{
		`{}`, `{"type":5}`, `{"type":"command"}`, `{"type":"command","output":null,"status":5}`, `{"type":"reasoning"}`, `{"type":"reasoning","text":[]}`, `{"type":"file_change","diff":7}`,
		`{"type":"tool_result"}`, `{"type":"tool_result","result":null,"structured":null}`, `{"type":"tool_result","result":1e400}`, `{"type":"codex_image_generation"}`,
		`{"type":"codex_image_generation","result":null,"savedPath":5}`, `{"type":"codex_image_view","url":{},"path":"/data:image/x"}`, `{"type":"text","structured":1}`,
	} {
		value := object(t, event)
		for _, form := range []compaction.Form{compaction.ForStorage(value), compaction.ForWire(value)} {
			if written(form.Event) != written(value) && !value.Has("structured") || form.Unaccounted != nil {
				t.Errorf("%s: %s", event, written(form.Event))
			}
		}
	}
	if form := compaction.ForStorage(jsvalue.Value{}); form.Changed {
		t.Error("nothing was changed")
	}
}

// TestWire drops what no client reads, of any size and kind (probe 79, ES-WIRE-01).
func TestWire(t *testing.T) {
	event := object(t, `{"type":"tool_result","structured":{"a":1},"result":"r","toolResultMeta":null,"grepTotals":{"n":1}}`)
	form := compaction.ForWire(event)
	if got := written(form.Event); got != `{"type":"tool_result","result":"r","grepTotals":{"n":1}}` || !form.Changed || !event.Has("structured") {
		t.Error(got, form.Changed)
	}
	if form := compaction.ForWire(object(t, `{"type":"command","structured":1}`)); form.Changed {
		t.Error(written(form.Event))
	}
}

// TestUnaccounted: an image in place of a path vanishes whatever its size, and that is told (ES-STORE-06).
func TestUnaccounted(t *testing.T) {
	for event, want := range map[string]string{
		`{"type":"codex_image_generation","savedPath":" DATA:Image/png;base64,AA"}`:  `{"type":"codex_image_generation","savedPath":null} [{savedPath 25}]`,
		`{"type":"codex_image_view","path":"data:image/","url":"data:image/png,AA"}`: `{"type":"codex_image_view","path":null,"url":"data:image/png,AA"} [{path 11}]`,
		`{"type":"codex_image_view","path":"data:text/plain,x","url":"http://x"}`:    `{"type":"codex_image_view","path":"data:text/plain,x","url":"http://x"} []`,
	} {
		form := compaction.ForStorage(object(t, event))
		if got := fmt.Sprint(written(form.Event), " ", form.Unaccounted); got != want || form.Changed != (form.Unaccounted != nil) {
			t.Errorf("%s: %s", event, got)
		}
	}
}

// TestImages leaves out what is over the cap, at any depth, and accounts for it (probe 80, ES-STORE-05).
func TestImages(t *testing.T) {
	at := "data:image/png;base64," + strings.Repeat("A", 65536-22)
	over := at + "A"
	for image, gone := range map[string]bool{over: true, " \n" + over + "\u00a0": true, "DATA:Image" + over[10:]: true, "x" + over: false, at: false} {
		event := object(t, `{"type":"tool_result","status":"failed"}`).With(jsvalue.Member{Key: "result", Value: jsvalue.ObjectValue(
			jsvalue.Member{Key: "a", Value: jsvalue.ArrayValue(jsvalue.StringValue(image), jsvalue.IntValue(1))},
			jsvalue.Member{Key: "b", Value: jsvalue.StringValue("kept")},
		)})
		got := compaction.ForStorage(event).Event
		want := fmt.Sprintf(`{"a":["[ADE] Inline image was left out (%d bytes).",1],"b":"kept"}`, len(image))
		if gone != (written(got.Get("result")) == want) || gone && got.Get("resultOmittedBytes").Float() != float64(len(image)) {
			t.Errorf("%.30q: %.300s", image, written(got))
		}
	}
	event := object(t, `{"type":"tool_result"}`).With(jsvalue.Member{Key: "result", Value: jsvalue.StringValue(over)})
	got := compaction.ForStorage(event).Event
	if want := `{"type":"tool_result","result":"[ADE] Inline image was left out (65537 bytes).","resultOriginalBytes":65537,"resultOmittedBytes":65537}`; written(got) != want {
		t.Error(written(got))
	}
	kept := compaction.ForStorage(with(t, `{"type":"tool_result","status":"failed"}`, "result", at))
	if kept.Changed {
		t.Error("an image at the cap is left out")
	}
}

// TestDepth: 32 levels stay, also where the innermost is empty or holds an image; what is deeper is one text (ES-STORE-05).
func TestDepth(t *testing.T) {
	nested := func(levels int, leaf string) string {
		return strings.Repeat("[", levels) + leaf + strings.Repeat("]", levels)
	}
	for _, c := range []struct {
		value string
		want  string // "" where it stays
	}{
		{nested(31, "1"), ""},
		{nested(32, ""), ""},
		{nested(32, "1"), ""},
		{nested(33, ""), nested(32, `"[ADE] Deeply nested content was left out."`)},
		{nested(33, "1"), nested(32, `"[ADE] Deeply nested content was left out."`)},
		{nested(100_000, "{}"), nested(32, `"[ADE] Deeply nested content was left out."`)},
	} {
		got := compaction.ForStorage(object(t, `{"type":"tool_result","result":`+c.value+`}`))
		want := c.want
		if want == "" {
			want = c.value
		}
		if written(got.Event.Get("result")) != want || got.Changed != (c.want != "") || got.Changed && got.Event.Get("resultOmittedBytes").Float() != 0 {
			t.Errorf("%.80s: %.200s", c.value, written(got.Event))
		}
	}
	// 100,000 lists in one another and the object inside stand on 200,001 lines, that of level i indented by 2i.
	got := compaction.ForStorage(object(t, `{"type":"tool_result","result":`+nested(100_000, "{}")+`}`))
	if want := 2.0 * 100_000 * 100_000; got.Event.Get("resultOriginalBytes").Float() != want+2*100_000+2+2*100_000 {
		t.Error(got.Event.Get("resultOriginalBytes").Float(), want)
	}
}

// TestForged: a value in the shape of a form is left alone up to twice the cap, and no further (probes 76, 77, ES-STORE-07).
func TestForged(t *testing.T) {
	shape := func(summary string, bytes int) jsvalue.Value {
		value := object(t, `{"summary":"`+summary+`","originalBytes":1,"omittedBytes":2,"preview":"","rows":["`+strings.Repeat("e", 40000)+`"]}`)
		size := len(jsvalue.AppendIndent(nil, value, "  ")) - 40000
		return value.With(jsvalue.Member{Key: "rows", Value: jsvalue.ArrayValue(jsvalue.StringValue(strings.Repeat("e", bytes-size)))})
	}
	infinite := object(t, `{"n":1e400}`).Get("n") // is written as null, which is no number
	for _, c := range []struct {
		value   jsvalue.Value
		changed bool
	}{
		{shape("[ADE] Large x", 2*16384), false},
		{shape("[ADE] Large x", 2*16384+1), true},
		{shape(" [ADE] Large x", 17000), true},
		{shape("[ADE] large x", 17000), true},
		{shape("[ADE] Large tool result was shortened for stored chat history.", 20000), false},
		{shape("[ADE] Large x", 17000).Without("preview"), true},
		{shape("[ADE] Large x", 17000).With(jsvalue.Member{Key: "originalBytes", Value: jsvalue.StringValue("1")}), true},
		{shape("[ADE] Large x", 17000).With(jsvalue.Member{Key: "omittedBytes", Value: jsvalue.NullValue()}), true},
		{shape("[ADE] Large x", 17000).With(jsvalue.Member{Key: "originalBytes", Value: infinite}), true},
		{shape("[ADE] Large x", 17000).With(jsvalue.Member{Key: "omittedBytes", Value: infinite}), true},
	} {
		event := object(t, `{"type":"tool_result"}`).With(jsvalue.Member{Key: "result", Value: c.value})
		if form := compaction.ForStorage(event); form.Changed != c.changed {
			t.Errorf("%.100s: %v", written(c.value), form.Changed)
		}
	}
}

// TestDiffs knows a shortened diff, old or new, and none that quotes the notice (probe 83, ES-DIFF-01).
func TestDiffs(t *testing.T) {
	short := compaction.ForStorage(with(t, diff, "diff", strings.Repeat("+x\n", 20000))).Event.Get("diff").Text()
	for text, want := range map[string]bool{
		short: true,
		"[ADE] Large file diff was shortened for stored chat history.\n12 bytes omitted from stored chat history.\n": true,
		"[ADE] Large file diff was shortened": false,
		"+" + short:                           false,
	} {
		if compaction.IsShortenedDiff(text) != want {
			t.Errorf("%.60q: %v", text, !want)
		}
	}
}

// TestUnchanged: an event that needs nothing is given back without a copy.
func TestUnchanged(t *testing.T) {
	event := object(t, `{"type":"tool_result","result":{"a":[1,{"b":"text"}]},"structured":[{}]}`)
	before := testing.AllocsPerRun(10, func() { compaction.ForStorage(event) })
	if form := compaction.ForStorage(event); form.Changed || before > 30 {
		t.Error(form.Changed, before)
	}
}
