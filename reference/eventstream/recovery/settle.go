package recovery

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/pendinginput"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Ending is how a turn of a Codex runtime ends.
type Ending string

// The endings.
const (
	Stop          Ending = "stop"
	Interrupt     Ending = "interrupt"    // the local finish of one
	TurnAborted   Ending = "turn_aborted" // the server says so
	ThreadDeleted Ending = "thread_deleted"
	Teardown      Ending = "teardown" // of the runtime
	Crash         Ending = "crash"    // of the server
	StopOnly      Ending = "stop_only"
)

// Endings lists all of them.
func Endings() []Ending {
	return []Ending{Stop, Interrupt, TurnAborted, ThreadDeleted, Teardown, Crash, StopOnly}
}

// Settle gives the pending_input_resolved events that a turn emits when it ends, so that it leaves no request behind that nobody
// can answer. The interrupt of a teardown that says stop_only leaves them to the user, and where the runtime dies the approval
// of a plan stays, since it can be built again (ES-RECOV-04).
func Settle(waiting []pendinginput.Input, ending Ending) []jsvalue.Value {
	if ending == StopOnly {
		return nil
	}
	dies := slices.Contains([]Ending{Teardown, Crash}, ending)
	var receipts []jsvalue.Value
	for _, input := range waiting {
		if dies && input.Kind == "plan_approval" {
			continue
		}
		members := []jsvalue.Member{event.TextMember("type", "pending_input_resolved"), event.TextMember("itemId", input.ItemID), event.TextMember("resolution", "cancelled")}
		if input.TurnID != "" {
			members = append(members, event.TextMember("turnId", input.TurnID))
		}
		receipts = append(receipts, jsvalue.ObjectValue(members...))
	}
	return receipts
}
