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
	pieces    []string
	retracted bool
}

// Machine holds the entries of a session. It is not safe for concurrent use.
type Machine struct {
	rows      *rows.Machine // says which events draw a row
	runs      textrun.Runs
	entries   []*open
	byRun     map[*textrun.Run]*open
	byTurn    map[textrun.Identity]*open // the latest since the last user's message of each turn that names no more
	byMessage map[string][]*open
}

// New is a machine without entries, for the events of one session.
func New(session string) *Machine {
	return &Machine{rows: rows.New(session), byRun: map[*textrun.Run]*open{}, byTurn: map[textrun.Identity]*open{}, byMessage: map[string][]*open{}}
}

// Add takes the next envelope and returns what is to be said about it, which is what the rows say (ES-ENTRY-02).
func (m *Machine) Add(envelope event.Envelope) []diagnostic.Diagnostic {
	change := m.rows.Add(envelope)
	if change.Ignored {
		return change.Diagnostics
	}
	switch envelope.Type() {
	case "text":
		m.text(envelope)
	case "user_message":
		m.user(envelope)
	case "transcript_retraction":
		m.retract(envelope.Event)
	}
	if change.Drew() && envelope.Type() != "text" {
		m.runs.Break()
	}
	return change.Diagnostics
}

// user adds what a user said, unless it is blank, and closes all that is open (ES-TEXT-02).
func (m *Machine) user(envelope event.Envelope) {
	m.runs.Close()
	clear(m.byRun) // which no piece can join again
	clear(m.byTurn)
	text := jsvalue.Trim(envelope.Event.Get("text").Text())
	if text == "" {
		return
	}
	user := begin(User, envelope)
	user.entry.ItemID = jsvalue.Value{}
	user.entry.DisplayText = jsvalue.Trim(envelope.Event.Get("displayText").Text())
	user.pieces = []string{text}
	m.entries = append(m.entries, user)
}

// text adds a piece to the entry of its run (ES-ENTRY-02, ES-ENTRY-03).
func (m *Machine) text(envelope event.Envelope) {
	piece := envelope.Event.Get("text")
	if !piece.IsString() {
		return
	}
	identity := textrun.IdentityOf(envelope.Event)
	run := m.runs.Take(identity, piece.Text())
	if run == nil {
		return
	}
	entry := m.byRun[run]
	if entry == nil {
		entry = m.entryOf(run, envelope, piece.Text())
		m.byRun[run] = entry
	}
	entry.pieces = append(entry.pieces, piece.Text())
}

// entryOf is the entry of a run that begins with a piece: for one that only a turn names, that of the runs of this turn
// before it, with a blank line between them unless one of the two has a line feed there.
func (m *Machine) entryOf(run *textrun.Run, envelope event.Envelope, piece string) *open {
	ofTurn := !run.Identity.IsIdentified() && run.Identity.Turn != ""
	if entry := m.byTurn[run.Identity]; ofTurn && entry != nil {
		if !strings.HasSuffix(entry.last(), "\n") && !strings.HasPrefix(piece, "\n") {
			entry.pieces = append(entry.pieces, "\n\n")
			entry.entry.Inferred = true
		}
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
	return &open{entry: Entry{Role: role, Timestamp: envelope.Timestamp, TurnID: id("turnId"), MessageID: id("messageId"), ItemID: id("itemId")}}
}

func (o *open) last() string { return o.pieces[len(o.pieces)-1] }

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
// space alone.
func (m *Machine) Entries() []Entry {
	var list []Entry
	for _, o := range m.entries {
		if !o.retracted {
			entry := o.entry
			entry.Text = jsvalue.Concat(o.pieces...)
			list = append(list, entry)
		}
	}
	return slices.Clip(list)
}
