package groups_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// of makes rows of events, one on a line.
func of(t *testing.T, events string) []rows.Row {
	t.Helper()
	m := rows.New("s")
	for i, line := range strings.Split(strings.TrimSpace(events), "\n") {
		e, err := jsvalue.Decode(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		m.Add(event.Envelope{SessionID: "s", Timestamp: fmt.Sprintf("2026-08-10T10:00:%02dZ", i), Event: e})
	}
	return m.Rows()
}

// show is the groups by type, with what they hold.
func show(list []rows.Row) string {
	var out []string
	for _, row := range list {
		word := row.Event.Get("type").Text()
		for _, entry := range row.Event.Get("entries").Elements() {
			word += " " + entry.Get("itemId").Text()
		}
		for _, key := range []string{"summary", "text", "status"} {
			if value := row.Event.Get(key).Text(); value != "" && word != "text" {
				word += " " + key + "=" + strings.ReplaceAll(value, "\n", "|")
			}
		}
		if items := row.Event.Get("items"); items.IsArray() {
			word += fmt.Sprintf(" %d items", items.Len())
		}
		out = append(out, word)
	}
	return strings.Join(out, "; ")
}

// TestFold: probes 46 to 50 and what the vectors leave open (ES-GROUP-01 to ES-GROUP-07). How the time of Fold grows
// `go test -bench Growth` measures.
func TestFold(t *testing.T) {
	const (
		x       = `{"type":"tool_call","tool":"Read","itemId":"x","turnId":"t1"}`
		y       = `{"type":"tool_call","tool":"Read","itemId":"y","turnId":"t1"}`
		other   = `{"type":"tool_call","tool":"Read","itemId":"z","turnId":"t2"}`
		bare    = `{"type":"tool_call","tool":"Read","itemId":"b"}`
		summary = `{"type":"tool_use_summary","summary":"S","toolUseIds":["x"," "],"turnId":"t1"}`
		two     = `{"type":"tool_use_summary","summary":"Two","toolUseIds":["x"],"turnId":"t1"}`
		wrong   = `{"type":"tool_use_summary","summary":"W","toolUseIds":["q"],"turnId":"t1"}`
		late    = `{"type":"tool_use_summary","summary":"L","turnId":"t2"}`
		think   = `{"type":"reasoning","text":" a ","itemId":"r","turnId":"t1"}`
		again   = `{"type":"reasoning","text":"b","itemId":"r2","turnId":"t1"}`
		user    = `{"type":"user_message","text":"u"}`
		todo    = `{"type":"todo_update","items":[{"id":"1"}],"turnId":"t1"}`
		wakeup  = `{"type":"scheduled_work_update","id":"w","kind":"wakeup","status":"scheduled","turnId":"t1"}`
		cron    = `{"type":"scheduled_work_update","id":"c","kind":"cron","status":"scheduled"}`
		failed  = `{"type":"status","turnStatus":"failed","turnId":"t1"}`
		end     = `{"type":"done","status":"failed","turnId":"t1","usage":{"inputTokens":2}}`
		fine    = `{"type":"done","status":"completed","turnId":"t1"}`
	)
	for _, c := range []struct {
		want   string
		events []string
	}{
		{"work_log_group x y", []string{x, y}},
		{"work_log_group x y", []string{x, strings.Replace(y, `"t1"`, `" t1 "`, 1)}},
		{"work_log_group x y", []string{x, strings.Replace(y, `"t1"`, `5`, 1)}},
		{"activity_bundle 1 items; activity_bundle 1 items", []string{strings.Replace(todo, "t1", " ", 1), strings.Replace(wakeup, "t1", " ", 1)}},
		{"work_log_group x; work_log_group z", []string{x, other}},
		{"work_log_group b x", []string{bare, x}},
		{"work_log_group x summary=S", []string{x, summary}},
		{"work_log_group x summary=Two", []string{x, summary, two}},
		{"work_log_group x; tool_use_summary summary=W", []string{x, wrong}},
		{"work_log_group x; tool_use_summary summary=L", []string{x, late}},
		{"tool_use_summary summary=S", []string{summary}},
		{"work_log_group x; user_message text=u; tool_use_summary summary=S", []string{x, user, summary}},
		{"work_log_group x y summary=S", []string{x, summary, y}},
		{"reasoning text= a ; work_log_group x", []string{think, x}},
		{"work_log_group x; reasoning text= a ", []string{x, think}},
		{"reasoning text=a||---||b; work_log_group x", []string{think, x, again}},
		{"reasoning text= a ; work_log_group z", []string{think, other}},
		{"reasoning text=x||---||b", []string{`{"type":"reasoning","text":"x","itemId":"r","turnId":"t1","parts":[]}`, again}},
		{"activity_bundle 2 items", []string{todo, wakeup}},
		{"activity_bundle 1 items; activity_bundle 1 items", []string{cron, todo}},
		{"activity_bundle 1 items; activity_bundle 1 items", []string{cron, `{"type":"todo_update","items":[{"id":"1"}]}`}},
		{"status", []string{failed}},
		{"done status=failed", []string{failed, end}},
		{"status; done status=completed", []string{failed, fine}},
	} {
		if got := show(groups.Fold(of(t, strings.Join(c.events, "\n")))); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v:\n got %s\nwant %s", c.events, got, c.want)
		}
	}
}

