package generate

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// eventTurn is a user's message, what is done about it, and an end; most of the time the things that are done follow one
// another, else up to three run at once.
func (c *eventChat) eventTurn() {
	c.turn = c.id("t")
	if c.style == byNothing || c.style == byAny && c.chance(30) {
		c.turn = ""
	}
	c.turns = append(c.turns, c.turn)
	if !c.chance(12) {
		c.tell(c.userMessage())
	}
	if c.chance(50) {
		c.tell(eventScript{c.event("status", str("turnStatus", "started"))})
	}
	for range 1 + c.Below(4) {
		scripts := append([]eventScript{c.step()}, c.open...)
		for c.chance(35) && len(scripts) < 4 {
			scripts = append(scripts, c.step())
		}
		if c.chance(10) { // the last goes on behind the others, perhaps in a later turn
			last := len(scripts) - 1
			rest := scripts[last][len(scripts[last])/2:]
			scripts[last] = scripts[last][:len(scripts[last])/2]
			c.tell(filled(scripts)...)
			c.open = filled([]eventScript{rest})
			continue
		}
		c.tell(filled(scripts)...)
	}
	c.end()
}

// filled are the scripts that are not empty.
func filled(scripts []eventScript) (out []eventScript) {
	for _, script := range scripts {
		if len(script) > 0 {
			out = append(out, script)
		}
	}
	return out
}

// step is one thing that happens in a turn.
func (c *eventChat) step() eventScript {
	switch choice := c.Below(100); {
	case choice < 26:
		return c.stream()
	case choice < 33:
		return c.thoughts()
	case choice < 45:
		return c.toolUse()
	case choice < 57:
		return pick(c.Source, eventWork)(c)
	case choice < 61:
		return c.todos()
	case choice < 69:
		return c.subagent()
	case choice < 74:
		return c.backgroundJob()
	case choice < 79:
		return c.retraction()
	case choice < 83:
		return c.steered()
	case choice < 86:
		return c.card()
	case choice < 94:
		return pick(c.Source, eventAsides)(c)
	}
	return c.chrome()
}

var eventWork = []func(*eventChat) eventScript{(*eventChat).commandRun, (*eventChat).commandRun, (*eventChat).fileChange, (*eventChat).webSearch, (*eventChat).plans}

// end is that of a turn, if it has one; tests and people stop turns as well.
func (c *eventChat) end() {
	status := pick(c.Source, []string{"completed", "completed", "completed", "interrupted", "failed"})
	usage := object("usage", number("inputTokens", c.Below(3)*10), number("outputTokens", c.Below(3)))
	done := c.event("done", append(c.sometimes(50, usage), append(c.sometimes(20, number("costUsd", c.Below(3))), append(c.or(4, str("status", status)), str("model", "m"))...)...)...)
	switch {
	case c.chance(10):
	case c.chance(20):
		c.tell(eventScript{c.event("status", str("turnStatus", status), str("message", pick(c.Source, []string{"", status, c.words()}))), done})
	case c.chance(8):
		c.tell(eventScript{done, done})
	default:
		c.tell(eventScript{done})
	}
}

// pieces are a text as it is streamed: words, white space alone, halves of a character.
func (c *eventChat) pieces() []string {
	var list []string
	for range 1 + c.Below(6) {
		choice := c.Below(12)
		if !c.hostile && c.chance(70) {
			choice %= 8
		}
		switch choice {
		case 7:
			list = append(list, pick(c.Source, []string{" ", "\n", "\n\n", "  \n", "\u00a0", "\t"}))
		case 8:
			list = append(list, "\xed\xa0\xbd", "\xed\xba\x80") // a rocket in two halves
		case 9:
			list = append(list, pick(c.Source, []string{"", "\xed\xba\x80", "\xed\xa0\xbd", "x\x00y", "\u202eשלום\u202c", "مرحبا", "é", "\u200b", "http://localhost:3000/a ", "Half a wo"}))
		case 10:
			list = append(list, c.word()+"\n")
		case 11:
			list = append(list, "\n"+c.word(), "  "+c.word()+"  ")
		default:
			list = append(list, c.word()+pick(c.Source, []string{" ", "", ". "}))
		}
	}
	return list
}

