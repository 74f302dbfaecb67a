// Package prepare turns untrusted records into the active chain: it validates, selects the leaf, walks to the root and
// joins the fragments of one uuid.
//
// It promises: a bad record costs only itself and is reported; the input is never changed; a missing parent is a gap and
// is never bridged; time is linear in the records. Prepare composes the primitives Validate, IsConversation, SelectLeaf,
// WalkChain and Aggregate, which a streaming index can use on its own: everything but Aggregate needs only a Header.
package prepare

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Header is what leaf selection and the chain walk need to know of a record.
type Header struct {
	Index      int // 0-based position in the input
	UUID       string
	ParentUUID string // "" at a root: null and the empty string are the same (CR-PREP-22)
	SessionID  string
	Type       Type
	Subtype    string // "" when absent or not a string
	HasContent bool   // its message has parts
}

// Type of a record.
type Type string

// The four types of a record (CR-PREP-08).
const (
	User       Type = "user"
	Assistant  Type = "assistant"
	ToolResult Type = "tool_result"
	System     Type = "system"
)

// Record is one validated record, or several fragments joined by Aggregate. A field that is Undefined or "" is absent.
type Record struct {
	Header
	Timestamp      update.Timestamp
	TimestampText  string // as persisted; "" when absent or invalid
	Role           string
	HasMessage     bool
	Parts          []jsvalue.Value // untrusted; the slice is never changed in place
	HasParts       bool
	UsageMetadata  jsvalue.Value
	ToolCallResult jsvalue.Value
	SystemPayload  jsvalue.Value
	Model          jsvalue.Value
	DaemonPromptID string
	BackgroundTurn jsvalue.Value

	source jsvalue.Value // the whole persisted record, to recognise a copy
}

// Gap says that a parent is missing: what stood before the child is lost.
type Gap struct {
	ChildUUID         string
	MissingParentUUID string
}

// The subtypes that these rules name.
const (
	SubtypeRewind           = "rewind"
	subtypeArtifactEvent    = "session_artifact_event"
	subtypeArtifactSnapshot = "session_artifact_snapshot"
	subtypeSourcesSnapshot  = "session_sources_snapshot"
	subtypeManagedHeader    = "managed_session_header_v1"
	subtypeManagedEvent     = "managed_session_event_v1"
	subtypeManagedCommit    = "managed_session_commit_v1"
)

// knownSubtypes is the table of CR-PREP-15; known-ness does not depend on the type.
var knownSubtypes = map[string]bool{
	"chat_compression": true, "slash_command": true, "ui_telemetry": true, "at_command": true,
	"attribution_snapshot": true, "notification": true, "cron": true, "mid_turn_user_message": true,
	"realtime_message": true, "custom_title": true, "parent_session": true, SubtypeRewind: true,
	"agent_bootstrap": true, "agent_launch_prompt": true, "agent_retry": true, "file_history_snapshot": true,
	"session_source": true, "session_model": true, "branch_checkpoint": true, "goal_state": true,
	"goal_runtime": true, "turn_result": true, "background_task_completed": true, "agent_session_ready": true,
	"omni_recall": true, "goal_turn_end": true,
	subtypeArtifactEvent: true, subtypeArtifactSnapshot: true, subtypeSourcesSnapshot: true,
	subtypeManagedHeader: true, subtypeManagedEvent: true, subtypeManagedCommit: true,
}

// IsArtifact reports whether the record belongs to the artifact side channel (CR-PREP-16).
func IsArtifact(h Header) bool {
	return h.Type == System && (h.Subtype == subtypeArtifactEvent || h.Subtype == subtypeArtifactSnapshot)
}

// IsSide reports whether the record is bookkeeping that stands outside the tree (CR-PREP-17).
func IsSide(h Header) bool {
	if h.Type != System {
		return false
	}
	switch h.Subtype {
	case subtypeSourcesSnapshot, subtypeManagedHeader, subtypeManagedEvent, subtypeManagedCommit:
		return true
	}
	return false
}

// IsConversation reports whether the record can be a leaf and a link of the chain (CR-PREP-18).
func IsConversation(h Header) bool { return !IsArtifact(h) && !IsSide(h) }
