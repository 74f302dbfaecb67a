package generate

import (
	"net/url"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func (c *chat) text(value string) jsvalue.Value { return jsvalue.ObjectValue(text("text", value)) }

func (c *chat) thought(value string) jsvalue.Value {
	return jsvalue.ObjectValue(text("text", value), flag("thought", true))
}

// user is a message of the user, in one of its forms.
func (c *chat) user() {
	var more []jsvalue.Member
	if oneIn(c, 3) {
		more = append(more, text("daemonPromptId", pick(c.Source, []string{"p1", "p2", " p3 ", " "})))
	}
	if oneIn(c, 12) {
		more = append(more, text("subtype", pick(c.Source, []string{
			"at_command", "chat_compression", "agent_launch_prompt", "session_artifact_event", "unheard_of", "constructor",
		})))
	}
	parts := []jsvalue.Value{c.text(c.said())}
	for c.chance(35) {
		parts = append(parts, c.userPart())
	}
	if oneIn(c, 10) {
		parts = parts[1:]
	}
	if oneIn(c, 10) {
		parts, more = c.submitContext(parts, more)
	} else if oneIn(c, 10) {
		more = append(more, object("systemPayload", c.attachments()...))
	}
	c.message("user", "user", parts, more...)
}

// message writes the parts as one record or as fragments of one.
func (c *chat) message(kind, role string, parts []jsvalue.Value, more ...jsvalue.Member) {
	uuid, parent := c.newUUID(), c.parent()
	for c.chance(20) && len(parts) > 1 {
		n := 1 + c.Below(len(parts)-1)
		c.addAs(uuid, parent, kind, append([]jsvalue.Member{message(role, parts[:n]...)}, more...)...)
		parts = parts[n:]
	}
	c.addAs(uuid, parent, kind, append([]jsvalue.Member{message(role, parts...)}, more...)...)
}

func (c *chat) userPart() jsvalue.Value {
	switch c.Below(4) {
	case 0, 1:
		return c.text(c.said())
	case 2:
		return jsvalue.ObjectValue(text("text", c.said()), flag("thought", oneIn(c, 2)))
	}
	data := pick(c.Source, []string{"iVBORw0KGgo=", "data:image/png;base64,iVBORw0KGgo", "/9j/4AAQ", "R0lGODlh", "R0lGODdh", "UklGRg", "UklGx", "R0lGO", "data:,/9j/", "AAAA", "data:x"})
	return jsvalue.ObjectValue(object("inlineData", text("data", data),
		text("mimeType", pick(c.Source, []string{"image/png", "image/*", "image/", "image/svg+xml"}))))
}

// submitContext hides a context behind what the user typed.
func (c *chat) submitContext(parts []jsvalue.Value, more []jsvalue.Member) ([]jsvalue.Value, []jsvalue.Member) {
	const begin, end = "<qwen:user-prompt-submit-context>", "</qwen:user-prompt-submit-context>"
	tail := pick(c.Source, []string{
		begin + "\nctx\n" + end, " " + begin + "\na\nb\n" + end + "\n", begin + "ctx" + end, begin + "\n" + end,
		begin + "\na" + begin + "b\n" + end, begin + "\na" + end + "b\n" + end, begin + "\n\n" + end + " x",
	})
	if !oneIn(c, 4) {
		parts = append(parts, c.text(tail))
	}
	payload := []jsvalue.Member{}
	if oneIn(c, 2) {
		payload = append(payload, text("displayText", pick(c.Source, []string{"typed", "", c.said()})))
	}
	if oneIn(c, 3) {
		payload = append(payload, text("hookContext", "hook"))
	}
	if len(payload) > 0 || oneIn(c, 4) {
		more = append(more, object("systemPayload", append(payload, text("note", "n"))...))
	}
	return parts, more
}

func (c *chat) attachments() []jsvalue.Member {
	var references, links []jsvalue.Value
	for range c.Below(3) {
		references = append(references, jsvalue.ObjectValue(text("type", pick(c.Source, []string{"resource", "image"})),
			text("attachmentId", "att "+strconv.Itoa(c.Below(3))+"ü/"), text("mimeType", "text/plain"), number("size", c.Below(100))))
	}
	for range c.Below(3) {
		link := []jsvalue.Member{text("type", "resource_link"), text("uri", "file:///"+strconv.Itoa(c.Below(2))), text("name", c.word())}
		if oneIn(c, 2) {
			link = append(link, number("size", c.Below(9)), text("title", c.word()))
		} else if oneIn(c, 4) {
			link = append(link, jsvalue.Member{Key: "title", Value: jsvalue.NullValue()})
		}
		if oneIn(c, 2) {
			link = append(link, object("annotations", jsvalue.Member{Key: c.key(), Value: jsvalue.IntValue(1)}))
		}
		links = append(links, jsvalue.ObjectValue(link...))
	}
	return []jsvalue.Member{array("attachmentReferences", references...), array("resourceLinks", links...)}
}

// attachmentLines are what programs write behind a text for the resources that came with it.
func attachmentLines(references jsvalue.Value) string {
	lines := "\n"
	for _, reference := range references.Elements() {
		if reference.Get("type").Text() == "resource" {
			lines += "\n@attachment:///" + url.PathEscape(reference.Get("attachmentId").Text())
		}
	}
	return lines
}

// speak is a response of the model without calls.
func (c *chat) speak() {
	var parts []jsvalue.Value
	for len(parts) == 0 || c.chance(40) || len(parts) == 1 && len(parts[0].Get("text").Text()) > 90_000 {
		part := c.text(c.said())
		if oneIn(c, 3) {
			part = c.thought(c.said())
		}
		parts = append(parts, part)
	}
	var more []jsvalue.Member
	if oneIn(c, 2) {
		more = append(more, c.usage())
	}
	if oneIn(c, 20) {
		more = append(more, text("subtype", "realtime_message"))
	}
	c.message("assistant", "model", parts, append(more, text("model", "coder"))...)
	if oneIn(c, 10) { // the counts of the last fragment that has some stand
		last := c.records[len(c.records)-1]
		c.addAs(last.Get("uuid").Text(), last.Get("parentUuid"), "assistant", c.usage())
	}
}

// usage is the token counts of a response; they may be strange, but they are an object.
func (c *chat) usage() jsvalue.Member {
	counts := []jsvalue.Member{number("promptTokenCount", c.Below(5000)), number("candidatesTokenCount", c.Below(900))}
	if oneIn(c, 2) {
		counts = append(counts, number("cachedContentTokenCount", c.Below(5000)), number("thoughtsTokenCount", c.Below(90)))
	}
	if oneIn(c, 6) {
		counts[c.Below(len(counts))].Value = pick(c.Source, []jsvalue.Value{
			raw("1e400"), jsvalue.NumberValue(-2.5), jsvalue.StringValue("7"), jsvalue.NullValue(), raw("-0"),
		})
	}
	return object("usageMetadata", counts...)
}

// aside is a message that comes from nobody's keyboard.
func (c *chat) aside() {
	payload := []jsvalue.Member{text("displayText", c.said())}
	subtype := pick(c.Source, []string{"notification", "cron", "mid_turn_user_message", "goal_runtime", "realtime_message"})
	if subtype == "notification" && oneIn(c, 2) {
		payload = append(payload, object("backgroundTask", text("taskId", "t1"), jsvalue.Member{Key: c.key(), Value: c.wild(2)}))
	}
	if oneIn(c, 5) {
		payload = append(payload, c.attachments()...)
		if references := payload[len(payload)-2].Value; oneIn(c, 2) {
			payload[0] = text("displayText", c.said()+attachmentLines(references))
		}
	}
	if subtype == "mid_turn_user_message" && oneIn(c, 4) {
		payload[0] = text("displayText", "")
	}
	members := []jsvalue.Member{text("subtype", subtype), object("systemPayload", payload...), message("user", c.text(c.said()))}
	if oneIn(c, 4) {
		members = append(members, text("daemonPromptId", pick(c.Source, []string{"p1", "bt1"})))
	}
	if oneIn(c, 10) {
		members = append(members, object("backgroundTurn", text("turnId", "bt1"), text("taskId", "t"), text("kind", "agent"), number("startedAt", 1)))
	}
	c.add("user", members...)
}
