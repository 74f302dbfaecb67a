package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Value returns the update as its JSON object.
func (u Update) Value() jsvalue.Value {
	members := []jsvalue.Member{member("sessionUpdate", string(u.Kind))}
	add := func(key string, v jsvalue.Value) { members = append(members, jsvalue.Member{Key: key, Value: v}) }
	addText := func(key, text string) {
		if text != "" {
			add(key, jsvalue.StringValue(text))
		}
	}
	switch u.Kind {
	case ToolCall, ToolCallUpdate:
		add("toolCallId", jsvalue.StringValue(u.ToolCallID))
		addText("status", string(u.ToolStatus))
		addText("title", u.Title)
		if u.HasToolContent {
			add("content", ToolContentValue(u.ToolContent))
		}
		if u.HasLocations {
			add("locations", jsvalue.ArrayValue(u.Locations...))
		}
		addText("kind", u.ToolKind)
		add("rawInput", u.RawInput)
		add("rawOutput", u.RawOutput)
		if u.SubagentSessionReady != nil {
			add("subagentSessionReady", jsvalue.BoolValue(*u.SubagentSessionReady))
		}
	case Plan:
		entries := make([]jsvalue.Value, 0, len(u.Entries))
		for _, entry := range u.Entries {
			entries = append(entries, entry.Value())
		}
		add("entries", jsvalue.ArrayValue(entries...))
	case Status:
		add("content", u.Content.value())
		add("source", jsvalue.StringValue(u.Source))
		add("data", u.Data)
	case PromptCancelled:
		add("promptId", jsvalue.StringValue(u.PromptID))
		add("elapsedMs", jsvalue.NumberValue(u.ElapsedMs))
		add("cancelledAt", jsvalue.NumberValue(u.CancelledAt))
	default:
		add("content", u.Content.value())
	}
	if meta := u.Meta.Value(); meta.Len() > 0 {
		add("_meta", meta)
	}
	return jsvalue.ObjectValue(members...)
}

func (c Content) value() jsvalue.Value {
	if c.Type != "text" {
		return c.Value
	}
	return jsvalue.ObjectValue(member("type", "text"), member("text", c.Text))
}

// ToolContentValue returns a content list as its JSON array.
func ToolContentValue(items []ToolContent) jsvalue.Value {
	values := make([]jsvalue.Value, 0, len(items))
	for _, item := range items {
		if !item.Diff.IsUndefined() {
			values = append(values, item.Diff)
			continue
		}
		values = append(values, jsvalue.ObjectValue(member("type", "content"),
			jsvalue.Member{Key: "content", Value: TextContent(item.Text).value()}))
	}
	return jsvalue.ArrayValue(values...)
}

// Value returns the entry as its JSON object.
func (e PlanEntry) Value() jsvalue.Value {
	members := []jsvalue.Member{member("content", e.Content), member("priority", e.Priority), member("status", e.Status)}
	if !e.Todo.IsUndefined() {
		members = append(members, jsvalue.Member{
			Key: "_meta", Value: jsvalue.ObjectValue(jsvalue.Member{Key: "qwenTodo", Value: e.Todo}),
		})
	}
	return jsvalue.ObjectValue(members...)
}

// Value returns the meta object: the open members, timestamp, qwenTranscript, backgroundTurn (CR-REPLAY-02).
func (m Meta) Value() jsvalue.Value {
	members := m.openMembers()
	if p := m.Provenance; p != nil {
		members = append(members, jsvalue.Member{Key: "qwenTranscript", Value: p.value()})
	}
	return jsvalue.ObjectValue(append(members, jsvalue.Member{Key: "backgroundTurn", Value: m.BackgroundTurn})...)
}

// WithoutTransport returns the meta object without the internal transport member (CR-BLOCK-03).
func (m Meta) WithoutTransport() jsvalue.Value {
	return jsvalue.ObjectValue(append(m.openMembers(), jsvalue.Member{Key: "backgroundTurn", Value: m.BackgroundTurn})...)
}

func (m Meta) openMembers() []jsvalue.Member {
	members := make([]jsvalue.Member, 0, len(m.Extra)+3)
	members = append(members, m.Extra...)
	if m.Timestamp.Valid {
		members = append(members, jsvalue.Member{Key: "timestamp", Value: jsvalue.NumberValue(m.Timestamp.Ms)})
	}
	return members
}

func (p *Provenance) value() jsvalue.Value {
	ids := make([]jsvalue.Value, 0, len(p.SourceRecordIDs))
	for _, id := range p.SourceRecordIDs {
		ids = append(ids, jsvalue.StringValue(id))
	}
	members := []jsvalue.Member{{Key: "sourceRecordIds", Value: jsvalue.ArrayValue(ids...)}}
	for _, m := range []jsvalue.Member{
		member("planToolCallId", p.PlanToolCallID), member("resultPreviewText", p.ResultPreviewText), member("segmentId", p.SegmentID),
	} {
		if m.Value.Text() != "" {
			members = append(members, m)
		}
	}
	return jsvalue.ObjectValue(members...)
}
