package dialect

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

var eventStream = Dialect{
	Name:        "eventstream",
	Op:          "rows",
	GrowthRules: []string{"ES-ROW-02"},
	Compare:     compare.EventStream,
	RulesAt:     eventStreamRulesAt,
	Stages:      eventStreamStages,
	StageRules: map[string][]string{
		"parse": {"ES-READ-02"}, "entries": {"ES-ENTRY-01"}, "rows": {"ES-ROW-01"}, "groups": {"ES-GROUP-01"}, "summary": {"ES-SUM-03"},
	},
	AnswerRules: map[string][]string{
		"parse": {"TP-PROTO-20"}, "entries": {"TP-PROTO-20"}, "rows": {"TP-PROTO-20"}, "groups": {"TP-PROTO-20"}, "summary": {"TP-PROTO-20"},
	},
}

// eventStreamStages are the other views of the same chat, and pages of its text.
func eventStreamStages(c testcase.Case, ask Ask) {
	ask("parse", c.Input, c.Options.Without("sessionId"))
	for _, op := range []string{"entries", "groups", "summary"} {
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
}
