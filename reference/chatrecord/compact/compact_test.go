package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/compact"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// parse reads one update a line.
func parse(t *testing.T, lines []string) []update.Update {
	t.Helper()
	updates := []update.Update{}
	for _, line := range lines {
		value, err := jsvalue.Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		u, err := update.Parse(value)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		updates = append(updates, u)
	}
	return updates
}

// write is the updates as JSON, one a line.
func write(updates []update.Update) []string {
	lines := []string{}
	for _, u := range updates {
		lines = append(lines, string(jsvalue.Append(nil, u.Value())))
	}
	return lines
}

// The short forms of the tables. A meta is the inside of its object; "" is none.
func chunk(kind, text, meta string) string {
	return withMeta(fmt.Sprintf(`{"sessionUpdate":"%s","content":{"type":"text","text":"%s"}`, kind, text), meta)
}

func agent(text, meta string) string   { return chunk("agent_message_chunk", text, meta) }
func thought(text, meta string) string { return chunk("agent_thought_chunk", text, meta) }
func user(text, meta string) string    { return chunk("user_message_chunk", text, meta) }

func start(id, members, meta string) string {
	return withMeta(fmt.Sprintf(`{"sessionUpdate":"tool_call","toolCallId":"%s"%s`, id, members), meta)
}

func change(id, members, meta string) string {
	return withMeta(fmt.Sprintf(`{"sessionUpdate":"tool_call_update","toolCallId":"%s"%s`, id, members), meta)
}

func withMeta(open, meta string) string {
	if meta == "" {
		return open + "}"
	}
	return open + `,"_meta":{` + meta + `}}`
}

// from is the provenance of records, in a segment or in none.
func from(segment string, ids ...string) string {
	out := `"qwenTranscript":{"sourceRecordIds":["` + strings.Join(ids, `","`) + `"]`
	if segment != "" {
		out += `,"segmentId":"` + segment + `"`
	}
	return out + "}"
}

func image(meta string) string {
	return withMeta(`{"sessionUpdate":"user_message_chunk","content":{"type":"image","data":"QQ==","mimeType":"image/png"}`, meta)
}

func link(meta string) string {
	return withMeta(`{"sessionUpdate":"user_message_chunk","content":{"type":"resource_link","uri":"u","name":"n"}`, meta)
}

func attachment(kind, meta string) string {
	return withMeta(`{"sessionUpdate":"user_message_chunk","content":{"type":"`+kind+`","attachmentId":"i","mimeType":"image/png","size":1}`, meta)
}

const (
	usage     = `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":""},"_meta":{"usage":{"inputTokens":1}}}`
	plan      = `{"sessionUpdate":"plan","entries":[]}`
	planOfX   = `{"sessionUpdate":"plan","entries":[],"_meta":{"qwenTranscript":{"sourceRecordIds":["a"],"planToolCallId":"x"}}}`
	status    = `{"sessionUpdate":"status","content":{"type":"text","text":"done"},"source":"background_task_completed"}`
	cancelled = `{"sessionUpdate":"prompt_cancelled","promptId":"p","elapsedMs":1,"cancelledAt":2}`
)

type test struct {
	name     string
	in, want []string // want nil: the same as in
}

func run(t *testing.T, tests []test) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.want == nil {
				test.want = test.in
			}
			updates, want := parse(t, test.in), write(parse(t, test.want))
			if diff := cmp.Diff(want, write(compact.Compact(updates))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			checkLaw(t, updates)
		})
	}
}

// turn is a background turn of a task.
func turn(task string) string {
	return `"backgroundTurn":{"turnId":"t","taskId":"` + task + `","kind":"agent","startedAt":1}`
}

// long is a text of so many units.
func long(units int) string { return strings.Repeat("x", units) }

