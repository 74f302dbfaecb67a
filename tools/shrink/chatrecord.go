package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chatrecord is what the moves know of chat records (SPEC.md, sections 4 and 5).
var chatrecord = dialect{
	name:     "chatrecord",
	listKeys: map[string][]string{"reduce": {"updates"}, "compact": {"updates"}}, // TP-PROTO-17
	drop:     dropChatRecords,
	passes: []pass{
		{"calls", dropCalls},
		{"join", joinChatRecords},
		{"correlation", simplerCorrelation},
		{"ids", renameIDs},
		{"roots", cutLoose},
		{"types", simplerTypes},
		{"parts", simplerParts},
		{"times", simplerTimes},
	},
	required: isEnvelope,
	fixed:    isChatWord,
	literals: []string{
		"__proto__", "todo_write", "todo_list", "task_execution", "vision_bridge_notice", "goal_status", "image/", "image/*", "mcp__",
		"<qwen:user-prompt-submit-context>", "</qwen:user-prompt-submit-context>", "qwen-replay-tool:", "resource_link", "resource",
		"in_progress", "completed", "pending", "cancelled", "success", "result", "turn_finished",
	},
	keys: []string{"auth"}, // CR-BLOCK-20
	free: isFreeChatObject,
}

// isEnvelope: what a record needs in order to be one (CR-PREP-07, CR-PREP-08).
func isEnvelope(p path) bool {
	return len(p) == 1 && slices.Contains([]string{"uuid", "parentUuid", "sessionId", "type"}, p[0].key)
}

// isChatWord: ids, types and times have passes of their own.
func isChatWord(p path, text string) bool {
	switch key := p.key(); {
	case len(p) == 1 && key == "type":
		return slices.Contains(chatTypes, text)
	case len(p) == 1 && key == "subtype":
		return slices.Contains(chatSubtypes, text)
	case len(p) == 1 && key == "timestamp":
		return isPlainTime(text)
	}
	return text != "" && idSpaceOf(p) != ""
}

// isFreeChatObject: inside the arguments and the answer of a tool anything can stand, and so it can in a record that is not
// accepted as one.
func isFreeChatObject(record jsvalue.Value, p path) bool {
	if !record.Has("uuid") && !record.Has("sessionId") {
		return true
	}
	return slices.ContainsFunc(p, func(s step) bool {
		return slices.Contains([]string{"args", "response", "rawInput", "rawOutput", "backgroundTask", "artifacts", "annotations", "input"}, s.key)
	})
}

// chatTypes are the types of records (CR-PREP-08), the shortest first.
var chatTypes = []string{"user", "system", "assistant", "tool_result"}

// chatSubtypes are those that show something (CR-PREP-15), the shortest first.
var chatSubtypes = []string{
	"cron", "rewind", "goal_state", "turn_result", "goal_runtime", "notification", "slash_command", "realtime_message",
	"agent_session_ready", "mid_turn_user_message", "background_task_completed",
}

func text(v jsvalue.Value, key string) string { return v.Get(key).Text() }

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

func textMember(key, value string) jsvalue.Member { return member(key, jsvalue.StringValue(value)) }
