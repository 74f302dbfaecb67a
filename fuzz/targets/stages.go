package targets

import (
	"context"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

var replayPages = Target{
	Name:   "FuzzReplayPages",
	Says:   "The bytes are the choices of the generator of sessions; a replay in pages is the replay in one piece.",
	Case:   func(data []byte) (testcase.Case, bool) { return structured(data), true },
	Checks: func([]byte) []string { return []string{"pages-are-one-pass"} },
	Seeds:  choices,
}

var compactUpdates = Target{
	Name:   "FuzzCompact",
	Says:   "The bytes are the choices of the generator of sessions; its updates, often jumbled, reduce to the same blocks when compacted.",
	Case:   compaction,
	Checks: func([]byte) []string { return []string{"compacted-stream-reduces-alike"} },
	Seeds:  choices,
}

var state = Target{
	Name:   "FuzzState",
	Says:   "The bytes are the choices of the generator of sessions; the replay begins with a damaged state of an earlier page.",
	Case:   damagedState,
	Checks: func([]byte) []string { return []string{"state-is-taken-back"} },
	Seeds:  choices,
}

// compaction is the updates of a session, in three cases of four jumbled or damaged.
func compaction(data []byte) (testcase.Case, bool) {
	session, source := structured(data), generate.FromBytes(backwards(data))
	_, replayed, ok := replayedSession(session, source, 1)
	if !ok {
		return testcase.Case{}, false
	}
	var updates []jsvalue.Value
	for _, emission := range replayed.Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	if source.Below(4) > 0 {
		updates = decoded(generate.Mutate(source, updates))
	}
	return testcase.Case{
		Dialect: chatrecord, Op: "compact", Input: protocol.ValueOf(object("updates", jsvalue.ArrayValue(updates...))),
	}, true
}

// damagedState is the second page of a session, with the state behind the first, in three cases of four damaged.
func damagedState(data []byte) (testcase.Case, bool) {
	session, source := structured(data), generate.FromBytes(backwards(data))
	rest, replayed, ok := replayedSession(session, source, 1+source.Below(8))
	if !ok {
		return testcase.Case{}, false
	}
	state := replayed.Get("state")
	if source.Below(4) > 0 {
		state = jsvalue.NullValue()
		if mutants := decoded(generate.Mutate(source, []jsvalue.Value{replayed.Get("state")})); len(mutants) > 0 {
			state = mutants[0]
		}
	}
	return testcase.Case{
		Dialect: chatrecord, Op: "replay", Input: protocol.ValueOf(jsvalue.ArrayValue(rest...)),
		Options: jsvalue.ObjectValue(
			jsvalue.Member{Key: "initialState", Value: state},
			jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(source.Below(2) > 0)},
		),
	}, true
}

// replayedSession prepares a session and replays the first of so many pages of it, which is not the last if there are
// several. rest are the prepared records behind it.
func replayedSession(session testcase.Case, source generate.Source, pages int) (rest []jsvalue.Value, answer jsvalue.Value, ok bool) {
	prepared, ok := call("prepare", session.Input, session.Options.Without("maxBlocks"))
	if !ok {
		return nil, jsvalue.Value{}, false
	}
	var records []jsvalue.Value
	for _, record := range prepared.Get("records").Elements() {
		records = append(records, record)
	}
	cut := len(records)
	if pages > 1 {
		cut = source.Below(len(records) + 1)
	}
	answer, ok = call("replay", protocol.ValueOf(jsvalue.ArrayValue(records[:cut]...)), jsvalue.ObjectValue(
		jsvalue.Member{Key: "gaps", Value: prepared.Get("gaps")},
		jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(cut == len(records))},
	))
	if !ok {
		panic("replay refuses records that prepare has made")
	}
	return records[cut:], answer, true
}

// call asks the reference while a case is made. It reports false if the input is refused, as it can be.
func call(op string, input protocol.Input, options jsvalue.Value) (jsvalue.Value, bool) {
	answer, err := subject.New("fuzz").Call(context.Background(), protocol.Request{
		ID: jsvalue.IntValue(1), Dialect: chatrecord, Op: op, Input: input, Options: options,
	})
	if err != nil {
		panic(err) // the context is never done; Target.look makes a finding of it
	}
	return answer.Result(), answer.Kind() == protocol.ResultAnswer
}

// backwards are the bytes for the second kind of choices: those that the session did not use come first.
func backwards(data []byte) []byte {
	out := make([]byte, len(data))
	for i, b := range data {
		out[len(data)-1-i] = b
	}
	return out
}

func decoded(lines []string) []jsvalue.Value {
	values := make([]jsvalue.Value, 0, len(lines))
	for _, line := range lines {
		if value, err := jsvalue.Decode(line); err == nil {
			values = append(values, value)
		}
	}
	return values
}

func object(key string, value jsvalue.Value) jsvalue.Value {
	return jsvalue.ObjectValue(jsvalue.Member{Key: key, Value: value})
}
