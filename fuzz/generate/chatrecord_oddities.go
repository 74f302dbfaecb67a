package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// oddities are what programs are known to disagree on.
var oddities = []func(*chat){
	(*chat).dangle, (*chat).dangle, (*chat).reuseID, (*chat).repeatResult, (*chat).earlyResult, (*chat).collide, (*chat).userCall,
	(*chat).namelessResult, (*chat).manyResponses, (*chat).manyResponses, (*chat).partsBesideResponse, (*chat).responseElsewhere, (*chat).unusableTodo,
	(*chat).ambiguous, (*chat).oddTime, (*chat).fragmentTimes, (*chat).emptyPart, (*chat).copyRecord, (*chat).copyRecord, (*chat).maxBlocks, (*chat).maxBlocks,
	(*chat).deepValue, (*chat).strayUsage, (*chat).oddStatus, (*chat).secretResponse, (*chat).longCut, (*chat).longUUID, (*chat).crashingArguments,
	(*chat).oddAttachments, (*chat).mediaInResponse, (*chat).mediaInResponse, (*chat).backgroundCompleted, (*chat).inheritedColumn, (*chat).nothingToShow, (*chat).messageOfSystem,
	(*chat).wrongPayload, (*chat).wrongResponse, (*chat).badTodoItems, (*chat).stringError, (*chat).besideSystem,
}

// edges are values at the edges of what the rules say of them. They come beside the oddities, which stay as frequent.
var edges = []func(*chat){
	(*chat).wideObject, (*chat).wideObject, (*chat).unitTexts, (*chat).branchesBeside, (*chat).mailTime, (*chat).nestedResults, (*chat).longShell, (*chat).malformedAttachments,
}

// callOnce is a response with one call of its own, which stays open.
func (c *chat) callOnce(call chatCall) {
	c.add("assistant", message("model", c.callPart(call)))
}

func (c *chat) plainCall() chatCall {
	return chatCall{id: c.newCallIDText(), tool: pick(c.Source, []string{"read_file", "glob", "edit"})}
}

func (c *chat) resultOf(call chatCall) {
	c.add("tool_result", c.resultMembers(call, c.outcome())...)
}

// dangle leaves calls without a result.
func (c *chat) dangle() {
	parts := []jsvalue.Value{c.callPart(c.plainCall())}
	for oneIn(c, 2) {
		parts = append(parts, c.callPart(c.plainCall()))
	}
	c.message("assistant", "model", parts)
}

// reuseID starts two calls with one id, before or after the first has its result.
func (c *chat) reuseID() {
	first := c.plainCall()
	second := chatCall{id: first.id, tool: pick(c.Source, []string{first.tool, "other"})}
	c.callOnce(first)
	if oneIn(c, 2) {
		c.resultOf(first)
		c.callOnce(second)
	} else {
		c.callOnce(second)
		c.resultOf(first)
	}
	c.resultOf(second)
}

func (c *chat) repeatResult() {
	call := c.plainCall()
	c.callOnce(call)
	c.resultOf(call)
	if last := c.records[len(c.records)-1]; oneIn(c, 2) {
		c.add("tool_result", jsvalue.Member{Key: "message", Value: last.Get("message")}, jsvalue.Member{Key: "toolCallResult", Value: last.Get("toolCallResult")})
		return
	}
	c.resultOf(call)
}

func (c *chat) earlyResult() {
	call := c.plainCall()
	c.resultOf(call)
	if !oneIn(c, 3) {
		c.callOnce(call)
	}
}

// collide calls without an id, and then with the id that the first call gets.
func (c *chat) collide() {
	c.callOnce(chatCall{tool: "read_file"})
	c.callOnce(chatCall{id: "qwen-replay-tool:" + c.uuid + ":0", tool: "glob"})
	c.resultOf(chatCall{id: "qwen-replay-tool:" + c.records[len(c.records)-2].Get("uuid").Text() + ":0", tool: "glob"})
	if oneIn(c, 2) {
		c.resultOf(chatCall{tool: "read_file"})
	}
}

func (c *chat) userCall() {
	call := c.plainCall()
	c.add("user", message("user", c.text(c.said()), c.callPart(call)))
	if oneIn(c, 2) {
		c.resultOf(call)
	}
}

func (c *chat) namelessResult() {
	call := c.plainCall()
	outcome := []jsvalue.Member{text("callId", call.id)}
	if oneIn(c, 4) {
		call.tool = "todo_write"
		outcome = append(outcome, object("resultDisplay", text("type", "todo_list"), array("todos", c.todoItem())))
	}
	c.callOnce(call)
	response := []jsvalue.Member{text("id", call.id), {Key: "response", Value: c.response()}}
	if oneIn(c, 2) {
		response = append(response, text("name", ""))
	}
	c.add("tool_result", message("user", jsvalue.ObjectValue(object("functionResponse", response...))), object("toolCallResult", outcome...))
}

