package history_test

import (
	"fmt"
	"log"
	"os"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
)

// A chat is read from its end: the last events of a file, then the page before them.
func ExampleReadSnapshot() {
	file, err := os.Open("../../../fixtures/eventstream/demo.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		log.Fatal(err)
	}
	snapshot, err := history.ReadSnapshot(file, info.Size(), history.SnapshotOptions{Session: "lock-3", MaxEvents: 3})
	if err != nil {
		log.Fatal(err)
	}
	page, err := history.ReadPage(file, info.Size(), history.PageOptions{Session: "lock-3", BeforeOffset: snapshot.TailStartOffset})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(snapshot.Events), "events, more before:", snapshot.HasOlderHistory())
	fmt.Println(len(page.Events), "events, more before:", page.HasMore())
	// Output:
	// 3 events, more before: true
	// 22 events, more before: false
}
