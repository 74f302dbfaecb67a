package chatrecord

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const todoWrite = "todo_write"

// callFeatures are about calls and which result belongs to which.
var callFeatures = []feature{
	{name: "calls", rules: []string{"CR-REPLAY-19"}, says: "A tool is called.", sites: callsThat(func(*callSite) bool { return true })},
	{
		name: "parallel-calls", rules: []string{"CR-REPLAY-24"}, says: "A record calls several tools.", sites: parallelCalls,
	},
	{
		name: "dangling-call", rules: []string{"CR-REPLAY-46", "CR-DEC-03"}, says: "A call has no result.",
		sites: callsThat(func(call *callSite) bool { return len(call.Answers) == 0 }),
	},
	{
		name: "dangling-calls-of-one-record", rules: []string{"CR-REPLAY-46", "CR-DEC-03"}, says: "Several calls of a record have no result.",
		sites: furtherDangling,
	},
	{
		name: "call-without-id", rules: []string{"CR-REPLAY-23", "CR-REPLAY-27"}, says: "A call has no id of its own.",
		sites: callsThat(func(call *callSite) bool { return call.ID == "" }),
	},
	{
		name: "reused-call-id", rules: []string{"CR-DEC-07"}, says: "Two calls have one id.", sites: reusedIDs,
	},
	{
		name: "synthetic-collision", rules: []string{"CR-DEC-10"}, says: "The id of a call or a result is the synthetic one of an earlier call.",
		sites: collisions,
	},
	{
		name: "result-before-start", rules: []string{"CR-DEC-09"}, says: "A result comes before its call.",
		sites: earlyResults,
	},
	{
		name: "call-of-the-user", rules: []string{"CR-DEC-11"}, says: "A user record calls a tool.",
		sites: callsThat(func(call *callSite) bool { return call.Node.Type() == "user" }),
	},
	{
		name: "second-result", rules: []string{"CR-DEC-08"}, says: "A call, or an id that no call has, has a result, and gets another.",
		sites: answersThat(func(a *answerSite) bool { return a.Again }),
	},
	{
		name: "orphan-result", rules: []string{"CR-REPLAY-27"}, says: "A result fits no call, or several.",
		sites: answersThat(func(a *answerSite) bool { return a.Call == nil }),
	},
	{
		name: "nameless-result", rules: []string{"CR-DEC-12"}, says: "A result does not name its tool.",
		sites: answersThat(func(a *answerSite) bool { return a.Name == "" }),
		edit:  withNames,
	},
	{
		name: "several-responses", rules: []string{"CR-DEC-05"}, says: "A record holds several responses.",
		sites: withCalls(func(a *answerSite) bool { return a.Further }),
	},
	{
		name: "response-elsewhere", rules: []string{"CR-DEC-06"}, says: "A user or assistant record holds a response.",
		sites: withCalls(func(a *answerSite) bool { return a.Node.Type() != "tool_result" }),
	},
	{
		name: "todo-list", rules: []string{"CR-REPLAY-36", "CR-REPLAY-38"}, says: "A result is a list of things to do.",
		sites: answersThat(func(a *answerSite) bool { return a.Outcome.Get("resultDisplay").Get("type").Text() == "todo_list" }),
	},
	{
		name: "todo-write-without-a-list", rules: []string{"CR-DEC-04"}, says: "A todo_write has no result, or one that is no list.",
		sites: todoWithoutList,
	},
	{
		name: "todo-write-without-an-id", rules: []string{"CR-DEC-04"}, rare: true, says: "The result of a todo_write has no id.",
		sites: withCalls(func(a *answerSite) bool { return a.ID == "" && a.tool() == todoWrite }),
	},
}

func callsThat(holds func(*callSite) bool) func(*reading) []site {
	return func(in *reading) []site {
		var sites []site
		calls, _ := in.correlation()
		for _, call := range calls {
			if holds(call) {
				sites = append(sites, call.site())
			}
		}
		return sites
	}
}

func answersThat(holds func(*answerSite) bool) func(*reading) []site {
	return func(in *reading) []site {
		var sites []site
		_, answers := in.correlation()
		for _, a := range answers {
			if holds(a) {
				sites = append(sites, a.site())
			}
		}
		return sites
	}
}

