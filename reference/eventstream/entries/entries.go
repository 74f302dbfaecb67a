// Package entries flattens the events of a chat into its canonical text: what was said, by whom, in order.
//
// It promises: the text of an identified message is its pieces, joined, and so the texts of its rows, joined; nothing is
// invented but a blank line between two runs of one turn, and an entry that has one says so. Start at New and Machine.Add.
package entries

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Role is who speaks.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Entry is what one of the two said (ES-ENTRY-01).
type Entry struct {
	Role        Role
	Text        string
	DisplayText string // of a user, where another text stands for theirs; "" if none does
	Timestamp   string // of its first piece
	// The ids are those of the first piece, as they stand there; Undefined if they are absent.
	TurnID, MessageID, ItemID jsvalue.Value
	// Inferred says that a blank line in the text is ours (ES-ENTRY-03).
	Inferred bool
}

// Value is {role, text, displayText?, timestamp, turnId?, messageId?, itemId?, inferred?}.
func (e Entry) Value() jsvalue.Value {
	members := []jsvalue.Member{{Key: "role", Value: jsvalue.StringValue(string(e.Role))}, {Key: "text", Value: jsvalue.StringValue(e.Text)}}
	if e.DisplayText != "" {
		members = append(members, jsvalue.Member{Key: "displayText", Value: jsvalue.StringValue(e.DisplayText)})
	}
	members = append(members, jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(e.Timestamp)})
	for _, id := range []jsvalue.Member{{Key: "turnId", Value: e.TurnID}, {Key: "messageId", Value: e.MessageID}, {Key: "itemId", Value: e.ItemID}} {
		if !id.Value.IsUndefined() {
			members = append(members, id)
		}
	}
	if e.Inferred {
		members = append(members, jsvalue.Member{Key: "inferred", Value: jsvalue.BoolValue(true)})
	}
	return jsvalue.ObjectValue(members...)
}

// open is an entry that may grow.
type open struct {
	entry     Entry
	offset    int // of the line with which it began
	pieces    []piece
	retracted bool
}

// piece is a part of an entry that one envelope gave.
type piece struct {
	text     string
	inferred bool // the text begins with a blank line that is ours
	offset   int  // of the line of the envelope
}

// Machine holds the entries of a session. It is not safe for concurrent use.
type Machine struct {
	rows      *rows.Machine // says which events draw a row
	runs      textrun.Runs
	entries   []*open
	order     []saying // the pieces in the order of their envelopes
	byRun     map[*textrun.Run]*open
	byTurn    map[textrun.Identity]*open // the latest since the last user's message of each turn that names no more
	byMessage map[string][]*open
	bySteer   map[string]*open
}

// New is a machine without entries, for the events of one session.
func New(session string) *Machine {
	return &Machine{rows: rows.New(session), byRun: map[*textrun.Run]*open{}, byTurn: map[textrun.Identity]*open{}, byMessage: map[string][]*open{}, bySteer: map[string]*open{}}
}

// Add takes the next envelope and returns what is to be said about it, which is what the rows say (ES-ENTRY-02).
func (m *Machine) Add(envelope event.Envelope) []diagnostic.Diagnostic {
	change := m.rows.Add(envelope)
	m.Take(envelope, change)
	return change.Diagnostics
}

// Take takes the next envelope with what a rows.Machine of the same session, which the caller has, made of it. A machine is fed
// by Add or by Take, never by both.
func (m *Machine) Take(envelope event.Envelope, change rows.Change) {
	if change.Ignored {
		return
	}
	var own *textrun.Run
	switch envelope.Type() {
	case "text":
		own = m.text(envelope)
	case "user_message":
		m.user(envelope)
	case "transcript_retraction":
		m.retract(envelope.Event)
	}
	if change.Drew() {
		m.runs.Keep(own)
	}
}

