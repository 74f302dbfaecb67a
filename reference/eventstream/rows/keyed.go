package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// keyed knows the rows that stand for one thing, whose later events change them in place.
type keyed struct {
	rows        map[slot]*row
	compactions map[string]*compactions
	recovered   map[string]bool // turns
}

// slot is what such a row stands for.
type slot struct{ kind, turn, item string }

// noTurn stands in keys for events that name no turn.
const noTurn = "__session_startup__"

func turnSlot(kind string, event jsvalue.Value) slot {
	return slot{kind: kind, turn: firstText(id(event, "turnId"), noTurn)}
}

// put draws the row of a slot, or brings it up to date (ES-ROW-05).
func (m *Machine) put(s slot, key string, event jsvalue.Value) {
	if r := m.keyed.rows[s]; r != nil {
		m.overlay(r, event)
		return
	}
	m.keyed.rows[s] = m.draw(key, fixed{event})
}

// diagnostics draws one row for each turn (ES-HEALTH-01).
func (m *Machine) diagnostics(event jsvalue.Value) {
	s := turnSlot("turn-diagnostics", event)
	m.put(s, s.kind+":"+s.turn, event)
}

// image draws one row for each image of a turn (ES-IMAGE-01).
func (m *Machine) image(event jsvalue.Value) {
	s := slot{event.Get("type").Text(), id(event, "turnId"), id(event, "itemId")}
	if s.item == "" {
		m.plain(event)
		return
	}
	m.put(s, "", event)
}

// queueRecovery draws what can be undone; its end takes the place of the offer, if there is one (ES-NOTE-05).
func (m *Machine) queueRecovery(event jsvalue.Value) {
	s := slot{"queue-recovery", id(event, "turnId"), ""}
	available := event.Get("state").Text() == "available"
	offer := m.keyed.rows[s]
	if !available {
		delete(m.keyed.rows, s)
	}
	switch {
	case offer != nil && !available:
		m.overlay(offer, event)
	case available:
		m.keyed.rows[s] = m.draw("", fixed{event})
	default:
		m.plain(event)
	}
}
