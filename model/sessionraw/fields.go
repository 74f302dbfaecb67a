package sessionraw

import (
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// field is an optional member of a row or a header, and what it must be.
type field struct {
	name  string
	right func(jsvalue.Value) bool
}

// rowFields are those of a row (SR-LINE-06).
var rowFields = []field{
	{"id", jsvalue.Value.IsString},
	{"request_id", jsvalue.Value.IsString},
	{"provider", jsvalue.Value.IsString},
	{"model", jsvalue.Value.IsString},
	{"ts", jsvalue.Value.IsString},
	{"reasoning_content", jsvalue.Value.IsString},
	{"failure_detail", jsvalue.Value.IsString},
	{"tool_call_id", jsvalue.Value.IsString},
	{"extra_metadata", func(jsvalue.Value) bool { return true }},
	{"usage", isUsage},
	{"tool_calls", jsvalue.Value.IsArray},
	{"iteration", integer(32)},
	{"seq", integer(64)},
	{"interrupted", jsvalue.Value.IsBool},
	{"failure", jsvalue.Value.IsBool},
}

// neededFields and otherFields are those of a header (SR-LINE-04).
var (
	neededFields = []field{
		{"agent", jsvalue.Value.IsString},
		{"dispatcher", jsvalue.Value.IsString},
		{"created", jsvalue.Value.IsString},
		{"updated", jsvalue.Value.IsString},
		{"turn_count", integer(64)},
		{"input_tokens", integer(64)},
		{"output_tokens", integer(64)},
		{"cached_input_tokens", integer(64)},
		{"charged_amount_usd", jsvalue.Value.IsNumber},
	}
	otherFields = []field{
		{"version", integer(32)},
		{"agent_id", jsvalue.Value.IsString},
		{"agent_type", jsvalue.Value.IsString},
		{"provider", jsvalue.Value.IsString},
		{"model", jsvalue.Value.IsString},
		{"thread_id", jsvalue.Value.IsString},
		{"task_id", jsvalue.Value.IsString},
		{"session_id", jsvalue.Value.IsString},
		{"parent_session_id", jsvalue.Value.IsString},
		{"prefix_message_count", integer(64)},
	}
)

// integer: a number that is written as an integer without sign, of so many bits.
func integer(bits int) func(jsvalue.Value) bool {
	return func(value jsvalue.Value) bool {
		_, err := strconv.ParseUint(value.NumberText(), 10, bits)
		return value.IsNumber() && err == nil
	}
}

// isUsage: it is complete (SR-LINE-08).
func isUsage(value jsvalue.Value) bool {
	for _, name := range []string{"input", "output", "cached_input"} {
		if !integer(64)(value.Get(name)) {
			return false
		}
	}
	window := value.Get("context_window")
	return value.Get("cost_usd").IsNumber() && (window.IsNullish() || integer(64)(window))
}

// usageDoubt: its usage has members of which no rule says whether they stay.
func (r Row) usageDoubt() bool {
	usage := r.Value.Get("usage")
	for name := range usage.Members() {
		if !slices.Contains([]string{"input", "output", "cached_input", "cost_usd", "context_window"}, name) {
			return true
		}
	}
	return false
}

// field is an optional field of the row: Undefined where it is absent, null or of the wrong type.
func (r Row) field(name string) jsvalue.Value {
	for _, one := range rowFields {
		if given := r.Value.Get(name); one.name == name && !given.IsNullish() && one.right(given) {
			if name == "usage" && given.Get("context_window").IsNullish() {
				return given.Without("context_window")
			}
			return given
		}
	}
	return jsvalue.Value{}
}

// carriesUsage: it has the usage of a turn (SR-LINE-08).
func (r Row) carriesUsage() bool {
	return r.Role == "assistant" && r.field("provider").IsString() && r.field("model").IsString() && r.field("ts").IsString() && r.field("usage").IsObject()
}

func (r Row) isKnown() bool { return slices.Contains(knownRoles, r.Role) }

// meta takes a header, and gives the thread that it names if it counts (SR-LINE-02, SR-LINE-04).
func (r *account) meta(value jsvalue.Value, number int, first bool) (thread string) {
	if !value.IsObject() {
		r.tell("invalid_meta", number, "")
		return ""
	}
	fields, valid := jsvalue.ObjectValue(), true
	take := func(list []field, needed bool) {
		for _, one := range list {
			switch given := value.Get(one.name); {
			case given.IsNullish():
				valid = valid && !needed
			case one.right(given):
				fields = fields.With(jsvalue.Member{Key: one.name, Value: given})
			default:
				valid = false
				r.doubt = r.doubt || one.name == "prefix_message_count" // whose type no rule says
			}
		}
	}
	take(neededFields, true)
	take(otherFields, false)
	if !valid {
		r.tell("invalid_meta", number, "")
	}
	switch {
	case first:
		r.hasHeader, r.header, r.last = true, fields, fields
	case valid:
		r.last = fields
	default:
		return ""
	}
	thread = fields.Get("thread_id").Text()
	r.names(thread, number)
	return thread
}

// names remembers the first thread that a header names, and tells of another one.
func (r *account) names(thread string, number int) {
	switch {
	case thread == "" || thread == r.firstThread:
	case r.firstThread == "":
		r.firstThread = thread
	default:
		r.conflict = true
		r.tell("conflicting_thread_id", number, "")
	}
}
