package chatrecord_test

import (
	"context"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// fixed answers every question in the same way.
type fixed struct{ result jsvalue.Value }

func (fixed) Describe(context.Context) (protocol.Description, error) {
	ops := []string{"project", "prepare", "replay", "reduce", "compact", "read"}
	return protocol.Description{Dialects: []protocol.DialectOps{{Dialect: chatrecord.Dialect, Ops: ops}}}, nil
}

func (f fixed) Call(context.Context, protocol.Request) (protocol.Answer, error) {
	return protocol.Result(f.result), nil
}

// TestAnyAnswerIsJudged: an answer of the wrong shape is a violation, never a crash.
func TestAnyAnswerIsJudged(t *testing.T) {
	result := `{"uuid":"c","parentUuid":"b","sessionId":"s","type":"tool_result","toolCallResult":{"resultDisplay":5},"message":{"parts":[5,{"functionResponse":{"name":"x"}}]}}`
	circle := `{"uuid":"a","parentUuid":"b","sessionId":"s","type":"system","subtype":"turn_result"}`
	sessions := []testcase.Case{sessionOf(root, answer, result), sessionOf(root, "5"), sessionOf(circle, answer), sessionOf(answer), sessionOf()}
	for _, text := range []string{
		`null`, `5`, `[]`, `{}`, `{"blocks":5,"diagnostics":"x"}`, `{"blocks":[null,5,{}],"diagnostics":[null,{}]}`,
		`{"blocks":[{"kind":"tool","toolCallId":5,"content":[5],"sourceRecordIds":[]},{"kind":"status"},{"kind":"prompt_cancelled"},{"kind":"thought"}]}`,
		`{"blocks":[{"kind":"tool","toolCallId":"qwen-replay-tool:c:result","sourceRecordIds":[5,"x"]},{"kind":"user","sourceRecordIds":["x"]}]}`,
		`{"diagnostics":[{"code":"validation","recordIndex":99,"recordId":"x"},{"code":"content_beside_chain","recordId":"x"},{"code":"leaf_before_newer_records"}]}`,
		`{"records":[5],"lines":["x",-1],"gaps":5,"emissions":[null,{}],"state":5,"updates":[5]}`,
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		violated := 0
		for _, c := range sessions {
			for _, op := range []string{"project", "prepare", "replay", "compact", "read"} {
				c.Op = op
				verdict, err := chatrecord.Model().Check(t.Context(), fixed{value}, c)
				if err != nil {
					t.Fatal(err)
				}
				violated += len(verdict.Violations)
			}
		}
		if violated == 0 {
			t.Errorf("%s violates nothing", text)
		}
	}
}
