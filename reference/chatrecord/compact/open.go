package compact

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxTextUnits is the cap of a block's text (CR-CAP-01). Text that comes to a full block is a cut, however full it got,
// so chunks are not joined across that point.
const maxTextUnits = 100_000

// maxNoticeUnits is more than any text has that stands for something missing.
const maxNoticeUnits = 1000

// textKind numbers the kinds of text; a reducer has at most one open block of each.
type textKind int

const (
	userKind textKind = iota
	agentKind
	thoughtKind
	kinds
	noKind
)

func kindOf(u *update.Update) textKind {
	switch u.Kind {
	case update.UserMessageChunk:
		return userKind
	case update.AgentMessageChunk:
		return agentKind
	case update.AgentThoughtChunk:
		return thoughtKind
	}
	return noKind
}

// openBlocks follows which text blocks a reducer can still extend (CR-BLOCK-06 to CR-BLOCK-08), and how full they are.
type openBlocks struct {
	active  [kinds]*textBlock
	tools   map[string]bool // calls that have a block
	prompts map[string]bool // cancelled prompts that have one
}

// textBlock is what decides about the next chunk.
type textBlock struct {
	ids        []string
	segment    string
	prompt     string
	isDiscrete bool
	units      int // of its text, or more, up to the cap
	endsLine   bool
}

func newOpenBlocks() *openBlocks {
	return &openBlocks{tools: map[string]bool{}, prompts: map[string]bool{}}
}

// takes reports whether the open block of the kind would just append a chunk: it has room, and no line feed comes between
// segments (CR-BLOCK-07).
func (o *openBlocks) takes(u *update.Update) bool {
	b := o.active[kindOf(u)]
	return b != nil && b.units < maxTextUnits && b.segment == segmentID(u.Meta) && b.extends(kindOf(u), u.Meta)
}

// see follows an update that is kept or joined.
func (o *openBlocks) see(u *update.Update) {
	switch u.Kind {
	case update.UserMessageChunk:
		o.userChunk(u)
	case update.AgentMessageChunk, update.AgentThoughtChunk:
		if u.Content.Text != "" {
			o.text(u).grow(u.Content.Text, false)
		}
	case update.ToolCall, update.ToolCallUpdate:
		o.change(o.tools, u.ToolCallID, u.ToolCallID)
	case update.Plan:
		o.change(o.tools, planCallID(u), planCallID(u))
	case update.PromptCancelled:
		made := u.PromptID
		if turn := u.Meta.BackgroundTurn.Get("turnId").Text(); turn != "" {
			made = turn
		}
		o.change(o.prompts, u.PromptID, made)
	case update.Status:
		o.closeAll()
	}
}

func (o *openBlocks) closeAll() { o.active = [kinds]*textBlock{} }

// change changes the block of an id. If there is none, one is made, which has the id made and closes the texts.
func (o *openBlocks) change(blocks map[string]bool, id, made string) {
	if !blocks[id] {
		blocks[made] = true
		o.closeAll()
	}
}

// userChunk tells text from what is attached to it (CR-BLOCK-25, CR-BLOCK-26).
func (o *openBlocks) userChunk(u *update.Update) {
	content := u.Content
	id := content.Value.Get("attachmentId")
	switch {
	case content.Type == "text":
		if content.Text != "" {
			b := o.active[userKind]
			isNewLine := b == nil || b.segment != segmentID(u.Meta)
			o.text(u).grow(content.Text, isNewLine)
		}
	case content.Type == "image" && id.IsString(): // shown as a text that is a reader's own
		b := o.text(u)
		b.units, b.endsLine = min(maxTextUnits, b.units+maxNoticeUnits), false
	case content.Type == "image":
		if content.Value.Get("data").Text() != "" {
			o.attach(u)
		}
	case content.Type == "resource":
		if id.Text() != "" {
			o.attach(u)
		}
	case content.Type == "resource_link":
		o.attach(u)
	}
}

// text is the block that a chunk goes to.
func (o *openBlocks) text(u *update.Update) *textBlock {
	kind := kindOf(u)
	b := o.active[kind]
	if b != nil && b.extends(kind, u.Meta) {
		if segment := segmentID(u.Meta); segment != "" {
			b.segment = segment
		}
		b.mergeMeta(u.Meta)
		return b
	}
	o.closeAll()
	o.active[kind] = newTextBlock(u.Meta)
	return o.active[kind]
}

// attach puts something other than text into the user's block. A new one leaves the agent's blocks open.
func (o *openBlocks) attach(u *update.Update) {
	if b := o.active[userKind]; b != nil && b.hasOrigin(u.Meta) {
		b.mergeMeta(u.Meta)
		return
	}
	o.active[userKind] = newTextBlock(u.Meta)
}

func newTextBlock(meta update.Meta) *textBlock {
	b := &textBlock{segment: segmentID(meta), prompt: promptID(meta), isDiscrete: meta.Get(discrete).IsTrue()}
	b.ids = recordIDs(meta)
	if len(b.ids) > 1 {
		b.ids = withoutRepeats(b.ids)
	}
	return b
}

func withoutRepeats(ids []string) []string {
	seen := make(map[string]bool, len(ids))
	unique := make([]string, 0, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			unique = append(unique, id)
		}
	}
	return unique
}

func (b *textBlock) extends(kind textKind, meta update.Meta) bool {
	if !b.hasOrigin(meta) {
		return false
	}
	if kind == userKind && len(b.ids) > 0 {
		return true
	}
	return !b.isDiscrete && !meta.Get(discrete).IsTrue() && b.segment == segmentID(meta)
}

func (b *textBlock) hasOrigin(meta update.Meta) bool {
	if id := promptID(meta); id != "" && b.prompt != "" && id != b.prompt {
		return false
	}
	return slices.Equal(b.ids, recordIDs(meta))
}

func (b *textBlock) mergeMeta(meta update.Meta) {
	if b.prompt == "" {
		b.prompt = promptID(meta)
	}
	if v := meta.Get(discrete); !v.IsUndefined() {
		b.isDiscrete = v.IsTrue()
	}
}

// grow counts a chunk; a line of its own may cost a line feed.
func (b *textBlock) grow(text string, isNewLine bool) {
	units := jsvalue.Length(text)
	if isNewLine && b.units > 0 && !b.endsLine && !strings.HasPrefix(text, "\n") {
		units++
	}
	b.units = min(maxTextUnits, b.units+units)
	b.endsLine = strings.HasSuffix(text, "\n")
}
