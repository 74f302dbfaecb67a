package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func stageFaults() []Fault {
	return []Fault{
		{ID: "state-forgotten", Says: "A replay does not go on from the state that it is given.", Breaks: []string{"pages-are-one-pass"}, Wrap: fault.OnRequest("replay", func(request protocol.Request) protocol.Request {
			request.Options = request.Options.Without("initialState")
			return request
		})},
		{ID: "used-calls-forgotten", Says: "The state of a replay holds pending calls and usage only.", Breaks: []string{"pages-are-one-pass"}, Wrap: fault.OnRequest("replay", func(request protocol.Request) protocol.Request {
			if state := request.Options.Get("initialState"); state.Has("usedCalls") {
				request.Options = set(request.Options, "initialState", state.Without("usedCalls"))
			}
			return request
		})},
		{ID: "compaction-loses", Says: "Compaction loses the last update.", Breaks: []string{"compacted-is-the-same", "compacted-stream-reduces-alike", "other-streams-compact-alike"}, Wrap: fault.OnResult("compact", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return withoutLast(result, "updates")
		})},
		{ID: "compaction-joins-nothing", Says: "Compaction gives what it was given.", Breaks: []string{"compaction-joins-pieces"}, Wrap: fault.OnResult("compact", func(request protocol.Request, _ jsvalue.Value) jsvalue.Value {
			return request.Input.Value()
		})},
		{ID: "compaction-loses-members", Says: "Compaction knows the members of meta that it reads itself.", Breaks: []string{"compaction-keeps-members"}, Wrap: fault.OnResult("compact", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			updates := list(result.Get("updates"))
			for i, u := range updates {
				known := jsvalue.ObjectValue()
				for _, key := range []string{"toolName", "timestamp", "qwenTranscript", "backgroundTurn"} {
					known = set(known, key, u.Get("_meta").Get(key))
				}
				updates[i] = set(u, "_meta", known)
			}
			return set(result, "updates", jsvalue.ArrayValue(updates...))
		})},
		{ID: "any-version-taken", Says: "A state of another version is taken as version 1.", Breaks: []string{"states-are-taken-or-refused"}, Wrap: fault.OnRequest("replay", func(request protocol.Request) protocol.Request {
			if state := request.Options.Get("initialState"); state.Has("v") {
				request.Options = set(request.Options, "initialState", set(state, "v", jsvalue.IntValue(1)))
			}
			return request
		})},
		{ID: "reduction-loses", Says: "Reduction loses the last block.", Breaks: []string{"stages-make-the-projection"}, Wrap: fault.OnResult("reduce", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return withoutLast(result, "blocks")
		})},
		{ID: "prepared-message-lost", Says: "A prepared record has no message.", Breaks: []string{"prepared-chain"}, Wrap: fault.OnResult("prepare", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			records := list(result.Get("records"))
			for i, r := range records {
				records[i] = r.Without("message")
			}
			return set(result, "records", jsvalue.ArrayValue(records...))
		})},
		{ID: "prepared-gap-lost", Says: "prepare does not tell the gap.", Breaks: []string{"prepared-chain"}, Wrap: fault.OnResult("prepare", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return set(result, "gaps", jsvalue.ArrayValue())
		})},
		{ID: "ordinals-run-on", Says: "Emissions are numbered through.", Breaks: []string{"emissions-of-records"}, Wrap: fault.OnResult("replay", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			emissions := list(result.Get("emissions"))
			for i, e := range emissions {
				emissions[i] = set(e, "emissionOrdinal", jsvalue.IntValue(int64(i)))
			}
			return set(result, "emissions", jsvalue.ArrayValue(emissions...))
		})},
		{ID: "mark-is-content", Says: "A byte order mark damages the first line.", Breaks: []string{"read-gives-each-line"}, Wrap: fault.OnRequest("read", func(request protocol.Request) protocol.Request {
			if text, ok := strings.CutPrefix(request.Input.Text(), "\uFEFF"); ok {
				request.Input = protocol.TextOf("?" + text)
			}
			return request
		})},
		{ID: "lines-from-zero", Says: "Lines are counted from 0.", Breaks: []string{"read-gives-each-line"}, Wrap: fault.OnResult("read", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			lines := list(result.Get("lines"))
			for i, line := range lines {
				lines[i] = jsvalue.NumberValue(line.Float() - 1)
			}
			return set(result, "lines", jsvalue.ArrayValue(lines...))
		})},
		{ID: "repair-in-silence", Says: "Records that were recovered are not named.", Breaks: []string{"read-glued-records"}, Wrap: withoutReadCode("recovered_record")},
		{ID: "pending-without-name", Says: "A pending call in the state of a replay has no tool name.", Breaks: []string{"state-is-taken-back"}, Wrap: fault.OnResult("replay", pendingWithoutName)},
		{ID: "last-of-a-line-lost", Says: "Of several records on one line, the last is lost.", Breaks: []string{"read-accounts-for-lines", "read-glued-records"}, Wrap: fault.OnResult("read", lastOfALineLost)},
		{ID: "preview-of-another", Says: "A preview shows one member less.", Breaks: []string{"previews-of-updates"}, Wrap: fault.OnResult("reduce", shorterPreview("preview"))},
		{ID: "result-preview-of-another", Says: "The result preview shows one member less.", Breaks: []string{"previews-of-updates", "plans-of-lists"}, Wrap: fault.OnResult("reduce", shorterPreview("resultPreview"))},
		{ID: "plan-entry-lost", Says: "A plan loses its last entry.", Breaks: []string{"plans-of-lists"}, Wrap: fault.OnResult("replay", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			emissions := list(result.Get("emissions"))
			for i, e := range emissions {
				emissions[i] = set(e, "update", withoutLast(e.Get("update"), "entries"))
			}
			return set(result, "emissions", jsvalue.ArrayValue(emissions...))
		})},
		{ID: "damage-in-silence", Says: "Lines that were lost are not named.", Breaks: []string{"read-damaged-line", "read-accounts-for-lines"}, Wrap: withoutReadCode("invalid_json_line")},
	}
}