// CR-COMPACT-01.
func TestJoiningText(t *testing.T) {
	a, b := from("a:0", "a"), from("a:3", "a")
	discreteOfA := `"qwenDiscreteMessage":true,` + a
	run(t, []test{
		{"live, by role", []string{agent("a", ""), agent("b", ""), thought("c", ""), thought("d", ""), user("e", ""), user("f", "")}, []string{agent("ab", ""), thought("cd", ""), user("ef", "")}},
		{"replayed, by record and segment", []string{agent("a", a), agent("b", a), agent("c", b)}, []string{agent("ab", a), agent("c", b)}},
		{"another segment of one record of the user", []string{user("a", a), user("\\n", b), user("b", a)}, nil},
		{"another record", []string{agent("a", from("", "a")), agent("b", from("", "b"))}, nil},
		{"live and replayed", []string{agent("a", ""), agent("b", from("", "b"))}, nil},
		{"ids that join to one text", []string{agent("a", from("", "a,b")), agent("b", from("", "a", "b")), agent("c", from("", `a\",\"b`))}, nil},
		{"an id and a segment that join to one text", []string{agent("a", from("b:c", "a")), agent("b", from("c", "a:b"))}, nil},
		{"ids in another order", []string{agent("a", from("", "a", "b")), agent("b", from("", "b", "a"))}, nil},
		{"ids that a block takes for the same", []string{agent("a", from("", "a", "a")), agent("b", from("", "a"))}, nil},
		{"no segment and one", []string{user("a", a), user("b", from("", "a")), user("c", a)}, nil},
		{"discrete", []string{agent("a", ""), agent("b", `"qwenDiscreteMessage":true`), agent("c", `"qwenDiscreteMessage":true`), agent("d", "")}, nil},
		{"discrete, of one record of the user", []string{user("a", discreteOfA), user("b", discreteOfA), user("c", a), user("d", discreteOfA)}, nil},
		{"an empty text", []string{agent("a", ""), agent("", ""), agent("b", "")}, nil},
		{"halves of a character", []string{agent(`\ud83d`, ""), agent(`\ude00`, "")}, []string{agent(`\ud83d\ude00`, "")}},
		{"the last timestamp", []string{agent("a", `"timestamp":1`), agent("b", `"timestamp":3`), agent("c", "")}, []string{agent("abc", `"timestamp":3`)}},
		{"meta of both", []string{agent("a", `"x":1,"y":2`), agent("b", `"y":3,"z":4,"timestamp":5`)}, []string{agent("ab", `"x":1,"y":3,"z":4,"timestamp":5`)}},
		{"a member that would stand before the timestamp", []string{agent("a", `"timestamp":1`), agent("b", `"z":4`)}, nil},
		{"a timestamp that would stand before the background turn", []string{agent("a", `"promptId":"t",`+turn("k")), agent("b", `"promptId":"t","timestamp":4`)}, nil},
		{"an object in place of another", []string{agent("a", `"x":{"b":1}`), agent("b", `"x":{"a":1}`)}, nil},
		{"an object in place of a number", []string{agent("a", `"x":1`), agent("b", `"x":{"a":1}`)}, nil},
		{"a number in place of an object", []string{agent("a", `"x":{"a":1}`), agent("b", `"x":1`)}, nil},
		{"the same object", []string{agent("a", `"x":{"a":1}`), agent("b", `"x":{"a":1}`)}, []string{agent("ab", `"x":{"a":1}`)}},
		{"a background turn", []string{agent("a", `"promptId":"t"`), agent("b", `"promptId":"t",`+turn("k"))}, []string{agent("ab", `"promptId":"t",`+turn("k"))}},
		{"another background turn of the prompt", []string{agent("a", turn("k")), agent("b", turn("l"))}, nil},
		{"ids once more than in their block", []string{agent("a", from("", "a", "a")), agent("b", from("", "a", "a"))}, nil},
		{"agent and user, both open", []string{agent("a", ""), image(""), agent("b", ""), user("c", "")}, nil},
		{"another prompt", []string{user("a", `"promptId":"p"`), user("b", `"promptId":"q"`), user("c", "")}, nil},
		{"another source", []string{agent("a", ""), agent("b", `"source":"slash_command"`)}, nil},
		{"a user's line without a segment", []string{user("a", from("a:0", "a")), user("b", from("", "a")), user("c", from("", "a"))}, nil},
		{"over the cap", []string{agent(long(60_000), ""), agent(long(60_000), ""), agent("a", "")}, []string{agent(long(120_000), ""), agent("a", "")}},
		{"at the cap", []string{agent(long(60_000), ""), usage, agent(long(40_000), ""), agent("a", ""), agent("b", "")}, nil},
		{"at the cap by a line feed", []string{user(long(60_000), from("a:0", "a")), user(long(39_999), from("a:1", "a")), user("a", from("a:1", "a"))}, nil},
	})
}

