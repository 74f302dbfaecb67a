package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestRows: all rows but those of text, work and agents.
func TestRows(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want string }{
		"thoughts (ES-THINK-01)": {
			`{"type":"reasoning","text":" ","turnId":"t"}
			{"type":"reasoning","text":"a","turnId":"t"}
			{"type":"reasoning","text":"b","turnId":"t","itemId":"r"}
			{"type":"activity"}
			{"type":"reasoning","text":" c","turnId":"t"}
			{"type":"reasoning","text":"d","turnId":"t","itemId":"r","summaryIndex":0}
			{"type":"reasoning","text":"e","turnId":"u","itemId":"r"}
			{"type":"reasoning","text":"f"}
			{"type":"reasoning","text":"g"}
			{"type":"done","turnId":"t"}
			{"type":"reasoning","text":"h","turnId":"t","summaryIndex":0}
			{"type":"reasoning","text":"i","turnId":"t","summaryIndex":1}`,
			"text seconds startTimestamp",
			`reasoning "a c" 04 2026-08-10T10:00:01.000Z
			reasoning "b" 02
			reasoning "d" 05
			reasoning "e" 06
			reasoning "f" 07
			reasoning "g" 08
			done 09
			reasoning "hi" 11 2026-08-10T10:00:10.000Z`,
		},
		"a thought without a text does not touch another (ES-ROW-04)": {
			`{"type":"reasoning","text":"a","turnId":"t"}
			{"type":"reasoning","turnId":"t"}`,
			"text seconds", `reasoning "a" 00`,
		},
		"a row of text adopts ids (ES-TEXT-04)": {
			`{"type":"text","text":"a","messageId":"m","turnId":null}
			{"type":"text","text":"b","messageId":"m","turnId":"t","itemId":"i"}
			{"type":"text","text":"c","messageId":"m","turnId":"u","itemId":"j"}`,
			"text turnId itemId seconds", `text "abc" t i 02`,
		},
		"messages that steer (ES-USER-01)": {
			`{"type":"user_message","text":"wait","steerId":"s","turnId":"t","deliveryState":"queued","metadata":{"a":1}}
			{"type":"user_message","text":" ","steerId":" s ","turnId":null,"deliveryState":"delivered","displayText":"d","metadata":{"b":2}}
			{"type":"user_message","text":"   "}`,
			"text turnId deliveryState displayText metadata seconds",
			"user_message \"wait\" t delivered d {\"a\":1,\"b\":2} 00\nuser_message \"   \" 02",
		},
		"what became of a message (ES-USER-02)": {
			`{"type":"user_message","text":"a","steerId":"s"}
			{"type":"user_message_resolution","steerId":"s","action":"resend","state":"done"}
			{"type":"user_message_resolution","steerId":"u","action":"dismiss","replacementMessageId":null}
			{"type":"user_message","text":"b","steerId":"u","metadata":{"a":1}}`,
			"text metadata seconds",
			`user_message "a" {"unprocessedMessageResolution":{"action":"resend","state":"done"}} 01
			user_message "b" {"a":1,"unprocessedMessageResolution":{"action":"dismiss"}} 03`,
		},
		"no divider (ES-USER-03, ES-USER-04)": {
			`{"type":"user_message","metadata":{"scheduledWake":{"scheduleId":"w","kind":"odd","firedAt":"z"}}}
			{"type":"user_message","metadata":{"scheduledWake":{"scheduleId":"w","kind":"loop"}}}
			{"type":"user_message","metadata":{"scheduledWake":{"scheduleId":5,"kind":"loop","firedAt":"z"}}}
			{"type":"user_message","metadata":{"spawnCompletion":{"childSessionId":" ","spawnKind":"peer","status":"failed"}}}
			{"type":"user_message","metadata":{"spawnCompletion":{"childSessionId":"c","spawnKind":"odd","status":"failed"}}}
			{"type":"user_message","metadata":{"spawnCompletion":{"childSessionId":"c","spawnKind":"peer","status":"odd"}}}`,
			"", "user_message\nuser_message\nuser_message\nuser_message\nuser_message\nuser_message",
		},
		"dividers (ES-USER-03, ES-USER-04)": {
			`{"type":"user_message","metadata":{"scheduledWake":{"scheduleId":"w","kind":"loop","firedAt":"z","late":true}}}
			{"type":"user_message","turnId":"t","metadata":{"spawnCompletion":{"childSessionId":" c ","spawnKind":"peer","status":"failed"}}}
			{"type":"user_message","metadata":{"spawnCompletion":{"childSessionId":"c","childTitle":"T","spawnKind":"subagent","status":"stopped","summary":" s "}}}`,
			"key turnId reason late childSessionId childTitle spawnKind status summary",
			`scheduled_wake_divider scheduled-wake:w:0 null true
			user_message s:0:2026-08-10T10:00:00.000Z
			spawn_wake_divider spawn-wake:c:t t c spawned chat peer failed null
			user_message s:1:2026-08-10T10:00:01.000Z t
			spawn_wake_divider spawn-wake:c:2 c T subagent stopped s
			user_message s:2:2026-08-10T10:00:02.000Z`,
		},
		"a plan brought up to date (ES-PLAN-02)": {
			`{"type":"plan","steps":[],"state":"delta","streamingText":"dr","turnId":"t","explanation":"why"}
			{"type":"plan","steps":[],"turnId":"t"}
			{"type":"plan","steps":[1],"turnId":"t","itemId":"i"}
			{"type":"plan","turnId":"t","explanation":null}
			{"type":"plan","steps":[],"state":"delta","streamingText":"a","turnId":"u"}
			{"type":"plan","steps":[],"state":"delta","streamingText":"b","turnId":"u"}
			{"type":"plan","steps":[],"state":"final","turnId":"v","streamingText":"c"}
			{"type":"plan","turnId":"v","streamingText":null}`,
			"steps state explanation streamingText itemId seconds",
			"plan [1] updated why i 03\nplan [] delta b 05\nplan [] final 07",
		},
		"tasks (ES-TODO-01)": {
			`{"type":"todo_update","items":[{"id":"1","description":"a","status":"pending"}],"turnId":"t"}
			{"type":"todo_update","items":[]}
			{"type":"todo_update","items":[{"id":"1","description":"a","status":"completed"}],"turnId":"t"}
			{"type":"todo_update","items":[{"id":"1","description":"a","status":"completed"}],"turnId":"t"}
			{"type":"todo_update","items":[],"turnId":"u"}
			{"type":"todo_update","items":[1]}`,
			"items turnId seconds",
			`todo_update [{"id":"1","description":"a","status":"completed"}] t 02
			todo_update [1] 05
			todo_update [] u 04`,
		},
		"the end of a turn (ES-DONE-01, ES-DONE-02)": {
			`{"type":"tool_result","tool":"R","itemId":"a","turnId":"t"}
			{"type":"command","itemId":"b","turnId":"t","status":"running"}
			{"type":"file_change","path":"p","itemId":"c","turnId":"t","status":"failed"}
			{"type":"web_search","itemId":"d","turnId":"t","status":"interrupted"}
			{"type":"todo_update","turnId":"t","items":[{"status":"completed"},{"status":"pending"}]}
			{"type":"done","turnId":"t","status":"interrupted"}
			{"type":"done","turnId":"u","status":"completed"}
			{"type":"done","status":"completed"}
			{"type":"tool_call","tool":"R","itemId":"a","turnId":"v"}
			{"type":"done","turnId":"v","status":"completed"}
			{"type":"tool_result","tool":"R","itemId":"a","turnId":"v"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:x error","turnId":"w"}
			{"type":"done","turnId":"w","status":"failed"}`,
			"key completed failed interrupted tasksCompleted tasksTotal summary",
			`work_log_entry s:0:2026-08-10T10:00:00.000Z
			work_log_entry s:1:2026-08-10T10:00:01.000Z
			work_log_entry s:2:2026-08-10T10:00:02.000Z
			work_log_entry s:3:2026-08-10T10:00:03.000Z
			todo_update s:4:2026-08-10T10:00:04.000Z
			done s:5:2026-08-10T10:00:05.000Z
			turn_recap turn-recap:t 1 1 2 1 2 1 completed, 1 failed, 2 interrupted, 1 of 2 tasks done
			done s:6:2026-08-10T10:00:06.000Z
			done s:7:2026-08-10T10:00:07.000Z
			work_log_entry s:8:2026-08-10T10:00:08.000Z
			done s:9:2026-08-10T10:00:09.000Z
			turn_recap turn-recap:v 1 0 0 1 completed
			work_log_entry s:11:2026-08-10T10:00:11.000Z
			done s:12:2026-08-10T10:00:12.000Z`,
		},
		"the words of a recap are never none (ES-DONE-02)": {
			`{"type":"tool_call","tool":"Read","itemId":"a","turnId":"t"}
			{"type":"done","status":"completed","turnId":"t"}`,
			"completed interrupted summary", "work_log_entry\ndone\nturn_recap 0 0 nothing ended",
		},
		"a turn that ends twice has one recap (ES-DONE-02)": {
			`{"type":"tool_call","tool":"R","itemId":"a","turnId":"t"}
			{"type":"done","turnId":"t","status":"completed"}
			{"type":"done","turnId":"t","status":"failed"}`,
			"interrupted seconds", "work_log_entry 00\ndone 01\nturn_recap 1 02\ndone 02",
		},
		"statuses (ES-NOTE-01)": {
			`{"type":"status","turnStatus":"failed","turnId":"t"}
			{"type":"activity"}
			{"type":"status","turnStatus":"failed","turnId":"t"}
			{"type":"status","turnStatus":"failed","turnId":"u"}
			{"type":"status","turnStatus":"failed","turnId":"t"}
			{"type":"status","turnStatus":"started","message":" \n"}
			{"type":"status","turnStatus":"odd","message":"ODD"}
			{"type":"status","turnStatus":"started","message":"Waiting  for you"}`,
			"turnStatus turnId message", "status failed t\nstatus failed u\nstatus failed t\nstatus started Waiting  for you",
		},
		"notices (ES-NOTE-03)": {
			`{"type":"system_notice","noticeKind":"info","message":"Session ready"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: Stop started"}
			{"type":"system_notice","noticeKind":"hook","message":"Trimmed large tool output to 5 bytes"}
			{"type":"system_notice","noticeKind":"info","message":"a","turnId":"t"}
			{"type":"system_notice","noticeKind":"info","message":"b"}
			{"type":"system_notice","noticeKind":"info","message":" b "}
			{"type":"system_notice","noticeKind":"info","message":"a","turnId":"t"}
			{"type":"system_notice","noticeKind":"info","message":"b"}
			{"type":"system_notice","noticeKind":"info","message":"b","detail":{"p":1}}
			{"type":"system_notice","noticeKind":"auth","message":"a","turnId":"t"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: Stop said no"}
			{"type":"system_notice","noticeKind":"hook","message":"The hook started"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:x fine"}
			{"type":"system_notice","noticeKind":"info","message":"Hook: PreToolUse:x error"}`,
			"message noticeKind turnId detail",
			"system_notice a info t\nsystem_notice b info\nsystem_notice b info\nsystem_notice b info {\"p\":1}\nsystem_notice a auth t\n" +
				"system_notice Hook: Stop said no hook\nsystem_notice The hook started hook\n" +
				"system_notice Hook: PreToolUse:x fine hook\nsystem_notice Hook: PreToolUse:x error info",
		},
		"what is drawn only sometimes (ES-NOTE-04)": {
			`{"type":"delegation_state","contract":{"status":"active"}}
			{"type":"delegation_state","contract":{"status":"blocked"}}
			{"type":"delegation_state","contract":{"status":"active"},"message":"m"}
			{"type":"command_lifecycle","state":"queued"}
			{"type":"command_lifecycle","state":"discarded"}
			{"type":"context_usage","origin":"live"}
			{"type":"context_usage","origin":"command"}
			{"type":"context_usage","origin":null}`,
			"message state origin", "delegation_state\ndelegation_state m\ncommand_lifecycle discarded\ncontext_usage command\ncontext_usage null",
		},
		"what can be undone (ES-NOTE-05)": {
			`{"type":"queue_recovery","state":"available","turnId":"t"}
			{"type":"queue_recovery","state":"expired","turnId":"t"}
			{"type":"queue_recovery","state":"available","turnId":"t"}
			{"type":"queue_recovery","state":"restored","turnId":"u"}
			{"type":"queue_recovery","state":"expired","turnId":"u"}`,
			"state seconds", "queue_recovery expired 01\nqueue_recovery available 02\nqueue_recovery restored 03\nqueue_recovery expired 04",
		},
		"diagnostics of a turn (ES-HEALTH-01, ES-ROW-05)": {
			`{"type":"turn_diagnostics","turnId":"t","n":1,"m":1}
			{"type":"turn_diagnostics","n":2}
			{"type":"turn_diagnostics","turnId":"t","n":3,"m":null}`,
			"key n m", "turn_diagnostics turn-diagnostics:t 3 1\nturn_diagnostics turn-diagnostics:__session_startup__ 2",
		},
		"a turn that stalls (ES-HEALTH-02)": {
			`{"type":"turn_health","turnId":"t","reason":"runtime_state_unknown","message":"m","supportedActions":["wait","nudge","retry_same_runtime","restart_resume","odd"]}
			{"type":"codex_turn_stalled","reason":"r"}
			{"type":"turn_health","reason":"no_progress"}`,
			"key reason message recoveryOptions supportedActions",
			`codex_turn_stalled codex-turn-stalled:t app_server_state_unknown m ["wait","steer","interrupt_retry_same_thread","restart_resume_thread"]
			codex_turn_stalled codex-turn-stalled:__session_startup__ no_progress`,
		},
		"actions of a stalled turn that are left out (ES-HEALTH-02, ES-ROW-05)": {
			`{"type":"turn_health","turnId":"t","supportedActions":["wait"]}
			{"type":"turn_health","turnId":"t","reason":"r"}
			{"type":"turn_health","turnId":"t","supportedActions":"nudge","recoveryOptions":["odd"]}
			{"type":"turn_health","turnId":"u","supportedActions":["wait"]}
			{"type":"turn_health","turnId":"u","supportedActions":[]}`,
			"reason recoveryOptions", "codex_turn_stalled r [\"wait\"]\ncodex_turn_stalled []",
		},
		"a turn that recovers (ES-HEALTH-03)": {
			`{"type":"codex_turn_stalled","turnId":"t"}
			{"type":"codex_turn_stalled","turnId":"u"}
			{"type":"codex_turn_recovery","turnId":"t","state":"started"}
			{"type":"turn_recovery","turnId":"t","state":"recovered"}
			{"type":"codex_turn_recovery","turnId":"t","state":"failed"}
			{"type":"turn_health","turnId":"t"}
			{"type":"turn_recovery","turnId":"v","state":"started"}`,
			"key state", "codex_turn_stalled codex-turn-stalled:u\nturn_recovery codex-turn-recovery:t recovered\nturn_recovery turn-recovery:v started",
		},
		"a turn that recovers by the other event (ES-HEALTH-03)": {
			`{"type":"codex_turn_stalled","turnId":"t"}
			{"type":"turn_recovery","turnId":"t","state":"started"}
			{"type":"codex_turn_recovery","turnId":"t","state":"recovered"}`,
			"key state", "turn_recovery turn-recovery:t started",
		},
		"images (ES-IMAGE-01)": {
			`{"type":"codex_image_generation","itemId":"i","turnId":"t","prompt":"cat"}
			{"type":"codex_image_view","itemId":"i","turnId":"t","path":"p"}
			{"type":"codex_image_generation","itemId":"i","turnId":"u"}
			{"type":"codex_image_generation"}
			{"type":"codex_image_generation"}
			{"type":"codex_image_generation","itemId":"i","turnId":"t","prompt":null,"result":"r"}`,
			"prompt result path seconds",
			"codex_image_generation cat r 05\ncodex_image_view p 01\ncodex_image_generation 02\ncodex_image_generation 03\ncodex_image_generation 04",
		},
		"compactions (ES-COMPACT-01)": {
			`{"type":"context_compact","state":"started","turnId":"t","trigger":"auto"}
			{"type":"context_compact","turnId":"t","postTokens":5}
			{"type":"context_compact","state":"started","turnId":"t"}
			{"type":"context_compact","state":"failed","turnId":"t"}
			{"type":"context_compact","state":"failed","turnId":"t"}
			{"type":"codex_context_compaction","turnId":"u"}
			{"type":"context_compact","state":null}
			{"type":"context_compact","state":"started","compactionId":"c","turnId":"t"}`,
			"key state trigger postTokens compactionId seconds",
			`context_compact context-compact:t:0 completed auto 5 01
			context_compact context-compact:t:2 failed 03
			context_compact context-compact:t:4 failed 04
			context_compact context-compact:u:5 completed u 05
			context_compact context-compact:legacy:6 completed 06
			context_compact context-compact:c:7 started c 07`,
		},
		"cards (ES-CARD-01)": {
			`{"type":"ade_card","cardId":" c ","title":"a","rows":[1],"metrics":[2]}
			{"type":"done"}
			{"type":"ade_card","cardId":"c","title":"b","rows":null}
			{"type":"ade_card","cardId":"e","rows":[],"progress":{"passed":-3},"degradedReason":"limit"}
			{"type":"ade_card","cardId":"e","degradedReason":"limit","progress":{"queued":1}}
			{"type":"ade_card","cardId":"f","metrics":[1]}
			{"type":"ade_card","cardId":"f","degradedReason":"limit","metrics":[],"progress":{}}
			{"type":"ade_card","cardId":"g","rows":[1],"actions":[2],"degradedReason":"limit"}
			{"type":"ade_card","cardId":"g","rows":null,"metrics":null,"progress":null}`,
			"key cardId title rows metrics progress stale degradedReason actions seconds",
			`ade_card ade-card:c c b [1] [2] 02
			done s:1:2026-08-10T10:00:01.000Z 01
			ade_card ade-card:e e [] {"queued":1} limit 04
			ade_card ade-card:f f [1] true limit 06
			ade_card ade-card:g g [1] limit [2] 08`,
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, c.members, c.want) })
	}
}

