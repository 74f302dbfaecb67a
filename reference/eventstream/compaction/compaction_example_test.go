package compaction_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/compaction"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The result of a tool is stored as a preview, and sent without what the provider said of it.
func ExampleForStorage() {
	result := strings.Repeat("lock;sunday\n", 10_000)
	event, err := jsvalue.Decode(fmt.Sprintf(`{"type":"tool_result","itemId":"c1","result":%q,"structured":{"lines":10000}}`, result))
	if err != nil {
		log.Fatal(err)
	}
	stored, sent := compaction.ForStorage(event), compaction.ForWire(event)
	for _, form := range []compaction.Form{stored, sent} {
		e := form.Event
		left := len(e.Get("result").Text())
		fmt.Println(left, "of", e.Get("resultOriginalBytes").Float(), "bytes, structured:", e.Has("structured"))
	}
	fmt.Println("changed again:", compaction.ForStorage(stored.Event).Changed)
	// Output:
	// 15970 of 120000 bytes, structured: true
	// 15970 of 120000 bytes, structured: false
	// changed again: false
}
