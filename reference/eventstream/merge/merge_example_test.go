package merge_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
)

// A client shows three events, and a snapshot has one of them and two that it missed: what is older stands before the snapshot, and
// what is newer behind it.
func ExampleSnapshot() {
	line := func(second int) string {
		return fmt.Sprintf(`{"sessionId":"s","timestamp":"2026-08-10T10:00:0%dZ","event":{"type":"text"}}`+"\n", second)
	}
	resident, _ := event.Read(line(1)+line(2)+line(5), "")
	read, _ := event.Read(line(2)+line(3)+line(4), "")
	for _, row := range merge.Snapshot(merge.All(resident), merge.All(read), nil) {
		fmt.Println(row.Timestamp, "of the history:", row.Owned)
	}
	// Output:
	// 2026-08-10T10:00:01Z of the history: false
	// 2026-08-10T10:00:02Z of the history: true
	// 2026-08-10T10:00:03Z of the history: true
	// 2026-08-10T10:00:04Z of the history: true
	// 2026-08-10T10:00:05Z of the history: false
}
