package blocks

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// AppendJSON appends the block as a JSON object with the members in the order of CR-BLOCK-17; absent
// members are left out. The three clocks of a live view are 0 (CR-BLOCK-01).
func (b *Block) AppendJSON(dst []byte) []byte {
	o := object{append(dst, '{')}
	o.text("id", b.ID)
	o.text("kind", string(b.Kind))
	if b.Kind == Tool {
		b.Tool.appendHead(&o)
	} else if b.Kind != PromptCancelled {
		o.text("text", b.Text)
	}
	o.raw("clientReceivedAt", "0")
	o.raw("createdAt", "0")
	o.raw("updatedAt", "0")
	switch b.Kind {
	case Tool:
		o.value("backgroundTurn", b.BackgroundTurn)
		o.optional("promptId", b.PromptID)
		b.appendOrigin(&o, true)
		b.Tool.appendTail(&o)
	case PromptCancelled:
		o.optional("promptId", b.PromptID)
		o.number("elapsedMs", b.ElapsedMs)
		b.appendOrigin(&o, false)
		o.value("backgroundTurn", b.BackgroundTurn)
		b.appendTime(&o)
	default:
		b.appendOrigin(&o, true)
		o.optional("segmentId", b.SegmentID)
		o.optional("promptId", b.PromptID)
		b.appendMessage(&o)
	}
	return append(o.dst, '}')
}

// appendOrigin appends the records of a block, behind its time where that stands first.
func (b *Block) appendOrigin(o *object, withTime bool) {
	if withTime {
		b.appendTime(o)
	}
	if len(b.SourceRecordIDs) > 0 {
		o.key("sourceRecordIds")
		o.list(len(b.SourceRecordIDs), func(i int) { o.dst = jsvalue.AppendQuoted(o.dst, b.SourceRecordIDs[i]) })
	}
}

func (b *Block) appendTime(o *object) {
	if b.ServerTimestamp.Valid {
		o.number("serverTimestamp", b.ServerTimestamp.Ms)
	}
}

// appendMessage appends what only texts have.
func (b *Block) appendMessage(o *object) {
	if b.Kind == Status {
		o.text("source", b.Source)
		o.value("data", b.Data)
		return
	}
	o.value("meta", b.Meta)
	if b.Kind != User {
		o.raw("streaming", strconv.FormatBool(b.Streaming))
	}
	if b.Kind == Thought {
		o.raw("collapsed", "true")
	}
	if b.Usage != nil {
		o.key("usage")
		usage := object{append(o.dst, '{')}
		usage.number("inputTokens", b.Usage.InputTokens)
		usage.number("outputTokens", b.Usage.OutputTokens)
		usage.number("cachedTokens", b.Usage.CachedTokens)
		o.dst = append(usage.dst, '}')
	}
	if len(b.Images) > 0 {
		o.key("images")
		o.list(len(b.Images), func(i int) {
			image := object{append(o.dst, '{')}
			image.text("data", b.Images[i].Data)
			image.text("mimeType", b.Images[i].MimeType)
			o.dst = append(image.dst, '}')
		})
	}
	if len(b.Files) > 0 {
		o.key("files")
		o.list(len(b.Files), func(i int) {
			file := object{append(o.dst, '{')}
			file.text("name", b.Files[i].Name)
			file.text("mimeType", b.Files[i].MimeType)
			file.text("attachmentId", b.Files[i].AttachmentID)
			o.dst = append(file.dst, '}')
		})
	}
	if len(b.ResourceLinks) > 0 {
		o.key("resourceLinks")
		o.list(len(b.ResourceLinks), func(i int) { o.dst = jsvalue.Append(o.dst, b.ResourceLinks[i]) })
	}
}

func (t *ToolCall) appendHead(o *object) {
	o.text("toolCallId", t.ToolCallID)
	o.text("title", t.Title)
	o.text("status", string(t.Status))
	o.value("preview", t.Preview)
	o.value("resultPreview", t.ResultPreview)
	if t.Background {
		o.raw("background", "true")
	}
	if t.SubagentSessionReady != nil {
		o.raw("subagentSessionReady", strconv.FormatBool(*t.SubagentSessionReady))
	}
}

func (t *ToolCall) appendTail(o *object) {
	o.optional("details", t.Details)
	if t.HasContent {
		o.key("content")
		o.list(len(t.Content), func(i int) { o.dst = appendToolContent(o.dst, t.Content[i]) })
	}
	if t.HasLocations {
		o.key("locations")
		o.list(len(t.Locations), func(i int) { o.dst = jsvalue.Append(o.dst, t.Locations[i]) })
	}
	o.value("rawInput", t.RawInput)
	o.value("rawOutput", t.RawOutput)
	o.optional("toolName", t.ToolName)
	o.optional("toolKind", t.ToolKind)
}

func appendToolContent(dst []byte, item update.ToolContent) []byte {
	if !item.Diff.IsUndefined() {
		return jsvalue.Append(dst, item.Diff)
	}
	dst = append(dst, `{"type":"content","content":{"type":"text","text":`...)
	dst = jsvalue.AppendQuoted(dst, item.Text)
	return append(dst, "}}"...)
}

// object appends members to a JSON object that has been opened.
type object struct{ dst []byte }

func (o *object) key(name string) {
	if o.dst[len(o.dst)-1] != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(o.dst, '"')
	o.dst = append(o.dst, name...)
	o.dst = append(o.dst, `":`...)
}

func (o *object) raw(name, json string) {
	o.key(name)
	o.dst = append(o.dst, json...)
}

func (o *object) text(name, value string) {
	o.key(name)
	o.dst = jsvalue.AppendQuoted(o.dst, value)
}

func (o *object) optional(name, value string) {
	if value != "" {
		o.text(name, value)
	}
}

func (o *object) number(name string, f float64) {
	o.key(name)
	o.dst = jsvalue.AppendNumber(o.dst, f)
}

func (o *object) value(name string, v jsvalue.Value) {
	if !v.IsUndefined() {
		o.key(name)
		o.dst = jsvalue.Append(o.dst, v)
	}
}

func (o *object) list(n int, each func(i int)) {
	o.dst = append(o.dst, '[')
	for i := range n {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		each(i)
	}
	o.dst = append(o.dst, ']')
}
