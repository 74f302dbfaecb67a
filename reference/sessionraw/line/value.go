package line

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// turnUsageKey is where the bundle of a turn's usage lies in the metadata of a row in the context.
const turnUsageKey = "openhuman_turn_usage"

// Value is the row on the wire of the model context (SR-CTX-05).
func (r *Row) Value() jsvalue.Value {
	members := object{}
	members.add("id", r.ID)
	members.add("role", jsvalue.StringValue(r.Role))
	members.add("content", jsvalue.StringValue(r.Content))
	members.add("extra_metadata", r.metadata())
	if !r.HasTurnUsage() {
		members.add("provider", r.Provider)
		members.add("model", r.Model)
		members.add("ts", r.TS)
		members.add("usage", r.Usage)
		members.add("reasoning_content", r.Reasoning)
		members.add("iteration", r.Iteration)
		if r.HasCalls {
			members.add("tool_calls", callsValue(r.Calls))
		}
	}
	members.add("seq", r.Seq)
	members.add("tool_call_id", r.ToolCallID)
	if r.RequestID != "" {
		members.add("request_id", jsvalue.StringValue(r.RequestID))
	}
	if r.Failure {
		members.add("failure", jsvalue.BoolValue(true))
	}
	members.add("failure_detail", r.FailureDetail)
	return members.value()
}

// metadata is the row's own metadata with the bundle of usage in it. Metadata that is no object
// lies beside it as value.
func (r *Row) metadata() jsvalue.Value {
	if !r.HasTurnUsage() {
		return r.ExtraMetadata
	}
	bundle := object{}
	bundle.add("provider", r.Provider)
	bundle.add("model", r.Model)
	usage := r.Usage
	if !usage.Has("context_window") {
		usage = usage.With(jsvalue.Member{Key: "context_window", Value: jsvalue.IntValue(0)})
	}
	bundle.add("usage", usage)
	bundle.add("ts", r.TS)
	bundle.add("reasoning_content", r.Reasoning)
	bundle.add("tool_calls", callsValue(r.Calls))
	iteration := r.Iteration
	if iteration.IsUndefined() {
		iteration = jsvalue.IntValue(0)
	}
	bundle.add("iteration", iteration)
	metadata := r.ExtraMetadata
	if !metadata.IsObject() && !metadata.IsUndefined() {
		metadata = jsvalue.ObjectValue(jsvalue.Member{Key: "value", Value: metadata})
	}
	return metadata.With(jsvalue.Member{Key: turnUsageKey, Value: bundle.value()})
}

func callsValue(calls []Call) jsvalue.Value {
	values := make([]jsvalue.Value, len(calls))
	for i, call := range calls {
		members := object{}
		members.add("id", jsvalue.StringValue(call.ID))
		members.add("name", jsvalue.StringValue(call.Name))
		members.add("arguments", jsvalue.StringValue(call.Arguments))
		members.add("extra_content", call.ExtraContent)
		values[i] = members.value()
	}
	return jsvalue.ArrayValue(values...)
}

// object collects members; absent values are left out.
type object []jsvalue.Member

func (o *object) add(key string, value jsvalue.Value) {
	*o = append(*o, jsvalue.Member{Key: key, Value: value})
}

func (o *object) value() jsvalue.Value { return jsvalue.ObjectValue(*o...) }
