package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

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
		sites: answersThat(func(a *answerSite) bool {
			response := a.Response.Get("response")
			return response.Len() > 0 && !response.Has("output") && !response.Has("error")
		}),
	},
	{
		name: "media-in-response", rules: []string{"CR-DEC-30"}, says: "A response holds images or other data.", when: shown,
		takes: ofResponses(at(dropped(not(jsvalue.Value.IsEmpty)), "parts")),
	},
	{
		name: "text-beside-a-diff-or-an-error", rules: []string{"CR-DEC-06"}, rare: true, says: "A text part stands beside a diff or an error.",
		when: func(n *Node) bool {
			outcome := n.ToolCallResult()
			return n.Type() == "tool_result" && (outcome.Get("resultDisplay").Has("newContent") || outcome.Get("error").Truthy())
		},
		takes: membersOfParts(isShownText),
	},
	{
		name: "text-beside-a-plan", rules: []string{"CR-DEC-02"}, rare: true, says: "A text part stands beside a list of things to do.",
		when:  func(n *Node) bool { return n.Type() == "tool_result" && isPlan(n.ToolCallResult()) },
		takes: membersOfParts(isShownText),
	},
	{
		name: "odd-part-of-a-result", rules: []string{"CR-DEC-02"}, says: "A part of a tool_result is neither a text nor a response.",
		when: ofType("tool_result"), takes: all(inParts(dropped(isStranger)), membersOfParts(isStrangeMember)),
	},
	{
		name: "response-that-is-no-object", rules: []string{"CR-DEC-02"}, rare: true, says: "The response of a functionResponse is no object.", when: shown,
		takes: ofResponses(at(dropped(isNoObject), "response")),
	},
	{
		name: "deep-response", rules: []string{"CR-DEC-01"}, rare: true, says: "Thousands of arrays or objects lie in one another in a response.", when: shown,
		takes: ofResponses(at(dropped(func(v jsvalue.Value) bool { return deeperThan(v, 3000) }), "response")),
	},
	{
		name: "secret-in-a-response", rules: []string{"CR-DEC-23"}, says: "A key in a response says that its value is secret.", when: shown,
		takes: ofResponses(at(inside(withoutKeys(SecretKey)), "response")),
	},
	{
		name: "error-beside-an-empty-output", rules: []string{"CR-DEC-02"}, rare: true, says: "A response has an empty output, and an error.", when: shown,
		takes: ofResponses(at(only(func(body jsvalue.Value) bool {
			return body.Get("output").IsString() && body.Get("output").Text() == "" && body.Get("error").Text() != ""
		}, withoutKeys(is("error"))), "response")),
	},
	{
		name: "outcome-that-is-no-object", rules: []string{"CR-DEC-02"}, rare: true, says: "The toolCallResult of a result is no object.",
		when: carriesResult, takes: at(dropped(isNoObject), "toolCallResult"),
	},
	{
		name: "cancelled-or-null-status", rules: []string{"CR-DEC-22"}, rare: true, says: "The status of a result is null or cancelled.",
		when: carriesResult,
		takes: at(only(func(outcome jsvalue.Value) bool {
			status := outcome.Get("status")
			return status.Kind() == jsvalue.Null || status.Text() == "cancelled"
		}, withoutKeys(is("status"))), "toolCallResult"),
	},
	{
		name: "error-without-a-message", rules: []string{"CR-DEC-22"}, rare: true, says: "The error of a result is no text, and has no message.",
		when: carriesResult, takes: at(dropped(hasNoMessage), "toolCallResult", "error"),
	},
	{
		name: "odd-todo-items", rules: []string{"CR-DEC-02"}, says: "An item of a list of things to do has no content, or no known status.",
		when: carriesResult, takes: at(inTodoList(at(each(dropped(not(isTodoItem))), "todos")), "toolCallResult", "resultDisplay"),
	},
}

func is(keys ...string) func(string) bool {
	return func(key string) bool { return slices.Contains(keys, key) }
}

func ofType(types ...string) func(*Node) bool {
	return func(n *Node) bool { return slices.Contains(types, n.Type()) }
}

// shown: the parts of the node are read.
func shown(n *Node) bool { return n.Type() != "system" }

// carriesResult: the node answers a call.
func carriesResult(n *Node) bool {
	return n.Type() == "tool_result" || n.Type() != "system" && slices.ContainsFunc(n.Parts(), isAnswer)
}

// ofResponses applies the edit to the functionResponse of each part.
func ofResponses(e edit) edit {
	return inParts(at(only(jsvalue.Value.IsObject, e), "functionResponse"))
}

// isNoObject: it says something, and is no object.
func isNoObject(v jsvalue.Value) bool { return !v.IsEmpty() && !v.IsObject() }

func isShownText(part jsvalue.Value, key string) bool {
	return key == "text" && part.Get(key).Text() != ""
}

// isStranger: the part is none that a tool_result shows, nor empty.
func isStranger(part jsvalue.Value) bool {
	return !isAnswer(part) && !part.Get("text").IsString() && !isEmptyPart(part)
}

func isStrangeMember(part jsvalue.Value, key string) bool {
	return key == "inlineData" || key == "functionCall" || isWrongMember(part, key)
}

func hasNoMessage(failure jsvalue.Value) bool {
	return !failure.IsEmpty() && !failure.IsBool() && !failure.IsString() && failure.Get("message").Text() == ""
}

// inTodoList applies the edit to a display that is a list of things to do, or a text that holds one.
func inTodoList(e edit) edit {
	isList := func(v jsvalue.Value) bool { return v.Get("type").Text() == "todo_list" }
	return func(display jsvalue.Value) (jsvalue.Value, bool) {
		if !display.IsString() {
			return only(isList, e)(display)
		}
		list, err := jsvalue.Decode(display.Text())
		if err != nil {
			return display, false
		}
		list, changed := only(isList, e)(list)
		if !changed {
			return display, false
		}
		return jsvalue.StringValue(string(jsvalue.Append(nil, list))), true
	}
}

func isTodoItem(item jsvalue.Value) bool {
	return item.Get("content").IsString() && slices.Contains([]string{"pending", "in_progress", "completed"}, item.Get("status").Text())
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