// stream is a text of the style of the provider, with chrome between its pieces, and now and then a second one beside it.
func (c *eventChat) stream() eventScript {
	var script eventScript
	names := c.naming()
	other := names
	if c.chance(15) {
		other = c.naming()
	}
	for _, piece := range c.pieces() {
		event := c.event("text", append([]jsvalue.Member{str("text", piece)}, names...)...)
		if c.style == byNothing {
			event = without(event)
		}
		script = append(script, event)
		switch {
		case c.chance(12):
			script = append(script, c.chrome()...)
		case len(c.messages) > 0 && c.chance(4): // an older message, with nothing
			script = append(script, c.event("text", str("text", pick(c.Source, []string{"", "", " "})), str("messageId", pick(c.Source, c.messages))))
		}
		if c.chance(10) {
			names, other = other, names
		}
	}
	return script
}

// naming is what names the pieces of a new text.
func (c *eventChat) naming() []jsvalue.Member {
	style := c.style
	if style == byAny || c.chance(8) {
		style = c.Below(byAny)
	}
	switch style {
	case byMessage:
		id := c.id("m")
		if len(c.messages) > 0 && c.chance(12) {
			id = pick(c.Source, c.messages)
		}
		c.messages = append(c.messages, id)
		if c.chance(4) {
			id = " " + id + "\n"
		}
		return append([]jsvalue.Member{str("messageId", id)}, c.sometimes(25, str("itemId", c.id("i")))...)
	case byItem:
		return append(c.sometimes(10, str("messageId", " ")), str("itemId", c.id("i")))
	}
	return c.sometimes(5, str("messageId", ""), val("itemId", jsvalue.NullValue()))
}

// thoughts are pieces of reasoning of one item or of several.
func (c *eventChat) thoughts() eventScript {
	var script eventScript
	item, part := c.sometimes(60, str("itemId", c.id("r"))), 0
	for _, piece := range c.pieces() {
		members := append([]jsvalue.Member{str("text", piece)}, item...)
		if len(item) > 0 && part > 0 {
			members = append(members, number("summaryIndex", part))
		}
		script = append(script, c.event("reasoning", members...))
		if c.chance(20) {
			part++
		}
		if c.chance(8) {
			script = append(script, c.chrome()...)
		}
	}
	return script
}

// retraction takes back what one or several messages said, by their ids, blank ones and those of nobody.
func (c *eventChat) retraction() eventScript {
	var ids []jsvalue.Value
	for range 1 + c.Below(2) {
		id := "nobody"
		if len(c.messages) > 0 {
			id = pick(c.Source, c.messages)
		}
		switch {
		case c.chance(15):
			id = pick(c.Source, []string{"", " ", "nobody", "__proto__"})
		case c.chance(15):
			id = " " + id + "\u2028"
		}
		ids = append(ids, jsvalue.StringValue(id))
	}
	if c.chance(4) {
		ids = append(ids, jsvalue.NullValue(), jsvalue.IntValue(1))
	}
	return eventScript{c.event("transcript_retraction", append(c.sometimes(30, str("replacementMessageId", c.id("m"))), array("messageIds", ids...))...)}
}

// userMessage is what a user says, with what can go along.
func (c *eventChat) userMessage(members ...jsvalue.Member) eventScript {
	said := c.words()
	if c.chance(6) {
		said = pick(c.Source, []string{"", "  ", "\n"})
	}
	if c.chance(5) {
		said = "  " + said + "\n"
	}
	list := append([]jsvalue.Member{str("text", said)}, members...)
	list = append(list, c.sometimes(12, str("displayText", pick(c.Source, []string{c.words(), "  ", " shown "})))...)
	list = append(list, c.sometimes(12, str("messageId", c.id("u")))...)
	list = append(list, c.sometimes(5, array("attachments", jsvalue.ObjectValue(str("path", "/a"))))...)
	if c.chance(14) {
		list = append(list, object("metadata", c.wake()...))
	}
	return eventScript{c.event("user_message", list...)}
}

