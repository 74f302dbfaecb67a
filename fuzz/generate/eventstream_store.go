package generate

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// NewStoreCase makes a chat with a few bulky events among others: payloads about their caps, of characters of all sizes and of halves of
// them; values with images and many levels; what looks like a stored form, and what is one of an older build.
func NewStoreCase(source Source) EventCase {
	c := newEventChat(source)
	if c.chance(30) {
		c.eventTurn()
	}
	for range 1 + c.Below(3) {
		c.write(c.bulky())
	}
	c.tell(c.open...)
	return EventCase{c.file(), c.eventOptions().Without("sessionId")}
}

// NewStreamCase makes a chat whose events come fast, so that pieces of text meet in a window.
func NewStreamCase(source Source) EventCase {
	c := newEventChat(source)
	c.pace = 1 + c.Below(80)
	for range 1 + c.Below(3) {
		c.eventTurn()
	}
	c.tell(c.open...)
	return EventCase{c.file(), c.eventOptions()}
}

// bulkyEvents are the makers of bulky events; those that cost little come more often.
var bulkyEvents = []func(c *eventChat) jsvalue.Value{
	(*eventChat).runningCommand, (*eventChat).runningCommand, (*eventChat).runningCommand, (*eventChat).bulkyThought, (*eventChat).bulkyThought,
	(*eventChat).bulkyDetail, (*eventChat).bulkyDetail, (*eventChat).bulkyDetail, (*eventChat).bulkyResult, (*eventChat).bulkyResult, (*eventChat).bulkyResult,
	(*eventChat).bulkyCommand, (*eventChat).bulkyDiff, (*eventChat).bulkyImage, (*eventChat).imageInside, (*eventChat).deepResult,
}

func (c *eventChat) bulky() jsvalue.Value {
	event := pick(c.Source, bulkyEvents)(c)
	if c.chance(6) {
		return c.spoilEvent(event)
	}
	return event
}

func (c *eventChat) runningCommand() jsvalue.Value {
	return c.event("command", append(c.item(), str("status", "running"), str("output", c.payload("command output", 4096)))...)
}

func (c *eventChat) bulkyThought() jsvalue.Value {
	return c.event("reasoning", str("itemId", c.id("r")), str("text", c.payload("reasoning", 8192)))
}

func (c *eventChat) bulkyCommand() jsvalue.Value {
	limit, status := 16384, pick(c.Source, []string{"completed", "odd", "failed"})
	if status == "failed" {
		limit = 65536
	}
	return c.event("command", append(c.item(), str("output", c.payload("command output", limit)), str("status", status))...)
}

func (c *eventChat) bulkyDiff() jsvalue.Value {
	return c.event("file_change", append(c.item(), str("path", "a.go"), str("diff", c.payload("file diff", 32768)))...)
}

// bulkyDetail is a result with a payload beside it, which is not accounted for.
func (c *eventChat) bulkyDetail() jsvalue.Value {
	members := append(c.item(), str("tool", "Read"), str("result", "small"), val("structured", c.value("tool result detail", 8192)))
	members = append(members, c.sometimes(30, number("resultOriginalBytes", 123), number("resultOmittedBytes", 45))...)
	return c.event("tool_result", append(members, c.sometimes(30, object("toolResultMeta", str("a", "b")))...)...)
}

func (c *eventChat) bulkyResult() jsvalue.Value {
	limit, members := 16384, append(c.item(), str("tool", "Read"))
	if c.chance(12) {
		limit, members = 65536, append(members, str("status", pick(c.Source, []string{"failed", "interrupted"})))
	}
	return c.event("tool_result", append(members, val("result", c.value("tool result", limit)))...)
}

// units are what a payload is made of.
var units = []string{
	"x", "x", "é", "€", "😀", "\xed\xa0\xbd", "\xed\xb8\x80", "a line\n", "+added\n", "\"", "\\", "\x01", "\u2028", "\n----- END FIRST PREVIEW -----\n", "0 bytes were left out.\n",
}

// bulk is a text of so many bytes, of one unit with others at its ends.
func (c *eventChat) bulk(bytes int) string {
	unit := pick(c.Source, units)
	ends := []string{strings.Repeat("x", c.Below(4)), strings.Repeat("y", c.Below(4))}
	ends[0] += pick(c.Source, []string{"", "", "😀", "é\n"})
	inside := max(0, bytes-len(ends[0])-len(ends[1]))
	return ends[0] + strings.Repeat(unit, inside/len(unit)) + strings.Repeat("z", inside%len(unit)) + ends[1]
}

// about is a size about a cap.
func (c *eventChat) about(limit int) int {
	return pick(c.Source, []int{limit - 1, limit, limit + 1, limit + 2, limit + 1 + c.Below(600), limit + limit/2 + c.Below(limit/4), 30})
}

