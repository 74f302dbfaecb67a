package chatrecord

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Record is one element of the records argument, and what validation makes of it (CR-PREP-06 to CR-PREP-18).
type Record struct {
	Index    int           // 0-based place in the input
	Value    jsvalue.Value // as it was given
	Accepted bool          // passed CR-PREP-06 to CR-PREP-08; what follows is set only then

	UUID      string
	Parent    string // "" at a root
	Type      string
	Subtype   string // "" when absent or no string; an unknown string stays
	SessionID string
	Timestamp string // as spelled; "" when absent or invalid
	Time      int64  // epoch milliseconds, if HasTime
	HasTime   bool
	HasParts  bool // message.parts is an array
	Artifact  bool // an artifact or side record: accepted, but no part of the tree

	Findings []Finding // the diagnostics that validation owes, in order
}

// Finding is the contract part of a diagnostic that the model expects. Index is -1 and ID "" where it names none.
type Finding struct {
	Code  string
	Index int
	ID    string
	Path  string
}

// Conversation reports whether the record is part of the tree (CR-PREP-18).
func (r Record) Conversation() bool { return r.Accepted && !r.Artifact }

// Parts are the elements of message.parts.
func (r Record) Parts() []jsvalue.Value {
	if !r.HasParts {
		return nil
	}
	return elements(r.Value.Get("message").Get("parts"))
}

// HasContent reports whether the record has something to show: not of type system, with at least one part (CR-DEC-28).
func (r Record) HasContent() bool { return r.Type != "system" && len(r.Parts()) > 0 }

var recordTypes = []string{"user", "assistant", "tool_result", "system"}

var (
	shownSubtypes = []string{
		"slash_command", "notification", "cron", "mid_turn_user_message", "goal_runtime", "realtime_message", "goal_state",
		"turn_result", "background_task_completed", "agent_session_ready",
	}
	silentSubtypes = []string{
		"chat_compression", "ui_telemetry", "at_command", "attribution_snapshot", "custom_title", "parent_session", "rewind",
		"agent_bootstrap", "agent_launch_prompt", "agent_retry", "file_history_snapshot", "session_source", "session_model",
		"branch_checkpoint", "omni_recall", "goal_turn_end",
	}
	artifactSubtypes = []string{
		"session_artifact_event", "session_artifact_snapshot", "session_sources_snapshot", "managed_session_header_v1",
		"managed_session_event_v1", "managed_session_commit_v1",
	}
)

// KnownSubtype reports whether a subtype is in the table of CR-PREP-15.
func KnownSubtype(subtype string) bool {
	return slices.Contains(shownSubtypes, subtype) || slices.Contains(silentSubtypes, subtype) ||
		slices.Contains(artifactSubtypes, subtype)
}

func readRecord(index int, value jsvalue.Value) Record {
	r := Record{Index: index, Value: value}
	if !value.IsObject() {
		r.find("invalid_record", "")
		return r
	}
	uuid, parent, session := value.Get("uuid"), value.Get("parentUuid"), value.Get("sessionId")
	r.UUID = uuid.Text()
	if r.UUID == "" || !parent.IsString() && parent.Kind() != jsvalue.Null || session.Text() == "" {
		r.find("invalid_record", "")
		return r
	}
	if r.Type = value.Get("type").Text(); !slices.Contains(recordTypes, r.Type) {
		r.find("unknown_record_or_part", "")
		return r
	}
	r.Accepted, r.Parent, r.SessionID = true, parent.Text(), session.Text()
	r.readTimestamp(value.Get("timestamp"))
	r.readSubtype(value.Get("subtype"))
	r.readMessage(value.Get("message"))
	return r
}

func (r *Record) find(code, path string) {
	r.Findings = append(r.Findings, Finding{code, r.Index, r.UUID, path})
}

func (r *Record) readTimestamp(timestamp jsvalue.Value) {
	if timestamp.IsUndefined() {
		return
	}
	if r.Time, r.HasTime = ParseTime(timestamp.Text()); r.HasTime {
		r.Timestamp = timestamp.Text()
		return
	}
	r.find("invalid_timestamp", "timestamp")
}

func (r *Record) readSubtype(subtype jsvalue.Value) {
	r.Subtype = subtype.Text()
	if !subtype.IsUndefined() && !KnownSubtype(r.Subtype) {
		r.find("unknown_record_or_part", "subtype")
	}
	r.Artifact = r.Type == "system" && slices.Contains(artifactSubtypes, r.Subtype)
}

func (r *Record) readMessage(message jsvalue.Value) {
	parts := message.Get("parts")
	r.HasParts = parts.IsArray()
	switch {
	case message.IsUndefined():
	case !message.IsObject():
		r.find("malformed_part", "message")
	case !parts.IsUndefined() && !parts.IsArray():
		r.find("malformed_part", "message.parts")
	case parts.Len() == 0 && r.Type != "system" && holdsMore(message):
		r.find("unknown_record_or_part", "message")
	}
}

func holdsMore(message jsvalue.Value) bool {
	for key, value := range message.Members() {
		if key != "role" && key != "parts" && !value.IsEmpty() {
			return true
		}
	}
	return false
}

func elements(list jsvalue.Value) []jsvalue.Value {
	out := make([]jsvalue.Value, 0, list.Len())
	for _, element := range list.Elements() {
		out = append(out, element)
	}
	return out
}

func isBlankLine(line string) bool { return strings.Trim(line, " \t\r\n") == "" }
