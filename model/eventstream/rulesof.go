package eventstream

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// rowRules are the rules that say when there is a row of a type, where, and what it is.
var rowRules = map[string][]string{
	"text":                   {"ES-TEXT-01", "ES-TEXT-02", "ES-TEXT-03", "ES-TEXT-04", "ES-TEXT-05"},
	"reasoning":              {"ES-THINK-01", "ES-GROUP-04", "ES-GROUP-07"},
	"user_message":           {"ES-USER-01", "ES-USER-02"},
	"scheduled_wake_divider": {"ES-USER-03"},
	"spawn_wake_divider":     {"ES-USER-04"},
	"plan":                   {"ES-PLAN-02"},
	"plan_text":              {"ES-PLAN-01", "ES-PLAN-02"},
	"todo_update":            {"ES-TODO-01"},
	"done":                   {"ES-DONE-01", "ES-GROUP-06"},
	"turn_recap":             {"ES-DONE-02"},
	"work_log_entry":         {"ES-WORK-01", "ES-WORK-02", "ES-WORK-03", "ES-WORK-07"},
	"status":                 {"ES-NOTE-01", "ES-GROUP-05"},
	"error":                  {"ES-NOTE-02"},
	"system_notice":          {"ES-NOTE-03"},
	"delegation_state":       {"ES-NOTE-04"},
	"command_lifecycle":      {"ES-NOTE-04"},
	"context_usage":          {"ES-NOTE-04"},
	"queue_recovery":         {"ES-NOTE-05"},
	"turn_diagnostics":       {"ES-HEALTH-01"},
	"codex_turn_stalled":     {"ES-HEALTH-02", "ES-HEALTH-03"},
	"turn_recovery":          {"ES-HEALTH-03"},
	"codex_turn_recovery":    {"ES-HEALTH-03"},
	"codex_image_generation": {"ES-IMAGE-01"},
	"codex_image_view":       {"ES-IMAGE-01"},
	"context_compact":        {"ES-COMPACT-01"},
	"ade_card":               {"ES-CARD-01", "ES-CARD-02", "ES-CARD-03"},
	"subagent_spawn_anchor":  {"ES-AGENT-01", "ES-AGENT-04", "ES-AGENT-06", "ES-AGENT-07", "ES-JOB-05"},
	"subagent_result_card":   {"ES-AGENT-01", "ES-AGENT-05", "ES-AGENT-06", "ES-AGENT-07", "ES-JOB-05"},
	"background_job_line":    {"ES-JOB-02", "ES-JOB-03", "ES-JOB-04", "ES-JOB-05"},
	"scheduled_work_update":  {"ES-JOB-04"},
	"tool_use_summary":       {"ES-TYPE-01", "ES-GROUP-02"},
	"work_log_group":         {"ES-GROUP-01", "ES-GROUP-02", "ES-GROUP-07"},
	"activity_bundle":        {"ES-GROUP-03"},
	"subagent_stopped_group": {"ES-GROUP-08"},
	"background_job_group":   {"ES-GROUP-09"},
}

// rulesOf are those of a type; of one that is drawn as it stands, that which says so.
func rulesOf(kind string) []string {
	if rules := rowRules[kind]; rules != nil {
		return rules
	}
	return []string{"ES-TYPE-01", "ES-TYPE-02", "ES-ROW-02", "ES-ROW-03", "ES-ROW-04"}
}

