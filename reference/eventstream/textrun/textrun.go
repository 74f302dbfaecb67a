// Package textrun says which pieces of streamed text belong together: one definition for rows and canonical text.
//
// It promises: a piece joins the run of its own identity and no other; nothing is guessed from what lies between. Start at
// Runs.Take.
package textrun

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Identity is what a piece of text is known by: a message, else a turn and an item, else an item, else a turn, else nothing
// (ES-TEXT-01). Ids are trimmed; a blank one is none.
type Identity struct{ Message, Turn, Item string }

// IdentityOf reads the identity of a text event.
func IdentityOf(event jsvalue.Value) Identity {
	id := func(key string) string { return jsvalue.Trim(event.Get(key).Text()) }
	if message := id("messageId"); message != "" {
		return Identity{Message: message}
	}
	return Identity{Turn: id("turnId"), Item: id("itemId")}
}

// IsIdentified reports whether a message or an item is named, so that whatever lies between pieces does not part them.
func (i Identity) IsIdentified() bool { return i.Message != "" || i.Item != "" }

// Run is one stretch of text. Two runs of one identity are two pointers.
type Run struct{ Identity Identity }

// Runs knows which runs are open (ES-TEXT-02). The zero value is ready.
type Runs struct {
	open   map[Identity]*Run // the identified
	latest *Run              // that of the last piece, if nothing broke it off
}

// Take says which run a piece belongs to; nil if it is blank and there is no run for it to continue (ES-TEXT-03).
func (r *Runs) Take(identity Identity, text string) *Run {
	run := r.open[identity]
	if !identity.IsIdentified() && r.latest != nil && r.latest.Identity == identity {
		run = r.latest
	}
	if run == nil && !jsvalue.IsBlank(text) {
		run = r.begin(identity)
		r.latest = run // what begins is drawn
	}
	return run
}

func (r *Runs) begin(identity Identity) *Run {
	run := &Run{identity}
	if identity.IsIdentified() {
		if r.open == nil {
			r.open = map[Identity]*Run{}
		}
		r.open[identity] = run
	}
	return run
}

// Break tells that a row was drawn: a run that is not identified ends.
func (r *Runs) Break() { r.latest = nil }

// Keep tells that the row which was drawn is of the run itself; nil is that it is of none.
func (r *Runs) Keep(run *Run) { r.latest = run }

// Close tells of a user's message: every run ends.
func (r *Runs) Close() { r.open, r.latest = nil, nil }

// Retract ends the run of a message, whose id is trimmed.
func (r *Runs) Retract(message string) {
	delete(r.open, Identity{Message: message})
	if r.latest != nil && r.latest.Identity.Message == message && message != "" {
		r.latest = nil
	}
}
