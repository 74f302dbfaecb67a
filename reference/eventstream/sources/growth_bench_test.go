package sources_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/sources"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"files", []string{`{"type":"file_change","path":"p#","diff":"+x","itemId":"f#"}`}},
	{"pages", []string{`{"type":"web_search","itemId":"w#","results":[{"url":"https://e.com/#","title":"t"}]}`}},
	{"connectors", []string{`{"type":"tool_call","itemId":"c#","mcp":{"server":"s#","tool":"t"}}`}},
	{"actions of one connector", []string{`{"type":"tool_call","itemId":"c#","mcp":{"server":"s","tool":"t#"}}`}},
	{"addresses of one text", []string{`{"type":"text","text":" see https://e.com/# ","messageId":"m"}`}},
	{"text without addresses", []string{`{"type":"text","text":"httpshttpshttps","messageId":"m"}`}},
}

// BenchmarkGrowth measures Of: four times the events may take as long for each.
func BenchmarkGrowth(b *testing.B) {
	for _, c := range growing {
		for _, n := range []int{4_000, 16_000} {
			list := make([]event.Envelope, n)
			for i := range list {
				e, err := jsvalue.Decode(strings.ReplaceAll(c.lines[i%len(c.lines)], "#", fmt.Sprint(i)))
				if err != nil {
					b.Fatal(err)
				}
				list[i] = event.Envelope{SessionID: "s", Timestamp: fmt.Sprint(i), Event: e, Line: i + 1, Offset: i}
			}
			m, told := rows.New("s"), entries.New("s")
			for _, envelope := range list {
				m.Add(envelope)
				told.Add(envelope)
			}
			drawn, said := m.Rows(), told.Entries()
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					sources.Of(drawn, said)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
