package dialect

import (
	"github.com/transcriptspec/transcriptspec/model/eventstream"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// eventStreamPlaces are those of the views of a chat.
var eventStreamPlaces = []place{
	{"moved diagnostics", []string{"ES-VIEW-01"}},
	{"diagnostics(invalid_json_line)", []string{"ES-READ-01"}},
	{"diagnostics(invalid_timestamp)", []string{"ES-READ-03"}},
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
	{"rows", []string{"ES-ROW-01"}},
	{"diagnostics", []string{"ES-VIEW-01"}},
	{"complete", []string{"ES-VIEW-01"}},
	{"summary", []string{"ES-SUM-03"}},
}

// eventStreamPlacesOf are those of one operation, which are looked through before.
var eventStreamPlacesOf = map[string][]place{
	"store": storePlaces,
	"wire": append([]place{
		{"(tool_result).event.structured", []string{"ES-WIRE-01"}},
		{"(tool_result).event.toolResultMeta", []string{"ES-WIRE-01"}},
	}, storePlaces...),
	"batch": {
		{"envelopes", []string{"ES-BATCH-01", "ES-BATCH-02", "ES-BATCH-03"}},
		{"flushes", []string{"ES-BATCH-04", "ES-BATCH-05"}},
	},
	"snapshot": append([]place{
		{"events", []string{"ES-HIST-01", "ES-HIST-03", "ES-HIST-04", "ES-HIST-05"}},
		{"transcriptTruncated", []string{"ES-HIST-03"}},
		{"windowTruncated", []string{"ES-HIST-05"}},
		{"tailStartOffset", []string{"ES-HIST-06"}},
	}, historyPlaces...),
	"page": append([]place{
		{"events", []string{"ES-HIST-01", "ES-HIST-08", "ES-HIST-10"}},
		{"startOffset", []string{"ES-HIST-08", "ES-HIST-09"}},
		{"hasMore", []string{"ES-HIST-09"}},
	}, historyPlaces...),
	"candidate": {
		{"chosen", []string{"ES-HIST-12"}},
		{"candidates", []string{"ES-HIST-12", "ES-HIST-13"}},
	},
	"merge": {
		{"envelopes", []string{"ES-MERGE-03", "ES-MERGE-04", "ES-MERGE-05", "ES-MERGE-06"}},
		{"sameAsExisting", []string{"ES-MERGE-03", "ES-MERGE-04"}},
	},
	"follow": {
		{"requests", []string{"ES-FOLLOW-01", "ES-FOLLOW-03", "ES-FOLLOW-05"}},
		{"envelopes", []string{"ES-FOLLOW-02", "ES-FOLLOW-04", "ES-FOLLOW-06"}},
		{"].cursor", []string{"ES-FOLLOW-04", "ES-BACK-01", "ES-BACK-02"}},
		{"conditions", []string{"ES-FOLLOW-01", "ES-FOLLOW-03", "ES-FOLLOW-06"}},
		{"steps", []string{"ES-FOLLOW-01"}},
	},
	"repair": {
		{"appended", []string{"ES-REPAIR-02", "ES-REPAIR-03", "ES-REPAIR-04", "ES-REPAIR-05", "ES-REPAIR-06"}},
		{"turnId", []string{"ES-REPAIR-01"}},
	},
	"recovery": {
		{"receipts", []string{"ES-RECOV-01", "ES-RECOV-03"}},
		{"offer", []string{"ES-RECOV-02"}},
		{"written", []string{"ES-RECOV-02"}},
		{"commands", []string{"ES-RECOV-03"}},
		{"pendingInputs", []string{"ES-INPUT-01", "ES-INPUT-02"}},
		{"settled", []string{"ES-RECOV-04"}},
	},
	"guardrail": {{"steps", []string{"ES-GUARD-01", "ES-GUARD-02", "ES-GUARD-03", "ES-GUARD-04"}}},
	"meter": {
		{"readings", []string{"ES-METER-01", "ES-METER-02", "ES-METER-03"}},
		{"stale", []string{"ES-METER-01", "ES-METER-03"}},
		{"shown", []string{"ES-METER-02"}},
	},
	"workflow": {{"ticks", []string{"ES-FLOW-01", "ES-FLOW-02", "ES-FLOW-03", "ES-FLOW-04", "ES-FLOW-05"}}},
}

// storePlaces are those of events that are kept.
var storePlaces = []place{
	{"(codex_image_", []string{"ES-STORE-06"}},
	{".event.resultO", []string{"ES-STORE-03", "ES-STORE-05"}},
	{"OriginalBytes", []string{"ES-STORE-03"}},
	{"OmittedBytes", []string{"ES-STORE-03"}},
	{".event.result", []string{"ES-STORE-01", "ES-STORE-02", "ES-STORE-04", "ES-STORE-05", "ES-STORE-07"}},
	{".event.structured", []string{"ES-STORE-01", "ES-STORE-02", "ES-STORE-04", "ES-STORE-05", "ES-STORE-07"}},
	{"(command).event.output", []string{"ES-STORE-01", "ES-STORE-02"}},
	{"(file_change).event.diff", []string{"ES-STORE-01", "ES-STORE-02"}},
	{"(reasoning).event.text", []string{"ES-STORE-01", "ES-STORE-02"}},
	{".event", []string{"ES-STORE-01", "ES-STORE-08"}},
}

// historyPlaces are those of snapshots and pages alike.
var historyPlaces = []place{
	{"moved diagnostics", []string{"ES-HIST-01"}},
	{"diagnostics(other_session)", []string{"ES-HIST-01"}},
	{"diagnostics(history_truncated)", []string{"ES-HIST-02"}},
	{"diagnostics(line_beyond_page)", []string{"ES-HIST-09"}},
	{"runcated", []string{"ES-HIST-02"}},
	{"hasOlderHistory", []string{"ES-HIST-02"}},
	{"sessionFound", []string{"ES-HIST-07"}},
}

// eventStreamRulesAt: what a function of a client gives is of the function; what no place names, as a refusal, is of what says which
// questions and answers there are.
func eventStreamRulesAt(c testcase.Case, path string) []string {
	form := eventStreamAnswers[c.Op]
	if c.Op == "cursor" && path != "error" {
		if rules := eventstream.FunctionRules(c.Input.Value().Get("fn").Text(), path); rules != nil {
			return rules
		}
	}
	return rulesAt(eventStreamPlacesOf[c.Op], path, rulesAt(eventStreamPlaces, path, form))
}
