package rows

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// recoveryOptions are the actions of turn_health, as codex_turn_stalled names them.
var recoveryOptions = map[string]string{
	"wait":               "wait",
	"nudge":              "steer",
	"retry_same_runtime": "interrupt_retry_same_thread",
	"restart_resume":     "restart_resume_thread",
}

// health draws a turn that may be stuck as a stalled one (ES-HEALTH-02).
func (m *Machine) health(event jsvalue.Value) {
	reason := event.Get("reason")
	if reason.Text() == "runtime_state_unknown" {
		reason = jsvalue.StringValue("app_server_state_unknown")
	}
	m.stalled(event.Without("supportedActions").With(
		text("type", "codex_turn_stalled"),
		member("reason", reason),
		member("recoveryOptions", optionsOf(event.Get("supportedActions"))),
	))
}

// optionsOf are the known ones of actions; Undefined if they are no list, so that they replace nothing (ES-ROW-05).
func optionsOf(actions jsvalue.Value) jsvalue.Value {
	if !actions.IsArray() {
		return jsvalue.Value{}
	}
	var options []jsvalue.Value
	for _, action := range actions.Elements() {
		if option, known := recoveryOptions[action.Text()]; known {
			options = append(options, jsvalue.StringValue(option))
		}
	}
	return jsvalue.ArrayValue(options...)
}

// stalled draws one row for each turn that has not recovered (ES-HEALTH-02).
func (m *Machine) stalled(event jsvalue.Value) {
	s := turnSlot("codex-turn-stalled", event)
	if !m.keyed.recovered[s.turn] {
		m.put(s, s.kind+":"+s.turn, event)
	}
}

// recovery draws one row for each turn. It takes away the row of the stalled turn once that has recovered; the event that
// names a provider does not change what the other one said (ES-HEALTH-03).
func (m *Machine) recovery(event jsvalue.Value) {
	s := turnSlot("recovery", event)
	general := event.Get("type").Text() == "turn_recovery"
	if event.Get("state").Text() == "recovered" {
		m.recover(s.turn)
	}
	r := m.keyed.rows[s]
	switch {
	case r == nil && general:
		m.keyed.rows[s] = m.draw("turn-recovery:"+s.turn, fixed{event})
	case r == nil:
		m.keyed.rows[s] = m.draw("codex-turn-recovery:"+s.turn, fixed{event})
	case general || objectOf(r).get("type").Text() != "turn_recovery":
		m.overlay(r, event)
	}
}

func (m *Machine) recover(turn string) {
	m.keyed.recovered[turn] = true
	s := slot{kind: "codex-turn-stalled", turn: turn}
	if r := m.keyed.rows[s]; r != nil {
		m.remove(r)
		delete(m.keyed.rows, s)
	}
}
