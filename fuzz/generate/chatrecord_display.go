package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// diff is a change of a file, whole or as much of it as was saved.
func (c *chat) diff() jsvalue.Value {
	members := []jsvalue.Member{text("fileName", "a.ts"), text("newContent", c.words()), text("originalContent", c.words())}
	if oneIn(c, 2) {
		members = append(members, text("filePath", "/src/a.ts"), text("fileDiff", "@@ -1 +1 @@"))
	}
	if oneIn(c, 5) {
		members[c.Below(len(members))].Value = c.scalar()
	}
	if oneIn(c, 3) {
		members = append(members, flag("truncatedForSession", true))
	}
	if oneIn(c, 4) {
		members = append(members, flag("fileDiffTruncated", true), number("fileDiffLength", c.Below(99_999)))
	}
	return jsvalue.ObjectValue(members...)
}

func (c *chat) taskExecution() jsvalue.Value {
	summary := []jsvalue.Member{number("totalTokens", c.Below(9))}
	if oneIn(c, 2) {
		summary = append(summary, number("inputTokens", c.Below(9)), number("outputTokens", c.Below(9)), number("cachedTokens", c.Below(9)))
	}
	if oneIn(c, 5) {
		summary = []jsvalue.Member{text("inputTokens", "5")}
	}
	return jsvalue.ObjectValue(text("type", "task_execution"), text("subagentName", "helper"), object("executionSummary", summary...))
}

func (c *chat) shellResult() jsvalue.Value {
	members := []jsvalue.Member{
		text("type", "shell_result"), number("version", 1), text("text", c.words()), text("output", c.said()), text("directory", "/tmp"),
		number("exitCode", c.Below(3)),
		{Key: "signal", Value: jsvalue.NullValue()},
		number("pid", 7),
		{Key: "error", Value: pick(c.Source, []jsvalue.Value{jsvalue.NullValue(), jsvalue.StringValue(c.word())})},
		text("outcome", pick(c.Source, []string{"completed", "failed", "timed_out"})), flag("truncated", oneIn(c, 4)),
		array("notices", jsvalue.StringValue(c.word())), array("outputFiles"), text("more", "dropped"),
	}
	if oneIn(c, 4) {
		members[c.Below(len(members))].Value = c.scalar()
	}
	return jsvalue.ObjectValue(members...)
}

func (c *chat) answers() jsvalue.Value {
	var answers []jsvalue.Value
	for range c.Below(3) {
		answers = append(answers, jsvalue.ObjectValue(text("question", c.words()), text("answer", c.words())))
	}
	if oneIn(c, 6) {
		answers = append(answers, c.scalar())
	}
	return jsvalue.ObjectValue(text("type", "ask_user_question_answers"), text("text", c.words()), array("answers", answers...))
}

// todo is a list of things to do: the call, and its result as an object or as text.
func (c *chat) todo() {
	call := chatCall{id: c.newCallIDText(), tool: "todo_write"}
	items := make([]jsvalue.Value, c.Below(5))
	for i := range items {
		items[i] = c.todoItem()
	}
	if oneIn(c, 60) {
		items = append(items, c.todoLimits()...)
	}
	list := []jsvalue.Member{text("type", "todo_list"), array("todos", items...)}
	if oneIn(c, 3) {
		list = append(list, text("planId", c.word()), flag("sessionWorkflow", oneIn(c, 2)))
	}
	display := jsvalue.ObjectValue(list...)
	part := callPart(call, jsvalue.ObjectValue(list[1]))
	parts := []jsvalue.Value{part}
	if oneIn(c, 2) {
		parts = []jsvalue.Value{c.text(c.said()), part}
	}
	if oneIn(c, 4) {
		parts = append(parts, c.text(c.said()))
	}
	var more []jsvalue.Member
	if oneIn(c, 2) {
		more = append(more, c.usage())
	}
	c.message("assistant", "model", parts, more...)
	if oneIn(c, 3) {
		display = jsvalue.StringValue(string(jsvalue.Append(nil, display)))
	}
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{{Key: "resultDisplay", Value: display}})...)
}

// todoLimits are items that meet a limit of what a preview shows.
func (c *chat) todoLimits() []jsvalue.Value {
	item := func(content, id string, blockers int) jsvalue.Value {
		list := make([]jsvalue.Value, blockers)
		for i := range list {
			list[i] = jsvalue.StringValue(strings.Repeat("b", 511+i%3))
		}
		return jsvalue.ObjectValue(text("content", content), text("status", "pending"), text("id", id), array("blockedBy", list...))
	}
	switch c.Below(4) {
	case 0:
		return []jsvalue.Value{item("c", strings.Repeat("i", 510+c.Below(5)), 0), item("d", strings.Repeat("i", 510+c.Below(5)), 0)}
	case 1:
		return []jsvalue.Value{item(strings.Repeat("c", 60_000), "1", 0), item(strings.Repeat("d", 39_990+c.Below(20)), "2", 0), item("e", "3", 0)}
	case 2:
		return []jsvalue.Value{item("c", "1", 600), item("d", "2", 399+c.Below(4)), item("e", "3", 1)}
	}
	items := make([]jsvalue.Value, 998+c.Below(5))
	for i := range items {
		items[i] = item("c", "", 0)
	}
	return items
}

// todoItem is one that is kept, in one of its forms.
func (c *chat) todoItem() jsvalue.Value {
	content := c.words()
	if oneIn(c, 30) {
		content = ""
	}
	members := []jsvalue.Member{text("content", content), text("status", pick(c.Source, []string{"pending", "in_progress", "completed"}))}
	if oneIn(c, 2) {
		members = append(members, text("id", pick(c.Source, []string{"1", "2", "plan-0", "plan-1", "x-s", c.word()})))
	}
	if oneIn(c, 3) {
		blockers := make([]jsvalue.Value, c.Below(3))
		for i := range blockers {
			blockers[i] = jsvalue.StringValue(pick(c.Source, []string{"0", "1", "2", "x", ""}))
		}
		members = append(members, array("blockedBy", blockers...))
	}
	if oneIn(c, 4) {
		members = append(members, text("priority", pick(c.Source, []string{"high", "low", "urgent"})))
	}
	return jsvalue.ObjectValue(members...)
}