// payload is a text about its cap, now and then one that was shortened, also in the wording of an older build.
func (c *eventChat) payload(label string, limit int) string {
	if !c.chance(15) {
		return c.bulk(c.about(limit))
	}
	notice := pick(c.Source, []string{
		"[ADE] Large " + label + " was shortened for stored chat history.\nOriginal size: 90000 bytes.\nFull content was not stored.\n",
		"[ADE] Large " + label + " was shortened to keep this chat fast.\nOriginal size: 90000 bytes.\n",
	})
	end := pick(c.Source, []string{"\n9 bytes omitted from stored chat history.\n", "\n\n[ADE] 9 bytes were left out.\n"})
	return notice + c.bulk(max(0, c.about(limit)-len(notice)-len(end))) + end
}

// value is a payload of any kind: a text, a list or an object, or what looks like a stored form.
func (c *eventChat) value(label string, limit int) jsvalue.Value {
	switch c.Below(5) {
	case 0, 1:
		return jsvalue.StringValue(c.payload(label, limit))
	case 2:
		return c.forged(limit)
	case 3:
		return filledTo(jsvalue.ObjectValue(number("n", 1), object("o", val("none", jsvalue.NullValue()), array("empty")), str("body", "")), "body", c.about(limit), c.bulk)
	}
	lines := make([]jsvalue.Value, 1+c.Below(40))
	for i := range lines {
		lines[i] = jsvalue.StringValue(c.bulk(c.Below(2 * limit / len(lines))))
	}
	return jsvalue.ArrayValue(lines...)
}

// filledTo is an object in which a text makes the indented JSON so many bytes, unless the text needs escapes.
func filledTo(object jsvalue.Value, key string, bytes int, bulk func(int) string) jsvalue.Value {
	rest := len(jsvalue.AppendIndent(nil, object, "  "))
	return object.With(str(key, bulk(max(0, bytes-rest))))
}

// forged looks like what stands for a value, up to twice its cap and beyond, or nearly so.
func (c *eventChat) forged(limit int) jsvalue.Value {
	form := jsvalue.ObjectValue(
		str("summary", pick(c.Source, []string{"[ADE] Large x", "[ADE] Large tool result was shortened for stored chat history.", "[ADE] Large x", " [ADE] Large x"})),
		number("originalBytes", 90000), number("omittedBytes", 1), str("preview", ""))
	if c.chance(20) {
		form = form.With(val(pick(c.Source, []string{"originalBytes", "omittedBytes", "preview"}), pick(c.Source, []jsvalue.Value{{}, jsvalue.NullValue(), jsvalue.StringValue("1")})))
	}
	if c.chance(15) { // is written as null
		form = form.With(val(pick(c.Source, []string{"originalBytes", "omittedBytes"}), raw("1e400")))
	}
	if c.chance(30) {
		form = form.With(array("rows", jsvalue.StringValue("more")))
	}
	return filledTo(form, pick(c.Source, []string{"preview", "more"}), c.about(pick(c.Source, []int{limit, 2 * limit, 2 * limit})), c.bulk)
}

// image is the data of an image about its cap.
func (c *eventChat) image() string {
	start := pick(c.Source, []string{"data:image/png;base64,", "data:image/png;base64,", " \u00a0data:image/svg+xml,", "DATA:Image/png,", "data:text/plain,", "xdata:image/png,"})
	if c.chance(25) {
		return start + "AA"
	}
	return start + strings.Repeat("A", 65535+c.Below(3)-len(start))
}

func (c *eventChat) bulkyImage() jsvalue.Value {
	if c.chance(50) {
		return c.event("codex_image_view", append(c.sometimes(70, str("url", c.image())), c.sometimes(60, str("path", pick(c.Source, []string{"/x.png", "data:image/png,A", c.image()})))...)...)
	}
	return c.event("codex_image_generation", append(c.sometimes(70, str("result", c.image())), c.sometimes(60, str("savedPath", pick(c.Source, []string{"/x.png", " data:image/png,A"})))...)...)
}

// imageInside is a result that holds an image somewhere.
func (c *eventChat) imageInside() jsvalue.Value {
	value := jsvalue.StringValue(c.image())
	for range c.Below(4) {
		value = jsvalue.ObjectValue(array("list", jsvalue.IntValue(1), value), str("é", "kept"))
	}
	if c.chance(30) {
		value = jsvalue.ArrayValue(value, jsvalue.StringValue(c.bulk(c.about(16384))))
	}
	event := c.event("tool_result", append(c.item(), val(pick(c.Source, []string{"result", "structured"}), value))...)
	return event.With(c.sometimes(30, str("status", "failed"))...)
}

// deepResult has about as many levels as are kept.
func (c *eventChat) deepResult() jsvalue.Value {
	value := pick(c.Source, []jsvalue.Value{jsvalue.StringValue("leaf"), jsvalue.ArrayValue(), jsvalue.ObjectValue(), jsvalue.NullValue()})
	for range 30 + c.Below(6) {
		if value = jsvalue.ArrayValue(value); c.chance(40) {
			value = jsvalue.ObjectValue(val("k", value.At(0)))
		}
	}
	return c.event("tool_result", slices.Concat(c.item(), []jsvalue.Member{val(pick(c.Source, []string{"result", "result", "structured"}), value)})...)
}
