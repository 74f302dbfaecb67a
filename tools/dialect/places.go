package dialect

import "strings"

// place says which rules stand behind a part of an answer. A difference from the reference cites them, since what it
// breaks is not known further; a fixture adds its own.
type place struct {
	part  string // of a path
	rules []string
}

// chatRecordPlaces are looked through in order; the first whose part is in the path counts.
var chatRecordPlaces = []place{
	{"diagnostics", []string{"CR-PREP-26", "CR-PREP-27", "CR-PREP-28"}},
	{"missing blocks", []string{"CR-BLOCK-08", "CR-REPLAY-01"}},
	{"extra blocks", []string{"CR-BLOCK-08", "CR-REPLAY-01"}},
	{".sourceRecordIds", []string{"CR-BLOCK-03"}},
	{".serverTimestamp", []string{"CR-BLOCK-03"}},
	{".meta", []string{"CR-BLOCK-03"}},
	{".usage", []string{"CR-BLOCK-13"}},
	{".preview", []string{"CR-BLOCK-14", "CR-PREVIEW-00"}},
	{".resultPreview", []string{"CR-BLOCK-14", "CR-PREVIEW-00"}},
	{".rawInput", []string{"CR-BLOCK-19"}},
	{".rawOutput", []string{"CR-BLOCK-19"}},
	{".images", []string{"CR-BLOCK-25"}},
	{"blocks(tool)", []string{"CR-BLOCK-16"}},
	{"blocks(", []string{"CR-BLOCK-05", "CR-BLOCK-07"}},
	{"complete", []string{"CR-PREP-29"}},
	{"truncated", []string{"CR-CAP-03", "CR-CAP-06"}},
	{"error", []string{"CR-PREP-01", "CR-PREP-02", "CR-PREP-03", "CR-PREP-04"}},
	{"records[]", []string{"JL-READ-01", "JL-READ-05"}},
	{"lines[]", []string{"JL-READ-01", "JL-READ-02"}},
}

func chatRecordRulesAt(_, path string) []string {
	return rulesAt(chatRecordPlaces, path, []string{"CR-CAP-09", "TP-PROTO-15"})
}

// sessionRawPlaces are those of session files.
var sessionRawPlaces = []place{
	{"shown.", []string{"SR-WRITE-05", "SR-WRITE-06", "SR-WRITE-08"}},
	{"context.rows", []string{"SR-WRITE-03", "SR-WRITE-05", "SR-WRITE-06", "SR-WRITE-07"}},
	{"context.meta", []string{"SR-WRITE-02"}},
	{"file", []string{"SR-WRITE-01", "SR-WRITE-04"}},
	{"diagnostics", []string{"SR-LINE-12"}},
	{"(subagent)", []string{"SR-SUB-01", "SR-SUB-03", "SR-SUB-05"}},
	{"(turnBoundary)", []string{"SR-VIEW-03"}},
	{"(compaction)", []string{"SR-VIEW-13"}},
	{"(interruptedPartial)", []string{"SR-VIEW-04"}},
	{".args", []string{"SR-VIEW-08", "SR-LINE-10"}},
	{"(toolCall)", []string{"SR-VIEW-09", "SR-VIEW-10"}},
	{".displayContent", []string{"SR-SAN-01"}},
	{".lookalike", []string{"SR-SAN-04"}},
	{"items", []string{"SR-VIEW-02", "SR-VIEW-07"}},
	{"rows", []string{"SR-CTX-01", "SR-CTX-02", "SR-CTX-05"}},
	{"meta", []string{"SR-CTX-05"}},
	{"complete", []string{"SR-LINE-12"}},
	{"hasTranscript", []string{"SR-VIEW-02"}},
	{"threadId", []string{"SR-VIEW-02"}},
	{"total", []string{"SR-PAGE-01"}},
	{"hasMore", []string{"SR-PAGE-01"}},
	{"nextCursor", []string{"SR-PAGE-01"}},
	{"openTurn", []string{"SR-PAGE-05"}},
	{"error", []string{"SR-CTX-06", "SR-PAGE-03", "TP-PROTO-18"}},
}

