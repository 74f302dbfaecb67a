package entries_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// growing are events that come again and again, with a number of their own.
var growing = []struct {
	name  string
	lines []string
}{
	{"one message", []string{`{"type":"text","text":"some words ","messageId":"m"}`}},
	{"messages", []string{`{"type":"text","text":"some words ","messageId":"m#"}`}},
	{"one turn", []string{`{"type":"text","text":"some words ","turnId":"t"}`, `{"type":"tool_call","tool":"Read","itemId":"i#","turnId":"t"}`}},
	{"retractions", []string{`{"type":"text","text":"some words ","messageId":"m"}`, `{"type":"transcript_retraction","messageIds":["m"]}`}},
	{"steers of one message", []string{`{"type":"user_message","text":"w#","steerId":"k"}`, `{"type":"text","text":"some words ","messageId":"m"}`}},
}

// BenchmarkGrowth measures the entries, and the newest page of them: four times the events may take as long for each.
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
					m := entries.New("s")
					for _, envelope := range list {
						m.Add(envelope)
					}
					m.Entries()
					m.Page(entries.PageOptions{Before: -1})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
			})
		}
	}
}
