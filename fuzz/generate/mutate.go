package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Mutate changes one to four things about a session that somebody else made, such as a fixture: it drops, repeats, moves
// or re-parents records, spoils a value somewhere inside one, puts a hostile word in the place of a text, renames an id
// everywhere. The result has one JSON value for each line, in ASCII.
func Mutate(source Source, records []jsvalue.Value) []string {
	c := &chat{Source: source, hostile: true, records: append([]jsvalue.Value(nil), records...)}
	for range 1 + c.Below(4) {
		if len(c.records) > 0 {
			c.mutate()
		}
	}
	lines := make([]string, len(c.records))
	for i, record := range c.records {
		lines[i] = chatLine(record)
	}
	return lines
}

func (c *chat) mutate() {
	i, j := c.Below(len(c.records)), c.Below(len(c.records))
	switch c.Below(9) {
	case 0:
		c.records = append(c.records[:i:i], c.records[i+1:]...)
	case 1:
		c.records = append(c.records, c.records[i])
	case 2:
		c.records[i], c.records[j] = c.records[j], c.records[i]
	case 3:
		if c.records[i].IsObject() {
			c.records[i] = c.records[i].With(jsvalue.Member{Key: "parentUuid", Value: c.records[j].Get("uuid")})
		}
	case 4:
		c.records[i] = c.spoil(c.records[i], 12)
	case 5:
		c.damagePart(i)
	case 6:
		c.rename(c.records[i].Get("uuid").Text())
	default:
		c.records[i] = c.hostileText(c.records[i], 12)
	}
}

// rename gives a text another spelling wherever it is a whole value.
func (c *chat) rename(old string) {
	if old == "" {
		return
	}
	name := pick(c.Source, hostileWords)
	for i, record := range c.records {
		c.records[i] = renamed(record, old, name, 12)
	}
}

func renamed(value jsvalue.Value, old, name string, depth int) jsvalue.Value {
	switch {
	case value.IsString() && value.Text() == old:
		return jsvalue.StringValue(name)
	case depth == 0:
		return value
	case value.IsArray():
		elements := make([]jsvalue.Value, value.Len())
		for i, element := range value.Elements() {
			elements[i] = renamed(element, old, name, depth-1)
		}
		return jsvalue.ArrayValue(elements...)
	case value.IsObject():
		members := make([]jsvalue.Member, 0, value.Len())
		for key, member := range value.Members() {
			members = append(members, jsvalue.Member{Key: key, Value: renamed(member, old, name, depth-1)})
		}
		return jsvalue.ObjectValue(members...)
	}
	return value
}

// hostileText goes down to some value and, if that is a text, changes it.
func (c *chat) hostileText(value jsvalue.Value, depth int) jsvalue.Value {
	switch {
	case value.IsString():
		if word := pick(c.Source, hostileWords); oneIn(c, 2) {
			return jsvalue.StringValue(jsvalue.Concat(value.Text(), word))
		} else {
			return jsvalue.StringValue(word)
		}
	case depth == 0 || value.Len() == 0:
		return value
	case value.IsArray():
		elements := make([]jsvalue.Value, value.Len())
		for i, element := range value.Elements() {
			elements[i] = element
		}
		at := c.Below(len(elements))
		elements[at] = c.hostileText(elements[at], depth-1)
		return jsvalue.ArrayValue(elements...)
	}
	member := value.Member(c.Below(value.Len()))
	member.Value = c.hostileText(member.Value, depth-1)
	return value.With(member)
}

// DamageText does to the text of a file what crashes, editors and transports do: it tears the end off, glues lines
// together, leaves out or repeats a piece, writes NULs, line ends of other systems, a byte order mark, bytes that are no
// UTF-8. Each of one to three damages is small; most of the file stays readable.
func DamageText(source Source, text string) string {
	for range 1 + source.Below(3) {
		text = damageText(source, text)
	}
	return text
}

func damageText(s Source, text string) string {
	at := s.Below(len(text) + 1)
	end := at + s.Below(min(len(text)-at, 300)+1)
	switch s.Below(12) {
	case 0:
		return text[:at]
	case 1: // glued
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			return text[:at+i] + text[at+i+1:]
		}
		return text
	case 2:
		return text[:at] + text[end:]
	case 3:
		return text[:end] + text[at:]
	case 4:
		return text[:at] + strings.Repeat("\x00", end-at) + text[end:]
	case 5:
		return text[:at] + strings.Repeat("\x00", 1+s.Below(64)) + text[at:]
	case 6:
		return strings.ReplaceAll(text, "\n", "\r\n")
	case 7:
		return "\uFEFF" + text
	case 8:
		return text[:at] + pick(s, []string{"\xff", "\xc3", "\xed\xa0\x80", "\xe2\x82", "\xf0\x9f\x92", "\xc0\x80", "\xf5"}) + text[at:]
	case 9:
		return text[:at] + pick(s, []string{"\n", "\r", "\u2028", "\t", " ", "\"", "\\", "{\"", "}", "[", ",", "null", "\n\n\n", "\ufeff"}) + text[at:]
	case 10: // a line again, and a piece of it
		line := text[strings.LastIndexByte(text[:at], '\n')+1 : end]
		return text + line + "\n" + text[at:end]
	}
	return strings.TrimSuffix(text, "\n")
}
