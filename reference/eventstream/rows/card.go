package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// card draws a card once; what comes later changes it in place (ES-CARD-01).
func (m *Machine) card(event jsvalue.Value) {
	name := id(event, "cardId")
	if name == "" {
		m.unusable("cardId")
		return
	}
	event = event.With(text("cardId", name))
	s := slot{kind: "ade-card", item: name}
	if r := m.keyed.rows[s]; r != nil {
		refresh(objectOf(r), event)
		m.touch(r)
		return
	}
	m.keyed.rows[s] = m.draw("ade-card:"+name, fixed{event})
}

// refresh brings a card up to date. A refresh that failed does not take detail away: what was known stays and is stale
// (ES-CARD-02). One that went well ends that (ES-CARD-03).
func refresh(card *object, later jsvalue.Value) {
	degraded := id(later, "degradedReason") != ""
	rows, metrics, progress := card.get("rows"), card.get("metrics"), card.get("progress")
	detailed := rows.Len() > 0 || metrics.Len() > 0 || total(progress) > 0
	refreshed := !later.Get("rows").IsNullish() || !later.Get("metrics").IsNullish() || !later.Get("progress").IsNullish()
	card.overlay(later)
	switch {
	case detailed && degraded:
		if later.Get("rows").Len() == 0 {
			card.set("rows", rows)
		}
		if later.Get("metrics").Len() == 0 {
			card.set("metrics", metrics)
		}
		if total(later.Get("progress")) == 0 {
			card.set("progress", progress)
		}
		card.set("stale", jsvalue.BoolValue(true))
	case refreshed && !degraded:
		card.set("stale", jsvalue.BoolValue(later.Get("stale").IsTrue()))
		card.set("degradedReason", jsvalue.Value{})
		if !later.Get("actions").IsArray() {
			card.set("actions", jsvalue.ArrayValue())
		}
	}
}

// total is how many steps a progress counts; what is no number above zero counts as none.
func total(progress jsvalue.Value) float64 {
	sum := 0.0
	for _, key := range []string{"passed", "failed", "running", "queued"} {
		if n := progress.Get(key); n.IsFinite() {
			sum += max(0, n.Float())
		}
	}
	return sum
}
