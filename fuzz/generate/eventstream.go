package generate

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// EventCase is the file of a chat, and the options to show it with.
type EventCase struct {
	Text    string
	Options jsvalue.Value // of the session and the time; Undefined when none are given
}

// NewEventCase makes a chat of one to five turns in which anything can happen that files of events hold: streams of several
// providers that run beside one another, steers, tools, files, plans, tasks, sub-agents, jobs in the background, cards,
// retractions; now and then events of other sessions and of unknown types, repeats, wrong members, and damage.
func NewEventCase(source Source) EventCase {
	c := newEventChat(source)
	for range 1 + c.Below(4) {
		c.eventTurn()
	}
	c.tell(c.open...)
	return EventCase{c.file(), c.eventOptions()}
}

// eventChat is a chat being made.
type eventChat struct {
	*chat
	session   string
	style     int // what names the pieces of text
	untidy    bool
	sequences bool // envelopes are numbered
	number    int  // of the last one
	millis    int
	pace      int // below so many milliseconds pass between events
	ids       int
	turn      string
	turns     []string
	messages  []string // that said something
	items     []string // of work
	agents    []jsvalue.Value
	steers    []string
	open      []eventScript // that go on in later turns
	lines     []string
}

// eventScript is events of one thing in their order; others may stand between them.
type eventScript []jsvalue.Value

// The styles of providers: what names the pieces of a text.
const (
	byMessage = iota
	byItem
	byTurn
	byNothing
	byAny
)

func newEventChat(source Source) *eventChat {
	c := &eventChat{chat: &chat{Source: source, hostile: oneIn(source, 4)}, style: source.Below(byAny + 1), pace: 2000}
	c.session = pick(source, []string{"chat-1", "chat-1", "chat-1", "s", "__proto__", "שיחה"})
	c.sequences, c.untidy = oneIn(c, 2), oneIn(c, 3)
	return c
}

// id is another one each time, but for now and then an old or a hostile one.
func (c *eventChat) id(kind string) string {
	c.ids++
	switch {
	case c.hostile && c.chance(6):
		return pick(c.Source, []string{"__proto__", "constructor", "toString", "a::b", "a:b", "x\x00y", "\xed\xa0\xbd", "שלום", "1", " " + kind + "1 ", "x\u2028y"})
	case c.chance(3):
		return kind + "1"
	}
	return fmt.Sprint(kind, c.ids)
}

// event is one of a type, of the turn at hand if there is one.
func (c *eventChat) event(kind string, members ...jsvalue.Member) jsvalue.Value {
	list := append([]jsvalue.Member{str("type", kind)}, members...)
	switch {
	case c.turn == "" || c.chance(2):
	case c.chance(1):
		list = append(list, str("turnId", " "+c.turn+"\u00a0"))
	case c.chance(1):
		list = append(list, val("turnId", c.wrong()))
	default:
		list = append(list, str("turnId", c.turn))
	}
	return jsvalue.ObjectValue(list...)
}

// without is an event that names no turn.
func without(event jsvalue.Value) jsvalue.Value { return event.Without("turnId") }

// or gives a member so many times in a hundred, else none.
func (c *eventChat) or(percent int, members ...jsvalue.Member) []jsvalue.Member {
	if c.chance(percent) {
		return nil
	}
	return members
}

// sometimes gives a member so many times in a hundred.
func (c *eventChat) sometimes(percent int, members ...jsvalue.Member) []jsvalue.Member {
	return c.or(100-percent, members...)
}

// tell writes scripts beside one another: the next event is that of any of them.
func (c *eventChat) tell(scripts ...eventScript) {
	c.open = nil
	for len(scripts) > 0 {
		i := c.Below(len(scripts))
		c.write(scripts[i][0])
		if scripts[i] = scripts[i][1:]; len(scripts[i]) == 0 {
			scripts = append(scripts[:i], scripts[i+1:]...)
		}
	}
}

// write puts an event into an envelope, on a line.
func (c *eventChat) write(event jsvalue.Value) {
	if c.untidy && c.chance(3) {
		event = c.spoilEvent(event)
	}
	c.millis += c.Below(c.pace)
	members := []jsvalue.Member{str("sessionId", c.envelopeSession()), val("timestamp", c.eventTime()), val("event", event)}
	if c.sequences {
		c.number++
		if c.chance(3) {
			c.number = c.Below(3) // the counter began anew
		}
		members = append(members, number("sequence", c.number))
	}
	members = append(members, c.oddEnvelope()...)
	c.lines = append(c.lines, chatLine(jsvalue.ObjectValue(members...)))
	if c.chance(2) {
		c.lines = append(c.lines, pick(c.Source, c.lines))
	}
}

func (c *eventChat) envelopeSession() string {
	switch {
	case !c.untidy || !c.chance(6):
		return c.session
	case c.chance(30):
		return " " + c.session + "\n"
	}
	return pick(c.Source, []string{"chat-2", c.session + "2", "constructor"})
}

