package dialect

import (
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// recoveryOps are the operations for what a crash, a Stop or a host leaves.
var recoveryOps = []string{"repair", "recovery", "guardrail", "meter", "workflow"}

// endings are how a turn ends, for recovery (ES-RECOV-04).
var endings = []string{"stop", "interrupt", "turn_aborted", "thread_deleted", "teardown", "crash", "stop_only"}

// generateRecovery asks one of these operations about a chat that was left so.
func generateRecovery(source generate.Source, op string) testcase.Case {
	chat := generate.NewTornCase(source)
	c := testcase.Case{Dialect: eventstream.Dialect, Op: op, Input: protocol.TextOf(chat.Text), Options: chat.Options}
	if n := source.Below(len(endings) + 3); op == "recovery" && n > 0 && n <= len(endings) {
		c.Options = c.Options.With(jsvalue.Member{Key: "ending", Value: jsvalue.StringValue(endings[n-1])})
	}
	if op == "recovery" {
		c.Options = WithRestores(c.Options, generate.NewRestores(source, chat.Text))
	}
	return c
}

// WithRestores are options with the times at which somebody asks to restore a queue, if there are some (ES-RECOV-02).
func WithRestores(options jsvalue.Value, times []string) jsvalue.Value {
	var list []jsvalue.Value
	for _, at := range times {
		list = append(list, jsvalue.StringValue(at))
	}
	if len(list) == 0 {
		return options
	}
	return options.With(jsvalue.Member{Key: "restoreAt", Value: jsvalue.ArrayValue(list...)})
}

// recoveryStages asks all of them.
func recoveryStages(c testcase.Case, ask Ask) {
	for _, op := range recoveryOps {
		ask(op, c.Input, c.Options)
	}
	ask("recovery", c.Input, c.Options.With(jsvalue.Member{Key: "ending", Value: jsvalue.StringValue("crash")}))
}
