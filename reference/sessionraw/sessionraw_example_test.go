package sessionraw_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
)

func Example() {
	files := map[string]string{"session_raw/100_main.jsonl": `{"_meta":{"agent":"main","dispatcher":"native","created":"2026-07-21T09:00:00Z",` +
		`"updated":"2026-07-21T09:00:09Z","turn_count":1,"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}
{"role":"user","content":"Weather in Rome?","request_id":"r1"}
{"role":"assistant","content":"Let me see.","request_id":"r1","tool_calls":[{"id":"c1","name":"weather","arguments":"{\"city\":\"Rome\"}"}]}
{"role":"tool","id":"c1","content":"sunny","request_id":"r1"}
{"role":"assistant","content":"Sunny.","request_id":"r1"}
`}
	for _, item := range sessionraw.Items(files, "T").Items {
		fmt.Printf("%s %q\n", item.Kind, item.Content)
	}
	context, err := sessionraw.Context("session_raw/100_main.jsonl", files["session_raw/100_main.jsonl"])
	fmt.Println(len(context.Rows), "rows,", err)
	newest, err := sessionraw.Page(files, "T", "", page.DefaultLimit)
	fmt.Println(newest.Items[0].Content, newest.HasMore, err)
	// Output:
	// turnBoundary ""
	// userMessage "Weather in Rome?"
	// assistantMessage "Let me see."
	// toolCall ""
	// assistantMessage "Sunny."
	// 4 rows, <nil>
	// Sunny. false <nil>
}
