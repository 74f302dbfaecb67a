// Package pendinginput says what a chat waits for its user to answer.
//
// It promises: a question and the approval of a plan wait until they are answered, whatever becomes of the turn. Start at
// Fold.
package pendinginput

import (
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Input is a request that nobody has answered (ES-INPUT-01).
type Input struct {
	ItemID string
	Kind   string // such as question or plan_approval; "" if it is not said
	TurnID string // "" if it is not said
	Event  jsvalue.Value
}

// outlivesTurn are the kinds that a turn leaves open when it ends.
var outlivesTurn = []string{"question", "structured_question", "plan_approval"}

// Fold gives the open requests of the events in the order in which they came first (ES-INPUT-01, ES-INPUT-02).
func Fold(envelopes []event.Envelope) []Input {
	w := waiting{byItem: map[string]*request{}, byTurn: map[string][]*request{}}
	for _, envelope := range envelopes {
		switch e := envelope.Event; envelope.Type() {
		case "approval_request", "structured_question":
			w.ask(read(e))
		case "pending_input_resolved", "tool_result", "command", "file_change":
			w.answer(event.Name(e, "itemId"))
		case "done":
			w.end(e)
		}
	}
	var open []Input
	for _, r := range w.asked {
		if !r.answered {
			open = append(open, r.Input)
		}
	}
	return open
}

// request is an Input that may have been answered.
type request struct {
	Input
	answered bool
}

// waiting holds requests, so that no event costs more when many wait.
type waiting struct {
	asked  []*request
	byItem map[string]*request   // those that are open
	byTurn map[string][]*request // those that a turn takes away
}

// ask adds a request; one of an item that has one takes its place. Nobody could answer one without an item.
func (w *waiting) ask(input Input) {
	if input.ItemID == "" {
		return
	}
	r := w.byItem[input.ItemID]
	if r == nil {
		r = &request{}
		w.asked = append(w.asked, r)
		w.byItem[input.ItemID] = r
	}
	r.Input = input
	if !slices.Contains(outlivesTurn, input.Kind) {
		w.byTurn[input.TurnID] = append(w.byTurn[input.TurnID], r)
	}
}

func (w *waiting) answer(item string) {
	if r := w.byItem[item]; r != nil {
		r.answered = true
		delete(w.byItem, item)
	}
}

// end takes away what a turn does not leave open (ES-INPUT-02).
func (w *waiting) end(done jsvalue.Value) {
	if turn := event.Name(done, "turnId"); done.Get("status").Text() == "completed" {
		if turn != "" {
			w.endTurn(turn)
		}
		return
	}
	for _, turn := range slices.Sorted(maps.Keys(w.byTurn)) {
		w.endTurn(turn)
	}
}

// endTurn takes away the requests of a turn that are still of it: another may have come in the place of one.
func (w *waiting) endTurn(turn string) {
	for _, r := range w.byTurn[turn] {
		if !r.answered && r.TurnID == turn && !slices.Contains(outlivesTurn, r.Kind) {
			w.answer(r.ItemID)
		}
	}
	delete(w.byTurn, turn)
}

// read is the request of an event: what is embedded in its detail says more than the event itself.
func read(e jsvalue.Value) Input {
	input := Input{ItemID: event.Name(e, "itemId"), Kind: event.Name(e, "kind"), TurnID: event.Name(e, "turnId"), Event: e}
	if e.Get("type").Text() == "structured_question" {
		input.Kind = "structured_question"
	}
	embedded := e.Get("detail").Get("request")
	if kind := event.Name(embedded, "kind"); kind != "" {
		input.Kind = kind
	}
	if turn := event.Name(embedded, "turnId"); turn != "" {
		input.TurnID = turn
	}
	return input
}
