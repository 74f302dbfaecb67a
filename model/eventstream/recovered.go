package eventstream

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// restoreMillis is how long a queue can be restored (ES-RECOV-02).
const restoreMillis = 8000

// times are those of the envelopes that count: one without a timestamp, or with an earlier one, has that of the one before, or 0 if
// it is the first and has none (ES-BATCH-05).
func times(counted []Envelope) []float64 {
	list := make([]float64, len(counted))
	for i, e := range counted {
		at, ok := jstime.Parse(e.Time)
		switch {
		case i > 0 && (!ok || at < list[i-1]):
			list[i] = list[i-1]
		case ok:
			list[i] = at
		}
	}
	return list
}

func place(e Envelope) jsvalue.Member { return member("envelope", jsvalue.IntValue(int64(e.Place))) }

// commandState is how far the message of a steer has come at last (ES-RECOV-03); "" if nothing tells.
func commandState(counted []Envelope, steer string) (state string) {
	for _, e := range counted {
		event := ofKinds(e.Event)
		if e.kind() != "command_lifecycle" || id(event, "steerId") != steer {
			continue
		}
		switch next := id(event, "state"); next {
		case "completed", "cancelled", "discarded":
			return next
		case "started":
			state = next
		case "queued":
			state = first(state, next)
		}
	}
	return state
}

// receipts are the interrupts, and the messages whose state is told (ES-RECOV-01, ES-RECOV-03).
func (in Input) receipts() (receipts, commands []jsvalue.Value) {
	counted, told := in.counted(), map[string]bool{}
	for _, e := range counted {
		event := ofKinds(e.Event)
		switch e.kind() {
		case "command_lifecycle":
			steer := id(event, "steerId")
			if words("queued started completed cancelled discarded")[id(event, "state")] && steer != "" && !told[steer] {
				told[steer] = true
				commands = append(commands, jsvalue.ObjectValue(textOf("steerId", steer), textOf("state", commandState(counted, steer))))
			}
		case "interrupt_receipt":
			n, steers := int64(0), []jsvalue.Value{}
			if number, ok := event.Get("remaining").SafeInteger(); ok {
				n = max(0, number)
			}
			seen := map[string]bool{"": true}
			for _, one := range event.Get("remaining").Elements() {
				n++
				if steer := id(one, "steerId"); !seen[steer] && slices.Contains([]string{"", "queued"}, commandState(counted, steer)) {
					steers = append(steers, jsvalue.StringValue(steer))
				}
				seen[id(one, "steerId")] = true
			}
			receipts = append(receipts, jsvalue.ObjectValue(place(e), textOrNull("turnId", id(event, "turnId")), textOrNull("stopMode", id(event, "stopMode")),
				member("remaining", jsvalue.IntValue(n)), member("cancellable", jsvalue.ArrayValue(steers...))))
		}
	}
	return receipts, commands
}

// offered is the newest queue that is available, unless a later event ends it, and until when it can be restored (ES-RECOV-02).
func (in Input) offered() (e Envelope, until float64, ok bool) {
	counted := in.counted()
	for i, e := range slices.Backward(counted) {
		event := ofKinds(e.Event)
		if e.kind() != "queue_recovery" || id(event, "state") != "available" {
			continue
		}
		for _, later := range counted[i:] {
			end := ofKinds(later.Event)
			turn, state := id(end, "turnId"), id(end, "state")
			if later.kind() == "queue_recovery" && (state == "restored" || state == "expired") && (turn == "" || turn == id(event, "turnId")) {
				return e, 0, false
			}
		}
		return e, times(counted)[i] + restoreMillis, true
	}
	return e, 0, false
}

// clockAt is the time of what happens behind all events (ES-BATCH-05).
func (in Input) clockAt(timestamp string) (now float64) {
	asked, ok := jstime.Parse(timestamp)
	counted := in.counted()
	if len(counted) == 0 {
		return asked
	}
	now = times(counted)[len(counted)-1]
	if ok {
		now = max(now, asked)
	}
	return now
}

// offer is the card that stands at the time of the call (ES-RECOV-02).
func (in Input) offer() jsvalue.Value {
	e, until, ok := in.offered()
	left := until - in.clockAt(in.timeOfCall())
	if !ok || left <= 0 {
		return jsvalue.NullValue()
	}
	event := ofKinds(e.Event)
	return jsvalue.ObjectValue(place(e), textOrNull("turnId", id(event, "turnId")), member("millisLeft", jsvalue.NumberValue(left)), member("event", event))
}

// written is what somebody gets who asks to restore the queue, at each time: something at the first alone (ES-RECOV-02).
func (in Input) written(asked []jsvalue.Value) (list []jsvalue.Value) {
	for range asked {
		list = append(list, jsvalue.NullValue())
	}
	e, until, ok := in.offered()
	if !ok || len(asked) == 0 {
		return list
	}
	event := ofKinds(e.Event)
	switch turn := id(event, "turnId"); {
	case in.clockAt(asked[0].Text()) < until:
		list[0] = event.With(textOf("state", "restored"))
	case turn != "":
		list[0] = jsvalue.ObjectValue(textOf("type", "queue_recovery"), textOf("state", "expired"), textOf("turnId", turn))
	default:
		list[0] = jsvalue.ObjectValue(textOf("type", "queue_recovery"), textOf("state", "expired"))
	}
	return list
}

// request is something that waits for an answer.
type request struct{ item, kind, turn string }

// waiting is what nobody answered (ES-INPUT-01, ES-INPUT-02).
func (in Input) waiting() (list []request) {
	lasting := words("question structured_question plan_approval")
	for _, e := range in.counted() {
		event := e.Event
		item, turn := id(event, "itemId"), id(event, "turnId")
		switch e.kind() {
		case "approval_request", "structured_question":
			asked := event.Get("detail").Get("request")
			r := request{item, first(id(asked, "kind"), id(event, "kind")), first(id(asked, "turnId"), turn)}
			if e.kind() == "structured_question" {
				r.kind = first(id(asked, "kind"), "structured_question")
			}
			if at := slices.IndexFunc(list, func(open request) bool { return open.item == item }); at >= 0 {
				list[at] = r
			} else if item != "" {
				list = append(list, r)
			}
		case "pending_input_resolved", "tool_result", "command", "file_change":
			list = slices.DeleteFunc(list, func(open request) bool { return open.item == item })
		case "done":
			all := event.Get("status").Text() != "completed"
			list = slices.DeleteFunc(list, func(open request) bool { return !lasting[open.kind] && (all || turn != "" && open.turn == turn) })
		}
	}
	return list
}
