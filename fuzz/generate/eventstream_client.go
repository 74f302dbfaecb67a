package generate

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// ClientOps are the operations of a client of chats, for which NewClientCase makes inputs.
var ClientOps = []string{"merge", "cursor", "follow"}

// NewClientCase makes an input of merge, cursor or follow: events of which many are equal, some late and some unreadable, in
// lists that overlap; calls of each function; scripts of what happens to a client, with answers that are right, wrong and late.
func NewClientCase(source Source, op string) protocol.Input {
	c := &clientCase{chat: &chat{Source: source}, events: 1 + source.Below(9)}
	switch op {
	case "merge":
		return c.mergeFiles()
	case "cursor":
		return protocol.ValueOf(c.cursorCall())
	}
	return protocol.ValueOf(object("", c.script()).Value)
}

// clientCase picks from a few events.
type clientCase struct {
	*chat
	events int
}

// envelope is one of the events; the same number is the same event, but for what is no part of its identity.
func (c *clientCase) envelope(n int) jsvalue.Value {
	timestamp := fmt.Sprintf("2026-08-10T10:00:00.%03dZ", n*7%11)
	switch n % 13 {
	case 11:
		timestamp = "soon"
	case 12:
		timestamp = "2026-08-10T12:00:00.004+02:00"
	}
	kind := "text"
	if n%5 == 4 {
		kind = "user_message"
	}
	members := []jsvalue.Member{
		str("sessionId", "s"), str("timestamp", timestamp),
		object("event", str("type", kind), str("text", fmt.Sprint("e", n))),
	}
	if oneIn(c, 4) {
		members = append(members, number("sequence", c.Below(5)))
	}
	return jsvalue.ObjectValue(members...)
}

// some are a stretch of the events, now and then with one that repeats, comes late or is of another history.
func (c *clientCase) some() (list []jsvalue.Value) {
	first := c.Below(c.events)
	for n := first; n < first+c.Below(c.events+1); n++ {
		switch c.Below(12) {
		case 9:
			list = append(list, c.envelope(c.Below(14)))
		case 10:
			list = append(list, c.envelope(n), c.envelope(n))
			continue
		case 11:
			list = append(list, c.envelope(n).With(pick(c.Source, []jsvalue.Member{
				str("sessionId", "other"), object("provenance", str("targetKind", "codex_subagent")),
			})))
		}
		list = append(list, c.envelope(n))
	}
	return list
}

func (c *clientCase) file(name string) protocol.File {
	text := ""
	for _, envelope := range c.some() {
		text += chatLine(envelope) + "\n"
	}
	if oneIn(c, 12) {
		text += pick(c.Source, []string{"{torn", "\n\n", "[]\n", `{"sessionId":"s","event":{"type":"text"}}`})
	}
	return protocol.File{Name: name, Text: text}
}

func (c *clientCase) mergeFiles() protocol.Input {
	files := []protocol.File{c.file("existing.jsonl")}
	switch c.Below(5) {
	case 0, 1:
		return protocol.FilesOf(append(files, c.file("incoming.jsonl"))...)
	case 2:
		files = append(files, c.file("watermark.jsonl"))
	}
	return protocol.FilesOf(append(files, c.file("snapshot.jsonl"))...)
}

// offset is that of a line, or a number that is none.
func (c *clientCase) offset() jsvalue.Value {
	if c.Below(10) == 9 {
		return pick(c.Source, []jsvalue.Value{jsvalue.NullValue(), rawNumber("-1"), rawNumber("0.5"), rawNumber("1e400"), jsvalue.StringValue("7"), {}})
	}
	return jsvalue.IntValue(int64(100 * c.Below(12)))
}

// flag is mostly as it should be.
func (c *clientCase) flag(key string, usual bool) jsvalue.Member {
	switch c.Below(12) {
	case 9:
		return val(key, jsvalue.NullValue())
	case 10:
		return str(key, "false")
	case 11:
		return val(key, jsvalue.BoolValue(!usual))
	}
	return val(key, jsvalue.BoolValue(usual))
}

