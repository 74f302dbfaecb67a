package subject

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/contextmeter"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/guardrail"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/pendinginput"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/workflow"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The operations of eventstream that TP-PROTO-21 adds for recovery and for the machines of a host.

// repairChat answers {sessionId, turnId, appended, complete, diagnostics} (ES-REPAIR-01 to ES-REPAIR-06).
func repairChat(request protocol.Request) (jsvalue.Value, error) {
	return countChat(request, func(chat *countedChat) ([]jsvalue.Member, error) {
		turn, _ := recovery.LatestTurn(chat.Envelopes)
		appended := recovery.Repair(chat.Session, chat.Envelopes, chat.Rows.Running(), chat.now)
		if !recovery.Fits(appended, chat.text) {
			return nil, errTooLong
		}
		return []jsvalue.Member{
			{Key: "turnId", Value: textOrNull(turn.ID)},
			{Key: "appended", Value: listOf(appended, recovery.Addition.Value)},
		}, nil
	})
}

// recoveryOfChat answers {sessionId, receipts, offer, commands, pendingInputs, settled, written, complete, diagnostics}; options
// ending and restoreAt (ES-RECOV-01 to ES-RECOV-04).
func recoveryOfChat(request protocol.Request) (jsvalue.Value, error) {
	ending := request.Options.Get("ending")
	if !ending.IsUndefined() && !slices.Contains(recovery.Endings(), recovery.Ending(ending.Text())) {
		return jsvalue.Value{}, badOptions("ending is none of the known ones")
	}
	asked, err := restoresOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return countChat(request, func(chat *countedChat) ([]jsvalue.Member, error) {
		var replay recovery.Replay
		for i, envelope := range chat.Envelopes {
			replay.Add(envelope, chat.Places[i])
		}
		offer := jsvalue.NullValue()
		if o, ok := replay.Offer(chat.now); ok {
			offer = offerValue(o)
		}
		waiting := pendinginput.Fold(chat.Envelopes)
		settled := []jsvalue.Value{}
		if !ending.IsUndefined() {
			settled = recovery.Settle(waiting, recovery.Ending(ending.Text()))
		}
		return []jsvalue.Member{
			{Key: "receipts", Value: listOf(replay.Receipts(), receiptValue)},
			{Key: "offer", Value: offer},
			{Key: "commands", Value: listOf(replay.Commands(), commandValue)},
			{Key: "pendingInputs", Value: listOf(waiting, inputValue)},
			{Key: "settled", Value: jsvalue.ArrayValue(settled...)},
			{Key: "written", Value: listOf(asked, func(at string) jsvalue.Value { return restoredAt(&replay, at) })},
		}, nil
	})
}

// restoresOf are the times of the option restoreAt.
func restoresOf(request protocol.Request) (times []string, err error) {
	asked := request.Options.Get("restoreAt")
	if !asked.IsUndefined() && !asked.IsArray() {
		return nil, badOptions("restoreAt is no list")
	}
	for _, at := range asked.Elements() {
		if !at.IsString() {
			return nil, badOptions("a time of restoreAt is no string")
		}
		times = append(times, at.Text())
	}
	return times, nil
}

// restoredAt is the event that is written when somebody asks to restore the queue; null if there is nothing to restore (ES-RECOV-02).
func restoredAt(replay *recovery.Replay, at string) jsvalue.Value {
	if restored, ok := replay.Restore(at); ok {
		return restored
	}
	if expired, ok := replay.Expire(at); ok {
		return expired
	}
	return jsvalue.NullValue()
}

// guardrailOfChat answers {sessionId, steps, complete, diagnostics} (ES-GUARD-01 to ES-GUARD-04).
func guardrailOfChat(request protocol.Request) (jsvalue.Value, error) {
	return countChat(request, func(chat *countedChat) ([]jsvalue.Member, error) {
		var guard guardrail.Guard
		var steps []jsvalue.Value
		for i, envelope := range chat.Envelopes {
			for _, step := range guard.Add(envelope) {
				steps = append(steps, placed(chat.Places[i], step.Value()))
			}
		}
		return []jsvalue.Member{{Key: "steps", Value: jsvalue.ArrayValue(steps...)}}, nil
	})
}

// meterOfChat answers {sessionId, readings, stale, shown, complete, diagnostics} (ES-METER-01 to ES-METER-03).
func meterOfChat(request protocol.Request) (jsvalue.Value, error) {
	return countChat(request, func(chat *countedChat) ([]jsvalue.Member, error) {
		var meter contextmeter.Meter
		var readings, stale []jsvalue.Value
		shown := func() jsvalue.Value {
			if reading, ok := meter.Shown(); ok {
				return reading.Value()
			}
			return jsvalue.NullValue()
		}
		for i, envelope := range chat.Envelopes {
			changed, late := meter.Add(envelope)
			if changed {
				readings = append(readings, jsvalue.ObjectValue(
					jsvalue.Member{Key: "envelope", Value: jsvalue.IntValue(int64(chat.Places[i]))},
					jsvalue.Member{Key: "shown", Value: shown()},
				))
			}
			if late {
				stale = append(stale, jsvalue.IntValue(int64(chat.Places[i])))
			}
		}
		return []jsvalue.Member{
			{Key: "readings", Value: jsvalue.ArrayValue(readings...)},
			{Key: "stale", Value: jsvalue.ArrayValue(stale...)},
			{Key: "shown", Value: shown()},
		}, nil
	})
}

