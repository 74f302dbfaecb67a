package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// contextOf is the context that a file leaves (SR-CTX-01 to SR-CTX-04). What is told of records by ids of which none is there
// comes to what the reading tells.
func (r *account) contextOf() (rows []*Row, unresolved []told) {
	for _, e := range r.entries {
		if e.row == nil {
			replacement, ok := e.resolve(rows)
			if !ok {
				unresolved = append(unresolved, told{"malformed_compaction", r.Name, e.line, ""})
				continue
			}
			rows = nil
			for _, row := range replacement {
				rows = keepRow(rows, row)
			}
			continue
		}
		rows = keepRow(rows, e.row)
	}
	return rows, unresolved
}

func keepRow(rows []*Row, row *Row) []*Row {
	if row.Interrupted {
		return rows
	}
	return append(rows, row)
}

// resolve gives the rows of a record; of one by ids those of the context, each once.
func (e entry) resolve(context []*Row) (rows []*Row, ok bool) {
	if !e.byIDs {
		return e.rows, true
	}
	for i, id := range e.ids {
		if slices.Contains(e.ids[:i], id) {
			continue
		}
		for _, row := range slices.Backward(context) {
			if row.HasID && row.ID == id {
				rows = append(rows, row)
				break
			}
		}
	}
	return rows, len(rows) > 0 || len(e.ids) == 0
}

// contextValue is a row of a context (SR-CTX-05).
func (r Row) contextValue() jsvalue.Value {
	row := object("role", r.Role, "content", r.Content)
	put := func(name string, value jsvalue.Value) {
		if !value.IsUndefined() {
			row = row.With(jsvalue.Member{Key: name, Value: value})
		}
	}
	for _, name := range []string{"id", "failure_detail", "seq", "tool_call_id"} {
		put(name, r.field(name))
	}
	if r.RequestID != "" {
		put("request_id", jsvalue.StringValue(r.RequestID))
	}
	if r.Failure {
		put("failure", jsvalue.BoolValue(true))
	}
	if r.carriesUsage() {
		put("extra_metadata", r.metadataWithUsage())
		return row
	}
	for _, name := range []string{"extra_metadata", "provider", "model", "ts", "usage", "reasoning_content", "iteration"} {
		put(name, r.field(name))
	}
	if r.field("tool_calls").IsArray() {
		put("tool_calls", r.callsValue())
	}
	return row
}

// metadataWithUsage is the metadata of a row that carries the usage of a turn.
func (r Row) metadataWithUsage() jsvalue.Value {
	zero := func(value jsvalue.Value) jsvalue.Value {
		if value.IsUndefined() {
			return jsvalue.IntValue(0)
		}
		return value
	}
	usage := r.field("usage")
	bundle := jsvalue.ObjectValue(
		jsvalue.Member{Key: "provider", Value: r.field("provider")}, jsvalue.Member{Key: "model", Value: r.field("model")},
		jsvalue.Member{Key: "usage", Value: usage.With(jsvalue.Member{Key: "context_window", Value: zero(usage.Get("context_window"))})},
		jsvalue.Member{Key: "ts", Value: r.field("ts")}, jsvalue.Member{Key: "tool_calls", Value: r.callsValue()},
		jsvalue.Member{Key: "iteration", Value: zero(r.field("iteration"))})
	if thought := r.field("reasoning_content"); !thought.IsUndefined() {
		bundle = bundle.With(jsvalue.Member{Key: "reasoning_content", Value: thought})
	}
	metadata := r.field("extra_metadata")
	switch {
	case metadata.IsUndefined():
		metadata = jsvalue.ObjectValue()
	case !metadata.IsObject():
		metadata = jsvalue.ObjectValue(jsvalue.Member{Key: "value", Value: metadata})
	}
	return metadata.With(jsvalue.Member{Key: "openhuman_turn_usage", Value: bundle})
}

// callsValue is the calls of a row that have a name (SR-LINE-07).
func (r Row) callsValue() jsvalue.Value {
	var calls []jsvalue.Value
	for _, call := range r.Value.Get("tool_calls").Elements() {
		if !call.IsObject() || !call.Get("name").IsString() {
			continue
		}
		one := object("id", call.Get("id").Text(), "name", call.Get("name").Text(), "arguments", call.Get("arguments").Text())
		if extra := call.Get("extra_content"); !extra.IsNullish() {
			one = one.With(jsvalue.Member{Key: "extra_content", Value: extra})
		}
		calls = append(calls, one)
	}
	return jsvalue.ArrayValue(calls...)
}

func wholeContextProblems(v *View, p *problems) bool {
	if len(v.Input.Files) != 1 {
		return false
	}
	r := readAll(v.Input.Files[0])
	if r.doubt {
		return false
	}
	rows, unresolved := r.contextOf()
	if !r.hasHeader {
		p.add("", "a file without a header has a context")
		return true
	}
	meta := r.last.Without("agent", "version")
	if agent := r.last.Get("agent"); agent.IsString() {
		meta = meta.With(jsvalue.Member{Key: "agent_name", Value: agent})
	}
	got := v.Result.Get("meta")
	if r.conflict { // whether the thread is that of the last header, two rules say differently
		meta, got = meta.Without("thread_id"), got.Without("thread_id")
	}
	if !sameText(meta, got) {
		p.add("meta", "it is not that of the last valid header: %s", differing(meta, got))
	}
	if v.Result.Get("rows").Len() != len(rows) {
		p.add("rows", "there are %d, by the lines %d", v.Result.Get("rows").Len(), len(rows))
		return true
	}
	for i, row := range rows {
		if want, got := row.contextValue(), v.Result.Get("rows").At(i); !sameText(want, got) {
			p.add("rows", "row %d is not that of its line: %s", i, differing(want, got))
		}
	}
	tellingProblems(v, append(slices.Clone(r.told), unresolved...), p)
	return true
}

// differing names the first member in which two objects differ, without its value.
func differing(a, b jsvalue.Value) string {
	for name := range a.Members() {
		if !sameText(a.Get(name), b.Get(name)) {
			return name
		}
	}
	for name := range b.Members() {
		if !a.Has(name) {
			return name
		}
	}
	return "as a whole"
}
