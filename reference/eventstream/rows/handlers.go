package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// handlers say what takes the events of each type; a type of the table of events without one is hidden (ES-TYPE-02).
var handlers = map[string]func(*Machine, jsvalue.Value){
	"text":                  (*Machine).text,
	"transcript_retraction": (*Machine).retract,
	"reasoning":             (*Machine).reasoning,

	"user_message":            (*Machine).user,
	"user_message_resolution": (*Machine).resolution,

	"tool_call":   (*Machine).toolCall,
	"tool_result": (*Machine).toolResult,
	"command":     (*Machine).command,
	"file_change": (*Machine).fileChange,
	"web_search":  (*Machine).webSearch,

	"plan":        (*Machine).plan,
	"plan_text":   (*Machine).planText,
	"todo_update": (*Machine).todo,

	"status":            (*Machine).status,
	"error":             (*Machine).failure,
	"system_notice":     (*Machine).notice,
	"delegation_state":  (*Machine).delegation,
	"command_lifecycle": (*Machine).commandLifecycle,
	"context_usage":     (*Machine).contextUsage,
	"done":              (*Machine).done,

	"subagent_started":      (*Machine).agentStarted,
	"subagent_progress":     (*Machine).agentStarted,
	"subagent_result":       (*Machine).agentResult,
	"subagent.started":      (*Machine).dotted,
	"subagent.progress":     (*Machine).dotted,
	"subagent.completed":    (*Machine).dotted,
	"scheduled_work_update": (*Machine).scheduledWork,

	"ade_card":                 (*Machine).card,
	"context_compact":          (*Machine).compaction,
	"codex_context_compaction": (*Machine).compaction,
	"turn_health":              (*Machine).health,
	"codex_turn_stalled":       (*Machine).stalled,
	"codex_turn_recovery":      (*Machine).recovery,
	"turn_recovery":            (*Machine).recovery,
	"turn_diagnostics":         (*Machine).diagnostics,
	"codex_image_generation":   (*Machine).image,
	"codex_image_view":         (*Machine).image,
	"queue_recovery":           (*Machine).queueRecovery,

	"approval_request":     (*Machine).plain,
	"structured_question":  (*Machine).plain,
	"tool_use_summary":     (*Machine).plain,
	"conversation_reset":   (*Machine).plain,
	"completion_report":    (*Machine).plain,
	"turn_diff_summary":    (*Machine).plain,
	"interrupt_receipt":    (*Machine).plain,
	"prompt_suggestion":    (*Machine).plain,
	"auto_approval_review": (*Machine).plain,
	"claude_goal_updated":  (*Machine).plain,
	"claude_goal_cleared":  (*Machine).plain,
	"codex_goal_updated":   (*Machine).plain,
	"codex_goal_cleared":   (*Machine).plain,

	"codex_safety_buffering": (*Machine).plain,
	"codex_sleep":            (*Machine).plain,
	"codex_thread_deleted":   (*Machine).plain,
}

// plain draws the event as it stands.
func (m *Machine) plain(event jsvalue.Value) { m.draw("", fixed{event}) }