func (c *clientCase) answerSession() jsvalue.Member {
	return str("sessionId", pick(c.Source, []string{"s", "s", "s", "s", "s", "other"}))
}

func (c *clientCase) snapshot() jsvalue.Value {
	return jsvalue.ObjectValue(
		c.answerSession(), array("events", c.some()...), c.flag("hasOlderHistory", true), val("tailStartOffset", c.offset()),
		c.flag("sessionFound", true), c.flag("unavailable", false),
	)
}

func (c *clientCase) page() jsvalue.Value {
	return jsvalue.ObjectValue(
		c.answerSession(), array("events", c.some()...), val("startOffset", c.offset()), c.flag("hasMore", true),
		c.flag("sessionFound", true), c.flag("unavailable", false),
	)
}

// bounds are some of the bounds that a call takes.
func (c *clientCase) bounds(names ...string) (list []jsvalue.Member) {
	for _, name := range names {
		if c.Below(2) == 1 {
			list = append(list, number(name, 1+c.Below(6)))
		}
	}
	return list
}

func (c *clientCase) cursorCall() jsvalue.Value {
	call := func(function string, args ...jsvalue.Member) jsvalue.Value {
		return jsvalue.ObjectValue(str("fn", function), object("args", args...))
	}
	events := func(name string) jsvalue.Member { return array(name, c.some()...) }
	switch c.Below(8) {
	case 0:
		return jsvalue.ObjectValue(str("fn", "resolveSnapshotHistoryCursor"), val("args", c.snapshot()))
	case 1:
		return call("advanceOlderHistoryCursor", val("beforeOffset", c.offset()), val("page", c.page()))
	case 2:
		return call("resolveChatHistoryMissAction", c.flag("unavailable", false), c.flag("hasRenderedEvents", true))
	case 3:
		return call("prependOlderChatHistoryPage", c.olderAndExisting()...)
	case 4:
		return call("mergeOlderChatHistoryPageWithCap", append(append(c.bounds("maxEvents"), number("maxBytes", 100*c.Below(40))), c.olderAndExisting()...)...)
	case 5:
		return call("trimChatEventHistory", append(c.bounds("maxEvents"), events("events"), number("maxBytes", 100*c.Below(40)))...)
	case 6:
		return call("resolveMergedSnapshotHistoryCursor", number("snapshotCursor", c.Below(3)), number("currentCursor", c.Below(2)), c.flag("detached", false),
			events("snapshotEvents"), events("existingEvents"), events("mergedEvents"))
	}
	return call("readOlderHistoryBatch", c.batch()...)
}

// script is what happens to a client. It is answered in the order of its requests, and now and then too late or once more.
func (c *clientCase) script() jsvalue.Member {
	open := append(c.bounds("maxEvents"), str("sessionId", "s"), str("binding", "b"))
	steps := []jsvalue.Value{object("", object("open", open...)).Value}
	asked := 1
	for range c.Below(16) {
		var step jsvalue.Member
		switch c.Below(12) {
		case 0, 1, 2, 3, 4, 5:
			id := 1 + c.Below(asked+1)
			if c.Below(4) > 0 {
				id = asked
			}
			answer := []jsvalue.Member{number("to", id), val("snapshot", c.snapshot()), val("page", c.page())}
			if oneIn(c, 8) {
				answer = answer[:1]
			}
			step = object("answer", answer...)
			asked++
		case 6, 7:
			step = array("push", c.some()...)
		case 8, 9:
			step = val("older", jsvalue.BoolValue(true))
		case 10:
			step = object("open", open...)
		default:
			step = val(pick(c.Source, []string{"connected", "disconnected", "latest"}), jsvalue.BoolValue(true))
		}
		steps = append(steps, jsvalue.ObjectValue(step))
	}
	return array("steps", steps...)
}
