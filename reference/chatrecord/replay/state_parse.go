package replay

import (
	"crypto/sha256"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// list iterates over a list member of the state; a present member of another type is reported.
func (p *stateParser) list(v jsvalue.Value, path string, each func(entry jsvalue.Value, path string) bool) {
	if !v.IsUndefined() && !v.IsArray() {
		p.repaired(path, "the entries are not a list")
	}
	for i, entry := range v.Elements() {
		at := path + "[" + strconv.Itoa(i) + "]"
		if !each(entry, at) { // CR-STATE-04
			p.repaired(at, "the entry is not usable")
		}
	}
}

func (p *stateParser) pending(v jsvalue.Value) []PendingToolCall {
	calls, taken := []PendingToolCall{}, map[string]bool{}
	if v.IsUndefined() {
		p.repaired("pendingToolCalls", "the entries are missing")
	}
	p.list(v, "pendingToolCalls", func(entry jsvalue.Value, path string) bool {
		timestamp, silent, part := entry.Get("sourceTimestamp"), entry.Get("silent"), entry.Get("partIndex")
		c := PendingToolCall{
			CallID: entry.Get("callId").Text(), ToolName: entry.Get("toolName").Text(),
			SourceRecordID:  entry.Get("sourceRecordId").Text(),
			PersistedCallID: entry.Get("persistedCallId").Text(), PartIndex: -1, Silent: silent.IsTrue(),
		}
		index, isIndex := part.SafeInteger()
		if isIndex && index >= 0 && index < maxPartIndex {
			c.PartIndex = int(index)
		}
		wellTyped := isAbsentOr(timestamp, jsvalue.String) && isAbsentOr(silent, jsvalue.Bool) &&
			isAbsentOr(entry.Get("persistedCallId"), jsvalue.String) && (part.IsUndefined() || c.PartIndex >= 0)
		if c.ToolName == "" || c.SourceRecordID == "" || !wellTyped || !take(taken, c.CallID) {
			return false
		}
		if timestamp.IsString() {
			c.SourceTimestamp = p.timestamp(timestamp.Text(), path)
		}
		calls = append(calls, c)
		return true
	})
	return calls
}

// timestamp is the time of an entry, or "" for one that is none (CR-TIME-01): as with a record, the rest of the entry counts.
func (p *stateParser) timestamp(text, path string) string {
	if update.ParseTimestamp(text).Valid {
		return text
	}
	p.report(diagnostic.New(diagnostic.InvalidTimestamp, "the timestamp is not a date; the call is kept without a time").
		AtPath(path + ".sourceTimestamp"))
	return ""
}

// maxPartIndex bounds the part index of a state; no array is longer.
const maxPartIndex = 1 << 31

// used reads the used calls; one that is pending has no result, and is called as its pending entry says.
func (p *stateParser) used(v jsvalue.Value, pending []PendingToolCall) []UsedCall {
	var calls []UsedCall
	taken := map[string]bool{}
	waiting := make(map[string]PendingToolCall, len(pending))
	for _, c := range pending {
		waiting[c.CallID] = c
	}
	p.list(v, "usedCalls", func(entry jsvalue.Value, _ string) bool {
		settled, orphan, persisted := entry.Get("settled"), entry.Get("orphan"), entry.Get("persistedCallId")
		c := UsedCall{
			ID: entry.Get("id").Text(), PersistedCallID: persisted.Text(), ToolName: entry.Get("toolName").Text(),
			Settled: settled.Text(), Orphan: orphan.IsTrue(),
		}
		w, isWaiting := waiting[c.ID]
		contradicts := isWaiting && (c.Settled != "" || c.ToolName != w.ToolName || c.PersistedCallID != w.PersistedCallID)
		wellTyped := entry.Get("toolName").IsString() && (settled.IsUndefined() || isDigest(settled.Text())) &&
			isAbsentOr(orphan, jsvalue.Bool) && isAbsentOr(persisted, jsvalue.String)
		if !wellTyped || c.Orphan && c.Settled == "" || contradicts || !take(taken, c.ID) {
			return false
		}
		calls = append(calls, c)
		return true
	})
	return calls
}

// take claims a call id; an empty or repeated one is refused.
func take(taken map[string]bool, id string) bool {
	if id == "" || taken[id] {
		return false
	}
	taken[id] = true
	return true
}

// isDigest tells a digest of CR-REPLAY-28: nothing else can be that of a result.
func isDigest(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
}

func isAbsentOr(v jsvalue.Value, kind jsvalue.Kind) bool {
	return v.IsUndefined() || v.Kind() == kind
}

// usage reads the totals; unless all four are finite they start anew (CR-STATE-05).
func (p *stateParser) usage(v jsvalue.Value) update.UsageTotals {
	for _, key := range usageKeys {
		if !v.Get(key).IsFinite() {
			p.repaired("cumulativeUsage", "the totals are not four finite numbers")
			return update.UsageTotals{}
		}
	}
	return update.UsageTotals{
		PromptTokens: v.Get("promptTokens").Float(), CachedTokens: v.Get("cachedTokens").Float(),
		CandidateTokens: v.Get("candidateTokens").Float(), APITimeMs: v.Get("apiTimeMs").Float(),
	}
}

// Value returns the state as its JSON object.
func (s State) Value() jsvalue.Value {
	pending := make([]jsvalue.Value, 0, len(s.PendingToolCalls))
	for _, c := range s.PendingToolCalls {
		members := []jsvalue.Member{
			stringMember("callId", c.CallID), stringMember("toolName", c.ToolName), stringMember("sourceRecordId", c.SourceRecordID),
		}
		members = appendNonEmpty(members, "sourceTimestamp", c.SourceTimestamp)
		members = appendNonEmpty(members, "persistedCallId", c.PersistedCallID)
		if c.PartIndex >= 0 {
			members = append(members, jsvalue.Member{Key: "partIndex", Value: jsvalue.IntValue(int64(c.PartIndex))})
		}
		if c.Silent {
			members = append(members, jsvalue.Member{Key: "silent", Value: jsvalue.BoolValue(true)})
		}
		pending = append(pending, jsvalue.ObjectValue(members...))
	}
	members := []jsvalue.Member{
		{Key: "v", Value: jsvalue.IntValue(1)},
		{Key: "pendingToolCalls", Value: jsvalue.ArrayValue(pending...)},
		{Key: "cumulativeUsage", Value: usageValue(s.CumulativeUsage)},
	}
	if len(s.UsedCalls) > 0 {
		members = append(members, jsvalue.Member{Key: "usedCalls", Value: usedValue(s.UsedCalls)})
	}
	return jsvalue.ObjectValue(members...)
}

func usedValue(calls []UsedCall) jsvalue.Value {
	used := make([]jsvalue.Value, 0, len(calls))
	for _, c := range calls {
		members := []jsvalue.Member{stringMember("id", c.ID)}
		members = appendNonEmpty(members, "persistedCallId", c.PersistedCallID)
		members = append(members, stringMember("toolName", c.ToolName))
		members = appendNonEmpty(members, "settled", c.Settled)
		if c.Orphan {
			members = append(members, jsvalue.Member{Key: "orphan", Value: jsvalue.BoolValue(true)})
		}
		used = append(used, jsvalue.ObjectValue(members...))
	}
	return jsvalue.ArrayValue(used...)
}

func usageValue(u update.UsageTotals) jsvalue.Value {
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "promptTokens", Value: jsvalue.NumberValue(u.PromptTokens)},
		jsvalue.Member{Key: "cachedTokens", Value: jsvalue.NumberValue(u.CachedTokens)},
		jsvalue.Member{Key: "candidateTokens", Value: jsvalue.NumberValue(u.CandidateTokens)},
		jsvalue.Member{Key: "apiTimeMs", Value: jsvalue.NumberValue(u.APITimeMs)},
	)
}

func appendNonEmpty(members []jsvalue.Member, key, value string) []jsvalue.Member {
	if value == "" {
		return members
	}
	return append(members, stringMember(key, value))
}
