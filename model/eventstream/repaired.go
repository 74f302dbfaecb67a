package eventstream

import (
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// parentTurn is the latest turn of the parent (ES-REPAIR-01).
type parentTurn struct {
	name         string // "" if it has none
	older        []string
	status, done string // "" if it is not there
}

// endings are the statuses that end a turn.
var endings = words("completed interrupted failed")

// parentTurn is nil if there is none.
func (in Input) parentTurn() (t *parentTurn) {
	for _, e := range in.counted() {
		event, kind := ofKinds(e.Event), e.kind()
		if e.ofThread() || kind != "user_message" && kind != "status" && kind != "done" {
			continue
		}
		name, state := id(event, "turnId"), id(event, "turnStatus")
		mine := t != nil && t.takes(name)
		switch {
		case kind == "user_message" && (goesAlong(event) || t != nil && (name != "" && name == t.name || name == "" && !t.isSettled())):
		case kind == "user_message", kind == "status" && state == "started" && (!mine || t.isSettled()):
			t = t.next(name)
		case !mine:
		default:
			t.name = first(t.name, name)
			switch {
			case kind == "done":
				t.done = doneStatus(event)
			case endings[state]:
				t.status = state
			}
		}
	}
	return t
}

// goesAlong: a message asks for no turn of its own.
func goesAlong(message jsvalue.Value) bool {
	return id(message, "steerId") != "" || words("queued inline failed")[id(message, "deliveryState")]
}

// ofThread: the envelope is of the thread of a Codex sub-agent.
func (e Envelope) ofThread() bool { return id(e.Provenance, "targetKind") == "codex_subagent" }

func (t *parentTurn) next(name string) *parentTurn {
	following := &parentTurn{name: name}
	if t != nil {
		following.older = append(following.older, t.older...)
		following.older = append(following.older, t.name)
	}
	return following
}

// takes: an event of that name is of the turn.
func (t *parentTurn) takes(name string) bool {
	if name == "" || name == t.name {
		return true
	}
	for _, older := range t.older {
		if older == name {
			return false
		}
	}
	return t.name == ""
}

func (t *parentTurn) isSettled() bool { return t.status != "" && t.done != "" }

func doneStatus(event jsvalue.Value) string {
	if status := id(event, "status"); status != "completed" && endings[status] {
		return status
	}
	return "completed"
}

// missing are the events that the turn lacks, in their order (ES-REPAIR-02).
func (t *parentTurn) missing() (list []jsvalue.Value) {
	if t == nil {
		return nil
	}
	status := first(t.status, t.done, "interrupted")
	if t.status == "" {
		list = append(list, t.named(textOf("type", "status"), textOf("turnStatus", status)))
	}
	if t.done == "" {
		list = append(list, t.named(textOf("type", "done"), textOf("status", status)))
	}
	return list
}

// named is an event of the turn.
func (t *parentTurn) named(members ...jsvalue.Member) jsvalue.Value {
	if t.name != "" {
		members = append(members, textOf("turnId", t.name))
	}
	return jsvalue.ObjectValue(members...)
}

// timeOfCall is the time of an operation that has one: now, else that of the last envelope that counts (TP-PROTO-21).
func (in Input) timeOfCall() string {
	if counted := in.counted(); in.Now == "" && len(counted) > 0 {
		return counted[len(counted)-1].Time
	}
	return in.Now
}
