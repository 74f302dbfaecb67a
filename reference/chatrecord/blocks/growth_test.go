package blocks

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
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

// CR-CAP-09, CR-JS-09: four times the input allocates about four times as much, however it is arranged.
func TestReducingGrowsLinearly(t *testing.T) {
	object := func(members ...jsvalue.Member) jsvalue.Value { return jsvalue.ObjectValue(members...) }
	text := func(key, value string) jsvalue.Member {
		return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
	}
	link := func(extra jsvalue.Member) update.Update {
		value := object(text("type", "resource_link"), text("uri", "u"), text("name", "n"), extra)
		return update.UserMessage(update.Content{Type: "resource_link", Value: value}, nil, from("r", "s"))
	}
	todos := func(n int) jsvalue.Value {
		items := make([]jsvalue.Value, n)
		for i := range items {
			items[i] = object(text("content", strings.Repeat("c", 50)), text("status", "pending"))
		}
		return object(jsvalue.Member{Key: "todos", Value: jsvalue.ArrayValue(items...)})
	}
	tests := map[string]func(n int) []update.Update{
		"links of one uri": func(n int) (updates []update.Update) {
			for i := range n {
				updates = append(updates, link(text(fmt.Sprint("k", i), "v")))
			}
			return updates
		},
		"annotations of one link": func(n int) (updates []update.Update) {
			for i := range n {
				updates = append(updates, link(jsvalue.Member{Key: "annotations", Value: object(text(fmt.Sprint("k", i), "v"))}))
			}
			return updates
		},
		"meta of one text": func(n int) (updates []update.Update) {
			for i := range n {
				updates = append(updates, update.AgentMessage(update.TextContent("t"), []jsvalue.Member{text(fmt.Sprint("k", i), "v")}, nil))
			}
			return updates
		},
		"meta of one user block": func(n int) (updates []update.Update) {
			for i := range n {
				image := update.Content{Type: "image", Value: object(text("data", "d"), text("mimeType", "m"))}
				updates = append(updates, update.UserMessage(image, []jsvalue.Member{text(fmt.Sprint("k", i), "v")}, from("r", "s")))
			}
			return updates
		},
		"results beside a large output": func(n int) (updates []update.Update) {
			output := todos(n)
			for i := range n {
				u := update.DanglingToolCall("x", "", "todo_write", fmt.Sprint(i), from("r", ""))
				if i == 0 {
					u.RawOutput = output
				}
				updates = append(updates, u)
			}
			return updates
		},
		"details of a large input": func(n int) []update.Update {
			return []update.Update{update.ToolCallStart(update.ToolStart{CallID: "x", ToolName: "g", Args: todos(20 * n)}, nil, from("r", ""))}
		},
	}
	const n = 300
	for name, updates := range tests {
		small, large := updates(n), updates(4*n)
		reduce(0, small...) // whatever is made once is made here
		a, b := allocated(func() { reduce(0, small...) }), allocated(func() { reduce(0, large...) })
		if b > 7*a {
			t.Errorf("%s: %d bytes at n, %d at 4n", name, a, b)
		}
	}
}

// CR-BLOCK-17: the order of members is part of the output.
func TestMemberOrder(t *testing.T) {
	turn := jsvalue.ObjectValue(jsvalue.Member{Key: "turnId", Value: jsvalue.StringValue("t")})
	origin := &update.Origin{RecordID: "r", Timestamp: update.Timestamp{Ms: 1, Valid: true}, SegmentID: "s", BackgroundTurn: turn}
	blocks, _ := reduce(
		0,
		update.AgentThought(update.TextContent("x"), nil, origin),
		update.BackgroundTaskCompleted("x", turn, origin),
		update.ToolCallStart(update.ToolStart{CallID: "x", ToolName: "g", Args: jsvalue.ObjectValue(), Metadata: update.ToolMetadata{Title: "T", Kind: "other"}}, nil, origin),
		update.DanglingToolCall("x", "", "g", "y", origin),
		update.PromptCancellation("p", 1, 2, origin),
	)
	want := []string{
		"id kind text clientReceivedAt createdAt updatedAt serverTimestamp sourceRecordIds segmentId promptId meta streaming collapsed",
		"id kind text clientReceivedAt createdAt updatedAt serverTimestamp sourceRecordIds segmentId source data",
		"id kind toolCallId title status preview resultPreview clientReceivedAt createdAt updatedAt backgroundTurn promptId serverTimestamp sourceRecordIds details content locations rawInput toolName toolKind",
		"id kind clientReceivedAt createdAt updatedAt promptId elapsedMs sourceRecordIds backgroundTurn serverTimestamp",
	}
	for i := range blocks {
		value, err := jsvalue.Decode(string(blocks[i].AppendJSON(nil)))
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for key := range value.Members() {
			keys = append(keys, key)
		}
		if got := strings.Join(keys, " "); got != want[i] {
			t.Errorf("%s\n got %s\nwant %s", blocks[i].Kind, got, want[i])
		}
	}
}
