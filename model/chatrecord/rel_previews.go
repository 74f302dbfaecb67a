package chatrecord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var previewRelations = []model.Relation{
	{
		ID: "previews-of-updates", Rules: []string{
			"CR-PREVIEW-00", "CR-PREVIEW-01", "CR-PREVIEW-02", "CR-PREVIEW-03", "CR-PREVIEW-04", "CR-PREVIEW-05", "CR-PREVIEW-06", "CR-PREVIEW-07",
			"CR-PREVIEW-08", "CR-PREVIEW-09", "CR-PREVIEW-10", "CR-PREVIEW-11", "CR-PREVIEW-12", "CR-PREVIEW-13", "CR-PREVIEW-14", "CR-PREVIEW-15",
			"CR-PREVIEW-16", "CR-PREVIEW-17", "CR-PREVIEW-18", "CR-PREVIEW-19", "CR-PREVIEW-20", "CR-PREVIEW-21", "CR-PREVIEW-22", "CR-PREVIEW-23",
			"CR-PREVIEW-24", "CR-BLOCK-14", "CR-BLOCK-15",
		},
		Says:  "A tool update by itself gives the preview of its input and the result preview of its output, by the names that it has.",
		Check: relate(previewsOfUpdates),
	},
	{
		ID: "plans-of-lists", Rules: []string{"CR-REPLAY-36", "CR-REPLAY-37", "CR-REPLAY-38", "CR-BLOCK-18"},
		Says:  "A plan has an entry for each usable item of its list, and by itself shows a line for each and the list as its preview.",
		Check: relate(plansOfLists),
	},
}

// The bounds of what is asked of a long session.
const (
	previewedRecords = 1_000
	previewedUpdates = 300
)

// alone are the tool updates and plans of a replay, each under a call id of its own, and the blocks that they give, by
// place. ok is false if somebody cannot say.
func (t *trial) alone(kinds ...string) (updates []jsvalue.Value, blocks []jsvalue.Value, err error) {
	if len(t.Input.Chain().Nodes) > previewedRecords {
		return nil, nil, nil
	}
	_, replayed, err := t.whole()
	if err != nil || replayed.IsUndefined() {
		return nil, nil, err
	}
	for _, u := range updatesOf(replayed).Elements() {
		if !slices.Contains(kinds, u.Get("sessionUpdate").Text()) || len(updates) == previewedUpdates {
			continue
		}
		updates = append(updates, renamed(u, fmt.Sprintf("alone-%d", len(updates))))
	}
	if updates == nil {
		return nil, nil, nil
	}
	reduced, err := t.result("reduce", withUpdates(jsvalue.ArrayValue(updates...)), jsvalue.Value{})
	if reduced.IsUndefined() {
		return nil, nil, err
	}
	blocks = elements(reduced.Get("blocks"))
	if len(blocks) != len(updates) {
		t.add("blocks", "%d updates, each of a call of its own, gave %d", len(updates), len(blocks))
		return nil, nil, nil
	}
	return updates, blocks, nil
}

func renamed(update jsvalue.Value, id string) jsvalue.Value {
	if update.Has("toolCallId") {
		return update.With(said("toolCallId", id))
	}
	meta := update.Get("_meta")
	source := meta.Get("qwenTranscript").With(said("planToolCallId", id))
	return update.With(jsvalue.Member{Key: "_meta", Value: meta.With(jsvalue.Member{Key: "qwenTranscript", Value: source})})
}

func previewsOfUpdates(t *trial) error {
	updates, blocks, err := t.alone("tool_call", "tool_call_update")
	if err != nil {
		return err
	}
	for i, u := range updates {
		t.judged = true
		b, meta := blocks[i], u.Get("_meta")
		n := names{u.Get("title").Text(), meta.Get("toolName").Text(), u.Get("kind").Text()}
		t.isPreview(fmt.Sprintf("blocks[%d].preview", i), preview(b.Get("rawInput"), n, 0), b.Get("preview"))
		stated := meta.Get("qwenTranscript").Get("resultPreviewText").Text()
		want := resultPreview(stated, b.Get("rawOutput"), b.Get("content"), n.toolName)
		t.isPreview(fmt.Sprintf("blocks[%d].resultPreview", i), want, b.Get("resultPreview"))
	}
	return nil
}

func (t *trial) isPreview(path string, want, got jsvalue.Value) {
	if !alike(want, got) {
		t.add(path, "is %s, want %s", text(got), text(want))
	}
}

func plansOfLists(t *trial) error {
	updates, blocks, err := t.alone("plan")
	if err != nil {
		return err
	}
	chain := t.Input.Chain()
	for i, u := range updates {
		t.judged = true
		source := u.Get("_meta").Get("qwenTranscript").Get("sourceRecordIds").At(0).Text()
		node := chain.Node(source)
		if node == nil {
			t.add(fmt.Sprintf("updates[%d]", i), "is of %q, which is not on the chain", source)
			continue
		}
		if want := planEntries(node); !sameWritten(u.Get("entries"), want) {
			t.add(fmt.Sprintf("updates[%d].entries", i), "are %s, want %s", text(u.Get("entries")), text(want))
		}
		b := blocks[i]
		t.isPreview(fmt.Sprintf("blocks[%d].resultPreview", i), todoList(b.Get("rawOutput"), ""), b.Get("resultPreview"))
		if lines := b.Get("content").At(0).Get("content").Get("text").Text(); lines != planLines(u.Get("entries")) {
			t.add(fmt.Sprintf("blocks[%d].content", i), "is not a line for each entry")
		}
	}
	return nil
}

// planEntries are those of the todo list of a record (CR-REPLAY-37).
func planEntries(node *Node) jsvalue.Value {
	list := node.ToolCallResult().Get("resultDisplay")
	if list.IsString() {
		list, _ = jsvalue.Decode(list.Text()) // what is no JSON makes no plan
	}
	var entries []jsvalue.Value
	for _, item := range list.Get("todos").Elements() {
		if !item.Get("content").IsString() || !slices.Contains([]string{"pending", "in_progress", "completed"}, item.Get("status").Text()) {
			continue
		}
		blockers := item.Get("blockedBy")
		if !blockers.IsArray() || slices.ContainsFunc(elements(blockers), func(v jsvalue.Value) bool { return !v.IsString() }) {
			blockers = jsvalue.Value{}
		}
		meta := jsvalue.Value{}
		if todo := objectOf(ifSaid("id", item.Get("id").Text()), jsvalue.Member{Key: "blockedBy", Value: blockers}); todo.Len() > 0 {
			meta = objectOf(jsvalue.Member{Key: "qwenTodo", Value: todo})
		}
		entries = append(entries, objectOf(
			said("content", item.Get("content").Text()), said("priority", "medium"), said("status", item.Get("status").Text()),
			jsvalue.Member{Key: "_meta", Value: meta},
		))
	}
	return jsvalue.ArrayValue(entries...)
}

// planLines is the text of a plan (CR-BLOCK-18).
func planLines(entries jsvalue.Value) string {
	boxes := map[string]string{"completed": "- [x] ", "in_progress": "- [-] "}
	var lines []string
	for _, entry := range entries.Elements() {
		if content := entry.Get("content").Text(); content != "" {
			box, ok := boxes[entry.Get("status").Text()]
			if !ok {
				box = "- [ ] "
			}
			lines = append(lines, box+content)
		}
	}
	return capped(strings.Join(lines, "\n"))
}
