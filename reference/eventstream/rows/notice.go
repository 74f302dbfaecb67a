package rows

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// notices knows what was reported.
type notices struct {
	seen map[string]bool // errors and notices of turns
	last string          // the last notice
}

// statusUnits is how much of the message of a status counts when it is asked whether it says anything.
const statusUnits = 120

// status draws a status that says more than that a turn began or went well, and not twice in a row (ES-NOTE-01).
func (m *Machine) status(status jsvalue.Value) {
	state := status.Get("turnStatus").Text()
	said := jsvalue.ToLower(jsvalue.Prefix(event.OneLine(status.Get("message").Text()), statusUnits))
	if !slices.Contains([]string{"failed", "interrupted"}, state) &&
		slices.Contains([]string{"", "started", "completed", jsvalue.ToLower(state)}, said) {
		return
	}
	if last := m.rows.last; last != nil {
		before, ok := last.body.(fixed)
		if ok && signature(before.value, "type", "turnStatus", "turnId", "message") == signature(status, "type", "turnStatus", "turnId", "message") {
			return
		}
	}
	m.plain(status)
}

// failure draws an error, and the same one of a turn once (ES-NOTE-02).
func (m *Machine) failure(event jsvalue.Value) {
	info := jsvalue.AppendCanonical(nil, jsvalue.ArrayValue(event.Get("errorInfo"))) // null and absent are the same
	if id(event, "turnId") != "" && m.cameBefore(signature(event, "type", "turnId", "message", "detail")+string(info)) {
		return
	}
	m.plain(event)
}

func (m *Machine) cameBefore(signature string) bool {
	before := m.notices.seen[signature]
	m.notices.seen[signature] = true
	return before
}

// signature is the same for events that are equal in members, their texts trimmed.
func signature(event jsvalue.Value, keys ...string) string {
	var parts []jsvalue.Value
	for _, key := range keys {
		value := event.Get(key)
		if value.IsString() {
			value = jsvalue.StringValue(jsvalue.Trim(value.Text()))
		}
		parts = append(parts, value)
	}
	return string(jsvalue.AppendCanonical(nil, jsvalue.ArrayValue(parts...)))
}

// notice draws a notice, unless it is chrome or came before: in its turn, or just now if it names none (ES-NOTE-03).
func (m *Machine) notice(event jsvalue.Value) {
	message := id(event, "message")
	hook := event.Get("noticeKind").Text() == "hook"
	mark := signature(event, "type", "turnId", "noticeKind", "message", "detail")
	switch {
	case hook && strings.HasPrefix(message, "Hook: PreToolUse:") && strings.HasSuffix(message, " error"):
		m.hookError(event)
		m.notices.last = mark
		return
	case isChrome(event.Get("noticeKind").Text(), message):
		return
	}
	repeated := m.notices.last == mark
	m.notices.last = mark
	if id(event, "turnId") != "" {
		repeated = m.cameBefore(mark)
	}
	if !repeated {
		m.plain(event)
	}
}

func isChrome(kind, message string) bool {
	lower := jsvalue.ToLower(message)
	switch kind {
	case "info":
		return lower == "session ready"
	case "hook":
		return strings.HasPrefix(message, "Hook: ") && strings.HasSuffix(message, " started") ||
			strings.HasPrefix(lower, "trimmed large tool output")
	default:
		return false
	}
}

// delegation draws a delegation that says something, or that did not work (ES-NOTE-04).
func (m *Machine) delegation(event jsvalue.Value) {
	status := event.Get("contract").Get("status").Text()
	if id(event, "message") != "" || slices.Contains([]string{"blocked", "launch_failed", "failed"}, status) {
		m.plain(event)
	}
}

// commandLifecycle draws a message that came to nothing (ES-NOTE-04).
func (m *Machine) commandLifecycle(event jsvalue.Value) {
	if slices.Contains([]string{"cancelled", "discarded"}, event.Get("state").Text()) {
		m.plain(event)
	}
}

// contextUsage draws what a user asked for, and hides samples (ES-NOTE-04).
func (m *Machine) contextUsage(event jsvalue.Value) {
	if origin := event.Get("origin"); origin.IsNullish() || origin.Text() == "command" {
		m.plain(event)
	}
}
