package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

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

// wantedKinds are the kinds of the members of each type that must be of one (ES-ROW-04). Of every type the turn is a string.
var wantedKinds = map[string]map[string]string{
	"string": {
		"user_message":             "text displayText steerId deliveryState",
		"user_message_resolution":  "steerId action state resolvedAt replacementMessageId",
		"text":                     "text messageId itemId",
		"reasoning":                "text itemId",
		"tool_call":                "tool itemId logicalItemId parentItemId",
		"tool_result":              "tool itemId logicalItemId parentItemId status",
		"command":                  "command cwd output status itemId logicalItemId parentItemId",
		"file_change":              "path diff kind status itemId logicalItemId parentItemId",
		"web_search":               "query action status itemId logicalItemId parentItemId",
		"plan":                     "explanation itemId state streamingText",
		"plan_text":                "text itemId",
		"status":                   "turnStatus message",
		"done":                     "status model modelId",
		"error":                    "message detail",
		"scheduled_work_update":    "id kind status sourceTaskId title summary",
		"system_notice":            "noticeKind message",
		"ade_card":                 "cardId variant state title fallbackText degradedReason",
		"codex_image_generation":   "itemId",
		"codex_image_view":         "itemId",
		"codex_turn_stalled":       "reason message",
		"codex_turn_recovery":      "state",
		"turn_recovery":            "state",
		"turn_health":              "reason message",
		"context_compact":          "compactionId state",
		"codex_context_compaction": "compactionId state",
		"context_usage":            "origin",
		"delegation_state":         "message",
		"queue_recovery":           "state",
		"command_lifecycle":        "state",
	},
	"list": {
		"user_message":          "attachments",
		"transcript_retraction": "messageIds",
		"web_search":            "actions results",
		"plan":                  "steps",
		"todo_update":           "items",
		"ade_card":              "rows metrics actions",
		"codex_turn_stalled":    "recoveryOptions",
		"turn_health":           "supportedActions",
	},
	"object": {
		"user_message":     "metadata",
		"tool_call":        "mcp",
		"tool_result":      "mcp",
		"done":             "usage",
		"ade_card":         "progress",
		"delegation_state": "contract",
	},
	"number": {
		"reasoning":  "summaryIndex",
		"web_search": "resultsTotal",
		"done":       "costUsd",
		"ade_card":   "rowsTruncated",
	},
	"boolean": {
		"ade_card": "stale",
	},
	"none": {
		"reasoning": "startTimestamp parts",
		"done":      "subagentStoppedCount",
	},
}

// ofKinds is an event without the members that count as absent, since they are of another kind than a rule wants (ES-ROW-04).
func ofKinds(event jsvalue.Value) jsvalue.Value {
	kind := event.Get("type").Text()
	for wanted, members := range wantedKinds {
		names := strings.Fields(members[kind])
		if wanted == "string" {
			names = append(names, "turnId")
		}
		for key, value := range event.Members() {
			if slices.Contains(names, key) && !value.IsNullish() && kindOfValue(value) != wanted {
				event = event.Without(key)
			}
		}
	}
	return event
}

func kindOfValue(value jsvalue.Value) string {
	switch {
	case value.IsString():
		return "string"
	case value.IsArray():
		return "list"
	case value.IsObject():
		return "object"
	case value.IsNumber():
		return "number"
	}
	return "boolean"
}
