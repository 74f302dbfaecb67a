package chatrecord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var droppedInvariants = []model.Invariant{
	{
		ID: "dropped-pieces-are-named", Rules: []string{
			"CR-DEC-02", "CR-DEC-15", "CR-DEC-30", "CR-REPLAY-09", "CR-REPLAY-12", "CR-REPLAY-15", "CR-REPLAY-17", "CR-REPLAY-18", "CR-REPLAY-21",
			"CR-REPLAY-30", "CR-REPLAY-31", "CR-REPLAY-34", "CR-REPLAY-39", "CR-REPLAY-40", "CR-REPLAY-41", "CR-REPLAY-43", "CR-REPLAY-45",
		},
		Says:  "Of each record of the chain exactly those pieces are named that it drops, by kind and path; what is absent, null or empty is none.",
		Check: onProjections(droppedPieces),
	},
}

const (
	malformedPart = "malformed_part"
	unknownPart   = "unknown_record_or_part"
)

// loss collects what a record drops. Of a path that is vague the rules, or this model, do not tell whether it is owed.
type loss struct {
	uuid  string
	owed  []Finding
	vague func(path string) bool
}

func (l *loss) add(code, path string) {
	if f := (Finding{code, -1, l.uuid, path}); !slices.Contains(l.owed, f) { // CR-PREP-27
		l.owed = append(l.owed, f)
	}
}

// malformedIf adds a path whose value has the wrong shape.
func (l *loss) malformedIf(wrong bool, path string) {
	if wrong {
		l.add(malformedPart, path)
	}
}

func droppedPieces(v *View, p *problems) bool {
	named := make(map[string][]Finding)
	for _, d := range v.Diagnostics {
		if (d.Code == malformedPart || d.Code == unknownPart) && d.RecordIndex < 0 {
			named[d.RecordID] = append(named[d.RecordID], d.finding())
		}
	}
	for _, node := range v.Input.Chain().Nodes {
		l := node.dropped()
		clear := func(list []Finding) []Finding {
			list = slices.DeleteFunc(slices.Clone(list), func(f Finding) bool { return l.vague(f.Path) })
			slices.SortFunc(list, func(a, b Finding) int { return strings.Compare(a.String(), b.String()) })
			return list
		}
		sameFindings(p, clear(l.owed), clear(named[node.UUID]))
	}
	return len(v.Input.Chain().Nodes) > 0
}

// dropped is what the replay of a record names, beside what calls and results say of each other.
func (n *Node) dropped() *loss {
	l := &loss{uuid: n.UUID, vague: func(string) bool { return false }}
	switch n.Type() {
	case "user":
		n.droppedOfUser(l)
	case "assistant":
		l.malformedIf(isNoObject(n.standing("usageMetadata", true)), "usageMetadata")
		n.droppedParts(l)
	case "tool_result":
		n.droppedOfResult(l)
	case "system":
		n.droppedOfSystem(l)
	}
	return l
}

// standing is the member of the fragments where a truthy one stands, and else that of the first fragment or the last that is
// present (CR-PREP-25).
func (n *Node) standing(member string, first bool) (value jsvalue.Value) {
	if first {
		if value = n.UsageMetadata(); !value.Truthy() {
			value = n.First().Value.Get(member)
		}
		return value
	}
	if value = n.firstTruthy(member); value.Truthy() {
		return value
	}
	for _, fragment := range n.originals() {
		if fragment.Value.Has(member) {
			value = fragment.Value.Get(member)
		}
	}
	return value
}

func (n *Node) droppedOfUser(l *loss) {
	payload := n.SystemPayload()
	display := payload.Get("displayText")
	l.malformedIf(isNoObject(payload), "systemPayload")
	l.attachments(payload)
	displays := slices.Contains(displayOnly, n.Subtype())
	l.malformedIf(isNoText(display) || displays && display.IsUndefined() && len(n.Parts()) > 0, "systemPayload.displayText")
	// Parts that are not shown, or not as they stand, have indexes of their own (CR-REPLAY-50).
	hidden := displays || n.Subtype() == "mid_turn_user_message" && display.IsString() || hidesTexts(n)
	if !hidden {
		n.droppedParts(l)
	}
	// CR-REPLAY-09 tells an empty text to display from an absent one for those subtypes only, and of null it tells nothing.
	mute := display.IsEmpty() && !display.IsUndefined() && (!displays || display.Kind() == jsvalue.Null)
	l.vague = func(path string) bool {
		return hidden && strings.HasPrefix(path, "message.parts") || mute && path == "systemPayload.displayText"
	}
}

// attachments: CR-REPLAY-12.
func (l *loss) attachments(payload jsvalue.Value) {
	for _, list := range []struct {
		key    string
		usable func(jsvalue.Value) bool
		types  []string
	}{
		{"attachmentReferences", isReference, []string{"image", "resource"}},
		{"resourceLinks", isLink, []string{"resource_link"}},
	} {
		l.malformedIf(isNoList(payload.Get(list.key)), "systemPayload."+list.key)
		for i, entry := range payload.Get(list.key).Elements() {
			path := fmt.Sprintf("systemPayload.%s[%d]", list.key, i)
			switch kind := entry.Get("type"); {
			case list.usable(entry):
			case kind.IsString() && !slices.Contains(list.types, kind.Text()):
				l.add(unknownPart, path)
			default:
				l.add(malformedPart, path)
			}
		}
	}
}

