package scheduledwork_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scheduledwork"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"works", []string{`{"type":"scheduled_work_update","id":"w#","kind":"cron","status":"scheduled"}`}},
	{"updates of one work", []string{`{"type":"scheduled_work_update","id":"w","kind":"cron","status":"s#"}`}},
	{"members of one work", []string{`{"type":"scheduled_work_update","id":"w","kind":"cron","k#":1}`}},
	{"sub-agents", []string{`{"type":"subagent_started","agentId":"a#","agentType":"Explore"}`, `{"type":"scheduled_work_update","id":"w#","kind":"background_task","sourceTaskId":"a#"}`}},
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
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				for b.Loop() {
					scheduledwork.Fold(list)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
