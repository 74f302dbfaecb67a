package view

import (
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ItemsValue is a list of items on the wire.
func ItemsValue(items []*Item) jsvalue.Value {
	values := make([]jsvalue.Value, len(items))
	for i, item := range items {
		values[i] = item.Value()
	}
	return jsvalue.ArrayValue(values...)
}

// object collects members; absent values are left out.
type object []jsvalue.Member

func (o *object) add(key string, value jsvalue.Value) {
	*o = append(*o, jsvalue.Member{Key: key, Value: value})
}

func (o *object) text(key, text string) { o.add(key, jsvalue.StringValue(text)) }

// textIf leaves an empty text out.
func (o *object) textIf(key, text string) {
	if text != "" {
		o.text(key, text)
	}
}

func (o *object) flag(key string, set bool) {
	if set {
		o.add(key, jsvalue.BoolValue(true))
	}
}

func (o *object) value() jsvalue.Value { return jsvalue.ObjectValue(*o...) }

// Value is the item on the wire (SR-VIEW-01). Append it with jsvalue.AppendSource, so that numbers keep their text.
func (i *Item) Value() jsvalue.Value {
	o := object{}
	o.text("kind", string(i.Kind))
	switch i.Kind {
	case UserMessage:
		o.text("content", i.Content)
		o.add("displayContent", i.Display)
		o.flag("lookalike", i.Lookalike)
		o.textIf("requestId", i.RequestID)
	case AssistantMessage:
		o.text("content", i.Content)
		o.flag("interim", i.Interim)
		o.textIf("requestId", i.RequestID)
		o.add("model", i.Model)
		o.add("iteration", i.Iteration)
	case Reasoning:
		o.text("text", i.Content)
	case InterruptedPartial:
		o.text("text", i.Content)
		o.add("thinking", i.Thinking)
	case TurnBoundary:
		o.text("requestId", i.RequestID)
	case ToolCall:
		i.Call.members(&o)
	case Compaction:
		i.Marker.members(&o)
	case Subagent:
		i.Subagent.members(&o, i.RequestID)
	}
	return o.value()
}

func (c *Call) members(o *object) {
	o.text("callId", c.ID)
	o.text("name", c.Name)
	o.add("args", c.Args)
	o.add("result", c.Result)
	o.text("status", string(c.Status))
	if c.Status == Error {
		failure := object{}
		failure.add("detail", c.Detail)
		o.add("failure", failure.value())
	}
}

func (m *Marker) members(o *object) {
	o.add("replacedCount", jsvalue.IntValue(int64(m.Replaced)))
	o.add("keptCount", jsvalue.IntValue(int64(m.Kept)))
	o.add("ts", m.TS)
	o.textIf("requestId", m.RequestID)
	var rows []jsvalue.Value
	for _, scaffold := range m.Scaffolding {
		row := object{}
		row.text("role", scaffold.Role)
		row.text("content", scaffold.Content)
		rows = append(rows, row.value())
	}
	if rows != nil {
		o.add("scaffolding", jsvalue.ArrayValue(rows...))
	}
}

func (s *SubAgent) members(o *object, requestID string) {
	o.text("id", s.ID)
	o.textIf("requestId", requestID)
	o.textIf("agentId", s.AgentID)
	o.textIf("taskId", s.TaskID)
	o.textIf("callId", s.CallID)
	o.text("status", string(s.Status))
	o.add("items", ItemsValue(s.Items))
}

// Value is the view on the wire (SR-VIEW-02).
func (v View) Value() jsvalue.Value {
	o := object{}
	o.text("threadId", v.ThreadID)
	o.add("hasTranscript", jsvalue.BoolValue(v.HasTranscript))
	o.add("items", ItemsValue(v.Items))
	o.add("diagnostics", diagnostic.ListValue(v.Diagnostics))
	o.add("complete", jsvalue.BoolValue(v.Complete))
	return o.value()
}