func sessionRawRulesAt(_, path string) []string {
	return rulesAt(sessionRawPlaces, path, []string{"SR-VIEW-01", "TP-PROTO-18"})
}

// rulesAt are the rules behind a path of an answer, with the kinds of items in parentheses.
func rulesAt(places []place, path string, otherwise []string) []string {
	for _, p := range places {
		if strings.Contains(path, p.part) {
			return p.rules
		}
	}
	return otherwise
}

// eventStreamPlaces are those of chats.
var eventStreamPlaces = []place{
	{"diagnostics(history_truncated)", []string{"ES-HIST-02"}},
	{"diagnostics(invalid_json_line)", []string{"ES-READ-01"}},
	{"diagnostics(invalid_timestamp)", []string{"ES-READ-03"}},
	{"diagnostics(line_beyond_page)", []string{"ES-HIST-09"}},
	{"diagnostics(malformed_event)", []string{"ES-ROW-04"}},
	{"diagnostics(malformed_field)", []string{"ES-READ-04"}},
	{"diagnostics(malformed_line)", []string{"ES-READ-02"}},
	{"diagnostics(omitted_data_uri)", []string{"ES-STORE-06"}},
	{"diagnostics(orphan_parent)", []string{"ES-WORK-08"}},
	{"diagnostics(other_session)", []string{"ES-ROW-02"}},
	{"diagnostics(recovered_record)", []string{"ES-READ-01"}},
	{"diagnostics(repeated_event)", []string{"ES-ROW-03"}},
	{"diagnostics(result_without_start)", []string{"ES-AGENT-06"}},
	{"diagnostics(unknown_event_type)", []string{"ES-TYPE-02"}},
	{"envelopes", []string{"ES-READ-02", "ES-READ-03", "ES-READ-04"}},
	{"turnId", []string{"ES-REPAIR-01"}},
	{"appended", []string{"ES-REPAIR-02", "ES-REPAIR-03", "ES-REPAIR-04", "ES-REPAIR-05", "ES-REPAIR-06"}},
	{"receipts", []string{"ES-RECOV-01", "ES-RECOV-03"}},
	{"offer", []string{"ES-RECOV-02"}},
	{"commands", []string{"ES-RECOV-03"}},
	{"pendingInputs", []string{"ES-INPUT-01", "ES-INPUT-02"}},
	{"settled", []string{"ES-RECOV-04"}},
	{"steps", []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03", "ES-GUARD-04"}},
	{"readings", []string{"ES-METER-01", "ES-METER-02", "ES-METER-03"}},
	{"stale", []string{"ES-METER-01", "ES-METER-03"}},
	{"shown", []string{"ES-METER-02"}},
	{"ticks", []string{"ES-FLOW-01", "ES-FLOW-02", "ES-FLOW-03", "ES-FLOW-04", "ES-FLOW-05"}},
	{"turns[", []string{"ES-TURN-01", "ES-TURN-02", "ES-TURN-03"}},
	{"nextBefore", []string{"ES-PAGE-02"}},
	{".entryOffset", []string{"ES-PAGE-03"}},
	{"entries(user)", []string{"ES-ENTRY-01"}},
	{"entries(assistant).inferred", []string{"ES-ENTRY-03"}},
	{"entries(assistant)", []string{"ES-ENTRY-02", "ES-TEXT-01", "ES-TEXT-02"}},
	{"rows(text)", []string{"ES-TEXT-01", "ES-TEXT-02", "ES-TEXT-04"}},
	{"rows(reasoning)", []string{"ES-THINK-01", "ES-GROUP-04"}},
	{"rows(user_message)", []string{"ES-USER-01", "ES-USER-02"}},
	{"rows(scheduled_wake_divider)", []string{"ES-USER-03"}},
	{"rows(spawn_wake_divider)", []string{"ES-USER-04"}},
	{"rows(plan_text)", []string{"ES-PLAN-01", "ES-PLAN-02"}},
	{"rows(plan)", []string{"ES-PLAN-02"}},
	{"rows(todo_update)", []string{"ES-TODO-01"}},
	{"rows(activity_bundle)", []string{"ES-GROUP-03"}},
	{"rows(turn_recap)", []string{"ES-DONE-02"}},
	{"rows(done)", []string{"ES-DONE-01", "ES-GROUP-06"}},
	{".localUrls", []string{"ES-WORK-09"}},
	{".changedFiles", []string{"ES-WORK-06"}},
	{".output", []string{"ES-WORK-05"}},
	{"rows(work_log_entry)", []string{"ES-WORK-01", "ES-WORK-03", "ES-WORK-04"}},
	{"rows(work_log_group)", []string{"ES-GROUP-01", "ES-GROUP-02", "ES-GROUP-07"}},
	{"rows(status)", []string{"ES-NOTE-01", "ES-GROUP-05"}},
	{"rows(error)", []string{"ES-NOTE-02"}},
	{"rows(system_notice)", []string{"ES-NOTE-03"}},
	{"rows(queue_recovery)", []string{"ES-NOTE-05"}},
	{"rows(turn_diagnostics)", []string{"ES-HEALTH-01"}},
	{"rows(codex_turn_stalled)", []string{"ES-HEALTH-02"}},
	{"_recovery)", []string{"ES-HEALTH-03"}},
	{"rows(codex_image_", []string{"ES-IMAGE-01"}},
	{"rows(context_compact)", []string{"ES-COMPACT-01"}},
	{"rows(ade_card)", []string{"ES-CARD-01", "ES-CARD-02", "ES-CARD-03"}},
	{"rows(subagent_spawn_anchor)", []string{"ES-AGENT-01", "ES-AGENT-04"}},
	{"rows(subagent_result_card)", []string{"ES-AGENT-05", "ES-AGENT-06"}},
	{"rows(subagent_stopped_group)", []string{"ES-GROUP-08"}},
	{"rows(background_job_line)", []string{"ES-JOB-03", "ES-JOB-04", "ES-JOB-05"}},
	{"rows(background_job_group)", []string{"ES-GROUP-09"}},
	{"rows(", []string{"ES-ROW-01", "ES-TYPE-01"}},
	{"events", []string{"ES-HIST-01", "ES-HIST-08"}},
	{"runcated", []string{"ES-HIST-02"}},
	{"hasOlderHistory", []string{"ES-HIST-02"}},
	{"tailStartOffset", []string{"ES-HIST-06"}},
	{"sessionFound", []string{"ES-HIST-07"}},
	{"startOffset", []string{"ES-HIST-08", "ES-HIST-09"}},
	{"hasMore", []string{"ES-HIST-09"}},
	{"chosen", []string{"ES-HIST-12"}},
	{"candidates", []string{"ES-HIST-12", "ES-HIST-13"}},
	{"diagnostics", []string{"ES-VIEW-01"}},
	{"complete", []string{"ES-VIEW-01"}},
	{"flushes", []string{"ES-BATCH-04", "ES-BATCH-05"}},
	{"sessionId", []string{"TP-PROTO-20", "ES-VIEW-01"}},
	{"summary", []string{"ES-SUM-03"}},
	{"error", []string{"TP-PROTO-20"}},
}

// eventStreamPlacesOf are those of one operation, which are looked through before.
var eventStreamPlacesOf = map[string][]place{
	"store": {{".event", storeRules}},
	"wire":  {{".event", append([]string{"ES-WIRE-01"}, storeRules...)}},
	"batch": {{"envelopes", []string{"ES-BATCH-01", "ES-BATCH-02", "ES-BATCH-03"}}},
	"merge": {{"envelopes", []string{"ES-MERGE-03", "ES-MERGE-04", "ES-MERGE-05", "ES-MERGE-06"}}},
}

var storeRules = []string{"ES-STORE-01", "ES-STORE-02", "ES-STORE-03", "ES-STORE-04", "ES-STORE-05", "ES-STORE-06", "ES-STORE-07", "ES-STORE-08"}

func eventStreamRulesAt(op, path string) []string {
	otherwise := rulesAt(eventStreamPlaces, path, []string{"ES-ROW-01", "TP-PROTO-20"})
	return rulesAt(eventStreamPlacesOf[op], path, otherwise)
}
