package prepare

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Value returns the record as its JSON object, in the shape that Validate reads, absent members left out (CR-PREP-25):
//
//	{uuid, parentUuid, sessionId, timestamp?, type, subtype?, message?: {role?, parts?},
//	 usageMetadata?, toolCallResult?, systemPayload?, model?, daemonPromptId?, backgroundTurn?}
//
// parentUuid is what the record had, null or a string that may be empty.
func (r *Record) Value() jsvalue.Value {
	members := []jsvalue.Member{
		text("uuid", r.UUID), {Key: "parentUuid", Value: r.parentValue()}, text("sessionId", r.SessionID),
	}
	add := func(key string, value jsvalue.Value) {
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	addText := func(key, value string) {
		if value != "" {
			members = append(members, text(key, value))
		}
	}
	addText("timestamp", r.TimestampText)
	members = append(members, text("type", string(r.Type)))
	addText("subtype", r.Subtype)
	if r.HasMessage {
		add("message", r.messageValue())
	}
	add("usageMetadata", r.UsageMetadata)
	add("toolCallResult", r.ToolCallResult)
	add("systemPayload", r.SystemPayload)
	add("model", r.Model)
	addText("daemonPromptId", r.DaemonPromptID)
	add("backgroundTurn", r.BackgroundTurn)
	return jsvalue.ObjectValue(members...)
}

func (r *Record) messageValue() jsvalue.Value {
	var members []jsvalue.Member
	if r.Role != "" {
		members = append(members, text("role", r.Role))
	}
	if r.HasParts {
		members = append(members, jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(r.Parts[:len(r.Parts):len(r.Parts)]...)})
	}
	return jsvalue.ObjectValue(members...)
}

// parentValue tells a root that was persisted with an empty parent from one with null.
func (r *Record) parentValue() jsvalue.Value {
	if r.ParentUUID == "" && !r.source.Get("parentUuid").IsString() {
		return jsvalue.NullValue()
	}
	return jsvalue.StringValue(r.ParentUUID)
}

// Value returns the gap as its JSON object {childUuid, missingParentUuid}.
func (g Gap) Value() jsvalue.Value {
	return jsvalue.ObjectValue(text("childUuid", g.ChildUUID), text("missingParentUuid", g.MissingParentUUID))
}

func text(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}
