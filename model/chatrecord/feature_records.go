package chatrecord

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// recordFeatures are about the envelope of records and their kinds.
var recordFeatures = []feature{
	{
		name: "invalid-record", rules: []string{"CR-PREP-06", "CR-PREP-07", "CR-PREP-08"},
		says: "A record is rejected by validation.", find: anywhere(func(r Record) bool { return !r.Accepted }),
	},
	{
		name: "side-records", rules: []string{"CR-PREP-16", "CR-PREP-17"},
		says: "A record stands beside the tree: artifacts, sources, bookkeeping.", find: anywhere(func(r Record) bool { return r.Artifact }),
	},
	{
		name: "unknown-subtype", rules: []string{"CR-DEC-16"},
		says: "A record has a subtype that nobody knows.",
		find: anywhere(func(r Record) bool { return r.Accepted && findsAt(r, "subtype") }), edit: withoutMembers("subtype"),
	},
	{
		name: "missing-timestamp", rules: []string{"CR-REPLAY-01", "CR-REPLAY-02"},
		says: "A record of the chain has no timestamp.", find: onChain(func(r Record) bool { return !r.Value.Has("timestamp") }),
		edit: func(_ *reading, r Record) jsvalue.Value {
			return r.Value.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(usualTime)})
		},
	},
	{
		name: "odd-timestamp", rules: []string{"CR-DEC-13", "CR-TIME-01"},
		says: "A timestamp is valid, but not spelled as usual, or invalid.",
		find: anywhere(func(r Record) bool {
			timestamp := r.Value.Get("timestamp")
			return r.Accepted && !timestamp.IsUndefined() && !isUsualTime(timestamp.Text())
		}),
		edit: func(_ *reading, r Record) jsvalue.Value {
			return r.Value.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(r.usualTime())})
		},
	},
	{
		name: "disputed-timestamp", rules: []string{"CR-DEC-13"},
		says: "A timestamp is spelled so that date parsers do not agree on it.",
		find: anywhere(func(r Record) bool { return r.Accepted && isDisputedTime(r.Value.Get("timestamp").Text()) }),
		edit: func(_ *reading, r Record) jsvalue.Value {
			return r.Value.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(r.usualTime())})
		},
	},
	{
		name: "malformed-message", rules: []string{"CR-PREP-11"},
		says: "A message is no object, or has no list of parts.",
		find: anywhere(func(r Record) bool { return findsAt(r, "message") || findsAt(r, "message.parts") }), edit: withoutMembers("message"),
	},
	{name: "slash-command", rules: []string{"CR-REPLAY-39"}, says: "A slash command stands on the chain.", find: onChain(hasSubtype("slash_command"))},
	{name: "notification", rules: []string{"CR-REPLAY-08"}, says: "A notification stands on the chain.", find: onChain(hasSubtype("notification", "cron"))},
	{
		name: "mid-turn-message", rules: []string{"CR-REPLAY-08", "CR-REPLAY-09"}, says: "The user spoke while the agent was at work.",
		find: onChain(hasSubtype("mid_turn_user_message")),
	},
	{
		name: "compression", rules: []string{"CR-PREP-15"}, says: "The agent's context was compressed.",
		find: onChain(hasSubtype("chat_compression")),
	},
	{name: "telemetry", rules: []string{"CR-PREP-15"}, says: "Telemetry stands on the chain.", find: onChain(hasSubtype("ui_telemetry"))},
	{
		name: "newer-subtype", rules: []string{"CR-PREP-15"}, later: true,
		says: "A subtype is one that the document does not have.", find: anywhere(func(r Record) bool { return slices.Contains(newerSubtypes, r.Subtype) }),
		edit: func(_ *reading, r Record) jsvalue.Value {
			if r.Type == "system" {
				return jsvalue.Value{}
			}
			return r.Value.Without("subtype")
		},
	},
	{
		name: "goal", rules: []string{"CR-REPLAY-44", "CR-REPLAY-51"}, later: true, says: "The session pursues a goal.",
		find: onChain(func(r Record) bool { return strings.HasPrefix(r.Subtype, "goal_") }),
	},
	{
		name: "background-turn", rules: []string{"CR-REPLAY-04"}, later: true, says: "A record belongs to a turn in the background.",
		find: onChain(func(r Record) bool { return !r.Value.Get("backgroundTurn").IsNullish() }), edit: withoutMembers("backgroundTurn"),
	},
	{
		name: "usage", rules: []string{"CR-REPLAY-14", "CR-BLOCK-12"}, says: "A record of the chain counts tokens.",
		find: onChain(func(r Record) bool { return r.Value.Get("usageMetadata").Truthy() }), edit: withoutMembers("usageMetadata"),
	},
}

