package rows_test

import "testing"

// TestWork: entries of the work log, and how steps join them (ES-WORK-01 to ES-WORK-09).
func TestWork(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want string }{
		"kinds (ES-WORK-01)": {
			`{"type":"tool_call","tool":"Read","args":{"p":1},"itemId":"a"}
			{"type":"tool_result","tool":"Read","result":"r","itemId":"b"}
			{"type":"command","command":"ls","cwd":"/","output":"","itemId":"a","status":"failed"}
			{"type":"file_change","path":"p","kind":"create","diff":"+x","itemId":"a"}
			{"type":"web_search","query":"q","action":"open","itemId":"a","status":"completed"}`,
			"id entryKind label tone status detail toolName",
			`work_log_entry tool::a tool Read tool running Read
			work_log_entry tool::b tool Read tool completed Read
			work_log_entry command::a command Shell error failed
			work_log_entry file::a file_change p info completed
			work_log_entry web-search::a web_search Web search info completed open`,
		},
		"names of a connector (ES-WORK-01)": {
			`{"type":"tool_call","tool":"x","itemId":"a","args":{"title":"T"},"mcp":{"server":"srv","tool":"do"}}
			{"type":"tool_call","tool":"x","itemId":"b","mcp":{"server":"srv","tool":"do","pluginId":"plug"}}
			{"type":"tool_call","tool":"x","itemId":"c","mcp":{"server":"srv","tool":"do","pluginId":"plug","appContext":{"appName":"App","actionName":"act"}}}
			{"type":"tool_call","tool":"x","itemId":"d","mcp":[]}`,
			"label detail toolName mcp",
			`work_log_entry srv do x {"server":"srv","tool":"do"}
			work_log_entry plug do x {"server":"srv","tool":"do","pluginId":"plug"}
			work_log_entry App act x {"server":"srv","tool":"do","pluginId":"plug","appContext":{"appName":"App","actionName":"act"}}
			work_log_entry x x`,
		},
		"what ended does not run again (ES-WORK-04)": {
			`{"type":"tool_result","tool":"Read","result":"r","itemId":"a"}
			{"type":"tool_call","tool":"Read","args":{"p":1},"itemId":"a"}
			{"type":"command","command":"ls","itemId":"b","status":"failed"}
			{"type":"command","command":"ls","itemId":"b","status":"running"}
			{"type":"command","command":"ls","itemId":"b","status":"completed"}
			{"type":"command","command":"ls","itemId":"c","status":"failed"}
			{"type":"command","command":"ls","itemId":"c"}`,
			"status args", "work_log_entry completed {\"p\":1}\nwork_log_entry completed\nwork_log_entry failed",
		},
		"a result that does not name its connector (ES-WORK-04)": {
			`{"type":"tool_call","tool":"x","itemId":"a","mcp":{"server":"SV","tool":"go"}}
			{"type":"tool_result","tool":"x","itemId":"a","result":{"title":"T"}}
			{"type":"tool_call","tool":"x","itemId":"b","mcp":{"server":"SV"}}
			{"type":"tool_result","tool":"x","itemId":"b","result":{"title":"T"}}
			{"type":"tool_call","tool":"x","itemId":"c","mcp":{"server":"SV","tool":"go"}}
			{"type":"tool_result","tool":"x","itemId":"c","mcp":{"server":"SW"}}
			{"type":"tool_call","tool":"x","itemId":"d"}
			{"type":"tool_result","tool":"y","itemId":"d","mcp":{"server":"SV","tool":"go"}}`,
			"label detail toolName status",
			`work_log_entry SV go x completed
			work_log_entry SV T x completed
			work_log_entry SW go x completed
			work_log_entry SV go y completed`,
		},
		"titles (ES-WORK-01, ES-WORK-04)": {
			`{"type":"tool_call","tool":"Other","itemId":"a","args":{"title":" T "}}
			{"type":"tool_result","tool":"tool","itemId":"a"}
			{"type":"tool_call","tool":"Bash","itemId":"b","args":{"title":"T"}}
			{"type":"tool_result","tool":"","itemId":"b","result":{"title":"U"}}
			{"type":"tool_result","tool":"Bash","itemId":"c","result":[{"title":"U"}]}
			{"type":"tool_result","tool":"","itemId":"d"}`,
			"toolName label detail",
			"work_log_entry T T\nwork_log_entry U U T\nwork_log_entry Bash Bash\nwork_log_entry  tool",
		},
		"without an item nothing joins (ES-WORK-03)": {
			`{"type":"tool_call","tool":"Read","turnId":"t"}
			{"type":"tool_result","tool":"Read","turnId":"t","itemId":" "}`,
			"id status", "work_log_entry tool::t::#0 running\nwork_log_entry tool::t::#1 completed",
		},
		"whatever lies between (ES-WORK-03)": {
			`{"type":"tool_call","tool":"Read","itemId":"a","turnId":"t"}
			{"type":"user_message","text":"x"}
			{"type":"tool_call","tool":"Read","itemId":"a","turnId":"u"}
			{"type":"command","command":"c","itemId":"a","turnId":"t"}
			{"type":"tool_result","tool":"Read","itemId":"a","turnId":"t"}`,
			"status seconds createdAt",
			`work_log_entry completed 04 2026-08-10T10:00:00.000Z
			user_message 01
			work_log_entry running 02 2026-08-10T10:00:02.000Z
			work_log_entry running 03 2026-08-10T10:00:03.000Z`,
		},
		"what a step leaves out stays (ES-WORK-04)": {
			`{"type":"command","command":"ls","cwd":"/","output":"a","itemId":"a","parentItemId":"p","status":"running"}
			{"type":"command","command":null,"itemId":"a","status":"completed"}
			{"type":"web_search","query":"q","action":"open","results":[1],"resultsTotal":9,"itemId":"a"}
			{"type":"web_search","query":"q","itemId":"a","status":"failed"}
			{"type":"tool_result","tool":"R","result":"x","itemId":"a"}
			{"type":"tool_result","tool":"R","result":" ","itemId":"a"}
			{"type":"tool_result","tool":"R","result":[],"itemId":"a"}
			{"type":"tool_result","tool":"R","result":null,"itemId":"a"}
			{"type":"tool_result","tool":"R","itemId":"a"}
			{"type":"tool_result","tool":"R","result":"","itemId":"b"}
			{"type":"tool_result","tool":"R","result":0,"itemId":"b"}
			{"type":"tool_result","tool":"R","result":{"a":1},"itemId":"b"}`,
			"command cwd output parentItemId query action detail results resultsTotal result",
			`work_log_entry ls / a p
			work_log_entry q open open [1] 9
			work_log_entry x
			work_log_entry {"a":1}`,
		},
		"a shorter piece is no snapshot (ES-WORK-05)": {
			`{"type":"command","itemId":"a","output":"abc"}
			{"type":"command","itemId":"a","output":"ab"}`,
			"output", "work_log_entry abcab",
		},
		"files (ES-WORK-06)": {
			`{"type":"file_change","path":"(pending file)","itemId":"a","status":"running"}
			{"type":"file_change","path":"p","kind":"create","diff":"+x\n","itemId":"a","status":"running"}
			{"type":"file_change","path":"p","diff":"+x\n+y\n-z\n","itemId":"a"}
			{"type":"file_change","path":"q","kind":"modify","itemId":"a"}
			{"type":"file_change","path":"q","kind":"delete","itemId":"a"}
			{"type":"file_change","path":"(pending file)","itemId":"b","status":"running"}`,
			"label changedFiles",
			`work_log_entry q [{"path":"p","kind":"create","additions":2,"deletions":1,"diff":"+x\n+y\n-z\n"},{"path":"q","kind":"delete","additions":0,"deletions":0}]
			work_log_entry (pending file) [{"path":"(pending file)","additions":0,"deletions":0}]`,
		},
		"hooks that failed (ES-WORK-07)": {
			`{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:Bash error","detail":{"a":1},"turnId":"t"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:Bash error","detail":"d"}
			{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:Bash error"}`,
			"id label detail output status entryKind",
			`work_log_entry hook-error::t::0::PreToolUse:Bash error Hook PreToolUse:Bash error {|  "a": 1|} failed hook
			work_log_entry hook-error::no-turn::1::PreToolUse:Bash error Hook PreToolUse:Bash error d failed hook
			work_log_entry hook-error::no-turn::2::PreToolUse:Bash error Hook PreToolUse:Bash error failed hook`,
		},
		"addresses (ES-WORK-09)": {
			`{"type":"command","command":"curl localhost:1","output":"http://localhost:2 http://0.0.0.0:3","itemId":"a","status":"running"}
			{"type":"tool_result","tool":"R","result":{"a":["http://localhost:4","http://localhost:4"],"b":[[[[["http://localhost:5"]]]]]},"itemId":"a"}
			{"type":"tool_call","tool":"R","args":"http://127.0.0.1:6/.","itemId":"b"}`,
			"localUrls",
			`work_log_entry [{"url":"http://localhost:2","href":"http://localhost:2","host":"localhost","port":2},{"url":"http://0.0.0.0:3","href":"http://localhost:3","host":"0.0.0.0","port":3}]
			work_log_entry [{"url":"http://localhost:4","href":"http://localhost:4","host":"localhost","port":4}]
			work_log_entry [{"url":"http://127.0.0.1:6/","href":"http://localhost:6/","host":"127.0.0.1","port":6}]`,
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, c.members, c.want) })
	}
}

