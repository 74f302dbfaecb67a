package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// crashingArguments are arguments that bring down programs which trust them.
func (c *chat) crashingArguments() {
	null := jsvalue.NullValue()
	call := c.plainCall()
	arguments := pick(c.Source, []jsvalue.Value{
		jsvalue.ObjectValue(array("data", jsvalue.ObjectValue(number("a", 1)), null)),
		jsvalue.ObjectValue(array("records", jsvalue.ObjectValue(number("a", 1)), jsvalue.IntValue(2), null)),
		jsvalue.ObjectValue(text("query", "q"), array("results", jsvalue.ArrayValue(jsvalue.ObjectValue(number("toString", 1))))),
		jsvalue.ObjectValue(object("input", array("data", jsvalue.ObjectValue(number("a", 1)), null))),
	})
	c.add("assistant", message("model", callPart(call, arguments)))
	c.resultOf(call)
}

// oddAttachments are references and links of which a program can make little.
func (c *chat) oddAttachments() {
	payload := pick(c.Source, [][]jsvalue.Member{
		{text("displayText", "look"), array("attachmentReferences", jsvalue.ObjectValue(text("type", "resource"), text("attachmentId", "\xed\xa0\x80"), text("mimeType", "a/b"), number("size", 1)))},
		{array("resourceLinks",
			jsvalue.ObjectValue(text("type", "resource_link"), text("uri", "u"), text("name", "n"), object("annotations", jsvalue.Member{Key: "k", Value: jsvalue.NullValue()})),
			jsvalue.ObjectValue(text("type", "resource_link"), text("uri", "u"), text("name", "n"), text("annotations", "xy")))},
		{array("attachmentReferences", jsvalue.ObjectValue(text("type", "file"), text("attachmentId", "a")), jsvalue.IntValue(4))},
		{array("resourceLinks", jsvalue.ObjectValue(text("type", "resource_link"), text("uri", ""), text("name", "n")))},
		{array("attachmentReferences", jsvalue.ObjectValue(text("type", "resource"), text("attachmentId", ""), text("mimeType", "a/b"), number("size", 1)))},
		{text("attachmentReferences", "none")},
	})
	c.add("user", text("subtype", pick(c.Source, []string{"mid_turn_user_message", "at_command", "goal_runtime"})), object("systemPayload", payload...),
		message("user", c.text(c.said())))
}

func (c *chat) mediaInResponse() {
	call := c.plainCall()
	c.callOnce(call)
	inner := pick(c.Source, []jsvalue.Value{
		jsvalue.ObjectValue(object("inlineData", text("mimeType", "image/png"), text("data", "AAAA"))), c.text("x"), jsvalue.IntValue(1),
	})
	c.add("tool_result", message("user", jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool),
		jsvalue.Member{Key: "response", Value: c.response()}, array("parts", inner)))), object("toolCallResult", c.outcome()...))
}

func (c *chat) backgroundCompleted() {
	payload := []jsvalue.Member{text("displayText", pick(c.Source, []string{c.said(), "", strings.Repeat("s", 100_001)}))}
	if oneIn(c, 2) {
		payload = append(payload, object("backgroundTask", text("taskId", "t")))
	}
	if oneIn(c, 4) {
		payload[0] = number("displayText", 5)
		if oneIn(c, 2) {
			payload = payload[1:]
		}
	}
	c.add("system", text("subtype", "background_task_completed"), object("systemPayload", payload...))
}

func (c *chat) inheritedColumn() {
	name := pick(c.Source, []string{"toString", "constructor", "valueOf", "hasOwnProperty", "__proto__", "slice", "map"})
	call := c.plainCall()
	row := jsvalue.ObjectValue(text(name, "x"), number("n", 1))
	c.add("assistant", message("model", callPart(call, jsvalue.ObjectValue(array("data", row, jsvalue.ObjectValue(number("n", 2)), jsvalue.ArrayValue(), jsvalue.StringValue("s"))))))
	c.resultOf(call)
}