// CR-COMPACT-01, CR-COMPACT-04: what fills up a block parts from what comes after; so it counts which chunks share a block.
func TestFullBlocks(t *testing.T) {
	a0, a1, p, q := from("a:0", "a"), from("a:1", "a"), `"promptId":"p"`, `"promptId":"q"`
	const discrete = `"qwenDiscreteMessage":true`
	begin, change := start("x", "", ""), change("x", "", "")
	inX := `{"sessionUpdate":"plan","entries":[],"_meta":{"qwenTranscript":{"sourceRecordIds":["a"],"planToolCallId":"x"}}}`
	noData := `{"sessionUpdate":"user_message_chunk","content":{"type":"image","data":"","mimeType":"image/png"},"_meta":{"qwenTranscript":{"sourceRecordIds":["b"]}}}`
	noID := `{"sessionUpdate":"user_message_chunk","content":{"type":"resource","attachmentId":"","mimeType":"m","size":1},"_meta":{"qwenTranscript":{"sourceRecordIds":["b"]}}}`
	cancelledTurn := strings.TrimSuffix(cancelled, "}") + `,"_meta":{` + turn("k") + `}}`
	most, rest := long(60_000), long(40_000)
	for _, test := range []struct {
		name   string
		before []string
		kind   func(text, meta string) string
		meta   string
		text   string // the last before the block is full, if all is in one block
		joins  bool   // with the next one
	}{
		{"usage", []string{agent(most, ""), usage}, agent, "", rest, false},
		{"an empty text", []string{agent(most, ""), thought("", "")}, agent, "", rest, false},
		{"a start", []string{agent(most, ""), begin}, agent, "", rest, true},
		{"a plan", []string{agent(most, ""), plan}, agent, "", rest, true},
		{"a plan, then a start of its call", []string{inX, agent(most, ""), begin}, agent, "", rest, false},
		{"a result", []string{begin, agent(most, ""), change}, agent, "", rest, false},
		{"a result, not merged", []string{begin, cancelled, agent(most, ""), change}, agent, "", rest, false},
		{"a plan again", []string{plan, agent(most, ""), plan}, agent, "", rest, false},
		{"a cancelled prompt", []string{agent(most, ""), cancelled}, agent, "", rest, true},
		{"a prompt cancelled again", []string{cancelled, agent(most, ""), cancelled}, agent, "", rest, false},
		{"a turn cancelled again", []string{cancelledTurn, agent(most, ""), cancelledTurn}, agent, "", rest, true},
		{"a prompt with the id of a cancelled turn", []string{cancelledTurn, agent(most, ""), strings.Replace(cancelled, `"p"`, `"t"`, 1)}, agent, "", rest, false},
		{"a status", []string{agent(most, ""), status}, agent, "", rest, true},
		{"a thought", []string{agent(most, ""), thought("t", "")}, agent, "", rest, true},
		{"a text of the user", []string{agent(most, ""), user("t", "")}, agent, "", rest, true},
		{"an image", []string{agent(most, ""), image("")}, agent, "", rest, false},
		{"an image, then a text of the user", []string{agent(most, ""), image(""), user("t", "")}, agent, "", rest, false},
		{"another record", []string{agent(most, from("", "b"))}, agent, from("", "a"), rest, true},
		{"another segment", []string{agent(most, a0)}, agent, a1, rest, true},
		{"another prompt", []string{user(most, p)}, user, q, rest, true},
		{"a prompt and another one", []string{user(most, ""), user("t", p)}, user, q, rest, true},
		{"a discrete text", []string{user(most, discrete)}, user, "", rest, true},
		{"made discrete", []string{user(most, ""), image(discrete)}, user, "", rest, true},
		{"an image of another record", []string{user(most, a0), image(from("", "b"))}, user, a0, rest, true},
		{"an image of the record", []string{user(most, a0), image(a1)}, user, a0, rest, false},
		{"an image without data", []string{user(most, a0), noData}, user, a0, rest, false},
		{"an attachment without id", []string{user(most, a0), noID}, user, a0, rest, false},
		{"a text in place of an image", []string{user(most, ""), attachment("image", "")}, user, "", long(40_000 - 500), false},
		{"a line feed", []string{user(most, a0)}, user, a1, long(39_999), false},
		{"a line feed that is there", []string{user(long(59_999)+`\n`, a0)}, user, a1, long(39_998), true},
		{"a line feed that begins", []string{user(most, a0)}, user, a1, `\n` + long(39_997), true},
		{"no line feed before the first line", nil, user, a1, long(99_998), true},
		{"a line feed in an empty block", []string{image(a0)}, user, a1, long(99_998), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			updates := parse(t, append(test.before, test.kind(test.text, test.meta), test.kind("a", test.meta), test.kind("b", test.meta)))
			short := checkLaw(t, updates)
			last := short[len(short)-1].Content.Text
			if joins := strings.HasSuffix(last, "xab"); joins != test.joins || !joins && last != "b" {
				t.Errorf("joins: %v; the last text ends in %q", joins, last[max(0, len(last)-5):])
			}
		})
	}
}

