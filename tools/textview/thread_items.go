package textview

import (
	"fmt"

	rawview "github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// nested stands before each line of what a sub-agent did.
const nested = "  │ "

// items draws items; depth of nesting is bounded by the view itself (SR-SUB-02).
func (v *threadView) items(list []*rawview.Item) {
	for _, item := range list {
		if file, ok := v.notes.begins[item.Origin]; ok {
			v.line()
			v.line(v.style.dim("== file " + clip(file) + " =="))
		}
		v.lossNotes(v.notes.before[item.Origin])
		v.line()
		v.item(item)
		v.lossNotes(v.notes.after[item.Origin])
	}
}

func (v *threadView) item(item *rawview.Item) {
	switch item.Kind {
	case rawview.TurnBoundary:
		v.turn(item.RequestID)
	case rawview.UserMessage:
		v.user(item)
	case rawview.AssistantMessage:
		v.line(v.style.speaker("assistant"), v.assistantMarks(item))
		v.whole(indent, item.Content, v.style.plain)
	case rawview.Reasoning:
		v.line(v.style.dim("thought"))
		v.whole(indent+v.style.dim("~ "), item.Content, v.style.dim)
	case rawview.InterruptedPartial:
		v.line(v.style.speaker("assistant"), v.style.warn("  interrupted"))
		if item.Thinking.Text() != "" {
			v.whole(indent+v.style.dim("~ "), item.Thinking.Text(), v.style.dim)
		}
		v.whole(indent, item.Content, v.style.plain)
	case rawview.ToolCall:
		v.call(item.Call, v.isOrphan(item))
	case rawview.Compaction:
		v.compaction(item.Marker)
	case rawview.Subagent:
		v.subagent(item.Subagent, item.Origin)
	}
}

func (v *threadView) turn(requestID string) {
	v.line(v.style.dim("== turn " + clip(requestID) + " =="))
}

// user draws what the user wrote; blocks that a program put before it are hidden and counted, unless all is asked for.
func (v *threadView) user(item *rawview.Item) {
	text, marks := item.Content, ""
	if display := item.Display; display.IsString() {
		hidden := len(item.Content) - len(display.Text())
		marks = fmt.Sprintf(" (with %d bytes of injected context)", hidden)
		if !v.full {
			text = display.Text()
			marks = fmt.Sprintf(" (without %d bytes of injected context)", hidden)
		}
	}
	if item.Lookalike {
		marks += " (looks like injected context)"
	}
	v.line(v.style.speaker("user"), v.style.dim(marks))
	if text != "" {
		v.whole(indent, text, v.style.plain)
	}
}

func (v *threadView) assistantMarks(item *rawview.Item) string {
	marks := ""
	if item.Interim {
		marks = " (before calls)"
	}
	if model := item.Model; model.IsString() {
		marks += "  " + clip(model.Text())
	}
	return v.style.dim(marks)
}

// callSign is a sign for the status, and the status in words unless all went well.
func (v *threadView) callSign(status rawview.Status) (sign, word string) {
	switch status {
	case rawview.Success:
		return v.style.good("✓"), ""
	case rawview.Error:
		return v.style.bad("✗"), v.style.bad("  failed")
	}
	return v.style.warn("?"), v.style.warn("  no result")
}

// isOrphan reports whether a call was made up for a result that answers none.
func (v *threadView) isOrphan(item *rawview.Item) bool {
	at := item.Origin
	at.Ordinal = 0
	return v.notes.orphans[at] && item.Call.Args.IsUndefined()
}

func (v *threadView) call(c *rawview.Call, orphan bool) {
	sign, word := v.callSign(c.Status)
	if orphan {
		word += v.style.warn("  answers no call")
	}
	v.line(sign, " ", v.style.strong("tool "), sanitize.Line(c.Name), word)
	if args := c.Args; args.IsObject() {
		v.arguments(args)
	} else if !args.IsUndefined() {
		v.preview(indent, v.oneText(args), inputLines, v.style.plain)
	}
	if c.Result.Text() != "" {
		v.output(c.Result.Text())
	}
	if detail := c.Detail.Text(); detail != "" && detail != c.Result.Text() {
		v.preview(indent+v.style.bad("! "), detail, outputLines, v.style.plain)
	}
}

// compaction draws the seam; what the program made up to replace the rows is nobody's words and is shown as such.
func (v *threadView) compaction(m *rawview.Marker) {
	stamp := ""
	if m.TS.IsString() {
		stamp = "  " + clip(m.TS.Text())
	}
	v.line(v.style.dim(fmt.Sprintf("== the model's context of %s was replaced by %s ==%s", count(m.Replaced, "row"), count(m.Kept, "row"), stamp)))
	for _, row := range m.Scaffolding {
		v.line(indent, v.style.dim("made for the model, as if by "+clip(row.Role)+":"))
		v.preview(indent+v.style.dim("% "), row.Content, outputLines, v.style.dim)
	}
}

// subagent draws a run of a sub-agent with all that it did.
func (v *threadView) subagent(s *rawview.SubAgent, at rawview.Origin) {
	name := s.AgentID
	if name == "" {
		name = s.ID
	}
	title := v.style.strong("sub-agent ") + clip(name)
	if s.ID != name {
		title += v.style.dim(" (" + clip(s.ID) + ")")
	}
	paint := v.style.warn
	if s.Status == rawview.Completed {
		paint = v.style.good
	}
	v.line("> ", title, "  ", paint(string(s.Status)))
	outer := v.margin
	v.margin += nested
	if len(s.Items) == 0 {
		v.line(v.style.dim("nothing is shown of it"))
	}
	v.items(s.Items)
	v.lossNotes(v.notes.inside[at])
	v.margin = outer
}
