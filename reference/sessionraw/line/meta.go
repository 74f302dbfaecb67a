package line

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Meta is a header line without its wrong fields. Fields that are absent are "". NewMeta makes one of Go values, ParseMeta
// of JSON.
type Meta struct{ fields jsvalue.Value }

// metaFields are the fields of a header (SR-LINE-04).
var metaFields = []struct {
	name     string
	required bool
	valid    func(jsvalue.Value) bool
}{
	{"version", false, isUint32},
	{"agent", true, jsvalue.Value.IsString},
	{"agent_id", false, jsvalue.Value.IsString},
	{"agent_type", false, jsvalue.Value.IsString},
	{"dispatcher", true, jsvalue.Value.IsString},
	{"provider", false, jsvalue.Value.IsString},
	{"model", false, jsvalue.Value.IsString},
	{"created", true, jsvalue.Value.IsString},
	{"updated", true, jsvalue.Value.IsString},
	{"turn_count", true, isUint64},
	{"input_tokens", true, isUint64},
	{"output_tokens", true, isUint64},
	{"cached_input_tokens", true, isUint64},
	{"charged_amount_usd", true, jsvalue.Value.IsNumber},
	{"thread_id", false, jsvalue.Value.IsString},
	{"task_id", false, jsvalue.Value.IsString},
	{"session_id", false, jsvalue.Value.IsString},
	{"parent_session_id", false, jsvalue.Value.IsString},
	{"prefix_message_count", false, isUint64},
}

// Totals are the fields of a header that a program states of its session (SR-LINE-04). Of the texts only Agent, Dispatcher,
// Created and Updated are always written; the others are absent when they are empty.
type Totals struct {
	Agent, AgentID, Dispatcher string
	Created, Updated           string // RFC 3339
	ThreadID, TaskID           string // TaskID is that of the run of a sub-agent

	TurnCount, InputTokens, OutputTokens, CachedInputTokens uint64
	ChargedAmountUSD                                        float64
}

// NewMeta is the header that states these totals. A charge that is not finite is no number; a writer refuses it.
func NewMeta(t Totals) Meta {
	fields := object{}
	fields.add("agent", jsvalue.StringValue(t.Agent))
	fields.add("agent_id", textOrAbsent(t.AgentID))
	fields.add("dispatcher", jsvalue.StringValue(t.Dispatcher))
	fields.add("created", jsvalue.StringValue(t.Created))
	fields.add("updated", jsvalue.StringValue(t.Updated))
	fields.add("turn_count", Integer(t.TurnCount))
	fields.add("input_tokens", Integer(t.InputTokens))
	fields.add("output_tokens", Integer(t.OutputTokens))
	fields.add("cached_input_tokens", Integer(t.CachedInputTokens))
	fields.add("charged_amount_usd", jsvalue.NumberValue(t.ChargedAmountUSD))
	fields.add("thread_id", textOrAbsent(t.ThreadID))
	fields.add("task_id", textOrAbsent(t.TaskID))
	return Meta{fields.value()}
}

// ThreadID is the thread that the header names. It is empty also when it is absent: an empty id names no thread.
func (m Meta) ThreadID() string { return m.fields.Get("thread_id").Text() }

// TaskID is the unique id of the run of a sub-agent.
func (m Meta) TaskID() string { return m.fields.Get("task_id").Text() }

// Agent is the name of the agent.
func (m Meta) Agent() string { return m.fields.Get("agent").Text() }

// AgentID is the id of the agent's definition.
func (m Meta) AgentID() string { return m.fields.Get("agent_id").Text() }

// Created is the time at which the session began, as it is written.
func (m Meta) Created() string { return m.fields.Get("created").Text() }

// Following is the header as a later one of a session that began with first: the session keeps its time of creation, and
// its thread where the header names none (SR-WRITE-02).
func (m Meta) Following(first Meta, threadID string) Meta {
	fields := m.fields
	if created := first.fields.Get("created"); created.IsString() {
		fields = fields.With(jsvalue.Member{Key: "created", Value: created})
	}
	if m.ThreadID() == "" && threadID != "" {
		fields = fields.With(jsvalue.Member{Key: "thread_id", Value: jsvalue.StringValue(threadID)})
	}
	return Meta{fields}
}

// Clone gives a header that keeps nothing of the file's text in memory.
func (m Meta) Clone() Meta { return Meta{m.fields.Clone()} }

// Value is the header on the wire: its fields, agent under the name agent_name (SR-CTX-05).
func (m Meta) Value() jsvalue.Value {
	var members []jsvalue.Member
	for key, value := range m.fields.Members() {
		switch key {
		case "agent":
			key = "agent_name"
		case "version":
			continue
		}
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	return jsvalue.ObjectValue(members...)
}

// meta takes a header line (SR-LINE-02, SR-LINE-04). The first is lenient, because without it the file has no name; of a
// later one that is wrong nothing is lost but totals that the next header states again.
func (r *reader) meta(value jsvalue.Value, first bool) {
	if !value.IsObject() {
		r.say(diagnostic.InvalidMeta, "the header is no object", "_meta")
		return
	}
	meta, wrong := parseMeta(value)
	if len(wrong) > 0 {
		r.say(diagnostic.InvalidMeta, "missing or wrong: "+strings.Join(wrong, ", "), "_meta."+wrong[0])
	}
	if first {
		r.file.HasHeader, r.file.Header = true, meta
	} else if len(wrong) > 0 {
		return
	}
	r.file.Last = meta
	switch id := meta.ThreadID(); {
	case id == "" || id == r.thread:
	case r.thread == "":
		r.thread = id
	default:
		r.say(diagnostic.ConflictingThreadID, "a later header names another thread", "_meta.thread_id")
	}
}

// parseMeta keeps the valid fields and names the others.
func parseMeta(value jsvalue.Value) (meta Meta, wrong []string) {
	var members []jsvalue.Member
	for _, field := range metaFields {
		v := value.Get(field.name)
		switch {
		case v.IsNullish() && !field.required:
		case v.IsNullish() || !field.valid(v):
			wrong = append(wrong, field.name)
		default:
			members = append(members, jsvalue.Member{Key: field.name, Value: v})
		}
	}
	return Meta{jsvalue.ObjectValue(members...)}, wrong
}
