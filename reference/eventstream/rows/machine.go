// Package rows turns the events of a chat into the rows that every client draws: its first layer, before anything is
// grouped.
//
// It promises: events taken one by one give the same rows as all at once, since there is no other way to take them; a row
// keeps its key and its place; one more event costs no more when there are many rows. Start at New and Machine.Add;
// handlers.go says which file draws which type. A machine goes forward alone: where older events come before those that it has, as
// a client that scrolls back gets them, another one begins with all of them.
package rows

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Row is one drawn row (ES-ROW-01).
type Row struct {
	Key       string // never changed; unique but for dividers of one schedule or child in one turn
	Timestamp string // of the envelope that changed it last
	Event     jsvalue.Value
}

// Value is {key, timestamp, event}.
func (r Row) Value() jsvalue.Value {
	return jsvalue.ObjectValue(text("key", r.Key), text("timestamp", r.Timestamp), member("event", r.Event))
}

// Change says what one envelope did to the rows, by their keys. Rows gives those that are to be drawn anew.
type Change struct {
	Appended, Changed, Removed []string
	drawn                      []*row // those appended and changed
	Diagnostics                []diagnostic.Diagnostic
	// Ignored says that the envelope counts nowhere: it is of another session (ES-ROW-02), or an exact repeat (ES-ROW-03).
	Ignored bool
}

// Drew reports whether a row was appended: that breaks off a run of text that no message and no item identifies
// (ES-TEXT-02).
func (c Change) Drew() bool { return len(c.Appended) > 0 }

// Rows are the rows that were appended or changed, each once, as they stand until the next envelope is added. What that costs
// depends on these rows alone.
func (c Change) Rows() []Row {
	var list []Row
	seen := map[*row]bool{}
	for _, r := range c.drawn {
		if !seen[r] && !r.removed {
			list = append(list, r.shown())
		}
		seen[r] = true
	}
	return list
}

// Machine holds the rows of a session, and what later events need to know of earlier ones. It is not safe for concurrent
// use.
type Machine struct {
	session string
	rows    list
	added   int // envelopes

	// Of the envelope that is being added:
	envelope event.Envelope
	change   Change

	repeats  event.Repeats
	texts    texts
	thoughts thoughts
	users    users
	work     work
	plans    plans
	notices  notices
	keyed    keyed
	names    names // of agents and jobs
	agents   []*agent
	jobs     []*job
}

// New is a machine without rows. It draws the events of one session.
func New(session string) *Machine {
	return &Machine{
		session: jsvalue.Trim(session),
		texts:   texts{byMessage: map[string][]*row{}},
		users:   users{map[string]*row{}, map[string]jsvalue.Value{}},
		work:    work{map[workKey]*row{}, map[string]bool{}, map[string]*turnWork{}},
		plans:   plans{map[string][]*row{}, map[string]*row{}, map[string]*row{}},
		notices: notices{seen: map[string]bool{}},
		keyed:   keyed{map[slot]*row{}, map[string]*compactions{}, map[string]bool{}},
		names:   names{},
	}
}

// Add takes the next envelope (ES-ROW-02). It never fails: what is not drawn although it should be is named by a
// diagnostic.
func (m *Machine) Add(envelope event.Envelope) Change {
	m.envelope, m.change = envelope, Change{}
	_, known := event.TypeNamed(envelope.Type())
	switch handler := handlers[envelope.Type()]; {
	case envelope.SessionID != m.session:
		m.change.Ignored = true
		m.report(diagnostic.OtherSession, "an event of another session is not drawn", "sessionId")
	case m.repeats.Take(envelope):
		m.change.Ignored = true
		m.report(diagnostic.RepeatedEvent, "an event came again as it was; it counts once", "")
	case !known:
		m.report(diagnostic.UnknownEventType, "an event of an unknown type is not drawn", "event.type")
	case handler != nil:
		handler(m, event.OfKinds(envelope.Event))
	}
	m.added++
	return m.change
}

// Rows are the rows as they stand.
func (m *Machine) Rows() []Row {
	rows := make([]Row, 0, m.rows.length)
	for r := m.rows.first; r != nil; r = r.next {
		rows = append(rows, r.shown())
	}
	return rows
}

// draw appends a row. The key is the session's own, with the place and the time of the envelope, if none is given
// (ES-ROW-01).
func (m *Machine) draw(key string, b body) *row {
	if key == "" {
		key = m.session + ":" + m.place() + ":" + m.envelope.Timestamp
	}
	r := &row{key: key, timestamp: m.envelope.Timestamp, body: b}
	m.rows.push(r)
	m.change.Appended, m.change.drawn = append(m.change.Appended, key), append(m.change.drawn, r)
	m.texts.runs.Break()
	m.thoughts = nil
	return r
}

// place is how many envelopes came before, as it stands in keys.
func (m *Machine) place() string { return strconv.Itoa(m.added) }

// update gives a row another body and the time of the envelope.
func (m *Machine) update(r *row, b body) {
	r.body = b
	m.touch(r)
}

// overlay brings a row up to date and gives it the time of the envelope.
func (m *Machine) overlay(r *row, event jsvalue.Value) {
	objectOf(r).overlay(event)
	m.touch(r)
}

// touch gives a row whose body was changed in place the time of the envelope.
func (m *Machine) touch(r *row) {
	r.timestamp = m.envelope.Timestamp
	m.changed(r)
}

// changed tells of a change of a row, which keeps its time.
func (m *Machine) changed(r *row) {
	if n := len(m.change.Changed); n == 0 || m.change.Changed[n-1] != r.key {
		m.change.Changed, m.change.drawn = append(m.change.Changed, r.key), append(m.change.drawn, r)
	}
}

func (m *Machine) remove(r *row) {
	m.rows.remove(r)
	m.change.Removed = append(m.change.Removed, r.key)
}

func (m *Machine) report(code diagnostic.Code, message, path string) {
	finding := diagnostic.New(code, message).AtPath(path)
	if m.envelope.Line > 0 {
		finding = finding.AtLine(m.envelope.Line, m.envelope.Offset)
	}
	m.change.Diagnostics = append(m.change.Diagnostics, finding)
}

// unusable tells that an event draws nothing since a member that it needs is missing or wrong (ES-ROW-04).
func (m *Machine) unusable(key string) {
	m.report(diagnostic.MalformedEvent, "an event lacks a member without which it cannot be drawn", "event."+key)
}
