package compact_test

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// value decodes JSON that a test wrote itself; "" is Undefined.
func value(text string) jsvalue.Value {
	if text == "" {
		return jsvalue.Value{}
	}
	v, err := jsvalue.Decode(text)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return v
}

func members(text string) []jsvalue.Member {
	var list []jsvalue.Member
	for key, v := range value(text).Members() {
		list = append(list, jsvalue.Member{Key: key, Value: v})
	}
	return list
}

// fillers come near the cap of a block together.
var fillers = []string{
	strings.Repeat("x", 99_998), strings.Repeat("y", 100_000), strings.Repeat("z", 49_999), strings.Repeat("\U0001F600", 25_000),
	strings.Repeat("w", 99_987) + "\U0001F600" + strings.Repeat("w", 20),
}

func pick[T any](t *rapid.T, from ...T) T {
	return from[rapid.IntRange(0, len(from)-1).Draw(t, "pick")]
}

func chance(t *rapid.T, percent int) bool {
	return rapid.IntRange(0, 99).Draw(t, "chance") >= 100-percent
}

func drawText(t *rapid.T) string {
	if chance(t, 6) {
		return fillers[rapid.IntRange(0, len(fillers)-1).Draw(t, "filler")]
	}
	return pick(t, "a", "b", "", "\n", "c\n", "\nd", "\xed\xa0\xbd", "\xed\xb8\x80", "\xed\xa0\xbde", "é")
}

// stream draws updates of which many are like one before.
type stream struct {
	*rapid.T
	metas []update.Meta
}

func drawUpdates(t *rapid.T) []update.Update {
	s := &stream{T: t}
	var updates []update.Update
	for range rapid.IntRange(0, 12).Draw(t, "updates") {
		updates = append(updates, s.update())
	}
	return updates
}

func (s *stream) update() update.Update {
	switch rapid.IntRange(0, 19).Draw(s.T, "kind") {
	case 0, 1, 2, 3, 4, 5, 6:
		kind := pick(s.T, update.AgentMessageChunk, update.AgentMessageChunk, update.AgentThoughtChunk, update.UserMessageChunk, update.UserMessageChunk)
		return update.Update{Kind: kind, Content: update.TextContent(drawText(s.T)), Meta: s.meta()}
	case 7:
		u := update.Usage(update.TokenUsage{InputTokens: 1}, pick(s.T, "", "", "x"), nil, nil)
		meta := s.meta()
		meta.Extra = append(u.Meta.Extra, meta.Extra...)
		u.Meta = meta
		return u
	case 8, 9:
		content := pick(s.T, `{"type":"image","data":"QQ","mimeType":"image/*"}`, `{"type":"image","data":""}`, `{"type":"image","attachmentId":"i"}`,
			`{"type":"resource","attachmentId":"i"}`, `{"type":"resource","attachmentId":""}`, `{"type":"resource_link","uri":"u","name":"n"}`, `{"type":"audio"}`)
		v := value(content)
		return update.Update{Kind: update.UserMessageChunk, Content: update.Content{Type: v.Get("type").Text(), Value: v}, Meta: s.meta()}
	case 10:
		return update.Update{Kind: update.Status, Content: update.TextContent(drawText(s.T)), Source: "s", Meta: s.meta()}
	case 11:
		return update.Update{Kind: update.PromptCancelled, PromptID: pick(s.T, "p", "q"), ElapsedMs: 1, CancelledAt: 2, Meta: s.meta()}
	case 12:
		u := update.Update{Kind: update.Plan, Entries: []update.PlanEntry{{Content: pick(s.T, "a", "b"), Status: "pending"}}, Meta: s.meta()}
		if u.Meta.Provenance != nil {
			own := *u.Meta.Provenance
			own.PlanToolCallID = pick(s.T, "x", "y")
			u.Meta.Provenance = &own
		}
		return u
	default:
		return s.tool()
	}
}

