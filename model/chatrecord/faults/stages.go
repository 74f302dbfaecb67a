package faults

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func stageFaults() []Fault {
	return []Fault{
		{"state-forgotten", "A replay does not go on from the state that it is given.", []string{"pages-are-one-pass"}, onRequest("replay", func(request protocol.Request) protocol.Request {
			request.Options = request.Options.Without("initialState")
			return request
		})},
		{"used-calls-forgotten", "The state of a replay holds pending calls and usage only.", []string{"pages-are-one-pass"}, onRequest("replay", func(request protocol.Request) protocol.Request {
			if state := request.Options.Get("initialState"); state.Has("usedCalls") {
				request.Options = set(request.Options, "initialState", state.Without("usedCalls"))
			}
			return request
		})},
		{"compaction-loses", "Compaction loses the last update.", []string{"compacted-is-the-same", "compacted-stream-reduces-alike", "other-streams-compact-alike"}, onResult("compact", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return withoutLast(result, "updates")
		})},
		{"compaction-joins-nothing", "Compaction gives what it was given.", []string{"compaction-joins-pieces"}, onResult("compact", func(request protocol.Request, _ jsvalue.Value) jsvalue.Value {
			return request.Input.Value()
		})},
		{"compaction-loses-members", "Compaction knows the members of meta that it reads itself.", []string{"compaction-keeps-members"}, onResult("compact", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
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
		{"any-version-taken", "A state of another version is taken as version 1.", []string{"states-are-taken-or-refused"}, onRequest("replay", func(request protocol.Request) protocol.Request {
			if state := request.Options.Get("initialState"); state.Has("v") {
				request.Options = set(request.Options, "initialState", set(state, "v", jsvalue.IntValue(1)))
			}
			return request
		})},
		{"reduction-loses", "Reduction loses the last block.", []string{"stages-make-the-projection"}, onResult("reduce", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return withoutLast(result, "blocks")
		})},
		{"prepared-message-lost", "A prepared record has no message.", []string{"prepared-chain"}, onResult("prepare", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			records := list(result.Get("records"))
			for i, r := range records {
				records[i] = r.Without("message")
			}
			return set(result, "records", jsvalue.ArrayValue(records...))
		})},
		{"prepared-gap-lost", "prepare does not tell the gap.", []string{"prepared-chain"}, onResult("prepare", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			return set(result, "gaps", jsvalue.ArrayValue())
		})},
		{"ordinals-run-on", "Emissions are numbered through.", []string{"emissions-of-records"}, onResult("replay", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			emissions := list(result.Get("emissions"))
			for i, e := range emissions {
				emissions[i] = set(e, "emissionOrdinal", jsvalue.IntValue(int64(i)))
			}
			return set(result, "emissions", jsvalue.ArrayValue(emissions...))
		})},
		{"mark-is-content", "A byte order mark damages the first line.", []string{"read-gives-each-line"}, onRequest("read", func(request protocol.Request) protocol.Request {
			if text, ok := strings.CutPrefix(request.Input.Text(), "\uFEFF"); ok {
				request.Input = protocol.TextOf("?" + text)
			}
			return request
		})},
		{"lines-from-zero", "Lines are counted from 0.", []string{"read-gives-each-line"}, onResult("read", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			lines := list(result.Get("lines"))
			for i, line := range lines {
				lines[i] = jsvalue.NumberValue(line.Float() - 1)
			}
			return set(result, "lines", jsvalue.ArrayValue(lines...))
		})},
		{"repair-in-silence", "Records that were recovered are not named.", []string{"read-glued-records"}, withoutReadCode("recovered_record")},
		{"pending-without-name", "A pending call in the state of a replay has no tool name.", []string{"state-is-taken-back"}, onResult("replay", pendingWithoutName)},
		{"last-of-a-line-lost", "Of several records on one line, the last is lost.", []string{"read-accounts-for-lines", "read-glued-records"}, onResult("read", lastOfALineLost)},
		{"preview-of-another", "A preview shows one member less.", []string{"previews-of-updates"}, onResult("reduce", shorterPreview("preview"))},
		{"result-preview-of-another", "The result preview shows one member less.", []string{"previews-of-updates", "plans-of-lists"}, onResult("reduce", shorterPreview("resultPreview"))},
		{"plan-entry-lost", "A plan loses its last entry.", []string{"plans-of-lists"}, onResult("replay", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			emissions := list(result.Get("emissions"))
			for i, e := range emissions {
				emissions[i] = set(e, "update", withoutLast(e.Get("update"), "entries"))
			}
			return set(result, "emissions", jsvalue.ArrayValue(emissions...))
		})},
		{"damage-in-silence", "Lines that were lost are not named.", []string{"read-damaged-line", "read-accounts-for-lines"}, withoutReadCode("invalid_json_line")},
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
	return onResult("read", func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
		kept := keep(list(result.Get("diagnostics")), func(d jsvalue.Value) bool { return !hasCode(code)(d) })
		return set(result, "diagnostics", jsvalue.ArrayValue(kept...))
	})
}
