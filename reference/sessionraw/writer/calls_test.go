package writer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	question = `{"role":"user","content":"q"}`
	one      = `{"role":"assistant","content":"","tool_calls":[{"id":"c1","name":"n","arguments":"{}"}]}`
	two      = `{"role":"assistant","content":"","tool_calls":[{"id":"c2","name":"n","arguments":"{}"}]}`
	silent   = `{"role":"assistant","content":""}`
	used     = `{"role":"assistant","content":"","extra_metadata":{"openhuman_turn_usage":{"provider":"p","model":"m","ts":"t",` +
		`"tool_calls":[{"id":"c1","name":"n","arguments":"{}"}],"reasoning_content":"R","iteration":0,"usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0}}}}`
	usedNone = `{"role":"assistant","content":"","extra_metadata":{"openhuman_turn_usage":{"provider":"p","model":"m","ts":"t",` +
		`"tool_calls":[],"iteration":0,"usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0}}}}`
)

// given are the words of a row that count: role, content, ids, calls and reasoning.
func given(rows []*line.Row) (words []string) {
	for _, r := range rows {
		word := r.Role + " " + r.Content + " " + r.ID.Text() + r.ToolCallID.Text() + r.Reasoning.Text()
		for _, call := range r.Calls {
			word += " " + call.ID + call.Name + call.Arguments + string(jsvalue.Append(nil, call.ExtraContent))
		}
		words = append(words, word)
	}
	return words
}

// TestCallsCount: behind a write the context has the calls and the reasoning of the rows that were asked for, and a second
// write of the same rows only states the totals (SR-WRITE-05, SR-WRITE-06, SR-WRITE-10).
func TestCallsCount(t *testing.T) {
	result := func(call string) string { return `{"role":"tool","content":"r","id":"` + call + `"}` }
	for _, c := range []struct {
		name       string
		held, next []string
		mode       writer.Mode
		want       []string // nil: what was given
	}{
		{"the row of the second call stays", []string{question, one, result("c1"), two, result("c2")}, []string{question, two, result("c2")}, writer.Compact, nil},
		{"another call", []string{question, one}, []string{question, two, result("c2")}, writer.Compact, nil},
		{"the call goes", []string{question, one}, []string{question, silent}, writer.Compact, nil},
		{"a call comes", []string{question, silent}, []string{question, one}, writer.Compact, nil},
		{"the same call", []string{question, one}, []string{question, one, result("c1")}, writer.Extend, nil},
		{"other arguments", []string{one}, []string{strings.Replace(one, "{}", "[]", 1)}, writer.Compact, nil},
		{"other extra content", []string{one}, []string{strings.Replace(one, `"n"`, `"n","extra_content":1`, 1)}, writer.Compact, nil},
		{"the calls of a usage, of which the caller knows nothing", []string{used}, []string{silent}, writer.Extend, []string{used}},
		{"so in a record", []string{question, used}, []string{silent}, writer.Compact, []string{used}},
		{"a usage without the calls", []string{used}, []string{usedNone}, writer.Compact, nil},
		{"the calls in a usage", []string{one}, []string{strings.Replace(used, `"reasoning_content":"R",`, "", 1)}, writer.Extend, nil},
		{"other reasoning", []string{`{"role":"assistant","content":"","reasoning_content":"R"}`}, []string{silent}, writer.Compact, nil},
		{
			"another call that is answered",
			[]string{`{"role":"tool","content":"r","tool_call_id":"c1"}`, `{"role":"tool","content":"r","tool_call_id":"c2"}`},
			[]string{`{"role":"tool","content":"r","tool_call_id":"c2"}`},
			writer.Compact, nil,
		},
		{
			"a result that answers another call",
			[]string{`{"role":"tool","content":"r","tool_call_id":"c1"}`},
			[]string{`{"role":"tool","content":"r","tool_call_id":"c2"}`},
			writer.Compact, nil,
		},
		{
			"a call whose id has a NUL", // not the same as the one whose name has it
			[]string{`{"role":"assistant","content":"","tool_calls":[{"id":"a","name":"b\u0000c","arguments":""}]}`},
			[]string{`{"role":"assistant","content":"","tool_calls":[{"id":"a\u0000b","name":"c","arguments":""}]}`},
			writer.Compact, nil,
		},
		{"metadata alone", []string{question}, []string{`{"role":"user","content":"q","extra_metadata":1,"failure":true}`}, writer.Extend, []string{question}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &file{t: t}
			parse := func(texts []string) (list []*line.Row) {
				for _, text := range texts {
					list = append(list, row(t, text))
				}
				return list
			}
			b := batch(t, "1", "")
			b.Rows = parse(c.held)
			f.append(b)
			b = batch(t, "2", "")
			b.Rows = parse(c.next)
			if w := f.append(b); w.Mode != c.mode {
				t.Errorf("mode %s, want %s", w.Mode, c.mode)
			}
			want := b.Rows
			if c.want != nil {
				want = parse(c.want)
			}
			for range 2 {
				context, err := sessionraw.Context("", f.text)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(given(want), given(context.Rows)); diff != "" {
					t.Errorf("the context:\n%s", diff)
				}
				if w := f.append(b); w.Mode != writer.Extend {
					t.Errorf("tried again: mode %s", w.Mode)
				}
			}
		})
	}
}