// TestTypes: each type of the table that draws is taken by something, what is hidden draws nothing, and what is not known
// draws nothing and is named (ES-TYPE-01, ES-TYPE-02).
func TestTypes(t *testing.T) {
	const members = `"text":"x","itemId":"i","path":"p","query":"q","command":"c","messageIds":["m"],"items":[1],"taskId":"t","agentId":"a",` +
		`"id":"d","kind":"cron","cardId":"c","message":"m","turnStatus":"failed","state":"cancelled","steerId":"s","messageId":"m"`
	for _, name := range event.TypeNames() {
		kind, _ := event.TypeNamed(name)
		m := rows.New("s")
		change := m.Add(envelopes(t, fmt.Sprintf(`{"type":%q,%s}`, name, members))[0])
		draws := kind.Drawing == event.Row || kind.Drawing == event.Work
		if change.Drew() != draws || len(change.Diagnostics) > 0 {
			t.Errorf("%s: %+v", name, change)
		}
		if isWork := draws && m.Rows()[0].Event.Get("entry").IsObject(); isWork != (kind.Drawing == event.Work) {
			t.Errorf("%s: %v", name, m.Rows())
		}
	}
	for _, unknown := range []string{`{"type":"brand_new"}`, `{"type":5}`, `{}`} {
		checkCodes(t, unknown, "unknown_event_type")
		check(t, unknown, "", "")
	}
}