// wake is what woke the chat: a schedule, or a child that came to an end.
func (c *eventChat) wake() []jsvalue.Member {
	schedule := []jsvalue.Member{str("scheduleId", pick(c.Source, []string{"w1", "w1", "w2", " "})), str("kind", pick(c.Source, []string{"wakeup", "cron", "loop", "never"}))}
	schedule = append(schedule, c.or(12, str("firedAt", "2026-08-10T09:00:00Z"))...)
	schedule = append(schedule, c.sometimes(40, str("reason", pick(c.Source, []string{" because ", ""})), val("late", pick(c.Source, []jsvalue.Value{jsvalue.BoolValue(true), jsvalue.IntValue(1)})))...)
	spawn := []jsvalue.Member{
		str("childSessionId", pick(c.Source, []string{"child", " child2 ", ""})), str("spawnKind", pick(c.Source, []string{"subagent", "peer", "other"})),
		str("status", pick(c.Source, []string{"completed", "failed", "stopped", "running"})),
	}
	spawn = append(spawn, c.sometimes(50, str("childTitle", pick(c.Source, []string{"a child", " "})), str("summary", " "+c.word()+" "))...)
	switch c.Below(5) {
	case 0, 1:
		return []jsvalue.Member{object("scheduledWake", schedule...)}
	case 2, 3:
		return []jsvalue.Member{object("spawnCompletion", spawn...)}
	}
	return []jsvalue.Member{object("scheduledWake", schedule...), object("spawnCompletion", spawn...), str("other", c.word())}
}

// steered is a message that came while the turn ran: queued, then delivered or resolved.
func (c *eventChat) steered() eventScript {
	steer := c.id("steer")
	if len(c.steers) > 0 && c.chance(20) {
		steer = pick(c.Source, c.steers)
	}
	c.steers = append(c.steers, steer)
	queued := c.userMessage(str("steerId", steer), str("deliveryState", "queued"))
	resolution := without(c.event("user_message_resolution", str("steerId", steer), str("action", pick(c.Source, []string{"discard", "resend"})), str("state", "done"), str("resolvedAt", "2026-08-10T10:30:00Z")))
	if c.chance(20) {
		resolution = resolution.With(str("replacementMessageId", c.id("m")))
	}
	delivered := c.event("user_message", append(c.or(20, str("text", pick(c.Source, []string{c.words(), "", " "}))), str("steerId", steer), str("deliveryState", pick(c.Source, []string{"delivered", "inline", "failed"})))...)
	if c.chance(25) {
		delivered = delivered.With(object("metadata", str("more", c.word()), val("other", jsvalue.NullValue())))
	}
	switch c.Below(5) {
	case 0, 1:
		return append(queued, delivered)
	case 2:
		return append(queued, resolution)
	case 3:
		return append(eventScript{resolution}, queued...)
	}
	return append(append(queued, delivered), resolution, delivered)
}

// chrome is what is hidden, or nobody knows, or draws nothing.
func (c *eventChat) chrome() eventScript {
	return eventScript{pick(c.Source, []func() jsvalue.Value{
		func() jsvalue.Value { return c.event("activity", str("activity", "thinking"), str("detail", c.word())) },
		func() jsvalue.Value { return c.event("step_boundary", number("stepNumber", c.Below(9))) },
		func() jsvalue.Value {
			return c.event("context_usage", str("origin", pick(c.Source, []string{"live", "snapshot", "compact"})))
		},
		func() jsvalue.Value { return c.event(pick(c.Source, hiddenEvents), str("itemId", c.id("h"))) },
		func() jsvalue.Value { return c.event("status", str("turnStatus", "started")) },
		func() jsvalue.Value {
			return c.event("system_notice", str("noticeKind", "info"), str("message", "session ready"))
		},
		func() jsvalue.Value {
			return c.event(fmt.Sprint("new_type_", c.Below(3)), str("text", c.word()), str("messageId", c.id("m")))
		},
		func() jsvalue.Value { return c.event("command_lifecycle", str("state", "accepted")) },
	})()}
}

var hiddenEvents = []string{
	"pending_input_resolved", "tool_use_start", "tool_use_complete", "codex_token_usage", "codex_moderation_metadata", "tokens", "sources", "session_meta_updated",
}
