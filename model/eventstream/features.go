package eventstream

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// features is the table.
var features = []feature{
	{name: "text-by-message", rules: []string{"ES-TEXT-01", "ES-TEXT-04"}, says: "A piece of text that a message names.", event: textNamed("messageId")},
	{name: "text-by-item", rules: []string{"ES-TEXT-01"}, says: "A piece of text that an item names, and no message.", event: textNamed("itemId")},
	{name: "text-by-turn", rules: []string{"ES-TEXT-01", "ES-ENTRY-03"}, says: "A piece of text that a turn alone names.", event: textNamed("turnId")},
	{name: "text-of-nothing", rules: []string{"ES-TEXT-01"}, says: "A piece of text that nothing names.", event: textNamed("")},
	{name: "blank-text", rules: []string{"ES-TEXT-03"}, says: "A piece of text that is white space alone.", event: func(e Envelope) bool {
		return e.kind() == "text" && e.Event.Get("text").IsString() && isBlank(e.Event.Get("text").Text())
	}},
	{name: "half-a-character", rules: []string{"ES-TEXT-04"}, says: "A text with half of a surrogate pair.", line: func(l Line) bool { return !wellFormed(l.Value) }},
	{name: "retraction", rules: []string{"ES-TEXT-05"}, says: "A retraction.", event: ofType("transcript_retraction")},
	{name: "reasoning", rules: []string{"ES-THINK-01"}, says: "A piece of reasoning.", event: ofType("reasoning")},
	{name: "steer", rules: []string{"ES-USER-01"}, says: "A user's message that steers a turn.", event: having("user_message", "steerId")},
	{name: "resolution", rules: []string{"ES-USER-02"}, says: "What became of a user's message.", event: ofType("user_message_resolution")},
	{name: "scheduled-wake", rules: []string{"ES-USER-03"}, says: "A message that a schedule sent.", event: waking("scheduledWake")},
	{name: "spawn-completion", rules: []string{"ES-USER-04"}, says: "A message that a child sent at its end.", event: waking("spawnCompletion")},
	{name: "plan", rules: []string{"ES-PLAN-02"}, says: "A plan.", event: ofType("plan")},
	{name: "plan-text", rules: []string{"ES-PLAN-01"}, says: "A plan as it is written.", event: ofType("plan_text")},
	{name: "todo-list", rules: []string{"ES-TODO-01"}, says: "A list of tasks.", event: ofType("todo_update")},
	{name: "done", rules: []string{"ES-DONE-01", "ES-DONE-02"}, says: "The end of a turn.", event: ofType("done")},
	{name: "tool", rules: []string{"ES-WORK-01", "ES-WORK-03", "ES-WORK-04"}, says: "A call of a tool, or its result.", event: ofType("tool_call", "tool_result")},
	{name: "command", rules: []string{"ES-WORK-01", "ES-WORK-05"}, says: "A command.", event: ofType("command")},
	{name: "file-change", rules: []string{"ES-WORK-06", "ES-TURN-02"}, says: "A file that was changed.", event: ofType("file_change")},
	{name: "web-search", rules: []string{"ES-WORK-01"}, says: "A search.", event: ofType("web_search")},
	{name: "work-without-item", rules: []string{"ES-WORK-03"}, says: "A step of work that names no item.", event: func(e Envelope) bool {
		return working[e.kind()] && id(e.Event, "itemId") == "" && id(e.Event, "logicalItemId") == ""
	}},
	{name: "logical-item", rules: []string{"ES-WORK-02"}, says: "A step of work with a logical item.", event: func(e Envelope) bool { return working[e.kind()] && id(e.Event, "logicalItemId") != "" }},
	{name: "nested-work", rules: []string{"ES-WORK-08"}, says: "A step of work, or a sub-agent, that names a parent.", event: func(e Envelope) bool {
		return working[e.kind()] && id(e.Event, "parentItemId") != "" || agents[e.kind()] && id(e.Event, "parentToolUseId") != ""
	}},
	{name: "hook-error", rules: []string{"ES-WORK-07"}, says: "A hook that failed before a tool.", event: func(e Envelope) bool {
		return e.kind() == "system_notice" && strings.Contains(e.Event.Get("message").Text(), "Hook: PreToolUse:")
	}},
	{name: "tool-summary", rules: []string{"ES-GROUP-02"}, says: "A summary of tools.", event: ofType("tool_use_summary")},
	{name: "status", rules: []string{"ES-NOTE-01", "ES-GROUP-05"}, says: "A status.", event: ofType("status")},
	{name: "error", rules: []string{"ES-NOTE-02"}, says: "An error.", event: ofType("error")},
	{name: "notice", rules: []string{"ES-NOTE-03"}, says: "A notice.", event: ofType("system_notice")},
	{name: "drawn-if", rules: []string{"ES-NOTE-04", "ES-NOTE-05"}, says: "An event that is drawn only if it says something.", event: ofType("delegation_state", "command_lifecycle", "context_usage", "queue_recovery")},
	{name: "health", rules: []string{"ES-HEALTH-01", "ES-HEALTH-02", "ES-HEALTH-03"}, says: "The health of a turn.", event: ofType("turn_health", "codex_turn_stalled", "turn_diagnostics", "turn_recovery", "codex_turn_recovery")},
	{name: "image", rules: []string{"ES-IMAGE-01"}, says: "An image.", event: ofType("codex_image_generation", "codex_image_view")},
	{name: "compaction", rules: []string{"ES-COMPACT-01"}, says: "A compaction of the context.", event: ofType("context_compact", "codex_context_compaction")},
	{name: "card", rules: []string{"ES-CARD-01", "ES-CARD-03"}, says: "A card.", event: ofType("ade_card")},
	{name: "degraded-card", rules: []string{"ES-CARD-02"}, says: "A card whose refresh failed.", event: having("ade_card", "degradedReason")},
	{name: "sub-agent", rules: []string{"ES-AGENT-01", "ES-AGENT-04", "ES-AGENT-05"}, says: "A sub-agent.", event: ofType("subagent_started", "subagent_progress", "subagent_result")},
	{name: "dotted-sub-agent", rules: []string{"ES-AGENT-07"}, says: "A sub-agent in the newer form.", event: ofType("subagent.started", "subagent.progress", "subagent.completed")},
	{name: "stopped-agent", rules: []string{"ES-AGENT-06"}, says: "A sub-agent that was stopped.", event: func(e Envelope) bool { return agents[e.kind()] && id(e.Event, "status") == "stopped" }},
	{name: "background-task", rules: []string{"ES-JOB-04"}, says: "A job in the background.", event: func(e Envelope) bool {
		return e.kind() == "scheduled_work_update" && e.Event.Get("kind").Text() == "background_task"
	}},
	{name: "shell-agent", rules: []string{"ES-JOB-03", "ES-JOB-05"}, says: "A job that is told of like a sub-agent.", event: func(e Envelope) bool {
		return agents[e.kind()] && slices.Contains([]string{"background", "local_bash"}, id(e.Event, "taskType"))
	}},
	{name: "scheduled-work", rules: []string{"ES-GROUP-03"}, says: "Work that is scheduled.", event: func(e Envelope) bool {
		return e.kind() == "scheduled_work_update" && e.Event.Get("kind").Text() != "background_task"
	}},
	{name: "local-address", rules: []string{"ES-WORK-09", "ES-URL-01"}, says: "Something like an address of the machine itself.", line: func(l Line) bool {
		lower := strings.ToLower(l.Text)
		return strings.Contains(lower, "://localhost") || strings.Contains(lower, "://127.0.0.1") || strings.Contains(lower, "://0.0.0.0") || strings.Contains(lower, "://[::1]")
	}},
	{name: "standing-event", rules: []string{"ES-TYPE-01"}, says: "An event that is drawn as it stands.", event: func(e Envelope) bool { return standing[e.kind()] }},
	{name: "hidden-event", rules: []string{"ES-TYPE-01"}, says: "An event that is hidden.", event: func(e Envelope) bool { return hidden[e.kind()] }},
	{name: "unknown-type", rules: []string{"ES-TYPE-02"}, says: "An event of an unknown type, or of none.", event: func(e Envelope) bool { return !known[e.kind()] }},
	{name: "malformed-event", rules: []string{"ES-ROW-04"}, says: "An event that lacks what it needs.", event: func(e Envelope) bool { return lacks(e.Event) }},
	{name: "null-member", rules: []string{"ES-ROW-05"}, says: "An event with a member that is null.", event: func(e Envelope) bool {
		for _, value := range e.Event.Members() {
			if value.Kind() == jsvalue.NullValue().Kind() {
				return true
			}
		}
		return false
	}},
	{name: "other-session", rules: []string{"ES-ROW-02"}, says: "An event of a session that is not shown.", event: func(e Envelope) bool { return e.Foreign }},
	{name: "repeated-event", rules: []string{"ES-ROW-03"}, says: "An envelope that came again.", event: func(e Envelope) bool { return e.Repeated }},
	{name: "sequence", rules: []string{"ES-READ-04"}, says: "An envelope with a sequence.", line: func(l Line) bool { return l.Value.Has("sequence") }},
	{name: "provenance", rules: []string{"ES-READ-04"}, says: "An envelope with a provenance.", line: func(l Line) bool { return l.Value.Has("provenance") }},
	{name: "no-timestamp", rules: []string{"ES-READ-03"}, says: "An envelope without a timestamp.", event: func(e Envelope) bool { return isBlank(e.Line.Value.Get("timestamp").Text()) }},
	{name: "padded-session", rules: []string{"ES-READ-02"}, says: "A session with white space around it.", event: func(e Envelope) bool { return e.Line.Value.Get("sessionId").Text() != e.Session }},
	{name: "damaged-line", rules: []string{"ES-READ-01"}, says: "A line that is not one JSON value in UTF-8.", line: func(l Line) bool { return l.Value.IsUndefined() || !utf8.ValidString(l.Text) }},
	{name: "no-envelope", rules: []string{"ES-READ-02"}, says: "A line that is JSON and no envelope.", line: func(l Line) bool {
		return !l.Value.IsUndefined() && (trim(l.Value.Get("sessionId").Text()) == "" || !l.Value.Get("event").IsObject())
	}},
	{name: "carriage-return", rules: []string{"ES-READ-01"}, says: "A line that ends with a CR.", line: func(l Line) bool { return strings.HasSuffix(l.Text, "\r") }},
}