// withCalls are the answers for which the predicate holds, and the calls that have no other: they would be left without any.
func withCalls(holds func(*answerSite) bool) func(*reading) []site {
	return func(in *reading) []site {
		calls, answers := in.correlation()
		var sites []site
		for _, a := range answers {
			if holds(a) {
				sites = append(sites, a.site())
			}
		}
		for _, call := range calls {
			if len(call.Answers) > 0 && !slices.ContainsFunc(call.Answers, func(a *answerSite) bool { return !holds(a) }) {
				sites = append(sites, call.site())
			}
		}
		return sites
	}
}

// earlyResults are the calls that come behind a result, and what answers them later: it would be a second result for the id.
func earlyResults(in *reading) []site {
	return slices.Concat(
		callsThat(func(call *callSite) bool { return call.Early })(in),
		answersThat(func(a *answerSite) bool { return a.Call != nil && a.Call.Early })(in),
	)
}

func collisions(in *reading) []site {
	return slices.Concat(
		callsThat(func(call *callSite) bool { return call.Collides })(in),
		answersThat(func(a *answerSite) bool { return a.Collides })(in),
	)
}

// furtherDangling are the calls without a result behind another such call of their record.
func furtherDangling(in *reading) []site {
	calls, _ := in.correlation()
	var sites []site
	dangling := make(map[*Node]bool)
	for _, call := range calls {
		if len(call.Answers) > 0 {
			continue
		}
		if dangling[call.Node] {
			sites = append(sites, call.site())
		}
		dangling[call.Node] = true
	}
	return sites
}

func parallelCalls(in *reading) []site {
	calls, _ := in.correlation()
	var sites []site
	for i, call := range calls {
		if i > 0 && calls[i-1].Node == call.Node {
			sites = append(sites, call.site())
		}
	}
	return sites
}

// reusedIDs are the calls of an id that was started before, and the results for the id but for the first: the calls that
// these belong to have gone.
func reusedIDs(in *reading) []site {
	calls, answers := in.correlation()
	var sites []site
	reused := make(map[string]bool)
	for _, call := range calls {
		if call.Reused {
			reused[call.ID] = true
			sites = append(sites, call.site())
		}
	}
	answered := make(map[string]bool)
	for _, a := range answers {
		if a.ID != "" && reused[a.ID] && answered[a.ID] {
			sites = append(sites, a.site())
		}
		answered[a.ID] = true
	}
	return sites
}

func todoWithoutList(in *reading) []site {
	calls, answers := in.correlation()
	var sites []site
	for _, call := range calls {
		if call.Name == todoWrite && len(call.Answers) == 0 {
			sites = append(sites, call.site())
		}
	}
	for _, a := range answers {
		if a.tool() == todoWrite && !isPlan(a.Outcome) {
			sites = append(sites, a.site())
		}
	}
	return sites
}

// isPlan: the outcome is a success and shows a list.
func isPlan(outcome jsvalue.Value) bool {
	display := outcome.Get("resultDisplay")
	if display.IsString() {
		display, _ = jsvalue.Decode(display.Text()) // no JSON is no list
	}
	return statusOf(outcome) == "completed" && display.Get("type").Text() == "todo_list" && display.Get("todos").IsArray()
}

// withNames gives the answers of a record the names of their calls; a result that fits no call takes none, and goes.
func withNames(in *reading, record Record) jsvalue.Value {
	names := make(map[int]jsvalue.Value)
	var nameless []site
	for _, a := range in.answersAt(record.Index) {
		switch {
		case a.Name != "":
		case a.Call == nil:
			nameless = append(nameless, a.site())
		default:
			names[a.At] = jsvalue.StringValue(a.Call.Name)
		}
	}
	place := -1
	record.Value, _ = inParts(func(part jsvalue.Value) (jsvalue.Value, bool) {
		place++
		name, named := names[place]
		if !named {
			return part, false
		}
		return at(become(name), "functionResponse", "name")(part)
	})(record.Value)
	if name, named := names[-1]; named { // the record has no response yet
		response := jsvalue.ObjectValue(jsvalue.Member{Key: "name", Value: name})
		part := jsvalue.ObjectValue(jsvalue.Member{Key: "functionResponse", Value: response})
		parts := append(record.Parts(), part)
		message := record.Value.Get("message").With(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(parts...)})
		return record.Value.With(jsvalue.Member{Key: "message", Value: message})
	}
	return withoutSites(nameless)(record)
}

// syntheticPrefix begins the ids that calls without one get (CR-REPLAY-23).
const syntheticPrefix = "qwen-replay-tool:"

func looksSynthetic(text string) bool { return strings.HasPrefix(text, syntheticPrefix) }
