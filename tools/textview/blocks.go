package textview

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/blocks"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

func (v *view) blocks() {
	list := v.session.Projection.Blocks
	for i, block := range list {
		v.lossNotes(v.losses.before[i])
		at := v.clock(block.ServerTimestamp)
		v.line()
		v.block(i, at, block)
		v.lossNotes(v.losses.after[i])
	}
	v.lossNotes(v.losses.before[len(list)])
}

func (v *view) block(i int, at string, b blocks.Block) {
	switch {
	case v.losses.gap[i]:
		v.gap(b)
	case b.Kind == blocks.Tool && b.Tool != nil:
		v.tool(at, *b.Tool, v.losses.noResult[i])
	case b.Kind == blocks.PromptCancelled:
		v.line(at, "  ", v.style.warn(fmt.Sprintf("prompt cancelled after %.1f s", b.ElapsedMs/1000)))
	default:
		v.message(at, b)
	}
}

// message draws what somebody said, thought or reported, and what came with it.
func (v *view) message(at string, b blocks.Block) {
	name, prefix, paint := string(b.Kind), indent, paint(v.style.plain)
	switch b.Kind {
	case blocks.Thought:
		name, prefix, paint = v.style.dim(name), indent+v.style.dim("~ "), v.style.dim
	case blocks.Status:
		name, paint = v.style.dim(name), v.style.dim
	default:
		name = v.style.speaker(name)
	}
	v.line(at, "  ", name, v.source(b), v.usage(b))
	if b.Text != "" {
		v.whole(prefix, b.Text, paint)
	}
	v.attachments(b)
}

// sourceNames are the known places where a message comes from when it was not simply typed or answered.
var sourceNames = map[string]string{
	"mid_turn_message_injected": "while the agent worked",
	"background_notification":   "notification",
	"background_task_completed": "background task completed",
	"slash_command":             "slash command",
	"goal_control":              "goal",
	"cron":                      "scheduled",
	"realtime_voice":            "voice",
}

func (v *view) source(b blocks.Block) string {
	source := b.Source
	if source == "" {
		source = b.Meta.Get("source").Text()
	}
	if source == "" {
		return ""
	}
	if name, known := sourceNames[source]; known {
		source = name
	}
	return v.style.dim(" (" + sanitize.Line(source) + ")")
}

func (v *view) usage(b blocks.Block) string {
	if b.Usage == nil {
		return ""
	}
	return v.style.dim(fmt.Sprintf("  %.0f tokens in, %.0f out", b.Usage.InputTokens, b.Usage.OutputTokens))
}

func (v *view) attachments(b blocks.Block) {
	for _, image := range b.Images {
		v.line(indent, v.style.dim(fmt.Sprintf("[image %s, %d bytes]", sanitize.Line(image.MimeType), imageSize(image.Data))))
	}
	for _, file := range b.Files {
		v.line(indent, v.style.dim(fmt.Sprintf("[file %s, %s, not kept in the session]",
			sanitize.Line(file.Name), sanitize.Line(file.MimeType))))
	}
	for _, link := range b.ResourceLinks {
		v.line(indent, v.style.dim(fmt.Sprintf("[link %s %s]",
			clip(link.Get("name").Text()), clip(link.Get("uri").Text()))))
	}
}

// imageSize is the number of bytes that base64 text or a data URI holds.
func imageSize(data string) int {
	if _, encoded, ok := strings.Cut(data, ","); ok && strings.HasPrefix(data, "data:") {
		data = encoded
	}
	return len(strings.TrimRight(data, "=")) * 3 / 4
}

// gap stands in for history that is not there.
func (v *view) gap(b blocks.Block) {
	v.line(v.style.warn("~~~~~~~~ history is missing here (history_gap) ~~~~~~~~"))
	v.whole(indent, b.Text, v.style.dim)
}

// maxNotes bounds the losses that are named at one place.
const maxNotes = 5

// lossNotes says at its place what was lost.
func (p *printer) lossNotes(list []diagnostic.Diagnostic) {
	for i, d := range list {
		if i == maxNotes {
			p.line("  ", p.style.warn(fmt.Sprintf("! and %d more losses here", len(list)-maxNotes)))
			return
		}
		where := ""
		if line, _, ok := d.Line(); ok {
			where = fmt.Sprintf(" at line %d", line)
		}
		if d.File() != "" {
			where += " of " + clip(d.File())
		}
		p.line("  ", p.style.warn("! "+string(d.Code())+where+": "+sanitize.Line(d.Message())))
	}
}
