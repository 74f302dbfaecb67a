package runtimeevent

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// ToChat is the chat event of a runtime event; Undefined if it has none (ES-RUN-04).
func ToChat(event jsvalue.Value) jsvalue.Value {
	turn := member("turnId", event.Get("turnId"))
	switch kind := event.Get("type").Text(); kind {
	case "turn.started":
		return object("status", member("turnStatus", jsvalue.StringValue("started")), turn)
	case "content.delta":
		return object("text", member("text", event.Get("text")), member("messageId", event.Get("messageId")), turn, member("itemId", event.Get("itemId")))
	case "tool.started":
		return object("tool_call", member("tool", event.Get("toolName")), member("args", event.Get("input")), member("itemId", event.Get("toolUseId")),
			member("parentItemId", present(event.Get("parentToolUseId"))), turn)
	case "tool.completed":
		return toolEnd(event, "output", "completed")
	case "tool.failed":
		return toolEnd(event, "error", "failed")
	case "subagent.started", "subagent.progress", "subagent.completed":
		return subagent(event, kind)
	case "turn.completed":
		return object("done", turn, member("status", jsvalue.StringValue(status(event.Get("stopReason").Text()))), member("usage", event.Get("usage")))
	case "compact.boundary":
		trigger := event.Get("trigger")
		if trigger.Text() == "" {
			trigger = jsvalue.StringValue("auto")
		}
		return object("context_compact", member("trigger", trigger), turn)
	default:
		return jsvalue.Value{}
	}
}

func toolEnd(event jsvalue.Value, result, status string) jsvalue.Value {
	tool := event.Get("toolName")
	if tool.Text() == "" {
		tool = jsvalue.StringValue("tool")
	}
	return object("tool_result", member("tool", tool), member("result", event.Get(result)), member("itemId", event.Get("toolUseId")),
		member("status", jsvalue.StringValue(status)), member("turnId", event.Get("turnId")))
}

// subagent is the event itself, in which parentToolUseId is null if it was not there.
func subagent(event jsvalue.Value, kind string) jsvalue.Value {
	parent := event.Get("parentToolUseId")
	if parent.IsUndefined() {
		parent = jsvalue.NullValue()
	}
	members := []jsvalue.Member{member("agentId", event.Get("agentId")), member("parentToolUseId", parent)}
	for key, value := range event.Members() {
		if key != "type" && key != "agentId" && key != "parentToolUseId" {
			members = append(members, member(key, value))
		}
	}
	return object(kind, members...)
}

func status(stopReason string) string {
	if stopReason == "interrupted" || stopReason == "failed" {
		return stopReason
	}
	return "completed"
}

func present(value jsvalue.Value) jsvalue.Value {
	if value.IsNullish() {
		return jsvalue.Value{}
	}
	return value
}
