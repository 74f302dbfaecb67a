package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// StepKind says what a step of the replay is.
type StepKind string

// The kinds of steps. Text and Status have a text; Call and Result concern tools.
const (
	Text   StepKind = "text"   // a message, thought or command output
	Image  StepKind = "image"  // an image with its data
	File   StepKind = "file"   // an attachment of type resource
	Link   StepKind = "link"   // a resource link
	Status StepKind = "status" // a notice of its own
	Call   StepKind = "call"   // a functionCall with a name
	Result StepKind = "result" // a functionResponse, or a tool_result record without one
	Vague  StepKind = "vague"  // a payload of a later addition, which this model does not judge
)

// Step is one thing that a record shows, in the order of the replay (sections 5.2 to 5.6).
type Step struct {
	Kind     StepKind
	Role     string        // user, assistant or thought, of a Text; user of Image, File and Link
	Text     string        // of a Text or Status; not empty for a Text unless Free
	Free     bool          // the text is presentation: its wording is the implementation's own
	Discrete bool          // stands by itself (qwenDiscreteMessage)
	Prompt   string        // the prompt id, or else the turn, of what becomes a text; "" for none
	Type     string        // the content type, where a step of role user, assistant or thought has one
	Part     int           // the index in the joined and rewritten parts list, -1 if it comes from no part
	Value    jsvalue.Value // of Image inlineData, of File and Link the entry, of Call and Result the function member
	Beside   bool          // of a Result: text parts of the record are content of its results
	Begins   bool          // of a Call or Result: it makes a block of its own
}

const (
	contextOpen  = "<qwen:user-prompt-submit-context>"
	contextClose = "</qwen:user-prompt-submit-context>"
)

// display is what the records of a chain show, made once for all checks.
type display struct {
	steps [][]Step
	shown [][]Shown
	kinds []map[string]bool
	tools *Tools
	left  map[string]bool // the parents of records off the chain
}

func (c *Chain) readAll() *display {
	r := &display{left: c.parentsLeft()}
	for place := range c.Nodes {
		r.steps = append(r.steps, c.stepsAt(place))
	}
	r.tools = c.match(r.steps)
	for place, steps := range r.steps {
		r.shown = append(r.shown, c.shownAt(place, steps))
		r.kinds = append(r.kinds, c.kindsAt(place, steps))
	}
	return r
}

// Steps are what the record at a place of the chain shows, the notice of a gap included.
func (c *Chain) Steps(place int) []Step { return c.read().steps[place] }

// Shown are the blocks owed for the record at a place of the chain, in order, tools and vague steps left out. Blocks of
// different records never join (CR-BLOCK-06).
func (c *Chain) Shown(place int) []Shown { return c.read().shown[place] }

// Tools are the calls and results of the chain, matched.
func (c *Chain) Tools() *Tools { return c.read().tools }

// kindsOf are the kinds of blocks that the record at a place of the chain can begin.
func (c *Chain) kindsOf(place int) map[string]bool { return c.read().kinds[place] }

func (c *Chain) stepsAt(place int) []Step {
	node := c.Nodes[place]
	var steps []Step
	switch node.Type() {
	case "user":
		steps = node.userSteps()
	case "assistant":
		steps = partSteps(node.Parts(), "assistant")
	case "tool_result":
		steps = node.resultSteps()
	case "system":
		steps = node.systemSteps()
	}
	for i := range steps {
		if node.Subtype() == "realtime_message" || node.Type() == "user" && node.Subtype() == "mid_turn_user_message" {
			steps[i].Discrete = true
		}
	}
	if c.Gap && place == 0 {
		notice := Step{Kind: Text, Role: "assistant", Free: true, Discrete: true, Type: "text", Part: -1}
		steps = append([]Step{notice}, steps...)
	}
	if node.Type() != "user" || c.Gap && place == 0 {
		for i := range steps {
			if steps[i].Prompt == "" {
				steps[i].Prompt = node.turn().Get("turnId").Text()
			}
		}
	}
	return steps
}

func (n *Node) userSteps() []Step {
	steps := n.stepsOfUser()
	for i := range steps {
		// What a notification or cron job says does not carry the id of the prompt, what is attached does (CR-REPLAY-08).
		said := steps[i].Part < 0 && steps[i].Kind == Text && !steps[i].Free
		if prompt := n.DaemonPromptID(); prompt != "" && !(said && (n.Subtype() == "notification" || n.Subtype() == "cron")) {
			steps[i].Prompt = prompt
		} else {
			steps[i].Prompt = n.turn().Get("turnId").Text()
		}
	}
	return steps
}

