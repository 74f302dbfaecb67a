package chatrecord

import (
	"cmp"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The invariants of this file judge members that carry no content. Titles, kinds and locations of a call may come from a
// presentation adapter (CR-REPLAY-49), so that only their presence is demanded.
var memberInvariants = []model.Invariant{
	{
		ID: "tools-are-named", Rules: []string{"CR-REPLAY-19", "CR-REPLAY-33", "CR-REPLAY-49", "CR-BLOCK-14", "CR-BLOCK-15", "CR-BLOCK-16"},
		Says:  "A tool has the name of its last event that has one; what a start began has title, kind and locations, what a result began is called as its tool.",
		Check: onProjections(toolsAreNamed),
	},
	{
		ID: "prompts-and-turns", Rules: []string{"CR-REPLAY-04", "CR-REPLAY-07", "CR-REPLAY-08", "CR-PREP-13", "CR-BLOCK-03", "CR-BLOCK-07", "CR-BLOCK-16"},
		Says:  "The prompt id of a block is that of its record, or else its turn; a tool carries the turn of the record that began it.",
		Check: onProjections(promptsAndTurns),
	},
	{
		ID: "members-of-kinds", Rules: []string{"CR-BLOCK-17", "CR-REPLAY-41", "CR-REPLAY-43", "CR-BLOCK-27", "CR-PREVIEW-15", "CR-PREVIEW-24"},
		Says:  "Thoughts are collapsed, notices have source and data of their record, cancellations their time, previews a known kind; a tool whose content has a text previews a result.",
		Check: onProjections(membersOfKinds),
	},
}

func toolsAreNamed(v *View, p *problems) bool {
	blocks := v.judgedTools()
	for tool, b := range blocks {
		if got := b.Value.Get("toolName").Text(); got != tool.Shown {
			p.add(b.path("toolName"), "is %q, want %q", got, tool.Shown)
		}
		title := b.Value.Get("title").Text()
		if title == "" {
			p.add(b.path("title"), "is empty")
		}
		if tool.Start == "" && tool.Results == 1 && title != cmp.Or(tool.Shown, "Tool") {
			p.add(b.path("title"), "is %q of a result without a call", title)
		}
		if tool.Began() && b.Value.Get("toolKind").Text() == "" {
			p.add(b.path("toolKind"), "is missing")
		}
		if tool.Began() && !b.Value.Get("locations").IsArray() {
			p.add(b.path("locations"), "are missing")
		}
	}
	return len(blocks) > 0
}

// turn is the valid backgroundTurn of a record, as it is copied, Undefined if there is none (CR-REPLAY-04).
func (n *Node) turn() jsvalue.Value {
	turn := n.First().Value.Get("backgroundTurn")
	if n.Subtype() == "background_task_completed" || turnID(turn) == "" {
		return jsvalue.Value{}
	}
	var members []jsvalue.Member
	for _, key := range []string{"turnId", "taskId", "kind", "startedAt", "toolUseId", "sourceTurnId", "label"} {
		if turn.Has(key) {
			members = append(members, member(key, turn.Get(key)))
		}
	}
	return objectOf(members...)
}

func promptsAndTurns(v *View, p *problems) bool {
	judged := false
	if blocks, owed, why := v.pairs(); why == "" {
		for i, b := range blocks {
			if b.Kind == "status" {
				continue
			}
			judged = true
			if got := b.Value.Get("promptId").Text(); got != owed[i].Prompt {
				p.add(b.path("promptId"), "is %q, want %q", got, owed[i].Prompt)
			}
		}
	}
	for tool, b := range v.judgedTools() {
		node := v.Input.Chain().Node(tool.Sources[0])
		if node == nil {
			continue
		}
		judged = true
		turn := node.turn()
		if got := b.Value.Get("backgroundTurn"); !jsvalue.Equal(got, turn) {
			p.add(b.path("backgroundTurn"), "is not that of %q", node.UUID)
		}
		if got := b.Value.Get("promptId").Text(); got != turn.Get("turnId").Text() {
			p.add(b.path("promptId"), "is %q, which is not the turn of %q", got, node.UUID)
		}
	}
	return judged
}

var (
	previewKinds = []string{
		"generic", "ask_user_question", "todo_list", "mcp_invocation", "subagent_delegation", "search", "image_generation", "file_diff", "file_read",
		"web_fetch", "code_block", "tabular", "command", "key_value",
	}
	resultPreviewKinds = []string{"shell_result", "question_answers", "todo_list", "text"}
)

func membersOfKinds(v *View, p *problems) bool {
	for _, b := range v.Blocks {
		switch b.Kind {
		case "thought":
			if !b.Value.Get("collapsed").IsTrue() {
				p.add(b.path("collapsed"), "is not true")
			}
		case "status":
			v.noticeOfRecord(b, p)
		case "prompt_cancelled":
			v.cancellation(b, p)
		case "tool":
			b.previews(p)
		}
	}
	return len(v.Blocks) > 0
}

func (v *View) noticeOfRecord(b Block, p *problems) {
	if source := b.Value.Get("source").Text(); source != "background_task_completed" {
		p.add(b.path("source"), "is %q", source)
	}
	if len(b.Sources) == 0 {
		return
	}
	node := v.Input.Chain().Node(b.Sources[0])
	if node == nil {
		return
	}
	task := node.SystemPayload().Get("backgroundTask")
	if !task.IsObject() {
		task = jsvalue.Value{}
	}
	if got := b.Value.Get("data"); !alike(got, task) {
		p.add(b.path("data"), "is not the task of %q", node.UUID)
	}
}

func (v *View) cancellation(b Block, p *problems) {
	if len(b.Sources) == 0 || v.Input.Chain().Node(b.Sources[0]) == nil {
		return
	}
	payload := v.Input.Chain().Node(b.Sources[0]).SystemPayload()
	want := 0.0
	if started := payload.Get("startedAt"); started.IsFinite() {
		want = max(payload.Get("cancelledAt").Float()-started.Float(), 0)
	}
	// What is infinite cannot be written as a number.
	if got := b.Value.Get("elapsedMs"); !math.IsInf(want, 0) && (got.Float() != want || !got.IsNumber()) {
		p.add(b.path("elapsedMs"), "is %s, want %g", text(got), want)
	}
}

// previews judges the kinds of the previews of a tool, and that a text in its content has one.
func (b Block) previews(p *problems) {
	if kind := b.Value.Get("preview").Get("kind").Text(); !slices.Contains(previewKinds, kind) {
		p.add(b.path("preview"), "is of the kind %q", kind)
	}
	kind := b.Value.Get("resultPreview").Get("kind").Text()
	if b.Value.Has("resultPreview") && !slices.Contains(resultPreviewKinds, kind) {
		p.add(b.path("resultPreview"), "is of the kind %q", kind)
	}
	length := -1
	for _, item := range b.Value.Get("content").Elements() {
		if shown := item.Get("content").Get("text").Text(); shown != "" {
			length += 1 + jsvalue.Length(shown)
		}
	}
	answers := b.Value.Get("rawOutput").Get("type").Text() == "ask_user_question_answers"
	if 0 < length && length <= textLimit && kind == "" && !answers {
		p.add(b.path("resultPreview"), "is missing, the content has %d units of text", length)
	}
}
