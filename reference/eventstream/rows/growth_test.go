package rows_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// allocated is how many bytes a function allocates in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// growing are events that come again and again; %d is their number.
var growing = map[string]string{
	"text of one message":     `{"type":"text","text":"some words ","messageId":"m"}`,
	"messages":                `{"type":"text","text":"some words ","messageId":"m%d"}`,
	"thoughts":                `{"type":"reasoning","text":"some words ","turnId":"t"}`,
	"thoughts of many items":  `{"type":"reasoning","text":"some words ","turnId":"t","itemId":"i%d"}`,
	"output of one command":   `{"type":"command","itemId":"c","output":"some %d words "}`,
	"files of one entry":      `{"type":"file_change","itemId":"c","path":"p%d","diff":"+x"}`,
	"one diff":                `{"type":"file_change","itemId":"c","path":"p","diff":"+x%d\n"}`,
	"drafts of one turn":      `{"type":"plan_text","text":"some %d words ","turnId":"t"}`,
	"members of one card":     `{"type":"ade_card","cardId":"c","k%d":1}`,
	"members of one plan":     `{"type":"plan","turnId":"t","k%d":1}`,
	"metadata of one message": `{"type":"user_message","text":"x","steerId":"s","metadata":{"k%d":1}}`,
	"tasks of one turn":       `{"type":"todo_update","turnId":"t","items":["k%d"]}`,
	"compactions of one turn": `{"type":"context_compact","turnId":"t","state":"started","k%d":1}`,
	"ends of one turn":        `{"type":"done","turnId":"t"}`,
	"retractions":             `{"type":"transcript_retraction","messageIds":["m%d"]}`,
	"agents":                  `{"type":"subagent_result","agentId":"a%d"}`,
	"progress of one agent":   `{"type":"subagent_progress","agentId":"a","summary":"s %d"}`,
	"jobs":                    `{"type":"scheduled_work_update","kind":"background_task","id":"j%d"}`,
	"names of one job":        `{"type":"subagent_progress","taskId":"t%d","agentId":"a","taskType":"background"}`,
}

// repeated are n events of a line.
func repeated(tb testing.TB, line string, n int) []event.Envelope {
	tb.Helper()
	list := make([]event.Envelope, n)
	for i := range list {
		value, err := jsvalue.Decode(strings.ReplaceAll(line, "%d", strconv.Itoa(i)))
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = event.Envelope{SessionID: "s", Timestamp: at(i), Event: value, Sequence: jsvalue.IntValue(int64(i))}
	}
	return list
}

// TestGrowth: four times the events allocate about four times as much, however they are arranged (CR-JS-09, ES-ROW-02).
// What time they take `go test -bench Growth` measures.
func TestGrowth(t *testing.T) {
	for name, line := range growing {
		run := func(n int) uint64 {
			list := repeated(t, line, n)
			return allocated(func() {
				m := rows.New("s")
				for _, envelope := range list {
					m.Add(envelope)
				}
				m.Rows()
			})
		}
		const n = 4000
		if small, large := run(n), run(4*n); large > 7*small {
			t.Errorf("%s: %d events allocate %d bytes, %d events %d", name, n, small, 4*n, large)
		}
	}
}

// longMembers are events with a long member (%s), and those that come after them again and again.
var longMembers = map[string][2]string{
	"summary on the way":      {`{"type":"subagent_progress","agentId":"a","summary":"%s"}`, `{"type":"subagent_progress","agentId":"a","summary":"s"}`},
	"summary of the end":      {`{"type":"subagent_result","agentId":"a","summary":"%s"}`, `{"type":"subagent_result","agentId":"a","summary":"s"}`},
	"description of an agent": {`{"type":"subagent_started","agentId":"a","description":"%s"}`, `{"type":"subagent_progress","agentId":"a","description":"d"}`},
	"command of a job":        {`{"type":"subagent_started","agentId":"a","taskType":"background","command":"%s"}`, `{"type":"subagent_progress","agentId":"a","command":"c"}`},
	"name of a parent":        {`{"type":"subagent_started","agentId":"a","parentAgentId":"%s"}`, `{"type":"subagent_progress","agentId":"a"}`},
	"name of an agent":        {`{"type":"subagent_started","agentId":"%s","taskId":"t"}`, `{"type":"subagent_progress","taskId":"t"}`},
	"name of a job":           {`{"type":"subagent_started","agentId":"%s","taskId":"t","taskType":"background"}`, `{"type":"subagent_progress","taskId":"t"}`},
	"label of a connector":    {`{"type":"tool_call","itemId":"i","tool":"x","mcp":{"server":"%s"}}`, `{"type":"tool_result","itemId":"i","tool":"x"}`},
}

// addLong adds the event with a long member, and the other again and again as often as it is told to.
func addLong(tb testing.TB, lines [2]string) (again func(times int)) {
	tb.Helper()
	var list [2]event.Envelope
	for i, line := range lines {
		value, err := jsvalue.Decode(strings.ReplaceAll(line, "%s", strings.Repeat("Many Words ", 100_000)+"x"))
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = event.Envelope{SessionID: "s", Timestamp: at(i), Event: value}
	}
	m := rows.New("s")
	m.Add(list[0])
	return func(times int) {
		for range times {
			m.Add(list[1])
		}
	}
}

// TestLongMembers: one more event does not copy what an earlier one told (CR-JS-09).
func TestLongMembers(t *testing.T) {
	for name, lines := range longMembers {
		again := addLong(t, lines)
		if bytes := allocated(func() { again(100) }); bytes > 1_000_000 {
			t.Errorf("%s: 100 events allocate %d bytes", name, bytes)
		}
	}
}

// BenchmarkGrowth measures what growing grows: four times the events may take as long for each.
func BenchmarkGrowth(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(growing)) {
		for _, n := range []int{4_000, 16_000} {
			list := repeated(b, growing[name], n)
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				for b.Loop() {
					m := rows.New("s")
					for _, envelope := range list {
						m.Add(envelope)
					}
					m.Rows()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
