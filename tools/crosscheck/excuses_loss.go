package crosscheck

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// saySilent is what C2 says against skips without a diagnostic.
const saySilent = "Every piece that is dropped gives a diagnostic with its path."

// dropped is an excuse for a piece that the SDK drops without a word.
func dropped(name, feature string, paths []string, holds func(Record) bool, lines ...string) Excuse {
	return Excuse{
		Name: name, Decision: "C2", Severity: SilentLoss, Feature: feature, Ours: saySilent, Theirs: "Dropped in silence; complete is true.",
		Find: func(v *View) Sites { return v.where(holds) }, Paths: paths, Due: true, Lines: lines,
	}
}

// notDue is an excuse whose predicate holds for more than what differs.
func notDue(e Excuse) Excuse {
	e.Due = false
	return e
}

func malformed(path string) string { return "missing diagnostics[malformed_part](" + path + ")" }

func unknown(path string) string { return "missing diagnostics[unknown_record_or_part](" + path + ")" }

// notAnObject: present, not nothing, and of another type.
func notAnObject(v jsvalue.Value) bool { return !empty(v) && !v.IsObject() }

var payloadSubtypes = []string{"slash_command", "goal_state", "turn_result", "background_task_completed", "agent_session_ready"}

var lossExcuses = []Excuse{
	dropped("usage-that-is-no-object", "usageMetadata of another type", []string{malformed("usageMetadata")},
		func(r Record) bool { return r.Type == "assistant" && notAnObject(r.Usage) },
		`{`+line1+`"type":"assistant","usageMetadata":5}`),
	dropped("outcome-that-is-no-object", "toolCallResult of another type", []string{malformed("toolCallResult")},
		func(r Record) bool { return r.carriesResult() && notAnObject(r.Outcome) },
		`{`+line1+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f"}}]},"toolCallResult":5}`),
	notDue(dropped("payload-that-is-no-object", "systemPayload of another type", []string{malformed("systemPayload")},
		func(r Record) bool {
			return notAnObject(r.Payload) && (r.Type == "user" || r.Type == "system" && slices.Contains(payloadSubtypes, r.Subtype))
		},
		`{`+line1+`"type":"user","systemPayload":5}`)),
	dropped("arguments-that-are-no-object", "args of another type", []string{malformed("message.parts[].functionCall.args")},
		func(r Record) bool {
			return isMessage(r) && slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool {
				call := part.Get("functionCall")
				return call.Get("name").Text() != "" && notAnObject(call.Get("args"))
			})
		},
		`{`+line1+`"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f","args":5}}]}}`, answer),
	dropped("output-items", "outputHistoryItems, or elements of it, of another type, or without a text",
		[]string{
			malformed("systemPayload.outputHistoryItems"), malformed("systemPayload.outputHistoryItems[]"),
			malformed("systemPayload.outputHistoryItems[].text"), unknown("systemPayload.outputHistoryItems[]"),
		},
		func(r Record) bool { return r.Type == "system" && r.Subtype == "slash_command" && oddItems(r.Payload) },
		`{`+line1+`"type":"system","subtype":"slash_command","systemPayload":{"phase":"result","outputHistoryItems":[5]}}`),
	dropped("attachments", "attachmentReferences or resourceLinks of another type, or of no use",
		[]string{
			malformed("systemPayload.attachmentReferences"), malformed("systemPayload.attachmentReferences[]"), unknown("systemPayload.attachmentReferences[]"),
			malformed("systemPayload.resourceLinks"), malformed("systemPayload.resourceLinks[]"), unknown("systemPayload.resourceLinks[]"),
		},
		func(r Record) bool { return r.Type == "user" && oddAttachments(r.Payload) },
		`{`+line1+`"type":"user","systemPayload":{"attachmentReferences":[5]}}`),
	dropped("todo-items", "elements of a todo list without content or with an unknown status",
		[]string{malformed("toolCallResult.resultDisplay.todos[]")},
		func(r Record) bool { return r.carriesResult() && oddTodos(r.Outcome.Get("resultDisplay")) },
		`{`+line1+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"todo_write"}}]},`+
			`"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[5]}}}`),
	notDue(dropped("text-beside-a-plan", "a text part in a tool_result that is a plan", []string{malformed("message.parts")},
		func(r Record) bool {
			return r.carriesResult() && usableTodo(r.Outcome) && slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool { return part.Get("text").Text() != "" })
		},
		`{`+line1+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"todo_write"}},{"text":"x"}]},`+
			`"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[]}}}`)),
	notDue(dropped("no-display-text", "a displayText that is no string, or a message that needs one and has none",
		[]string{malformed("systemPayload.displayText")}, hasNoDisplayText,
		`{`+line1+`"type":"user","subtype":"cron","message":{"parts":[{"text":"x"}]}}`)),
	{
		Name: "attachments-without-a-text", Decision: "C2", Severity: SilentLoss,
		Feature: "a notification, cron or goal message with attachments and no text",
		Ours:    "The attachments are shown.", Theirs: "Dropped in silence; complete is true.",
		Find: func(v *View) Sites {
			return v.where(func(r Record) bool { return r.Type == "user" && attachedOnly(&r) })
		},
		Paths: []string{"missing blocks[user]"},
		Lines: []string{`{` + line1 + `"type":"user","subtype":"cron","systemPayload":{"displayText":"","resourceLinks":[{"type":"resource_link","uri":"u","name":"n"}]}}`},
	},
	dropped("image-without-data", "an inline image with empty data", []string{malformed("message.parts[].inlineData")},
		func(r Record) bool {
			return slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool {
				data := part.Get("inlineData").Get("data")
				return r.Type == "user" && data.IsString() && data.Text() == ""
			})
		},
		`{`+line1+`"type":"user","message":{"parts":[{"inlineData":{"mimeType":"image/png","data":""}}]}}`),
	dropped("parts-of-a-system-record", "a system record without a subtype that has parts", []string{unknown("message.parts")},
		func(r Record) bool { return r.Type == "system" && r.Subtype == "" && len(r.Parts) > 0 },
		`{`+line1+`"type":"system","message":{"parts":[{"text":"x"}]}}`),
	{
		Name: "message-without-parts", Decision: "C2", Severity: SilentLoss,
		Feature: "a message that holds something else than parts", Ours: saySilent, Theirs: "Dropped in silence; complete is true.",
		Find: func(v *View) Sites {
			var sites Sites
			for _, record := range v.Records {
				if record.Get("type").Text() != "system" && saysOtherThings(record) {
					sites.add(record.Get("uuid").Text())
				}
			}
			return sites
		},
		Paths: []string{unknown("message")},
		Lines: []string{`{` + line1 + `"type":"user","message":{"content":"x"}}`},
	},
	dropped("beside-a-hidden-text", "an image, a call or a response in one part with a text that a display text replaces, or that is hidden",
		[]string{malformed("message.parts[].inlineData"), malformed("message.parts[].functionCall"), malformed("message.parts[].functionResponse")},
		func(r Record) bool {
			hides := r.Payload.Get("displayText").IsString() || hasTail(&r)
			return r.Type == "user" && hides && slices.ContainsFunc(r.Parts, func(part jsvalue.Value) bool {
				return part.Get("text").IsString() && (part.Has("inlineData") || part.Has("functionCall") || part.Has("functionResponse"))
			})
		},
		`{`+line1+`"type":"user","systemPayload":{"displayText":"x","hookContext":"h"},"message":{"parts":[{"text":"y","inlineData":{"mimeType":"image/png","data":"AAAA"}}]}}`),
	dropped("cancelled-turn", "a cancelled turn_result with a wrong member",
		[]string{malformed("systemPayload.promptId"), malformed("systemPayload.cancelledAt"), malformed("systemPayload.startedAt")},
		func(r Record) bool {
			return r.Type == "system" && r.Subtype == "turn_result" && r.Payload.Get("state").Text() == "cancelled" &&
				(r.Payload.Get("promptId").Text() == "" || !r.Payload.Get("cancelledAt").IsFinite() ||
					r.Payload.Has("startedAt") && !r.Payload.Get("startedAt").IsFinite())
		},
		`{`+line1+`"type":"system","subtype":"turn_result","systemPayload":{"state":"cancelled","cancelledAt":1}}`),
}

