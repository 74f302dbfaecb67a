package generate

import (
	"strconv"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ChatCase is a small session of chat records and the options to project it with.
type ChatCase struct {
	Lines   []string      // one JSON text for each record, in ASCII
	Options jsvalue.Value // Undefined when none are given
}

// NewChatCase makes a session of 3 to about 40 records in which anything can happen that persisted sessions hold: whole
// turns, fragments, branches, tools of every kind, later additions of the format. Most sessions are well-formed; half of
// them hold one damaged record; a quarter holds one of the oddities on which programs are known to disagree; a third
// uses a hostile vocabulary. The same choices of the source give the same case.
//
// Session is the generator for size and speed; this one is for coverage.
func NewChatCase(source Source) ChatCase { return newChat(source).result() }

// NewChatCaseWithEdges is NewChatCase, except that a fifth of the sessions end in values at the edges of what the rules say
// of them. They are what implementations are certified by; the mix of features is that of NewChatCase.
func NewChatCaseWithEdges(source Source) ChatCase {
	c := newChat(source)
	if oneIn(c, 5) {
		pick(c, edges)(c)
	}
	return c.result()
}

// newChat makes the records of a session.
func newChat(source Source) *chat {
	c := &chat{
		Source: source, clock: time.Date(2026, 7, 14, 9, 0, 0, 0, time.UTC), sessionID: "session-1",
		uuids: map[string]bool{}, callIDs: map[string]bool{},
	}
	c.damaged = oneIn(c, 2)
	c.hostile = oneIn(c, 3)
	odd := oneIn(c, 4)
	target := 3 + c.Below(10)
	if oneIn(c, 3) {
		target += c.Below(28)
	}
	oddAt := c.Below(target)
	c.user()
	for len(c.records) < target {
		c.step()
		if odd && len(c.records) > oddAt {
			pick(c, oddities)(c)
			odd = oneIn(c, 3)
		}
	}
	c.answerAll()
	if odd {
		pick(c, oddities)(c)
	}
	if c.damaged {
		c.damage()
	}
	return c
}

// chat is a session being made.
type chat struct {
	Source
	hostile, damaged bool
	records          []jsvalue.Value
	options          []jsvalue.Member
	clock            time.Time
	sessionID        string
	uuid             string          // of the last conversation record
	uuids            map[string]bool // that were given out
	callIDs          map[string]bool
	open             []chatCall // calls without a result
	turn             jsvalue.Value
}

// step adds one thing to the session, a record or a few.
func (c *chat) step() {
	switch choice := c.Below(100); {
	case choice < 22:
		c.speak()
	case choice < 46:
		c.useTools()
	case choice < 60:
		c.answerAll()
		c.user()
	case choice < 66:
		c.todo()
	case choice < 70:
		c.slashOutput()
	case choice < 79:
		c.aside()
	case choice < 85:
		c.silent()
	case choice < 89:
		c.goal()
	case choice < 92:
		c.branch()
	case choice < 94:
		c.rewind()
	case choice < 96:
		c.backgroundTurn()
	case choice < 98:
		c.sessionReady()
	default:
		c.lateFragment()
	}
}

// add writes a record under the last one.
func (c *chat) add(kind string, members ...jsvalue.Member) {
	c.addAs(c.newUUID(), c.parent(), kind, members...)
}

// parent is the parentUuid of the next record.
func (c *chat) parent() jsvalue.Value {
	if c.uuid == "" {
		if oneIn(c, 8) {
			return jsvalue.StringValue("")
		}
		return jsvalue.NullValue()
	}
	return jsvalue.StringValue(c.uuid)
}

// addAs writes a record or a fragment with a given identity; it becomes the last one.
func (c *chat) addAs(uuid string, parent jsvalue.Value, kind string, members ...jsvalue.Member) {
	c.addBeside(uuid, parent, kind, members...)
	c.uuid = uuid
}

// addBeside writes a record that is no parent of later ones.
func (c *chat) addBeside(uuid string, parent jsvalue.Value, kind string, members ...jsvalue.Member) {
	c.clock = c.clock.Add(time.Duration(1+c.Below(90_000)) * time.Millisecond)
	envelope := []jsvalue.Member{
		text("uuid", uuid), {Key: "parentUuid", Value: parent}, text("sessionId", c.sessionID), text("type", kind),
	}
	if !oneIn(c, 20) {
		envelope = append(envelope, text("timestamp", c.clock.Format("2006-01-02T15:04:05.000Z")))
	}
	if oneIn(c, 4) {
		envelope = append(envelope, text("cwd", "/home/dev"), text("version", "0.14.2"), text("gitBranch", c.word()))
	}
	if !c.turn.IsUndefined() {
		envelope = append(envelope, jsvalue.Member{Key: "backgroundTurn", Value: c.turn})
	}
	c.records = append(c.records, jsvalue.ObjectValue(append(envelope, members...)...))
}

// newUUID is an id that no record has: mostly plain, sometimes hostile.
func (c *chat) newUUID() string {
	id := "r" + strconv.Itoa(len(c.uuids)+1)
	if c.hostile && oneIn(c, 3) {
		if id = c.word(); id == "" || c.uuids[id] {
			id += "#" + strconv.Itoa(len(c.uuids)+1)
		}
	}
	c.uuids[id] = true
	return id
}

func (c *chat) result() ChatCase {
	out := ChatCase{Lines: make([]string, len(c.records))}
	for i, record := range c.records {
		out.Lines[i] = chatLine(record)
		if oneIn(c, 40) && record.Has("type") {
			out.Lines[i] = `{"type": "system",	` + out.Lines[i][1:] // the second value of a key stands
		}
	}
	if oneIn(c, 60) {
		c.options = append(c.options, pick(c.Source, []jsvalue.Member{
			number("maxBlocks", 0),
			{Key: "maxBlocks", Value: jsvalue.NullValue()},
			text("maxBlocks", "5"),
			{Key: "maxBlocks", Value: jsvalue.NumberValue(1.5)},
			{Key: "maxBlocks", Value: jsvalue.NumberValue(1 << 53)},
			{Key: "maxBlocks", Value: jsvalue.IntValue(1<<53 - 1)},
			text("leafUuid", ""),
			{Key: "leafUuid", Value: jsvalue.NullValue()},
			number("leafUuid", 1), text("unknown", "x"),
		}))
	}
	if oneIn(c, 12) {
		c.options = append(c.options, text("leafUuid", c.anyUUID()))
	}
	if len(c.options) > 0 || oneIn(c, 30) {
		out.Options = jsvalue.ObjectValue(c.options...)
	}
	return out
}

// anyUUID is the id of one of the records; of one that is no record of a conversation too.
func (c *chat) anyUUID() string {
	return pick(c.Source, c.records).Get("uuid").Text()
}