// manyResponses answers two calls in one record.
func (c *chat) manyResponses() {
	calls := []chatCall{c.plainCall(), c.plainCall()}
	c.add("assistant", message("model", c.callPart(calls[0]), c.callPart(calls[1])))
	var parts []jsvalue.Value
	for _, call := range calls {
		parts = append(parts, jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool), jsvalue.Member{Key: "response", Value: c.response()})))
	}
	members := []jsvalue.Member{message("user", parts...)}
	if oneIn(c, 2) {
		members = append(members, object("toolCallResult", append(c.outcome(), text("callId", calls[c.Below(2)].id))...))
	}
	c.add("tool_result", members...)
}

// partsBesideResponse puts other parts into a result.
func (c *chat) partsBesideResponse() {
	call := c.plainCall()
	c.callOnce(call)
	parts := []jsvalue.Value{jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool), jsvalue.Member{Key: "response", Value: c.response()}))}
	other := pick(c.Source, []jsvalue.Value{
		c.text(c.said()), jsvalue.NullValue(), jsvalue.ObjectValue(text("fileData", "x")), c.userPart(), c.callPart(c.plainCall()),
	})
	if oneIn(c, 2) {
		parts = append([]jsvalue.Value{other}, parts...)
	} else {
		parts = append(parts, other)
	}
	c.add("tool_result", message("user", parts...), object("toolCallResult", c.outcome()...))
}

func (c *chat) responseElsewhere() {
	call := c.plainCall()
	c.callOnce(call)
	parts := []jsvalue.Value{jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool), jsvalue.Member{Key: "response", Value: c.response()}))}
	if oneIn(c, 2) {
		parts = append(parts, c.text(c.said()))
	}
	members := []jsvalue.Member{message("", parts...)}
	if oneIn(c, 3) {
		members = append(members, object("toolCallResult", jsvalue.Member{Key: "resultDisplay", Value: c.taskExecution()}))
	}
	c.add(pick(c.Source, []string{"user", "assistant"}), members...)
	if oneIn(c, 3) {
		c.todo()
	}
}

func (c *chat) unusableTodo() {
	call := chatCall{id: c.newCallIDText(), tool: "todo_write"}
	if oneIn(c, 4) {
		call.id = ""
	}
	c.callOnce(call)
	switch c.Below(5) {
	case 0:
		c.add("tool_result", c.resultMembers(call, []jsvalue.Member{text("status", "error"), text("resultDisplay", "no list")})...)
	case 1:
		list := object("resultDisplay", text("type", "todo_list"), array("todos", c.todoItem()))
		c.add("tool_result", c.resultMembers(call, []jsvalue.Member{text("status", "error"), list})...)
	case 2:
		response := jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool)))
		c.add("tool_result", message("user", response, c.text(c.said())),
			object("toolCallResult", object("resultDisplay", text("type", "todo_list"), array("todos", c.todoItem()))))
	case 3:
		c.add("tool_result", c.resultMembers(call, []jsvalue.Member{object("resultDisplay", text("type", "todo_list"), array("todos", c.todoItem()))})...)
	}
}

// ambiguous has results without id that fit more than one open call, or none.
func (c *chat) ambiguous() {
	for range c.Below(3) {
		c.callOnce(chatCall{tool: "read_file"})
	}
	c.resultOf(chatCall{tool: "read_file"})
}

func (c *chat) oddTime() {
	c.user()
	last := len(c.records) - 1
	c.records[last] = c.records[last].With(text("timestamp", pick(c.Source, []string{
		"2026-07-14T01:02:03", "2026-07-14 01:02:03Z", "2026-02-30T00:00:00Z", "banana 12", "2026", "2026-07", "2026-07-14T24:00:00Z", "2026-07-14T01:02Z",
		"2026-07-14T01:02:03.123456Z", "2026-07-14t01:02:03z", "2026-07-14T01:02:03+05:30", "2026-07-14T01:02:03-0800", "+002026-07-14T00:00:00Z",
		"Tue, 14 Jul 2026 10:00:00 GMT", "14 Jul 2026 10:00:00 +0200", "Jul 14 2026", "07/14/2026", "1", "2026-07-14T00:00:00.000Z ", "-000000-01-01T00:00:00Z",
	})))
}

// fragmentTimes writes two fragments whose times are spelled differently.
func (c *chat) fragmentTimes() {
	uuid, parent := c.newUUID(), c.parent()
	for range 2 {
		c.addAs(uuid, parent, "user", message("user", c.text(c.said())))
		last := len(c.records) - 1
		c.records[last] = c.records[last].With(text("timestamp", pick(c.Source, []string{
			"2026-07-14T10:00:00.000Z", "2026-07-14T12:00:00+02:00", "2026-07-14T09:30:00.000Z", "2026-07-14T13:00:00.000+05:00",
		})))
	}
}

func (c *chat) emptyPart() {
	part := pick(c.Source, []jsvalue.Value{c.text(""), jsvalue.ObjectValue(text("thoughtSignature", "abc")), c.thought(""), jsvalue.ObjectValue(flag("thought", true))})
	c.add("assistant", message("model", c.text(c.said()), part))
}

func (c *chat) copyRecord() {
	c.speak()
	last := c.records[len(c.records)-1]
	c.records = append(c.records, last.With(text("cwd", "/elsewhere")))
}

