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

func (v *view) toolInput(input jsvalue.Value) {
	if command := input.Get("command"); command.IsString() {
		v.preview(indent+v.style.dim("$ "), command.Text(), inputLines, v.style.plain)
		return
	}
	shown := 0
	for key, value := range input.Members() {
		if shown++; shown > inputItems && !v.full {
			v.leftOut(indent, count(input.Len()-inputItems, "more argument"))
			return
		}
		v.argument(v.short(key), oneText(value))
	}
}

func (v *view) argument(name, text string) {
	if !strings.Contains(text, "\n") {
		v.line(indent, v.style.dim(name+": "), v.short(text))
		return
	}
	v.line(indent, v.style.dim(name+":"))
	v.preview(indent+"  ", text, inputLines, v.style.plain)
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
		if text := oneText(t.RawOutput); text != "" {
			v.output(text)
		}
	}
}

func (v *view) output(text string) {
	v.preview(indent+v.style.dim("| "), text, outputLines, v.style.plain)
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
func oneText(value jsvalue.Value) string {
	if value.IsString() {
		return value.Text()
	}
	return string(jsvalue.Append(nil, value))
}

// plan draws the items of a plan as a checklist.
func (v *view) plan(entries jsvalue.Value) {
	if entries.Len() == 0 {
		v.line(indent, v.style.dim("(the plan is empty)"))
	}
	for _, entry := range entries.Elements() {
		box, paint := "[ ] ", paint(v.style.plain)
		switch entry.Get("status").Text() {
		case "completed":
			box, paint = "[x] ", v.style.dim
		case "in_progress":
			box, paint = "[>] ", v.style.strong
		}
		v.line(indent, paint(box+v.short(entry.Get("content").Text())))
	}
}
