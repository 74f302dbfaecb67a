package compact_test

import (
	"fmt"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/compact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shapes are streams that a careless engine takes quadratic time for: all goes to one place, and each update adds to it.
var shapes = map[string]func(i int) update.Update{
	"texts": func(int) update.Update {
		return update.AgentMessage(update.TextContent("word "), nil, nil)
	},
	"members": func(i int) update.Update {
		extra := []jsvalue.Member{{Key: fmt.Sprint("k", i), Value: jsvalue.IntValue(int64(i))}}
		return update.AgentMessage(update.TextContent("w"), extra, nil)
	},
	"results": func(i int) update.Update {
		if i == 0 {
			return update.ToolCallStart(update.ToolStart{CallID: "x", ToolName: "n"}, nil, &update.Origin{RecordID: "r"})
		}
		extra := []jsvalue.Member{{Key: fmt.Sprint("k", i), Value: jsvalue.IntValue(int64(i))}}
		return update.ToolCallResult(update.ToolResult{CallID: "x", ToolName: "n"}, extra, &update.Origin{RecordID: fmt.Sprint(i)})
	},
	"cancelled prompts": func(i int) update.Update {
		if i%2 == 0 {
			return update.ToolSessionReady(fmt.Sprint(i), true, nil)
		}
		return update.PromptCancellation("p", 1, 2, nil)
	},
}

// The time for one update must not depend on how many there are.
func BenchmarkCompact(b *testing.B) {
	for name, shape := range shapes {
		for _, n := range []int{1_000, 16_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				updates := make([]update.Update, n)
				for i := range updates {
					updates[i] = shape(i)
				}
				b.ReportAllocs()
				for b.Loop() {
					compact.Compact(updates)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/update")
			})
		}
	}
}
