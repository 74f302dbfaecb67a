package rows_test

import (
	"testing"
)

// TestTextProbes are the probes of text: which pieces share a row (ES-TEXT-01 to ES-TEXT-05). An event without a type of its
// own is text.
func TestTextProbes(t *testing.T) {
	const (
		activity = `{"type":"activity","activity":"thinking","turnId":"t1"}`
		call     = `{"type":"tool_call","tool":"Read","itemId":"c1","turnId":"t1"}`
		user     = `{"type":"user_message","text":"stop","turnId":"t2"}`
	)
	for name, c := range map[string]struct{ events, want string }{
		"1 chrome between": {
			`{"type":"text","text":"no new mod","messageId":"m1"}` + "\n" + activity + "\n" + `{"type":"text","text":"ifier chain","messageId":"m1"}`,
			`text "no new modifier chain"`,
		},
		"2 work between": {
			`{"type":"text","text":"Run impl","messageId":"m1"}` + "\n" + call + "\n" + `{"type":"text","text":"ementers","messageId":"m1"}`,
			"text \"Run impl\"\nwork_log_entry\ntext \"ementers\"",
		},
		"3 one turn": {
			`{"type":"text","text":"A","turnId":"t1"}` + "\n" + activity + "\n" + `{"type":"text","text":"B","turnId":"t1"}`,
			`text "AB"`,
		},
		"4 one turn, and work between": {
			`{"type":"text","text":"A.","turnId":"t1"}` + "\n" + call + "\n" + `{"type":"text","text":"B.","turnId":"t1"}`,
			"text \"A.\"\nwork_log_entry\ntext \"B.\"",
		},
		"7 other items of one message": {
			`{"type":"text","text":"F.","messageId":"m1","turnId":"t1","itemId":"ia"}
			{"type":"text","text":"S.","messageId":"m1","turnId":"t1","itemId":"ib"}`,
			`text "F.S."`,
		},
		"8 other items": {
			`{"type":"text","text":"F.","turnId":"t1","itemId":"ia"}` + "\n" + call + "\n" + `{"type":"text","text":"S.","turnId":"t1","itemId":"ib"}`,
			"text \"F.\"\nwork_log_entry\ntext \"S.\"",
		},
		"9 two messages": {
			`{"type":"text","text":"a","messageId":"m1"}
			{"type":"text","text":"x","messageId":"m2"}
			{"type":"text","text":"b","messageId":"m1"}`,
			"text \"a\"\ntext \"x\"\ntext \"b\"",
		},
		"10 a user between": {
			`{"type":"text","text":"wor","messageId":"m1","turnId":"t1"}` + "\n" + user + "\n" + `{"type":"text","text":"ld","messageId":"m1","turnId":"t2"}`,
			"text \"wor\"\nuser_message \"stop\"\ntext \"ld\"",
		},
		"12 a blank piece": {
			`{"type":"text","text":"chain","messageId":"m1"}
			{"type":"text","text":" ","messageId":"m1"}
			{"type":"text","text":"needed","messageId":"m1"}`,
			`text "chain needed"`,
		},
		"12 a blank piece behind another row": {
			`{"type":"text","text":"chain","messageId":"m1"}` + "\n" + call + "\n" + `{"type":"text","text":" ","messageId":"m1"}
			{"type":"text","text":"needed","messageId":"m1"}`,
			"text \"chain\"\nwork_log_entry\ntext \" needed\"",
		},
		"13 a hard break": {
			`{"type":"text","text":"Sev","messageId":"m1"}
			{"type":"text","text":"  \n","messageId":"m1"}
			{"type":"text","text":"  File","messageId":"m1"}`,
			`text "Sev  \n  File"`,
		},
		"14 blank first": {
			`{"type":"text","text":"  ","messageId":"m1"}
			{"type":"text","text":"Hi","messageId":"m1"}`,
			`text "Hi"`,
		},
		"15 blank behind a break": {
			`{"type":"text","text":"A","turnId":"t1"}` + "\n" + call + "\n" + `{"type":"text","text":"  ","turnId":"t1"}
			{"type":"text","text":"B","turnId":"t1"}`,
			"text \"A\"\nwork_log_entry\ntext \"B\"",
		},
		"16 an unknown type": {
			`{"type":"text","text":"Half a wo","turnId":"t1"}
			{"type":"brand_new","turnId":"t1"}
			{"type":"text","text":"rd.","turnId":"t1"}`,
			`text "Half a word."`,
		},
		"17 a card": {
			`{"type":"text","text":"A","turnId":"t1"}
			{"type":"ade_card","cardId":"c"}
			{"type":"text","text":"B","turnId":"t1"}`,
			"text \"A\"\nade_card\ntext \"B\"",
		},
		"18 a retraction": {
			`{"type":"text","text":"old","messageId":"m1"}
			{"type":"transcript_retraction","messageIds":["m1"]}
			{"type":"text","text":"new","messageId":"m2"}`,
			`text "new"`,
		},
		"19 text behind its retraction": {
			`{"type":"text","text":"a","messageId":"m1"}` + "\n" + call + "\n" + `{"type":"text","text":"b","messageId":"m1"}
			{"type":"transcript_retraction","messageIds":["m1"]}
			{"type":"text","text":" ","messageId":"m1"}
			{"type":"text","text":"c","messageId":"m1"}`,
			"work_log_entry\ntext \"c\"",
		},
		"20 a retraction of what comes later": {
			`{"type":"transcript_retraction","messageIds":["m1"]}
			{"type":"text","text":"x","messageId":"m1"}`,
			`text "x"`,
		},
		"21 ids with spaces": {
			`{"type":"text","text":"x","messageId":"m1"}
			{"type":"text","text":"y","messageId":" m2 "}
			{"type":"text","text":"z"}
			{"type":"transcript_retraction","messageIds":[" m1 ","m2",""," ",5]}`,
			`text "z"`,
		},
		"22 a status that is not drawn": {
			`{"type":"text","text":"Half a wo","turnId":"t1"}
			{"type":"status","turnStatus":"started","turnId":"t1"}
			{"type":"text","text":"rd.","turnId":"t1"}`,
			`text "Half a word."`,
		},
		"23 progress changes an earlier row": {
			`{"type":"subagent_started","taskId":"a","turnId":"t1"}
			{"type":"text","text":"Half","turnId":"t1"}
			{"type":"subagent_progress","taskId":"a","summary":"x","turnId":"t1"}
			{"type":"text","text":"way","turnId":"t1"}`,
			"subagent_spawn_anchor\ntext \"Halfway\"",
		},
		"24 a message and a turn are two runs": {
			`{"type":"text","text":"a","messageId":"m1","turnId":"t1"}
			{"type":"text","text":"b","turnId":"t1"}`,
			"text \"a\"\ntext \"b\"",
		},
		"25 an item without a turn": {
			`{"type":"text","text":"a","itemId":"i1"}
			{"type":"text","text":"b","itemId":"i1"}`,
			`text "ab"`,
		},
		"26 an item of two turns": {
			`{"type":"text","text":"a","turnId":"t1","itemId":"i1"}
			{"type":"text","text":"b","turnId":"t2","itemId":"i1"}`,
			"text \"a\"\ntext \"b\"",
		},
		"27 ids that look alike when joined": {
			`{"type":"text","text":"a","turnId":"a b","itemId":"c"}
			{"type":"text","text":"b","turnId":"a","itemId":"b c"}`,
			"text \"a\"\ntext \"b\"",
		},
		"28 no ids": {
			`{"type":"text","text":"a"}` + "\n" + activity + "\n" + `{"type":"text","text":"b"}` + "\n" + call + "\n" + `{"type":"text","text":"c"}`,
			"text \"ab\"\nwork_log_entry\ntext \"c\"",
		},
		"30 edges stay": {
			`{"type":"text","text":"\n\nHi\n","messageId":"m1"}`,
			`text "\n\nHi\n"`,
		},
		"a row that is gone breaks nonetheless": {
			`{"type":"text","text":"A","turnId":"t1"}
			{"type":"text","text":"x","messageId":"m1"}
			{"type":"transcript_retraction","messageIds":["m1"]}
			{"type":"text","text":"B","turnId":"t1"}`,
			"text \"A\"\ntext \"B\"",
		},
		"halves of a pair meet": {
			`{"type":"text","text":"\ud83d","messageId":"m1"}
			{"type":"text","text":"\ude00","messageId":"m1"}
			{"type":"text","text":"","messageId":"m2"}`,
			`text "😀"`,
		},
		"a steer that changes its row ends no run": {
			`{"type":"user_message","text":"s","steerId":"s1"}
			{"type":"text","text":"a","messageId":"m1"}
			{"type":"user_message","text":"s","steerId":"s1","deliveryState":"delivered"}
			{"type":"text","text":"b","messageId":"m1"}`,
			"user_message \"s\"\ntext \"ab\"",
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, "text", c.want) })
	}
}

