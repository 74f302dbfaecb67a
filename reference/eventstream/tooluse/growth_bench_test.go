package tooluse_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/tooluse"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"uses", []string{`{"type":"tool_use_start","toolUseId":"u#"}`, `{"type":"tool_result","itemId":"u#"}`}},
	{"ends of one turn", []string{`{"type":"tool_use_start","toolUseId":"u#","turnId":"t"}`, `{"type":"done","status":"completed","turnId":"t"}`}},
	{"interruptions of one turn", []string{`{"type":"tool_use_start","toolUseId":"u#","turnId":"t"}`, `{"type":"done","status":"interrupted","turnId":"t"}`}},
	{"summaries", []string{`{"type":"tool_use_start","toolUseId":"u#","turnId":"t"}`, `{"type":"tool_use_summary","summary":"s","toolUseIds":["u#"],"turnId":"t"}`}},
}

// BenchmarkGrowth measures a Tracker: four times the events may take as long for each.
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
					var t tooluse.Tracker
					for _, envelope := range list {
						t.Add(envelope.Event)
					}
					t.Uses()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
