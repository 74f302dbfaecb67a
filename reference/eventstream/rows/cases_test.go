package rows_test

import (
	"strings"
	"testing"
)

// TestReports are the reports of this format, as far as rows show what is right. An event may say its sequence.
func TestReports(t *testing.T) {
	for name, c := range map[string]struct{ events, members, want, codes string }{
		"82 two pieces in one millisecond (ES-ROW-03)": {
			`{"type":"text","text":"Hel","messageId":"m1","turnId":"t1"}
			{"type":"text","text":"lo","messageId":"m1","turnId":"t1"}`,
			"text", `text "Hello"`, "",
		},
		"83 a whole envelope again (ES-ROW-03)": {
			`{"type":"text","text":"Hello","messageId":"m1","sequence":5}
			{"type":"text","text":"Hello","messageId":"m1","sequence":5}
			{"type":"text","text":" world","messageId":"m1","sequence":6}`,
			"text", `text "Hello world"`, "repeated_event",
		},
		"85 two items of one turn (ES-TEXT-01)": {
			`{"type":"text","text":"Alpha ","itemId":"i1","turnId":"t1"}
			{"type":"text","text":"Beta","itemId":"i2","turnId":"t1"}
			{"type":"text","text":" more","itemId":"i2","turnId":"t1"}`,
			"text", "text \"Alpha \"\ntext \"Beta more\"", "",
		},
		"86 thoughts of other items and turns (ES-THINK-01)": {
			`{"type":"reasoning","text":"think A","itemId":"r1","turnId":"t1","summaryIndex":0}
			{"type":"reasoning","text":"think B","itemId":"r2","turnId":"t1","summaryIndex":0}
			{"type":"reasoning","text":"think C","itemId":"r2","turnId":"t2","summaryIndex":0}`,
			"text", "reasoning \"think A\"\nreasoning \"think B\"\nreasoning \"think C\"", "",
		},
		"88 a number that comes twice stops nothing (ES-ROW-03)": {
			`{"type":"user_message","text":"a","turnId":"t1","sequence":1}
			{"type":"text","text":"b","messageId":"m1","sequence":2}
			{"type":"tokens","turnId":"t1","sequence":2}
			{"type":"user_message","text":"c","turnId":"t2","sequence":3}
			{"type":"text","text":"d","messageId":"m2","sequence":5}`,
			"text", "user_message \"a\"\ntext \"b\"\nuser_message \"c\"\ntext \"d\"", "",
		},
		"89 one tool, three item ids (ES-WORK-02, ES-WORK-04)": {
			`{"type":"tool_call","tool":"Bash","args":{"command":"ls"},"itemId":"p1","logicalItemId":"L1","turnId":"t1"}
			{"type":"tool_result","tool":"Bash","result":"","itemId":"p2","logicalItemId":"L1","turnId":"t1","status":"running"}
			{"type":"tool_result","tool":"tool","result":"a.txt","itemId":"p3","logicalItemId":"L1","turnId":"t1","status":"completed"}`,
			"label status result itemId", "work_log_entry Bash completed a.txt p3", "",
		},
		"92 a parent that is not there (ES-WORK-08)": {
			`{"type":"tool_call","tool":"Task","itemId":"d1","turnId":"t1"}
			{"type":"tool_call","tool":"Task","itemId":"d2","parentItemId":"d1","turnId":"t1"}
			{"type":"tool_call","tool":"Read","itemId":"o1","parentItemId":"missing-parent","turnId":"t1"}`,
			"itemId parentItemId", "work_log_entry d1\nwork_log_entry d2 d1\nwork_log_entry o1 missing-parent", "orphan_parent",
		},
		"94 a retraction that names what replaces it (ES-TEXT-05)": {
			`{"type":"text","text":"withdrawn text","messageId":"m1"}
			{"type":"transcript_retraction","messageIds":["m1"],"replacementMessageId":"m2"}
			{"type":"text","text":"kept text","messageId":"m2"}`,
			"text", `text "kept text"`, "",
		},
		"95 one list, one plan (ES-TODO-01, ES-PLAN-02)": {
			`{"type":"todo_update","items":[{"id":"1","status":"pending"}],"turnId":"t1"}
			{"type":"todo_update","items":[{"id":"1","status":"completed"}],"turnId":"t1"}
			{"type":"plan_text","text":"draft","turnId":"t1"}
			{"type":"plan","steps":[{"text":"a"}],"turnId":"t1"}`,
			"items steps", "todo_update [{\"id\":\"1\",\"status\":\"completed\"}]\nplan [{\"text\":\"a\"}]", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			list := envelopes(t, c.events)
			for i := range list {
				list[i].Timestamp = at(0)
				list[i].Sequence, list[i].Event = list[i].Event.Get("sequence"), list[i].Event.Without("sequence")
			}
			m, codes := add(list)
			var got []string
			for _, row := range m.Rows() {
				got = append(got, show(row, strings.Fields(c.members)))
			}
			if strings.Join(got, "\n") != c.want || strings.Join(codes, " ") != c.codes {
				t.Errorf("%q %v, want %q", got, codes, c.want)
			}
		})
	}
}