// TestUnusable: an event that lacks what it needs is named (ES-ROW-04).
func TestUnusable(t *testing.T) {
	for _, bad := range []string{
		`{"type":"text","text":5}`,
		`{"type":"reasoning"}`,
		`{"type":"plan_text","text":null}`,
		`{"type":"transcript_retraction","messageIds":"m"}`,
		`{"type":"todo_update","items":{}}`,
		`{"type":"ade_card","cardId":" "}`,
		`{"type":"subagent_started","taskId":" ","agentId":""}`,
		`{"type":"subagent.started","taskId":"t"}`,
		`{"type":"scheduled_work_update","kind":"background_task","id":5}`,
		`{"type":"user_message_resolution"}`,
	} {
		checkCodes(t, bad, "malformed_event")
		check(t, bad, "", "")
	}
}

// TestSessions: other sessions are not drawn, but count in keys (ES-ROW-01, ES-ROW-02).
func TestSessions(t *testing.T) {
	list := envelopes(t, `{"type":"text","text":"a","messageId":"m"}
		{"type":"text","text":"b","messageId":"m"}
		{"type":"done"}`)
	list[0].SessionID, list[0].Line, list[0].Offset = "t", 3, 70
	m := rows.New(" s ")
	change := m.Add(list[0])
	if d := change.Diagnostics; len(d) != 1 || d[0].Code() != "other_session" || change.Drew() || !change.Ignored {
		t.Fatal(change)
	} else if line, offset, ok := d[0].Line(); line != 3 || offset != 70 || !ok {
		t.Error(d)
	}
	m.Add(list[1])
	list[0].Line = 0
	if d := m.Add(list[0]).Diagnostics[0]; strings.Contains(string(d.AppendJSON(nil)), "line") {
		t.Error(d)
	}
	m.Add(list[2])
	var keys []string
	for _, row := range m.Rows() {
		keys = append(keys, row.Key)
	}
	if got := strings.Join(keys, " "); got != "s:text:m:1 s:3:2026-08-10T10:00:02.000Z" {
		t.Error(got)
	}
}

// TestRepeats: an envelope that came before counts once; one without a sequence counts each time (ES-ROW-03).
func TestRepeats(t *testing.T) {
	list := envelopes(t, `{"type":"text","text":"a","messageId":"m"}
		{"messageId":"m","text":"a","type":"text"}
		{"type":"text","text":"a","messageId":"m"}
		{"type":"text","text":"a","messageId":"m"}
		{"type":"text","text":"b","messageId":"m"}
		{"type":"text","text":"c","messageId":"m"}
		{"type":"text","text":"c","messageId":"m"}`)
	for i := range list {
		list[i].Timestamp = at(0)
		if i < 5 {
			list[i].Sequence = jsvalue.IntValue(5)
		}
	}
	list[2].Sequence = jsvalue.IntValue(6)
	list[3].Timestamp = at(1)
	m, codes := add(list)
	if got := m.Rows()[0].Event.Get("text").Text(); got != "aaabcc" || strings.Join(codes, " ") != "repeated_event" {
		t.Errorf("%q %v", got, codes)
	}
}
