package chatrecord_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func Example() {
	const session = `{"uuid":"u1","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"Is it up?"}]}}
{"uuid":"a1","parentUuid":"u1","sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"c1","name":"ping"}}]}}
{"uuid":"t1","parentUuid":"a1","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"c1","name":"ping","response":{"output":"pong"}}}]}}
{"uuid":"a2","parentUuid":"t1","sessionId":"s","type":"assistant","message":{"parts":[{"text":"It is."},{"functionCall":{"id":"c2","name":"log"}}]}}
`
	lines, damages := jsonl.Read(session)
	records := make([]jsvalue.Value, len(lines))
	for i, line := range lines {
		records[i] = line.Value
	}
	projection, err := chatrecord.Project(records, chatrecord.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, block := range projection.Blocks {
		if block.Tool != nil {
			fmt.Println(block.Kind, block.Tool.Title, block.Tool.Status)
			continue
		}
		fmt.Println(block.Kind, block.Text)
	}
	for _, d := range append(damages, projection.Diagnostics...) {
		id, _ := d.RecordID()
		fmt.Println(d.Severity(), d.Code(), id, d.Path())
	}
	fmt.Println("complete:", projection.Complete)
	// Output:
	// user Is it up?
	// tool ping completed
	// assistant It is.
	// tool log failed
	// warning missing_tool_result a2 message.parts[1]
	// complete: false
}
