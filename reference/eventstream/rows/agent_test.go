package rows_test

import "testing"

// TestAgents: the rows of sub-agents and of jobs (ES-AGENT-01 to ES-AGENT-07, ES-JOB-03 to ES-JOB-05).
func TestAgents(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want string }{
		"two names are two agents (ES-AGENT-01)": {
			`{"type":"subagent_started","taskId":"t","agentId":"a"}
			{"type":"subagent_started","taskId":"t","agentId":"b"}
			{"type":"subagent_result","agentId":"a","status":"failed"}
			{"type":"subagent_progress","taskId":"t","summary":"x"}`,
			"key status statusLine",
			`subagent_spawn_anchor subagent-spawn:a failed Subagent task
			subagent_spawn_anchor subagent-spawn:b running x
			subagent_result_card subagent-result:a failed`,
		},
		"a task of one is the name of another (ES-AGENT-01)": {
			`{"type":"subagent_started","agentId":"B","taskId":"x","description":"one"}
			{"type":"subagent_started","agentId":"x","description":"two is longer"}
			{"type":"subagent_result","agentId":"x","status":"completed","summary":"ok"}
			{"type":"subagent_progress","taskId":"x","summary":"of one"}`,
			"key description status statusLine",
			`subagent_spawn_anchor subagent-spawn:B one running of one
			subagent_spawn_anchor subagent-spawn:x two is longer completed two is longer
			subagent_result_card subagent-result:x two is longer completed`,
		},
		"a name that was a task (ES-AGENT-01)": {
			`{"type":"subagent_started","taskId":"x"}
			{"type":"subagent_progress","agentId":"y","taskId":"x","summary":"y"}
			{"type":"subagent_progress","agentId":"x","summary":"longer"}`,
			"key statusLine", `subagent_spawn_anchor subagent-spawn:x longer`,
		},
		"a stop that is not believed tells nothing (ES-AGENT-06)": {
			`{"type":"subagent_started","taskId":"a","description":"d"}
			{"type":"subagent_result","taskId":"a","status":"completed","summary":"ok"}
			{"type":"subagent_result","taskId":"a","status":"stopped","description":"a longer description"}
			{"type":"subagent_progress","taskId":"a"}`,
			"description status", "subagent_spawn_anchor d completed\nsubagent_result_card d completed",
		},
		"what is learned stays (ES-AGENT-02)": {
			`{"type":"subagent_started","taskId":"p","description":"parent"}
			{"type":"subagent_started","taskId":"chat:c","agentType":"background","description":"do","spawnKind":"peer","parentAgentId":"p"}
			{"type":"subagent_progress","taskId":"chat:c","agentType":"Explore","background":true,"description":"do it","usage":{"toolUses":3},"lastToolName":"Grep"}
			{"type":"subagent_progress","taskId":"chat:c","agentType":"Plan","background":false,"description":"d","spawnKind":null}`,
			"description agentType background toolCount lastToolName statusLine childSessionId spawnKind parentLabel seconds",
			`subagent_spawn_anchor parent null false null null parent null null null 00
			subagent_spawn_anchor do it Explore true 3 Grep Grep c peer parent 03`,
		},
		"a model that is told late (ES-AGENT-02, ES-AGENT-04)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"a","status":"completed","summary":"s"}
			{"type":"subagent_started","taskId":"a","model":"m","reasoningEffort":"high","label":" ","parentToolUseId":"p"}`,
			"status endedAt model reasoningEffort label parentToolUseId seconds",
			`subagent_spawn_anchor completed 2026-08-10T10:00:01.000Z m high p 02
			subagent_result_card completed 2026-08-10T10:00:01.000Z 01`,
		},
		"the better summary (ES-AGENT-03)": {
			`{"type":"subagent_started","taskId":"a","description":"d"}
			{"type":"subagent_progress","taskId":"a","summary":"short"}
			{"type":"subagent_progress","taskId":"a","summary":"longer one"}
			{"type":"subagent_progress","taskId":"a","summary":"tiny"}
			{"type":"subagent_progress","taskId":"a","summary":"longer two"}
			{"type":"subagent_result","taskId":"a","summary":"Status: a","finalSummary":""}
			{"type":"subagent_result","taskId":"a","summary":"Task updated","finalSummary":"task updated"}
			{"type":"subagent_result","taskId":"a","summary":"found"}
			{"type":"subagent_result","taskId":"a","summary":"Status: done"}`,
			"statusLine resultSummary summaryPreview seconds",
			"subagent_spawn_anchor longer two found 08\nsubagent_result_card found 08",
		},
		"placeholders give way to the newer (ES-AGENT-03)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"a","summary":"Status: a long one"}
			{"type":"subagent_result","taskId":"a","summary":"Task updated"}`,
			"summaryPreview", "subagent_spawn_anchor\nsubagent_result_card Task updated",
		},
		"an end is not taken back (ES-AGENT-04)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"a","status":"failed","summary":"x"}
			{"type":"subagent_progress","taskId":"a","summary":"late"}
			{"type":"subagent_started","taskId":"a"}`,
			"status seconds error", "subagent_spawn_anchor failed 03\nsubagent_result_card failed 01 x",
		},
		"a result comes again (ES-AGENT-05)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"a","status":"failed","totalTokens":5,"worktreePath":"/w"}
			{"type":"done"}
			{"type":"subagent_result","taskId":"a","status":"completed","toolUseCount":2,"worktreePath":null}`,
			"status durationMs totalTokens toolUseCount worktreePath worktreeBranch seconds",
			"subagent_spawn_anchor completed 03\nsubagent_result_card completed 3000 5 2 /w null 03\ndone 02",
		},
		"an end that nobody announced (ES-AGENT-06)": {
			`{"type":"subagent_result","taskId":"a","status":"stopped","summary":"x"}
			{"type":"done"}
			{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"b","status":"completed","summary":"y"}
			{"type":"subagent_started","taskId":"b"}`,
			"status key",
			`done s:1:2026-08-10T10:00:01.000Z
			subagent_spawn_anchor stopped subagent-spawn:a
			subagent_result_card stopped subagent-result:a
			subagent_result_card completed subagent-result:b
			subagent_spawn_anchor completed subagent-spawn:b`,
		},
		"what ended is not stopped (ES-AGENT-06)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_result","taskId":"a","status":"completed","summary":"x"}
			{"type":"subagent_result","taskId":"a","status":"stopped","summary":"a longer text","totalTokens":5}
			{"type":"subagent_started","taskId":"b"}
			{"type":"subagent_result","taskId":"b","status":"stopped"}
			{"type":"subagent_result","taskId":"b","status":"stopped","summary":"y"}
			{"type":"subagent_result","taskId":"b","status":"completed"}`,
			"status summaryPreview totalTokens seconds",
			`subagent_spawn_anchor completed 01
			subagent_result_card completed x null 01
			subagent_spawn_anchor completed 06
			subagent_result_card completed y null 06`,
		},
		"the newer form alone (ES-AGENT-07)": {
			`{"type":"subagent.started","agentId":"a"}
			{"type":"subagent.progress","agentId":"a"}
			{"type":"subagent.progress","agentId":"b","lastToolName":"Grep","text":""}
			{"type":"subagent.completed","agentId":"a","summary":"","status":null}`,
			"key description status statusLine resultSummary summaryPreview",
			`subagent_spawn_anchor subagent-spawn:a Subagent task completed Running Completed
			subagent_spawn_anchor subagent-spawn:b Subagent task running Grep null
			subagent_result_card subagent-result:a Subagent task completed Completed`,
		},
		"what stands for a summary gives way to one (ES-AGENT-07)": {
			`{"type":"subagent.progress","agentId":"a","text":"Wrote"}
			{"type":"subagent.progress","agentId":"a"}
			{"type":"subagent.completed","agentId":"a","summary":"ok"}
			{"type":"subagent.completed","agentId":"a"}
			{"type":"subagent.progress","agentId":"b"}
			{"type":"subagent.progress","agentId":"b","text":"Wrote"}
			{"type":"subagent.completed","agentId":"b","finalSummary":"All ok"}
			{"type":"subagent.completed","agentId":"c"}
			{"type":"subagent.completed","agentId":"c","status":"failed","summary":"ok"}
			{"type":"subagent.progress","agentId":"d","description":"do"}
			{"type":"subagent.progress","agentId":"d","lastToolName":"LS"}
			{"type":"subagent.progress","agentId":"e","description":"do"}
			{"type":"subagent.progress","agentId":"f"}
			{"type":"subagent_started","agentId":"f","description":"do"}
			{"type":"subagent.completed","agentId":"g"}
			{"type":"subagent_result","agentId":"g","status":"stopped"}
			{"type":"subagent.completed","agentId":"g","status":"completed"}`,
			"agentKey statusLine summaryPreview error",
			`subagent_spawn_anchor a Wrote
			subagent_result_card a ok null
			subagent_spawn_anchor b Wrote
			subagent_result_card b All ok null
			subagent_result_card c ok ok
			subagent_spawn_anchor d LS
			subagent_spawn_anchor e Running
			subagent_spawn_anchor f do
			subagent_result_card g Completed null`,
		},
		"the newer form beside the older (ES-AGENT-07)": {
			`{"type":"subagent_started","taskId":"a","agentId":"x","description":"d"}
			{"type":"subagent.started","agentId":"x","description":"d"}
			{"type":"subagent_progress","taskId":"a","agentId":"x","summary":"Look"}
			{"type":"subagent.progress","agentId":"x","lastToolName":"Grep"}
			{"type":"subagent.completed","agentId":"x","status":"completed","summary":"s"}
			{"type":"text","text":"t"}
			{"type":"subagent_result","taskId":"a","status":"completed","summary":"s"}
			{"type":"subagent.completed","agentId":"x","status":"completed","summary":"s"}`,
			"status statusLine lastToolName summaryPreview seconds",
			"subagent_spawn_anchor completed Look Grep 07\ntext 05\nsubagent_result_card completed s 07",
		},
		"a result of the older form (ES-AGENT-07)": {
			`{"type":"subagent_result","taskId":"a","summary":"x"}
			{"type":"subagent.completed","agentId":"a"}`,
			"summaryPreview", "subagent_result_card x",
		},
		"the newer form first (ES-AGENT-07)": {
			`{"type":"subagent.started","agentId":"a"}
			{"type":"subagent_started","taskId":"t","agentId":"a","description":"do"}
			{"type":"subagent.progress","agentId":"a"}`,
			"key description statusLine", "subagent_spawn_anchor subagent-spawn:a do do",
		},
		"scheduled work (ES-JOB-04)": {
			`{"type":"scheduled_work_update","kind":"cron","id":"c","status":"fired"}
			{"type":"scheduled_work_update","kind":"cron","id":"c","status":"scheduled"}
			{"type":"scheduled_work_update","kind":"background_task","id":"a","status":"cancelled","title":"  "}
			{"type":"scheduled_work_update","kind":"background_task","id":"b","status":"missed","title":"nohup x"}`,
			"key status label exitCode durationMs",
			`scheduled_work_update s:0:2026-08-10T10:00:00.000Z fired
			scheduled_work_update s:1:2026-08-10T10:00:01.000Z scheduled
			background_job_line background-chip:a stopped Background command null 0
			background_job_line background-chip:b failed x null 0`,
		},
		"one line for a job that two tell of (ES-JOB-03, ES-JOB-04)": {
			`{"type":"subagent_started","taskId":"tk","agentId":"ag","taskType":"background","command":"npm run dev"}
			{"type":"scheduled_work_update","kind":"background_task","id":"sw","sourceTaskId":"tk","status":"running"}
			{"type":"subagent_result","taskId":"tk","agentId":"ag","status":"completed","exitCode":0}
			{"type":"scheduled_work_update","kind":"background_task","id":"sw","sourceTaskId":"tk","status":"completed"}`,
			"key agentKey label status exitCode", "background_job_line background-chip:ag ag npm run dev completed 0",
		},
		"the other one first (ES-JOB-03, ES-JOB-04)": {
			`{"type":"scheduled_work_update","kind":"background_task","id":"sw","sourceTaskId":"tk","title":"make","status":"running"}
			{"type":"subagent_started","taskId":"tk","agentId":"ag","taskType":"background"}
			{"type":"subagent_result","taskId":"tk","agentId":"ag","taskType":"background","status":"failed","exitCode":2}`,
			"key label status exitCode durationMs startedAt", "background_job_line background-chip:tk make failed 2 2000 2026-08-10T10:00:00.000Z",
		},
		"two lines turn out to be one job (ES-JOB-04)": {
			`{"type":"scheduled_work_update","kind":"background_task","id":"tk","status":"running"}
			{"type":"scheduled_work_update","kind":"background_task","id":"ag","status":"running"}
			{"type":"subagent_started","taskId":"tk","agentId":"ag","taskType":"background","command":"make"}
			{"type":"scheduled_work_update","kind":"background_task","id":"tk","status":"completed"}
			{"type":"scheduled_work_update","kind":"background_task","id":"ag","status":"failed"}`,
			"key label status", "background_job_line background-chip:ag make failed",
		},
		"an end stays when two lines turn out to be one job (ES-JOB-03, ES-JOB-04)": {
			`{"type":"subagent_started","agentId":"a","taskType":"local_bash"}
			{"type":"scheduled_work_update","kind":"background_task","id":"t","title":"y","status":"failed"}
			{"type":"done"}
			{"type":"subagent_progress","agentId":"a","taskId":"t","taskType":"local_bash"}
			{"type":"subagent_progress","agentId":"a","command":"x"}
			{"type":"subagent_started","agentId":"b","taskType":"local_bash","command":"x"}
			{"type":"subagent_result","agentId":"b","status":"completed","exitCode":0}
			{"type":"scheduled_work_update","kind":"background_task","id":"u","title":"y","status":"failed"}
			{"type":"subagent_progress","agentId":"b","taskId":"u"}
			{"type":"subagent_started","agentId":"c","taskType":"local_bash","command":"x"}
			{"type":"scheduled_work_update","kind":"background_task","id":"v","title":"y","status":"failed"}
			{"type":"subagent_result","agentId":"c","taskId":"v","status":"completed","exitCode":0}`,
			"key label status exitCode durationMs seconds",
			`background_job_line background-chip:a y failed null 1000 03
			done s:2:2026-08-10T10:00:02.000Z 02
			background_job_line background-chip:b x completed 0 1000 06
			background_job_line background-chip:c x completed 0 2000 11`,
		},
		"a result makes an agent too (ES-JOB-05)": {
			`{"type":"subagent_result","taskId":"a","summary":"x"}
			{"type":"scheduled_work_update","kind":"background_task","id":"a","status":"running"}
			{"type":"subagent_progress","taskId":"b","taskType":"subagent"}
			{"type":"scheduled_work_update","kind":"background_task","id":"b","status":"running"}`,
			"", "subagent_result_card\nsubagent_spawn_anchor",
		},
		"an agent stays an agent (ES-JOB-05)": {
			`{"type":"subagent_started","taskId":"a"}
			{"type":"subagent_progress","taskId":"a","taskType":"background","summary":"x"}
			{"type":"scheduled_work_update","kind":"background_task","id":"a","status":"running"}`,
			"statusLine", "subagent_spawn_anchor x",
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, c.members, c.want) })
	}
}

// TestUnannounced: what is not drawn is named (ES-AGENT-06).
func TestUnannounced(t *testing.T) {
	checkCodes(t, `{"type":"subagent_result","taskId":"a","status":"stopped","summary":"x"}
		{"type":"subagent_result","taskId":"b","status":"failed","summary":"x"}
		{"type":"subagent_result","taskId":"c","taskType":"background","status":"stopped"}`, "result_without_start")
	checkCodes(t, `{"type":"subagent_result","taskId":"b","status":"failed","summary":"x"}
		{"type":"subagent_result","taskId":"b","status":"stopped","summary":"x"}`, "result_without_start")
}

// TestNewerNeedsName: an event of the newer form is not known by a task (ES-AGENT-07, ES-ROW-04).
func TestNewerNeedsName(t *testing.T) {
	checkCodes(t, `{"type":"subagent.started","taskId":"a"}
		{"type":"subagent_started","taskId":"a"}`, "malformed_event")
}

// TestDurations: a timestamp that is none gives no duration (ES-AGENT-05).
func TestDurations(t *testing.T) {
	list := envelopes(t, `{"type":"subagent_started","taskId":"a"}
		{"type":"subagent_result","taskId":"a"}`)
	for _, c := range []struct{ from, to, want string }{
		{"garbage", at(1), "null"},
		{at(1), "garbage", "null"},
		{at(5), at(1), "0"},
		{"2026-08-10T10:00:00+02:00", "2026-08-10T08:00:00.5Z", "500"},
	} {
		list[0].Timestamp, list[1].Timestamp = c.from, c.to
		m, _ := add(list)
		if got := show(m.Rows()[1], []string{"durationMs"}); got != "subagent_result_card "+c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
