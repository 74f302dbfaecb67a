package subject

import (
	"fmt"
	"math"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/merge"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/scrollback"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// The bounds of a script: each step is answered with all that is shown then, and all answers together, each unit written as an
// escape, with no more than any judge takes (TP-PROTO-11, TP-PROTO-21).
const (
	maxSteps    = 500
	maxAnswered = 10_000_000 // UTF-16 units of the JSON of what the steps are answered with
)

// followChat is {steps}, what happens to a client, to {steps}, what it asks and shows behind each (TP-PROTO-21).
func followChat(request protocol.Request) (jsvalue.Value, error) {
	script := request.Input.Value().Get("steps")
	if !script.IsArray() {
		return jsvalue.Value{}, badInput("the operation takes value, an object with the list steps")
	}
	if script.Len() > maxSteps {
		return jsvalue.Value{}, badInput(fmt.Sprintf("there are more than %d steps", maxSteps))
	}
	var client scrollback.Client
	var steps []jsvalue.Value
	answered := 0
	for i, value := range script.Elements() {
		input, err := stepOf(value)
		if err != nil {
			return jsvalue.Value{}, badInput(fmt.Sprintf("steps[%d]: %s", i, protocol.AsError(err).Message))
		}
		var requests []scrollback.Request
		if client, requests, err = client.Step(input); err != nil {
			return jsvalue.Value{}, fmt.Errorf("steps[%d]: %w", i, err)
		}
		step := stepValue(client, requests)
		if answered += jsvalue.Length(string(jsvalue.Append(nil, step))); answered > maxAnswered {
			return jsvalue.Value{}, badInput(fmt.Sprintf("the answer to steps[%d] and those before are longer than %d UTF-16 units", i, maxAnswered))
		}
		steps = append(steps, step)
	}
	return jsvalue.ObjectValue(jsvalue.Member{Key: "steps", Value: jsvalue.ArrayValue(steps...)}), nil
}

// stepOf reads an object whose one member says what happens.
func stepOf(value jsvalue.Value) (scrollback.Input, error) {
	if value.Len() != 1 || !value.IsObject() {
		return nil, badInput("no object with one member")
	}
	switch step := value.Member(0); step.Key {
	case "open":
		return openOf(step.Value)
	case "push":
		events, err := eventsIn(step.Value, "push")
		return scrollback.Pushed(events), err
	case "answer":
		return answerOf(step.Value)
	case "older":
		return scrollback.Older{}, nil
	case "latest":
		return scrollback.Latest{}, nil
	case "disconnected":
		return scrollback.Disconnected{}, nil
	case "connected":
		return scrollback.Connected{}, nil
	}
	return nil, badInput("the member says nothing that can happen")
}

func openOf(value jsvalue.Value) (open scrollback.Open, err error) {
	session := sessionOf(value)
	if session == "" {
		return open, badInput("sessionId is no string that is not blank")
	}
	binding, background := value.Get("binding"), value.Get("background")
	switch {
	case !binding.IsUndefined() && !binding.IsString():
		return open, badInput("binding is no string")
	case !background.IsUndefined() && !background.IsBool():
		return open, badInput("background is neither true nor false")
	}
	usual := merge.Selected
	if background.IsTrue() {
		usual = merge.Background
	}
	bounds, err := integersOf(value, map[string]int{"maxEvents": usual.Events, "maxBytes": usual.Bytes}, 1)
	return scrollback.Open{
		Session: session, Binding: binding.Text(), Cap: merge.Cap{Events: bounds["maxEvents"], Bytes: bounds["maxBytes"]},
	}, err
}

// answerOf is {to, snapshot?, page?}: what the request asked for counts, and without it the request failed.
func answerOf(value jsvalue.Value) (answer scrollback.Answer, err error) {
	to, ok := value.Get("to").SafeInteger()
	if !ok || to < 1 {
		return answer, badInput("to is no id of a request")
	}
	for _, kind := range []string{"snapshot", "page"} {
		if given := value.Get(kind); !given.IsUndefined() && !given.IsObject() {
			return answer, badInput(kind + " is no object")
		}
	}
	answer.To = int(min(to, math.MaxInt32)) // which no client counts to
	if given := value.Get("snapshot"); given.IsObject() {
		snapshot, failed := snapshotOf(given)
		answer.Snapshot, err = &snapshot, failed
	}
	if given := value.Get("page"); given.IsObject() && err == nil {
		page, failed := pageOf(given)
		answer.Page, err = &page, failed
	}
	return answer, err
}

func stepValue(client scrollback.Client, requests []scrollback.Request) jsvalue.Value {
	cursor := jsvalue.NullValue()
	if at, known := client.Cursor(); known {
		cursor = jsvalue.NumberValue(at)
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "requests", Value: listOf(requests, requestValue)},
		jsvalue.Member{Key: "envelopes", Value: listOf(client.Shown(), (*merge.Event).Value)},
		jsvalue.Member{Key: "cursor", Value: cursor},
		jsvalue.Member{Key: "conditions", Value: listOf(client.Conditions(), jsvalue.StringValue)},
	)
}

func requestValue(r scrollback.Request) jsvalue.Value {
	members := []jsvalue.Member{
		{Key: "id", Value: jsvalue.IntValue(int64(r.ID))},
		{Key: "sessionId", Value: jsvalue.StringValue(r.Session)},
		{Key: "binding", Value: jsvalue.StringValue(r.Binding)},
		{Key: "generation", Value: jsvalue.IntValue(int64(r.Generation))},
		{Key: "afterMs", Value: jsvalue.IntValue(int64(r.AfterMs))},
	}
	if r.IsPage() {
		return jsvalue.ObjectValue(append(members,
			jsvalue.Member{Key: "beforeOffset", Value: jsvalue.NumberValue(r.Before)},
			jsvalue.Member{Key: "maxBytes", Value: jsvalue.IntValue(scrollback.PageBytes)},
		)...)
	}
	return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: "maxEvents", Value: jsvalue.IntValue(scrollback.SnapshotEvents)})...)
}
