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
	// Fields are the members from which rows are derived, besides turnId.
	Fields []string
}

// types is the table of event types (ES-TYPE-01).
var types = []Type{
	{"user_message", Row, []string{"text", "displayText", "attachments", "steerId", "deliveryState", "metadata"}},
	{"user_message_resolution", Change, []string{"steerId", "action", "state", "resolvedAt", "replacementMessageId"}},
	{"text", Row, []string{"text", "messageId", "itemId"}},
	{"transcript_retraction", Change, []string{"messageIds"}},
	{"reasoning", Row, []string{"text", "itemId", "summaryIndex"}},
	{"tool_call", Work, []string{"tool", "args", "itemId", "logicalItemId", "parentItemId", "mcp"}},
	{"tool_result", Work, []string{"tool", "result", "itemId", "logicalItemId", "parentItemId", "mcp", "status"}},
	{"command", Work, []string{"command", "cwd", "output", "status", "itemId", "logicalItemId"}},
	{"file_change", Work, []string{"path", "diff", "kind", "status", "itemId", "logicalItemId"}},
	{"web_search", Work, []string{"query", "action", "actions", "results", "resultsTotal", "status", "itemId", "logicalItemId"}},
	{"plan", Row, []string{"steps", "explanation", "itemId", "state", "streamingText"}},
	{"plan_text", Row, []string{"text", "itemId"}},
	{"approval_request", Row, nil},
	{"structured_question", Row, nil},
	{"pending_input_resolved", Hidden, nil},
	{"status", Row, []string{"turnStatus", "message"}},
	{"done", Row, []string{"status"}},
	{"error", Row, []string{"message", "detail", "errorInfo"}},
	{"activity", Hidden, nil},
	{"step_boundary", Hidden, nil},
	{"todo_update", Row, []string{"items"}},
	{"subagent_started", Row, agentFields},
	{"subagent_progress", Row, agentFields},
	{"subagent_result", Row, agentFields},
	{"subagent.started", Row, agentFields},
	{"subagent.progress", Row, agentFields},
	{"subagent.completed", Row, agentFields},
	{"scheduled_work_update", Row, []string{"id", "kind", "status", "sourceTaskId", "title"}},
	{"tool_use_start", Hidden, nil},
	{"tool_use_complete", Hidden, nil},
	{"tool_use_summary", Row, nil},
	{"system_notice", Row, []string{"noticeKind", "message", "detail"}},
	{"ade_card", Row, []string{"cardId", "rows", "metrics", "progress", "actions", "degradedReason", "stale", "rowsTruncated"}},
	{"conversation_reset", Row, nil},
	{"completion_report", Row, nil},
	{"codex_image_generation", Row, []string{"itemId"}},
	{"codex_image_view", Row, []string{"itemId"}},
	{"codex_turn_stalled", Row, []string{"reason", "message", "recoveryOptions"}},
	{"codex_turn_recovery", Row, []string{"state"}},
	{"turn_recovery", Row, []string{"state"}},
	{"turn_health", Row, []string{"reason", "message", "supportedActions"}},
	{"turn_diagnostics", Row, nil},
	{"context_compact", Row, []string{"compactionId", "state"}},
	{"codex_context_compaction", Row, []string{"compactionId", "state"}},
	{"context_usage", Row, []string{"origin"}},
	{"turn_diff_summary", Row, nil},
	{"delegation_state", Row, []string{"message", "contract"}},
	{"interrupt_receipt", Row, nil},
	{"queue_recovery", Row, []string{"state"}},
	{"command_lifecycle", Row, []string{"state"}},
	{"prompt_suggestion", Row, nil},
	{"auto_approval_review", Row, nil},
	{"claude_goal_updated", Row, nil},
	{"claude_goal_cleared", Row, nil},
	{"codex_goal_updated", Row, nil},
	{"codex_goal_cleared", Row, nil},
	{"codex_safety_buffering", Row, nil},
	{"codex_sleep", Row, nil},
	{"codex_thread_deleted", Row, nil},
	{"codex_token_usage", Hidden, nil},
	{"codex_moderation_metadata", Hidden, nil},
	{"tokens", Hidden, nil},
	{"sources", Hidden, nil},
	{"session_meta_updated", Hidden, nil},
}

// agentFields are those of the events of a sub-agent, in both of their forms.
var agentFields = []string{
	"taskId", "agentId", "parentAgentId", "parentToolUseId", "agentType", "taskType", "description", "command", "summary", "finalSummary", "text",
	"usage", "tokens", "status", "background", "spawnKind", "worktreeBranch", "worktreePath", "totalTokens", "toolUseCount",
	"lastToolName", "exitCode", "model", "label", "reasoningEffort",
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
