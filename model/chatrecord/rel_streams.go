package chatrecord

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var streamRelations = []model.Relation{
	{
		ID: "other-streams-compact-alike", Rules: []string{"CR-COMPACT-01", "CR-COMPACT-02", "CR-COMPACT-03", "CR-COMPACT-04", "TP-PROTO-17"},
		Says:  "Updates that are cut in pieces, changed, turned around or interrupted reduce to what their compaction reduces to.",
		Check: relate(otherStreamsCompactAlike),
	},
	{
		ID: "compaction-joins-pieces", Rules: []string{"CR-COMPACT-01", "CR-COMPACT-03"},
		Says:  "Texts that were cut in two compact to what they compact to in one, and an update that only repeats the state of its call is gone.",
		Check: relate(compactionJoinsPieces),
	},
	{
		ID: "compaction-keeps-members", Rules: []string{"CR-COMPACT-01", "CR-COMPACT-02", "CR-COMPACT-03"},
		Says:  "A member of meta that one update alone has is kept.",
		Check: relate(compactionKeepsMembers),
	},
	{
		ID: "states-are-taken-or-refused", Rules: []string{"CR-STATE-01", "CR-STATE-02", "CR-STATE-03", "CR-STATE-04", "CR-STATE-05"},
		Says:  "A state of another version or shape is refused; what a replay makes of any other it takes back without a word.",
		Check: relate(statesAreTakenOrRefused),
	},
}

// streamUpdates bounds the streams that are changed and asked about.
const streamUpdates = 200

// replayed are the updates of a replay, none if there are too many.
func (t *trial) replayed() ([]jsvalue.Value, error) {
	if len(t.Input.Chain().Nodes) > streamUpdates {
		return nil, nil
	}
	_, replayed, err := t.whole()
	updates := elements(updatesOf(replayed))
	if err != nil || len(updates) > streamUpdates {
		return nil, err
	}
	return updates, nil
}

func otherStreamsCompactAlike(t *trial) error {
	updates, err := t.replayed()
	if err != nil || len(updates) == 0 {
		return err
	}
	for _, stream := range Streams(updates) {
		given := withUpdates(jsvalue.ArrayValue(stream()...))
		compaction, ok, err := t.asker.Ask(t.ctx, "compact", given, jsvalue.Value{})
		if err != nil || !ok {
			return err
		}
		if err := t.reducesAlike(given, compaction); err != nil {
			return err
		}
	}
	return nil
}

// compacted are the compacted updates; ok is false if nobody says.
func (t *trial) compacted(updates []jsvalue.Value) (list []jsvalue.Value, ok bool, err error) {
	result, err := t.result("compact", withUpdates(jsvalue.ArrayValue(updates...)), jsvalue.Value{})
	return elements(result.Get("updates")), !result.IsUndefined(), err
}

// piecesUnits is the length of all texts together from which one may be cut, so that pieces stay apart.
const piecesUnits = 50_000

func compactionJoinsPieces(t *trial) error {
	updates, err := t.replayed()
	if err != nil || len(updates) == 0 {
		return err
	}
	units := 0
	for _, u := range updates {
		units += jsvalue.Length(u.Get("content").Get("text").Text())
	}
	if units > piecesUnits {
		return nil
	}
	whole, ok, err := t.compacted(updates)
	if err != nil || !ok {
		return err
	}
	pieces, ok, err := t.compacted(repeatedStates(inPieces(updates, false)))
	if err != nil || !ok {
		return err
	}
	t.judged = true
	for i := range max(len(whole), len(pieces)) {
		if i >= len(whole) || i >= len(pieces) || !jsvalue.Equal(whole[i], pieces[i]) {
			t.add(fmt.Sprintf("updates[%d]", i), "is not that of the whole texts; they are %d and %d", len(pieces), len(whole))
			break
		}
	}
	return nil
}

// repeatedStates says the status of a call that begins once more. Nothing joins a call with a value that is cut
// (CR-COMPACT-03).
func repeatedStates(updates []jsvalue.Value) []jsvalue.Value {
	var list []jsvalue.Value
	for _, u := range updates {
		list = append(list, u)
		if u.Get("sessionUpdate").Text() == "tool_call" && u.Get("status").Text() != "" && !reaches(u, depthCap+1) {
			list = append(list, objectOf(
				said("sessionUpdate", "tool_call_update"), jsvalue.Member{Key: "toolCallId", Value: u.Get("toolCallId")},
				jsvalue.Member{Key: "status", Value: u.Get("status")}, metaMember(u.Get("_meta")),
			))
		}
	}
	return list
}

