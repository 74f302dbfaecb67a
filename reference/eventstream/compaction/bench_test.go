package compaction_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// BenchmarkForStorage measures events that were read, in MB of their JSON: small ones, large outputs, large values, images inside values,
// and forms that are forms already.
func BenchmarkForStorage(b *testing.B) {
	text := jsvalue.StringValue(strings.Repeat("a line of what the tool printed, \"quoted\"\n", 25_000))
	one := func(kind, member string, value jsvalue.Value) jsvalue.Value {
		return jsvalue.ObjectValue(jsvalue.Member{Key: "type", Value: jsvalue.StringValue(kind)}, jsvalue.Member{Key: member, Value: value})
	}
	rows := make([]jsvalue.Value, 5_000)
	for i := range rows {
		rows[i] = one("match", "line", jsvalue.StringValue("a line of what the tool found, \"quoted\", number "+strings.Repeat("i", i%100)))
	}
	image := jsvalue.StringValue("data:image/png;base64," + strings.Repeat("A", 1_000_000))
	large := one("tool_result", "result", jsvalue.ArrayValue(rows...))
	for _, c := range []struct {
		name  string
		event jsvalue.Value
	}{
		{"small", one("tool_result", "result", jsvalue.ArrayValue(rows[:20]...))},
		{"output", one("command", "output", text)},
		{"value", large},
		{"image", one("tool_result", "result", jsvalue.ArrayValue(jsvalue.IntValue(1), image))},
		{"stored", compaction.ForStorage(large).Event},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(jsvalue.Append(nil, c.event))))
			for b.Loop() {
				compaction.ForStorage(c.event)
			}
		})
	}
}