// tool draws a tool update; most say little, so that several of one call can follow each other.
func (s *stream) tool() update.Update {
	u := update.Update{Kind: pick(s.T, update.ToolCallUpdate, update.ToolCallUpdate, update.ToolCallUpdate, update.ToolCall), ToolCallID: pick(s.T, "x", "x", "y", ""), Meta: s.meta()}
	u.ToolStatus = pick(s.T, "", "", update.InProgress, update.Pending, update.Completed, update.Failed, "odd")
	if chance(s.T, 15) {
		u.Title = pick(s.T, "t", "u")
	}
	if chance(s.T, 15) {
		u.ToolKind = pick(s.T, "k", "agent")
	}
	if chance(s.T, 30) {
		u.HasToolContent = true
		u.ToolContent = pick(s.T, nil, []update.ToolContent{{Text: "c"}}, []update.ToolContent{{Text: "d"}, {Diff: value(`{"type":"diff"}`)}})
	}
	if chance(s.T, 20) {
		u.HasLocations = true
		u.Locations = []jsvalue.Value{value(pick(s.T, `{"path":"a"}`, `{"password":"b"}`, deepValue))}
	}
	if chance(s.T, 25) {
		u.RawInput = value(pick(s.T, `{}`, `{"path":"p","range":[1,2]}`, `{"command":"ls"}`, `""`, `null`, deepValue))
	}
	if chance(s.T, 35) {
		u.RawOutput = value(pick(s.T, `"o"`, `"o"`, `""`, `null`, `1`, `{"status":"background"}`, `{"subagentSessionReady":true}`, `{"subagentSessionReady":false}`,
			`{"todos":[{"content":"c","status":"pending"}]}`, `{"type":"ask_user_question_answers","text":"t"}`, deepValue))
	}
	if chance(s.T, 20) {
		ready := rapid.Bool().Draw(s.T, "ready")
		u.SubagentSessionReady = &ready
	}
	if u.Meta.Provenance != nil && chance(s.T, 15) {
		own := *u.Meta.Provenance
		own.ResultPreviewText = pick(s.T, "preview", "other")
		u.Meta.Provenance = &own
	}
	u.Meta.Extra = append(u.Meta.Extra[:len(u.Meta.Extra):len(u.Meta.Extra)], members(pick(s.T, `{}`, `{}`, `{"toolName":"read"}`, `{"toolName":"read"}`, `{"toolName":"todo_write"}`,
		`{"toolStatus":"cancelled"}`, `{"toolStatus":"odd","provenance":"mcp","serverId":"s"}`, `{"toolName":5}`))...)
	return u
}

var deepValue = `{"a":` + strings.Repeat("[", 17) + strings.Repeat("]", 17) + `}`

// meta draws one anew, or one that was drawn before.
func (s *stream) meta() update.Meta {
	if len(s.metas) > 0 && chance(s.T, 70) {
		return s.metas[rapid.IntRange(max(0, len(s.metas)-2), len(s.metas)-1).Draw(s.T, "again")]
	}
	var m update.Meta
	if ids := pick(s.T, []string{"a"}, []string{"a", "b"}, []string{"a,b"}, []string{"a", "a"}, []string{"__proto__"}, []string{"a\x00b"}, []string{}, nil); ids != nil {
		m.Provenance = &update.Provenance{SourceRecordIDs: ids, SegmentID: pick(s.T, "", "a:0", "a:1")}
	}
	m.Extra = members(pick(s.T, `{}`, `{}`, `{}`, `{"promptId":"p"}`, `{"promptId":"q","x":1}`, `{"promptId":5}`, `{"source":"cron"}`, `{"source":"slash_command"}`,
		`{"qwenDiscreteMessage":true}`, `{"qwenDiscreteMessage":false}`, `{"x":1}`, `{"x":1.0,"y":2}`, `{"x":{"a":1,"b":2}}`, `{"x":{"b":2,"a":1}}`, `{"0":1,"x":2}`, `{"usage":{"inputTokens":2}}`))
	if chance(s.T, 40) {
		m.Timestamp = update.Timestamp{Ms: float64(rapid.IntRange(1, 2).Draw(s.T, "time")), Valid: true}
	}
	if chance(s.T, 20) {
		m.BackgroundTurn = value(pick(s.T, `{"turnId":"p","a":1}`, `{"a":1,"turnId":"p"}`, `{"turnId":"q"}`))
	}
	if chance(s.T, 8) {
		m.Extra = append(m.Extra, pick(s.T, jsvalue.Member{Key: "timestamp", Value: value(`"t"`)}, jsvalue.Member{Key: "timestamp", Value: value(`"u"`)}, jsvalue.Member{Key: "x"}, jsvalue.Member{Key: "x", Value: value("7")}))
	}
	s.metas = append(s.metas, m)
	return m
}
