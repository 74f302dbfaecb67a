package compact_test

import (
	"slices"
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

// stream draws updates that differ from each other in a few ways only, so that many of them nearly go together.
type stream struct {
	*rapid.T
	kinds []int // of update, the drawn ones
	vary  map[string]bool
	meta  map[string]int // the choices that do not vary
}

// The kinds of update that a stream is drawn from; a text and a tool are in every second one.
const (
	drawnAgent = iota
	drawnUser
	drawnThought
	drawnTool
	drawnUsage
	drawnAttached
	drawnStatus
	drawnCancelled
	drawnPlan
)

func drawUpdates(t *rapid.T) []update.Update {
	s := &stream{T: t, vary: map[string]bool{}, meta: map[string]int{}}
	main := pick(t, drawnAgent, drawnUser, drawnTool, drawnTool)
	s.kinds = []int{main, main, main, main}
	for range rapid.IntRange(0, 3).Draw(t, "kinds") {
		s.kinds = append(s.kinds, rapid.IntRange(drawnAgent, drawnPlan).Draw(t, "kind"))
	}
	for range rapid.IntRange(1, 4).Draw(t, "vary") {
		s.vary[pick(t, "time", "turn", "prompt", "source", "x", "segment", "ids", "discrete", "odd", "order", "text", "text", "size", "attached",
			"id", "status", "title", "kind", "content", "locations", "input", "output", "output", "ready", "stated", "name", "label", "more")] = true
	}
	var updates []update.Update
	for range rapid.IntRange(1, 9).Draw(t, "updates") {
		updates = append(updates, s.update(s.kinds[rapid.IntRange(0, len(s.kinds)-1).Draw(t, "which")]))
	}
	return updates
}

// one chooses what a field is: anew if the field varies, else as before. What does not vary is mostly the first, plain one.
func one[T any](s *stream, field string, from ...T) T {
	if s.vary[field] {
		return pick(s.T, from...)
	}
	at, known := s.meta[field]
	if !known {
		if chance(s.T, 25) {
			at = rapid.IntRange(0, len(from)-1).Draw(s.T, field)
		}
		s.meta[field] = at
	}
	return from[at]
}

func (s *stream) update(kind int) update.Update {
	switch kind {
	case drawnAgent:
		return update.Update{Kind: update.AgentMessageChunk, Content: update.TextContent(s.text()), Meta: s.newMeta()}
	case drawnUser:
		return update.Update{Kind: update.UserMessageChunk, Content: update.TextContent(s.text()), Meta: s.newMeta()}
	case drawnThought:
		return update.Update{Kind: update.AgentThoughtChunk, Content: update.TextContent(s.text()), Meta: s.newMeta()}
	case drawnUsage:
		u := update.Usage(update.TokenUsage{InputTokens: 1}, pick(s.T, "", "", "x"), nil, nil)
		meta := s.newMeta()
		meta.Extra = append(u.Meta.Extra, meta.Extra...)
		u.Meta = meta
		return u
	case drawnAttached:
		v := value(one(s, "attached", `{"type":"resource_link","uri":"u","name":"n"}`, `{"type":"image","attachmentId":"i"}`, `{"type":"image","data":"QQ","mimeType":"image/*"}`,
			`{"type":"image","data":""}`, `{"type":"resource","attachmentId":"i"}`, `{"type":"resource","attachmentId":""}`, `{"type":"audio"}`))
		return update.Update{Kind: update.UserMessageChunk, Content: update.Content{Type: v.Get("type").Text(), Value: v}, Meta: s.newMeta()}
	case drawnStatus:
		return update.Update{Kind: update.Status, Content: update.TextContent(s.text()), Source: "s", Meta: s.newMeta()}
	case drawnCancelled:
		return update.Update{Kind: update.PromptCancelled, PromptID: pick(s.T, "p", "q"), ElapsedMs: 1, CancelledAt: 2, Meta: s.newMeta()}
	case drawnPlan:
		u := update.Update{Kind: update.Plan, Entries: []update.PlanEntry{{Content: pick(s.T, "a", "b"), Status: "pending"}}, Meta: s.newMeta()}
		if u.Meta.Provenance != nil {
			u.Meta.Provenance.PlanToolCallID = one(s, "id", "x", "y", "")
		}
		return u
	}
	return s.tool()
}

func (s *stream) text() string {
	return one(s, "size", "", "", "", fillers[0], fillers[1], fillers[2], fillers[3], fillers[4]) + one(s, "text", "a", "b", "", "\n", "c\n", "\xed\xa0\xbd", "\xed\xb8\x80")
}

func (s *stream) tool() update.Update {
	u := update.Update{Kind: pick(s.T, update.ToolCallUpdate, update.ToolCallUpdate, update.ToolCallUpdate, update.ToolCall), Meta: s.newMeta()}
	u.ToolCallID = one(s, "id", "x", "y", "")
	u.ToolStatus = one(s, "status", "", update.InProgress, update.Completed, update.Pending, "odd")
	u.Title = one(s, "title", "", "t", "u")
	u.ToolKind = one(s, "kind", "", "k", "agent")
	switch one(s, "content", "none", "empty", "c", "d") {
	case "empty":
		u.HasToolContent = true
	case "c":
		u.HasToolContent, u.ToolContent = true, []update.ToolContent{{Text: "c"}}
	case "d":
		u.HasToolContent, u.ToolContent = true, []update.ToolContent{{Text: "d"}, {Diff: value(`{"type":"diff"}`)}}
	}
	if location := one(s, "locations", "", `{"path":"a"}`, `{"password":"b"}`, deepValue(s.T)); location != "" {
		u.HasLocations, u.Locations = true, []jsvalue.Value{value(location)}
	}
	u.RawInput = value(one(s, "input", "", `{}`, `{"path":"p","range":[1,2]}`, `{"command":"ls"}`, `""`, `null`, deepValue(s.T)))
	u.RawOutput = value(one(s, "output", "", `"o"`, `""`, `null`, `1`, `{"status":"background"}`, `{"subagentSessionReady":true}`, `{"subagentSessionReady":false}`,
		`{"todos":[{"content":"c","status":"pending"}]}`, `{"type":"ask_user_question_answers","text":"t"}`, deepValue(s.T)))
	if ready := one(s, "ready", "", "false", "true"); ready != "" {
		isReady := ready == "true"
		u.SubagentSessionReady = &isReady
	}
	if u.Meta.Provenance != nil {
		u.Meta.Provenance.ResultPreviewText = one(s, "stated", "", "preview", "other")
	}
	for _, text := range []string{
		one(s, "name", `{}`, `{"toolName":"read"}`, `{"toolName":"todo_write"}`, `{"toolName":5}`),
		one(s, "label", `{}`, `{"toolStatus":"cancelled"}`, `{"toolStatus":"odd"}`),
		one(s, "more", `{}`, `{"provenance":"mcp","serverId":"s"}`, `{"provenance":"builtin"}`, `{"artifacts":[1]}`, `{"artifacts":[2]}`),
	} {
		u.Meta.Extra = append(u.Meta.Extra, members(text)...)
	}
	return u
}

// deepValue is a value around the depth cap (CR-BLOCK-19), wherever in an update it stands.
func deepValue(t *rapid.T) string {
	depth := rapid.IntRange(13, 17).Draw(t, "depth")
	return `{"a":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
}

func (s *stream) newMeta() update.Meta {
	var m update.Meta
	ids := one(s, "ids", nil, []string{"a"}, []string{"a", "b"}, []string{"a,b"}, []string{"a", "a"}, []string{"__proto__"}, []string{"a\x00b"}, []string{})
	if ids != nil {
		m.Provenance = &update.Provenance{SourceRecordIDs: ids, SegmentID: one(s, "segment", "", "a:0", "a:1")}
	}
	fields := []string{
		one(s, "prompt", `{}`, `{"promptId":"p"}`, `{"promptId":"q"}`, `{"promptId":5}`),
		one(s, "source", `{}`, `{"source":"slash_command"}`, `{"source":"cron"}`),
		one(s, "x", `{}`, `{"x":1}`, `{"x":1.0,"y":2}`, `{"x":{"a":1,"b":2}}`, `{"x":{"b":2,"a":1}}`, `{"0":1,"x":2}`, `{"usage":{"inputTokens":2}}`),
		one(s, "discrete", `{}`, `{"qwenDiscreteMessage":true}`, `{"qwenDiscreteMessage":false}`),
	}
	if one(s, "order", false, true) {
		slices.Reverse(fields)
	}
	for _, text := range fields {
		m.Extra = append(m.Extra, members(text)...)
	}
	if at := one(s, "time", 0, 1, 2); at > 0 {
		m.Timestamp = update.Timestamp{Ms: float64(at), Valid: true}
	}
	m.BackgroundTurn = value(one(s, "turn", "", `{"turnId":"p","a":1}`, `{"a":1,"turnId":"p"}`, `{"turnId":"p","a":2}`, `{"turnId":"q"}`))
	if odd := one(s, "odd", "", "", `"t"`, `"u"`, "7"); odd == "7" {
		m.Extra = append(m.Extra, pick(s.T, jsvalue.Member{Key: "x"}, jsvalue.Member{Key: "x", Value: value(odd)}))
	} else if odd != "" {
		m.Extra = append(m.Extra, jsvalue.Member{Key: "timestamp", Value: value(odd)})
	}
	return m
}
