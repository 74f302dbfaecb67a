package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const todoWrite = "todo_write"

// callFeatures are about calls and which result belongs to which.
var callFeatures = []feature{
	{name: "calls", rules: []string{"CR-REPLAY-19"}, says: "A tool is called.", find: callsThat(func(*callSite) bool { return true })},
	{
		name: "parallel-calls", rules: []string{"CR-REPLAY-24"}, says: "A record calls several tools.", find: parallelCalls,
	},
	{
		name: "dangling-call", rules: []string{"CR-REPLAY-46", "CR-DEC-03"}, says: "A call has no result.",
		find: callsThat(func(call *callSite) bool { return len(call.Answers) == 0 }),
	},
	{
		name: "call-without-id", rules: []string{"CR-REPLAY-23", "CR-REPLAY-27"}, says: "A call has no id of its own.",
		find: callsThat(func(call *callSite) bool { return call.ID == "" }),
	},
	{
		name: "reused-call-id", rules: []string{"CR-DEC-07"}, says: "Two calls have one id.",
		find: callsThat(func(call *callSite) bool { return call.Reused }),
	},
	{
		name: "synthetic-collision", rules: []string{"CR-DEC-10"}, says: "The id of a call is the synthetic one of an earlier call.",
		find: callsThat(func(call *callSite) bool { return call.Collides }),
	},
	{
		name: "result-before-start", rules: []string{"CR-DEC-09"}, says: "A result comes before its call.",
		find: callsThat(func(call *callSite) bool { return call.Early }),
	},
	{
		name: "call-of-the-user", rules: []string{"CR-DEC-11"}, says: "A user record calls a tool.",
		find: callsThat(func(call *callSite) bool { return call.Node.Type() == "user" }),
	},
	{
		name: "second-result", rules: []string{"CR-DEC-08"}, says: "A call has a result, and gets another.",
		find: answersThat(func(a *answerSite) bool { return a.Call != nil && a.Call.Answers[0] != a }),
	},
	{
		name: "orphan-result", rules: []string{"CR-REPLAY-27"}, says: "A result fits no call, or several.",
		find: answersThat(func(a *answerSite) bool { return a.Call == nil }),
	},
	{
		name: "nameless-result", rules: []string{"CR-DEC-12"}, says: "A result does not name its tool.",
		find: answersThat(func(a *answerSite) bool { return a.Name == "" }),
	},
	{
		name: "several-responses", rules: []string{"CR-DEC-05"}, says: "A record holds several responses.",
		find: severalResponses,
	},
	{
		name: "response-elsewhere", rules: []string{"CR-DEC-06"}, says: "A user or assistant record holds a response.",
		find: answersThat(func(a *answerSite) bool { return a.Node.Type() != "tool_result" }),
	},
	{
		name: "todo-list", rules: []string{"CR-REPLAY-36", "CR-REPLAY-38"}, says: "A result is a list of things to do.",
		find: answersThat(func(a *answerSite) bool { return a.Outcome.Get("resultDisplay").Get("type").Text() == "todo_list" }),
	},
	{
		name: "todo-write-without-a-list", rules: []string{"CR-DEC-04"}, says: "A todo_write has no result, or one that is no list.",
		find: func(in *reading) []int {
			calls, answers := in.correlation()
			var places []int
			for _, call := range calls {
				if call.Name == todoWrite && len(call.Answers) == 0 {
					places = append(places, call.Place)
				}
			}
			for _, a := range answers {
				if a.Name == todoWrite && a.Outcome.Get("resultDisplay").Get("type").Text() != "todo_list" {
					places = append(places, a.Place)
				}
			}
			return places
		},
	},
}

func callsThat(holds func(*callSite) bool) func(*reading) []int {
	return func(in *reading) []int {
		var places []int
		calls, _ := in.correlation()
		for _, call := range calls {
			if holds(call) {
				places = append(places, call.Place)
			}
		}
		return places
	}
}

func answersThat(holds func(*answerSite) bool) func(*reading) []int {
	return func(in *reading) []int {
		var places []int
		_, answers := in.correlation()
		for _, a := range answers {
			if holds(a) {
				places = append(places, a.Place)
			}
		}
		return places
	}
}