// user adds what a user said and closes all that is open (ES-TEXT-02), or brings up to date what steered a turn (ES-ENTRY-04).
func (m *Machine) user(envelope event.Envelope) {
	steer := jsvalue.Trim(envelope.Event.Get("steerId").Text())
	user := m.bySteer[steer]
	if user == nil {
		m.runs.Close()
		clear(m.byRun) // which no piece can join again
		clear(m.byTurn)
		user = begin(User, envelope)
		user.entry.ItemID = jsvalue.Value{}
		m.entries = append(m.entries, user)
		if steer != "" {
			m.bySteer[steer] = user
		}
	}
	if shown := jsvalue.Trim(envelope.Event.Get("displayText").Text()); shown != "" {
		user.entry.DisplayText = shown
	}
	switch text := jsvalue.Trim(envelope.Event.Get("text").Text()); {
	case text == "":
	case len(user.pieces) == 0:
		m.put(user, piece{text: text, offset: envelope.Offset})
	default:
		user.pieces[0].text = text
	}
}

// put adds a piece to an entry.
func (m *Machine) put(entry *open, p piece) {
	entry.pieces = append(entry.pieces, p)
	entry.entry.Inferred = entry.entry.Inferred || p.inferred
	m.order = append(m.order, saying{entry, len(entry.pieces) - 1})
}

// text adds a piece to the entry of its run (ES-ENTRY-02, ES-ENTRY-03), which it returns; nil if there is none.
func (m *Machine) text(envelope event.Envelope) *textrun.Run {
	text := envelope.Event.Get("text")
	if !text.IsString() {
		return nil
	}
	run := m.runs.Take(textrun.IdentityOf(envelope.Event), text.Text())
	if run == nil || text.Text() == "" {
		return nil
	}
	p := piece{text: text.Text(), offset: envelope.Offset}
	entry := m.byRun[run]
	if entry == nil {
		entry = m.entryOf(run, envelope)
		m.byRun[run] = entry
		if p.inferred = entry.lacksBoundary(p.text); p.inferred {
			p.text = "\n\n" + p.text
		}
	}
	m.put(entry, p)
	return run
}

// entryOf is the entry of a run that begins: for one that only a turn names, that of the runs of this turn before it.
func (m *Machine) entryOf(run *textrun.Run, envelope event.Envelope) *open {
	ofTurn := !run.Identity.IsIdentified() && run.Identity.Turn != ""
	if entry := m.byTurn[run.Identity]; ofTurn && entry != nil {
		return entry
	}
	entry := begin(Assistant, envelope)
	m.entries = append(m.entries, entry)
	if ofTurn {
		m.byTurn[run.Identity] = entry
	}
	if message := run.Identity.Message; message != "" {
		m.byMessage[message] = append(m.byMessage[message], entry)
	}
	return entry
}

func begin(role Role, envelope event.Envelope) *open {
	id := func(key string) jsvalue.Value {
		if value := envelope.Event.Get(key); value.IsString() && !jsvalue.IsBlank(value.Text()) {
			return value
		}
		return jsvalue.Value{}
	}
	return &open{offset: envelope.Offset, entry: Entry{Role: role, Timestamp: envelope.Timestamp, TurnID: id("turnId"), MessageID: id("messageId"), ItemID: id("itemId")}}
}

// lacksBoundary reports whether a blank line belongs between the text so far and that of another run: neither has a line
// feed there.
func (o *open) lacksBoundary(next string) bool {
	return len(o.pieces) > 0 && !strings.HasSuffix(o.pieces[len(o.pieces)-1].text, "\n") && !strings.HasPrefix(next, "\n")
}

// textOf joins pieces.
func textOf(pieces []piece) string {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.text
	}
	return jsvalue.Concat(texts...)
}

// retract takes away the entries that messages have so far (ES-TEXT-05).
func (m *Machine) retract(retraction jsvalue.Value) {
	for _, value := range retraction.Get("messageIds").Elements() {
		message := jsvalue.Trim(value.Text())
		for _, entry := range m.byMessage[message] {
			entry.retracted = true
		}
		delete(m.byMessage, message)
		m.runs.Retract(message)
	}
}

// Entries are the entries as they stand, in the order in which they began. None is blank, since no run begins with white
// space alone, and what a user said is left out as long as it is blank.
func (m *Machine) Entries() []Entry {
	var list []Entry
	for _, o := range m.entries {
		if !o.retracted && len(o.pieces) > 0 {
			entry := o.entry
			entry.Text = textOf(o.pieces)
			list = append(list, entry)
		}
	}
	return slices.Clip(list)
}
