package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// droppedFeatures are about pieces of messages and members of records that have the wrong shape, or that nobody shows.
var droppedFeatures = []feature{
	{
		name: "member-of-the-wrong-type", rules: []string{"CR-DEC-02"}, rare: true, says: "A known member of a part is of another type.",
		when: ofType("user", "assistant"), takes: membersOfParts(isWrongMember),
	},
	{
		name: "content-of-another-kind", rules: []string{"CR-DEC-02"},
		says: "A part with something to show holds a file or executable code as well.",
		when: shown, takes: membersOfParts(func(part jsvalue.Value, key string) bool {
			return slices.Contains(otherKinds, key) && !part.Get(key).IsEmpty() && showsKnown(part)
		}),
	},
	{
		name: "message-without-parts", rules: []string{"CR-DEC-02", "CR-PREP-11"}, says: "A message holds something else than parts.",
		find: anywhere(func(r Record) bool {
			return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == "unknown_record_or_part" && f.Path == "message" })
		}),
		edit: withoutMembers("message"),
	},
	{
		name: "parts-of-a-system-record", rules: []string{"CR-DEC-02"}, says: "A system record without a subtype has parts.",
		when:  func(n *Node) bool { return n.Type() == "system" && n.Subtype() == "" },
		takes: at(dropped(func(message jsvalue.Value) bool { return message.Get("parts").Len() > 0 }), "message"),
	},
	{
		name: "arguments-that-are-no-object", rules: []string{"CR-DEC-02"}, rare: true, says: "The arguments of a call are no object.",
		when: ofType("user", "assistant"),
		takes: inParts(at(only(func(call jsvalue.Value) bool { return call.Get("name").Text() != "" },
			at(dropped(isNoObject), "args")), "functionCall")),
	},
	{
		name: "usage-that-is-no-object", rules: []string{"CR-DEC-02"}, rare: true, says: "The token counts of an assistant record are no object.",
		when: ofType("assistant"), takes: at(dropped(isNoObject), "usageMetadata"),
	},
	{
		name: "payload-that-is-no-object", rules: []string{"CR-DEC-02"}, rare: true, says: "The payload of a record that shows it is no object.",
		when: func(n *Node) bool {
			return n.Type() == "user" || n.Type() == "system" && slices.Contains(payloadSubtypes, n.Subtype())
		},
		takes: at(dropped(isNoObject), "systemPayload"),
	},
	{
		name: "odd-output-items", rules: []string{"CR-DEC-02"}, rare: true, says: "The output of a slash command is no list, or an item of it has no text.",
		when: func(n *Node) bool { return n.Type() == "system" && n.Subtype() == "slash_command" },
		takes: at(all(dropped(isNoList), each(dropped(func(item jsvalue.Value) bool {
			return !item.IsObject() || !isGoalItem(item) && !item.Get("text").IsString()
		}))), "systemPayload", "outputHistoryItems"),
	},
	{
		name: "cancelled-turn", rules: []string{"CR-DEC-02"}, rare: true, says: "A cancelled turn lacks its prompt or its time, or has a wrong one.",
		when: func(n *Node) bool {
			return n.Type() == "system" && n.Subtype() == "turn_result" && isBadCancel(n.SystemPayload())
		}, takes: whole,
	},
	{
		name: "background-task-completed", rules: []string{"CR-DEC-25", "CR-REPLAY-41"}, later: true, rare: true, says: "A task in the background is completed.",
		when: func(n *Node) bool {
			return n.Type() == "system" && n.Subtype() == "background_task_completed" && n.SystemPayload().Get("displayText").IsString()
		},
		takes: whole,
	},
}

var payloadSubtypes = []string{"slash_command", "goal_state", "turn_result", "background_task_completed", "agent_session_ready"}

// otherKinds are the members of a part that hold content which is not shown.
var otherKinds = []string{"fileData", "executableCode", "codeExecutionResult"}

// isWrongMember: the part has a known member of that name, and it is of another type.
func isWrongMember(part jsvalue.Value, key string) bool {
	value := part.Get(key)
	if value.IsNullish() {
		return false
	}
	return key == "text" && !value.IsString() || slices.Contains(functionMembers, key) && !value.IsObject()
}

// showsKnown: the part has content of a kind that is shown.
func showsKnown(part jsvalue.Value) bool {
	return part.Get("text").Text() != "" || slices.ContainsFunc(functionMembers, func(key string) bool { return part.Get(key).IsObject() })
}

func isNoList(v jsvalue.Value) bool { return !v.IsEmpty() && !v.IsArray() }

func isBadCancel(payload jsvalue.Value) bool {
	return payload.Get("state").Text() == "cancelled" && (payload.Get("promptId").Text() == "" || !payload.Get("cancelledAt").IsFinite() ||
		payload.Has("startedAt") && !payload.Get("startedAt").IsFinite())
}
