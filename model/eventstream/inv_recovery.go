package eventstream

import (
	"fmt"
	"math"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// recoveryInvariants hold what settles and offers after an interrupt.
var recoveryInvariants = []model.Invariant{
	{
		ID: "repair-adds-what-is-missing", Rules: []string{"ES-REPAIR-01", "ES-REPAIR-02"},
		Says:  "A repair names the latest turn of the parent and appends the status and the done that it lacks, by a second definition; where it lacks none nothing at all.",
		Check: on([]string{"repair"}, missingProblems),
	},
	{
		ID: "repair-is-in-order", Rules: []string{"ES-REPAIR-03", "ES-REPAIR-04", "ES-REPAIR-05"},
		Says:  "A repair stops jobs, then sub-agents, then ends the turn, the done last, and stops nothing twice.",
		Check: on([]string{"repair"}, repairOrderProblems),
	},
	{
		ID: "repair-invents-nothing", Rules: []string{"ES-REPAIR-06"},
		Says:  "What a repair appends has the session, the time of the call, the turn, names that events gave, and no sequence.",
		Check: on([]string{"repair"}, inventionProblems),
	},
	{
		ID: "recovery-by-definition", Rules: []string{"ES-RECOV-01", "ES-RECOV-02", "ES-RECOV-03"},
		Says:  "Receipts, the offer, the messages and what is written on restoring are those of a second definition.",
		Check: on([]string{"recovery"}, recoveryProblems),
	},
	{
		ID: "offers-are-in-time", Rules: []string{"ES-RECOV-02"},
		Says:  "An offer is of an available queue, has no more than eight seconds left and some, and the last event of its turn that tells of it.",
		Check: on([]string{"recovery"}, offerProblems),
	},
	{
		ID: "queues-are-restored-once", Rules: []string{"ES-RECOV-02"},
		Says:  "Of those who ask to restore a queue one gets an event: a restored one within eight seconds of the last available queue, an expired one behind them.",
		Check: on([]string{"recovery"}, restoreProblems),
	},
	{
		ID: "settled-by-definition", Rules: []string{"ES-RECOV-04", "ES-INPUT-01", "ES-INPUT-02"},
		Says:  "What waits is that of a second definition, and an ending settles all of it but for the exceptions.",
		Check: on([]string{"recovery"}, settledProblems),
	},
}

// appendedEvents are the events that a repair appends.
func (v *View) appendedEvents() (list []jsvalue.Value) {
	for _, envelope := range v.list("appended") {
		list = append(list, envelope.Get("event"))
	}
	return list
}

func isEnd(event jsvalue.Value) bool {
	kind := event.Get("type").Text()
	return kind == "status" || kind == "done"
}

func missingProblems(v *View, p *problems) bool {
	turn := v.Input.parentTurn()
	want, name := turn.missing(), jsvalue.NullValue()
	if turn != nil {
		name = textOrNull("", turn.name).Value
	}
	if got := v.Result.Get("turnId"); !same(name, got) {
		p.add("turnId", "it is %s, by the definition %s", shownText(got), shownText(name))
	}
	var got []jsvalue.Value
	for _, event := range v.appendedEvents() {
		if isEnd(event) {
			got = append(got, event)
		}
	}
	if len(want) == 0 && len(v.list("appended")) > 0 {
		p.add("appended", "the turn is settled, and %d envelopes are appended", len(v.list("appended")))
	}
	p.sameList("appended", "envelope", []string{"ES-REPAIR-02"}, want, got)
	return true
}

func repairOrderProblems(v *View, p *problems) bool {
	phases := map[string]int{"scheduled_work_update": 0, "subagent_result": 1, "status": 2, "done": 3}
	last, seen := 0, map[string]bool{}
	list := v.appendedEvents()
	for i, event := range list {
		at := fmt.Sprintf("appended[%d]", i)
		phase, known := phases[event.Get("type").Text()]
		switch {
		case !known:
			p.add(at, "a repair appends no such event")
		case phase < last && (phase > 0 || last > 1): // jobs that are told of like sub-agents stand among the jobs
			p.add(at, "%s stands behind what has to come last", event.Get("type").Text())
		case phase < 2 && id(event, "status") != "stopped":
			p.add(at, "it does not stop what runs")
		}
		last = max(last, phase)
		if key := string(jsvalue.AppendCanonical(nil, event)); seen[key] {
			p.add(at, "it is appended twice")
		} else {
			seen[key] = true
		}
	}
	if len(list) > 0 && !isEnd(list[len(list)-1]) {
		p.add("appended", "the last one does not end the turn")
	}
	return len(list) > 0
}

// stoppedMembers are what the end of a job or of a sub-agent has besides names.
var stoppedMembers = words("type kind status turnId")

func inventionProblems(v *View, p *problems) bool {
	session, time := textOf("sessionId", v.Input.Session), textOf("timestamp", v.Input.timeOfCall())
	turn := v.Result.Get("turnId")
	for i, envelope := range v.list("appended") {
		at, event := fmt.Sprintf("appended[%d]", i), envelope.Get("event")
		if !same(jsvalue.ObjectValue(session, time, member("event", event)), envelope) {
			p.add(at, "it is not an envelope of the session, of the time of the call and without a sequence")
		}
		if named := event.Get("turnId"); named.IsUndefined() == turn.IsString() || turn.IsString() && !same(named, turn) {
			p.add(at, "it is not of the turn that is repaired")
		}
		for key, value := range event.Members() {
			if !isEnd(event) && !stoppedMembers[key] && !v.Input.isNamed(key, value.Text()) {
				p.add(at, "%s is no name that an event gave", key)
			}
		}
	}
	return len(v.list("appended")) > 0
}

// isNamed: an event has the name in that member; what is known by its task goes by that as an agentId too (ES-REPAIR-04).
func (in Input) isNamed(key, name string) bool {
	return slices.ContainsFunc(in.counted(), func(e Envelope) bool {
		return name != "" && (id(e.Event, key) == name || key == "agentId" && id(e.Event, "taskId") == name)
	})
}

func recoveryProblems(v *View, p *problems) bool {
	receipts, commands := v.Input.receipts()
	p.sameList("receipts", "receipt", []string{"ES-RECOV-01"}, receipts, v.list("receipts"))
	p.sameList("commands", "command", []string{"ES-RECOV-03"}, commands, v.list("commands"))
	if want, got := v.Input.offer(), v.Result.Get("offer"); !same(want, got) {
		p.add("offer", "it is %s, by the definition %s", shownText(got), shownText(want))
	}
	p.sameList("written", "event", []string{"ES-RECOV-02"}, v.Input.written(v.asked()), v.list("written"))
	return true
}

// asked are the times at which somebody asks to restore the queue.
func (v *View) asked() (list []jsvalue.Value) {
	for _, at := range v.Case.Options.Get("restoreAt").Elements() {
		list = append(list, at)
	}
	return list
}

func restoreProblems(v *View, p *problems) bool {
	asked, written := v.asked(), v.list("written")
	if len(asked) != len(written) {
		p.add("written", "%d ask, and %d are answered", len(asked), len(written))
		return true
	}
	offered, over := math.Inf(-1), false
	for i, at := range times(v.Input.counted()) {
		if e := v.Input.counted()[i]; e.kind() == "queue_recovery" && id(ofKinds(e.Event), "state") == "available" {
			offered = at
		}
	}
	for i, event := range written {
		path := fmt.Sprintf("written[%d]", i)
		if same(event, jsvalue.NullValue()) {
			continue
		}
		if over {
			p.add(path, "the offer was over")
		}
		over = true
		since, state := v.Input.clockAt(asked[i].Text())-offered, id(event, "state")
		if state == "restored" && since >= restoreMillis || state == "expired" && since < restoreMillis {
			p.add(path, "it is %s %g milliseconds after the offer", state, since)
		}
	}
	return len(asked) > 0
}

func offerProblems(v *View, p *problems) bool {
	offer := v.Result.Get("offer")
	if !offer.IsObject() {
		return false
	}
	if left := offer.Get("millisLeft").Float(); !(left > 0 && left <= restoreMillis) {
		p.add("offer.millisLeft", "%g milliseconds are left", left)
	}
	place, _ := offer.Get("envelope").SafeInteger()
	for _, e := range v.Input.counted() {
		if e.kind() != "queue_recovery" || int64(e.Place) < place {
			continue
		}
		event := ofKinds(e.Event)
		turn, state := id(event, "turnId"), id(event, "state")
		if int64(e.Place) == place && state != "available" || int64(e.Place) > place && (state == "available" || (state == "restored" || state == "expired") && (turn == "" || turn == id(offer, "turnId"))) {
			p.add("offer", "it is over since the envelope %d", e.Place)
		}
	}
	return true
}

func settledProblems(v *View, p *problems) bool {
	waiting := v.Input.waiting()
	var want, settled []jsvalue.Value
	ending := v.Case.Options.Get("ending").Text()
	for _, w := range waiting {
		want = append(want, jsvalue.ObjectValue(textOf("itemId", w.item), textOrNull("kind", w.kind), textOrNull("turnId", w.turn)))
		if ending == "" || ending == "stop_only" || w.kind == "plan_approval" && (ending == "crash" || ending == "teardown") {
			continue
		}
		event := jsvalue.ObjectValue(textOf("type", "pending_input_resolved"), textOf("itemId", w.item), textOf("resolution", "cancelled"))
		if w.turn != "" {
			event = event.With(textOf("turnId", w.turn))
		}
		settled = append(settled, event)
	}
	p.sameList("pendingInputs", "input", []string{"ES-INPUT-01", "ES-INPUT-02"}, want, v.list("pendingInputs"))
	p.sameList("settled", "input", []string{"ES-RECOV-04"}, settled, v.list("settled"))
	return true
}
