package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// UserMessage builds a chunk of what the user said.
func UserMessage(content Content, extra []jsvalue.Member, origin *Origin) Update {
	return Update{Kind: UserMessageChunk, Content: content, Meta: origin.meta(extra)}
}

// AgentMessage builds a chunk of what the agent said.
func AgentMessage(content Content, extra []jsvalue.Member, origin *Origin) Update {
	return Update{Kind: AgentMessageChunk, Content: content, Meta: origin.meta(extra)}
}

// AgentThought builds a chunk of what the agent thought.
func AgentThought(content Content, extra []jsvalue.Member, origin *Origin) Update {
	return Update{Kind: AgentThoughtChunk, Content: content, Meta: origin.meta(extra)}
}

// TokenUsage is what one model response or one sub-agent cost. A nil pointer is a number that was not persisted.
type TokenUsage struct {
	InputTokens, OutputTokens, TotalTokens float64
	ThoughtTokens, CachedReadTokens        *float64
}

// Usage builds the chunk that carries token counts: an agent message without text (CR-REPLAY-14). parentToolCallID names
// the call of a sub-agent, or is "" (CR-REPLAY-35).
func Usage(usage TokenUsage, parentToolCallID string, extra []jsvalue.Member, origin *Origin) Update {
	members := append(make([]jsvalue.Member, 0, 5),
		jsvalue.Member{Key: "inputTokens", Value: jsvalue.NumberValue(usage.InputTokens)},
		jsvalue.Member{Key: "outputTokens", Value: jsvalue.NumberValue(usage.OutputTokens)},
		jsvalue.Member{Key: "totalTokens", Value: jsvalue.NumberValue(usage.TotalTokens)})
	if usage.ThoughtTokens != nil {
		members = append(members, jsvalue.Member{Key: "thoughtTokens", Value: jsvalue.NumberValue(*usage.ThoughtTokens)})
	}
	if usage.CachedReadTokens != nil {
		members = append(members, jsvalue.Member{Key: "cachedReadTokens", Value: jsvalue.NumberValue(*usage.CachedReadTokens)})
	}
	all := []jsvalue.Member{{Key: "usage", Value: jsvalue.ObjectValue(members...)}}
	if parentToolCallID != "" {
		all = append(all, member("parentToolCallId", parentToolCallID))
	}
	return Update{Kind: AgentMessageChunk, Content: TextContent(""), Meta: origin.meta(append(all, extra...))}
}
