// Package update holds the typed SessionUpdate and the pure functions that build one.
//
// The replay machine and a live emitter build the same event with the same function: the replayed update is the live one
// plus provenance and timestamp. A builder reads its parameters and nothing else (no clock, no registry, no locale).
// Start at Update; the builders are one file a family: message.go, tool.go, plan.go, event.go.
package update

import (
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Kind says what an update is; it is the wire member "sessionUpdate".
type Kind string

// The kinds. Status and PromptCancelled carry events that newer records persist.
const (
	UserMessageChunk  Kind = "user_message_chunk"
	AgentMessageChunk Kind = "agent_message_chunk"
	AgentThoughtChunk Kind = "agent_thought_chunk"
	ToolCall          Kind = "tool_call"
	ToolCallUpdate    Kind = "tool_call_update"
	Plan              Kind = "plan"
	Status            Kind = "status"
	PromptCancelled   Kind = "prompt_cancelled"
)

// Update is one SessionUpdate. Which fields count depends on Kind; a jsvalue field that is Undefined is absent.
type Update struct {
	Kind Kind

	// Content of the three chunk kinds and of Status.
	Content Content

	// ToolCall and ToolCallUpdate. HasContent tells an empty content list from an absent one.
	ToolCallID           string
	ToolStatus           ToolStatus
	Title                string
	ToolKind             string
	ToolContent          []ToolContent
	HasToolContent       bool
	Locations            []jsvalue.Value
	HasLocations         bool
	RawInput             jsvalue.Value
	RawOutput            jsvalue.Value
	SubagentSessionReady *bool // nil when the update does not say

	// Plan.
	Entries []PlanEntry

	// Status: the kind of event and its data.
	Source string
	Data   jsvalue.Value

	// PromptCancelled.
	PromptID    string
	ElapsedMs   float64
	CancelledAt float64

	Meta Meta
}

// ToolStatus is the state of a tool call.
type ToolStatus string

// The tool states that an update or a block can have.
const (
	InProgress ToolStatus = "in_progress"
	Completed  ToolStatus = "completed"
	Failed     ToolStatus = "failed"
	Cancelled  ToolStatus = "cancelled"
	Pending    ToolStatus = "pending"
)

// Content is what a message chunk shows: text, or an opaque value (image, attachment reference, resource link).
type Content struct {
	Type  string        // "text", "image", "resource", "resource_link"
	Text  string        // Type "text"
	Value jsvalue.Value // the whole content object of the other types
}

// TextContent makes text content; text may be empty (a usage chunk).
func TextContent(text string) Content { return Content{Type: "text", Text: text} }

// ToolContent is one item of a tool call's content: a text (Diff Undefined) or a diff {type, path, oldText, newText}.
type ToolContent struct {
	Text string
	Diff jsvalue.Value
}

// PlanEntry is one item of a plan.
type PlanEntry struct {
	Content  string
	Priority string
	Status   string
	Todo     jsvalue.Value // _meta.qwenTodo: {id?, blockedBy?}; Undefined when absent
}

// Meta is the update's _meta: one open object and the typed members that every reader needs.
type Meta struct {
	Extra          []jsvalue.Member // open, in output order
	Timestamp      Timestamp
	Provenance     *Provenance   // nil on live updates
	BackgroundTurn jsvalue.Value // Undefined when absent
}

// Timestamp is an instant in epoch milliseconds, or absent. A parsed one is whole; the time of a cancellation is as
// persisted.
type Timestamp struct {
	Ms    float64
	Valid bool
}

// ParseTimestamp is the timestamp of a text; the zero Timestamp if it is none (CR-TIME-01).
func ParseTimestamp(text string) Timestamp {
	ms, ok := jstime.Parse(text)
	return Timestamp{Ms: ms, Valid: ok}
}

// Provenance is _meta.qwenTranscript.
type Provenance struct {
	SourceRecordIDs   []string
	PlanToolCallID    string
	ResultPreviewText string
	SegmentID         string
}

// Get returns an open member of the meta object, or Undefined.
func (m Meta) Get(key string) jsvalue.Value {
	for i := len(m.Extra) - 1; i >= 0; i-- {
		if m.Extra[i].Key == key {
			return m.Extra[i].Value
		}
	}
	return jsvalue.Value{}
}