// rowsFrom are rows as they could be drawn, named a, b and so on.
func rowsFrom(t *testing.T, events ...string) (list []rows.Row) {
	t.Helper()
	for i, text := range events {
		e, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, rows.Row{Key: string(rune('a' + i)), Timestamp: strconv.Itoa(i), Event: e})
	}
	return list
}

// TestEqualStatuses: of equal ones the last stays (ES-GROUP-05).
func TestEqualStatuses(t *testing.T) {
	const status = `{"type":"status","turnStatus":"failed","turnId":"t","message":"m"}`
	if got := groups.Fold(rowsFrom(t, status, status)); len(got) != 1 || got[0].Key != "b" {
		t.Error(got)
	}
}

// TestMembers: what the folded rows say (ES-GROUP-04, ES-GROUP-06 to ES-GROUP-09).
func TestMembers(t *testing.T) {
	for _, c := range []struct {
		want   string
		events []string
	}{
		{
			`{"key":"activity-phase-reasoning:reasoning-group:a","timestamp":"2","event":{"type":"reasoning","text":"x\n\n---\n\ny\n\n---\n\nz","itemId":"i","startTimestamp":"0","parts":["x "," y"," ","z"]}}`,
			[]string{`{"type":"reasoning","text":"x ","itemId":"i"}`, `{"type":"reasoning","text":" y","itemId":"i"}`, `{"type":"reasoning","itemId":"j","text":"","parts":[" ","z"]}`},
		},
		{
			`{"key":"terminus:b","timestamp":"1","event":{"type":"done","status":"failed","n":1,"usage":{"inputTokens":4,"x":1},"subagentStoppedCount":1}}`,
			[]string{`{"type":"done","status":"interrupted","n":1,"usage":{"inputTokens":2}}`, `{"type":"done","status":"failed","n":2,"usage":{"inputTokens":2,"x":1,"y":"z"}}`},
		},
		{
			`{"key":"terminus:c","timestamp":"2","event":{"type":"done","status":"failed","n":1,"usage":{},"subagentStoppedCount":1}}` + "\n" +
				`{"key":"b","timestamp":"1","event":{"type":"turn_recap"}}` + "\n" + `{"key":"d","timestamp":"3","event":{"type":"turn_recap"}}`,
			[]string{`{"type":"done","status":"failed","n":1}`, `{"type":"turn_recap"}`, `{"type":"done","status":"failed"}`, `{"type":"turn_recap"}`},
		},
		{
			`{"key":"terminus:d","timestamp":"3","event":{"type":"done","status":"failed","usage":{"x":1},"subagentStoppedCount":1,"reasons":["disk full","gone"]}}`,
			[]string{
				`{"type":"status","turnStatus":"failed","message":" disk full\n"}`, `{"type":"done","status":"failed","costUsd":1e308,"usage":{"x":1,"y":1e308}}`,
				`{"type":"status","turnStatus":"interrupted","message":"gone"}`, `{"type":"done","status":"failed","costUsd":1e308,"usage":{"y":1e308}}`,
			},
		},
		{
			`{"key":"a","timestamp":"0","event":{"type":"done","status":"failed"}}` + "\n" + `{"key":"b","timestamp":"1","event":{"type":"turn_recap"}}`,
			[]string{`{"type":"done","status":"failed"}`, `{"type":"turn_recap"}`},
		},
		{
			`{"key":"background-job-group:a","timestamp":"1","event":{"type":"background_job_group","count":2,"label":"l","agentKeys":["p","q"],"startedAt":"2026-01-01","status":"completed","exitCode":null,"durationMs":7}}`,
			[]string{
				`{"type":"background_job_line","agentKey":"p","label":"l","status":"completed","startedAt":"2026-01-02","exitCode":0,"durationMs":7}`,
				`{"type":"background_job_line","agentKey":"q","label":"l","status":"completed","startedAt":"2026-01-01","exitCode":1,"durationMs":5}`,
			},
		},
		{
			`{"key":"background-job-group:a","timestamp":"1","event":{"type":"background_job_group","count":2,"label":"l","agentKeys":["p","q"],"startedAt":"x","status":"running"}}`,
			[]string{`{"type":"background_job_line","agentKey":"p","label":"l","status":"running","startedAt":"x"}`, `{"type":"background_job_line","agentKey":"q","label":"l","status":"running","startedAt":"y"}`},
		},
	} {
		var got []string
		for _, row := range groups.Fold(rowsFrom(t, c.events...)) {
			got = append(got, string(jsvalue.Append(nil, row.Value())))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
			t.Error(diff)
		}
	}
}

// TestStoppedAgents: those without an anchor have none to jump to, those without a description have a title (ES-GROUP-08).
func TestStoppedAgents(t *testing.T) {
	list := groups.Fold(of(t, `{"type":"scheduled_work_update","kind":"background_task","id":"a","status":"running"}
		{"type":"subagent_started","taskId":"b","description":"do"}
		{"type":"subagent_result","taskId":"a","status":"stopped"}
		{"type":"subagent_result","taskId":"b","status":"stopped"}`))
	got := string(jsvalue.Append(nil, list[len(list)-1].Event.Get("items")))
	want := `[{"agentKey":"a","title":"Subagent task","jumpToStartRowKey":null},{"agentKey":"b","title":"do","jumpToStartRowKey":"subagent-spawn:b"}]`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
