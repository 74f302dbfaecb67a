package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// plans knows the rows of plans and of task lists by their turns.
type plans struct {
	drafts map[string][]*row
	plans  map[string]*row
	todos  map[string]*row
}

// draft is the text of a plan that is being written.
type draft struct {
	streamed
	identity textrun.Identity
}

// planText puts a piece of a draft into the last row if that is a draft of its turn and item, by the rule of snapshots
// (ES-PLAN-01).
func (m *Machine) planText(event jsvalue.Value) {
	piece := event.Get("text")
	if !piece.IsString() {
		m.unusable("text")
		return
	}
	identity := textrun.IdentityOf(event.Without("messageId"))
	if last := m.rows.last; last != nil {
		if body, ok := last.body.(*draft); ok && body.identity == identity {
			body.text.take(piece.Text())
			m.touch(last)
			return
		}
	}
	if jsvalue.IsBlank(piece.Text()) {
		return
	}
	body := &draft{streamed{base: event}, identity}
	body.text.add(piece.Text())
	r := m.draw("", body)
	if turn := id(event, "turnId"); turn != "" {
		m.plans.drafts[turn] = append(m.plans.drafts[turn], r)
	}
}

// plan takes the place of the drafts of its turn, and is the only one of it (ES-PLAN-02).
func (m *Machine) plan(event jsvalue.Value) {
	turn := id(event, "turnId")
	for _, r := range m.plans.drafts[turn] {
		m.remove(r)
	}
	delete(m.plans.drafts, turn)
	if r := m.plans.plans[turn]; r != nil {
		bringUpToDate(objectOf(r), event)
		m.touch(r)
		return
	}
	r := m.draw("", fixed{event})
	if turn != "" {
		m.plans.plans[turn] = r
	}
}

// bringUpToDate takes a later plan of the turn. Steps that are none leave those before; the text that streamed stays only
// while the plan is still being written.
func bringUpToDate(plan *object, later jsvalue.Value) {
	steps, hasSteps := plan.get("steps"), later.Get("steps").Len() > 0
	plan.overlay(later)
	if !hasSteps && !steps.IsUndefined() {
		plan.set("steps", steps)
	}
	if hasSteps && later.Get("state").IsNullish() {
		plan.set("state", jsvalue.StringValue("updated"))
	}
	streams := plan.get("state").Text() == "delta" && !hasSteps
	if !streams && later.Get("streamingText").IsNullish() {
		plan.set("streamingText", jsvalue.Value{})
	}
}

// todo draws the task list of a turn, or of the chat where no turn is named, once, and brings it up to date in place
// (ES-TODO-01).
func (m *Machine) todo(event jsvalue.Value) {
	if !event.Get("items").IsArray() {
		m.unusable("items")
		return
	}
	turn := id(event, "turnId")
	r := m.plans.todos[turn]
	if r == nil {
		m.plans.todos[turn] = m.draw("", fixed{event})
	} else if objectOf(r).overlay(event) {
		m.touch(r)
	}
	work := m.workOf(turn)
	work.tasks = event.Get("items")
	if work.recap != nil {
		m.changed(work.recap)
	}
}
