package sessiondir_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// A turn is written to a new file, a second one behind it, and the thread is read.
func Example() {
	dir, err := os.MkdirTemp("", "session_raw")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	totals, err := jsvalue.Decode(`{"agent":"main","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:00:09Z",` +
		`"turn_count":1,"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}`)
	if err != nil {
		log.Fatal(err)
	}
	meta, err := line.ParseMeta(totals)
	if err != nil {
		log.Fatal(err)
	}

	file := sessiondir.NewWriter(filepath.Join(dir, "1784624400_main.jsonl"))
	context := []*line.Row{{Role: line.User, Content: "When is high tide?"}, {Role: line.Assistant, Content: "At 09:12."}}
	first, err := file.Append(writer.Batch{RequestID: "r1", Time: "2026-07-21T09:00:09Z", Meta: meta, Rows: context})
	if err != nil {
		log.Fatal(err)
	}
	context = append(context, &line.Row{Role: line.User, Content: "And low tide?"})
	second, err := file.Append(writer.Batch{RequestID: "r2", Time: "2026-07-21T09:01:00Z", Meta: meta, Rows: context})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.Mode, second.Mode)

	store, err := sessiondir.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	shown, skipped, err := store.Items("T")
	if err != nil {
		log.Fatal(err)
	}
	for _, item := range shown.Items {
		fmt.Printf("%s %q\n", item.Kind, item.Content)
	}
	fmt.Println(shown.Complete, len(skipped))
	// Output:
	// create extend
	// turnBoundary ""
	// userMessage "When is high tide?"
	// assistantMessage "At 09:12."
	// turnBoundary ""
	// userMessage "And low tide?"
	// true 0
}