// memberRules are the rules that say what a member of a row is, by the type and the name; of an entry of the work log, what a
// member of the entry is.
var memberRules = map[string][]string{
	"text.text":                         {"ES-TEXT-03", "ES-TEXT-04"},
	"text.turnId":                       {"ES-TEXT-04"},
	"text.itemId":                       {"ES-TEXT-04"},
	"reasoning.parts":                   {"ES-GROUP-04", "ES-GROUP-07"},
	"user_message.text":                 {"ES-USER-01"},
	"user_message.metadata":             {"ES-USER-01", "ES-USER-02"},
	"work_log_entry.collapseKey":        {"ES-WORK-02", "ES-WORK-03"},
	"work_log_entry.id":                 {"ES-WORK-02", "ES-WORK-03", "ES-WORK-07"},
	"work_log_entry.createdAt":          {"ES-WORK-01"},
	"work_log_entry.label":              {"ES-WORK-01", "ES-WORK-04"},
	"work_log_entry.toolName":           {"ES-WORK-01", "ES-WORK-04"},
	"work_log_entry.detail":             {"ES-WORK-01", "ES-WORK-04", "ES-WORK-07"},
	"work_log_entry.status":             {"ES-WORK-01", "ES-WORK-04"},
	"work_log_entry.tone":               {"ES-WORK-01"},
	"work_log_entry.entryKind":          {"ES-WORK-01", "ES-WORK-07"},
	"work_log_entry.result":             {"ES-WORK-04"},
	"work_log_entry.output":             {"ES-WORK-05", "ES-WORK-07"},
	"work_log_entry.changedFiles":       {"ES-WORK-05", "ES-WORK-06", "ES-DIFF-01"},
	"work_log_entry.localUrls":          {"ES-WORK-09", "ES-URL-01", "ES-URL-02", "ES-URL-03"},
	"work_log_entry.args":               {"ES-WORK-01", "ES-ROW-05"},
	"work_log_entry.parentItemId":       {"ES-WORK-01", "ES-WORK-08"},
	"ade_card.stale":                    {"ES-CARD-02", "ES-CARD-03"},
	"ade_card.rows":                     {"ES-CARD-02"},
	"ade_card.metrics":                  {"ES-CARD-02"},
	"ade_card.progress":                 {"ES-CARD-02"},
	"ade_card.actions":                  {"ES-CARD-03"},
	"ade_card.degradedReason":           {"ES-CARD-03"},
	"codex_turn_stalled.reason":         {"ES-HEALTH-02"},
	"subagent_spawn_anchor.agentKey":    {"ES-AGENT-01"},
	"subagent_spawn_anchor.description": {"ES-AGENT-02", "ES-AGENT-04", "ES-AGENT-07"},
	"subagent_spawn_anchor.statusLine":  {"ES-AGENT-03", "ES-AGENT-04", "ES-AGENT-07"},
	"subagent_spawn_anchor.agentType":   {"ES-AGENT-02"},
	"subagent_spawn_anchor.status":      {"ES-AGENT-04", "ES-AGENT-05", "ES-AGENT-06"},
	"subagent_result_card.agentKey":     {"ES-AGENT-01"},
	"subagent_result_card.description":  {"ES-AGENT-02", "ES-AGENT-05", "ES-AGENT-07"},
	"subagent_result_card.status":       {"ES-AGENT-05", "ES-AGENT-06"},
	"subagent_result_card.durationMs":   {"ES-AGENT-05"},
	"background_job_line.label":         {"ES-JOB-01", "ES-JOB-03"},
	"background_job_line.status":        {"ES-JOB-03", "ES-JOB-04"},
	"background_job_line.exitCode":      {"ES-JOB-03"},
	"background_job_line.durationMs":    {"ES-JOB-03"},
	"work_log_group.entries":            {"ES-GROUP-01", "ES-GROUP-07"},
	"work_log_group.summary":            {"ES-GROUP-02", "ES-GROUP-07"},
	"work_log_group.toolUseIds":         {"ES-GROUP-02", "ES-GROUP-07"},
}

// plainKeys are the names of members that rules give; others may be an input's own.
var plainKeys = words(`key timestamp type text turnId itemId messageId startTimestamp parts metadata steps state streamingText items status stale rows metrics progress
	actions degradedReason entry collapseKey id createdAt label tone entryKind toolName detail result output changedFiles localUrls args mcp command cwd query action
	results resultsTotal parentItemId agentKey description agentType background statusLine lastToolName toolCount startedAt endedAt childSessionId spawnKind
	resultSummary parentLabel model reasoningEffort parentToolUseId summaryPreview error durationMs totalTokens toolUseCount worktreeBranch worktreePath exitCode
	completed failed interrupted tasksCompleted tasksTotal summary entries toolUseIds count agentKeys usage costUsd subagentStoppedCount recoveryOptions reason
	compactionId cardId scheduleId kind firedAt late childTitle role displayText inferred sessionId event sequence provenance startTimestamp filesChanged insertions
	deletions endTimestamp modelId inputTokens outputTokens cacheReadTokens cacheCreationTokens structured toolResultMeta diff path url savedPath outputOriginalBytes outputOmittedBytes resultOriginalBytes
	resultOmittedBytes diffOriginalBytes diffOmittedBytes textOriginalBytes textOmittedBytes urlOriginalBytes urlOmittedBytes envelope at fragments chars
	msSinceLastFlush`)

