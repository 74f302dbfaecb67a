package textview

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

const (
	inputLines  = 4  // of one member of the input
	inputItems  = 6  // members of the input
	outputLines = 10 // of one output
)

// tool draws a call: its sign, what it was given, what it gave back.
func (v *view) tool(at string, t blocks.ToolCall, noResult bool) {
	sign, word := v.toolSign(t.Status, noResult)
	title := sanitize.Line(t.Title)
	if t.ToolName != "" && !strings.HasPrefix(t.Title, t.ToolName) {
		title += v.style.dim(" (" + sanitize.Line(t.ToolName) + ")")
	}
	v.line(at, "  ", sign, " ", v.style.strong("tool "), title, word)
	if entries := t.RawOutput.Get("entries"); t.ToolKind == "updated_plan" && entries.IsArray() {
		v.plan(entries)
		return
	}
	if !hasDiff(t.Content) {
		v.toolInput(t.RawInput)
	}
	if !noResult {
		v.toolOutput(t)
	}
}

// toolSign is a sign for the status, and the status in words unless all went well.
func (v *view) toolSign(status update.ToolStatus, noResult bool) (sign, word string) {
	switch {
	case noResult:
		return v.style.warn("?"), v.style.warn("  no result")
	case status == update.Completed:
		return v.style.good("✓"), ""
	case status == update.Failed:
		return v.style.bad("✗"), v.style.bad("  failed")
	case status == update.Cancelled:
		return v.style.warn("-"), v.style.warn("  cancelled")
	default:
		return v.style.warn("…"), v.style.warn("  " + strings.ReplaceAll(sanitize.Line(string(status)), "_", " "))
	}
}

func (p *printer) toolInput(input jsvalue.Value) {
	if command := input.Get("command"); command.IsString() {
		p.preview(indent+p.style.dim("$ "), command.Text(), inputLines, p.style.plain)
		return
	}
	p.arguments(input)
}

// arguments draws the members of an input.
func (p *printer) arguments(input jsvalue.Value) {
	shown := 0
	for key, value := range input.Members() {
		if shown++; shown > inputItems && !p.full {
			p.leftOut(indent, count(input.Len()-inputItems, "more argument"))
			return
		}
		p.argument(p.short(key), p.oneText(value))
	}
}

func (p *printer) argument(name, text string) {
	if !strings.Contains(text, "\n") {
		p.line(indent, p.style.dim(name+": "), p.short(text))
		return
	}
	p.line(indent, p.style.dim(name+":"))
	p.preview(indent+"  ", text, inputLines, p.style.plain)
}

func (v *view) toolOutput(t blocks.ToolCall) {
	shown := false
	for _, item := range t.Content {
		if !item.Diff.IsUndefined() {
			v.diff(item.Diff)
			shown = true
		} else if item.Text != "" {
			v.output(item.Text)
			shown = true
		}
	}
	if !shown && !t.RawOutput.IsNullish() {
		if text := v.oneText(t.RawOutput); text != "" {
			v.output(text)
		}
	}
}

func (p *printer) output(text string) {
	p.preview(indent+p.style.dim("| "), text, outputLines, p.style.plain)
}

func hasDiff(content []update.ToolContent) bool {
	for _, item := range content {
		if !item.Diff.IsUndefined() {
			return true
		}
	}
	return false
}

// oneText is a string as it is and anything else as JSON.
func (p *printer) oneText(value jsvalue.Value) string {
	switch {
	case value.IsString():
		return value.Text()
	case p.source:
		return string(jsvalue.AppendSource(nil, value))
	}
	return string(jsvalue.Append(nil, value))
}

// plan draws the items of a plan as a checklist.
func (v *view) plan(entries jsvalue.Value) {
	if entries.Len() == 0 {
		v.line(indent, v.style.dim("(the plan is empty)"))
	}
	for _, entry := range entries.Elements() {
		box, paint := v.box(entry.Get("status").Text())
		v.line(indent, paint(box+v.short(entry.Get("content").Text())))
	}
}

// box is the box of an item with that status, and how its line is painted.
func (p *printer) box(status string) (string, paint) {
	switch status {
	case "completed":
		return "[x] ", p.style.dim
	case "in_progress":
		return "[>] ", p.style.strong
	}
	return "[ ] ", p.style.plain
}
