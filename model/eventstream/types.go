package eventstream

import "strings"

// The types of events that are known (ES-TYPE-01).
var (
	standing = words(`approval_request structured_question tool_use_summary conversation_reset completion_report turn_diff_summary interrupt_receipt
		prompt_suggestion auto_approval_review claude_goal_updated claude_goal_cleared codex_goal_updated codex_goal_cleared codex_safety_buffering
		codex_sleep codex_thread_deleted`)  // that no rule tells more of
	working  = words(`tool_call tool_result command file_change web_search`)
	hidden   = words(`activity step_boundary pending_input_resolved tool_use_start tool_use_complete codex_token_usage codex_moderation_metadata tokens sources session_meta_updated`)
	changing = words(`user_message_resolution transcript_retraction`)
	agents   = words(`subagent_started subagent_progress subagent_result subagent.started subagent.progress subagent.completed`)
	special  = words(`user_message text reasoning plan plan_text status done error todo_update scheduled_work_update system_notice ade_card codex_image_generation
		codex_image_view codex_turn_stalled codex_turn_recovery turn_recovery turn_health turn_diagnostics context_compact codex_context_compaction context_usage
		delegation_state queue_recovery command_lifecycle`)
	known = union(standing, working, hidden, changing, agents, special)
)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, set := range sets {
		for word := range set {
			all[word] = true
		}
	}
	return all
}
