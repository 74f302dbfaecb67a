package generate

import (
	"fmt"
	"slices"
	"strings"
)

// EventShape is a way for the file of a chat to be large. The first lines of each are a small one.
type EventShape struct {
	Name  string
	event func(i int) string // the i-th event, from 0, without its braces
}

// EventShapes are those of chats: each makes another part of an implementation work on everything that came before.
func EventShapes() []EventShape { return slices.Clone(eventShapes) }

// Case is a chat of that many events.
func (s EventShape) Case(events int) EventCase {
	var text strings.Builder
	for i := range events {
		fmt.Fprintf(&text, `{"sessionId":"s","timestamp":"2026-08-10T%02d:%02d:%02d.%03dZ","sequence":%d,"event":{%s}}`+"\n", 10+i/3_600_000%10, i/60_000%60, i/1000%60, i%1000, i, s.event(i))
	}
	return EventCase{Text: text.String()}
}

var eventShapes = []EventShape{
	{"one message", func(i int) string {
		return fmt.Sprintf(`"type":"text","text":"word %d ","messageId":"m","turnId":"t"`, i)
	}},
	{"two messages that alternate", func(i int) string {
		return fmt.Sprintf(`"type":"text","text":"word %d ","messageId":"m%d","turnId":"t"`, i, i%2)
	}},
	{"texts of a turn between notices", func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`"type":"text","text":"word %d","turnId":"t"`, i)
		}
		return fmt.Sprintf(`"type":"system_notice","noticeKind":"info","message":"notice %d","turnId":"t"`, i)
	}},
	{"messages that are retracted", func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`"type":"text","text":"word","messageId":"m%d"`, i)
		}
		return fmt.Sprintf(`"type":"transcript_retraction","messageIds":["m%d"]`, i-1)
	}},
	{"tools", func(i int) string {
		if i%2 == 0 {
			return fmt.Sprintf(`"type":"tool_call","tool":"Read","args":{"path":"%d"},"itemId":"i%d","turnId":"t"`, i, i)
		}
		return fmt.Sprintf(`"type":"tool_result","tool":"Read","result":"%d","itemId":"i%d","turnId":"t"`, i, i-1)
	}},
	{"results of one tool", func(i int) string {
		return fmt.Sprintf(`"type":"tool_result","tool":"Read","result":"%d","itemId":"i","turnId":"t","status":"running"`, i)
	}},
	{"one command", func(i int) string {
		return fmt.Sprintf(`"type":"command","command":"make","output":"line %d\n","itemId":"i"`, i)
	}},
	{"files of one item", func(i int) string {
		return fmt.Sprintf(`"type":"file_change","path":"%d","diff":"+x\n","itemId":"i","turnId":"t"`, i%300)
	}},
	{"thoughts", func(i int) string {
		return fmt.Sprintf(`"type":"reasoning","text":"thought %d ","itemId":"r%d","turnId":"t"`, i, i%2)
	}},
	{"tasks", func(i int) string {
		return fmt.Sprintf(`"type":"todo_update","items":[{"id":"1","description":"%d","status":"pending"}],"turnId":"t"`, i)
	}},
	{"drafts and plans", func(i int) string {
		if i%8 < 7 {
			return fmt.Sprintf(`"type":"plan_text","text":"step %d\n","turnId":"t"`, i)
		}
		return fmt.Sprintf(`"type":"plan","steps":[{"text":"%d","status":"pending"}],"turnId":"t"`, i)
	}},
	{"steers", func(i int) string { return fmt.Sprintf(`"type":"user_message","text":"wait","steerId":"s%d"`, i/2) }},
	{"sub-agents", func(i int) string {
		kind := []string{"subagent_started", "subagent_progress", "subagent_result"}[i%3]
		return fmt.Sprintf(`"type":%q,"agentId":"a%d","summary":"does %d","description":"d","status":"stopped"`, kind, i/3, i)
	}},
	{"jobs", func(i int) string {
		return fmt.Sprintf(`"type":"scheduled_work_update","kind":"background_task","id":"j%d","status":%q,"title":"make"`, i/2, []string{"running", "completed"}[i%2])
	}},
	{"one card", func(i int) string {
		return fmt.Sprintf(`"type":"ade_card","cardId":"c","title":"%d","rows":[%d]`, i, i)
	}},
	{"errors", func(i int) string { return fmt.Sprintf(`"type":"error","message":"error %d","turnId":"t"`, i/2) }},
	{"ends that fold", func(i int) string {
		return fmt.Sprintf(`"type":"done","status":"interrupted","turnId":"t%d","usage":{"inputTokens":%d}`, i, i)
	}},
	{"stalls and recoveries", func(i int) string {
		return fmt.Sprintf(`"type":%q,"turnId":"t%d","state":"recovered"`, []string{"codex_turn_stalled", "turn_recovery"}[i%2], i/2)
	}},
}
