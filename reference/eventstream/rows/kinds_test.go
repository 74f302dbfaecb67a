package rows_test

import (
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestKinds: a member of another kind than its rule wants counts as absent, and what only groups make is not believed
// (ES-ROW-04).
func TestKinds(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want string }{
		"a card": {
			`{"type":"ade_card","cardId":"c","title":"T","rows":[1],"progress":{"passed":1}}
			{"type":"ade_card","cardId":"c","title":7,"rows":5,"metrics":{},"progress":[],"stale":"x","degradedReason":5}`,
			"title rows metrics progress stale actions", `ade_card T [1] {"passed":1}`,
		},
		"a steer": {
			`{"type":"user_message","text":"a","steerId":"s","displayText":"D","attachments":[1]}
			{"type":"user_message","text":5,"steerId":"s","displayText":5,"attachments":5,"metadata":5}`,
			"text displayText attachments metadata", `user_message "a" D [1]`,
		},
		"a compaction": {
			`{"type":"context_compact","turnId":"t","state":"started"}
			{"type":"context_compact","turnId":"t","compactionId":5,"state":5}`,
			"state compactionId", `context_compact completed`,
		},
		"usage": {`{"type":"context_usage","origin":5}`, "origin", `context_usage`},
		"errors": {
			`{"type":"error","turnId":"t","message":"m"}
			{"type":"error","turnId":"t","message":"m","detail":5}
			{"type":"error","turnId":"t","message":"m","detail":""}`,
			"seconds", "error 00\nerror 02",
		},
		"a turn": {`{"type":"structured_question","turnId":5,"question":5}`, "turnId question", `structured_question 5`},
		"work": {
			`{"type":"command","command":"ls","cwd":"/","itemId":"a"}
			{"type":"command","command":5,"cwd":5,"itemId":"a","turnId":5,"parentItemId":5,"status":5}
			{"type":"web_search","query":"q","action":"open","actions":[1],"resultsTotal":2,"itemId":"a"}
			{"type":"web_search","query":5,"action":{},"actions":{},"results":5,"resultsTotal":"3","itemId":"a"}
			{"type":"tool_call","tool":"R","itemId":5,"logicalItemId":"l"}`,
			"command cwd query action actions results resultsTotal itemId turnId parentItemId status",
			"work_log_entry ls / a running\nwork_log_entry q open [1] 2 a running\nwork_log_entry running",
		},
		"a file": {
			`{"type":"file_change","path":"p","kind":"create","diff":"+a","itemId":"a","status":"running"}
			{"type":"file_change","path":5,"kind":5,"diff":5,"itemId":"a"}
			{"type":"file_change","diff":"+b","itemId":"b"}
			{"type":"file_change","path":"q","itemId":"b"}
			{"type":"file_change","diff":"+c"}`,
			"label status changedFiles",
			`work_log_entry p completed [{"path":"p","kind":"create","additions":1,"deletions":0,"diff":"+a"}]
			work_log_entry q completed [{"path":"q","additions":0,"deletions":0}]
			work_log_entry (pending file) completed [{"path":"(pending file)","additions":1,"deletions":0,"diff":"+c"}]`,
		},
		"a result has no args (ES-WORK-01)": {`{"type":"tool_result","tool":"R","args":1}`, "args", "work_log_entry"},
		"what groups make": {
			`{"type":"reasoning","text":"a","turnId":"t","parts":[],"startTimestamp":"never"}
			{"type":"done","turnId":"t","status":"failed","subagentStoppedCount":9}`,
			"parts startTimestamp subagentStoppedCount", "reasoning\ndone",
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.events, c.members, c.want) })
	}
}

// TestHookDetail: the detail of a hook that failed is indented unless that would make much of little (ES-WORK-07).
func TestHookDetail(t *testing.T) {
	for levels, want := range map[int]bool{32: true, 33: false, 10_000: false} {
		detail := strings.Repeat("[", levels) + strings.Repeat("]", levels)
		m, _ := add(envelopes(t, `{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:Bash error","detail":`+detail+`}`))
		output := m.Rows()[0].Event.Get("entry").Get("output").Text()
		if strings.Contains(output, "\n") != want || !want && output != detail {
			t.Errorf("%d levels: %d bytes", levels, jsvalue.Length(output))
		}
	}
}

// TestHalves: a snapshot may end within a character (ES-WORK-05).
func TestHalves(t *testing.T) {
	check(t, `{"type":"command","command":"c","itemId":"a","output":"a\ud83d"}
		{"type":"command","itemId":"a","output":"a\ud83d\ude00b"}
		{"type":"command","itemId":"a","output":"a\ud83d\ude00b\ud83e"}
		{"type":"command","itemId":"a","output":"a\ud83d\ude00b\ud83d\ude00"}
		{"type":"file_change","path":"p","itemId":"b","diff":"+\ud83d"}
		{"type":"file_change","path":"p","itemId":"b","diff":"+\ud83d\ude00"}
		{"type":"plan_text","text":"a\ud83d","turnId":"t"}
		{"type":"plan_text","text":"a\ud83d\ude00","turnId":"t"}`,
		"output changedFiles text",
		`work_log_entry a😀b`+"\xed\xa0\xbe"+`a😀b😀
		work_log_entry [{"path":"p","additions":1,"deletions":0,"diff":"+😀"}]
		plan_text "a😀"`)
}

// TestRepeatsOfNotices: what makes a status, an error or a notice the same as one before (ES-NOTE-01 to ES-NOTE-03).
func TestRepeatsOfNotices(t *testing.T) {
	check(t, `{"type":"error","turnId":"t","message":"m","errorInfo":"x"}
		{"type":"error","turnId":" t ","message":" m","errorInfo":"x"}
		{"type":"error","turnId":"t","message":"m","errorInfo":"x "}
		{"type":"error","turnId":"u","errorInfo":null}
		{"type":"error","turnId":"u"}
		{"type":"status","turnStatus":"failed","message":"A"}
		{"type":"status","turnStatus":"failed","message":"A "}
		{"type":"status","turnStatus":"failed","message":"B"}`,
		"seconds", "error 00\nerror 02\nerror 03\nstatus 05\nstatus 07")
	check(t, `{"type":"system_notice","noticeKind":"info","message":"A"}
		{"type":"system_notice","noticeKind":"hook","message":"Hook: PreToolUse:x error"}
		{"type":"system_notice","noticeKind":"info","message":"A"}
		{"type":"system_notice","noticeKind":"info","message":"session ready"}
		{"type":"system_notice","noticeKind":"info","message":"A"}`,
		"seconds", "system_notice 00\nwork_log_entry 01\nsystem_notice 02")
}
