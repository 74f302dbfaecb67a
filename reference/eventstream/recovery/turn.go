package recovery

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Turn is a turn of the parent: what a user asked for, and not a steer of what runs (ES-REPAIR-01).
type Turn struct {
	ID     string // "" if nothing names it
	Status string // the last terminal one that was written; "" if there is none
	Done   string // the status of the last done, as ES-RUN-04 reads it; "" if there is none
}

// IsSettled reports whether both members of the terminal pair are there (ES-REPAIR-02).
func (t Turn) IsSettled() bool { return t.Status != "" && t.Done != "" }

// terminal are the statuses that end a turn.
var terminal = []string{"completed", "interrupted", "failed"}

// undelivered are the states of a message that begins no turn: it waits, went into the turn that runs, or never arrived.
var undelivered = []string{"queued", "inline", "failed"}

// LatestTurn is the latest turn of the parent among the events of a session; ok is false if there is none (ES-REPAIR-01).
func LatestTurn(envelopes []event.Envelope) (latest Turn, ok bool) {
	var t turns
	for _, envelope := range envelopes {
		if envelope.OfSubagentThread() {
			continue
		}
		switch e := event.OfKinds(envelope.Event); envelope.Type() {
		case "user_message":
			if event.Name(e, "steerId") == "" && !slices.Contains(undelivered, event.Name(e, "deliveryState")) {
				t.ask(event.Name(e, "turnId"))
			}
		case "status":
			t.status(e)
		case "done":
			if t.owns(event.Name(e, "turnId")) {
				t.latest.Done = statusOfDone(e)
			}
		}
	}
	return t.latest, t.begun
}

// turns is the latest turn and the names of those before it.
type turns struct {
	begun   bool
	latest  Turn
	earlier map[string]bool
}

// ask takes a message of the user. One that names the turn at hand begins no other, nor does one without a name in a turn that
// is not settled: the ends of that are still to come.
func (t *turns) ask(id string) {
	if !t.begun || id != t.latest.ID && id != "" || id == "" && t.latest.IsSettled() {
		t.begin(id)
	}
}

func (t *turns) status(e jsvalue.Value) {
	id, state := event.Name(e, "turnId"), event.Name(e, "turnStatus")
	switch {
	case state == "started":
		if !t.begun || t.latest.IsSettled() || !t.owns(id) {
			t.begin(id)
		}
	case t.owns(id) && slices.Contains(terminal, state):
		t.latest.Status = state
	}
}

func (t *turns) begin(id string) {
	if t.earlier == nil {
		t.earlier = map[string]bool{}
	}
	if t.latest.ID != "" && t.latest.ID != id {
		t.earlier[t.latest.ID] = true
	}
	t.begun, t.latest = true, Turn{ID: id}
}

// owns reports whether an event of this name is of the latest turn. A turn without a name takes the first that no turn before
// it has.
func (t *turns) owns(id string) bool {
	if t.begun && t.latest.ID == "" && !t.earlier[id] {
		t.latest.ID = id
	}
	return t.begun && (id == "" || id == t.latest.ID)
}

// statusOfDone is how a done says that the turn ended.
func statusOfDone(done jsvalue.Value) string {
	if status := event.Name(done, "status"); status == "interrupted" || status == "failed" {
		return status
	}
	return "completed"
}
