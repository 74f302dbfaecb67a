package compact_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// drawReplay replays a generated chain, with a gap, hostile ids and every kind of record that shows something.
func drawReplay(t *rapid.T) []update.Update {
	g := &session{t}
	var records []*prepare.Record
	var gaps []prepare.Gap
	for i := range rapid.IntRange(1, 7).Draw(t, "records") {
		uuid := strings.Repeat(pick(t, "r", "a,b", "a\x00", "__proto__", "a\n"), 1) + fmt.Sprint(i)
		v := value(fmt.Sprintf(`{"sessionId":"s","uuid":%s,%s"parentUuid":null,%s}`, quote(uuid), g.time(i), g.record()))
		record, ok := prepare.Validate(v, i, func(diagnostic.Diagnostic) {})
		if !ok {
			t.Fatalf("not a record: %s", jsvalue.Append(nil, v))
		}
		records = append(records, &record)
		if chance(t, 10) {
			gaps = append(gaps, prepare.Gap{ChildUUID: uuid})
		}
	}
	m := replay.New(replay.Options{Gaps: gaps})
	var updates []update.Update
	for _, record := range records {
		for e := range m.Project(record) {
			updates = append(updates, e.Update)
		}
	}
	for e := range m.Finalize() {
		updates = append(updates, e.Update)
	}
	return updates
}

func quote(text string) string { return string(jsvalue.AppendQuoted(nil, text)) }

// session draws the members of records as JSON.
type session struct{ *rapid.T }

func (g *session) time(i int) string {
	if chance(g.T, 15) {
		return ""
	}
	return fmt.Sprintf(`"timestamp":"2026-07-14T00:00:0%dZ",`, i)
}

func (g *session) record() string {
	background := ""
	if chance(g.T, 20) {
		background = `"backgroundTurn":{"turnId":"p","taskId":"k","kind":"agent","startedAt":1},`
	}
	switch rapid.IntRange(0, 9).Draw(g.T, "record") {
	case 0, 1, 2:
		return background + `"type":"assistant"` + pick(g.T, "", `,"subtype":"realtime_message"`) + g.usage() + g.message()
	case 3, 4, 5:
		return background + `"type":"tool_result"` + g.outcome() + g.message()
	case 6, 7:
		return background + `"type":"user"` + g.userExtras() + g.message()
	default:
		return background + `"type":"system",` + g.event()
	}
}

func (g *session) usage() string {
	return pick(g.T, "", `,"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2}`)
}

func (g *session) message() string {
	var parts []string
	for range rapid.IntRange(0, 5).Draw(g.T, "parts") {
		parts = append(parts, g.part())
	}
	return `,"message":{"parts":[` + strings.Join(parts, ",") + `]}`
}

func (g *session) part() string {
	id := pick(g.T, "", `"id":"x",`, `"id":"x",`, `"id":"y",`, `"id":"__proto__",`)
	name := pick(g.T, "read", "read", "write", "todo_write", "mcp__s__t", "task")
	switch rapid.IntRange(0, 9).Draw(g.T, "part") {
	case 0, 1, 2, 3:
		return `{"text":` + quote(drawText(g.T)) + pick(g.T, "", "", `,"thought":true`) + `}`
	case 4:
		return pick(g.T, `{"inlineData":{"mimeType":"image/png","data":"QQ=="}}`, `{"inlineData":{"mimeType":"image/png","data":""}}`)
	case 5, 6:
		args := pick(g.T, `{"path":"p","description":"d"}`, `{}`, `{"command":"ls"}`, deepValue(g.T))
		return fmt.Sprintf(`{"functionCall":{%s"name":%q,"args":%s}}`, id, name, args)
	default:
		if chance(g.T, 20) {
			return fmt.Sprintf(`{"functionResponse":{%s"response":{"output":"o"}}}`, id)
		}
		return fmt.Sprintf(`{"functionResponse":{%s"name":%q,"response":{%s}}}`, id, name, pick(g.T, `"output":"1"`, `"output":"2"`, `"error":"e"`, `"a":{"token":1}`))
	}
}

func (g *session) outcome() string {
	if chance(g.T, 30) {
		return ""
	}
	display := pick(g.T, `null`, `""`, `"shown"`, `"again"`, `{"fileName":"f","newContent":"n"}`, deepValue(g.T), `{"status":"background"}`, `{"subagentSessionReady":true}`,
		`{"type":"vision_bridge_notice","summary":"s","notice":"n"}`, `{"type":"task_execution","executionSummary":{"inputTokens":5}}`,
		`{"type":"todo_list","planId":"p","todos":[{"content":"c","status":"pending"}]}`, `{"type":"todo_list","todos":1}`)
	return fmt.Sprintf(`,"toolCallResult":{%s"resultDisplay":%s%s}`, pick(g.T, "", "", `"callId":"x",`), display,
		pick(g.T, "", "", `,"status":"cancelled"`, `,"error":"no"`, `,"artifacts":[1]`, `,"artifacts":[2]`))
}

func (g *session) userExtras() string {
	payload := pick(g.T, "", "", `"displayText":"shown"`, `"displayText":""`, `"attachmentReferences":[{"type":"image","attachmentId":"i","mimeType":"m","size":1},{"type":"resource","attachmentId":"j","mimeType":"m","size":1}]`,
		`"resourceLinks":[{"type":"resource_link","uri":"u","name":"n"}]`, `"displayText":"d","resourceLinks":[{"type":"resource_link","uri":"u","name":"n"}]`)
	if payload != "" {
		payload = `,"systemPayload":{` + payload + `}`
	}
	return payload + pick(g.T, "", "", "", `,"subtype":"mid_turn_user_message"`, `,"subtype":"notification"`, `,"subtype":"cron"`, `,"subtype":"realtime_message"`) +
		pick(g.T, "", "", `,"daemonPromptId":"p"`, `,"daemonPromptId":"q"`)
}

func (g *session) event() string {
	return pick(g.T,
		`"subtype":"turn_result","systemPayload":{"state":"cancelled","promptId":"p","startedAt":1,"cancelledAt":5}`,
		`"subtype":"turn_result","systemPayload":{"state":"cancelled","promptId":"q","startedAt":1,"cancelledAt":5}`,
		`"subtype":"agent_session_ready","systemPayload":{"callId":"x","subagentSessionReady":true}`,
		`"subtype":"agent_session_ready","systemPayload":{"callId":"x","subagentSessionReady":false}`,
		`"subtype":"background_task_completed","systemPayload":{"displayText":"done","backgroundTask":{"id":1}}`,
		`"subtype":"background_task_completed","systemPayload":{"displayText":""}`,
		`"subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[{"text":"a"},{"text":"b"},{"text":"c"}]}`,
		`"subtype":"telemetry"`)
}
