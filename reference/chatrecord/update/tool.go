package update

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ToolMetadata is how a tool call is presented: a title, an ACP kind and the places it touches.
type ToolMetadata struct {
	Title     string
	Kind      string
	Locations []jsvalue.Value
}

// FallbackToolMetadata is what is shown without a registry (CR-REPLAY-19): the name, and the persisted description. The
// title is built from redacted arguments (CR-DEC-23).
func FallbackToolMetadata(toolName string, args jsvalue.Value) ToolMetadata {
	title := toolName
	if description := redact.Secrets(args.Get("description")).Text(); !jsvalue.IsBlank(description) {
		title += ": " + jsvalue.Trim(description)
	}
	return ToolMetadata{Title: title, Kind: "other"}
}

// ToolStart is the start of a tool call.
type ToolStart struct {
	CallID          string
	PersistedCallID string // set when CallID had to differ from the persisted one (CR-DEC-07)
	ToolName        string
	Args            jsvalue.Value // an object
	Metadata        ToolMetadata
	// Joins: the call is settled already, by a result that came first; the start adds what it knows and leaves status and
	// content as they are (CR-DEC-09).
	Joins bool
}

// ToolCallStart builds the update that opens a tool call (CR-REPLAY-19).
func ToolCallStart(start ToolStart, always []jsvalue.Member, origin *Origin) Update {
	u := Update{
		Kind: ToolCall, ToolCallID: start.CallID, ToolStatus: InProgress,
		Title: start.Metadata.Title, ToolKind: start.Metadata.Kind,
		HasToolContent: true, Locations: start.Metadata.Locations, HasLocations: true,
		RawInput: start.Args,
		Meta:     origin.meta(append(toolMeta(start.ToolName, start.PersistedCallID), always...)),
	}
	if start.Joins {
		u.ToolStatus, u.HasToolContent = "", false
	}
	return u
}

// ToolSessionReady builds the update that says that the session of a sub-agent can be opened (CR-REPLAY-42).
func ToolSessionReady(callID string, ready bool, origin *Origin) Update {
	return Update{
		Kind: ToolCallUpdate, ToolCallID: callID, SubagentSessionReady: &ready,
		Meta: origin.meta(nil),
	}
}

// DanglingToolCall builds the update that closes a call whose result was never saved (CR-REPLAY-46). text says so.
func DanglingToolCall(callID, persistedCallID, toolName, text string, origin *Origin) Update {
	return Update{
		Kind: ToolCallUpdate, ToolCallID: callID, ToolStatus: Failed,
		ToolContent: []ToolContent{{Text: text}}, HasToolContent: true,
		Meta: origin.meta(toolMeta(toolName, persistedCallID)),
	}
}

// toolMeta are the open members of every update of a tool: its name, where the tool comes from (CR-REPLAY-22), and the
// persisted call id where ours differs.
func toolMeta(toolName, persistedCallID string) []jsvalue.Member {
	members := make([]jsvalue.Member, 0, 4)
	members = append(members, member("toolName", toolName))
	if server, ok := mcpServer(toolName); ok {
		members = append(members, member("provenance", "mcp"), member("serverId", server))
	} else {
		members = append(members, member("provenance", "builtin"))
	}
	if persistedCallID != "" {
		members = append(members, member("persistedCallId", persistedCallID))
	}
	return members
}

// mcpServer reads mcp__server__tool.
func mcpServer(toolName string) (string, bool) {
	if !strings.HasPrefix(toolName, "mcp__") {
		return "", false
	}
	pieces := strings.SplitN(toolName, "__", 4)
	return pieces[1], len(pieces) >= 3 && pieces[1] != ""
}