func compactionKeepsMembers(t *trial) error {
	updates, err := t.replayed()
	if err != nil || len(updates) == 0 {
		return err
	}
	for _, stream := range [][]jsvalue.Value{inPieces(updates, true), withMembers(updates)} {
		compacted, ok, err := t.compacted(stream)
		if err != nil || !ok {
			return err
		}
		t.judged = true
		for i := range updates {
			has := func(u jsvalue.Value) bool { return u.Get("_meta").Has(plant(i)) }
			if slices.ContainsFunc(stream, has) && !slices.ContainsFunc(compacted, has) {
				t.add(fmt.Sprintf("updates[%d]._meta", i), "had a member that is lost")
			}
		}
	}
	return nil
}

func statesAreTakenOrRefused(t *trial) error {
	if len(t.Input.Chain().Nodes) > streamUpdates {
		return nil
	}
	_, replayed, err := t.whole()
	state := replayed.Get("state")
	if err != nil || !state.IsObject() || state.Get("pendingToolCalls").Len()+state.Get("usedCalls").Len() > streamUpdates {
		return err
	}
	const oneIn = 7 // there are more than it is worth to ask about each time
	for i, variant := range States(state) {
		if i%oneIn != replayed.Get("emissions").Len()%oneIn {
			continue
		}
		other := variant()
		answer, ok, err := t.asker.Ask(t.ctx, "replay", protocol.ValueOf(jsvalue.ArrayValue()), startingFrom(other))
		if err != nil || !ok {
			return err
		}
		t.judged = true
		want := stateRefusal(other)
		if got := answer.Err().Code; got != want {
			t.add("error.code", "of state %d is %q, want %q: %s", i, got, want, text(other))
			continue
		}
		if want != "" {
			continue
		}
		after := answer.Result().Get("state")
		again, ok, err := t.asker.Ask(t.ctx, "replay", protocol.ValueOf(jsvalue.ArrayValue()), startingFrom(after))
		switch {
		case err != nil || !ok:
			return err
		case again.Kind() != protocol.ResultAnswer || again.Result().Get("diagnostics").Len() > 0 || !jsvalue.Equal(again.Result().Get("state"), after):
			t.add("state", "of state %d is not taken back as it is: %s", i, text(after))
		case answer.Result().Get("diagnostics").Len() == 0 && !sameState(other, after):
			t.add("state", "of state %d is another one, and nothing says so: %s", i, text(after))
		}
	}
	return nil
}

func startingFrom(state jsvalue.Value) jsvalue.Value {
	return objectOf(jsvalue.Member{Key: "initialState", Value: state}, jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(false)})
}

// stateRefusal is the code with which a state is refused, "" for one that is taken (CR-STATE-02, CR-STATE-03).
func stateRefusal(state jsvalue.Value) protocol.Code {
	switch {
	case !state.IsObject() || !state.Has("v") && !isLegacyState(state):
		return "invalid_state"
	case state.Has("v") && !(state.Get("v").IsNumber() && state.Get("v").Float() == 1):
		return "unknown_state_version"
	}
	return ""
}

var usageKeys = []string{"promptTokens", "cachedTokens", "candidateTokens", "apiTimeMs"}

func isLegacyState(state jsvalue.Value) bool {
	calls, usage := state.Get("pendingToolCalls"), state.Get("cumulativeUsage")
	if !hasOnly(state, "pendingToolCalls", "cumulativeUsage") || !calls.IsArray() || usage.Len() != 4 {
		return false
	}
	for _, key := range usageKeys {
		if !usage.Get(key).IsFinite() {
			return false
		}
	}
	return !slices.ContainsFunc(elements(calls), func(call jsvalue.Value) bool {
		stamp := call.Get("sourceTimestamp")
		return !hasOnly(call, "callId", "toolName", "sourceRecordId", "sourceTimestamp") || call.Get("callId").Text() == "" ||
			!call.Get("toolName").IsString() || !call.Get("sourceRecordId").IsString() || !stamp.IsUndefined() && !stamp.IsString()
	})
}

// hasOnly reports whether an object has no other members.
func hasOnly(v jsvalue.Value, keys ...string) bool {
	for key := range v.Members() {
		if !slices.Contains(keys, key) {
			return false
		}
	}
	return v.IsObject()
}

// sameState reports whether the pending calls and the usage of a state came through.
func sameState(before, after jsvalue.Value) bool {
	for _, key := range usageKeys {
		if !jsvalue.Equal(before.Get("cumulativeUsage").Get(key), after.Get("cumulativeUsage").Get(key)) {
			return false
		}
	}
	return before.Get("pendingToolCalls").Len() == after.Get("pendingToolCalls").Len()
}