// turnID is the id of a valid backgroundTurn (CR-REPLAY-04), "" of any other.
func turnID(turn jsvalue.Value) string {
	short := func(key string) bool {
		id := turn.Get(key).Text()
		return id != "" && !jsvalue.LongerThan(id, 256)
	}
	switch turn.Get("kind").Text() {
	case "agent", "monitor", "shell", "workflow", "peer":
	default:
		return ""
	}
	for _, key := range []string{"toolUseId", "sourceTurnId", "label"} {
		if value := turn.Get(key); !value.IsUndefined() && !value.IsString() || jsvalue.LongerThan(value.Text(), 4096) {
			return ""
		}
	}
	if started := turn.Get("startedAt"); !short("turnId") || !short("taskId") || !started.IsFinite() || started.Float() < 0 {
		return ""
	}
	return turn.Get("turnId").Text()
}

func (n *Node) stepsOfUser() []Step {
	payload := n.SystemPayload()
	references := append(attachmentSteps(payload.Get("attachmentReferences")), linkSteps(payload.Get("resourceLinks"))...)
	display := payload.Get("displayText")
	text := withoutReferences(display.Text(), payload.Get("attachmentReferences"))
	switch n.Subtype() {
	case "notification", "cron", "mid_turn_user_message", "goal_runtime":
		if text != "" {
			shown := Step{Kind: Text, Role: "user", Text: text, Type: "text", Part: -1, Discrete: n.Subtype() == "notification"}
			return append([]Step{shown}, references...)
		}
		if n.Subtype() != "mid_turn_user_message" || display.IsString() && len(references) > 0 {
			return references
		}
		return append(partSteps(n.Parts(), "user"), references...)
	}
	return append(partSteps(shownParts(n.Parts(), payload, text), "user"), references...)
}

// withoutReferences takes the lines off a display text that repeat its attachments (CR-REPLAY-11).
func withoutReferences(text string, references jsvalue.Value) string {
	var lines []string
	for _, entry := range references.Elements() {
		if entry.Get("type").Text() == "resource" && entry.Get("attachmentId").IsString() {
			lines = append(lines, "@attachment:///"+encodeURIComponent(entry.Get("attachmentId").Text()))
		}
	}
	repeated := strings.Join(lines, "\n")
	switch {
	case len(lines) == 0:
		return text
	case text == repeated:
		return ""
	}
	return strings.TrimSuffix(text, "\n\n"+repeated)
}

