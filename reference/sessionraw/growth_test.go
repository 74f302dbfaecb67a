package sessionraw_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
)

const header = `{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
	`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n"

// growing are files that cost a careless reader quadratic time or memory, by the number of pieces.
var growing = map[string]func(n int) string{
	"rows": func(n int) string {
		return strings.Repeat(`{"role":"user","id":"u","content":"hello"}`+"\n"+`{"role":"assistant","content":"x"}`+"\n", n)
	},
	"ids that name nothing": func(n int) string {
		return strings.Repeat(`{"role":"user","content":"hello"}`+"\n", n) + strings.Repeat(`{"kind":"compaction","replacement_ids":["x"]}`+"\n", n)
	},
	"small records": func(n int) string {
		return strings.Repeat(`{"role":"user","content":"a"}`+"\n"+`{"kind":"compaction","replacement":[]}`+"\n", n)
	},
	"open calls and results": func(n int) string {
		return strings.Repeat(`{"role":"assistant","content":"","tool_calls":[{"id":"c","name":"n","arguments":""}]}`+"\n", n) +
			strings.Repeat(`{"role":"tool","content":"x"}`+"\n", n/2) + strings.Repeat(`{"role":"tool","id":"c","content":"x"}`+"\n", n)
	},
	"records that keep a row of calls": func(n int) string {
		return callsOfOneRow(n) + strings.Repeat(`{"kind":"compaction","replacement_ids":["a"]}`+"\n", n)
	},
	"results of other calls and records": func(n int) string {
		return callsOfOneRow(n) + strings.Repeat(`{"role":"tool","id":"z","content":"x"}`+"\n"+`{"kind":"compaction","replacement_ids":["a"]}`+"\n", n)
	},
	"blocks": func(n int) string {
		return `{"role":"user","content":"` + strings.Repeat(`[Channel context]\nx\n\n`, n) + `"}` + "\n"
	},
}

// callsOfOneRow is a row with the id a and n calls.
func callsOfOneRow(n int) string {
	return `{"role":"assistant","id":"a","content":"x","tool_calls":[` + list(n, `{"id":"c%d","name":"n","arguments":""}`) + "]}\n"
}

// list is n elements of a form that takes a number.
func list(n int, form string) string {
	elements := make([]string, n)
	for i := range elements {
		elements[i] = fmt.Sprintf(form, i)
	}
	return strings.Join(elements, ",")
}

// slow are files that cost time and no memory where each piece is compared with each other one.
var slow = map[string]func(n int) string{
	"text results and failures": func(n int) string {
		return `{"role":"user","content":"[Tool results]` + strings.ReplaceAll(list(n, `<tool_result id=\"%d\">x</tool_result>`), ",", "") +
			`","extra_metadata":{"openhuman_tool_failures":[` + list(n, `"f%d"`) + "]}}\n"
	},
	"calls of an envelope and of its row": func(n int) string {
		return `{"role":"assistant","content":"{\"content\":\"x\",\"tool_calls\":[` +
			list(n, `{\"id\":\"e%d\",\"name\":\"n\",\"arguments\":\"\"}`) + `]}","tool_calls":[` +
			list(n, `{"id":"c%d","name":"n","arguments":""}`) + "]}\n"
	},
}

// TestSlow: what takes a second in linear time would take hours in quadratic time, so a hang is bounded and nothing else.
func TestSlow(t *testing.T) {
	for name, text := range slow {
		t.Run(name, func(t *testing.T) {
			show(t, map[string]string{"1_a.jsonl": header + text(150_000)})
		})
	}
}

// TestManySubAgents: each of many sub-agents may have been started by each of many calls of a turn.
func TestManySubAgents(t *testing.T) {
	files := map[string]string{"1_a.jsonl": header + callsOfOneRow(200_000)}
	for i := range 20_000 {
		files[fmt.Sprintf("1_a__%d_k.jsonl", i)] = header
	}
	show(t, files)
}

// show projects the files, and fails if that does not end.
func show(t *testing.T, files map[string]string) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		sessionraw.Items(files, "T")
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Error("the files are still being read")
	}
}

// TestGrowth: four times the file allocates about four times as much. Time is watched by BenchmarkItems and TestSlow.
func TestGrowth(t *testing.T) {
	for name, text := range growing {
		t.Run(name, func(t *testing.T) {
			small, large := allocated(text(2_000)), allocated(text(8_000))
			if large > 6*small+1_000_000 {
				t.Errorf("four times the text allocates %d bytes instead of %d", large, small)
			}
		})
	}
}

func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	sessionraw.Items(map[string]string{"1_a.jsonl": header + text}, "T")
	if _, err := sessionraw.Context("1_a.jsonl", header+text); err != nil {
		panic(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// plain and escaped are about 1.4 KB of text: without anything to decode, and as code and tables are.
var (
	plain   = strings.Repeat("All work and no play makes a dull file. ", 34)
	escaped = strings.Repeat(`\tif text == \"naïve\" {\n\t\treturn \"\\u2014\"\n\t}\n`, 24)
)

// session is a file of about 1.4 KB a row with turns, calls and results.
func session(rows int, body string) string {
	var b strings.Builder
	b.WriteString(header)
	for i := 0; i < rows; i += 4 {
		fmt.Fprintf(&b, `{"role":"user","content":"%s","request_id":"r%d"}`+"\n", body, i)
		fmt.Fprintf(&b, `{"role":"assistant","content":"%s","request_id":"r%d","tool_calls":[{"id":"c%d","name":"run","arguments":"{\"n\":%d}"}]}`+"\n", body, i, i, i)
		fmt.Fprintf(&b, `{"role":"tool","id":"c%d","content":"%s","request_id":"r%d"}`+"\n", i, body, i)
		fmt.Fprintf(&b, `{"role":"assistant","content":"%s","request_id":"r%d","ts":"2026-07-21T09:00:00Z"}`+"\n", body, i)
	}
	return b.String()
}

func BenchmarkItems(b *testing.B) {
	for _, c := range []struct {
		rows int
		body string
		name string
	}{{1_000, plain, "plain"}, {10_000, plain, "plain"}, {70_000, plain, "plain"}, {70_000, escaped, "escaped"}} {
		b.Run(fmt.Sprint(c.rows, "-", c.name), func(b *testing.B) {
			text := session(c.rows, c.body)
			files := map[string]string{"1_a.jsonl": text}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				sessionraw.Items(files, "T")
			}
		})
	}
	for name, text := range growing {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			text := header + text(20_000)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				sessionraw.Items(map[string]string{"1_a.jsonl": text}, "T")
			}
		})
	}
}

// BenchmarkFind: one thread among 1,000 files, whose headers alone are read.
func BenchmarkFind(b *testing.B) {
	files := map[string]string{}
	for i := range 1_000 {
		files[fmt.Sprintf("%d_a.jsonl", i)] = strings.Replace(session(100, plain), `"T"`, fmt.Sprintf(`"T%d"`, i), 1)
	}
	for b.Loop() {
		if p, err := sessionraw.Page(files, "T500", "", page.DefaultLimit); err != nil || len(p.Items) == 0 {
			b.Fatal(err)
		}
	}
}
