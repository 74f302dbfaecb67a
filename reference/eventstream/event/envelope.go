// Package event reads the envelopes of an agent chat: one JSON object on a line, each with a session, a time and an event.
//
// It promises: each line that is not blank becomes an envelope, or a diagnostic says why not; an event that is not known
// is kept as it stands; no clock is read. Start at Read; summary.go says what a list of events is about.
package event

import (
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Envelope is one event with what travels around it.
type Envelope struct {
	Line      int // 1-based; 0 if it was not read from a file
	Offset    int // of its first byte, in bytes from the start of the file
	SessionID string
	// Timestamp is ISO 8601 by custom. It is not checked (ES-READ-03).
	Timestamp  string
	Event      jsvalue.Value // an object
	Sequence   jsvalue.Value // a finite number, or Undefined (ES-READ-04)
	Provenance jsvalue.Value // an object, or Undefined (ES-READ-04)
}

// Type is the type of the event; "" if it has none that is a string.
func (e Envelope) Type() string { return e.Event.Get("type").Text() }

// OfSubagentThread reports whether the envelope is of the thread of a Codex sub-agent. It has the id of the session of its
// parent, and is no part of what the parent shows (ES-HIST-01).
func (e Envelope) OfSubagentThread() bool {
	return Name(e.Provenance, "targetKind") == "codex_subagent"
}

// BelongsTo reports whether the envelope is of the history of a session (ES-HIST-01).
func (e Envelope) BelongsTo(session string) bool {
	return e.SessionID == session && !e.OfSubagentThread()
}

// Value is the envelope as a JSON object.
func (e Envelope) Value() jsvalue.Value {
	members := []jsvalue.Member{
		{Key: "sessionId", Value: jsvalue.StringValue(e.SessionID)},
		{Key: "timestamp", Value: jsvalue.StringValue(e.Timestamp)},
		{Key: "event", Value: e.Event},
	}
	if !e.Sequence.IsUndefined() {
		members = append(members, jsvalue.Member{Key: "sequence", Value: e.Sequence})
	}
	if !e.Provenance.IsUndefined() {
		members = append(members, jsvalue.Member{Key: "provenance", Value: e.Provenance})
	}
	return jsvalue.ObjectValue(members...)
}

// Read reads the lines of a chat in their order (ES-READ-01). now is the time of an envelope that has none. It never
// fails: what cannot be read is named by a diagnostic.
func Read(text, now string) (envelopes []Envelope, diagnostics []diagnostic.Diagnostic) {
	for line, damage := range jsonl.WholeLines(text) {
		if damage != nil {
			diagnostics = append(diagnostics, *damage)
			continue
		}
		envelope, findings := FromValue(line.Value, now)
		for _, finding := range findings {
			diagnostics = append(diagnostics, finding.AtLine(line.Number, line.Offset))
		}
		if envelope.Event.IsObject() {
			envelope.Line, envelope.Offset = line.Number, line.Offset
			envelopes = append(envelopes, envelope)
		}
	}
	return envelopes, diagnostics
}

// FromValue is the envelope of a JSON value. Where the value is none, its Event is Undefined (ES-READ-02).
func FromValue(value jsvalue.Value, now string) (Envelope, []diagnostic.Diagnostic) {
	session, event := jsvalue.Trim(value.Get("sessionId").Text()), value.Get("event")
	switch {
	case !value.IsObject():
		return skipped("the line is no object", "")
	case session == "":
		return skipped("an envelope without a sessionId", "sessionId")
	case !event.IsObject():
		return skipped("an envelope without an event", "event")
	}
	var findings []diagnostic.Diagnostic
	envelope := Envelope{SessionID: session, Timestamp: value.Get("timestamp").Text(), Event: event}
	if jsvalue.IsBlank(envelope.Timestamp) {
		envelope.Timestamp = now
		findings = append(findings, diagnostic.New(diagnostic.InvalidTimestamp, "an envelope without a timestamp has the time of reading").AtPath("timestamp"))
	}
	if sequence := value.Get("sequence"); sequence.IsFinite() {
		envelope.Sequence = sequence
	} else if !sequence.IsNullish() {
		findings = append(findings, diagnostic.New(diagnostic.MalformedField, "the sequence is no finite number").AtPath("sequence"))
	}
	if provenance := value.Get("provenance"); provenance.IsObject() {
		envelope.Provenance = provenance
	} else if !provenance.IsNullish() {
		findings = append(findings, diagnostic.New(diagnostic.MalformedField, "the provenance is no object").AtPath("provenance"))
	}
	return envelope, findings
}

func skipped(why, path string) (Envelope, []diagnostic.Diagnostic) {
	return Envelope{}, []diagnostic.Diagnostic{diagnostic.New(diagnostic.MalformedLine, why+"; it was skipped").AtPath(path)}
}