func encodeURIComponent(text string) string {
	const unreserved = "-_.!~*'()"
	var b strings.Builder
	for _, c := range []byte(jsvalue.WellFormed(text)) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
		if letter || strings.IndexByte(unreserved, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const hex = "0123456789ABCDEF"
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}

// attachmentSteps: CR-REPLAY-12, CR-BLOCK-26.
func attachmentSteps(references jsvalue.Value) []Step {
	var steps []Step
	for _, entry := range references.Elements() {
		kind := entry.Get("type").Text()
		if !entry.Get("attachmentId").IsString() || !entry.Get("mimeType").IsString() || !entry.Get("size").IsNumber() {
			continue
		}
		switch kind {
		case "image":
			steps = append(steps, Step{Kind: Text, Role: "user", Free: true, Type: kind, Part: -1, Value: entry})
		case "resource":
			steps = append(steps, Step{Kind: File, Role: "user", Type: kind, Part: -1, Value: entry})
		}
	}
	return steps
}

func linkSteps(links jsvalue.Value) []Step {
	var steps []Step
	for _, entry := range links.Elements() {
		if entry.Get("type").Text() == "resource_link" && entry.Get("uri").Text() != "" && entry.Get("name").IsString() {
			steps = append(steps, Step{Kind: Link, Role: "user", Type: "resource_link", Part: -1, Value: entry})
		}
	}
	return steps
}

// shownParts applies CR-REPLAY-50 to the parts of a user record; display is the displayText after CR-REPLAY-11.
func shownParts(parts []jsvalue.Value, payload jsvalue.Value, display string) []jsvalue.Value {
	tail := hasContextTail(parts)
	switch {
	case payload.Get("displayText").IsString() && (payload.Get("hookContext").IsString() || tail):
		return replaceTexts(parts, display)
	case !payload.IsObject() && tail:
		return parts[:len(parts)-1]
	}
	return parts
}

func hasContextTail(parts []jsvalue.Value) bool {
	if len(parts) < 2 {
		return false
	}
	text := jsvalue.Trim(parts[len(parts)-1].Get("text").Text())
	// The two line feeds may be one: an empty context is a context.
	return strings.HasPrefix(text, contextOpen+"\n") && strings.HasSuffix(text, "\n"+contextClose) &&
		strings.Count(text, contextOpen) == 1 && strings.Count(text, contextClose) == 1
}

func replaceTexts(parts []jsvalue.Value, display string) []jsvalue.Value {
	replacement := jsvalue.ObjectValue(jsvalue.Member{Key: "text", Value: jsvalue.StringValue(display)})
	var shown []jsvalue.Value
	replaced := display == ""
	hadText := false
	for _, part := range parts {
		if !part.Get("text").IsString() {
			shown = append(shown, part)
			continue
		}
		hadText = true
		if !replaced {
			shown = append(shown, replacement)
			replaced = true
		}
	}
	if !hadText && !replaced {
		shown = append(shown, replacement)
	}
	return shown
}

// partSteps: CR-REPLAY-15 to CR-REPLAY-21 for a user or assistant record.
func partSteps(parts []jsvalue.Value, role string) []Step {
	var steps []Step
	for i, part := range parts {
		text, image := part.Get("text"), part.Get("inlineData")
		call, response := part.Get("functionCall"), part.Get("functionResponse")
		if text.Text() != "" {
			step := Step{Kind: Text, Role: role, Text: text.Text(), Type: "text", Part: i}
			if role == "assistant" && part.Get("thought").IsTrue() {
				step.Role = "thought"
			}
			steps = append(steps, step)
		}
		if role == "user" && isImage(image) {
			steps = append(steps, Step{Kind: Image, Role: role, Type: "image", Part: i, Value: image})
		}
		if call.IsObject() {
			if call.Get("name").Text() == "" {
				continue
			}
			steps = append(steps, Step{Kind: Call, Part: i, Value: call})
		}
		if response.IsObject() {
			steps = append(steps, Step{Kind: Result, Part: i, Value: response})
		}
	}
	return steps
}

func isImage(data jsvalue.Value) bool {
	return data.Get("data").IsString() && strings.HasPrefix(data.Get("mimeType").Text(), "image/")
}

// resultSteps: every functionResponse is a result of its own; without any, the record is one (CR-DEC-05, CR-DEC-06).
func (n *Node) resultSteps() []Step {
	var steps []Step
	beside := false
	for i, part := range n.Parts() {
		if response := part.Get("functionResponse"); response.IsObject() {
			steps = append(steps, Step{Kind: Result, Part: i, Value: response})
		}
		beside = beside || part.Get("text").Text() != ""
	}
	if len(steps) == 0 {
		steps = append(steps, Step{Kind: Result, Part: -1})
	}
	for i := range steps {
		steps[i].Beside = beside
	}
	return steps
}

// systemSteps: section 5.6.
func (n *Node) systemSteps() []Step {
	payload := n.SystemPayload()
	switch n.Subtype() {
	case "slash_command":
		return commandSteps(payload)
	case "background_task_completed":
		if display := payload.Get("displayText"); display.IsString() {
			return []Step{{Kind: Status, Text: display.Text(), Part: -1}}
		}
	case "goal_state", "turn_result", "agent_session_ready":
		return []Step{{Kind: Vague, Part: -1}}
	}
	return nil
}

// commandSteps: CR-REPLAY-39, CR-REPLAY-40.
func commandSteps(payload jsvalue.Value) []Step {
	if payload.Get("phase").Text() != "result" {
		return nil
	}
	var steps []Step
	for _, item := range payload.Get("outputHistoryItems").Elements() {
		if text := item.Get("text").Text(); text != "" && !isGoalItem(item) {
			shown := strings.ReplaceAll(text, "\n", "  \n")
			steps = append(steps, Step{Kind: Text, Role: "assistant", Text: shown, Type: "text", Part: -1})
		}
	}
	return steps
}

func isGoalItem(item jsvalue.Value) bool {
	if item.Get("type").Text() != "goal_status" || !item.Get("condition").IsString() {
		return false
	}
	switch item.Get("kind").Text() {
	case "set", "achieved", "cleared", "failed", "aborted", "paused", "checking":
		return true
	}
	return false
}
