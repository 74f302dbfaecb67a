package line

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The roles (SR-LINE-05). Rows of other roles are kept and not shown.
const (
	System    = "system"
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool"
)

// Row is a message line. Optional values that are absent are Undefined, or "" where that means the same.
type Row struct {
	Role          string
	Content       string
	ID            jsvalue.Value // a string: on a tool row the id of the call it answers
	RequestID     string        // "" when absent or empty
	ExtraMetadata jsvalue.Value
	Provider      jsvalue.Value // a string, like the next two
	Model         jsvalue.Value
	TS            jsvalue.Value
	Usage         jsvalue.Value // a complete usage object
	Reasoning     jsvalue.Value // a string
	Calls         []Call
	HasCalls      bool          // the line has a list of calls, which may be empty
	Iteration     jsvalue.Value // an integer
	Seq           jsvalue.Value // an integer
	Interrupted   bool
	Failure       bool
	FailureDetail jsvalue.Value // a string
	ToolCallID    jsvalue.Value // a string, of typed rows (SR-LINE-11)
}

// Call is one tool call of an assistant row (SR-LINE-07).
type Call struct {
	ID           string
	Name         string
	Arguments    string
	ExtraContent jsvalue.Value
}

// CallKey is by what a call is known: its id and name, and without an id its arguments too (SR-LINE-07).
type CallKey struct{ id, name, arguments string }

// Key is by what the call is known.
func (c Call) Key() CallKey {
	if c.ID != "" {
		return CallKey{id: c.ID, name: c.Name}
	}
	return CallKey{name: c.Name, arguments: c.Arguments}
}

// KeyOfCalls is the same for two lists exactly if they have the same calls in the same order, as they are known.
func KeyOfCalls(calls []Call) string {
	var text []byte
	for _, call := range calls {
		key := call.Key()
		for _, part := range []string{key.id, key.name, key.arguments} {
			text = strconv.AppendQuote(text, part)
		}
	}
	return string(text)
}

// KnownRole reports whether the role is one of the four.
func (r *Row) KnownRole() bool {
	switch r.Role {
	case System, User, Assistant, Tool:
		return true
	}
	return false
}

// HasTurnUsage reports whether the row carries the whole bundle of a turn's usage (SR-LINE-08).
func (r *Row) HasTurnUsage() bool {
	return r.Role == Assistant && r.Provider.IsString() && r.Model.IsString() && r.TS.IsString() && r.Usage.IsObject()
}

// row reads a message; prefix is its path in the line, "" or one that ends with a dot. Without a role and content it is
// none (SR-LINE-05). Inside a record the caller says so, and for the record as a whole.
func (r *reader) row(value jsvalue.Value, prefix string) *Row {
	role, content := value.Get("role"), value.Get("content")
	if why := noRow(role, content); why != "" {
		if prefix == "" {
			r.say(diagnostic.MalformedLine, why, "")
		}
		return nil
	}
	f := fields{reader: r, value: value, prefix: prefix}
	row := &Row{
		Role: role.Text(), Content: content.Text(),
		ID:            f.text("id"),
		RequestID:     f.text("request_id").Text(),
		ExtraMetadata: f.any("extra_metadata"),
		Provider:      f.text("provider"),
		Model:         f.text("model"),
		TS:            f.text("ts"),
		Usage:         f.usage(),
		Reasoning:     f.text("reasoning_content"),
		Iteration:     f.checked("iteration", isUint32),
		Seq:           f.checked("seq", isUint64),
		Interrupted:   f.checked("interrupted", jsvalue.Value.IsBool).IsTrue(),
		Failure:       f.checked("failure", jsvalue.Value.IsBool).IsTrue(),
		FailureDetail: f.text("failure_detail"),
		ToolCallID:    f.text("tool_call_id"),
	}
	row.Calls, row.HasCalls = f.calls()
	if !row.KnownRole() {
		r.say(diagnostic.UnknownRole, "the role is not known; the row is kept in the context and not shown", prefix+"role")
	}
	return row
}

// noRow says why a value is no row; "" if it is one.
func noRow(role, content jsvalue.Value) string {
	switch {
	case !role.IsString() && !content.IsString():
		return "role and content are no strings"
	case !role.IsString():
		return "role is no string"
	case !content.IsString():
		return "content is no string"
	}
	return ""
}

// fields reads the optional fields of one row. Absent and null are the same; a value of the wrong type is dropped with a
// diagnostic (SR-LINE-06).
type fields struct {
	reader *reader
	value  jsvalue.Value
	prefix string
}

func (f fields) any(name string) jsvalue.Value {
	if v := f.value.Get(name); !v.IsNullish() {
		return v
	}
	return jsvalue.Value{}
}

func (f fields) checked(name string, valid func(jsvalue.Value) bool) jsvalue.Value {
	v := f.any(name)
	if v.IsUndefined() || valid(v) {
		return v
	}
	f.drop(name)
	return jsvalue.Value{}
}

func (f fields) text(name string) jsvalue.Value { return f.checked(name, jsvalue.Value.IsString) }

func (f fields) drop(name string) {
	f.reader.say(diagnostic.MalformedField, "the field has the wrong type and was dropped", f.prefix+name)
}

// usage is taken if it is complete (SR-LINE-08).
func (f fields) usage() jsvalue.Value {
	usage := f.checked("usage", func(usage jsvalue.Value) bool {
		window := usage.Get("context_window")
		return isUint64(usage.Get("input")) && isUint64(usage.Get("output")) && isUint64(usage.Get("cached_input")) &&
			usage.Get("cost_usd").IsNumber() && (window.IsNullish() || isUint64(window))
	})
	if usage.Has("context_window") && usage.Get("context_window").IsNullish() {
		usage = usage.Without("context_window")
	}
	return usage
}

// calls keeps each call that has a name (SR-LINE-07).
func (f fields) calls() (calls []Call, has bool) {
	list := f.checked("tool_calls", jsvalue.Value.IsArray)
	for i, element := range list.Elements() {
		path := "tool_calls[" + strconv.Itoa(i) + "]"
		if !element.Get("name").IsString() {
			f.drop(path)
			continue
		}
		inner := fields{reader: f.reader, value: element, prefix: f.prefix + path + "."}
		call := Call{Name: element.Get("name").Text(), ExtraContent: inner.any("extra_content")}
		call.ID = inner.required("id")
		call.Arguments = inner.required("arguments")
		calls = append(calls, call)
	}
	return calls, list.IsArray()
}

// required is a text that ought to be there.
func (f fields) required(name string) string {
	v := f.value.Get(name)
	if !v.IsString() {
		f.drop(name)
	}
	return v.Text()
}
