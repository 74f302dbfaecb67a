package golden_test

import (
	"strings"
	"testing"
)

// Documents that meet their schemas, and from which each of wrongValues differs in one place.
const (
	completeProjection   = `{"blocks":[],"diagnostics":[{"code":"repeated_record","severity":"info","message":"m","affectsCompleteness":false}],"complete":true,"truncated":false}`
	incompleteProjection = `{"blocks":[],"diagnostics":[{"code":"history_gap","severity":"warning","message":"m","affectsCompleteness":true}],"complete":false,"truncated":false}`
	cutProjection        = `{"blocks":[],"diagnostics":[{"code":"transcript_text_truncated","severity":"warning","message":"m","affectsCompleteness":true,"path":"blocks.user-1"}],"complete":false,"truncated":true}`
	readDiagnostic       = `{"code":"invalid_json_line","severity":"warning","message":"m","affectsCompleteness":true,"line":1,"byteOffset":0}`

	userBlock = `{"id":"user-1","kind":"user","text":"TEXT","clientReceivedAt":0,"createdAt":0,"updatedAt":0,"serverTimestamp":1,` +
		`"sourceRecordIds":["a","b"],"segmentId":"SEGMENT","meta":{"timestamp":1},"images":[{"data":"d","mimeType":"m"}],` +
		`"files":[{"name":"n","mimeType":"","attachmentId":"n"}],"resourceLinks":[{"type":"resource_link","uri":"u","name":""}]}`
	thoughtBlock   = `{"id":"thought-10","kind":"thought","text":"","clientReceivedAt":0,"createdAt":0,"updatedAt":0,"streaming":false,"collapsed":true}`
	toolBlock      = `{"id":"tool-2","kind":"tool","toolCallId":"c","title":"","status":"failed","preview":{"kind":"generic"},"resultPreview":{"kind":"text","text":"t"},"background":true,"clientReceivedAt":0,"createdAt":0,"updatedAt":0,"details":"DETAILS","content":[{"type":"diff","path":"","oldText":"","newText":""}],"rawInput":null,"rawOutput":0,"toolName":"t"}`
	tablePreview   = `{"kind":"tabular","columns":["c"],"rows":[["x"],[]],"totalRows":51}`
	searchPreview  = `{"kind":"search","query":"q","resultCount":0,"top":["1","2","3","4","5"]}`
	diffPreview    = `{"kind":"file_diff","path":"p","newText":"n"}`
	listPreview    = `{"kind":"todo_list","entries":[{"id":"i","content":"c","status":"pending","blockedBy":["b"]}],"truncated":true,"planId":"p","revision":0}`
	shellPreview   = `{"kind":"shell_result","result":{"type":"shell_result","version":1,"directory":"","exitCode":null,"signal":null,"pid":1,"outcome":"failed","outputFiles":[],"output":"","text":"","error":null,"notices":[],"truncated":false}}`
	startEmission  = `{"sourceRecordId":"a","sourceTimestamp":"2026-01-01","emissionOrdinal":0,"update":{"sessionUpdate":"tool_call","toolCallId":"c","status":"in_progress","title":"t","content":[],"locations":[],"kind":"other","rawInput":{},"_meta":{"qwenTranscript":{"sourceRecordIds":["a"]}}}}`
	resultEmission = `{"sourceRecordId":"a","emissionOrdinal":1,"update":{"sessionUpdate":"tool_call_update","toolCallId":"c","status":"completed","content":[],"_meta":{"qwenTranscript":{"sourceRecordIds":["a"]}}}}`
	planEmission   = `{"sourceRecordId":"a","emissionOrdinal":1,"update":{"sessionUpdate":"plan","entries":[{"content":"c","priority":"medium","status":"pending"}],"_meta":{"stats":{"promptTokens":0,"cachedTokens":0,"candidateTokens":0,"apiTimeMs":0},"qwenTranscript":{"sourceRecordIds":["a"],"planToolCallId":"c"}}}}`
	replayState    = `{"v":1,"pendingToolCalls":[{"callId":"c","toolName":"t","sourceRecordId":"a","partIndex":0,"silent":true}],"cumulativeUsage":{"promptTokens":0,"cachedTokens":0,"candidateTokens":0,"apiTimeMs":0},"usedCalls":[{"id":"d","toolName":"","settled":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","orphan":true}]}`
	textRequest    = `{"id":1,"dialect":"d","op":"o","jsonl":"x"}`
	bytesRequest   = `{"id":"","dialect":"d","op":"o","jsonl_base64":"YWI="}`
	errorAnswer    = `{"id":null,"error":{"code":"c","message":""}}`
	keptCase       = `{"id":"a-case-0123456789ab","dialect":"d","op":"o","name":"n","features":["f"]}`
	replayOptions  = `{"gaps":[{"childUuid":"a","missingParentUuid":"b"}],"finalize":false,"initialState":{"v":1,"pendingToolCalls":[],"cumulativeUsage":{"promptTokens":0,"cachedTokens":0,"candidateTokens":0,"apiTimeMs":0}}}`
	projectOptions = `{"leafUuid":"a","maxBlocks":9007199254740991}`
	plainRecord    = `{"uuid":"a","parentUuid":"","sessionId":"s","type":"user","timestamp":"2026-01-01T00:00:00Z","subtype":"cron","message":{"role":"user","parts":[1]}}`
	filesRequest   = `{"id":1,"dialect":"d","op":"o","files":{"a":{"base64":"/w=="},"b":""}}`
	itemsAnswer    = `{"threadId":"t","hasTranscript":true,"items":[],"diagnostics":[{"code":"unknown_kind","severity":"warning","message":"m","affectsCompleteness":true,"file":"f","line":2,"byteOffset":9}],"complete":false}`
	failedCall     = `{"kind":"toolCall","callId":"","name":"","args":null,"result":"r","status":"error","failure":{}}`
	runningCall    = `{"kind":"toolCall","callId":"","name":"","status":"running"}`
	userItem       = `{"kind":"userMessage","content":"","displayContent":"","lookalike":true,"requestId":"r"}`
	lastPage       = `{"threadId":"","items":[],"total":0,"hasMore":false,"hasTranscript":false,"diagnostics":[],"complete":true}`
	firstPage      = `{"threadId":"t","items":[{"kind":"turnBoundary","requestId":"r"}],"total":2,"hasMore":true,"hasTranscript":true,"nextCursor":"c","diagnostics":[],"complete":true}`
	pageOptions    = `{"threadId":"","cursor":"","limit":1000}`
	parseAnswer    = `{"envelopes":[{"sessionId":"s","timestamp":"","event":{},"sequence":0}],"complete":false,"diagnostics":[{"code":"malformed_line","severity":"warning","message":"m","affectsCompleteness":true,"line":2,"byteOffset":9}]}`
	batchAnswer    = `{"sessionId":"s","envelopes":[{"sessionId":"t","timestamp":"","event":{}}],"flushes":[{"envelope":0,"reason":"other","at":-1,"fragments":1,"chars":1,"msSinceLastFlush":0}],"complete":true,"diagnostics":[]}`
	entriesAnswer  = `{"sessionId":"s","entries":[{"role":"user","text":"t","timestamp":"","displayText":"d"},{"role":"assistant","text":"t","timestamp":"","itemId":"i","inferred":true}],"complete":true,"diagnostics":[]}`
	toolRow        = `{"key":"k","timestamp":"","event":{"type":"work_log_entry","entry":{"id":"i","createdAt":"","label":"","tone":"tool","status":"running","entryKind":"tool","toolName":"","localUrls":[{"url":"u","href":"h","host":"o","port":1}]}}}`
	recapRow       = `{"key":"k","timestamp":"","event":{"type":"turn_recap","turnId":"t","completed":0,"failed":0,"interrupted":0,"summary":"s"}}`
	workRow        = `{"key":"k","timestamp":"","event":{"type":"work_log_group","entries":[{"id":"i","createdAt":"","label":"","tone":"info","status":"running","entryKind":"hook"}],"toolUseIds":["a"]}}`
	repairAnswer   = `{"sessionId":"s","turnId":"t","appended":[{"sessionId":"s","timestamp":"","event":{"type":"done","status":"failed","turnId":"t"}}],"complete":true,"diagnostics":[]}`
	stepsAnswer    = `{"sessionId":"s","steps":[{"envelope":0,"action":"usage","percent":1}],"complete":true,"diagnostics":[]}`
	meterAnswer    = `{"sessionId":"s","readings":[],"stale":[],"shown":{"state":"unknown","percent":null,"sampleId":1},"complete":true,"diagnostics":[]}`
	flowAnswer     = `{"sessionId":"s","ticks":[{"envelope":0,"emitted":[{"type":"subagent_result","taskId":"w::a0","status":"stopped"}],"dropped":[1],"unreadable":false}],"complete":true,"diagnostics":[]}`
	summaryOptions = `{"now":"","sessionId":" s ","maxChars":1}`
	description    = `{"protocol":1,"dialects":{"d":["o","p"]},"concurrency":1}`
)