// codeRules are the rules that ask for a diagnostic.
var codeRules = map[string][]string{
	"invalid_json_line":    {"ES-READ-01"},
	"recovered_record":     {"ES-READ-01"},
	"malformed_line":       {"ES-READ-02"},
	"invalid_timestamp":    {"ES-READ-03"},
	"malformed_field":      {"ES-READ-04"},
	"unknown_event_type":   {"ES-TYPE-02"},
	"other_session":        {"ES-ROW-02"},
	"repeated_event":       {"ES-ROW-03"},
	"malformed_event":      {"ES-ROW-04"},
	"orphan_parent":        {"ES-WORK-08"},
	"result_without_start": {"ES-AGENT-06"},
	"omitted_data_uri":     {"ES-STORE-06"},
}

// storedRules are the rules that say what a member of an event that is kept or sent is; "" is that its members are in another order.
func storedRules(op string, was jsvalue.Value, key string) []string {
	kind := was.Get("type").Text()
	of := strings.TrimSuffix(strings.TrimSuffix(key, "OriginalBytes"), "OmittedBytes")
	var rules []string
	switch {
	case key == "":
		return []string{"ES-STORE-01", "ES-STORE-03"}
	case of != key:
		rules = []string{"ES-STORE-03"}
	}
	if op == "wire" && kind == "tool_result" && (key == "structured" || key == "toolResultMeta") {
		return []string{"ES-WIRE-01"}
	}
	if picture, ok := pictures[kind]; ok && (of == picture[0] || of == picture[1]) {
		return append(rules, "ES-STORE-06")
	}
	for _, payload := range payloadsOf(was) {
		if of == payload.member {
			return append(rules, payloadRules(was.Get(of), payload)...)
		}
	}
	if rules == nil {
		rules = []string{"ES-STORE-01"}
	}
	return rules
}

// payloadRules are the rules that say what becomes of a payload.
func payloadRules(value jsvalue.Value, of payload) []string {
	anyValue := strings.HasPrefix(of.label, "tool result")
	_, changed, _ := withoutPictures(value, 0)
	switch {
	case value.IsNullish() || !anyValue && !value.IsString():
		return []string{"ES-STORE-08"}
	case looksKept(value):
		return []string{"ES-STORE-07"}
	case anyValue && changed && value.IsString():
		return []string{"ES-STORE-05"}
	case anyValue && changed:
		return []string{"ES-STORE-04", "ES-STORE-05"}
	case value.IsString():
		return []string{"ES-STORE-01", "ES-STORE-02"}
	}
	return []string{"ES-STORE-04"}
}

// functionRules are the rules that say what a function gives, and where it is another one, what a member of that is.
var functionRules = map[string][]string{
	"resolveSnapshotHistoryCursor":                    {"ES-BACK-01"},
	"advanceOlderHistoryCursor":                       {"ES-BACK-02"},
	"resolveChatHistoryMissAction":                    {"ES-BACK-03"},
	"readOlderHistoryBatch":                           {"ES-BACK-04"},
	"readOlderHistoryBatch.nextCursor":                {"ES-BACK-02", "ES-BACK-04"},
	"prependOlderChatHistoryPage":                     {"ES-BACK-05"},
	"mergeOlderChatHistoryPageWithCap":                {"ES-BACK-05", "ES-BACK-06"},
	"mergeOlderChatHistoryPageWithCap.hitResidentCap": {"ES-BACK-06"},
	"trimChatEventHistory":                            {"ES-BACK-06"},
	"resolveMergedSnapshotHistoryCursor":              {"ES-BACK-07"},
}

// FunctionRules are the rules that say what a function of a client gives at a path of the answer; nil if there is no such function.
func FunctionRules(fn, path string) []string {
	if last := strings.LastIndexByte(path, '.'); last >= 0 && functionRules[fn+path[last:]] != nil {
		return functionRules[fn+path[last:]]
	}
	return functionRules[fn]
}
