package rows

import (
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// work knows the entries of the work log by what they stand for.
type work struct {
	rows  map[workKey]*row
	items map[string]bool // ids of items that stand in the log, by which others name their parent
	turns map[string]*turnWork
}

// workKey is what an entry stands for: identities, nothing that may change (ES-WORK-02).
type workKey struct{ kind, turn, item string }

// text is the key as it stands in an entry.
func (k workKey) text() string {
	text := k.kind
	for _, part := range []string{k.turn, k.item} {
		if part != "" {
			text += "::" + part
		}
	}
	return text
}

// enter puts a step of work into the entry that stands for the same thing, wherever that is; else into one of its own
// (ES-WORK-03). Without an item it never joins another.
func (m *Machine) enter(kind string, event jsvalue.Value, step *entry) {
	key := workKey{kind, id(event, "turnId"), itemOf(event)}
	for _, name := range []string{"itemId", "turnId", "parentItemId"} {
		step.set(name, event.Get(name))
	}
	r := m.work.rows[key]
	if key.item != "" && r != nil {
		m.join(r.body.(*entry), step)
		m.touch(r)
		m.nameItems(event)
		return
	}
	step.createdAt, step.turn = m.envelope.Timestamp, m.workOf(key.turn)
	if key.item == "" {
		step.id = key.text() + "::#" + m.place()
		m.draw("", step)
	} else {
		step.id, step.collapseKey = key.text(), key.text()
		m.work.rows[key] = m.draw("", step)
	}
	m.count(step, +1)
	m.checkParent(id(event, "parentItemId"))
	m.nameItems(event)
}

// nameItems remembers the ids of a step, by which others name it as their parent.
func (m *Machine) nameItems(event jsvalue.Value) {
	for _, name := range []string{"itemId", "logicalItemId"} {
		if item := id(event, name); item != "" {
			m.work.items[item] = true
		}
	}
}

func (m *Machine) join(earlier, later *entry) {
	m.count(earlier, -1)
	earlier.merge(later)
	m.count(earlier, +1)
}

// itemOf is the item that an event tells of: its logical one if it names that, since providers change the other.
func itemOf(event jsvalue.Value) string {
	if logical := id(event, "logicalItemId"); logical != "" {
		return logical
	}
	return id(event, "itemId")
}

// checkParent names a row whose parent stands nowhere before it (ES-WORK-08).
func (m *Machine) checkParent(parent string) {
	if parent != "" && !m.work.items[parent] {
		m.report(diagnostic.OrphanParent, "a row names a parent that does not stand before it", "event")
	}
}
