package presentation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/presentation"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"work of one turn", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`, `{"type":"text","text":"x","messageId":"m#"}`}},
	{"turns", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t#"}`, `{"type":"done","turnId":"t#"}`}},
	{"ends of one turn", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`, `{"type":"done","status":"completed","turnId":"t"}`}},
	{"bundles that meet", []string{`{"type":"scheduled_work_update","id":"w#","kind":"cron","status":"scheduled","turnId":"t"}`, `{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`}},
	{"files of one turn", []string{`{"type":"file_change","path":"p#","diff":"+x","itemId":"f#","turnId":"t"}`}},
	{"ends that are folded", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t#"}`, `{"type":"done","status":"failed","turnId":"t#"}`}},
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
			m := rows.New("s")
			for _, envelope := range list {
				m.Add(envelope)
			}
			drawn := m.Rows()
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					presentation.Of(drawn)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