// maxBlocks asks for the end of the session only. Where every record is one text, programs agree on what that is.
func (c *chat) maxBlocks() {
	c.options = []jsvalue.Member{number("maxBlocks", 1+c.Below(12))}
	if oneIn(c, 3) {
		c.plainTalk()
	}
}

// plainTalk puts a session in the place of what there is in which every record is one text; it is as long as sessions get.
func (c *chat) plainTalk() {
	c.records, c.open, c.uuid = nil, nil, ""
	for range 20 {
		c.add("user", message("user", c.text(c.said())))
		c.add("assistant", message("model", c.text(c.said())))
	}
}

func (c *chat) deepValue() {
	value := jsvalue.StringValue("leaf")
	for range 13 + c.Below(6) {
		if oneIn(c, 2) {
			value = jsvalue.ArrayValue(value)
		} else {
			value = jsvalue.ObjectValue(jsvalue.Member{Key: "k", Value: value})
		}
	}
	call := c.plainCall()
	c.add("assistant", message("model", callPart(call, jsvalue.ObjectValue(jsvalue.Member{Key: "deep", Value: value}))))
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{{Key: "resultDisplay", Value: value}})...)
}

// strayUsage counts tokens of a response that has no text of its own, behind something that is no text of the model.
func (c *chat) strayUsage() {
	c.speak()
	switch c.Below(4) {
	case 0:
		c.slashOutput()
	case 1:
		c.aside()
	case 2:
		c.add("user", message("user", c.userPart()))
	}
	call := c.plainCall()
	c.add("assistant", message("model", c.callPart(call)), c.usage())
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{{Key: "resultDisplay", Value: c.taskExecution()}})...)
}

func (c *chat) oddStatus() {
	call := c.plainCall()
	c.callOnce(call)
	c.add("tool_result", c.resultMembers(call, pick(c.Source, [][]jsvalue.Member{
		{{Key: "status", Value: jsvalue.NullValue()}},
		{text("status", "cancelled")},
		{text("error", "broken")},
		{text("status", "success"), text("error", "broken")},
		{number("status", 5)},
		{flag("error", true)},
		{text("status", "cancelled"), object("error", text("message", "stopped"))},
	}))...)
}

func (c *chat) secretResponse() {
	call := c.plainCall()
	c.callOnce(call)
	c.add("tool_result", message("user", jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool),
		object("response", text(c.secret(), "s3cret"), object("inner", text(c.secret(), "s3cret")))))))
}

// longCut has texts whose cut falls near characters of two units, or begins with a byte order mark.
func (c *chat) longCut() {
	long := "\ufeff"[:3*c.Below(2)] + strings.Repeat("a", 54+c.Below(8)) + strings.Repeat("🚀", 20)
	big := strings.Repeat("b", 99_983+c.Below(6)) + strings.Repeat("🚀", 20) + "\xed\xa0\x80"
	call := chatCall{id: c.newCallIDText(), tool: pick(c.Source, []string{"mcp__s__t", "grep", "x"})}
	rows := jsvalue.ArrayValue(jsvalue.ObjectValue(jsvalue.Member{Key: "a", Value: jsvalue.ArrayValue(jsvalue.StringValue(strings.Repeat("c", 66+c.Below(6)) + long))}))
	parts := []jsvalue.Value{callPart(call, jsvalue.ObjectValue(text("k", long), jsvalue.Member{Key: "data", Value: rows}))}
	if oneIn(c, 2) {
		parts = append(parts, c.text("\ufeff"[:3*c.Below(2)]+big))
	}
	c.add("assistant", message("model", parts...))
	c.resultOf(call)
}

func (c *chat) longUUID() {
	c.addAs(strings.Repeat("u", 505+c.Below(12)), c.parent(), "user", message("user", c.text("a"), c.userPart(), c.text("b")))
}

// stringError is a result whose error is a text.
func (c *chat) stringError() {
	call := c.plainCall()
	c.callOnce(call)
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{text("error", c.said())})...)
}

// branchesBeside goes on behind a system record, and leaves branches beside it: bookkeeping with several answers behind it, in
// any order of the file.
func (c *chat) branchesBeside() {
	c.answerAll()
	parent := c.parent()
	for range 1 + c.Below(2) {
		top := c.newUUID()
		c.addBeside(top, parent, "system", text("subtype", "ui_telemetry"))
		for range 1 + c.Below(3) {
			below := c.newUUID()
			c.addBeside(below, jsvalue.StringValue(top), pick(c.Source, []string{"assistant", "user", "system"}), message("", c.text(c.said())))
			if oneIn(c, 3) {
				top = below
			}
		}
	}
	c.addAs(c.newUUID(), parent, "system", text("subtype", "ui_telemetry"))
	c.user()
}

// besideSystem goes on behind a system record, and leaves an answer beside it.
func (c *chat) besideSystem() {
	c.answerAll()
	c.addBeside(c.newUUID(), c.parent(), "assistant", message("model", c.text(c.said())))
	c.add("system", text("subtype", "ui_telemetry"))
	c.user()
}