var shownByDisplayText = []string{"notification", "cron", "goal_runtime", "mid_turn_user_message"}

func hasNoDisplayText(r Record) bool {
	display := r.Payload.Get("displayText")
	if r.Type == "system" && r.Subtype == "background_task_completed" {
		return !display.IsString() && (!display.IsNullish() || !empty(r.Payload.Get("backgroundTask")))
	}
	if r.Type != "user" || display.IsString() {
		return false
	}
	return !display.IsNullish() || slices.Contains(shownByDisplayText, r.Subtype)
}

// saysOtherThings: a message without parts has members that are not empty.
func saysOtherThings(fragment jsvalue.Value) bool {
	message := fragment.Get("message")
	if parts := message.Get("parts"); parts.Len() > 0 || message.Has("parts") && !parts.IsArray() {
		return false
	}
	for key, value := range message.Members() {
		if key != "role" && !empty(value) {
			return true
		}
	}
	return false
}

func oddItems(payload jsvalue.Value) bool {
	items := payload.Get("outputHistoryItems")
	if !items.IsArray() {
		return !empty(items)
	}
	for _, item := range items.Elements() {
		if !item.IsObject() || !isGoalCard(item) && !item.Get("text").IsString() {
			return true
		}
	}
	return false
}

// isGoalCard recognises the items that nobody shows on purpose.
func isGoalCard(item jsvalue.Value) bool {
	kinds := []string{"set", "achieved", "cleared", "failed", "aborted", "paused", "checking"}
	return item.Get("type").Text() == "goal_status" && item.Get("condition").IsString() && slices.Contains(kinds, item.Get("kind").Text())
}

