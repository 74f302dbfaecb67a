package rows_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// turnOf is the events of one turn of a busy chat.
func turnOf(turn int) []string {
	var list []string
	say := func(format string, args ...any) {
		list = append(list, fmt.Sprintf(`{"turnId":"t%d",`, turn)+fmt.Sprintf(format, args...)[1:])
	}
	say(`{"type":"user_message","text":"Please go on with it"}`)
	say(`{"type":"status","turnStatus":"started"}`)
	for i := range 8 {
		say(`{"type":"reasoning","text":"let me look at it ","itemId":"r%d-%d"}`, turn, i/4)
		say(`{"type":"tool_call","tool":"Read","args":{"path":"src/file%d.go"},"itemId":"c%d-%d"}`, i, turn, i)
		say(`{"type":"tool_result","tool":"Read","result":"some lines of a file","itemId":"c%d-%d"}`, turn, i)
	}
	say(`{"type":"subagent_started","taskId":"a%d","agentType":"Explore","description":"look around"}`, turn)
	for i := range 20 {
		say(`{"type":"text","text":"some words of an answer ","messageId":"m%d-%d"}`, turn, i/10)
		say(`{"type":"todo_update","items":[{"id":"1","description":"a","status":"s%d"}]}`, i)
	}
	say(`{"type":"transcript_retraction","messageIds":["m%d-0"]}`, turn)
	say(`{"type":"subagent_result","taskId":"a%d","status":"completed","summary":"done"}`, turn)
	say(`{"type":"done","status":"completed"}`)
	return list
}

func stream(b *testing.B, n int) []event.Envelope {
	list := make([]event.Envelope, 0, n)
	for turn := 0; ; turn++ {
		for _, line := range turnOf(turn) {
			if len(list) == n {
				return list
			}
			value, err := jsvalue.Decode(line)
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, event.Envelope{SessionID: "s", Timestamp: at(len(list)), Event: value, Sequence: jsvalue.IntValue(int64(len(list)))})
		}
	}
}

// BenchmarkAdd measures one more event behind 3,000 and behind 300,000: the mean and the 99th percentile, in nanoseconds.
func BenchmarkAdd(b *testing.B) {
	const more = 20_000
	for _, n := range []int{3_000, 300_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			list := stream(b, n+more)
			var took []time.Duration
			for b.Loop() {
				m := rows.New("s")
				for _, envelope := range list[:n] {
					m.Add(envelope)
				}
				for _, envelope := range list[n:] {
					start := time.Now()
					m.Add(envelope)
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			total := time.Duration(0)
			for _, d := range took {
				total += d
			}
			b.ReportMetric(float64(total.Nanoseconds())/float64(len(took)), "ns/event")
			b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
		})
	}
}

// BenchmarkRows measures all rows of 300,000 events, from the first.
func BenchmarkRows(b *testing.B) {
	list := stream(b, 300_000)
	for b.Loop() {
		m := rows.New("s")
		for _, envelope := range list {
			m.Add(envelope)
		}
		m.Rows()
	}
}

// BenchmarkLong measures one more event behind one with a long member, which it does not read again.
func BenchmarkLong(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(longMembers)) {
		b.Run(name, func(b *testing.B) {
			again := addLong(b, longMembers[name])
			b.ResetTimer()
			again(b.N)
		})
	}
}
