// Package runtimeevent translates between the events of a chat and those that all runtimes have in common.
//
// It promises: an event that has no counterpart has none, rather than a wrong one; nothing but the event is read. Start at
// FromChat and ToChat.
package runtimeevent

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// FromChat is the runtime event of a chat event; Undefined if it has none (ES-RUN-01). An event that is of a runtime
// already is its own.
func FromChat(event jsvalue.Value) jsvalue.Value {
	if isDotted(event) {
		return event
	}
	if canonical := Canonical(event); !canonical.IsUndefined() {
		return canonical
	}
	turn := event.Get("turnId")
	switch event.Get("type").Text() {
	case "status":
		if event.Get("turnStatus").Text() == "started" && turn.Text() != "" {
			return object("turn.started", member("turnId", turn))
		}
	case "text":
		if text := event.Get("text"); text.Text() != "" && turn.Text() != "" {
			return object("content.delta", member("turnId", turn), member("text", text), member("itemId", event.Get("itemId")), member("messageId", event.Get("messageId")))
		}
	case "tool_call":
		return object("tool.started", member("toolUseId", toolUse(event)), member("toolName", event.Get("tool")), member("input", event.Get("args")),
			member("parentToolUseId", event.Get("parentItemId")), member("turnId", turn))
	case "tool_result":
		return toolResult(event)
	case "done":
		return object("turn.completed", member("turnId", turn), member("stopReason", event.Get("status")), member("usage", event.Get("usage")))
	}
	return jsvalue.Value{}
}

// toolResult is the end of a tool, which a running one has not reached; one that was interrupted failed (ES-RUN-02).
func toolResult(event jsvalue.Value) jsvalue.Value {
	id, name, result := member("toolUseId", toolUse(event)), member("toolName", event.Get("tool")), event.Get("result")
	switch event.Get("status").Text() {
	case "running":
		return jsvalue.Value{}
	case "failed", "interrupted":
		if !result.IsString() {
			result = jsvalue.StringValue(string(jsvalue.Append(nil, result)))
		}
		return object("tool.failed", id, name, member("error", result), member("turnId", event.Get("turnId")))
	default:
		return object("tool.completed", id, name, member("output", result), member("turnId", event.Get("turnId")))
	}
}

func toolUse(event jsvalue.Value) jsvalue.Value {
	if logical := event.Get("logicalItemId"); logical.Text() != "" {
		return logical
	}
	return event.Get("itemId")
}

// Canonical is the runtime event that a writer puts beside the event of a sub-agent; Undefined for all others (ES-RUN-03).
func Canonical(event jsvalue.Value) jsvalue.Value {
	agent := event.Get("agentId")
	if agent.Text() == "" {
		agent = event.Get("taskId")
	}
	parent := event.Get("parentToolUseId")
	if parent.IsUndefined() {
		parent = jsvalue.NullValue()
	}
	id, turn := []jsvalue.Member{member("agentId", agent), member("parentToolUseId", parent)}, member("turnId", event.Get("turnId"))
	switch event.Get("type").Text() {
	case "subagent_started":
		return object("subagent.started", append(id, member("agentType", event.Get("agentType")), member("description", event.Get("description")),
			member("background", event.Get("background")), turn)...)
	case "subagent_progress":
		return object("subagent.progress", append(id, member("text", event.Get("summary")), member("tokens", event.Get("usage").Get("totalTokens")),
			member("lastToolName", event.Get("lastToolName")), turn)...)
	case "subagent_result":
		summary := event.Get("finalSummary")
		if summary.IsNullish() {
			summary = event.Get("summary")
		}
		return object("subagent.completed", append(id, member("summary", summary), member("status", event.Get("status")),
			member("usage", event.Get("usage")), turn)...)
	default:
		return jsvalue.Value{}
	}
}

func isDotted(event jsvalue.Value) bool {
	return strings.HasPrefix(event.Get("type").Text(), "subagent.")
}

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

// object is an event of the type with those members that are there.
func object(kind string, members ...jsvalue.Member) jsvalue.Value {
	present := []jsvalue.Member{member("type", jsvalue.StringValue(kind))}
	for _, m := range members {
		if !m.Value.IsUndefined() {
			present = append(present, m)
		}
	}
	return jsvalue.ObjectValue(present...)
}
