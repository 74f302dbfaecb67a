// Package recovery settles what a crash or a Stop left open in a chat, and says what its replay still offers.
//
// It promises: what was written stays as it is; what is added is only what is missing, behind it; repairing again adds
// nothing; no clock is read. Start at Repair; replay.go says what of an interrupt can still be undone, and settle.go which
// requests a turn takes away.
package recovery

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Addition is an envelope that a repair appends.
type Addition struct {
	event.Envelope
	Rule string // of SPEC.md, that asks for it
	Why  string // for people
}

// Value is the envelope as it is written; the rest is for people.
func (a Addition) Value() jsvalue.Value { return a.Envelope.Value() }

// Repair is what has to be appended to the events of a session, at a time, so that its latest turn is settled: the ends of jobs
// that no process runs any more, those of sub-agents, the status, and the done, which is last (ES-REPAIR-05). A turn that is
// settled gets nothing, whatever else runs (ES-REPAIR-02).
func Repair(session string, envelopes []event.Envelope, running []rows.Running, at string) []Addition {
	turn, ok := LatestTurn(envelopes)
	if !ok || turn.IsSettled() {
		return nil
	}
	r := repair{session: session, at: at, turn: turn}
	for _, one := range running {
		r.stop(one)
	}
	if turn.Status == "" {
		status := turn.Done
		if status == "" {
			status = "interrupted"
		}
		r.add("ES-REPAIR-02", "the turn has no status that ends it", event.TextMember("type", "status"), event.TextMember("turnStatus", status))
		turn.Status = status
	}
	if turn.Done == "" {
		r.add("ES-REPAIR-02", "the turn has no done", event.TextMember("type", "done"), event.TextMember("status", turn.Status))
	}
	return r.added
}

// MaxUnits is how many UTF-16 units of JSON a host answers or appends to a chat of so many: names are copied into each event that is
// made, so that a long one would make gigabytes of a short chat (ES-REPAIR-07, TP-PROTO-21).
func MaxUnits(chat int) int { return max(10_000_000, 4*chat) }

// Fits reports whether additions to a text have no more than MaxUnits.
func Fits(added []Addition, text string) bool {
	left := MaxUnits(jsvalue.Length(text))
	for _, a := range added {
		if left -= jsvalue.Length(string(jsvalue.Append(nil, a.Value()))); left < 0 {
			return false
		}
	}
	return true
}

// Lines are additions as they are written behind a file, a line each. isTorn says that the last line of the file has no line
// feed: one comes first, so that nothing is glued to it (ES-REPAIR-07).
func Lines(added []Addition, isTorn bool) string {
	var text []byte
	if isTorn && len(added) > 0 {
		text = append(text, '\n')
	}
	for _, a := range added {
		text = append(jsvalue.Append(text, a.Value()), '\n')
	}
	return string(text)
}

// repair is a list of additions in the making.
type repair struct {
	session, at string
	turn        Turn
	added       []Addition
}

// add appends an event of the turn. It gets no sequence, since only a writer knows which is next (ES-REPAIR-06).
func (r *repair) add(rule, why string, members ...jsvalue.Member) {
	if r.turn.ID != "" {
		members = append(members, event.TextMember("turnId", r.turn.ID))
	}
	envelope := event.Envelope{SessionID: r.session, Timestamp: r.at, Event: jsvalue.ObjectValue(members...)}
	r.added = append(r.added, Addition{envelope, rule, why})
}

// stop ends a job or a sub-agent in the way in which it was told of (ES-REPAIR-03, ES-REPAIR-04).
func (r *repair) stop(running rows.Running) {
	names := namesOf(running)
	switch status := event.Name(running.Scheduled, "status"); {
	case running.IsJob && slices.Contains([]string{"scheduled", "running"}, status):
		members := []jsvalue.Member{event.TextMember("type", "scheduled_work_update")}
		for _, key := range []string{"id", "sourceTaskId"} {
			if name := event.Name(running.Scheduled, key); name != "" {
				members = append(members, event.TextMember(key, name))
			}
		}
		r.add("ES-REPAIR-03", "a job in the background runs", append(members, event.TextMember("kind", "background_task"), event.TextMember("status", "stopped"))...)
	case running.IsJob && len(names) > 0:
		r.add("ES-REPAIR-03", "a job in the background runs", append(names, event.TextMember("status", "stopped"))...)
	case !running.IsJob:
		r.add("ES-REPAIR-04", "a sub-agent runs", append(names, event.TextMember("status", "stopped"))...)
	}
}

// namesOf are the type of the end and the names of what is told of by events of sub-agents; nil if nothing is.
func namesOf(running rows.Running) []jsvalue.Member {
	if running.AgentID == "" && running.TaskID == "" {
		return nil
	}
	members := []jsvalue.Member{event.TextMember("type", "subagent_result")}
	if running.TaskID != "" {
		members = append(members, event.TextMember("taskId", running.TaskID))
	}
	if running.AgentID != "" {
		members = append(members, event.TextMember("agentId", running.AgentID))
	}
	return members
}
