package generate

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// NewSnapshotCase makes a chat and the bounds of a snapshot of it, mostly around the starts of its lines.
func NewSnapshotCase(source Source) EventCase {
	c := newPast(source)
	if c.chance(12) {
		c.swell()
	}
	var options []jsvalue.Member
	if !c.chance(30) {
		options = append(options, val("maxBytes", c.bound(len(c.text)-c.edge())))
	}
	for _, name := range []string{"maxEvents", "resident"} {
		if c.chance(40) {
			options = append(options, val(name, c.bound(c.Below(7))))
		}
	}
	return c.with(options)
}

// NewPageCase makes a chat some of whose lines are about as large as a page or larger, and a cursor and a size mostly around the
// starts of lines.
func NewPageCase(source Source) EventCase {
	c := newPast(source)
	if c.chance(85) {
		c.swell()
	}
	var options []jsvalue.Member
	before := len(c.text)
	if !c.chance(25) {
		before = c.edge()
		options = append(options, val("beforeOffset", c.bound(before)))
	}
	if !c.chance(25) {
		n := pageLeast
		if distance := before - c.edge(); c.chance(60) && distance >= pageLeast {
			n = distance
		}
		options = append(options, val("maxBytes", c.bound(n)))
	}
	return c.with(options)
}

// pageLeast is the least size of a page, in bytes (ES-HIST-08).
const pageLeast = 65_536

// past is a chat whose history is asked for.
type past struct {
	*chat
	text    string
	options jsvalue.Value
}

// newPast is a chat in which some lines come again, and some are of sub-agents.
func newPast(source Source) *past {
	made := NewEventCase(source)
	c := &past{chat: &chat{Source: source}, text: made.Text, options: made.Options}
	lines := strings.SplitAfter(c.text, "\n")
	for c.chance(40) {
		at := c.Below(len(lines))
		if c.chance(50) {
			lines[at] = strings.Replace(lines[at], `"event":`, `"provenance":{"targetKind":"codex_subagent"},"event":`, 1)
		} else {
			lines[at] += lines[at]
		}
	}
	c.text = strings.Join(lines, "")
	return c
}

// swell makes one to three lines large.
func (c *past) swell() {
	for range 1 + c.Below(3) {
		lines := strings.SplitAfter(c.text, "\n")
		at := c.Below(len(lines))
		size := pick(c.Source, []int{pageLeast - 1, pageLeast, pageLeast + 1, pageLeast + 2, 30_000, 2*pageLeast + 1, 140_000})
		lines[at] = c.large(size) + lines[at]
		c.text = strings.Join(lines, "")
	}
}

// large is a line of so many bytes, its line feed included: a long text, one that is trimmed, or no JSON at all.
func (c *past) large(size int) string {
	begin, end := `{"sessionId":"chat-1","timestamp":"2026-08-10T11:00:00.000Z","event":{"type":"text","messageId":"large","text":"`, `"}}`
	filler := pick(c.Source, []string{"x", "é", "😀", `\n`, "{", `\ud83d`})
	switch c.Below(6) {
	case 4:
		begin, end, filler = begin+end, "", " " // it is as good as any
	case 5:
		begin, end = pick(c.Source, []string{"", begin}), ""
	}
	room := size - 1 - len(begin) - len(end)
	return begin + strings.Repeat(filler, room/len(filler)) + strings.Repeat(" ", room%len(filler)) + end + "\n"
}

// edge is a place in the text: mostly where a line begins, or next to it.
func (c *past) edge() int {
	at := c.Below(len(c.text) + 1)
	if c.chance(80) {
		at = strings.LastIndexByte(c.text[:at], '\n') + 1
	}
	return min(max(0, at+pick(c.Source, []int{0, 0, 0, 1, -1})), len(c.text))
}

// bound is a number, now and then with a fraction, or out of all bounds.
func (c *past) bound(n int) jsvalue.Value {
	switch {
	case c.chance(6):
		return pick(c.Source, []jsvalue.Value{jsvalue.IntValue(-1), jsvalue.IntValue(0), raw("1e300"), raw("-1e300"), raw("1e400"), raw("0.5"), raw("-0")})
	case c.chance(10):
		return jsvalue.NumberValue(float64(n) + 0.25)
	}
	return jsvalue.IntValue(int64(n))
}

func (c *past) with(options []jsvalue.Member) EventCase {
	made := EventCase{c.text, c.options}
	for _, option := range options {
		if made.Options.IsUndefined() {
			made.Options = jsvalue.ObjectValue()
		}
		made.Options = made.Options.With(option)
	}
	return made
}

// NewCandidates makes up to five files of a session that differ in what makes one better than another, and the options to choose
// one of them.
func NewCandidates(source Source) (files []protocol.File, options jsvalue.Value) {
	c := &chat{Source: source}
	names := []string{"chat/s.jsonl", "chat/s.jsonl.gz", "s.jsonl", "s.jsonl.gz", "S.jsonl", "é.jsonl", "😀.gz", "\uffee"}
	pieces := []string{
		`{"sessionId":"s","timestamp":"t","event":{"type":"session_init"}}`, `{"sessionId":" s","event":{"type":"text","text":"a"}}`, `{"sessionId":"x","event":{}}`,
		"[ADE] chat transcript limit reached (8MB). Further events omitted.", " [ADE] chat transcript limit reached (8MB). Further events omitted.\r", "null", "",
		`"[ADE] chat transcript limit reached (8MB). Further events omitted."`, "\ufeff" + `{"sessionId":"s","event":{"type":"done"}}`, "{",
	}
	var modified []jsvalue.Member
	for range source.Below(6) {
		at := source.Below(len(names))
		var lines []string
		for range source.Below(4) {
			lines = append(lines, pick(source, pieces))
		}
		files = append(files, protocol.File{Name: names[at], Text: strings.Join(lines, "\n")})
		if !c.chance(20) {
			modified = append(modified, val(names[at], pick(source, []jsvalue.Value{jsvalue.IntValue(1), jsvalue.IntValue(2), jsvalue.NumberValue(1.5), jsvalue.IntValue(-1), raw("-0"), raw("1e18")})))
		}
		names = append(names[:at:at], names[at+1:]...)
	}
	var members []jsvalue.Member
	if !c.chance(30) {
		members = append(members, object("modified", modified...))
	}
	if c.chance(50) {
		members = append(members, str("sessionId", pick(source, []string{"s", "x", " s "})))
	}
	return files, jsvalue.ObjectValue(members...)
}
