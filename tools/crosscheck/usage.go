package crosscheck

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// usageWalk follows where each side puts token counts: the SDK onto the assistant text that is still open, or else onto
// the last one behind the last user block; the decision onto the last text of the model in this turn.
type usageWalk struct {
	texts     int    // counts the assistant texts
	open      target // SDK: the open one
	last      target // SDK: the last one behind the last user block
	ours      target
	maybe     []target      // what they were before a goal state that is perhaps not shown
	users     int           // counts the user blocks
	startedAt map[*Call]int // user blocks before the call
	sites     Sites
}

// target is an assistant text; the zero value is none.
type target struct {
	number int
	uuid   string
}

// findStrayUsage finds the records whose texts get token counts on one side only.
func findStrayUsage(v *View) Sites {
	w := usageWalk{startedAt: map[*Call]int{}}
	if v.afterGap() {
		w.foreign(v.Chain[0].UUID) // the notice of a gap
	}
	for i := range v.Chain {
		record := &v.Chain[i]
		switch record.Type {
		case "user":
			w.user(record)
		case "assistant":
			w.assistant(v, record)
		case "system":
			w.system(record)
		}
		w.results(v, record)
	}
	return w.sites
}

func (w *usageWalk) foreign(uuid string) {
	w.texts++
	w.open = target{w.texts, uuid}
	w.last = w.open
}

func (w *usageWalk) user(record *Record) {
	text, file := shownText(record), shownFile(record)
	if attachedOnly(record) {
		w.ours = target{} // the SDK shows nothing
	}
	if !text && !file {
		return
	}
	w.users++
	w.last = target{}
	if text && !fileFirst(record) {
		w.open = target{}
	}
	if !slices.Contains([]string{"notification", "cron", "mid_turn_user_message"}, record.Subtype) {
		w.ours = target{}
	}
}

// displayed: the display text of the record stands for its parts.
func displayed(record *Record) bool {
	return slices.Contains(shownByDisplayText, record.Subtype) &&
		(record.Subtype != "mid_turn_user_message" || record.Payload.Get("displayText").Text() != "")
}

// shownText: a user record shows a text.
func shownText(record *Record) bool {
	display := record.Payload.Get("displayText")
	if displayed(record) {
		return display.Text() != "" && !attachedOnly(record)
	}
	for _, reference := range record.Payload.Get("attachmentReferences").Elements() {
		if reference.Get("type").Text() == "image" {
			return true
		}
	}
	if display.IsString() && (record.Payload.Get("hookContext").IsString() || hasTail(record)) {
		return display.Text() != ""
	}
	if record.Subtype == "mid_turn_user_message" && display.IsString() && shownFile(record) {
		return false
	}
	texts := 0
	for _, part := range record.Parts {
		if part.Get("text").Text() != "" {
			texts++
		}
	}
	if !record.Payload.IsObject() && hasTail(record) {
		texts--
	}
	return texts > 0
}

// hasTail: the last part looks like the context that was sent along.
func hasTail(record *Record) bool {
	const begin, end = "<qwen:user-prompt-submit-context>\n", "\n</qwen:user-prompt-submit-context>"
	if len(record.Parts) < 2 {
		return false
	}
	text := jsvalue.Trim(record.Parts[len(record.Parts)-1].Get("text").Text())
	return strings.HasPrefix(text, begin) && strings.HasSuffix(text, end)
}

// fileFirst: the block of a user record is made by an image or a file; the SDK closes nothing for that, nor for a text that joins it.
func fileFirst(record *Record) bool {
	parts, payload := record.Parts, record.Payload
	if record.Subtype == "mid_turn_user_message" && !displayed(record) && payload.Get("displayText").IsString() &&
		payload.Get("attachmentReferences").Len()+payload.Get("resourceLinks").Len() > 0 {
		parts = nil // the attachments are shown in their place
	}
	for _, part := range parts {
		if part.Get("text").Text() != "" {
			return false
		}
		if part.Get("inlineData").Get("data").Text() != "" {
			return !displayed(record)
		}
	}
	for _, reference := range record.Payload.Get("attachmentReferences").Elements() {
		return reference.Get("type").Text() == "resource"
	}
	return false
}

// attachedOnly: a message that has only attachments to show; its text is empty, or does nothing but name them.
func attachedOnly(record *Record) bool {
	text := record.Payload.Get("displayText").Text()
	return displayed(record) && (text == "" || strings.HasPrefix(text, "@attachment:///")) && hasAttachment(record.Payload)
}

// shownFile: a user record shows an image, a file or a link.
func shownFile(record *Record) bool {
	if displayed(record) && record.Payload.Get("displayText").Text() == "" {
		return false
	}
	if hasAttachment(record.Payload) {
		return true
	}
	return !displayed(record) && slices.ContainsFunc(record.Parts, func(part jsvalue.Value) bool {
		return part.Get("inlineData").Get("data").Text() != ""
	})
}

func (w *usageWalk) assistant(v *View, record *Record) {
	counted := !record.Usage.IsObject()
	count := func() {
		if !counted {
			counted = true
			w.count()
		}
	}
	for k, part := range record.Parts {
		if text := part.Get("text").Text(); text != "" {
			if part.Get("thought").IsTrue() {
				w.open = target{}
			} else {
				w.foreign(record.UUID)
				w.ours = w.open
				w.maybe = nil
			}
		}
		call := part.Get("functionCall")
		if call.Get("name").Text() == "" {
			continue
		}
		count()
		if call.Get("name").Text() != "todo_write" {
			w.open = target{}
		}
		for _, c := range v.Calls {
			if c.Record == record && c.Part == k {
				w.startedAt[c] = w.users
			}
		}
	}
	count()
}

// count is where a record's token counts are added.
func (w *usageWalk) count() {
	theirs := w.open
	if theirs.number == 0 {
		theirs = w.last
	}
	candidates := w.maybe
	if theirs != w.ours || len(w.maybe) > 0 {
		candidates = append(candidates, theirs, w.ours)
	}
	for _, t := range candidates {
		if t.number != 0 {
			w.sites.add(t.uuid)
		}
	}
}

func (w *usageWalk) system(record *Record) {
	switch record.Subtype {
	case "slash_command":
		for _, item := range record.Payload.Get("outputHistoryItems").Elements() {
			if record.Payload.Get("phase").Text() == "result" && item.Get("text").Text() != "" {
				w.foreign(record.UUID)
			}
		}
	case "background_task_completed", "turn_result":
		w.open = target{}
	case "goal_state":
		if slices.Contains([]string{"create", "replace", "edit", "pause", "resume", "clear"}, record.Payload.Get("cause").Text()) {
			w.maybe = append(w.maybe, w.open, w.last, w.ours)
			w.users++
			w.open, w.last, w.ours = target{}, target{}, target{}
		}
	}
}

// results: a result of a known call changes its block in place; every other one makes a block, which closes what is open.
// Token counts of a sub-agent are added to an open text if a user block stands between the call and its result.
func (w *usageWalk) results(v *View, record *Record) {
	for _, result := range v.Results {
		if result.Record != record {
			continue
		}
		if record.Type == "tool_result" && (result.Call == nil || result.Second || result.Name == "todo_write") {
			w.open = target{}
		}
		summary := record.Outcome.Get("resultDisplay").Get("executionSummary")
		if summary.IsObject() && result.Call != nil && w.startedAt[result.Call] < w.users && w.open.number != 0 {
			w.sites.add(w.open.uuid)
		}
	}
}
