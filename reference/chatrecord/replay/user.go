package replay

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The tags around context that a hook appended to a prompt for the model (CR-REPLAY-50).
const (
	submitContextOpen  = "<qwen:user-prompt-submit-context>"
	submitContextClose = "</qwen:user-prompt-submit-context>"
)

// user replays a user record: its display text where the subtype has one, else its parts; then its attachments.
func (r *run) user() bool {
	payload := r.record.SystemPayload
	r.demandObject(payload, "systemPayload")
	if text := payload.Get("displayText"); !text.IsNullish() && !text.IsString() {
		r.malformed("systemPayload.displayText", "the text to display is not a string")
	}
	base := r.messageExtra()
	display, hasDisplay := displayText(payload)
	switch r.record.Subtype {
	case "notification":
		extra := r.extra(stringMember("source", "background_notification"), discreteMember)
		if task := payload.Get("backgroundTask"); task.IsObject() {
			extra = r.extra(stringMember("source", "background_notification"), discreteMember, jsvalue.Member{Key: "backgroundTask", Value: task})
		}
		return r.displayOnly(display, hasDisplay, extra, base)
	case "cron":
		return r.displayOnly(display, hasDisplay, r.extra(stringMember("source", "cron")), base)
	case "goal_runtime":
		return r.displayOnly(display, hasDisplay, base, base)
	case "mid_turn_user_message":
		if display != "" {
			return r.displayOnly(display, true, base, base)
		}
		if hasDisplay && len(r.attachments()) > 0 { // CR-REPLAY-09
			return r.emitAttachments(base)
		}
	}
	return r.parts(r.visibleParts(), base) && r.emitAttachments(base) // CR-REPLAY-10
}

// messageExtra are the open members of what the user said (CR-REPLAY-07).
func (r *run) messageExtra() []jsvalue.Member {
	var members []jsvalue.Member
	if r.record.DaemonPromptID != "" {
		members = append(members, stringMember("promptId", r.record.DaemonPromptID))
	}
	if r.record.Subtype == "mid_turn_user_message" {
		members = append(members, stringMember("source", "mid_turn_message_injected"), discreteMember)
	}
	return r.extra(members...)
}

// displayOnly shows the display text and never the parts, which are the model's (CR-REPLAY-08). An empty display text is
// meant; a missing one loses the parts, which is said (CR-DEC-02).
func (r *run) displayOnly(display string, hasDisplay bool, extra, base []jsvalue.Member) bool {
	if display == "" {
		if !hasDisplay && len(r.record.Parts) > 0 {
			r.malformed("systemPayload.displayText", "there is no text to display; the parts are not shown")
		}
		return r.emitAttachments(base) // also when nothing but the lines of the attachments was to be displayed
	}
	return r.emit(update.UserMessage(update.TextContent(display), extra, r.origin()), nil) && r.emitAttachments(base)
}

// displayText reads systemPayload.displayText and cuts the lines that stand for attachments (CR-REPLAY-11).
func displayText(payload jsvalue.Value) (text string, present bool) {
	display := payload.Get("displayText")
	if !display.IsString() {
		return "", false
	}
	var lines []string
	for _, reference := range payload.Get("attachmentReferences").Elements() {
		if id := reference.Get("attachmentId"); reference.Get("type").Text() == "resource" && id.IsString() {
			lines = append(lines, "@attachment:///"+encodeURIComponent(id.Text()))
		}
	}
	text = display.Text()
	if len(lines) == 0 {
		return text, true
	}
	tail := strings.Join(lines, "\n")
	if text == tail {
		return "", true
	}
	return strings.TrimSuffix(text, "\n\n"+tail), true
}

// visibleParts hides what a hook added for the model (CR-REPLAY-50). Indexes of what is shown refer to the new list.
func (r *run) visibleParts() []jsvalue.Value {
	parts, payload := r.record.Parts, r.record.SystemPayload
	tail := hasSubmitContext(parts)
	if !payload.IsObject() {
		if tail {
			last := len(parts) - 1
			r.reportReplaced(last, parts[last])
			return parts[:last]
		}
		return parts
	}
	display, hasDisplay := displayText(payload)
	if !hasDisplay || !payload.Get("hookContext").IsString() && !tail {
		return parts
	}
	return r.replaceText(parts, display)
}

// replaceText puts the display text in the place of the first text part and removes the other texts.
func (r *run) replaceText(parts []jsvalue.Value, display string) []jsvalue.Value {
	shown := jsvalue.ObjectValue(stringMember("text", display))
	visible := make([]jsvalue.Value, 0, len(parts)+1)
	placed := display == ""
	for i, part := range parts {
		if !part.Get("text").IsString() {
			visible = append(visible, part)
			continue
		}
		r.reportReplaced(i, part)
		if !placed {
			visible, placed = append(visible, shown), true
		}
	}
	if !placed {
		visible = append(visible, shown)
	}
	return visible
}

// reportReplaced names what goes with the text that it shares a part with, by the index as persisted (CR-DEC-02).
func (r *run) reportReplaced(i int, part jsvalue.Value) {
	for _, key := range []string{"inlineData", "functionCall", "functionResponse"} {
		if part.Get(key).IsObject() {
			r.malformed(partPath(i)+"."+key, "what stands beside a replaced text is not shown")
		}
	}
}

// hasSubmitContext reports whether the last of several parts is a wrapped context and nothing else.
func hasSubmitContext(parts []jsvalue.Value) bool {
	if len(parts) < 2 {
		return false
	}
	text := jsvalue.Trim(parts[len(parts)-1].Get("text").Text())
	if !strings.HasPrefix(text, submitContextOpen+"\n") || !strings.HasSuffix(text, "\n"+submitContextClose) {
		return false
	}
	body := text[len(submitContextOpen) : len(text)-len(submitContextClose)]
	return !strings.Contains(body, submitContextOpen) && !strings.Contains(body, submitContextClose)
}
