package generate

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// damage spoils one record.
func (c *chat) damage() {
	i := c.Below(len(c.records))
	record := c.records[i]
	set := func(key string, value jsvalue.Value) {
		c.records[i] = record.With(jsvalue.Member{Key: key, Value: value})
	}
	switch c.Below(20) {
	case 0:
		set(pick(c.Source, []string{"uuid", "parentUuid", "sessionId", "type"}), c.wrong())
	case 1:
		set(pick(c.Source, []string{"timestamp", "subtype", "message", "model", "daemonPromptId", "backgroundTurn"}), c.wrong())
	case 2:
		if wrong := c.wrong(); !wrong.IsUndefined() {
			c.records[i] = wrong
		}
	case 3:
		set("parentUuid", jsvalue.StringValue("nowhere"))
	case 4, 5:
		set("parentUuid", c.records[i+c.Below(len(c.records)-i)].Get("uuid"))
	case 6:
		set("type", jsvalue.StringValue(pick(c.Source, []string{"User", "tool", "", "__proto__"})))
	case 7:
		set("subtype", jsvalue.StringValue(pick(c.Source, []string{"Notification", "brand_new", "", "cron", "rewind", "notification"})))
	case 8:
		set("uuid", c.records[c.Below(len(c.records))].Get("uuid"))
	case 9:
		c.records = append(c.records[:i:i], c.records[i+1:]...)
	case 10:
		j := c.Below(len(c.records))
		c.records[i], c.records[j] = c.records[j], c.records[i]
	case 11:
		set("sessionId", jsvalue.StringValue("another"))
	case 12:
		set("timestamp", jsvalue.StringValue(pick(c.Source, []string{"", "yesterday", "1784000000000", "2026-13-01", "2026-07-14T25:00:00Z"})))
	case 13, 14, 15:
		c.damagePart(i)
	default:
		c.records[i] = c.spoil(record, 12)
	}
}

// spoil replaces a value somewhere inside by a wrong one.
func (c *chat) spoil(value jsvalue.Value, depth int) jsvalue.Value {
	if depth == 0 || value.Len() == 0 {
		return c.wrong()
	}
	at := c.Below(value.Len())
	if value.IsArray() {
		elements := make([]jsvalue.Value, value.Len())
		for i, element := range value.Elements() {
			elements[i] = element
		}
		if elements[at] = c.spoil(elements[at], depth-1); elements[at].IsUndefined() {
			elements = append(elements[:at], elements[at+1:]...)
		}
		return jsvalue.ArrayValue(elements...)
	}
	member := value.Member(at)
	member.Value = c.spoil(member.Value, depth-1)
	return value.With(member)
}

// wrong is a value of a type that is hardly ever the right one.
func (c *chat) wrong() jsvalue.Value {
	return pick(c.Source, []jsvalue.Value{
		jsvalue.NullValue(),
		{},
		jsvalue.IntValue(5), jsvalue.StringValue(""), jsvalue.ArrayValue(), jsvalue.ObjectValue(), jsvalue.BoolValue(true),
		jsvalue.ArrayValue(jsvalue.NullValue()),
	})
}

// damagePart puts a wrong or unknown part into a message.
func (c *chat) damagePart(i int) {
	record := c.records[i]
	old := record.Get("message").Get("parts")
	if !old.IsArray() {
		return
	}
	part := pick(c.Source, []jsvalue.Value{
		jsvalue.NullValue(), jsvalue.IntValue(3), jsvalue.StringValue("text"), jsvalue.ObjectValue(text("fileData", "x")),
		jsvalue.ObjectValue(object("executableCode", text("code", "x"))), jsvalue.ObjectValue(),
		jsvalue.ObjectValue(object("inlineData", text("mimeType", "audio/wav"), text("data", "AAAA"))),
		jsvalue.ObjectValue(object("functionCall", number("name", 5))), jsvalue.ObjectValue(object("functionCall", text("name", ""))),
	})
	at := c.Below(old.Len() + 1)
	var parts []jsvalue.Value
	for k, p := range old.Elements() {
		if k == at {
			parts = append(parts, part)
		}
		parts = append(parts, p)
	}
	if at == old.Len() {
		parts = append(parts, part)
	}
	message := record.Get("message").With(array("parts", parts...))
	c.records[i] = record.With(jsvalue.Member{Key: "message", Value: message})
}
