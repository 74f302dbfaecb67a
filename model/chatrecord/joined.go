package chatrecord

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Type is that of the first fragment.
func (n *Node) Type() string { return n.First().Type }

// Subtype is that of the first fragment, "" when it has none.
func (n *Node) Subtype() string { return n.First().Subtype }

// SystemPayload is that of the first fragment.
func (n *Node) SystemPayload() jsvalue.Value { return n.First().Value.Get("systemPayload") }

// DaemonPromptID is that of the first fragment, "" when it is blank (CR-PREP-13).
func (n *Node) DaemonPromptID() string {
	if id := n.First().Value.Get("daemonPromptId").Text(); !jsvalue.IsBlank(id) {
		return id
	}
	return ""
}

// originals are the fragments that are no copies.
func (n *Node) originals() []Record {
	if len(n.Copies) == 0 {
		return n.Fragments
	}
	copies := make(map[int]bool)
	for _, c := range n.Copies {
		copies[c.Index] = true
	}
	var out []Record
	for _, fragment := range n.Fragments {
		if !copies[fragment.Index] {
			out = append(out, fragment)
		}
	}
	return out
}

// Parts are the parts of all fragments, one list behind the other (CR-PREP-25).
func (n *Node) Parts() []jsvalue.Value {
	var parts []jsvalue.Value
	for _, fragment := range n.originals() {
		parts = append(parts, fragment.Parts()...)
	}
	return parts
}

// Role is that of the first fragment with a message, "" when that has no text there.
func (n *Node) Role() string {
	for _, fragment := range n.originals() {
		if message := fragment.Value.Get("message"); message.IsObject() {
			return message.Get("role").Text()
		}
	}
	return ""
}

// UsageMetadata is the last truthy one.
func (n *Node) UsageMetadata() jsvalue.Value {
	var usage jsvalue.Value
	for _, fragment := range n.originals() {
		if value := fragment.Value.Get("usageMetadata"); value.Truthy() {
			usage = value
		}
	}
	return usage
}

// ToolCallResult is the first truthy one.
func (n *Node) ToolCallResult() jsvalue.Value { return n.firstTruthy("toolCallResult") }

// Model is the first truthy one.
func (n *Node) Model() jsvalue.Value { return n.firstTruthy("model") }

func (n *Node) firstTruthy(member string) jsvalue.Value {
	for _, fragment := range n.originals() {
		if value := fragment.Value.Get(member); value.Truthy() {
			return value
		}
	}
	return jsvalue.Value{}
}

// Time is the latest instant of the fragments, in epoch milliseconds, and its spelling in the first fragment that has it
// (CR-DEC-14). ok is false when no fragment has a valid timestamp.
func (n *Node) Time() (ms int64, spelling string, ok bool) {
	for _, fragment := range n.originals() {
		if fragment.HasTime && (!ok || fragment.Time > ms) {
			ms, spelling, ok = fragment.Time, fragment.Timestamp, true
		}
	}
	return ms, spelling, ok
}