func pendingWithoutName(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
	state := result.Get("state")
	pending := list(state.Get("pendingToolCalls"))
	for i, call := range pending {
		pending[i] = call.Without("toolName")
	}
	return set(result, "state", set(state, "pendingToolCalls", jsvalue.ArrayValue(pending...)))
}

func shorterPreview(member string) func(protocol.Request, jsvalue.Value) jsvalue.Value {
	return func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		blocks := list(result.Get("blocks"))
		for i, b := range blocks {
			if preview := b.Get(member); preview.Len() > 1 {
				blocks[i] = set(b, member, preview.Without(preview.Member(preview.Len()-1).Key))
			}
		}
		return set(result, "blocks", jsvalue.ArrayValue(blocks...))
	}
}

func withoutLast(result jsvalue.Value, member string) jsvalue.Value {
	elements := list(result.Get(member))
	if len(elements) == 0 {
		return result
	}
	return set(result, member, jsvalue.ArrayValue(elements[:len(elements)-1]...))
}

func lastOfALineLost(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
	lines, records := list(result.Get("lines")), list(result.Get("records"))
	if n := len(lines) - 1; n > 0 && len(records) > n && lines[n].Float() == lines[n-1].Float() {
		result = set(set(result, "records", jsvalue.ArrayValue(records[:n]...)), "lines", jsvalue.ArrayValue(lines[:n]...))
	}
	return result
}

func withoutReadCode(code string) func(protocol.Subject) protocol.Subject {
	return fault.OnResult("read", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		kept := keep(list(result.Get("diagnostics")), func(d jsvalue.Value) bool { return !hasCode(code)(d) })
		return set(result, "diagnostics", jsvalue.ArrayValue(kept...))
	})
}
