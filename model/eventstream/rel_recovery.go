package eventstream

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// recoveryRelations ask about a file that was repaired, or to which more was appended.
var recoveryRelations = []model.Relation{
	{
		ID: "repaired-needs-nothing", Rules: []string{"ES-REPAIR-05", "ES-REPAIR-02"},
		Says:  "A file to which was appended what its repair says needs no repair.",
		Check: relate([]string{"repair"}, repairedNeedsNothing),
	},
	{
		ID: "repair-leaves-nothing-running", Rules: []string{"ES-REPAIR-03", "ES-REPAIR-04", "ES-REPAIR-05"},
		Says:  "In the rows of a file that was repaired nothing runs but jobs that are neither scheduled nor running, what was not running is as it was, and sub-agents were stopped behind scheduled jobs.",
		Check: relate([]string{"repair"}, nothingRuns),
	},
	{
		ID: "older-turns-are-left", Rules: []string{"ES-REPAIR-01", "ES-REPAIR-02"},
		Says:  "An older turn without an end changes nothing.",
		Check: relate([]string{"repair"}, olderTurnsAreLeft),
	},
	{
		ID: "settled-turns-get-nothing", Rules: []string{"ES-REPAIR-02"},
		Says:  "Behind a turn with both ends nothing is appended, whatever runs.",
		Check: relate([]string{"repair"}, settledGetNothing),
	},
	{
		ID: "ended-offers-do-not-stand", Rules: []string{"ES-RECOV-02"},
		Says:  "No card stands behind a queue that is restored or expired, nor when eight seconds are over.",
		Check: relate([]string{"recovery"}, endedOffers),
	},
	{
		ID: "restored-is-over", Rules: []string{"ES-RECOV-02"},
		Says:  "Behind what is written on restoring a queue no card stands, and nobody restores it.",
		Check: relate([]string{"recovery"}, restoredIsOver),
	},
	{
		ID: "settled-is-settled", Rules: []string{"ES-RECOV-04", "ES-INPUT-01"},
		Says:  "Behind what a Stop settles nothing waits.",
		Check: relate([]string{"recovery"}, settledIsSettled),
	},
}

// repaired is the file with what its repair says behind it.
func (t *trial) repaired() string {
	var lines []string
	for _, envelope := range t.list("appended") {
		lines = append(lines, lineOf(envelope))
	}
	return withLines(t.Case.Input.Text(), lines...)
}

func repairedNeedsNothing(t *trial) error {
	again, err := t.again(t.repaired())
	if again == nil || err != nil {
		return err
	}
	t.judged = true
	if n := len(again.list("appended")); n > 0 {
		t.add("appended", "%d envelopes are appended to a file that was repaired", n)
	}
	return nil
}

func nothingRuns(t *trial) error {
	if len(t.list("appended")) == 0 {
		return nil
	}
	before, err := t.ask("rows", t.Case.Input.Text(), t.Case.Options)
	if before == nil || err != nil {
		return err
	}
	after, err := t.ask("rows", t.repaired(), t.Case.Options)
	if after == nil || err != nil {
		return err
	}
	t.judged = true
	t.agentsBehindJobs(before)
	rows := after.rows()
	for i, row := range before.rows() {
		path := fmt.Sprintf("rows[%d]", i)
		runs := row.get("status").Text() == "running" && (row.kind() == "background_job_line" || row.kind() == "subagent_spawn_anchor")
		switch {
		case i >= len(rows) || rows[i].key != row.key:
			t.add(path, "the %s is gone", row.kind())
			return nil
		case runs && rows[i].get("status").Text() != "stopped" && (row.kind() != "background_job_line" || !t.Input.hasOddJob()):
			t.add(path, "the %s is %s", row.kind(), rows[i].get("status").Text())
		case !runs && row.kind() != "turn_recap" && !same(row.event, rows[i].event):
			t.add(path, "the %s is another one", row.kind())
		}
	}
	return nil
}

// agentsBehindJobs: what the rows show as a sub-agent is stopped behind each job that is scheduled (ES-REPAIR-05).
func (t *trial) agentsBehindJobs(before *View) {
	anchored, behind := map[string]bool{"": false}, false
	for _, row := range before.rows() {
		if row.kind() == "subagent_spawn_anchor" {
			anchored[row.get("agentKey").Text()] = true
		}
	}
	for i, event := range t.appendedEvents() {
		switch event.Get("type").Text() {
		case "subagent_result":
			behind = behind || anchored[id(event, "taskId")] || anchored[id(event, "agentId")]
		case "scheduled_work_update":
			if behind {
				t.add(fmt.Sprintf("appended[%d]", i), "a job is stopped behind a sub-agent")
			}
		}
	}
}

