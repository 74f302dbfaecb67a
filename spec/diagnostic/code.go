package diagnostic

import "github.com/transcriptspec/transcriptspec/spec"

// Code identifies a kind of diagnostic. The set may grow; the effect of an existing code never changes.
type Code string

// Severity of a code: info, warning or error.
type Severity string

// The severities.
const (
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// The codes of the chatrecord document.
const (
	InvalidRecord                Code = "invalid_record"
	ConflictingParentUUID        Code = "conflicting_parent_uuid"
	HistoryGap                   Code = "history_gap"
	ParentCycle                  Code = "parent_cycle"
	MalformedPart                Code = "malformed_part"
	UnknownRecordOrPart          Code = "unknown_record_or_part"
	AmbiguousToolCallCorrelation Code = "ambiguous_tool_call_correlation"
	MissingToolResult            Code = "missing_tool_result"
	TranscriptBlocksTruncated    Code = "transcript_blocks_truncated"
	TranscriptTextTruncated      Code = "transcript_text_truncated"
	InvalidTimestamp             Code = "invalid_timestamp"
	PresentationFallback         Code = "presentation_fallback"
	ArtifactOnly                 Code = "artifact_only"
)

// The codes that later records of shipped programs brought.
const (
	MalformedGoalState         Code = "malformed_goal_state"
	MalformedAgentSessionReady Code = "malformed_agent_session_ready"
	OrphanAgentSessionReady    Code = "orphan_agent_session_ready"
	InvalidReplayState         Code = "invalid_replay_state"
)

// The codes that our decisions add.
const (
	RepeatedResult           Code = "repeated_result"
	ResultReplaced           Code = "result_replaced"
	RepeatedRecord           Code = "repeated_record"
	ConflictingFragment      Code = "conflicting_fragment"
	LeafBeforeNewerRecords   Code = "leaf_before_newer_records"
	ContentBesideChain       Code = "content_beside_chain"
	RewindWithoutParent      Code = "rewind_without_parent"
	TranscriptValueTruncated Code = "transcript_value_truncated"
	UsageWithoutBlock        Code = "usage_without_block"
)

// The codes of the reader.
const (
	InvalidJSONLine Code = "invalid_json_line"
	RecoveredRecord Code = "recovered_record"
)

// The codes of sessionraw.
const (
	MalformedLine        Code = "malformed_line"
	MalformedCompaction  Code = "malformed_compaction"
	UnknownKind          Code = "unknown_kind"
	UnknownRole          Code = "unknown_role"
	MissingHeader        Code = "missing_header"
	MissingSubTranscript Code = "missing_sub_transcript"
	UnreadableTranscript Code = "unreadable_transcript"
	MalformedField       Code = "malformed_field"
	InvalidMeta          Code = "invalid_meta"
	OrphanToolResult     Code = "orphan_tool_result"
	RepeatedRow          Code = "repeated_row"
	ConflictingThreadID  Code = "conflicting_thread_id"
)

// The codes of eventstream.
const (
	UnknownEventType   Code = "unknown_event_type"
	MalformedEvent     Code = "malformed_event"
	ResultWithoutStart Code = "result_without_start"
	RepeatedEvent      Code = "repeated_event"
	OtherSession       Code = "other_session"
	OrphanParent       Code = "orphan_parent"
	OmittedDataURI     Code = "omitted_data_uri"
	HistoryTruncated   Code = "history_truncated"
	LineBeyondPage     Code = "line_beyond_page"
)

func (c Code) entry() spec.DiagnosticCode {
	entry, ok := spec.DiagnosticCodeByName(string(c))
	if !ok {
		// An unknown code is a fault of ours, found by a test; towards the user it counts as a loss.
		return spec.DiagnosticCode{Code: string(c), Severity: string(Warning), AffectsCompleteness: true}
	}
	return entry
}
