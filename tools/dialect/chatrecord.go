package dialect

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

var chatRecord = Dialect{
	Name:              chatrecord.Dialect,
	Op:                "project",
	Model:             chatrecord.Model(),
	Features:          chatrecord.Features(),
	FeaturesOf:        chatrecord.FeaturesOf,
	FeaturesOfUpdates: chatrecord.FeaturesOfUpdates,
	Generate:          generateChatRecord,
	Asked:             []string{"project"},
	AskedBy:           func(generate.Source) string { return "project" },
	Damaged:           damagedChatRecord,
	Mutant:            mutantChatRecord,
	Shapes:            chatRecordShapes(),
	GrowthRules:       []string{"CR-CAP-09"},
	Compare:           compare.ChatRecord,
	RulesAt:           chatRecordRulesAt,
	Stages:            chatRecordStages,
	StageRules: map[string][]string{
		"prepare": {"CR-PREP-25", "TP-PROTO-16"},
		"replay":  {"CR-REPLAY-01", "CR-STATE-01", "TP-PROTO-16"},
		"reduce":  {"CR-BLOCK-01", "TP-PROTO-17"},
		"compact": {"CR-COMPACT-01", "TP-PROTO-17"},
	},
	AnswerRules: map[string][]string{
		"project": {"TP-PROTO-15"}, "prepare": {"TP-PROTO-15", "TP-PROTO-16"}, "replay": {"TP-PROTO-15"}, "reduce": {"TP-PROTO-15"},
		"compact": {"TP-PROTO-15"}, "read": {"TP-PROTO-15"},
	},
}

func generateChatRecord(source generate.Source) testcase.Case {
	session := generate.NewChatCaseWithEdges(source)
	c := chatRecordOf(session.Lines)
	c.Options = session.Options
	return c
}

func damagedChatRecord(source generate.Source) testcase.Case {
	c := chatRecordOf(generate.NewChatCase(source).Lines)
	c.Op, c.Input = "read", protocol.TextOf(generate.DamageText(source, c.Input.Text()))
	return c
}

func mutantChatRecord(source generate.Source, records []jsvalue.Value) testcase.Case {
	return chatRecordOf(generate.Mutate(source, records))
}

func chatRecordShapes() (shapes []Shape) {
	for _, shape := range generate.ChatShapes() {
		shapes = append(shapes, Shape{shape.Name, func(records int) testcase.Case { return chatRecordOf(shape.Lines(records)) }})
	}
	return shapes
}

func chatRecordOf(lines []string) testcase.Case {
	return testcase.Case{Dialect: chatrecord.Dialect, Op: "project", Input: protocol.TextOf(strings.Join(lines, "\n") + "\n")}
}

// chatRecordStages are the stages of a projection: the chain is prepared, replayed at once and from its middle on, and the
// updates are compacted and reduced; then so are other updates and states than a replay gives.
func chatRecordStages(c testcase.Case, right Ask) {
	ask := func(op string, input protocol.Input, options jsvalue.Value) jsvalue.Value {
		return right(op, input, options).Result()
	}
	answer := right("prepare", c.Input, c.Options.Without("maxBlocks"))
	if answer.Kind() != protocol.ResultAnswer {
		return
	}
	prepared := answer.Result()
	var records []jsvalue.Value
	for _, record := range prepared.Get("records").Elements() {
		records = append(records, record)
	}
	gaps := jsvalue.Member{Key: "gaps", Value: prepared.Get("gaps")}
	replay := func(records []jsvalue.Value, options ...jsvalue.Member) jsvalue.Value {
		return ask("replay", protocol.ValueOf(jsvalue.ArrayValue(records...)), jsvalue.ObjectValue(append(options, gaps)...))
	}
	middle := len(records) / 2
	before := replay(records[:middle], jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(false)})
	whole := replay(records)
	state := before.Get("state")
	replay(records[middle:], jsvalue.Member{Key: "initialState", Value: state})
	var updates []jsvalue.Value
	for _, emission := range whole.Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	given := protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "updates", Value: jsvalue.ArrayValue(updates...)}))
	ask("compact", given, jsvalue.Value{})
	ask("reduce", given, c.Options.Without("leafUuid"))
	for _, given := range otherStreams(updates) {
		ask("compact", given, jsvalue.Value{})
		ask("reduce", given, jsvalue.Value{})
	}
	for _, state := range some(chatrecord.States(state), len(updates)) {
		replay(records[middle:], jsvalue.Member{Key: "initialState", Value: state()})
	}
	for _, op := range some([]string{"prepare", "replay", "reduce", "compact", "read"}, len(updates)) { // TP-PROTO-08
		ask(op, protocol.Input{}, jsvalue.Value{})
		ask(op, protocol.ValueOf(jsvalue.ObjectValue()), jsvalue.Value{})
	}
}

// Of what is made of the updates of a case there is more than it is worth to ask each time: one in so many is asked, by the
// number of the updates, and of many updates nothing.
const (
	oneIn       = 15
	manyUpdates = 300
)

// some is what is asked of a list, for a case of that many updates.
func some[T any](list []T, updates int) []T {
	if updates > manyUpdates {
		return nil
	}
	var chosen []T
	for i, one := range list {
		if i%oneIn == updates%oneIn {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// otherStreams are inputs of reduce and compact that no replay gives.
func otherStreams(updates []jsvalue.Value) []protocol.Input {
	if len(updates) > manyUpdates {
		return nil
	}
	var inputs []protocol.Input
	add := func(stream ...jsvalue.Value) {
		inputs = append(inputs, protocol.ValueOf(jsvalue.ObjectValue(jsvalue.Member{Key: "updates", Value: jsvalue.ArrayValue(stream...)})))
	}
	for _, stream := range some(chatrecord.Streams(updates), len(updates)) {
		add(stream()...)
	}
	for _, spoiled := range some(chatrecord.SpoiledUpdates(updates), len(updates)) {
		add(spoiled())
	}
	return inputs
}