// TestRetainedResult: the result of another call is a fresh row, though it says the same (SR-WRITE-06).
func TestRetainedResult(t *testing.T) {
	f := &file{t: t}
	b := batch(t, "1", "")
	b.Rows = []*line.Row{row(t, one), row(t, `{"role":"tool","content":"r","id":"c1"}`)}
	f.append(b)
	b = batch(t, "2", "")
	b.Rows = []*line.Row{row(t, two), row(t, `{"role":"tool","content":"r","id":"c2"}`)}
	f.append(b)
	context, err := sessionraw.Context("", f.text)
	if err != nil || len(context.Rows) != 2 || context.Rows[0].RequestID != "2" || context.Rows[1].RequestID != "2" {
		t.Errorf("the context is %+v, error %v", context.Rows, err)
	}
}

// TestRetainedCalls: of rows with the same words that one is kept whose calls are asked for, or that answers the call, with its
// request (SR-WRITE-06, SR-LINE-07).
func TestRetainedCalls(t *testing.T) {
	const called = `{"role":"assistant","content":"","tool_calls":[{"id":"%s","name":"%s","arguments":"%s"}]}`
	for _, pair := range [][2]string{
		{one, two},
		{fmt.Sprintf(called, "a", `b\u0000c`, ""), fmt.Sprintf(called, `a\u0000b`, "c", "")},
		{fmt.Sprintf(called, "", "n", "1"), fmt.Sprintf(called, "", "n", "2")},
		{`{"role":"tool","content":"r","tool_call_id":"c1"}`, `{"role":"tool","content":"r","tool_call_id":"c2"}`},
	} {
		f := &file{t: t}
		b := batch(t, "1", "")
		b.Rows = []*line.Row{row(t, pair[0])}
		f.append(b)
		b = batch(t, "2", "")
		b.Rows = []*line.Row{row(t, pair[0]), row(t, pair[1])}
		f.append(b)
		b = batch(t, "3", "")
		b.Rows = []*line.Row{row(t, pair[1])}
		f.append(b)
		context, err := sessionraw.Context("", f.text)
		if err != nil || len(context.Rows) != 1 || context.Rows[0].RequestID != "2" {
			t.Errorf("%s: the context is %+v, error %v", pair[1], context.Rows, err)
		}
	}
}

// TestUsageFillsIn: a row keeps its own calls and reasoning, and gets from a usage those that it lacks, so that the context
// is the one that was asked for also when the batch is tried again (SR-WRITE-07).
func TestUsageFillsIn(t *testing.T) {
	const bundle = `{"provider":"p","model":"m","ts":"t","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0},"iteration":0,` +
		`"tool_calls":[{"id":"c2","name":"n","arguments":"{}"}],"reasoning_content":"U"}`
	const empty = `{"provider":"p","model":"m","ts":"t","usage":{"input":1,"output":1,"cached_input":0,"cost_usd":0},"iteration":0,"tool_calls":[]}`
	own := strings.Replace(one, `"content":""`, `"content":"","reasoning_content":"R"`, 1)
	for _, c := range []struct{ name, row, usage, want string }{
		{"own", own, bundle, "assistant  R c1n{}"},
		{"none in the usage", own, empty, "assistant  R c1n{}"},
		{"none of its own", silent, bundle, "assistant  U c2n{}"},
		{"own calls", one, bundle, "assistant  U c1n{}"},
		{"a usage of its own", usedNone, bundle, "assistant  "},
	} {
		f := &file{t: t}
		b := batch(t, "1", "")
		b.Rows, b.Usage = []*line.Row{row(t, c.row)}, usage(t, c.usage)
		f.append(b)
		again := f.append(b)
		context, err := sessionraw.Context("", f.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(given(context.Rows), "; "); got != c.want || again.Mode != writer.Extend {
			t.Errorf("%s: %q, want %q; again %s", c.name, got, c.want, again.Mode)
		}
		if strings.Contains(c.row, "openhuman_turn_usage") {
			continue
		}
		bundled := row(t, c.row[:len(c.row)-1]+`,"extra_metadata":{"openhuman_turn_usage":`+c.usage+`}}`)
		if got := given([]*line.Row{bundled})[0]; got != c.want {
			t.Errorf("%s, in the metadata: %q, want %q", c.name, got, c.want)
		}
	}
}