// CR-COMPACT-02.
func TestWhatPasses(t *testing.T) {
	begin := start("x", `,"status":"in_progress"`, "")
	for name, between := range map[string]string{
		"usage": usage, "plan": plan, "image": image(""), "attachment": attachment("resource", ""), "gone image": attachment("image", ""),
		"link": link(""), "status": status, "prompt cancelled": cancelled, "start": begin,
	} {
		t.Run(name, func(t *testing.T) {
			run(t, []test{
				{"alone", []string{between, between}, nil},
				{"between texts", []string{user("a", ""), user("b", ""), between, user("c", ""), user("d", "")}, []string{user("ab", ""), between, user("cd", "")}},
			})
			if name == "prompt cancelled" {
				return
			}
			run(t, []test{{
				"between a start and its result",
				[]string{start("y", `,"status":"in_progress"`, ""), between, change("y", `,"status":"completed"`, "")},
				[]string{start("y", `,"status":"completed"`, ""), between},
			}})
		})
	}
	run(t, []test{
		{"a merged update parts no texts", []string{begin, agent("a", ""), change("x", `,"status":"failed"`, ""), agent("b", "")}, []string{start("x", `,"status":"failed"`, ""), agent("ab", "")}},
		{"a plan of a call", []string{planOfX, change("x", `,"status":"failed"`, ""), planOfX, change("x", `,"status":"failed"`, "")}, nil},
	})
}