func oddAttachments(payload jsvalue.Value) bool {
	references, links := payload.Get("attachmentReferences"), payload.Get("resourceLinks")
	if !references.IsArray() && !empty(references) || !links.IsArray() && !empty(links) {
		return true
	}
	for _, entry := range references.Elements() {
		if !isReference(entry) {
			return true
		}
	}
	for _, link := range links.Elements() {
		if !isLink(link) {
			return true
		}
	}
	return false
}

// isReference: the entry of attachmentReferences is one that can be shown.
func isReference(entry jsvalue.Value) bool {
	kind := entry.Get("type").Text()
	return (kind == "image" || kind == "resource") && entry.Get("attachmentId").Text() != "" && entry.Get("mimeType").IsString() && entry.Get("size").IsNumber()
}

// isLink: the entry of resourceLinks is one that can be shown.
func isLink(entry jsvalue.Value) bool {
	return entry.Get("type").Text() == "resource_link" && entry.Get("uri").Text() != "" && entry.Get("name").IsString()
}

// hasAttachment: the payload of a user record holds something that can be shown.
func hasAttachment(payload jsvalue.Value) bool {
	for _, entry := range payload.Get("attachmentReferences").Elements() {
		if isReference(entry) {
			return true
		}
	}
	for _, entry := range payload.Get("resourceLinks").Elements() {
		if isLink(entry) {
			return true
		}
	}
	return false
}

func oddTodos(display jsvalue.Value) bool {
	if display.IsString() {
		display, _ = jsvalue.Decode(display.Text()) // no JSON is no list
	}
	if display.Get("type").Text() != "todo_list" {
		return false
	}
	for _, item := range display.Get("todos").Elements() {
		if !item.Get("content").IsString() || !slices.Contains([]string{"pending", "in_progress", "completed"}, item.Get("status").Text()) {
			return true
		}
	}
	return false
}

// nested is an array in an array and so on.
func nested(depth int) string {
	text := make([]byte, 0, 2*depth)
	for range depth {
		text = append(text, '[')
	}
	for range depth {
		text = append(text, ']')
	}
	return string(text)
}