// messageOfSystem is a system record that says something, though nothing tells how to show it.
func (c *chat) messageOfSystem() {
	c.add("system", message("system", c.text(c.said())))
	c.add("user", object("message", text("role", "user"), text("content", c.said())))
	c.add("user", object("message", array("parts"), text("content", c.said())))
	c.add("user", message("user", jsvalue.ObjectValue(text("text", c.said()), object("fileData", text("fileUri", "x")))))
	c.add("user", message("user", c.text(c.said()),
		jsvalue.ObjectValue(text("text", "y"), object("inlineData", text("data", "AAAA"), text("mimeType", "image/png")))),
		object("systemPayload", text("displayText", c.said()), text("hookContext", "h")))
	c.add("user", text("subtype", pick(c.Source, []string{"cron", "notification"})), object("systemPayload", append(c.attachments(), text("displayText", ""))...))
}

// nothingToShow are messages that have no text to show, or none that is a text.
func (c *chat) nothingToShow() {
	subtype := pick(c.Source, []string{"notification", "cron", "goal_runtime", "mid_turn_user_message"})
	payload := pick(c.Source, [][]jsvalue.Member{{}, {text("displayText", "")}, {number("displayText", 5)}, {{Key: "displayText", Value: jsvalue.NullValue()}}})
	c.add("user", text("subtype", subtype), object("systemPayload", payload...), message("user", c.text(c.said())))
	if oneIn(c, 2) {
		c.add("user", message("user", jsvalue.ObjectValue(object("inlineData", text("data", ""), text("mimeType", "image/png")))))
	}
}

// wrongPayload has payloads of the wrong type, which many programs pass over in silence.
func (c *chat) wrongPayload() {
	wrong := c.wrong()
	switch c.Below(8) {
	case 0:
		c.add("assistant", message("model", c.text(c.said())), jsvalue.Member{Key: "usageMetadata", Value: wrong})
	case 1:
		call := c.plainCall()
		c.callOnce(call)
		c.add("tool_result", append(c.resultMembers(call, nil)[:1], jsvalue.Member{Key: "toolCallResult", Value: wrong})...)
	case 2:
		c.add("system", text("subtype", pick(c.Source, []string{"slash_command", "goal_state", "turn_result", "background_task_completed", "agent_session_ready"})),
			jsvalue.Member{Key: "systemPayload", Value: wrong})
	case 3:
		c.add("user", message("user", c.text(c.said())), jsvalue.Member{Key: "systemPayload", Value: wrong})
	case 4:
		call := c.plainCall()
		c.add("assistant", message("model", callPart(call, wrong)))
		c.resultOf(call)
	case 5:
		c.add("system", text("subtype", "slash_command"), object("systemPayload", text("phase", "result"), jsvalue.Member{Key: "outputHistoryItems", Value: wrong}))
	case 6:
		c.add("system", text("subtype", "slash_command"), object("systemPayload", text("phase", "result"), array("outputHistoryItems", c.scalar(),
			jsvalue.ObjectValue(number("text", 5)), jsvalue.ObjectValue(text("type", "chart")), jsvalue.ObjectValue(text("text", "seen")))))
	case 7:
		c.add("system", text("subtype", "turn_result"), object("systemPayload", text("state", "cancelled"), jsvalue.Member{Key: pick(c.Source, []string{"promptId", "cancelledAt"}), Value: wrong}))
	}
}

// wrongResponse has a response that is no object.
func (c *chat) wrongResponse() {
	call := c.plainCall()
	c.callOnce(call)
	response := pick(c.Source, []jsvalue.Value{jsvalue.ObjectValue(text("output", ""), text("error", "e")), jsvalue.StringValue("plain"), jsvalue.IntValue(5), jsvalue.NullValue(), jsvalue.ArrayValue(c.scalar()), jsvalue.StringValue("")})
	c.add("tool_result", message("user", jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool),
		jsvalue.Member{Key: "response", Value: response}))))
}

func (c *chat) badTodoItems() {
	call := chatCall{id: c.newCallIDText(), tool: "todo_write"}
	c.callOnce(call)
	items := []jsvalue.Value{c.todoItem(), c.scalar(), jsvalue.ObjectValue(text("content", "x"), text("status", "odd")), jsvalue.ObjectValue(text("status", "pending"))}
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{object("resultDisplay", text("type", "todo_list"), array("todos", items...))})...)
}