// hasOddJob: a job in the background is neither scheduled nor running and has not ended (ES-REPAIR-03).
func (in Input) hasOddJob() bool {
	usual := words("scheduled running completed stopped cancelled failed missed")
	for _, e := range in.counted() {
		if e.kind() == "scheduled_work_update" && e.Event.Get("kind").Text() == "background_task" && !usual[id(e.Event, "status")] {
			return true
		}
	}
	return false
}

func olderTurnsAreLeft(t *trial) error {
	nameless := func(e Envelope) bool {
		return (e.kind() == "status" || e.kind() == "user_message") && id(e.Event, "turnId") == ""
	}
	if t.Input.parentTurn() == nil || slices.ContainsFunc(t.Input.counted(), nameless) {
		return nil // one without a name would be of the older turn
	}
	const older = "\ue000 an older turn"
	text := envelope(t.Input.Session, "user_message", textOf("text", "q"), textOf("turnId", older)) + "\n" +
		envelope(t.Input.Session, "status", textOf("turnStatus", "started"), textOf("turnId", older)) + "\n"
	again, err := t.ofSession(text + t.Case.Input.Text())
	if again != nil {
		t.same(again, untold)
	}
	return err
}

func settledGetNothing(t *trial) error {
	if t.Input.Session == "" {
		return nil
	}
	turn := textOf("turnId", "\ue000 a newer turn")
	again, err := t.ofSession(withLines(t.Case.Input.Text(),
		envelope(t.Input.Session, "user_message", textOf("text", "q"), turn), envelope(t.Input.Session, "status", textOf("turnStatus", "completed"), turn), envelope(t.Input.Session, "done", textOf("status", "completed"), turn)))
	if again == nil || err != nil {
		return err
	}
	t.judged = true
	if n := len(again.list("appended")); n > 0 {
		t.add("appended", "%d envelopes are appended behind a turn that is settled", n)
	}
	return nil
}

func endedOffers(t *trial) error {
	timeless := func(told told) bool { return told.code == "invalid_timestamp" }
	if t.Input.Session == "" || slices.ContainsFunc(t.Input.Told, timeless) {
		return nil // an offer without a time would be of the later one
	}
	ended, err := t.ofSession(withLines(t.Case.Input.Text(), envelope(t.Input.Session, "queue_recovery", textOf("state", "restored"))))
	if ended == nil || err != nil {
		return err
	}
	late, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.Case.Options.With(textOf("now", "9999-12-31T00:00:00.000Z")))
	if late == nil || err != nil {
		return err
	}
	t.judged = true
	for _, v := range []*View{ended, late} {
		if offer := v.Result.Get("offer"); offer.IsObject() {
			t.add("offer", "a card stands, of the envelope %s", shownText(offer.Get("envelope")))
		}
	}
	return nil
}

func restoredIsOver(t *trial) error {
	options := t.Case.Options.With(member("restoreAt", jsvalue.ArrayValue(jsvalue.StringValue(t.Input.timeOfCall()))))
	asked, err := t.ask(t.Case.Op, t.Case.Input.Text(), options)
	if asked == nil || err != nil {
		return err
	}
	events := asked.list("written")
	if len(events) != 1 || !events[0].IsObject() || t.Input.Session == "" {
		return nil
	}
	session := textOf("sessionId", t.Input.Session)
	line := lineOf(jsvalue.ObjectValue(session, textOf("timestamp", t.Input.timeOfCall()), member("event", events[0])))
	again, err := t.ask(t.Case.Op, withLines(t.Case.Input.Text(), line), options.With(session))
	if again == nil || err != nil {
		return err
	}
	t.judged = true
	if offer := again.Result.Get("offer"); offer.IsObject() {
		t.add("offer", "a card stands, of the envelope %s", shownText(offer.Get("envelope")))
	}
	if slices.ContainsFunc(again.list("written"), jsvalue.Value.IsObject) {
		t.add("written", "it is restored, or expires, again")
	}
	return nil
}

func settledIsSettled(t *trial) error {
	if t.Input.Session == "" {
		return nil
	}
	stopped, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.Case.Options.With(textOf("ending", "stop")))
	if stopped == nil || err != nil {
		return err
	}
	var lines []string
	for _, event := range stopped.list("settled") {
		lines = append(lines, lineOf(jsvalue.ObjectValue(textOf("sessionId", t.Input.Session), textOf("timestamp", t.Input.timeOfCall()), member("event", event))))
	}
	again, err := t.ofSession(withLines(t.Case.Input.Text(), lines...))
	if again == nil || err != nil {
		return err
	}
	t.judged = true
	if n := len(again.list("pendingInputs")); n > 0 {
		t.add("pendingInputs", "%d wait although they were settled", n)
	}
	return nil
}
