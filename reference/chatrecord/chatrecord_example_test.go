package chatrecord_test

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
)

// show prints what the text of a session file holds, and what it has lost.
func show(text string) error {
	projection, err := chatrecord.ProjectText(text, chatrecord.Options{})
	if err != nil {
		return err // such as records of two sessions in one file
	}
	for _, block := range projection.Blocks {
		if block.Tool != nil {
			fmt.Println(block.Kind, block.Tool.Title, block.Tool.Status)
			continue
		}
		fmt.Println(block.Kind, block.Text)
	}
	for _, d := range projection.Diagnostics {
		fmt.Println(d.Severity(), d)
	}
	fmt.Println("complete:", projection.Complete)
	return nil
}

func Example() {
	const session = `{"uuid":"u1","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[{"text":"Is it up?"}]}}
{"uuid":"a1","parentUuid":"u1","sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"id":"c1","name":"ping"}}]}}
{"uuid":"t1","parentUuid":"a1","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"c1","name":"ping","response":{"output":"pong"}}}]}}
{"uuid":"a2","parentUuid":"t1","sessionId":"s","type":"assistant","message":{"parts":[{"text":"It is."},{"functionCall":{"id":"c2","name":"log"}}]}}
`
	if err := show(session); err != nil {
		fmt.Println(err)
	}
	// Output:
	// user Is it up?
	// tool ping completed
	// assistant It is.
	// tool log failed
	// warning missing_tool_result record a2 path message.parts[1]: the result of a tool call was never saved
	// complete: false
}
