package dialect

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

var eventStream = Dialect{
	Name:        eventstream.Dialect,
	Op:          "rows",
	Model:       eventstream.Model(),
	Features:    eventstream.Features(),
	FeaturesOf:  eventstream.FeaturesOf,
	Generate:    generateEventStream,
	Asked:       eventStreamOps,
	AskedBy:     eventStreamOp,
	Shapes:      eventStreamShapes(),
	GrowthRules: []string{"ES-ROW-02"},
	Compare:     compare.EventStream,
	RulesAt:     eventStreamRulesAt,
	Stages:      eventStreamStages,
	StageRules: map[string][]string{
		"parse": {"ES-READ-02"}, "entries": {"ES-ENTRY-01"}, "rows": {"ES-ROW-01"}, "groups": {"ES-GROUP-01"}, "summary": {"ES-SUM-03"},
		"store": {"ES-STORE-01"}, "wire": {"ES-WIRE-01"}, "batch": {"ES-BATCH-02"},
		"snapshot": {"ES-HIST-02"}, "page": {"ES-HIST-08"}, "candidate": {"ES-HIST-12"},
		"merge": {"ES-MERGE-04"}, "cursor": {"ES-BACK-02"}, "follow": {"ES-FOLLOW-01"},
		"repair": {"ES-REPAIR-05"}, "recovery": {"ES-RECOV-01"}, "guardrail": {"ES-GUARD-02"}, "meter": {"ES-METER-02"}, "workflow": {"ES-FLOW-03"},
	},
	AnswerRules: eventStreamAnswers,
}

// eventStreamAnswers say what form an answer has, by operation.
var eventStreamAnswers = map[string][]string{
	"parse": {"TP-PROTO-20"}, "entries": {"TP-PROTO-20"}, "rows": {"TP-PROTO-20"}, "groups": {"TP-PROTO-20"}, "summary": {"TP-PROTO-20"},
	"store": {"TP-PROTO-21"}, "wire": {"TP-PROTO-21"}, "batch": {"TP-PROTO-21"},
	"snapshot": {"TP-PROTO-21"}, "page": {"TP-PROTO-21"}, "candidate": {"TP-PROTO-21"},
	"merge": {"TP-PROTO-21"}, "cursor": {"TP-PROTO-21"}, "follow": {"TP-PROTO-21"},
	"repair": {"TP-PROTO-21"}, "recovery": {"TP-PROTO-21"}, "guardrail": {"TP-PROTO-21"}, "meter": {"TP-PROTO-21"}, "workflow": {"TP-PROTO-21"},
}

// eventStreamStages are the other views of the same chat, and pages of its text.
func eventStreamStages(c testcase.Case, ask Ask) {
	if c.Input.Kind() != protocol.TextInput {
		return
	}
	historyStages(c, ask)
	for _, op := range []string{"parse", "store", "wire"} {
		ask(op, c.Input, c.Options.Without("sessionId"))
	}
	for _, op := range []string{"entries", "groups", "summary", "batch"} {
		ask(op, c.Input, c.Options)
	}
	for _, page := range []jsvalue.Member{
		{Key: "limit", Value: jsvalue.IntValue(2)},
		{Key: "maxChars", Value: jsvalue.IntValue(200)},
		{Key: "before", Value: jsvalue.IntValue(int64(len(c.Input.Text()) / 2))},
	} {
		ask("entries", c.Input, c.Options.With(page))
	}
	ask("summary", c.Input, c.Options.With(jsvalue.Member{Key: "maxChars", Value: jsvalue.IntValue(7)}))
	recoveryStages(c, ask)
}

// eventStreamOps are what a generated case asks, the more often the more there is to compare.
var eventStreamOps = []string{
	"rows", "rows", "rows", "rows", "groups", "groups", "groups", "entries", "entries", "parse", "summary", "store", "wire", "batch",
	"merge", "merge", "cursor", "follow",
	"repair", "repair", "recovery", "guardrail", "meter", "workflow", "snapshot", "page", "candidate",
}

// eventStreamOp is what a generated case asks; it is drawn before anything else.
func eventStreamOp(source generate.Source) string {
	return eventStreamOps[source.Below(len(eventStreamOps))]
}

// generateEventStream asks for a view of a chat.
func generateEventStream(source generate.Source) testcase.Case {
	op := eventStreamOp(source)
	if slices.Contains(generate.ClientOps, op) {
		return testcase.Case{Dialect: eventstream.Dialect, Op: op, Input: generate.NewClientCase(source, op)}
	}
	if c, ok := HistoryCase(op, source); ok {
		return c
	}
	if slices.Contains(recoveryOps, op) {
		return generateRecovery(source, op)
	}
	c := chatOf(chatFor(op)(source))
	c.Op = op
	switch op {
	case "parse":
		c.Options = c.Options.Without("sessionId")
	case "summary":
		if limit := source.Below(60); limit > 0 && limit < 30 {
			c.Options = c.Options.With(jsvalue.Member{Key: "maxChars", Value: jsvalue.IntValue(int64(limit))})
		}
	}
	return c
}

// chatFor makes the chats that show most of an operation.
func chatFor(op string) func(generate.Source) generate.EventCase {
	switch op {
	case "store", "wire":
		return generate.NewStoreCase
	case "batch":
		return generate.NewStreamCase
	}
	return generate.NewEventCase
}

// chatOf asks for the rows of a chat.
func chatOf(chat generate.EventCase) testcase.Case {
	return testcase.Case{Dialect: eventstream.Dialect, Op: "rows", Input: protocol.TextOf(chat.Text), Options: chat.Options}
}

func eventStreamShapes() (shapes []Shape) {
	for _, shape := range generate.EventShapes() {
		shapes = append(shapes, Shape{shape.Name, func(events int) testcase.Case { return chatOf(shape.Case(events)) }})
	}
	return shapes
}