// workflowOfChat answers {sessionId, ticks, complete, diagnostics} (ES-FLOW-01 to ES-FLOW-05).
func workflowOfChat(request protocol.Request) (jsvalue.Value, error) {
	return countChat(request, func(chat *countedChat) ([]jsvalue.Member, error) {
		var machine workflow.Machine
		var ticks []jsvalue.Value
		for i, envelope := range chat.Envelopes {
			tick := machine.Add(envelope)
			if len(tick.Emitted)+len(tick.Dropped) == 0 && !tick.Unreadable {
				continue
			}
			ticks = append(ticks, placed(chat.Places[i], tick.Value()))
			if !chat.fits(ticks[len(ticks)-1]) {
				return nil, errTooLong
			}
		}
		return []jsvalue.Member{{Key: "ticks", Value: jsvalue.ArrayValue(ticks...)}}, nil
	})
}

// errTooLong: names are copied into each event of an answer (TP-PROTO-11, TP-PROTO-21).
var errTooLong = badInput("names that are copied make the answer longer than 10,000,000 UTF-16 units and than four times the chat")

// countedChat is a chat of which envelopes count, its text, the time of the call, and how many units may be answered still.
type countedChat struct {
	eventstream.Counted
	text, now string
	left      int
}

// fits reports whether a part of the answer may be as long as it is, behind those before it.
func (c *countedChat) fits(part jsvalue.Value) bool {
	c.left -= jsvalue.Length(string(jsvalue.Append(nil, part)))
	return c.left >= 0
}

// countChat is showChat for machines that follow the envelopes that count (TP-PROTO-21).
func countChat(request protocol.Request, view func(chat *countedChat) ([]jsvalue.Member, error)) (jsvalue.Value, error) {
	options, err := chatOptions(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	text, err := fileTextOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	chat := eventstream.Count(text, options)
	members, err := view(&countedChat{chat, text, chat.Now(options.Now), recovery.MaxUnits(jsvalue.Length(text))})
	if err != nil {
		return jsvalue.Value{}, err
	}
	members = append([]jsvalue.Member{{Key: "sessionId", Value: textOrNull(chat.Session)}}, members...)
	return jsvalue.ObjectValue(append(members, foundIn(chat.Diagnostics)...)...), nil
}

// placed is an object with the place of the envelope that it is of.
func placed(place int, object jsvalue.Value) jsvalue.Value {
	members := []jsvalue.Member{{Key: "envelope", Value: jsvalue.IntValue(int64(place))}}
	for key, value := range object.Members() {
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	return jsvalue.ObjectValue(members...)
}

// receiptValue is {envelope, turnId, stopMode, remaining, cancellable}.
func receiptValue(r recovery.Receipt) jsvalue.Value {
	return placed(r.Place, jsvalue.ObjectValue(
		jsvalue.Member{Key: "turnId", Value: textOrNull(r.TurnID)},
		jsvalue.Member{Key: "stopMode", Value: textOrNull(r.StopMode)},
		jsvalue.Member{Key: "remaining", Value: jsvalue.IntValue(r.Remaining)},
		jsvalue.Member{Key: "cancellable", Value: listOf(r.Cancellable, jsvalue.StringValue)},
	))
}

// offerValue is {envelope, turnId, event, millisLeft}.
func offerValue(o recovery.Offer) jsvalue.Value {
	return placed(o.Place, jsvalue.ObjectValue(
		jsvalue.Member{Key: "turnId", Value: textOrNull(o.TurnID)},
		jsvalue.Member{Key: "millisLeft", Value: jsvalue.NumberValue(o.Left)},
		jsvalue.Member{Key: "event", Value: o.Event},
	))
}

// commandValue is {steerId, state}.
func commandValue(c recovery.Command) jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "steerId", Value: jsvalue.StringValue(c.SteerID)},
		jsvalue.Member{Key: "state", Value: jsvalue.StringValue(c.State)},
	)
}

// inputValue is {itemId, kind, turnId}.
func inputValue(i pendinginput.Input) jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "itemId", Value: jsvalue.StringValue(i.ItemID)},
		jsvalue.Member{Key: "kind", Value: textOrNull(i.Kind)},
		jsvalue.Member{Key: "turnId", Value: textOrNull(i.TurnID)},
	)
}