// droppedParts: CR-REPLAY-15 to CR-REPLAY-21, of a user or assistant record that shows its parts.
func (n *Node) droppedParts(l *loss) {
	for i, part := range n.Parts() {
		path := fmt.Sprintf("message.parts[%d]", i)
		if !part.IsObject() {
			l.add(malformedPart, path)
			continue
		}
		l.members(part, path)
		image := part.Get("inlineData")
		l.malformedIf(image.IsObject() && (n.Type() != "user" || !isImage(image) || image.Get("data").Text() == ""), path+".inlineData")
		if call := part.Get("functionCall"); call.IsObject() {
			if call.Get("name").Text() == "" {
				l.add(malformedPart, path+".functionCall")
				continue // the part ends here
			}
			l.malformedIf(isNoObject(call.Get("args")), path+".functionCall.args")
		}
		l.response(part, path)
	}
}

// members names the members of a part that have a wrong type, or content of another kind, and the part as a whole if
// nothing in it is known.
func (l *loss) members(part jsvalue.Value, path string) {
	known := showsKnown(part)
	for _, key := range append([]string{"text"}, functionMembers...) {
		if isWrongMember(part, key) {
			known = true
			l.add(malformedPart, path+"."+key)
		}
	}
	for _, key := range otherKinds {
		if showsKnown(part) && !part.Get(key).IsEmpty() {
			l.add(unknownPart, path+"."+key)
		}
	}
	if !known && !isEmptyPart(part) {
		l.add(unknownPart, path)
	}
}

// response: CR-REPLAY-31, CR-DEC-30.
func (l *loss) response(part jsvalue.Value, path string) {
	response := part.Get("functionResponse")
	if !response.IsObject() {
		return
	}
	path += ".functionResponse"
	l.malformedIf(isNoObject(response.Get("response")), path+".response")
	l.malformedIf(isNoList(response.Get("parts")), path+".parts")
	for i, inner := range response.Get("parts").Elements() {
		if !isMediaPart(inner) {
			l.add(unknownPart, fmt.Sprintf("%s.parts[%d]", path, i))
		}
	}
}

func isMediaPart(part jsvalue.Value) bool {
	data := part.Get("inlineData")
	return data.Get("mimeType").IsString() && data.Get("data").IsString()
}

// droppedOfResult: CR-REPLAY-30, CR-REPLAY-34. What stands beside a plan, and a result that names no tool, is judged with
// the calls.
func (n *Node) droppedOfResult(l *loss) {
	outcome := n.standing("toolCallResult", false)
	l.malformedIf(isNoObject(outcome), "toolCallResult")
	failure := outcome.Get("error")
	l.malformedIf(!failure.IsEmpty() && !failure.IsBool() && errorMessage(failure) == "", "toolCallResult.error")
	media := map[string]bool{"message.parts": true}
	for i, part := range n.Parts() {
		path := fmt.Sprintf("message.parts[%d]", i)
		if !part.IsObject() {
			l.add(malformedPart, path)
			continue
		}
		l.members(part, path)
		for _, key := range []string{"inlineData", "functionCall"} {
			l.malformedIf(part.Get(key).IsObject(), path+"."+key)
		}
		l.response(part, path)
		for k, inner := range part.Get("functionResponse").Get("parts").Elements() {
			media[fmt.Sprintf("%s.functionResponse.parts[%d]", path, k)] = isMediaPart(inner)
		}
	}
	l.vague = func(path string) bool {
		return media[path] || strings.HasPrefix(path, "toolCallResult.resultDisplay.")
	}
}

// droppedOfSystem: section 5.6.
func (n *Node) droppedOfSystem(l *loss) {
	payload := n.SystemPayload()
	switch n.Subtype() {
	case "":
		if len(n.Parts()) > 0 {
			l.add(unknownPart, "message.parts")
		}
		return
	case "slash_command":
		if payload.Get("phase").Text() == "result" {
			l.outputItems(payload.Get("outputHistoryItems"))
		}
	case "background_task_completed":
		text := payload.Get("displayText")
		l.malformedIf(isNoText(text) || text.IsNullish() && !payload.Get("backgroundTask").IsEmpty(), "systemPayload.displayText")
	case "turn_result":
		if payload.Get("state").Text() == "cancelled" {
			started := payload.Get("startedAt")
			l.malformedIf(!payload.Get("cancelledAt").IsFinite(), "systemPayload.cancelledAt")
			l.malformedIf(payload.Get("promptId").Text() == "", "systemPayload.promptId")
			l.malformedIf(!started.IsUndefined() && !started.IsFinite(), "systemPayload.startedAt")
		}
	default: // silent, or with a code of its own
		return
	}
	l.malformedIf(isNoObject(payload), "systemPayload")
}

// outputItems: CR-REPLAY-39, CR-REPLAY-40.
func (l *loss) outputItems(items jsvalue.Value) {
	l.malformedIf(isNoList(items), "systemPayload.outputHistoryItems")
	for i, item := range items.Elements() {
		path := fmt.Sprintf("systemPayload.outputHistoryItems[%d]", i)
		switch text := item.Get("text"); {
		case isGoalItem(item):
			l.malformedIf(item.Get("condition").Text() == "", "systemPayload.outputHistoryItems.goalStatus.condition")
		case !item.IsObject():
			l.add(malformedPart, path)
		case text.IsNullish():
			l.add(unknownPart, path)
		case !text.IsString():
			l.add(malformedPart, path+".text")
		}
	}
}
