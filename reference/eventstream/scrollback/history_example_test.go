package scrollback_test

import (
	"fmt"
	"log"
	"os"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
)

// serve answers a request from a file. What cannot be read has no answer; that a chat is not there only a file says that was read.
func serve(path string, r scrollback.Request) scrollback.Answer {
	failed := scrollback.Answer{To: r.ID}
	file, err := os.Open(path)
	if err != nil {
		return failed
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return failed
	}
	if r.IsPage() {
		page, err := history.ReadPage(file, info.Size(), history.PageOptions{
			Session: r.Session, BeforeOffset: int64(r.Before), MaxBytes: scrollback.PageBytes,
		})
		if err != nil {
			return failed
		}
		return scrollback.Answer{To: r.ID, Page: &scrollback.Page{
			Session: page.Session, Events: merge.All(page.Events), Start: float64(page.StartOffset), HasMore: page.HasMore(),
		}}
	}
	// A server gives scrollback.SnapshotEvents events; of 2,000 bytes this file has more.
	snapshot, err := history.ReadSnapshot(file, info.Size(), history.SnapshotOptions{Session: r.Session, MaxBytes: 2000})
	if err != nil {
		return failed
	}
	return scrollback.Answer{To: r.ID, Snapshot: &scrollback.Snapshot{
		Session: snapshot.Session, Events: merge.All(snapshot.Events), TailStart: float64(snapshot.TailStartOffset),
		NoOlder: !snapshot.HasOlderHistory(), NotFound: !snapshot.SessionFound,
	}}
}

// draw gives the rows of what a client shows. A machine of rows goes forward alone: behind pushed events it goes on, behind older ones
// another one begins anew.
func draw(client scrollback.Client, session string) []rows.Row {
	machine := rows.New(session)
	for _, e := range client.Shown() {
		machine.Add(e.Envelope)
	}
	return machine.Rows()
}

// A client shows the end of a file, then what came before it, each as rows.
func Example() {
	var client scrollback.Client
	var requests []scrollback.Request
	happens := func(input scrollback.Input) {
		var err error
		if client, requests, err = client.Step(input); err != nil {
			log.Fatal(err)
		}
	}
	happens(scrollback.Open{Session: "lock-3", Cap: merge.Selected})
	for range 2 {
		for len(requests) > 0 { // a program waits AfterMs before it asks
			happens(serve("../../../fixtures/eventstream/demo.jsonl", requests[0]))
		}
		cursor, known := client.Cursor()
		if !known {
			log.Fatal("no history was read")
		}
		drawn := draw(client, "lock-3")
		fmt.Println(len(client.Shown()), "events,", len(drawn), "rows, more before:", cursor != scrollback.Exhausted)
		fmt.Println("the first:", drawn[0].Event.Get("type").Text())
		happens(scrollback.Older{})
	}
	// Output:
	// 10 events, 10 rows, more before: true
	// the first: work_log_entry
	// 25 events, 19 rows, more before: false
	// the first: user_message
}
