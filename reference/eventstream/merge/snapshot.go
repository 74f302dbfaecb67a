package merge

import "slices"

// Row is an event of a list that was merged.
type Row struct {
	*Event
	// Owned says that the history which was read has the event, and with it its place.
	Owned bool
}

// Rows are events of which none is owned.
func Rows(events []*Event) []Row {
	rows := make([]Row, len(events))
	for i, e := range events {
		rows[i] = Row{Event: e}
	}
	return rows
}

// Events are those of rows.
func Events(rows []Row) []*Event {
	events := make([]*Event, len(rows))
	for i, row := range rows {
		events[i] = row.Event
	}
	return events
}

// Keys is a set of identities: of what a client held before it read (ES-MERGE-06).
type Keys map[Key]struct{}

// KeysOf is the set of some events.
func KeysOf(events []*Event) Keys {
	keys := make(Keys, len(events))
	for _, e := range events {
		keys[e.key] = struct{}{}
	}
	return keys
}

// Snapshot joins a snapshot of the history with the events that are there: older ones, the snapshot, newer ones (ES-MERGE-04,
// ES-MERGE-05). An event that was there stays the same one. held, if it is not nil, is what was there before the
// snapshot was asked for; what has come since is not dropped (ES-MERGE-06).
func Snapshot(existing, snapshot []*Event, held Keys) []Row {
	if len(existing) == 0 || len(snapshot) == 0 {
		rows := Rows(slices.Concat(existing, snapshot))
		for i := range rows {
			rows[i].Owned = len(existing) == 0
		}
		return rows
	}
	m := match(existing, snapshot)
	older, newer, dropped := m.parted(existing, snapshot)
	returned, late := m.kept(older, newer, dropped, held)
	rows := insert(Rows(older), returned)
	for _, e := range m.owned {
		rows = append(rows, Row{Event: e, Owned: true})
	}
	return insert(append(rows, Rows(newer)...), late)
}

// SameEvents reports whether the merged events are those that were there (ES-MERGE-04). A list that was empty is another one.
func SameEvents(existing []*Event, rows []Row) bool {
	return len(existing) > 0 && slices.Equal(existing, Events(rows))
}

// matching says which event of the existing ones is which of a snapshot.
type matching struct {
	owned   []*Event     // the snapshot, with existing events for their equals
	matched map[int]bool // places of existing events that the snapshot has
	first   int          // the first such place; the number of existing events if there is none
	last    int          // the place of the last event of the snapshot; -1 if it is not there
}

// match pairs equals from the newest on, so that those which are left over are the oldest (ES-MERGE-05).
func match(existing, snapshot []*Event) matching {
	places := map[Key][]int{}
	for _, e := range snapshot {
		places[e.key] = nil
	}
	for i, e := range existing {
		if list, asked := places[e.key]; asked {
			places[e.key] = append(list, i)
		}
	}
	m := matching{owned: slices.Clone(snapshot), matched: map[int]bool{}, first: len(existing), last: -1}
	for i := len(snapshot) - 1; i >= 0; i-- {
		list := places[snapshot[i].key]
		if len(list) == 0 {
			continue
		}
		place := list[len(list)-1]
		places[snapshot[i].key] = list[:len(list)-1]
		m.owned[i], m.matched[place], m.first = existing[place], true, min(m.first, place)
		if i == len(snapshot)-1 {
			m.last = place
		}
	}
	return m
}

// parted are the existing events that the snapshot does not have: before the first that it has, behind its end, and others.
func (m matching) parted(existing, snapshot []*Event) (older, newer []*Event, dropped []timed) {
	snapshotTimes := times(snapshot)
	end := snapshotTimes[len(snapshot)-1]
	overlaps := m.first < len(existing)
	for i, at := range times(existing) {
		e := existing[i]
		switch {
		case m.matched[i]:
		case overlaps && i < m.first:
			older = append(older, e)
		case m.last >= 0 && i > m.last && at >= end, m.last < 0 && at > end:
			newer = append(newer, e)
		default:
			dropped = append(dropped, timed{Row{Event: e}, at})
		}
	}
	return older, newer, dropped
}

// kept are the dropped events that return: those of which an equal is shown, which stand with the older ones (ES-MERGE-05), and
// those that came since the snapshot was asked for (ES-MERGE-06).
func (m matching) kept(older, newer []*Event, dropped []timed, held Keys) (returned, late []timed) {
	if len(dropped) == 0 {
		return nil, nil
	}
	shown := KeysOf(slices.Concat(older, m.owned, newer))
	for _, e := range dropped {
		if _, ok := shown[e.key]; ok {
			returned = append(returned, e)
		} else if _, ok := held[e.key]; held != nil && !ok {
			late = append(late, e)
		}
	}
	return returned, late
}
