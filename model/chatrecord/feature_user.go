package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// userFeatures are about what a record of the user shows in place of its parts, and beside them.
var userFeatures = []feature{
	{
		name: "odd-attachments", rules: []string{"CR-DEC-02", "CR-REPLAY-12"}, rare: true, says: "Attachments or links are no list, or one of them is of no use.",
		when: ofType("user"), takes: all(
			at(all(dropped(isNoList), each(dropped(not(isReference)))), "systemPayload", "attachmentReferences"),
			at(all(dropped(isNoList), each(dropped(not(isLink)))), "systemPayload", "resourceLinks"),
		),
	},
	{
		name: "attachments-without-a-text", rules: []string{"CR-DEC-02"},
		says: "A notification, cron job, goal or message between turns has attachments and no text of its own.",
		when: hasOnlyAttachments, takes: at(withoutKeys(is("attachmentReferences", "resourceLinks")), "systemPayload"),
	},
	{
		name: "attachment-with-half-a-character", rules: []string{"CR-DEC-01"}, rare: true, says: "The id of an attachment holds half a character.",
		when: ofType("user"), takes: at(each(dropped(func(entry jsvalue.Value) bool {
			id := entry.Get("attachmentId").Text()
			return jsvalue.WellFormed(id) != id
		})), "systemPayload", "attachmentReferences"),
	},
	{
		name: "links-that-do-not-merge", rules: []string{"CR-DEC-01"}, rare: true, says: "A link has annotations or metadata that are no object.",
		when: ofType("user"), takes: at(each(func(link jsvalue.Value) (jsvalue.Value, bool) {
			return withoutKeys(func(key string) bool { return is("annotations", "_meta")(key) && !link.Get(key).IsObject() })(link)
		}), "systemPayload", "resourceLinks"),
	},
	{
		name: "deep-display-data", rules: []string{"CR-DEC-01"}, rare: true, says: "Over a thousand arrays or objects lie in one another in a payload.",
		takes: at(dropped(func(v jsvalue.Value) bool { return deeperThan(v, 1500) }), "systemPayload"),
	},
	{
		name: "no-display-text", rules: []string{"CR-DEC-02", "CR-REPLAY-08"}, says: "A notification, cron job or goal has parts, and no text to display.",
		when: func(n *Node) bool {
			return n.Type() == "user" && slices.Contains(displayOnly, n.Subtype()) && n.SystemPayload().Get("displayText").IsNullish()
		},
		takes: at(dropped(func(message jsvalue.Value) bool { return message.Get("parts").Len() > 0 }), "message"),
	},
	{
		name: "odd-display-text", rules: []string{"CR-DEC-02", "CR-REPLAY-41"}, rare: true, says: "A text to display is no text, or a completed task has none.",
		when: func(n *Node) bool {
			return n.Type() == "user" || n.Type() == "system" && n.Subtype() == "background_task_completed"
		},
		takes: all(
			only(showsOnlyDisplay, at(only(isNoText, become(jsvalue.StringValue(""))), "systemPayload", "displayText")),
			at(dropped(isNoText), "systemPayload", "displayText"),
			only(isMuteTask, at(dropped(not(jsvalue.Value.IsEmpty)), "systemPayload", "backgroundTask")),
		),
	},
	{
		name: "image-without-data", rules: []string{"CR-DEC-02", "CR-REPLAY-17"}, rare: true, says: "An image has no data.",
		when: ofType("user"), takes: membersOfParts(func(part jsvalue.Value, key string) bool {
			data := part.Get(key).Get("data")
			return key == "inlineData" && data.IsString() && data.Text() == ""
		}),
	},
	{
		name: "beside-a-hidden-text", rules: []string{"CR-DEC-02", "CR-REPLAY-50"},
		says: "An image, a call or a response shares a part with a text that is not shown.",
		when: hidesTexts, takes: membersOfParts(func(part jsvalue.Value, key string) bool {
			return part.Get("text").IsString() && slices.Contains(functionMembers, key)
		}),
	},
}

// displayOnly are the subtypes of a user record that shows its display text and never its parts (CR-REPLAY-08).
var displayOnly = []string{"notification", "cron", "goal_runtime"}

// isReference: the entry of attachmentReferences is shown.
func isReference(entry jsvalue.Value) bool {
	kind, id := entry.Get("type").Text(), entry.Get("attachmentId")
	return (kind == "image" && id.IsString() || kind == "resource" && id.Text() != "") &&
		entry.Get("mimeType").IsString() && entry.Get("size").IsNumber()
}

func isLink(entry jsvalue.Value) bool {
	return entry.Get("type").Text() == "resource_link" && entry.Get("uri").Text() != "" && entry.Get("name").IsString()
}

// hasOnlyAttachments: the display text of the record stands for its parts, and is empty without the lines that repeat the
// attachments.
func hasOnlyAttachments(n *Node) bool {
	payload := n.SystemPayload()
	display := payload.Get("displayText").Text()
	displays := slices.Contains(displayOnly, n.Subtype()) || n.Subtype() == "mid_turn_user_message" && display != ""
	return n.Type() == "user" && displays && withoutReferences(display, payload.Get("attachmentReferences")) == "" &&
		(slices.ContainsFunc(elements(payload.Get("attachmentReferences")), isReference) || slices.ContainsFunc(elements(payload.Get("resourceLinks")), isLink))
}

// hidesTexts: the texts of the parts are replaced by a display text, or the last of them is left out (CR-REPLAY-50).
func hidesTexts(n *Node) bool {
	if n.Type() != "user" || slices.Contains(displayOnly, n.Subtype()) {
		return false
	}
	payload := n.SystemPayload()
	tail := hasContextTail(n.Parts())
	if !payload.IsObject() {
		return tail
	}
	return payload.Get("displayText").IsString() && (tail || payload.Get("hookContext").IsString())
}

func isNoText(v jsvalue.Value) bool { return !v.IsNullish() && !v.IsString() }

// showsOnlyDisplay: without a text to display, the record would lose its parts.
func showsOnlyDisplay(record jsvalue.Value) bool {
	return record.Get("type").Text() == "user" && slices.Contains(displayOnly, record.Get("subtype").Text())
}

// isMuteTask: the record says that a task is completed, and has no text to display.
func isMuteTask(record jsvalue.Value) bool {
	return record.Get("subtype").Text() == "background_task_completed" && record.Get("type").Text() == "system" &&
		!record.Get("systemPayload").Get("displayText").IsString()
}