// TestRowProbes are the probes of all other rows: 42 to 67 but for those of groups.
func TestRowProbes(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want string }{
		"42 one entry for a logical item (ES-WORK-02)": {
			`{"type":"tool_call","tool":"Read","itemId":"i1","logicalItemId":"L","turnId":"t"}
			{"type":"tool_result","tool":"Read","itemId":"i2","logicalItemId":"L","turnId":"t","status":"completed"}`,
			"id status createdAt seconds",
			"work_log_entry tool::t::L completed 2026-08-10T10:00:00.000Z 01",
		},
		"43 a query that comes later (ES-WORK-02)": {
			`{"type":"web_search","query":"","itemId":"w","turnId":"t","status":"running"}
			{"type":"web_search","query":"go","itemId":"w","turnId":"t","status":"completed"}`,
			"id query status", "work_log_entry web-search::t::w go completed",
		},
		"43 a command that changes (ES-WORK-02)": {
			`{"type":"command","command":"ls","itemId":"c","turnId":"t","status":"running"}
			{"type":"command","command":"ls -la","itemId":"c","turnId":"t","status":"completed","output":"x"}`,
			"id command status output", "work_log_entry command::t::c ls -la completed x",
		},
		"44 snapshots (ES-WORK-05)": {
			`{"type":"command","command":"c","itemId":"c","status":"running","output":"abc"}
			{"type":"command","command":"c","itemId":"c","status":"completed","output":"abcdef"}`,
			"output", "work_log_entry abcdef",
		},
		"44 pieces (ES-WORK-05)": {
			`{"type":"command","command":"c","itemId":"c","status":"running","output":"abc"}
			{"type":"command","command":"c","itemId":"c","status":"running","output":"xyz"}
			{"type":"command","command":"c","itemId":"c","status":"running","output":""}`,
			"output", "work_log_entry abcxyz",
		},
		"45 equal pieces look like a snapshot (ES-WORK-05)": {
			`{"type":"command","command":"c","itemId":"c","status":"running","output":"ha"}
			{"type":"command","command":"c","itemId":"c","status":"running","output":"ha"}`,
			"output", "work_log_entry ha",
		},
		"52 an error of a turn once (ES-NOTE-02)": {
			`{"type":"error","message":"Boom","turnId":"t"}
			{"type":"done","turnId":"t","status":"failed"}
			{"type":"error","message":" Boom ","turnId":"t"}
			{"type":"error","message":"Boom","turnId":"t","detail":"d"}
			{"type":"error","message":"Boom","turnId":"u"}
			{"type":"error","message":"Boom"}
			{"type":"error","message":"Boom"}`,
			"message turnId detail", "error Boom t\ndone t\nerror Boom t d\nerror Boom u\nerror Boom\nerror Boom",
		},
		"53 detail absent and blank (ES-NOTE-02)": {
			`{"type":"error","message":"Boom","turnId":"t"}
			{"type":"error","message":"Boom","turnId":"t","detail":""}
			{"type":"error","message":"Boom","turnId":"t","detail":null}
			{"type":"error","message":"Boom","turnId":"t","errorInfo":{"a":1,"b":2}}
			{"type":"error","message":"Boom","turnId":"t","errorInfo":{"b":2,"a":1}}`,
			"errorInfo", "error\nerror\nerror {\"a\":1,\"b\":2}",
		},
		"54 a plan takes the place of its drafts (ES-PLAN-02)": {
			`{"type":"plan_text","text":"Step ","turnId":"t1"}
			{"type":"plan_text","text":"Step one","turnId":"t1"}
			{"type":"done","turnId":"t0"}
			{"type":"plan_text","text":"more","turnId":"t1"}
			{"type":"plan_text","text":"other","turnId":"t2"}
			{"type":"plan","steps":[{"text":"one"}],"turnId":"t1"}`,
			"text seconds", "done 02\nplan_text \"other\" 04\nplan 05",
		},
		"54 a draft grows by snapshots (ES-PLAN-01)": {
			`{"type":"plan_text","text":" ","turnId":"t1"}
			{"type":"plan_text","text":"Step ","turnId":"t1"}
			{"type":"plan_text","text":"Step one","turnId":"t1"}
			{"type":"plan_text","text":" ","turnId":"t1"}
			{"type":"plan_text","text":"two","turnId":"t1"}
			{"type":"plan_text","text":"x","turnId":"t1","itemId":"i"}
			{"type":"activity"}
			{"type":"plan_text","text":"y","turnId":"t1","itemId":"i"}
			{"type":"done"}
			{"type":"plan_text","text":"z","turnId":"t1","itemId":"i"}`,
			"text", "plan_text \"Step one two\"\nplan_text \"xy\"\ndone\nplan_text \"z\"",
		},
		"55 a plan without a turn (ES-PLAN-02)": {
			`{"type":"plan_text","text":"a"}
			{"type":"plan","steps":[{"text":"x"}]}
			{"type":"plan","steps":[{"text":"y"}]}`,
			"text steps", "plan_text \"a\"\nplan [{\"text\":\"x\"}]\nplan [{\"text\":\"y\"}]",
		},
		"56 an agent begins here and ends there (ES-AGENT-05)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"text","text":"x"}
			{"type":"subagent_result","taskId":"a","status":"completed","summary":"s"}`,
			"key status", "subagent_spawn_anchor subagent-spawn:a completed\ntext s:1:2026-08-10T10:00:01.000Z\nsubagent_result_card subagent-result:a completed",
		},
		"57 only a result (ES-AGENT-06)": {
			`{"type":"subagent_result","taskId":"a","status":"completed","summary":"s"}`,
			"status durationMs summaryPreview", "subagent_result_card completed 0 s",
		},
		"58 keys stay when a name is learned (ES-AGENT-01)": {
			`{"type":"subagent_started","taskId":"task1"}
			{"type":"subagent_progress","taskId":"task1","agentId":"agent1","summary":"x"}
			{"type":"subagent_result","agentId":"agent1","status":"failed","summary":"y"}`,
			"key agentKey status error", "subagent_spawn_anchor subagent-spawn:task1 task1 failed\nsubagent_result_card subagent-result:task1 task1 failed y",
		},
		"59 a summary that only fills the place (ES-AGENT-03)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_progress","taskId":"a","summary":"Reading"}
			{"type":"subagent_progress","taskId":"a","summary":"Task updated"}
			{"type":"subagent_progress","taskId":"a","summary":"Status: busy"}`,
			"statusLine seconds", "subagent_spawn_anchor Reading 03",
		},
		"60 a job that ended does not run again (ES-JOB-03)": {
			`{"type":"scheduled_work_update","kind":"background_task","id":"j","title":"make","status":"running"}
			{"type":"scheduled_work_update","kind":"background_task","id":"j","status":"completed"}
			{"type":"scheduled_work_update","kind":"background_task","id":"j","status":"running"}`,
			"key status label exitCode durationMs seconds", "background_job_line background-chip:j completed make null 1000 01",
		},
		"61 a job that turns out to be an agent (ES-JOB-05)": {
			`{"type":"scheduled_work_update","kind":"background_task","id":"j","sourceTaskId":"task1","status":"running"}
			{"type":"subagent_started","taskId":"task1","agentType":"Explore"}
			{"type":"scheduled_work_update","kind":"background_task","id":"j","sourceTaskId":"task1","status":"completed"}`,
			"status", "subagent_spawn_anchor running",
		},
		"61 found by its task when it has a name (ES-JOB-05)": {
			`{"type":"scheduled_work_update","kind":"background_task","id":"j","sourceTaskId":"task1","status":"running"}
			{"type":"subagent_result","taskId":"task1","agentId":"a","agentType":"Explore","status":"stopped"}`,
			"status", "subagent_result_card stopped",
		},
		"62 a job stays a job (ES-JOB-05)": {
			`{"type":"subagent_started","taskId":"b","taskType":"background","command":"cd /r && make"}
			{"type":"subagent_progress","taskId":"b","agentType":"Explore"}
			{"type":"subagent_result","taskId":"b","status":"failed","exitCode":2}
			{"type":"scheduled_work_update","kind":"background_task","id":"x","sourceTaskId":"b","status":"failed"}`,
			"label status exitCode durationMs", "background_job_line make failed 2 3000",
		},
		"63 rows are found after a retraction (ES-TEXT-05)": {
			`{"type":"text","text":"x","messageId":"m"}
			{"type":"subagent_started","taskId":"a"}
			{"type":"ade_card","cardId":"c","title":"one"}
			{"type":"scheduled_work_update","kind":"background_task","id":"j","status":"running"}
			{"type":"transcript_retraction","messageIds":["m"]}
			{"type":"subagent_result","taskId":"a","status":"completed"}
			{"type":"ade_card","cardId":"c","title":"two"}
			{"type":"scheduled_work_update","kind":"background_task","id":"j","status":"failed"}`,
			"title status", "subagent_spawn_anchor completed\nade_card two\nbackground_job_line failed\nsubagent_result_card completed",
		},
		"64 a card that could not be refreshed (ES-CARD-02, ES-CARD-03)": {
			`{"type":"ade_card","cardId":"c","rows":[1],"progress":{"passed":1}}
			{"type":"ade_card","cardId":" c ","rows":[],"progress":{"passed":0},"degradedReason":"limit"}
			{"type":"ade_card","cardId":"d","rows":[1]}
			{"type":"ade_card","cardId":"d","degradedReason":"limit"}
			{"type":"ade_card","cardId":"d","rows":[]}`,
			"cardId rows progress stale degradedReason actions", "ade_card c [1] {\"passed\":1} true limit\nade_card d [] false []",
		},
		"65 a wake with its steer twice (ES-USER-01, ES-USER-03)": {
			`{"type":"user_message","text":"wake","turnId":"t","steerId":"s","metadata":{"scheduledWake":{"scheduleId":"w","kind":"cron","firedAt":"z","reason":" r "}}}
			{"type":"user_message","text":"","turnId":"t","steerId":"s","metadata":{"scheduledWake":{"scheduleId":"w","kind":"cron","firedAt":"z"}}}`,
			"key text kind reason late seconds",
			"scheduled_wake_divider scheduled-wake:w:t cron r false 00\nuser_message s:0:2026-08-10T10:00:00.000Z \"wake\" 00",
		},
		"67 statuses that say nothing (ES-NOTE-01)": {
			`{"type":"status","turnStatus":"started","turnId":"t"}
			{"type":"status","turnStatus":"completed","turnId":"t","message":" Completed "}
			{"type":"done","turnId":"t","status":"completed"}
			{"type":"status","turnStatus":"interrupted","turnId":"u"}
			{"type":"done","turnId":"u","status":"interrupted"}`,
			"turnStatus status", "done completed\nstatus interrupted\ndone interrupted",
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, c.members, c.want) })
	}
}
