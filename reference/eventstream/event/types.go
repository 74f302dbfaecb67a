package event

// Drawing is what an event does to the rows that a client draws.
type Drawing int

const (
	// Hidden events draw nothing; other views use them.
	Hidden Drawing = iota
	// Row events draw rows of their own, or change those that stand for the same thing.
	Row
	// Work events become entries of the work log.
	Work
	// Change events draw nothing, and change or remove rows of other events.
	Change
)

// Type is a type of events that is known (ES-TYPE-01).
type Type struct {
	Name    string
	Drawing Drawing
	// fields are the members that must be of one kind, besides turnId: "name:kind", and a string where no kind stands.
	fields string
}

// types is the table of event types (ES-TYPE-01) with the kinds of their members (ES-ROW-04). What is not in it may be
// anything, or is looked at by the rules of sub-agents alone.
var types = []Type{
	{"user_message", Row, "text displayText steerId deliveryState attachments:list metadata:object"},
	{"user_message_resolution", Change, "steerId action state resolvedAt replacementMessageId"},
	{"text", Row, "text messageId itemId"},
	{"transcript_retraction", Change, "messageIds:list"},
	{"reasoning", Row, "text itemId summaryIndex:number startTimestamp:ours parts:ours"},
	{"tool_call", Work, "tool itemId logicalItemId parentItemId mcp:object"},
	{"tool_result", Work, "tool itemId logicalItemId parentItemId mcp:object status"},
	{"command", Work, "command cwd output status itemId logicalItemId parentItemId"},
	{"file_change", Work, "path diff kind status itemId logicalItemId parentItemId"},
	{"web_search", Work, "query action actions:list results:list resultsTotal:number status itemId logicalItemId parentItemId"},
	{"plan", Row, "explanation itemId state streamingText steps:list"},
	{"plan_text", Row, "text itemId"},
	{"approval_request", Row, ""},
	{"structured_question", Row, ""},
	{"pending_input_resolved", Hidden, ""},
	{"status", Row, "turnStatus message"},
	{"done", Row, "status model modelId usage:object costUsd:number subagentStoppedCount:ours"},
	{"error", Row, "message detail"},
	{"activity", Hidden, ""},
	{"step_boundary", Hidden, ""},
	{"todo_update", Row, "items:list"},
	{"subagent_started", Row, ""},
	{"subagent_progress", Row, ""},
	{"subagent_result", Row, ""},
	{"subagent.started", Row, ""},
	{"subagent.progress", Row, ""},
	{"subagent.completed", Row, ""},
	{"scheduled_work_update", Row, "id kind status sourceTaskId title summary"},
	{"tool_use_start", Hidden, ""},
	{"tool_use_complete", Hidden, ""},
	{"tool_use_summary", Row, ""},
	{"system_notice", Row, "noticeKind message"},
	{"ade_card", Row, "cardId variant state title fallbackText rows:list metrics:list progress:object actions:list degradedReason stale:boolean rowsTruncated:number"},
	{"conversation_reset", Row, ""},
	{"completion_report", Row, ""},
	{"codex_image_generation", Row, "itemId"},
	{"codex_image_view", Row, "itemId"},
	{"codex_turn_stalled", Row, "reason message recoveryOptions:list"},
	{"codex_turn_recovery", Row, "state"},
	{"turn_recovery", Row, "state"},
	{"turn_health", Row, "reason message supportedActions:list"},
	{"turn_diagnostics", Row, ""},
	{"context_compact", Row, "compactionId state"},
	{"codex_context_compaction", Row, "compactionId state"},
	{"context_usage", Row, "origin"},
	{"turn_diff_summary", Row, ""},
	{"delegation_state", Row, "message contract:object"},
	{"interrupt_receipt", Row, ""},
	{"queue_recovery", Row, "state"},
	{"command_lifecycle", Row, "state"},
	{"prompt_suggestion", Row, ""},
	{"auto_approval_review", Row, ""},
	{"claude_goal_updated", Row, ""},
	{"claude_goal_cleared", Row, ""},
	{"codex_goal_updated", Row, ""},
	{"codex_goal_cleared", Row, ""},
	{"codex_safety_buffering", Row, ""},
	{"codex_sleep", Row, ""},
	{"codex_thread_deleted", Row, ""},
	{"codex_token_usage", Hidden, ""},
	{"codex_moderation_metadata", Hidden, ""},
	{"tokens", Hidden, ""},
	{"sources", Hidden, ""},
	{"session_meta_updated", Hidden, ""},
}

var typesByName = func() map[string]Type {
	byName := make(map[string]Type, len(types))
	for _, t := range types {
		byName[t.Name] = t
	}
	return byName
}()

// TypeNamed is the entry of the table for a type; ok is false if the type is not known.
func TypeNamed(name string) (t Type, ok bool) {
	t, ok = typesByName[name]
	return t, ok
}

// TypeNames are the names of the table in its order.
func TypeNames() []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	return names
}
