package rows

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// turnWork is what is counted of the work of a turn.
type turnWork struct {
	turn     string
	statuses map[string]int
	tasks    jsvalue.Value // the last list
	status   string        // of its end
	recap    *row
}

func (m *Machine) workOf(turn string) *turnWork {
	work := m.work.turns[turn]
	if work == nil {
		work = &turnWork{turn: turn, statuses: map[string]int{}}
		m.work.turns[turn] = work
	}
	return work
}

// count adds an entry to those of its turn, or takes it away; the recap, if it is drawn, changes with that.
func (m *Machine) count(e *entry, by int) {
	e.turn.statuses[e.status] += by
	if e.turn.recap != nil {
		m.changed(e.turn.recap)
	}
}

// done draws the divider of a turn (ES-DONE-01), and behind it the recap of its work, if it has any (ES-DONE-02).
func (m *Machine) done(event jsvalue.Value) {
	m.draw("", fixed{event})
	turn := id(event, "turnId")
	work := m.work.turns[turn]
	if turn == "" || work == nil || len(work.statuses) == 0 {
		return
	}
	work.status = event.Get("status").Text()
	if work.recap != nil {
		m.touch(work.recap)
		return
	}
	work.recap = m.draw("turn-recap:"+turn, work)
}

// event is {type, turnId, summary, completed, failed, interrupted, tasksCompleted?, tasksTotal?}: the states in which the
// work stands now. What still runs counts as interrupted if the turn did not complete.
func (w *turnWork) event() jsvalue.Value {
	completed, failed, interrupted := w.statuses["completed"], w.statuses["failed"], w.statuses["interrupted"]
	if w.status != "completed" {
		interrupted += w.statuses["running"]
	}
	var parts []string
	say := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprint(n, " ", what))
		}
	}
	say(completed, "completed")
	say(failed, "failed")
	say(interrupted, "interrupted")
	members := []jsvalue.Member{
		text("type", "turn_recap"), text("turnId", w.turn),
		member("completed", jsvalue.IntValue(int64(completed))),
		member("failed", jsvalue.IntValue(int64(failed))),
		member("interrupted", jsvalue.IntValue(int64(interrupted))),
	}
	if total := w.tasks.Len(); total > 0 {
		done := 0
		for _, task := range w.tasks.Elements() {
			if task.Get("status").Text() == "completed" {
				done++
			}
		}
		parts = append(parts, fmt.Sprintf("%d of %d tasks done", done, total))
		members = append(members, member("tasksCompleted", jsvalue.IntValue(int64(done))), member("tasksTotal", jsvalue.IntValue(int64(total))))
	}
	summary := firstText(strings.Join(parts, ", "), "nothing ended")
	return jsvalue.ObjectValue(append(members, text("summary", summary))...)
}