// CR-COMPACT-03.
func TestMergingTools(t *testing.T) {
	const text = `,"content":[{"type":"content","content":{"type":"text","text":"out"}}]`
	begin := start("x", `,"status":"in_progress","title":"t","content":[],"locations":[]`, `"toolName":"n","provenance":"builtin","timestamp":1,`+from("", "a"))
	beginWithInput := start("x", `,"status":"in_progress","rawInput":{}`, "")
	deep := `,"rawOutput":` + strings.Repeat("[", 18) + strings.Repeat("]", 18)
	deepAsList := `,"locations":[{"path":` + strings.Repeat("[", 15) + "1" + strings.Repeat("]", 15) + "}]"
	run(t, []test{
		{
			"a result and its start",
			[]string{begin, change("x", `,"status":"completed"`+text, `"toolName":"n","provenance":"mcp","artifacts":[1],"timestamp":2,`+from("", "b", "a", "b"))},
			[]string{start("x", `,"status":"completed","title":"t"`+text+`,"locations":[]`, `"toolName":"n","provenance":"builtin","artifacts":[1],"timestamp":1,`+from("", "a", "b"))},
		},
		{"live", []string{start("x", `,"status":"pending"`, ""), change("x", `,"status":"in_progress"`, ""), change("x", `,"status":"completed","rawOutput":1`, "")}, []string{start("x", `,"status":"completed","rawOutput":1`, "")}},
		{"by their ids", []string{start("x", `,"status":"pending"`, ""), start("y", `,"status":"pending"`, ""), change("x", `,"status":"failed"`, ""), change("y", `,"status":"completed"`, "")}, []string{start("x", `,"status":"failed"`, ""), start("y", `,"status":"completed"`, "")}},
		{"a label and its end", []string{start("x", `,"status":"failed"`, `"toolStatus":"cancelled"`), change("x", `,"status":"completed"`, "")}, []string{start("x", `,"status":"completed"`, "")}},
		{"a label", []string{beginWithInput, change("x", `,"status":"failed"`, `"toolStatus":"cancelled"`)}, []string{start("x", `,"status":"failed","rawInput":{}`, `"toolStatus":"cancelled"`)}},
		{"a ready session", []string{beginWithInput, change("x", `,"subagentSessionReady":true`, "")}, []string{start("x", `,"status":"in_progress","rawInput":{},"subagentSessionReady":true`, "")}},
		{"a stated preview", []string{beginWithInput, change("x", text, `"qwenTranscript":{"sourceRecordIds":["b"],"resultPreviewText":"p"}`)}, []string{start("x", `,"status":"in_progress"`+text+`,"rawInput":{}`, `"qwenTranscript":{"sourceRecordIds":["b"],"resultPreviewText":"p"}`)}},
		{"before any start", []string{change("x", `,"rawOutput":1`, ""), change("x", `,"rawOutput":2`, "")}, []string{change("x", `,"rawOutput":2`, "")}},
		{"a prompt that a start has not", []string{beginWithInput, change("x", text, `"promptId":"p"`)}, []string{start("x", `,"status":"in_progress"`+text+`,"rawInput":{}`, "")}},

		{"output after input: the first stays, the next join", []string{beginWithInput, change("x", `,"rawOutput":1`, ""), change("x", `,"rawOutput":2`, "")}, []string{beginWithInput, change("x", `,"rawOutput":2`, "")}},
		{"an empty output", []string{change("x", `,"rawOutput":1`, ""), change("x", `,"rawOutput":""`, ""), change("x", `,"rawOutput":2`, "")}, nil},
		{"an empty output after input", []string{beginWithInput, change("x", `,"rawOutput":""`, "")}, []string{start("x", `,"status":"in_progress","rawInput":{},"rawOutput":""`, "")}},
		{"input", []string{change("x", "", ""), change("x", `,"rawInput":{}`, "")}, nil},
		{"a start that joins", []string{change("x", `,"status":"completed"`, ""), start("x", `,"rawInput":{}`, ""), change("x", `,"status":"failed"`, "")}, nil},
		{"a second start", []string{begin, begin}, nil},
		{"another title", []string{start("x", `,"status":"pending"`, ""), change("x", `,"title":"t"`, "")}, nil},
		{"another kind", []string{start("x", `,"status":"pending"`, ""), change("x", `,"kind":"t"`, "")}, nil},
		{"another tool", []string{start("x", `,"status":"pending"`, `"toolName":"n"`), change("x", "", `"toolName":"m"`)}, nil},
		{"over a cancelled prompt", []string{begin, cancelled, change("x", `,"status":"in_progress"`, "")}, nil},
		{"behind a cancelled prompt", []string{cancelled, change("x", "", ""), change("x", `,"status":"completed"`, "")}, []string{cancelled, change("x", `,"status":"completed"`, "")}},
		{"a value that is cut", []string{change("x", "", ""), change("x", deep, ""), change("x", `,"rawOutput":1`, "")}, nil},
		{"a location that is cut for the level of its list", []string{start("x", `,"status":"in_progress"`+deepAsList, ""), change("x", `,"status":"completed","locations":[{"path":"a"}]`, "")}, nil},
		{"out of the background", []string{change("x", `,"rawOutput":{"status":"background"}`, ""), change("x", `,"rawOutput":1`, "")}, nil},
		{"out of the background and back", []string{change("x", `,"rawOutput":{"status":"background"}`, ""), change("x", `,"rawOutput":1`, ""), change("x", `,"rawOutput":{"status":"background"}`, "")}, nil},
		{"a session that is ready after all", []string{change("x", `,"subagentSessionReady":false`, ""), change("x", `,"subagentSessionReady":true`, "")}, nil},
		{"after a stated preview", []string{change("x", text, `"qwenTranscript":{"sourceRecordIds":["b"],"resultPreviewText":"p"}`), change("x", "", "")}, nil},
	})
}

