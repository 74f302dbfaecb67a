package generate

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chatCall is a call that waits for its result. The id is empty when the call has none.
type chatCall struct{ id, tool string }

var chatTools = []string{
	"read_file", "grep_search", "glob", "run_shell_command", "edit", "write_file", "web_fetch", "task", "ask_user_question", "save_memory",
	"mcp__tracker__search", "mcp__x", "mcp____y", "mcp__s__", "my_subagent", "delegate", "TodoWrite", "generate_image", "prettier", "exec_code",
	"merge", "LIST", "view", "dalle", "Lookup", "spawn-task", "a_sora", "x",
}

// useTools is a response that calls tools; some of them are answered at once, some later.
func (c *chat) useTools() {
	var parts []jsvalue.Value
	if oneIn(c, 2) {
		parts = append(parts, c.text(c.said()))
	}
	if oneIn(c, 4) {
		parts = append(parts, c.thought(c.said()))
	}
	for len(parts) < 1 || c.chance(45) {
		call := c.newCall()
		parts = append(parts, c.callPart(call))
		if oneIn(c, 6) {
			parts = append(parts, c.text(c.said()))
		}
	}
	var more []jsvalue.Member
	if oneIn(c, 2) {
		more = append(more, c.usage())
	}
	c.message("assistant", "model", parts, more...)
	for len(c.open) > 0 && !oneIn(c, 5) {
		c.answer(c.Below(len(c.open)))
	}
}

// newCall opens a call. One without an id has a name that no other open call has, so that its result can be matched.
func (c *chat) newCall() chatCall {
	call := chatCall{id: c.newCallIDText(), tool: pick(c.Source, chatTools)}
	if oneIn(c, 7) && !c.isOpen(call.tool) {
		call.id = ""
	}
	for _, other := range c.open {
		if other.id == "" && other.tool == call.tool {
			call.tool = "other_" + strconv.Itoa(len(c.callIDs))
		}
	}
	c.open = append(c.open, call)
	return call
}

func (c *chat) isOpen(tool string) bool {
	for _, other := range c.open {
		if other.tool == tool {
			return true
		}
	}
	return false
}

// newCallIDText is an id that no call had: mostly plain, sometimes hostile.
func (c *chat) newCallIDText() string {
	id := "call-" + strconv.Itoa(len(c.callIDs)+1)
	if c.hostile && oneIn(c, 2) {
		if word := c.word(); word != "" && !c.callIDs[word] {
			id = word
		}
	}
	c.callIDs[id] = true
	return id
}

// callPart is the part that starts a call.
func (c *chat) callPart(call chatCall) jsvalue.Value {
	return callPart(call, jsvalue.ObjectValue(c.arguments()...))
}

func callPart(call chatCall, arguments jsvalue.Value) jsvalue.Value {
	members := []jsvalue.Member{text("name", call.tool), {Key: "args", Value: arguments}}
	if call.id != "" {
		members = append(members, text("id", call.id))
	}
	return jsvalue.ObjectValue(object("functionCall", members...))
}

// answerAll answers every open call, in any order.
func (c *chat) answerAll() {
	for len(c.open) > 0 {
		c.answer(c.Below(len(c.open)))
	}
}

// answer writes the result of an open call.
func (c *chat) answer(i int) {
	call := c.open[i]
	c.open = append(c.open[:i:i], c.open[i+1:]...)
	members := c.resultMembers(call, c.outcome())
	uuid, parent := c.newUUID(), c.parent()
	c.addAs(uuid, parent, "tool_result", members...)
	if oneIn(c, 15) { // a fragment: the first outcome stands, and its parts follow
		c.addAs(uuid, parent, "tool_result", object("toolCallResult", append(c.outcome(), text("callId", call.id))...))
	}
}

// resultMembers are message and outcome of a result; the id of the call stands in one of them or in both.
func (c *chat) resultMembers(call chatCall, outcome []jsvalue.Member) []jsvalue.Member {
	response := []jsvalue.Member{text("name", call.tool), {Key: "response", Value: c.response()}}
	where := c.Below(8)
	if call.id != "" && where != 7 {
		response = append(response, text("id", call.id))
	}
	if call.id != "" && (where != 6 || len(outcome) == 0) {
		outcome = append(outcome, text("callId", call.id))
		if where == 5 {
			response[len(response)-1] = text("id", "not-"+call.id) // what the outcome names counts
		}
	} else if oneIn(c, 4) {
		outcome = append(outcome, text("callId", ""))
	}
	parts := []jsvalue.Value{jsvalue.ObjectValue(object("functionResponse", response...))}
	members := []jsvalue.Member{message("user", parts...)}
	if len(outcome) > 0 {
		members = append(members, object("toolCallResult", outcome...))
	}
	return members
}

// response is what the tool told the model; without secrets, which programs print differently.
func (c *chat) response() jsvalue.Value {
	switch c.Below(5) {
	case 0, 1, 2:
		return jsvalue.ObjectValue(text("output", c.words()))
	case 3:
		return pick(c.Source, []jsvalue.Value{
			jsvalue.ObjectValue(text("error", c.words())), jsvalue.ObjectValue(text("error", "")), jsvalue.ObjectValue(text("output", "")),
			jsvalue.ObjectValue(text("error", c.words()), number("output", 5)), jsvalue.ObjectValue(text("error", ""), text("output", "")),
			jsvalue.ObjectValue(text("output", c.said()), text("error", c.words())),
		})
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: c.key(), Value: c.wild(3)}, jsvalue.Member{Key: c.key(), Value: c.wild(3)})
}

// outcome is what the program saved about a result.
func (c *chat) outcome() []jsvalue.Member {
	var members []jsvalue.Member
	switch c.Below(6) {
	case 0, 1, 2:
		members = append(members, text("status", "success"))
	case 3:
		members = append(members, text("status", "error"), object("error", text("message", c.said())))
	case 4:
		members = append(members, text("status", pick(c.Source, []string{"error", "failed", "Success"})))
	}
	if !oneIn(c, 4) {
		members = append(members, jsvalue.Member{Key: "resultDisplay", Value: c.display()})
	}
	if oneIn(c, 10) {
		members = append(members, array("artifacts", c.wild(1)))
	}
	return members
}

// display is what a result shows.
func (c *chat) display() jsvalue.Value {
	switch c.Below(11) {
	case 0, 1:
		return jsvalue.StringValue(c.words())
	case 2, 3:
		return c.diff()
	case 4:
		return c.taskExecution()
	case 5:
		return c.shellResult()
	case 6:
		return c.answers()
	case 7:
		return jsvalue.ObjectValue(text("type", "vision_bridge_notice"), text("summary", c.words()), text("notice", c.words()))
	case 8:
		return jsvalue.ObjectValue(text("status", pick(c.Source, []string{"background", "running"})), flag("subagentSessionReady", oneIn(c, 2)),
			text(c.secret(), "s3cret"))
	case 9:
		return jsvalue.ObjectValue(array(pick(c.Source, []string{"entries", "todos"}), c.todoItem(), c.todoItem()), jsvalue.Member{Key: c.key(), Value: c.wild(2)})
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: c.key(), Value: c.wild(4)}, jsvalue.Member{Key: c.secret(), Value: c.wild(1)})
}
