package update

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// tool reads the members of a tool call or update; only toolCallId is required.
func (p *parser) tool(v jsvalue.Value, u *Update) {
	u.ToolCallID = p.id(v, "toolCallId")
	u.ToolStatus = p.toolStatus(v)
	u.Title, u.ToolKind = p.optional(v, "", "title"), p.optional(v, "", "kind")
	if u.HasToolContent = v.Has("content"); u.HasToolContent {
		for i, item := range p.list(v, "", "content") {
			u.ToolContent = append(u.ToolContent, p.toolContent(item, "content["+strconv.Itoa(i)+"]"))
		}
	}
	if u.HasLocations = v.Has("locations"); u.HasLocations {
		u.Locations = p.list(v, "", "locations")
	}
	u.RawInput, u.RawOutput = v.Get("rawInput"), v.Get("rawOutput")
	if ready := v.Get("subagentSessionReady"); !ready.IsUndefined() {
		if !ready.IsBool() {
			p.fail("subagentSessionReady", "this is neither true nor false")
		}
		isReady := ready.IsTrue()
		u.SubagentSessionReady = &isReady
	}
}

func (p *parser) toolStatus(v jsvalue.Value) ToolStatus {
	switch status := ToolStatus(p.optional(v, "", "status")); status {
	case "", Pending, InProgress, Completed, Failed, Cancelled:
		return status
	}
	p.fail("status", "this is no known status")
	return ""
}

// toolContent reads a text item or a diff item.
func (p *parser) toolContent(v jsvalue.Value, path string) ToolContent {
	switch v.Get("type").Text() {
	case "content":
		p.only(v, path, "type", "content")
		return ToolContent{Text: p.textContent(v.Get("content"), path+".content").Text}
	case "diff":
		p.only(v, path, "type", "path", "oldText", "newText")
		for _, key := range []string{"path", "oldText", "newText"} {
			p.text(v, path, key)
		}
		return ToolContent{Diff: v}
	}
	p.fail(path, "the content of a tool is a text or a diff")
	return ToolContent{}
}
