package scrollback_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
)

// answer is the server, here a list in memory whose places are the cursors; it gives the last event, and pages of two.
func answer(events []*merge.Event, r scrollback.Request) scrollback.Answer {
	last := len(events) - 1
	if !r.IsPage() {
		return scrollback.Answer{To: r.ID, Snapshot: &scrollback.Snapshot{Session: r.Session, Events: events[last:], TailStart: float64(last)}}
	}
	end := int(r.Before)
	start := max(0, end-2)
	page := scrollback.Page{Session: r.Session, Events: events[start:end], Start: float64(start), HasMore: start > 0}
	return scrollback.Answer{To: r.ID, Page: &page}
}

// A client opens a chat, and its user scrolls to the beginning, each time back to an earlier message.
func ExampleClient() {
	var text strings.Builder
	for i, kind := range []string{"user_message", "text", "done", "user_message", "text", "text", "done"} {
		fmt.Fprintf(&text, `{"sessionId":"s","timestamp":"2026-08-10T10:00:0%dZ","event":{"type":"%s"}}`+"\n", i, kind)
	}
	envelopes, _ := event.Read(text.String(), "")
	events := merge.All(envelopes)
	var client scrollback.Client
	var requests []scrollback.Request
	happens := func(input scrollback.Input) {
		var err error
		if client, requests, err = client.Step(input); err != nil {
			log.Fatal(err)
		}
	}
	happens(scrollback.Open{Session: "s", Cap: merge.Selected})
	for len(requests) > 0 {
		happens(answer(events, requests[0]))
		if len(requests) > 0 {
			continue // a page without a message of the user is not all
		}
		cursor, _ := client.Cursor()
		fmt.Println(len(client.Shown()), "events, older ones end at", cursor)
		happens(scrollback.Older{}) // which asks nothing at the beginning
	}
	// Output:
	// 1 events, older ones end at 6
	// 5 events, older ones end at 2
	// 7 events, older ones end at 0
}
