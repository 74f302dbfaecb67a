package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Shown is a block that is owed for what a record shows beside its tools: text, images, files, links or a notice.
type Shown struct {
	Kind   string // user, assistant, thought or status
	UUID   string // its one source record
	Text   string // the whole text, unless Free
	Free   bool   // part of the text is presentation; then Fixed are the parts that are not, in order
	Fixed  []string
	Images []jsvalue.Value // inlineData
	Prompt string          // the prompt id, "" for none
	Files  []jsvalue.Value
	Links  []jsvalue.Value // distinct by uri
}

// shower puts the steps of one record together, by CR-REPLAY-03 and CR-BLOCK-05 to CR-BLOCK-08.
type shower struct {
	uuid   string
	blocks []Shown
	open   string // kind of the block that may still grow, "" if none

	key     string // what the current segment is about, "" if there is none
	segment int
	texts   int // segment of the last text of the open block
	prompt  string
}

func (c *Chain) shownAt(place int, steps []Step) []Shown {
	s := shower{uuid: c.Nodes[place].UUID}
	silent := func(step Step) bool { return step.Value.Get("name").Text() == "todo_write" }
	for _, step := range steps {
		switch step.Kind {
		case Call, Result:
			// A silent start emits nothing, so that the text goes on (CR-DEC-04). Only a new block ends a text (CR-BLOCK-08).
			if step.Kind == Result || !silent(step) {
				s.key = ""
			}
			if step.Begins {
				s.open = ""
			}
		case Status:
			s.blocks = append(s.blocks, Shown{Kind: "status", UUID: s.uuid, Text: step.Text})
			s.open = ""
		case Vague:
		default:
			s.chunk(step)
		}
	}
	return s.blocks
}

func (s *shower) chunk(step Step) {
	if key := step.Role + " " + step.Type; key != s.key {
		s.key = key
		s.segment++
	}
	if step.showsSomething() {
		s.grow(step)
	}
	if step.Discrete {
		s.key = ""
	}
}

// showsSomething: a step of a text, an image, a file or a link is not empty.
func (step Step) showsSomething() bool {
	switch step.Kind {
	case Image:
		return step.Value.Get("data").Text() != ""
	case File:
		return step.Value.Get("attachmentId").Text() != ""
	case Link:
		return true
	}
	return step.Free || step.Text != ""
}

func (s *shower) grow(step Step) {
	// Only a user text goes on in another segment; in an assistant record what stands apart was discrete.
	apart := step.Role != "user" && (step.Discrete || s.texts != s.segment)
	otherPrompt := s.prompt != "" && step.Prompt != "" && s.prompt != step.Prompt
	if s.open != step.Role || apart || otherPrompt {
		s.blocks = append(s.blocks, Shown{Kind: step.Role, UUID: s.uuid})
		s.open, s.prompt = step.Role, step.Prompt
	}
	if s.prompt == "" {
		s.prompt = step.Prompt
	}
	block := &s.blocks[len(s.blocks)-1]
	block.Prompt = s.prompt
	switch step.Kind {
	case Image:
		block.Images = append(block.Images, step.Value)
	case File:
		block.Files = append(block.Files, step.Value)
	case Link:
		block.addLink(step.Value)
	default:
		block.addText(step, s.texts != s.segment)
		s.texts = s.segment
	}
}

func (b *Shown) addLink(link jsvalue.Value) {
	for _, other := range b.Links {
		if other.Get("uri").Text() == link.Get("uri").Text() {
			return
		}
	}
	b.Links = append(b.Links, link)
}

func (b *Shown) addText(step Step, newSegment bool) {
	if step.Free {
		b.Free = true
		return
	}
	b.Fixed = append(b.Fixed, step.Text)
	if b.Kind == "user" && b.Text != "" && newSegment && !strings.HasSuffix(b.Text, "\n") && !strings.HasPrefix(step.Text, "\n") {
		b.Text = jsvalue.Concat(b.Text, "\n")
	}
	b.Text = jsvalue.Concat(b.Text, step.Text)
}
