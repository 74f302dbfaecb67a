package writer_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
)

// Two turns of a session: the context of the second begins with that of the first, so that its rows are appended.
func Example() {
	totals := line.Totals{
		Agent: "main", Dispatcher: "native", ThreadID: "T", Created: "2026-07-21T09:00:00Z", Updated: "2026-07-21T09:00:09Z",
		TurnCount: 1, InputTokens: 12, OutputTokens: 3, ChargedAmountUSD: 0.5,
	}
	batch := writer.Batch{
		Rows:      []*line.Row{{Role: line.User, Content: "Weather in Rome?"}, {Role: line.Assistant, Content: "Sunny."}},
		Meta:      line.NewMeta(totals),
		RequestID: "r1", Time: totals.Updated,
	}
	file, err := writer.Open("") // there is none yet
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		write, err := file.Append(batch)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(write.Mode, "\n", write.Bytes) // a program writes them: with Create at once, else at the end of the file
		file.Written(write)

		totals.TurnCount, totals.Updated = 2, "2026-07-21T09:01:00Z"
		batch.Rows = append(batch.Rows, &line.Row{Role: line.User, Content: "Thanks."})
		batch.Meta, batch.RequestID, batch.Time = line.NewMeta(totals), "r2", totals.Updated
	}
	// Output:
	// create
	// {"_meta":{"version":1,"agent":"main","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:00:09Z","turn_count":1,"input_tokens":12,"output_tokens":3,"cached_input_tokens":0,"charged_amount_usd":0.5,"thread_id":"T"},"request_id":"r1"}
	// {"role":"user","content":"Weather in Rome?","ts":"2026-07-21T09:00:09Z","request_id":"r1"}
	// {"role":"assistant","content":"Sunny.","ts":"2026-07-21T09:00:09Z","request_id":"r1"}
	// extend
	// {"role":"user","content":"Thanks.","ts":"2026-07-21T09:01:00Z","request_id":"r2"}
	// {"_meta":{"version":1,"agent":"main","dispatcher":"native","created":"2026-07-21T09:00:00Z","updated":"2026-07-21T09:01:00Z","turn_count":2,"input_tokens":12,"output_tokens":3,"cached_input_tokens":0,"charged_amount_usd":0.5,"thread_id":"T"},"request_id":"r2"}
}