// CR-COMPACT-04: of the streams that the benchmarks take.
func TestShapes(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			var updates []update.Update
			for i := range 60 {
				updates = append(updates, shape(i))
			}
			checkLaw(t, updates)
		})
	}
}

func TestNoUpdates(t *testing.T) {
	if got := compact.Compact(nil); got == nil || len(got) != 0 {
		t.Errorf("Compact(nil) = %#v", got)
	}
}

// CR-COMPACT-04: a meta that no JSON gives, with a typed member in the open ones too, or with an Undefined one.
func TestOddMeta(t *testing.T) {
	say := func(text string, at float64, key, v string) update.Update {
		u := update.AgentMessage(update.TextContent(text), []jsvalue.Member{{Key: key, Value: value(v)}}, nil)
		u.Meta.Timestamp = update.Timestamp{Ms: at, Valid: at > 0}
		return u
	}
	for _, updates := range [][]update.Update{
		{say("a", 5, "timestamp", `"t"`), say("b", 0, "timestamp", `"u"`)},
		{say("a", 0, "x", "1"), say("b", 0, "x", "")},
	} {
		if short := checkLaw(t, updates); len(short) != 2 {
			t.Errorf("joined: %s", write(short))
		}
	}
}

// CR-COMPACT-03: what is merged into a start is written neither behind the ids nor behind the members of the input, and odd
// members of an update are left out.
func TestMergingOddTools(t *testing.T) {
	ids := append(make([]string, 0, 2), "a")
	extra := append(make([]jsvalue.Member, 0, 2), jsvalue.Member{Key: "k", Value: value("1")})
	begin := update.Update{Kind: update.ToolCall, ToolCallID: "x", ToolStatus: update.InProgress, Meta: update.Meta{
		Extra: extra, Provenance: &update.Provenance{SourceRecordIDs: ids},
	}}
	end := update.Update{Kind: update.ToolCallUpdate, ToolCallID: "x", Meta: update.Meta{
		Extra: []jsvalue.Member{
			{Key: "k"},
			{Key: "timestamp", Value: value("1")},
			{Key: "l", Value: value("2")},
		},
		Provenance: &update.Provenance{SourceRecordIDs: []string{"b"}},
	}}
	short := checkLaw(t, []update.Update{begin, end})
	want := []string{start("x", `,"status":"in_progress"`, `"k":1,"l":2,`+from("", "a", "b"))}
	if diff := cmp.Diff(want, write(short)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if ids[:2][1] != "" || extra[:2][1].Key != "" {
		t.Error("the room behind the input was written to")
	}
}
