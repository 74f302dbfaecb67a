package targets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var protocolLines = Target{
	Name:     "FuzzProtocol",
	Says:     "The bytes are lines of requests: each that is not blank gets one answer of ASCII under its id, and none is a fault of ours.",
	Property: serves,
	Seeds: func() [][]byte {
		return texts(
			"{\"id\":1,\"op\":\"describe\"}\n", "\n\r\n{}\n\xff\n[]\n{\"id\":\"x\"}", `{"id":1,"op":"project","dialect":"chatrecord","jsonl":""}`,
			`{"id":1,"op":"project","dialect":"chatrecord","jsonl":"{\"uuid\":\"a\",\"parentUuid\":null,\"sessionId\":\"s\",\"type\":\"user\",\"message\":{\"parts\":[{\"text\":\"hi\"}]}}\n","options":{"maxBlocks":1,"leafUuid":"a"}}`,
			`{"id":1,"op":"read","dialect":"chatrecord","jsonl_base64":"e30KAAH/"}`,
			`{"id":1,"op":"replay","dialect":"chatrecord","value":[],"options":{"gaps":[],"initialState":{"v":1},"finalize":false}}`,
			`{"id":1,"op":"reduce","dialect":"chatrecord","value":{"updates":[{"sessionUpdate":"tool_call","toolCallId":"a","_meta":{"qwenTranscript":{"sourceRecordIds":[]}}}]}}`,
			`{"id":1,"op":"compact","dialect":"chatrecord","value":{"updates":[{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}}]}}`,
		)
	},
}

// serves: TP-PROTO-02, TP-PROTO-03, TP-PROTO-05, TP-PROTO-13.
func serves(ctx context.Context, data []byte) error {
	var requests []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if !protocol.IsBlank(line) {
			requests = append(requests, line)
		}
	}
	var out bytes.Buffer
	if err := protocol.Serve(ctx, subject.New("fuzz"), bytes.NewReader(data), &out, protocol.ServeOptions{Log: io.Discard}); err != nil {
		return fmt.Errorf("serving ended: %w", err)
	}
	answers := strings.SplitAfter(out.String(), "\n")
	if last := len(answers) - 1; answers[last] != "" || last != len(requests) {
		return fmt.Errorf("%d answers to %d requests", last, len(requests))
	}
	for i, line := range requests {
		if err := answersLine(line, answers[i]); err != nil {
			return fmt.Errorf("request %d: %w", i, err)
		}
	}
	return nil
}

func answersLine(request, text string) error {
	if i := strings.IndexFunc(text, func(r rune) bool { return r > 0x7e }); i >= 0 {
		return fmt.Errorf("byte %d of the answer is not ASCII", i)
	}
	id, answer, err := protocol.ParseAnswer(text)
	if err != nil {
		return err
	}
	if answer.Err().Code == protocol.InternalError {
		return errors.New(answer.Err().Message)
	}
	asked, _ := protocol.ParseRequest(request)
	if want := asked.ID; !jsvalue.Equal(id, want) && !(want.IsUndefined() && id.Kind() == jsvalue.Null) {
		return errors.New("it has another id")
	}
	return nil
}