func ofType(kinds ...string) func(e Envelope) bool {
	return func(e Envelope) bool { return slices.Contains(kinds, e.kind()) }
}

func having(kind, key string) func(e Envelope) bool {
	return func(e Envelope) bool { return e.kind() == kind && id(e.Event, key) != "" }
}

func waking(key string) func(e Envelope) bool {
	return func(e Envelope) bool {
		return e.kind() == "user_message" && e.Event.Get("metadata").Get(key).IsObject()
	}
}

// textNamed: the first member that names a piece of text is key; "" is that none does.
func textNamed(key string) func(e Envelope) bool {
	return func(e Envelope) bool {
		if e.kind() != "text" {
			return false
		}
		for _, name := range []string{"messageId", "itemId", "turnId"} {
			if id(e.Event, name) != "" {
				return name == key
			}
		}
		return key == ""
	}
}

// lacks: an event lacks a member without which it cannot be drawn (ES-ROW-04).
func lacks(event jsvalue.Value) bool {
	switch kind := event.Get("type").Text(); kind {
	case "text", "reasoning", "plan_text":
		return !event.Get("text").IsString()
	case "transcript_retraction":
		return !event.Get("messageIds").IsArray()
	case "todo_update":
		return !event.Get("items").IsArray()
	case "ade_card":
		return id(event, "cardId") == ""
	case "user_message_resolution":
		return id(event, "steerId") == ""
	case "subagent.started", "subagent.progress", "subagent.completed":
		return id(event, "agentId") == ""
	case "scheduled_work_update":
		return event.Get("kind").Text() == "background_task" && id(event, "sourceTaskId") == "" && id(event, "id") == ""
	default:
		return agents[kind] && id(event, "agentId") == "" && id(event, "taskId") == ""
	}
}

// wellFormed: no text of a value has half of a surrogate pair.
func wellFormed(value jsvalue.Value) bool {
	switch {
	case value.IsString():
		return jsvalue.WellFormed(value.Text()) == value.Text()
	case value.IsArray():
		for _, element := range value.Elements() {
			if !wellFormed(element) {
				return false
			}
		}
	case value.IsObject():
		for key, member := range value.Members() {
			if jsvalue.WellFormed(key) != key || !wellFormed(member) {
				return false
			}
		}
	}
	return true
}
