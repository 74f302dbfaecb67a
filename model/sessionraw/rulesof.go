package sessionraw

// itemRules are the rules that say when there is an item of a kind, and where.
var itemRules = map[string][]string{
	"userMessage":        {"SR-VIEW-06", "SR-VIEW-11", "SR-VIEW-13", "SR-VIEW-15"},
	"assistantMessage":   {"SR-VIEW-07", "SR-VIEW-11", "SR-VIEW-13", "SR-VIEW-14"},
	"reasoning":          {"SR-VIEW-07", "SR-VIEW-11", "SR-VIEW-13", "SR-VIEW-14"},
	"toolCall":           {"SR-LINE-07", "SR-VIEW-07", "SR-VIEW-09", "SR-VIEW-10", "SR-VIEW-11", "SR-VIEW-14", "SR-VIEW-15"},
	"subagent":           {"SR-FILE-05", "SR-SUB-01", "SR-SUB-02", "SR-SUB-03", "SR-SUB-05"},
	"turnBoundary":       {"SR-VIEW-03"},
	"interruptedPartial": {"SR-VIEW-04", "SR-VIEW-11"},
	"compaction":         {"SR-VIEW-12", "SR-VIEW-13"},
}

// memberRules are the rules that say what a member of an item is, by its kind and name.
var memberRules = map[string][]string{
	"userMessage.content":         {"SR-VIEW-06"},
	"userMessage.displayContent":  {"SR-SAN-01", "SR-SAN-02", "SR-SAN-03"},
	"userMessage.lookalike":       {"SR-SAN-04"},
	"userMessage.requestId":       {"SR-VIEW-01", "SR-VIEW-13"},
	"assistantMessage.content":    {"SR-VIEW-07", "SR-VIEW-14"},
	"assistantMessage.interim":    {"SR-VIEW-07", "SR-VIEW-14"},
	"assistantMessage.requestId":  {"SR-VIEW-01", "SR-VIEW-13"},
	"assistantMessage.model":      {"SR-LINE-08", "SR-VIEW-07"},
	"assistantMessage.iteration":  {"SR-VIEW-07"},
	"reasoning.text":              {"SR-VIEW-07", "SR-VIEW-14"},
	"toolCall.callId":             {"SR-LINE-07", "SR-VIEW-10", "SR-VIEW-14"},
	"toolCall.name":               {"SR-LINE-07", "SR-VIEW-10", "SR-VIEW-14"},
	"toolCall.args":               {"SR-VIEW-08"},
	"toolCall.result":             {"SR-VIEW-09", "SR-VIEW-10", "SR-VIEW-14", "SR-VIEW-15"},
	"toolCall.status":             {"SR-VIEW-09", "SR-VIEW-10", "SR-VIEW-15"},
	"toolCall.failure":            {"SR-VIEW-01", "SR-VIEW-09", "SR-VIEW-15"},
	"subagent.id":                 {"SR-SUB-01", "SR-SUB-04"},
	"subagent.requestId":          {"SR-SUB-03", "SR-SUB-05"},
	"subagent.agentId":            {"SR-SUB-04"},
	"subagent.taskId":             {"SR-SUB-04"},
	"subagent.callId":             {"SR-SUB-05"},
	"subagent.status":             {"SR-SUB-06"},
	"turnBoundary.requestId":      {"SR-VIEW-03"},
	"interruptedPartial.text":     {"SR-VIEW-04"},
	"interruptedPartial.thinking": {"SR-VIEW-04"},
	"compaction.replacedCount":    {"SR-VIEW-12", "SR-VIEW-13"},
	"compaction.keptCount":        {"SR-VIEW-12", "SR-VIEW-13"},
	"compaction.ts":               {"SR-VIEW-01", "SR-VIEW-13"},
	"compaction.requestId":        {"SR-VIEW-01", "SR-VIEW-13"},
	"compaction.scaffolding":      {"SR-VIEW-12", "SR-VIEW-13"},
}

// codeRules are the rules that ask for a diagnostic.
var codeRules = map[string][]string{
	"invalid_json_line":      {"SR-LINE-01"},
	"recovered_record":       {"SR-LINE-01"},
	"missing_header":         {"SR-FILE-05", "SR-LINE-02"},
	"malformed_line":         {"SR-LINE-03", "SR-LINE-05"},
	"unknown_kind":           {"SR-LINE-03"},
	"invalid_meta":           {"SR-LINE-02", "SR-LINE-04"},
	"conflicting_thread_id":  {"SR-LINE-04"},
	"unknown_role":           {"SR-LINE-05"},
	"malformed_field":        {"SR-LINE-06", "SR-LINE-07", "SR-LINE-08"},
	"malformed_compaction":   {"SR-LINE-09", "SR-CTX-03"},
	"missing_sub_transcript": {"SR-FILE-05", "SR-FILE-06", "SR-SUB-02"},
	"unreadable_transcript":  {"SR-FILE-06"},
	"orphan_tool_result":     {"SR-VIEW-10"},
	"repeated_row":           {"SR-VIEW-11", "SR-VIEW-12"},
}
