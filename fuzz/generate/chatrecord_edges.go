package generate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// indexKeys are keys that are array indexes, or nearly: programs put the indexes first.
var indexKeys = []string{
	"0", "1", "9", "10", "19", "90", "999999999", "1000000000", "2147483648", "3999999999", "4294967289", "4294967293", "4294967294", "4294967295", "4294967296",
	"4294967299", "4300000000", "9999999999", "42949672940", "00", "09", "-1", "1.5", "1e1", " 9",
}

// unitKeys are keys around the surrogates, where the order of UTF-16 units is not that of bytes.
var unitKeys = []string{"\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "\xed\xa0\x80", "\xed\xaf\xbf", "\xed\xb0\x80", "\xed\xbf\xbf"}

// wideObject has an object of up to 40 members, spelled as a writer would who puts indexes anywhere and repeats keys, in
// arguments, response and result.
func (c *chat) wideObject() {
	keys := make([]string, 1+c.Below(40))
	for i := range keys {
		switch c.Below(4) {
		case 0:
			keys[i] = pick(c.Source, indexKeys)
		case 1:
			keys[i] = pick(c.Source, unitKeys)
		default:
			keys[i] = "k" + strconv.Itoa(c.Below(60))
		}
	}
	if oneIn(c, 3) {
		keys = append(keys, c.secret())
	}
	spelled := func() jsvalue.Value {
		var members []string
		for i, key := range keys {
			members = append(members, string(jsvalue.AppendASCII(nil, jsvalue.StringValue(key)))+":"+strconv.Itoa(i))
		}
		return raw("{" + strings.Join(members, ",") + "}")
	}
	call := c.plainCall()
	c.add("assistant", message("model", callPart(call, spelled())))
	slices.Reverse(keys)
	response := jsvalue.ObjectValue(object("functionResponse", text("id", call.id), text("name", call.tool), jsvalue.Member{Key: "response", Value: spelled()}))
	result := func() {
		c.add("tool_result", message("user", response), object("toolCallResult", jsvalue.Member{Key: "resultDisplay", Value: spelled()}))
	}
	result()
	if oneIn(c, 3) {
		result()
	}
}

// unitTexts are texts of characters around the surrogates, which meet inside a part and between two.
func (c *chat) unitTexts() {
	var parts []jsvalue.Value
	for range 2 + c.Below(3) {
		said := ""
		for range 1 + c.Below(4) {
			said = jsvalue.Concat(said, pick(c.Source, unitKeys))
		}
		parts = append(parts, c.text(said))
	}
	c.message(pick(c.Source, []string{"user", "assistant"}), "", parts)
}

// mailTime has a timestamp as mails have them, mostly a right one.
func (c *chat) mailTime() {
	c.user()
	last := len(c.records) - 1
	weekday := pick(c.Source, []string{"", "Tue, ", "tue,", "\tFRI , ", "Tue ", "Tuesday, "}[:4+c.Below(3)])
	day := pick(c.Source, []string{"1", "01", "14", "31", "0", "32", "014"}[:4+c.Below(4)])
	year := pick(c.Source, []string{"2026", "1999", "012026", "0101", "26", "1234567"}[:4+c.Below(3)])
	clock := pick(c.Source, []string{"10:00:00", "23:59", "24:00:00", "24:00:01", "1:00", "10:00:00.5", "10:60"}[:3+c.Below(5)])
	zone := pick(c.Source, []string{
		"GMT", "+0000", "-2359", "+2359", "Z", "UT", "pdt", "EST", "GMT (a comment)", "UTC()", "+2400", "+02:00", "0200", "AST", "", "GMT (a(b)", "GMT x",
	}[:10+c.Below(8)])
	timestamp := fmt.Sprintf("%s%s%s%s %s %s %s", weekday, day, pick(c.Source, []string{" ", "\t", "  "}), pick(c.Source, []string{"Jul", "jan", "DEC"}), year, clock, zone)
	c.records[last] = c.records[last].With(text("timestamp", timestamp))
}

// nestedResults are results of a search that are arrays in arrays, some of them empty.
func (c *chat) nestedResults() {
	var nested func(depth int) jsvalue.Value
	nested = func(depth int) jsvalue.Value {
		list := make([]jsvalue.Value, c.Below(4))
		for i := range list {
			if list[i] = c.scalar(); depth > 0 && oneIn(c, 2) {
				list[i] = nested(depth - 1)
			}
		}
		return jsvalue.ArrayValue(list...)
	}
	results := []jsvalue.Value{nested(2), nested(1), nested(3)}
	call := c.plainCall()
	c.add("assistant", message("model", callPart(call, jsvalue.ObjectValue(text("query", c.words()), array("results", results...)))))
	c.resultOf(call)
}

// longShell is a shell result of which some texts are at their share of the limit, or just over it.
func (c *chat) longShell() {
	notices := make([]jsvalue.Value, c.Below(3))
	failure, shares := jsvalue.NullValue(), 2+len(notices)
	if oneIn(c, 2) {
		shares++
		failure = jsvalue.StringValue("e")
	}
	long := func(letter string) jsvalue.Value {
		if oneIn(c, 2) {
			return jsvalue.StringValue(letter)
		}
		return jsvalue.StringValue(strings.Repeat(letter, (100_000-len("/d"))/shares-2+c.Below(5)))
	}
	for i := range notices {
		notices[i] = long("n")
	}
	if failure.IsString() {
		failure = long("e")
	}
	call := c.plainCall()
	c.callOnce(call)
	c.add("tool_result", c.resultMembers(call, []jsvalue.Member{object("resultDisplay",
		text("type", "shell_result"), number("version", 1), jsvalue.Member{Key: "text", Value: long("t")}, jsvalue.Member{Key: "output", Value: long("o")},
		text("directory", "/d"), number("exitCode", 0), jsvalue.Member{Key: "signal", Value: jsvalue.NullValue()}, number("pid", 7),
		jsvalue.Member{Key: "error", Value: failure}, text("outcome", "completed"), flag("truncated", false), array("notices", notices...), array("outputFiles"),
	)})...)
}

// malformedAttachments are entries that lack a member or have a wrong one.
func (c *chat) malformedAttachments() {
	entry := func(members ...jsvalue.Member) jsvalue.Value {
		if oneIn(c, 8) {
			return c.wrong()
		}
		at := c.Below(len(members))
		if wrong := c.wrong(); oneIn(c, 2) {
			members[at].Value = wrong
		}
		if oneIn(c, 4) {
			members[0] = text("type", pick(c.Source, []string{"file", "resource", "resource_link", "image", ""}))
		}
		return jsvalue.ObjectValue(members...)
	}
	reference := func() jsvalue.Value {
		return entry(text("type", "resource"), text("attachmentId", "a"), text("mimeType", "a/b"), number("size", 1))
	}
	link := func() jsvalue.Value { return entry(text("type", "resource_link"), text("uri", "u"), text("name", "n")) }
	c.add("user", object("systemPayload", array("attachmentReferences", reference(), reference()), array("resourceLinks", link(), link())),
		message("user", c.text(c.said())))
}
