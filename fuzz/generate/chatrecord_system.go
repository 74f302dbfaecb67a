package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// slashOutput is a command and what it printed.
func (c *chat) slashOutput() {
	if oneIn(c, 2) {
		payload := []jsvalue.Member{text("phase", "invocation"), text("rawCommand", "/stats")}
		if oneIn(c, 3) { // only a result shows its items
			payload[0] = text("phase", pick(c.Source, []string{"invocation", "progress", ""}))
			payload = append(payload, array("outputHistoryItems", jsvalue.ObjectValue(text("type", "info"), text("text", c.words()))))
		}
		c.add("system", text("subtype", "slash_command"), object("systemPayload", payload...))
	}
	var items []jsvalue.Value
	for range c.Below(4) {
		item := jsvalue.ObjectValue(text("type", "info"), text("text", c.words()))
		if oneIn(c, 5) {
			item = item.With(object("contextCompression", number("before", 10)), array("sessionArtifacts", jsvalue.IntValue(1)),
				object("contextCompressionNotice", text("note", c.word())))
		}
		if oneIn(c, 6) {
			item = jsvalue.ObjectValue(text("type", "goal_status"), text("condition", pick(c.Source, []string{"done", ""})),
				text("kind", pick(c.Source, []string{"set", "achieved", "checking", "paused"})))
		}
		items = append(items, item)
	}
	payload := []jsvalue.Member{text("phase", "result"), text("rawCommand", "/stats"), array("outputHistoryItems", items...)}
	if oneIn(c, 4) {
		payload = append(payload, object("contextCompression", number("before", 10)), array("sessionArtifacts", jsvalue.IntValue(1)))
	}
	c.add("system", text("subtype", "slash_command"), object("systemPayload", payload...))
}

// silent is a record that shows nothing.
func (c *chat) silent() {
	switch c.Below(6) {
	case 0, 1:
		c.add("system", text("subtype", pick(c.Source, []string{
			"ui_telemetry", "chat_compression", "file_history_snapshot", "custom_title", "notification", "session_model", "omni_recall", "goal_turn_end", "unheard_of",
		})), jsvalue.Member{Key: "systemPayload", Value: c.wild(2)})
	case 2:
		add := c.addBeside
		if oneIn(c, 8) { // the parent of what follows is no record of the conversation
			add = c.addAs
		}
		add(c.newUUID(), c.parent(), "system", text("subtype", pick(c.Source, []string{
			"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot", "managed_session_event_v1",
		})), jsvalue.Member{Key: "systemPayload", Value: c.wild(2)})
	case 3:
		c.add("system")
	case 4:
		c.turnResult()
	case 5:
		c.add("system", text("subtype", "branch_checkpoint"), message("system", c.text(c.said())))
	}
}

func (c *chat) turnResult() {
	payload := []jsvalue.Member{
		text("state", pick(c.Source, []string{"cancelled", "completed", "cancelled"})),
		number("cancelledAt", 1_784_000_000_000+c.Below(1000)), text("promptId", pick(c.Source, []string{"p1", "p2"})),
	}
	if oneIn(c, 2) {
		payload = append(payload, number("startedAt", 1_784_000_000_000+c.Below(1500)))
	}
	c.add("system", text("subtype", "turn_result"), object("systemPayload", payload...))
}

// goal is a state of the goal that the agent follows.
func (c *chat) goal() {
	cause := pick(c.Source, []string{"create", "edit", "replace", "pause", "resume", "clear", "turn_finished", "complete", "migrated"})
	goal := jsvalue.NullValue()
	if cause != "clear" && !oneIn(c, 5) {
		members := []jsvalue.Member{
			text("goalId", "g1"), number("revision", 1+c.Below(3)), text("objective", "make "+c.word()), text("status", "active"),
			object("evidenceCursor", jsvalue.Member{Key: "recordId", Value: jsvalue.NullValue()}), number("turnCount", c.Below(5)),
			number("activeTimeMs", c.Below(500)), number("createdAt", 1), number("updatedAt", 2),
		}
		if oneIn(c, 3) {
			members = append(members, text("lastReason", pick(c.Source, []string{"Paused with /goal pause.", "other", ""})))
		}
		if oneIn(c, 4) {
			members[c.Below(len(members))].Value = c.scalar()
		}
		goal = jsvalue.ObjectValue(members...)
	}
	c.add("system", text("subtype", "goal_state"), object("systemPayload", number("v", 2), text("cause", cause),
		object("snapshot", number("v", 2), jsvalue.Member{Key: "goal", Value: goal}, text("activity", "idle"))))
}

// backgroundTurn gives the next few records a turn that runs beside the conversation.
func (c *chat) backgroundTurn() {
	members := []jsvalue.Member{
		text("turnId", pick(c.Source, []string{"bt1", "bt2"})), text("taskId", "task"), number("startedAt", c.Below(9)),
		text("kind", pick(c.Source, []string{"agent", "monitor", "shell", "workflow", "peer", "other"})), text("label", c.word()), text("extra", "dropped"),
	}
	if oneIn(c, 4) {
		members[c.Below(len(members))].Value = pick(c.Source, []jsvalue.Value{
			jsvalue.StringValue(strings.Repeat("t", 254+c.Below(5))), jsvalue.StringValue(strings.Repeat("l", 4094+c.Below(5))), c.scalar(), jsvalue.IntValue(-1),
		})
	}
	c.turn = jsvalue.ObjectValue(members...)
	c.speak()
	if oneIn(c, 2) {
		c.useTools()
		c.answerAll()
	}
	if oneIn(c, 3) {
		c.user()
	}
	c.turn = jsvalue.Value{}
}

// sessionReady tells that a sub-agent of a call has a session.
func (c *chat) sessionReady() {
	id := jsvalue.StringValue("nobody")
	if len(c.open) > 0 {
		id = jsvalue.StringValue(pick(c.Source, c.open).id)
	}
	ready := jsvalue.BoolValue(true)
	if oneIn(c, 4) {
		ready = c.scalar()
	}
	c.add("system", text("subtype", "agent_session_ready"),
		object("systemPayload", jsvalue.Member{Key: "callId", Value: id}, jsvalue.Member{Key: "subagentSessionReady", Value: ready}))
}
