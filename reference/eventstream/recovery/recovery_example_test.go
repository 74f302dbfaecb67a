package recovery_test

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
)

// The host was started anew while a turn and one of its sub-agents ran.
func ExampleRepair() {
	const text = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"user_message","text":"Which locks open?","turnId":"t1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:01Z","event":{"type":"status","turnStatus":"started","turnId":"t1"}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:02Z","event":{"type":"subagent_started","taskId":"a1","description":"read the timetable","turnId":"t1"}}
`
	chat := eventstream.Count(text, eventstream.Options{})
	added := recovery.Repair(chat.Session, chat.Envelopes, chat.Rows.Running(), "2026-08-10T11:00:00Z")
	for _, addition := range added {
		fmt.Printf("%s: %s (%s)\n", addition.Type(), addition.Why, addition.Rule)
	}
	lines := recovery.Lines(added, false) // to be written behind the file
	fmt.Println(strings.Count(lines, "\n"), "lines")
	// Output:
	// subagent_result: a sub-agent runs (ES-REPAIR-04)
	// status: the turn has no status that ends it (ES-REPAIR-02)
	// done: the turn has no done (ES-REPAIR-02)
	// 3 lines
}

// The user stopped a turn, which cleared the queue, and comes back after three seconds.
func ExampleReplay() {
	const text = `{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"interrupt_receipt","turnId":"t1","stopMode":"stop_and_clear","remaining":[{"steerId":"a"},{"uuid":"u"}]}}
{"sessionId":"s","timestamp":"2026-08-10T10:00:00Z","event":{"type":"queue_recovery","turnId":"t1","state":"available"}}
`
	chat := eventstream.Count(text, eventstream.Options{})
	var replay recovery.Replay
	for i, envelope := range chat.Envelopes {
		replay.Add(envelope, chat.Places[i])
	}
	for _, receipt := range replay.Receipts() {
		fmt.Println(receipt.StopMode, receipt.Remaining, receipt.Cancellable)
	}
	if offer, ok := replay.Offer("2026-08-10T10:00:03Z"); ok {
		fmt.Println("the queue can be restored for", offer.Left, "ms")
	}
	// Output:
	// stop_and_clear 2 [a]
	// the queue can be restored for 5000 ms
}