func severalResponses(in *reading) []int {
	_, answers := in.correlation()
	count := make(map[*Node]int)
	for _, a := range answers {
		count[a.Node]++
	}
	return answersThat(func(a *answerSite) bool { return count[a.Node] > 1 })(in)
}

func parallelCalls(in *reading) []int {
	calls, _ := in.correlation()
	var places []int
	for i, call := range calls {
		if i > 0 && calls[i-1].Node == call.Node {
			places = append(places, call.Place)
		}
	}
	return places
}

// resultFeatures are about what a result holds.
var resultFeatures = []feature{
	{
		name: "failed-result", rules: []string{"CR-REPLAY-29"}, says: "A tool failed.",
		find: outcomesThat(func(outcome jsvalue.Value) bool {
			return outcome.Get("status").Text() == "error" || outcome.Get("error").Truthy()
		}),
		edit: withOutcome("error", "status"),
	},
	{
		name: "odd-status", rules: []string{"CR-DEC-22"}, says: "The status of a result is null, cancelled, or one that nobody knows.",
		find: outcomesThat(func(outcome jsvalue.Value) bool {
			status := outcome.Get("status")
			return outcome.Has("status") && status.Text() != "success" && status.Text() != "error"
		}),
		edit: withOutcome("status"),
	},
	{
		name: "string-error", rules: []string{"CR-DEC-22", "CR-REPLAY-30"}, says: "The error of a result is a text.",
		find: outcomesThat(func(outcome jsvalue.Value) bool { return outcome.Get("error").IsString() }), edit: withOutcome("error"),
	},
	{
		name: "display", rules: []string{"CR-REPLAY-31", "CR-REPLAY-32"}, says: "A result has something of its own to show.",
		find: outcomesThat(func(outcome jsvalue.Value) bool { return outcome.Get("resultDisplay").Truthy() }), edit: withOutcome("resultDisplay"),
	},
	{
		name: "diff", rules: []string{"CR-REPLAY-31"}, says: "A result changed a file.",
		find: outcomesThat(func(outcome jsvalue.Value) bool { return outcome.Get("resultDisplay").Has("newContent") }), edit: withOutcome("resultDisplay"),
	},
	{
		name: "task-result", rules: []string{"CR-REPLAY-35"}, later: true, says: "A result is that of a sub-agent.",
		find: outcomesThat(func(outcome jsvalue.Value) bool {
			return outcome.Get("resultDisplay").Get("type").Text() == "task_execution"
		}),
		edit: withOutcome("resultDisplay"),
	},
	{
		name: "artifacts", rules: []string{"CR-REPLAY-33"}, later: true, says: "A result names artifacts.",
		find: outcomesThat(func(outcome jsvalue.Value) bool { return outcome.Has("artifacts") }), edit: withOutcome("artifacts"),
	},
	{
		name: "structured-response", rules: []string{"CR-REPLAY-31", "CR-DEC-23"}, says: "A response is neither an output nor an error.",
		find: answersThat(func(a *answerSite) bool {
			response := a.Response.Get("response")
			return response.Len() > 0 && !response.Has("output") && !response.Has("error")
		}),
	},
	{
		name: "media-in-response", rules: []string{"CR-DEC-30"}, says: "A response holds images or other data.",
		find: answersThat(func(a *answerSite) bool { return a.Response.Get("parts").Len() > 0 }),
	},
}

func outcomesThat(holds func(jsvalue.Value) bool) func(*reading) []int {
	return onChain(func(r Record) bool { return holds(r.Value.Get("toolCallResult")) })
}

func withOutcome(dropped ...string) func(*reading, Record) jsvalue.Value {
	return func(_ *reading, r Record) jsvalue.Value {
		outcome := r.Value.Get("toolCallResult").Without(dropped...)
		return r.Value.With(jsvalue.Member{Key: "toolCallResult", Value: outcome})
	}
}

// syntheticPrefix begins the ids that calls without one get (CR-REPLAY-23).
const syntheticPrefix = "qwen-replay-tool:"

func looksSynthetic(text string) bool { return strings.HasPrefix(text, syntheticPrefix) }