func (c *eventChat) eventTime() jsvalue.Value {
	if c.untidy && c.chance(4) {
		return pick(c.Source, []jsvalue.Value{
			{},
			jsvalue.NullValue(), jsvalue.IntValue(5), jsvalue.StringValue("  "), jsvalue.StringValue("garbage"), jsvalue.StringValue("2026-08-10"),
			jsvalue.StringValue("2026-08-10T12:00:00+02:00"), jsvalue.StringValue(" 2026-08-10T09:00:00Z"),
		})
	}
	return jsvalue.StringValue(fmt.Sprintf("2026-08-10T%02d:%02d:%02d.%03dZ", 10+c.millis/3_600_000, c.millis/60_000%60, c.millis/1000%60, c.millis%1000))
}

// oddEnvelope are members of an envelope that stand there now and then, right or wrong.
func (c *eventChat) oddEnvelope() []jsvalue.Member {
	switch {
	case c.chance(3):
		return []jsvalue.Member{object("provenance", str("role", "worker"), str("threadId", c.id("thread")))}
	case !c.untidy || !c.chance(4):
		return nil
	}
	return []jsvalue.Member{pick(c.Source, []jsvalue.Member{
		str("sequence", "7"), val("sequence", jsvalue.NullValue()), val("sequence", raw("1e400")), val("sequence", raw("-0")), val("sequence", raw("1.5")),
		array("provenance"), val("provenance", jsvalue.NullValue()), number("provenance", 1), str("more", "x"), object("__proto__", str("event", "x")),
	})}
}

// spoilEvent makes a member wrong, takes one away, or adds one.
func (c *eventChat) spoilEvent(event jsvalue.Value) jsvalue.Value {
	member := event.Member(c.Below(event.Len()))
	switch c.Below(8) {
	case 0:
		return event.Without(member.Key)
	case 1, 2:
		return c.spoil(event, 4)
	case 3:
		member.Value = c.wild(2)
	case 4:
		member = pick(c.Source, []jsvalue.Member{object("__proto__", str("type", "text")), str("constructor", "x"), object("toString"), number("1", 1), str("", "x")})
	case 5:
		return event.With(str("type", pick(c.Source, []string{"brand_new", "Text", "", "__proto__", "text ", "constructor"})))
	default:
		member.Value = c.wrong()
	}
	return event.With(member)
}

// file is the lines as a text, damaged now and then.
func (c *eventChat) file() string {
	for c.untidy && c.chance(25) {
		at := c.Below(len(c.lines) + 1)
		c.lines = append(c.lines[:at:at], append([]string{pick(c.Source, oddEventLines)}, c.lines[at:]...)...)
	}
	end := "\n"
	if c.untidy && c.chance(20) {
		end = pick(c.Source, []string{"\r\n", "\r\n", "\n\n", " \n\t", "\n\u00a0"})
	}
	text := strings.Join(c.lines, end) + end
	switch {
	case !c.untidy:
	case c.chance(8):
		text = DamageText(c.Source, text)
	case c.chance(6):
		text = text[:c.Below(len(text)+1)]
	case c.chance(6):
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

var oddEventLines = []string{
	"null", "5", "[]", `"x"`, "{bad", "{}", `{"sessionId":"chat-1"}`, `{"sessionId":"  ","event":{"type":"text","text":"nobody's"}}`, `{"sessionId":"chat-1","event":[]}`,
	`{"sessionId":"chat-1","event":null}`, `{"sessionId":5,"event":{}}`, `{"sessionId":"chat-1","event":"text"}`, `{"sessionId":"chat-1","event":{}}`, "\u00a0", "\x00\x00",
	`{"sessionId":"chat-1","event":{"type":"text","text":"to`, `{"event":{"type":"text","text":"a"}}{"event":{}}`, `[chat notice: history was cut at 8 MB]`, "\xff",
	"{\"sessionId\":\"chat-1\",\"event\":{\"type\":\"text\",\"text\":\"\xe2\x82\"}}", `{"event":{"type":"done"},"event":{"type":"error","message":"two events"},"sessionId":"chat-1"}`,
}

func (c *eventChat) eventOptions() jsvalue.Value {
	var options []jsvalue.Member
	if c.untidy || c.chance(20) {
		options = append(options, c.sometimes(60, str("now", pick(c.Source, []string{"2026-08-10T12:00:00.000Z", "now", "1999-01-01T00:00:00Z"})))...)
	}
	if c.chance(8) {
		options = append(options, str("sessionId", pick(c.Source, []string{c.session, "chat-2", " " + c.session + " ", "nobody"})))
	}
	if len(options) == 0 {
		return jsvalue.Value{}
	}
	return jsvalue.ObjectValue(options...)
}
