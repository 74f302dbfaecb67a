package replay

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// assistant replays an assistant record: its parts, and its usage once, before the first named call or at the end
// (CR-REPLAY-13).
func (r *run) assistant() bool {
	r.demandObject(r.record.UsageMetadata, "usageMetadata")
	return r.parts(r.record.Parts, r.always) && r.usageOnce()
}

// usageOnce emits the usage of the record unless that has been done.
func (r *run) usageOnce() bool {
	if r.usageDone || r.record.Type != prepare.Assistant || !r.record.UsageMetadata.IsObject() {
		return true
	}
	r.usageDone = true
	usage := responseUsage(r.record.UsageMetadata)
	r.machine.addUsage(usage)
	return r.emit(update.Usage(usage, "", r.always, r.origin()), nil)
}

// parts replays the parts of a user or assistant record in order (CR-REPLAY-15 to CR-REPLAY-21).
func (r *run) parts(parts []jsvalue.Value, extra []jsvalue.Member) bool {
	owner := newOwnership(r.record.ToolCallResult, parts)
	for i, part := range parts {
		if !r.part(i, part, extra, owner.of(i, part.Get("functionResponse").Get("id").Text())) {
			return false
		}
	}
	return true
}

func (r *run) part(i int, part jsvalue.Value, extra []jsvalue.Member, ownsOutcome bool) bool {
	if !part.IsObject() { // CR-REPLAY-15
		r.malformed(partPath(i), "the part is not an object")
		return true
	}
	shown := r.reportWrongMembers(i, part)
	r.reportUnshownMembers(i, part)
	if text := part.Get("text").Text(); text != "" { // CR-REPLAY-16
		shown = true
		if !r.emit(r.textUpdate(text, part.Get("thought").IsTrue(), extra), nil) {
			return false
		}
	}
	if data := part.Get("inlineData"); data.IsObject() {
		shown = true
		if !r.inlineData(i, data, extra) {
			return false
		}
	}
	if call := part.Get("functionCall"); call.IsObject() {
		shown = true
		if !r.functionCall(i, call) {
			return false
		}
	}
	if value := part.Get("functionResponse"); value.IsObject() { // CR-DEC-06
		return r.result(response{index: i, value: value, parts: []jsvalue.Value{part}}, r.outcome(ownsOutcome), true)
	}
	if !shown && !isEmptyPart(part) { // CR-REPLAY-21
		r.unknown(partPath(i))
	}
	return true
}

func (r *run) textUpdate(text string, thought bool, extra []jsvalue.Member) update.Update {
	content := update.TextContent(text)
	switch {
	case r.record.Type == prepare.User:
		return update.UserMessage(content, extra, r.origin())
	case thought:
		return update.AgentThought(content, extra, r.origin())
	default:
		return update.AgentMessage(content, extra, r.origin())
	}
}

// reportWrongMembers names the known members of a part that have a wrong type, also beside others that are shown
// (CR-DEC-02); null is silent. It reports whether there are any.
func (r *run) reportWrongMembers(i int, part jsvalue.Value) bool {
	wrong := false
	if text := part.Get("text"); !text.IsNullish() && !text.IsString() {
		wrong = true
		r.malformed(partPath(i)+".text", "the text is not a string")
	}
	for _, key := range []string{"inlineData", "functionCall", "functionResponse"} {
		if v := part.Get(key); !v.IsNullish() && !v.IsObject() {
			wrong = true
			r.malformed(partPath(i)+"."+key, "the member is not an object")
		}
	}
	return wrong
}

// reportUnshownMembers names content of a kind that is not shown, where it stands beside something that is: a part of only
// that kind is unknown as a whole (CR-REPLAY-21).
func (r *run) reportUnshownMembers(i int, part jsvalue.Value) bool {
	reported := false
	if part.Get("text").Text() == "" && !part.Get("inlineData").IsObject() && !part.Get("functionCall").IsObject() &&
		!part.Get("functionResponse").IsObject() {
		return false
	}
	for _, key := range []string{"fileData", "executableCode", "codeExecutionResult"} {
		if !part.Get(key).IsEmpty() {
			reported = true
			r.unknown(partPath(i) + "." + key)
		}
	}
	return reported
}

// isEmptyPart recognises a known part that has nothing to show: an empty text, a signature, a null (CR-DEC-15).
func isEmptyPart(part jsvalue.Value) bool {
	for key, value := range part.Members() {
		switch key {
		case "thought", "thoughtSignature":
		case "text", "inlineData", "functionCall", "functionResponse":
			if !value.IsNullish() && value.Text() != "" {
				return false
			}
		default:
			return false
		}
	}
	return part.Len() > 0
}

// inlineData shows an image of the user (CR-REPLAY-17). Without data there is nothing to show; that is reported, and the
// update keeps its ordinal (CR-DEC-02).
func (r *run) inlineData(i int, data jsvalue.Value, extra []jsvalue.Member) bool {
	path := partPath(i) + ".inlineData"
	mime := data.Get("mimeType").Text()
	if r.record.Type != prepare.User || !data.Get("data").IsString() || !strings.HasPrefix(mime, "image/") {
		r.malformed(path, "the inline data is not an image of the user")
		return true
	}
	if data.Get("data").Text() == "" {
		r.malformed(path, "the image has no data")
	}
	content := update.Content{Type: "image", Value: jsvalue.ObjectValue(
		stringMember("type", "image"),
		jsvalue.Member{Key: "data", Value: data.Get("data")},
		jsvalue.Member{Key: "mimeType", Value: data.Get("mimeType")},
	)}
	return r.emit(update.UserMessage(content, extra, r.origin()), nil)
}

// functionCall starts a tool call (CR-REPLAY-18, CR-REPLAY-19, CR-DEC-11).
func (r *run) functionCall(i int, value jsvalue.Value) bool {
	name := value.Get("name").Text()
	if name == "" {
		r.malformed(partPath(i)+".functionCall", "the call has no name")
		return true
	}
	if !r.usageOnce() {
		return false
	}
	args := value.Get("args")
	if !args.IsObject() {
		r.demandObject(args, partPath(i)+".functionCall.args")
		args = jsvalue.ObjectValue()
	}
	c := r.machine.calls.start(value.Get("id").Text(), name, r.record, i)
	commit := func() { r.machine.calls.commitStart(c, name) }
	if name == todoWrite { // CR-DEC-04: it waits, and shows nothing
		commit()
		return true
	}
	start := update.ToolStart{
		CallID: c.id, PersistedCallID: c.renamedFrom(), ToolName: name, Args: args, Joins: c.orphan,
		Metadata: r.machine.toolMetadata(r.record.UUID, name, args),
	}
	return r.emit(update.ToolCallStart(start, r.always, r.origin()), commit)
}
