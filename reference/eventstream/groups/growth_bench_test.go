package groups_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"one group", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`}},
	{"summaries of one group", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`, `{"type":"tool_use_summary","summary":"s#","toolUseIds":["u#"],"turnId":"t"}`}},
	{"summaries that take nothing", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`, `{"type":"tool_use_summary","summary":"s#","toolUseIds":["none"],"turnId":"t"}`}},
	{"one phase", []string{`{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`, `{"type":"reasoning","text":"w#","itemId":"r#","turnId":"t"}`}},
	{"one bundle", []string{`{"type":"scheduled_work_update","id":"w#","kind":"cron","status":"scheduled","turnId":"t"}`}},
	{"one end of many", []string{`{"type":"done","status":"failed","usage":{"k#":1}}`, `{"type":"status","turnStatus":"failed","message":"m#"}`}},
	{"agents that stopped", []string{`{"type":"subagent_started","agentId":"a#"}`, `{"type":"subagent_result","agentId":"a#","status":"stopped"}`}},
	{"jobs alike", []string{`{"type":"subagent_started","taskId":"j#","taskType":"background","command":"make"}`}},
}

// BenchmarkGrowth measures Fold: four times the events may take as long for each.
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
					groups.Fold(drawn)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
