package rows

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// users knows the rows of users by what steered a turn, and what was said of messages whose rows have not come.
type users struct {
	bySteer     map[string]*row
	resolutions map[string]jsvalue.Value
}

// message is what a user said; metadata is nil if there is none.
type message struct{ said, metadata *object }

func (s *message) event() jsvalue.Value {
	if s.metadata == nil {
		return s.said.event()
	}
	return s.said.event().With(member("metadata", s.metadata.event()))
}

// user draws what a user said, behind a divider if something else woke the chat; a message that steered a turn has one row
// (ES-USER-01). A message that draws a row ends every run of text (ES-TEXT-02).
func (m *Machine) user(event jsvalue.Value) {
	steer := id(event, "steerId")
	if r := m.users.bySteer[steer]; r != nil {
		messageOf(r).take(event)
		m.changed(r)
		return
	}
	m.texts.runs.Close()
	m.wakeDivider(event)
	m.spawnDivider(event)
	r := m.draw("", fixed{event})
	if steer == "" {
		return
	}
	m.users.bySteer[steer] = r
	if resolution, waits := m.users.resolutions[steer]; waits {
		messageOf(r).resolve(resolution)
		delete(m.users.resolutions, steer)
	}
}

// messageOf is the body of a user's row as a message, which it stays.
func messageOf(r *row) *message {
	if s, ok := r.body.(*message); ok {
		return s
	}
	s := &message{said: newObject(r.body.event())}
	if metadata := s.said.get("metadata"); metadata.IsObject() {
		s.metadata = newObject(metadata)
	}
	r.body = s
	return s
}

// take brings a message up to date: a blank text does not replace one, and metadata adds to metadata.
func (s *message) take(later jsvalue.Value) {
	if jsvalue.IsBlank(later.Get("text").Text()) {
		later = later.Without("text")
	}
	if metadata := later.Get("metadata"); metadata.IsObject() {
		if s.metadata == nil {
			s.metadata = newObject(jsvalue.Value{})
		}
		s.metadata.overlay(metadata)
	}
	s.said.overlay(later.Without("metadata"))
}

// resolve sets what became of the message.
func (s *message) resolve(resolution jsvalue.Value) {
	if s.metadata == nil {
		s.metadata = newObject(jsvalue.Value{})
	}
	var parts []jsvalue.Member
	for _, key := range []string{"action", "state", "resolvedAt", "replacementMessageId"} {
		if value := resolution.Get(key); !value.IsNullish() {
			parts = append(parts, member(key, value))
		}
	}
	s.metadata.set("unprocessedMessageResolution", jsvalue.ObjectValue(parts...))
}

// resolution says what became of a message that was not processed (ES-USER-02).
func (m *Machine) resolution(event jsvalue.Value) {
	steer := id(event, "steerId")
	switch r := m.users.bySteer[steer]; {
	case steer == "":
		m.unusable("steerId")
	case r == nil:
		m.users.resolutions[steer] = event
	default:
		messageOf(r).resolve(event)
		m.touch(r)
	}
}

// wakeDivider draws the divider of a schedule that woke the chat (ES-USER-03).
func (m *Machine) wakeDivider(event jsvalue.Value) {
	wake := event.Get("metadata").Get("scheduledWake")
	schedule, kind, fired := wake.Get("scheduleId").Text(), wake.Get("kind").Text(), wake.Get("firedAt").Text()
	if jsvalue.IsBlank(schedule) || jsvalue.IsBlank(fired) || !slices.Contains([]string{"wakeup", "cron", "loop"}, kind) {
		return
	}
	m.divider("scheduled-wake:"+schedule, event, jsvalue.ObjectValue(
		text("type", "scheduled_wake_divider"),
		text("scheduleId", schedule),
		text("kind", kind),
		textOrNull("reason", id(wake, "reason")),
		text("firedAt", fired),
		member("late", jsvalue.BoolValue(wake.Get("late").IsTrue())),
	))
}

// spawnDivider draws the divider of a child chat that came to an end (ES-USER-04).
func (m *Machine) spawnDivider(event jsvalue.Value) {
	spawn := event.Get("metadata").Get("spawnCompletion")
	child, kind, status := id(spawn, "childSessionId"), spawn.Get("spawnKind").Text(), spawn.Get("status").Text()
	if child == "" || !slices.Contains([]string{"subagent", "peer"}, kind) || !slices.Contains([]string{"completed", "failed", "stopped"}, status) {
		return
	}
	title := id(spawn, "childTitle")
	if title == "" {
		title = "spawned chat"
	}
	m.divider("spawn-wake:"+child, event, jsvalue.ObjectValue(
		text("type", "spawn_wake_divider"),
		text("childSessionId", child),
		text("childTitle", title),
		text("spawnKind", kind),
		text("status", status),
		textOrNull("summary", id(spawn, "summary")),
	))
}

// divider draws a divider of the turn, or of the place if there is no turn.
func (m *Machine) divider(key string, event, divider jsvalue.Value) {
	turn := id(event, "turnId")
	if turn != "" {
		divider = divider.With(member("turnId", event.Get("turnId")))
	}
	m.draw(key+":"+firstText(turn, m.place()), fixed{divider})
}
