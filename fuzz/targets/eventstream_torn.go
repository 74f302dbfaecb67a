package targets

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

var eventRepair = Target{
	Name: "FuzzRepair",
	Says: "The bytes are the choices of the generator of chats that a crash, a Stop or a host left; the first byte says what is asked, mostly what has to be repaired.",
	Case: func(data []byte) (testcase.Case, bool) {
		op := repairOps[0]
		if len(data) > 0 {
			op = repairOps[int(data[0])%len(repairOps)]
		}
		chat := generate.NewTornCase(generate.FromBytes(data))
		return chatOf(op, chat.Text, chat.Options), true
	},
	Seeds: choices,
}

// repairOps are what is asked of such chats.
var repairOps = []string{"repair", "recovery", "repair", "guardrail", "repair", "meter", "repair", "workflow"}
