package crosscheck

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// said is an excuse for an incomplete answer of which only a diagnostic of this project says why. Its sites are the records
// that the diagnostic may name. None are there if the input has a fault that both sides report: then both are incomplete.
func said(code, name, decision, feature, ours, theirs string, find func(*View) Sites, lines ...string) Excuse {
	return Excuse{
		Name: name, Decision: decision, Severity: SilentLoss, Feature: feature, Ours: ours, Theirs: theirs,
		Find: func(v *View) Sites {
			if v.incompleteForBoth() {
				return nil
			}
			return find(v)
		},
		Paths: []string{"complete(" + code + ")"},
		Accept: func(_ *View, d compare.Difference) bool { // only we have the diagnostic
			return !d.Want.IsTrue() && d.Got.IsTrue()
		},
		Lines: lines,
	}
}

var completeExcuses = []Excuse{
	said("leaf_before_newer_records", "late-fragment", "C17", "a later fragment of an old record, behind records that descend from it",
		"The old record is the leaf, and a diagnostic says what that hides.", "What follows it is hidden in silence; complete is true.",
		findLateFragment,
		`{`+line1+`"type":"user","message":{"parts":[{"text":"x"}]}}`, `{`+line2+`"type":"user","message":{"parts":[{"text":"y"}]}}`, `{`+line1+`"type":"user"}`),
	said("content_beside_chain", "content-beside-the-chain", "C28", "a record with content beside a system record of the chain",
		"The chain is strict; a diagnostic names what stands beside it.", "Not shown, in silence; complete is true.",
		findContentBeside,
		`{`+line1+`"type":"user","message":{"parts":[{"text":"x"}]}}`, `{`+line2+`"type":"user","message":{"parts":[{"text":"y"}]}}`,
		`{"uuid":"c","parentUuid":"a","sessionId":"s","type":"system","subtype":"ui_telemetry"}`),
	said("rewind_without_parent", "rewind-to-nothing", "C29", "a rewind without a parent, behind other records",
		"A root; a diagnostic says that what came before is not shown.", "A root, in silence; complete is true.",
		findBareRewind,
		`{`+line1+`"type":"user","message":{"parts":[{"text":"x"}]}}`, `{"uuid":"b","parentUuid":null,"sessionId":"s","type":"system","subtype":"rewind"}`),
	with("second-result", said("result_replaced", "replaced-result", "C8", "a further result for an answered call",
		"The later result stands, and a diagnostic says that it replaced another.", "A second block of an invented call, without a diagnostic.",
		findReplaced,
		`{`+line1+`"type":"assistant","message":{"parts":[{"functionCall":{"id":"x","name":"f"}}]}}`,
		`{`+line2+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"1"}}}]}}`,
		`{`+line3+`"type":"tool_result","message":{"parts":[{"functionResponse":{"id":"x","name":"f","response":{"output":"2"}}}]}}`)),
	said("conflicting_fragment", "fragments-that-disagree", "C2", "fragments of one record with different results or payloads",
		saySilent, "The first stands, the others are dropped in silence; complete is true.",
		findConflict,
		`{`+line1+`"type":"user","systemPayload":{"displayText":"x"}}`, `{`+line1+`"type":"user","systemPayload":{"displayText":"y"}}`),
}

func with(name string, e Excuse) Excuse {
	e.With = append(e.With, name)
	return e
}

// knownSubtypes are those that neither side calls unknown (CR-PREP-15).
var knownSubtypes = slices.Concat(shownByDisplayText, payloadSubtypes, asideSubtypes, []string{
	"realtime_message", "chat_compression", "ui_telemetry", "at_command", "attribution_snapshot", "custom_title", "parent_session", "rewind",
	"agent_bootstrap", "agent_launch_prompt", "agent_retry", "file_history_snapshot", "session_source", "session_model", "branch_checkpoint",
	"omni_recall", "goal_turn_end",
})

// incompleteForBoth: the input has a fault that the document names, so that both sides say so: a record that cannot be read,
// a subtype that nobody knows, a parent that is missing or runs in a circle, fragments with different parents, a sub-agent
// of no call.
func (v *View) incompleteForBoth() bool {
	if v.afterGap() || slices.ContainsFunc(v.Chain, v.readyForNobody) {
		return true
	}
	parents := map[string]jsvalue.Value{}
	for _, record := range v.Records {
		subtype := record.Get("subtype").Text()
		if !accepted(record) || subtype != "" && !slices.Contains(knownSubtypes, subtype) {
			return true
		}
		uuid, parent := record.Get("uuid").Text(), record.Get("parentUuid")
		if first, there := parents[uuid]; !there {
			parents[uuid] = parent
		} else if conversation(record) && !jsvalue.Equal(first, parent) {
			return true
		}
	}
	return false
}

// readyForNobody: the record says that the sub-agent of a call is ready, and the chain has no such call.
func (v *View) readyForNobody(record Record) bool {
	id := record.Payload.Get("callId").Text()
	named := func(call *Call) bool { return id == call.ID || id == call.synthetic() }
	return record.Type == "system" && record.Subtype == "agent_session_ready" && !slices.ContainsFunc(v.Calls, named)
}