// TestParents: an entry, or an agent, whose parent does not stand before it is drawn, and named (ES-WORK-08).
func TestParents(t *testing.T) {
	checkCodes(t, `{"type":"tool_call","tool":"Task","itemId":"p","logicalItemId":"l"}
		{"type":"tool_call","tool":"Read","itemId":"a","parentItemId":"p"}
		{"type":"tool_call","tool":"Read","itemId":"b","parentItemId":"l"}
		{"type":"subagent_started","taskId":"t","parentToolUseId":"p"}`, "")
	checkCodes(t, `{"type":"tool_call","tool":"Read","itemId":"a","parentItemId":"missing"}
		{"type":"tool_result","tool":"Read","itemId":"a","parentItemId":"missing"}`, "orphan_parent")
	checkCodes(t, `{"type":"subagent_started","taskId":"t","parentToolUseId":"missing"}
		{"type":"subagent_progress","taskId":"t","parentToolUseId":"missing"}`, "orphan_parent")
	checkCodes(t, `{"type":"subagent_result","taskId":"t","parentToolUseId":"missing"}
		{"type":"subagent_started","taskId":"t","parentToolUseId":"missing"}`, "orphan_parent")
	checkCodes(t, `{"type":"tool_call","tool":"Read","itemId":"a","logicalItemId":"l"}
		{"type":"tool_result","tool":"Read","itemId":"b","logicalItemId":"l"}
		{"type":"tool_call","tool":"Read","itemId":"c","parentItemId":"b"}`, "")
}