// wrongValues are values of the right type that are wrong all the same.
var wrongValues = []struct{ schema, document, old, wrong string }{
	{"projection", completeProjection, `"complete":true`, `"complete":false`},   // CR-PREP-29
	{"projection", incompleteProjection, `"complete":false`, `"complete":true`}, // CR-PREP-29
	{"projection", cutProjection, `"complete":false`, `"complete":true`},
	{"projection", completeProjection, `"truncated":false`, `"truncated":true`},
	{"projection", cutProjection, `"truncated":true`, `"truncated":false`}, // CR-CAP-03
	{"projection", incompleteProjection, `"truncated":false`, `"truncated":true`},
	{"projection", completeProjection, `"severity":"info"`, `"severity":"warning"`},
	{"diagnostic", readDiagnostic, `"affectsCompleteness":true`, `"affectsCompleteness":false`},
	{"diagnostic", readDiagnostic, `invalid_json_line`, `no_such_code`},
	{"diagnostic", readDiagnostic, `"line":1`, `"line":0`},
	{"diagnostic", readDiagnostic, `"byteOffset":0`, `"byteOffset":-1`},
	{"diagnostic", readDiagnostic, `,"byteOffset":0`, ``},
	{"diagnostic", readDiagnostic, `"message":"m"`, `"message":""`},
	{"block", userBlock, `user-1`, `user-0`},
	{"block", userBlock, `user-1`, `user-01`},
	{"block", userBlock, `user-1`, `tool-1`},
	{"block", userBlock, `"kind":"user"`, `"kind":"assistant"`},
	{"block", userBlock, `"kind":"user"`, `"kind":"error"`},
	{"block", userBlock, `TEXT`, strings.Repeat("x", 100_001)}, // CR-CAP-01
	{"block", userBlock, `SEGMENT`, strings.Repeat("x", 513)},  // CR-DEC-32
	{"block", userBlock, `SEGMENT`, ``},
	{"block", userBlock, `"createdAt":0`, `"createdAt":1`}, // CR-BLOCK-01
	{"block", userBlock, `"serverTimestamp":1`, `"serverTimestamp":1.5`},
	{"block", userBlock, `"serverTimestamp":1`, `"serverTimestamp":8640000000000001`},
	{"block", userBlock, `["a","b"]`, `["a","a"]`},
	{"block", userBlock, `["a","b"]`, `["a",""]`},
	{"block", userBlock, `["a","b"]`, `[]`},
	{"block", userBlock, `"meta":{"timestamp":1}`, `"meta":{}`},
	{"block", userBlock, `"meta":{"timestamp":1}`, `"meta":{"qwenTranscript":{"sourceRecordIds":["a"]}}`}, // CR-BLOCK-03
	{"block", userBlock, `"data":"d"`, `"data":""`},
	{"block", userBlock, `"uri":"u"`, `"uri":""`},
	{"block", thoughtBlock, `"collapsed":true`, `"collapsed":false`},
	{"block", thoughtBlock, `"streaming":false`, `"streaming":true`},
	{"block", toolBlock, `"status":"failed"`, `"status":"done"`},
	{"block", toolBlock, `"background":true`, `"background":false`},
	{"block", toolBlock, `"rawOutput":0`, `"rawOutput":null`},
	{"block", toolBlock, `DETAILS`, strings.Repeat("x", 4112)}, // CR-BLOCK-22
	{"block", toolBlock, `DETAILS`, ``},
	{"block", toolBlock, `"toolCallId":"c"`, `"toolCallId":""`},
	{"block", toolBlock, `"type":"diff"`, `"type":"terminal"`},
	{"block", toolBlock, `"kind":"generic"`, `"kind":"text","text":"t"`},
	{"block", toolBlock, `"resultPreview":{"kind":"text","text":"t"}`, `"resultPreview":{"kind":"generic"}`},
	{"preview", tablePreview, `"totalRows":51`, `"totalRows":50`},
	{"preview", tablePreview, `"columns":["c"]`, `"columns":[]`},
	{"preview", tablePreview, `[["x"],[]]`, `[` + strings.Repeat(`[],`, 50) + `[]]`},
	{"preview", searchPreview, `"5"`, `"5","6"`},
	{"preview", searchPreview, `"query":"q"`, `"query":""`},
	{"preview", diffPreview, `,"newText":"n"`, ``},
	{"preview", listPreview, `"truncated":true`, `"truncated":false`},
	{"preview", listPreview, `"revision":0`, `"revision":-1`},
	{"preview", listPreview, `"blockedBy":["b"]`, `"blockedBy":[]`},
	{"preview", listPreview, `"status":"pending"`, `"status":"done"`},
	{"preview.json#/$defs/result", listPreview, `"planId":"p"`, `"summary":"s"`}, // CR-PREVIEW-23
	{"preview.json#/$defs/result", shellPreview, `"version":1`, `"version":2`},
	{"preview.json#/$defs/result", shellPreview, `"pid":1`, `"pid":1.5`},
	{"preview.json#/$defs/result", shellPreview, `"outcome":"failed"`, `"outcome":"lost"`},
	{"emission", startEmission, `"emissionOrdinal":0`, `"emissionOrdinal":-1`},
	{"emission", startEmission, `"emissionOrdinal":0`, `"emissionOrdinal":0.5`},
	{"emission", startEmission, `["a"]`, `["a","b"]`},
	{"emission", startEmission, `["a"]`, `[]`},
	{"emission", startEmission, `2026-01-01`, `soon`},
	{"emission", startEmission, `"in_progress"`, `"completed"`}, // CR-REPLAY-19
	{"emission", startEmission, `"content":[]`, `"content":[{"type":"content","content":{"type":"text","text":"t"}}]`},
	{"emission", startEmission, `"rawInput":{}`, `"rawInput":{},"rawOutput":{}`},
	{"emission", startEmission, `,"title":"t"`, ``},
	{"emission", resultEmission, `"toolCallId":"c"`, `"toolCallId":"c","title":"t"`}, // CR-REPLAY-34
	{"emission", resultEmission, `"completed"`, `"cancelled"`},                       // CR-DEC-22
	{"emission", resultEmission, `"status":"completed",`, ``},
	{"emission", resultEmission, `"status":"completed",`, `"status":"completed","subagentSessionReady":true,`},
	{"emission", planEmission, `"medium"`, `"high"`}, // CR-REPLAY-37
	{"emission", planEmission, `"planToolCallId":"c"`, `"segmentId":"s"`},
	{"emission", planEmission, `"apiTimeMs":0`, `"apiTimeMs":0,"x":0`},
	{"state", replayState, `"v":1`, `"v":2`}, // CR-STATE-02
	{"state", replayState, `0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef`, `0123`},
	{"state", replayState, `"settled":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",`, ``},
	{"state", replayState, `"orphan":true`, `"orphan":false`},
	{"state", replayState, `"silent":true`, `"silent":false`},
	{"state", replayState, `"partIndex":0`, `"partIndex":-1`},
	{"state", replayState, `"partIndex":0`, `"partIndex":0,"sourceTimestamp":"banana"`}, // CR-STATE-04
	{"state", replayState, `"callId":"c"`, `"callId":""`},
	{"request", textRequest, `"id":1`, `"id":1.5`}, // TP-PROTO-03
	{"request", textRequest, `"id":1`, `"id":9007199254740992`},
	{"request", textRequest, `"id":1`, `"id":null`},
	{"request", textRequest, `"op":"o"`, `"op":""`},
	{"request", textRequest, `"dialect":"d"`, `"dialect":""`}, // TP-PROTO-06
	{"request", textRequest, `"dialect":"d",`, ``},
	{"request", textRequest, `"jsonl":"x"`, `"jsonl":"x","value":null`}, // TP-PROTO-07
	{"request", textRequest, `"jsonl":"x"`, `"files":{},"jsonl_base64":""`},
	{"request", bytesRequest, `YWI=`, `YWI`},
	{"request", bytesRequest, `YWI=`, `YWI=\n`},
	{"request", bytesRequest, `YWI=`, `Y-I=`},
	{"answer", errorAnswer, `"error"`, `"result":1,"error"`}, // TP-PROTO-05
	{"answer", errorAnswer, `"error"`, `"errors"`},
	{"answer", errorAnswer, `"id":null`, `"id":true`},
	{"answer", errorAnswer, `"code":"c"`, `"code":""`},
	{"case", keptCase, `0123456789ab`, `0123456789`}, // TP-CASE-01
	{"case", keptCase, `a-case`, `A case`},
	{"case", keptCase, `["f"]`, `[]`},
	{"options.json#/$defs/replay", replayOptions, `"finalize":false`, `"finalize":null`},
	{"options.json#/$defs/replay", replayOptions, `"childUuid":"a"`, `"childUuid":""`},
	{"options.json#/$defs/replay", replayOptions, `"v":1`, `"v":3`},
	{"options.json#/$defs/project", projectOptions, `9007199254740991`, `9007199254740992`}, // CR-PREP-02
	{"options.json#/$defs/project", projectOptions, `9007199254740991`, `0`},
	{"options.json#/$defs/project", projectOptions, `"leafUuid":"a"`, `"leafUuid":null`},
	{"record", plainRecord, `"uuid":"a"`, `"uuid":""`},
	{"record", plainRecord, `"parentUuid":"",`, ``}, // CR-PREP-07
	{"record", plainRecord, `"type":"user"`, `"type":"User"`},
	{"record", plainRecord, `2026-01-01T00:00:00Z`, `2026-01-01T00:00:00+1`},
	{"record", plainRecord, `"cron"`, `"corn"`},
	{"record", plainRecord, `"parts":[1]`, `"parts":{}`},
	{"request", filesRequest, `/w==`, `/w`}, // TP-PROTO-07
	{"request", filesRequest, `{"base64":"/w=="}`, `{}`},
	{"request", filesRequest, `"b":""`, `"b":null`},
	{"sessionraw-items", itemsAnswer, `"complete":false`, `"complete":true`}, // SR-LINE-12
	{"sessionraw-items", itemsAnswer, `"file":"f",`, ``},
	{"sessionraw-items", itemsAnswer, `,"line":2,"byteOffset":9`, ``},
	{"sessionraw-items", itemsAnswer, `"unknown_kind"`, `"history_gap"`},
	{"sessionraw-items", itemsAnswer, `"file":"f"`, `"file":"f","recordIndex":1`},
	{"sessionraw-items", strings.Replace(itemsAnswer, `"hasTranscript":true`, `"hasTranscript":false`, 1), `"items":[]`, `"items":[` + runningCall + `]`}, // SR-VIEW-02
	{"sessionraw-item", failedCall, `,"failure":{}`, ``},
	{"sessionraw-item", failedCall, `"result":"r",`, ``},
	{"sessionraw-item", failedCall, `"status":"error"`, `"status":"success"`},
	{"sessionraw-item", failedCall, `"status":"error"`, `"status":"completed"`},
	{"sessionraw-item", runningCall, `"status":"running"`, `"status":"running","result":""`},
	{"sessionraw-item", userItem, `"lookalike":true`, `"lookalike":false`},
	{"sessionraw-item", userItem, `"requestId":"r"`, `"requestId":""`},
	{"sessionraw-item", userItem, `"userMessage"`, `"user_message"`},
	{"sessionraw-page", firstPage, `"nextCursor":"c",`, ``},
	{"sessionraw-page", firstPage, `"total":2`, `"total":1`},
	{"sessionraw-page", firstPage, `"hasMore":true`, `"hasMore":false`},
	{"sessionraw-page", firstPage, `"nextCursor":"c"`, `"nextCursor":""`},
	{"sessionraw-page", lastPage, `"total":0`, `"total":0,"openTurn":""`},
	{"sessionraw-options.json#/$defs/page", pageOptions, `"threadId":"",`, ``},
	{"sessionraw-options.json#/$defs/page", pageOptions, `1000`, `1.5`},
	{"sessionraw-options.json#/$defs/page", pageOptions, `"cursor":""`, `"cursor":null`},
	{"eventstream-parse", parseAnswer, `"complete":false`, `"complete":true`}, // ES-VIEW-01
	{"eventstream-parse", parseAnswer, `,"line":2,"byteOffset":9`, ``},
	{"eventstream-parse", parseAnswer, `"line":2`, `"line":2,"file":"f"`},
	{"eventstream-parse", parseAnswer, `malformed_line`, `unknown_kind`},
	{"eventstream-parse", parseAnswer, `"sessionId":"s"`, `"sessionId":""`},
	{"eventstream-batch", batchAnswer, `"sessionId":"s",`, `"sessionId":"",`},
	{"eventstream-batch", batchAnswer, `other`, `bored`},
	{"eventstream-batch", batchAnswer, `"fragments":1`, `"fragments":0`},
	{"eventstream-batch", batchAnswer, `"chars":1`, `"chars":0`},
	{"eventstream-batch", batchAnswer, `"envelope":0`, `"envelope":-1`},
	{"eventstream-batch", batchAnswer, `"at":-1`, `"at":0.5`},
	{"eventstream-batch", batchAnswer, `"msSinceLastFlush":0`, `"msSinceLastFlush":-1`},
	{"eventstream-snapshot", snapshotAnswer, `"hasOlderHistory":true`, `"hasOlderHistory":false`}, // ES-HIST-02
	{"eventstream-snapshot", snapshotAnswer, `"windowTruncated":true`, `"windowTruncated":false`},
	{"eventstream-snapshot", snapshotAnswer, `"tailStartOffset":7`, `"tailStartOffset":null`}, // ES-HIST-06
	{"eventstream-snapshot", snapshotAnswer, `"tailStartOffset":7`, `"tailStartOffset":0`},
	{"eventstream-snapshot", snapshotAnswer, `"complete":false`, `"complete":true`},
	{"eventstream-snapshot", snapshotAnswer, `,"byteOffset":7`, ``},
	{"eventstream-snapshot", snapshotAnswer, `"byteOffset":7`, `"byteOffset":7,"line":1`}, // ES-HIST-01
	{"eventstream-page", pageAnswer, `"hasMore":true`, `"hasMore":false`},                 // ES-HIST-09
	{"eventstream-page", pageAnswer, `"startOffset":7`, `"startOffset":0`},
	{"eventstream-page", pageAnswer, `line_beyond_page`, `history_truncated`},
	{"eventstream-candidate", candidateAnswer, `"chosen":"a"`, `"chosen":null`}, // ES-HIST-12
	{"eventstream-candidate", candidateAnswer, `"size":1`, `"size":-1`},
	{"eventstream-options.json#/$defs/page", `{"beforeOffset":1.5,"maxBytes":-1}`, `1.5`, `null`}, // TP-PROTO-21
	{"eventstream-options.json#/$defs/candidate", `{"modified":{"a":1}}`, `1`, `"1"`},
	{"eventstream-entries", entriesAnswer, `"sessionId":"s"`, `"sessionId":" "`},
	{"eventstream-entries", entriesAnswer, `"displayText":"d"`, `"displayText":""`},
	{"eventstream-entries", entriesAnswer, `"displayText":"d"`, `"itemId":"i"`},
	{"eventstream-entries", entriesAnswer, `"inferred":true`, `"inferred":false`},
	{"eventstream-entries", entriesAnswer, `"inferred":true`, `"displayText":"d"`},
	{"eventstream-entries", entriesAnswer, `"role":"user"`, `"role":"tool"`},
	{"eventstream-row", toolRow, `"toolName":"",`, ``},
	{"eventstream-row", toolRow, `"entryKind":"tool"`, `"entryKind":"command"`},
	{"eventstream-row", toolRow, `"tone":"tool"`, `"tone":"warning"`},
	{"eventstream-row", toolRow, `"port":1`, `"port":0`},
	{"eventstream-row", toolRow, `work_log_entry`, `work_log_group`},
	{"eventstream-row", recapRow, `"summary":"s"`, `"summary":""`},
	{"eventstream-row", recapRow, `turn_recap`, `hologram`},
	{groupedRow, workRow, `["a"]`, `["a","a"]`},
	{groupedRow, workRow, `work_log_group`, `todo_update`},
	{"eventstream-options.json#/$defs/summary", summaryOptions, `"maxChars":1`, `"maxChars":0`},
	{"eventstream-options.json#/$defs/summary", summaryOptions, `" s "`, `" "`},
	{"eventstream-options.json#/$defs/summary", summaryOptions, `"now":""`, `"now":null`},
	{"eventstream-options.json#/$defs/summary", summaryOptions, `"now":""`, `"now":"` + strings.Repeat("x", 65) + `"`}, // TP-PROTO-20
	{"eventstream-repair", repairAnswer, `"failed"`, `"running"`},
	{"eventstream-repair", repairAnswer, `"turnId":"t"`, `"turnId":""`},
	{"eventstream-repair", repairAnswer, `"timestamp":""`, `"timestamp":"","sequence":1`},
	{"eventstream-guardrail", stepsAnswer, `"usage"`, `"compact"`},
	{"eventstream-guardrail", stepsAnswer, `"percent":1`, `"percent":1,"reason":"high_water"`},
	{"eventstream-meter", meterAnswer, `"percent":null`, `"percent":100`},
	{"eventstream-meter", meterAnswer, `"unknown"`, `"measured"`},
	{"eventstream-workflow", flowAnswer, `w::a0`, `w::b0`},
	{"eventstream-workflow", flowAnswer, `"dropped":[1]`, `"dropped":[1,1]`},
	{"eventstream-workflow", flowAnswer, `"status":"stopped"`, `"status":"queued"`},
	{"eventstream-options.json#/$defs/recovery", `{"ending":"stop"}`, `stop`, `end`},
	{"eventstream-options.json#/$defs/recovery", `{"restoreAt":[""]}`, `""`, `1`},
	{"description", description, `"protocol":1`, `"protocol":2`},
	{"description", description, `"concurrency":1`, `"concurrency":0`},
	{"description", description, `["o","p"]`, `["o","o"]`},
}

// TestSchemasRefuseWrongValues changes one value in a document that is right.
func TestSchemasRefuseWrongValues(t *testing.T) {
	compiled := schemas(t)
	for _, c := range wrongValues {
		if err := compiled[c.schema].Validate(plain(decode(t, c.document), 0)); err != nil {
			t.Errorf("%s: %s is right, but: %v", c.schema, c.document, err)
		}
		wrong := strings.Replace(c.document, c.old, c.wrong, 1)
		if wrong == c.document {
			t.Errorf("%s: %s is not in %s", c.schema, c.old, c.document)
		}
		if compiled[c.schema].Validate(plain(decode(t, wrong), 0)) == nil {
			t.Errorf("%s: %.80s instead of %.80s is not noticed", c.schema, c.wrong, c.old)
		}
	}
}
