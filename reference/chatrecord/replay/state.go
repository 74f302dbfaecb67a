package replay

import (
	"errors"
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// State is what a page hands to the next one: version 1 (CR-STATE-01). A snapshot shares nothing with its machine.
type State struct {
	PendingToolCalls []PendingToolCall
	CumulativeUsage  update.UsageTotals
	UsedCalls        []UsedCall
}

// PendingToolCall is a call that waits for its result, in start order.
type PendingToolCall struct {
	CallID          string
	ToolName        string
	SourceRecordID  string
	SourceTimestamp string // "" when absent
	PersistedCallID string // "" when it is the call id itself, or when there is none
	PartIndex       int    // -1 when unknown
	Silent          bool   // a todo_write start, which shows nothing
}

// UsedCall is a call id that is taken, in the order of first use; the pending ones are among them.
type UsedCall struct {
	ID              string
	PersistedCallID string // as in PendingToolCall
	ToolName        string
	Settled         string // hexadecimal fingerprint of its last result; "" when it has none
	Orphan          bool   // its result came before any start
}

// The states that are refused (CR-STATE-02, CR-STATE-03).
var (
	ErrUnknownStateVersion = errors.New("replay: unknown state version")
	ErrInvalidState        = errors.New("replay: not a replay state")
)

// Snapshot returns the committed state (CR-STATE-07).
func (m *Machine) Snapshot() State {
	state := State{PendingToolCalls: []PendingToolCall{}, CumulativeUsage: m.usage}
	for _, c := range m.calls.order {
		persisted := c.persistedID
		if persisted == persistedIDOf(c.id, "") {
			persisted = ""
		}
		if c.pending {
			state.PendingToolCalls = append(state.PendingToolCalls, PendingToolCall{
				CallID: c.id, ToolName: c.toolName, SourceRecordID: c.recordID, SourceTimestamp: c.timestampText,
				PersistedCallID: persisted, PartIndex: c.partIndex, Silent: c.silent,
			})
		}
		state.UsedCalls = append(state.UsedCalls, UsedCall{
			ID: c.id, PersistedCallID: persisted, ToolName: c.toolName, Settled: c.fingerprint(), Orphan: c.orphan,
		})
	}
	return state
}

// restore takes a state over, as if this machine had seen what it stands for (CR-REPLAY-48, CR-STATE-06). The used calls give the order; a state of another program may lack them.
func (g *registry) restore(state State) {
	for _, used := range state.UsedCalls {
		c := g.add(&call{
			id: used.ID, persistedID: persistedIDOf(used.ID, used.PersistedCallID), toolName: used.ToolName, partIndex: -1,
			started: !used.Orphan, orphan: used.Orphan, settled: used.Settled,
		})
		if used.Orphan && c.persistedID != "" {
			g.orphans[callKey{c.persistedID, c.toolName}] = c
		}
		if used.Settled != "" {
			g.rememberSettled(c)
		}
	}
	for _, p := range state.PendingToolCalls {
		c := g.byID[p.CallID]
		if c == nil {
			c = g.add(&call{id: p.CallID, persistedID: persistedIDOf(p.CallID, p.PersistedCallID), toolName: p.ToolName})
		}
		c.started, c.silent, c.partIndex = true, p.Silent, p.PartIndex
		c.recordID, c.timestampText = p.SourceRecordID, p.SourceTimestamp
		g.enqueue(c)
	}
}

// ParseState reads an untrusted state. An unknown version and a value that is no state are refused; damaged entries are
// dropped and damaged totals reset, each with invalid_replay_state; a time that is none is left out, with invalid_timestamp.
func ParseState(value jsvalue.Value, report func(diagnostic.Diagnostic)) (State, error) {
	if report == nil {
		report = func(diagnostic.Diagnostic) {}
	}
	version := value.Get("v")
	if !value.IsObject() {
		return State{}, ErrInvalidState
	}
	legacy := !value.Has("v")
	if legacy && !isLegacyShape(value) {
		return State{}, ErrInvalidState
	}
	if n, ok := version.SafeInteger(); !legacy && (!ok || n != 1) {
		return State{}, ErrUnknownStateVersion
	}
	p := stateParser{report: report}
	pending := p.pending(value.Get("pendingToolCalls"))
	return State{
		PendingToolCalls: pending,
		CumulativeUsage:  p.usage(value.Get("cumulativeUsage")),
		UsedCalls:        p.used(value.Get("usedCalls"), pending),
	}, nil
}

// isLegacyShape accepts exactly {pendingToolCalls, cumulativeUsage} as published before states had a version: the four
// numbers, and entries of the four original members (CR-STATE-03).
func isLegacyShape(value jsvalue.Value) bool {
	calls, usage := value.Get("pendingToolCalls"), value.Get("cumulativeUsage")
	if value.Len() != 2 || !calls.IsArray() || !hasExactly(usage, usageKeys) {
		return false
	}
	for _, key := range usageKeys {
		if !usage.Get(key).IsFinite() {
			return false
		}
	}
	for _, entry := range calls.Elements() {
		for key, member := range entry.Members() {
			if !member.IsString() || !slices.Contains([]string{"callId", "toolName", "sourceRecordId", "sourceTimestamp"}, key) {
				return false
			}
		}
		if entry.Get("callId").Text() == "" || !entry.Has("toolName") || !entry.Has("sourceRecordId") {
			return false
		}
	}
	return true
}

func hasExactly(v jsvalue.Value, keys []string) bool {
	for _, key := range keys {
		if !v.Has(key) {
			return false
		}
	}
	return v.Len() == len(keys)
}

var usageKeys = []string{"promptTokens", "cachedTokens", "candidateTokens", "apiTimeMs"}

// stateParser repairs what it can.
type stateParser struct{ report func(diagnostic.Diagnostic) }

func (p *stateParser) repaired(path, message string) {
	p.report(diagnostic.New(diagnostic.InvalidReplayState, message).AtPath(path))
}