// newerSubtypes are those that the document does not name.
var newerSubtypes = []string{
	"goal_runtime", "realtime_message", "goal_state", "turn_result", "background_task_completed", "agent_session_ready", "at_command",
	"attribution_snapshot", "custom_title",
	"parent_session", "agent_bootstrap", "agent_launch_prompt", "agent_retry", "session_source", "session_model", "branch_checkpoint",
	"omni_recall", "goal_turn_end", "session_sources_snapshot", "managed_session_header_v1", "managed_session_event_v1", "managed_session_commit_v1",
}

func findsAt(r Record, path string) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Path == path })
}

// usualTime is a time as it is usually spelled.
const usualTime = "2026-07-14T09:00:00.000Z"

// usualTime spells the time of the record as usual. One that is invalid, or not of a year of four digits, becomes another.
func (r Record) usualTime() string {
	spelled := time.UnixMilli(r.Time).UTC().Format("2006-01-02T15:04:05.000Z")
	if !r.HasTime || !isUsualTime(spelled) {
		return usualTime
	}
	return spelled
}

// isUsualTime: the spelling of JavaScript's toISOString.
func isUsualTime(text string) bool {
	_, valid := ParseTime(text)
	return valid && len(text) == len(usualTime) && text[10] == 'T' && text[19] == '.' && strings.HasSuffix(text, "Z")
}

// plainTime are the spellings on which everybody agrees, impossibleTime those that are of the usual form, with a month or an
// hour that does not exist.
var (
	plainTime = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1\d|2[0-8]))?)?$` +
		`|^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$`)
	impossibleTime = regexp.MustCompile(`^\d{4}-(1[3-9]|[2-9]\d)|^\d{4}-\d\d-\d\dT(2[5-9]|[3-9]\d):|^\d{5,}$`)
)

// isDisputedTime: without a digit, a text is no time for anybody; the usual spelling is one for everybody, also of a day that
// not every month has.
func isDisputedTime(text string) bool {
	return strings.ContainsAny(text, "0123456789") && !isUsualTime(text) && !plainTime.MatchString(text) && !impossibleTime.MatchString(text)
}

// contentFeatures are about the parts of messages.
var contentFeatures = []feature{
	{
		name: "thoughts", rules: []string{"CR-REPLAY-16"}, says: "The agent thinks aloud.",
		find: onChain(func(r Record) bool { return r.Type == "assistant" && hasPart(isThought)(r) }), edit: withParts(func(part jsvalue.Value) bool { return !isThought(part) }),
	},
	{
		name: "images", rules: []string{"CR-REPLAY-17"}, says: "A message holds inline data.",
		find: onChain(hasPart(has("inlineData"))), edit: withParts(not(has("inlineData"))),
	},
	{
		name: "unknown-part", rules: []string{"CR-DEC-02"}, says: "A part is of a kind that nobody knows, or is no object.",
		find: onChain(hasPart(isUnknownPart)), edit: withParts(not(isUnknownPart)),
	},
	{
		name: "empty-part", rules: []string{"CR-DEC-15"}, says: "A part has nothing to show.",
		find: onChain(hasPart(isEmptyPart)), edit: withParts(not(isEmptyPart)),
	},
}

func has(key string) func(jsvalue.Value) bool {
	return func(part jsvalue.Value) bool { return !part.Get(key).IsNullish() }
}

func not(holds func(jsvalue.Value) bool) func(jsvalue.Value) bool {
	return func(part jsvalue.Value) bool { return !holds(part) }
}

func isThought(part jsvalue.Value) bool {
	return part.Get("thought").IsTrue() && part.Get("text").Text() != ""
}

// isUnknownPart: nothing of the part is shown, and neither is it empty, nor is a known member of it malformed
// (CR-REPLAY-21).
func isUnknownPart(part jsvalue.Value) bool {
	if !part.IsObject() {
		return true
	}
	for _, known := range append([]string{"text"}, functionMembers...) {
		if value := part.Get(known); !value.IsNullish() && (known != "text" || !value.IsString() || value.Text() != "") {
			return false
		}
	}
	return !isEmptyPart(part)
}

var functionMembers = []string{"inlineData", "functionCall", "functionResponse"}

// isEmptyPart: only an empty text, a thought or its signature, or known members that are null (CR-DEC-15).
func isEmptyPart(part jsvalue.Value) bool {
	for key, value := range part.Members() {
		text := key == "text" && value.IsString() && value.Text() == ""
		null := value.IsNullish() && (key == "text" || slices.Contains(functionMembers, key))
		if !text && !null && key != "thought" && key != "thoughtSignature" {
			return false
		}
	}
	return part.IsObject() && part.Len() > 0
}
