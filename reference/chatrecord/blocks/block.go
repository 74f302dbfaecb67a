// Package blocks turns a stream of updates into the blocks that a viewer draws.
//
// It promises: no character is invented, no id is guessed, a cut is always reported, and the same updates give the same
// blocks. Start at Reducer (Reduce, Finalize, Blocks). Previews and the summaries of results are those of SPEC.md, section
// 6.5; the masking of secrets is package redact (section 6.6).
package blocks

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Kind of a block.
type Kind string

// The kinds that persisted records can give (CR-BLOCK-04).
const (
	User            Kind = "user"
	Assistant       Kind = "assistant"
	Thought         Kind = "thought"
	Tool            Kind = "tool"
	Status          Kind = "status"
	PromptCancelled Kind = "prompt_cancelled"
)

// Block is one thing to draw. Which fields count depends on Kind; a jsvalue field that is Undefined is absent, and so
// is an empty string or list where the comment does not say otherwise.
type Block struct {
	ID              string // "<kind>-<n>", n counts all blocks of the projection from 1
	Kind            Kind
	ServerTimestamp update.Timestamp
	SourceRecordIDs []string
	SegmentID       string
	PromptID        string
	BackgroundTurn  jsvalue.Value // Tool, Status, PromptCancelled

	// User, Assistant, Thought, Status. Text may be empty.
	Text          string
	Meta          jsvalue.Value // open object without the internal transport member
	Streaming     bool          // Assistant, Thought
	Usage         *Usage        // Assistant
	Images        []Image       // User
	Files         []File        // User
	ResourceLinks []jsvalue.Value

	// Status.
	Source string
	Data   jsvalue.Value

	// PromptCancelled.
	ElapsedMs float64

	Tool *ToolCall // Kind Tool
}

// Usage counts tokens.
type Usage struct{ InputTokens, OutputTokens, CachedTokens float64 }

// Image is inline image data as persisted (base64 or a data URI).
type Image struct{ Data, MimeType string }

// File is a reference to an attachment that is no longer available.
type File struct{ Name, MimeType, AttachmentID string }

// ToolCall is what a tool block shows.
type ToolCall struct {
	ToolCallID           string
	Title                string
	Status               update.ToolStatus
	Preview              jsvalue.Value // {kind, ...}: SPEC.md, section 6.5
	ResultPreview        jsvalue.Value // likewise
	Background           bool
	SubagentSessionReady *bool
	Details              string
	Content              []update.ToolContent
	HasContent           bool
	Locations            []jsvalue.Value
	HasLocations         bool
	RawInput             jsvalue.Value
	RawOutput            jsvalue.Value
	ToolName             string
	ToolKind             string
}
