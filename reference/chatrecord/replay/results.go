package replay

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// response is one functionResponse with the parts that belong to it: itself, and the texts up to the next one.
type response struct {
	index int           // of its part; -1 when the record has none
	value jsvalue.Value // untrusted
	parts []jsvalue.Value
}

func (f response) id() string   { return f.value.Get("id").Text() }
func (f response) name() string { return f.value.Get("name").Text() }

// toolResult replays a tool_result record: every functionResponse settles its own call (CR-DEC-05).
func (r *run) toolResult() bool {
	r.reportResultParts()
	var responses []response
	var leading []jsvalue.Value
	for i, part := range r.record.Parts {
		switch {
		case part.Get("functionResponse").IsObject():
			responses = append(responses, response{index: i, value: part.Get("functionResponse"), parts: append(leading, part)})
			leading = nil
		case responses == nil:
			leading = append(leading, part)
		default:
			last := &responses[len(responses)-1]
			last.parts = append(last.parts, part)
		}
	}
	if responses == nil {
		responses = []response{{index: -1, parts: leading}}
	}
	owner := newOwnership(r.record.ToolCallResult, r.record.Parts)
	for _, f := range responses {
		if !r.result(f, r.outcome(owner.of(f.index, f.id())), false) {
			return false
		}
	}
	return true
}

// ownership says which responses the persisted outcome belongs to: those whose id it names, else the first (CR-DEC-05).
type ownership struct {
	callID string // "" when no response has it
	first  int    // index of the part of the first response; -1 without one
}

func newOwnership(outcome jsvalue.Value, parts []jsvalue.Value) ownership {
	o := ownership{first: -1}
	named := outcome.Get("callId").Text()
	for i, part := range parts {
		value := part.Get("functionResponse")
		if value.IsObject() && o.first < 0 {
			o.first = i
		}
		if named != "" && value.Get("id").Text() == named {
			o.callID = named
			break
		}
	}
	return o
}

func (o ownership) of(index int, id string) bool {
	if o.callID != "" {
		return id == o.callID
	}
	return index == o.first
}

// outcome is the persisted outcome of the record for the response that owns it, and nothing for the others.
func (r *run) outcome(owned bool) jsvalue.Value {
	if !owned {
		return jsvalue.Value{}
	}
	r.demandObject(r.record.ToolCallResult, "toolCallResult")
	if !r.record.ToolCallResult.IsObject() {
		return jsvalue.Value{}
	}
	return r.record.ToolCallResult
}

// reportResultParts names the parts of a tool_result that are neither a response nor text (CR-DEC-02, CR-DEC-06).
func (r *run) reportResultParts() {
	for i, part := range r.record.Parts {
		if !part.IsObject() {
			r.malformed(partPath(i), "the part is not an object")
			continue
		}
		known := r.reportWrongMembers(i, part)
		for _, key := range []string{"inlineData", "functionCall"} {
			if part.Get(key).IsObject() {
				known = true
				r.malformed(partPath(i)+"."+key, "inline data and calls inside a result are not shown")
			}
		}
		known = r.reportUnshownMembers(i, part) || known
		if !known && part.Get("text").Text() == "" && !part.Get("functionResponse").IsObject() && !isEmptyPart(part) {
			r.unknown(partPath(i))
		}
	}
}

// result settles one call (CR-REPLAY-25 to CR-REPLAY-28). partsAreMessage: texts of these parts have been shown as messages
// (CR-DEC-06).
func (r *run) result(f response, outcome jsvalue.Value, partsAreMessage bool) bool {
	r.reportResponse(f)
	r.reportError(outcome.Get("error"))
	id := outcome.Get("callId").Text() // CR-REPLAY-26
	if id == "" {
		id = f.id()
	}
	found := r.machine.calls.result(id, f.name(), r.record.UUID)
	if found.toolName == "" { // CR-REPLAY-25, CR-DEC-12
		r.malformed("message.parts", "the result names no tool")
	}
	if found.ambiguous { // CR-REPLAY-27, CR-DEC-07
		r.report(diagnostic.AmbiguousToolCallCorrelation, "which call the result belongs to cannot be told for certain")
	}
	c := found.call
	u, isPlan := r.resultUpdate(c, found.toolName, f, outcome, partsAreMessage)
	repeated := false
	if found.repeats { // CR-DEC-08
		if same := r.machine.calls.withSameResult(c, fingerprintOf(&u)); same != nil {
			c, repeated = same, true
			u, isPlan = r.resultUpdate(c, found.toolName, f, outcome, partsAreMessage)
			r.report(diagnostic.RepeatedResult, "the result of a settled call is repeated")
		} else {
			r.report(diagnostic.ResultReplaced, "a later result of a settled call replaces the earlier one")
		}
	}
	if isPlan {
		r.reportBesidePlan(f, outcome.Get("resultDisplay"), partsAreMessage)
	}
	if !r.emit(u, func() { r.machine.calls.settle(c, &u) }) {
		return false
	}
	if isPlan || repeated { // what is repeated is not counted again
		return true
	}
	if usage, ok := executionUsage(outcome.Get("resultDisplay")); ok { // CR-REPLAY-35
		r.machine.addUsage(usage)
		return r.emit(update.Usage(usage, c.id, r.always, r.origin()), nil)
	}
	return true
}

// resultUpdate is a plan if the tool is todo_write and its result a list, else an ordinary result: also when the tool failed,
// so that its error is shown (CR-DEC-04, CR-DEC-22).
func (r *run) resultUpdate(c *call, name string, f response, outcome jsvalue.Value, partsAreMessage bool) (update.Update, bool) {
	if name == todoWrite && update.Succeeded(outcome) {
		if list, ok := update.TodoList(outcome.Get("resultDisplay")); ok {
			return update.PlanUpdate(update.TodoPlan{
				CallID: c.id, PersistedCallID: c.renamedFrom(), Display: list, Totals: r.machine.usage,
			}, r.always, r.origin()), true
		}
	}
	return update.ToolCallResult(update.ToolResult{
		CallID: c.id, PersistedCallID: c.renamedFrom(), ToolName: name, Outcome: outcome,
		Parts: f.parts, PartsAreMessage: partsAreMessage,
	}, r.always, r.origin()), false
}

// reportError names an error that says something, but not in words (CR-DEC-02, CR-DEC-22).
func (r *run) reportError(failure jsvalue.Value) {
	if !failure.IsEmpty() && !failure.IsString() && !failure.IsBool() && failure.Get("message").Text() == "" {
		r.malformed("toolCallResult.error", "the error has no message")
	}
}

// reportResponse names what a response carries in a shape that cannot be read (CR-DEC-02).
func (r *run) reportResponse(f response) {
	if f.index < 0 {
		return
	}
	path := func() string { return partPath(f.index) + ".functionResponse" }
	if body := f.value.Get("response"); !body.IsEmpty() && !body.IsObject() {
		r.malformed(path()+".response", "the response body is not an object")
	}
	parts := f.value.Get("parts")
	if !parts.IsEmpty() && !parts.IsArray() {
		r.malformed(path()+".parts", "the nested parts are not a list")
	}
	for j, part := range parts.Elements() {
		if !update.IsMedia(part) {
			r.unknown(path() + ".parts[" + strconv.Itoa(j) + "]")
		}
	}
}

// reportBesidePlan names what a plan has no place for: unusable items, texts and media beside the list (CR-DEC-02).
func (r *run) reportBesidePlan(f response, display jsvalue.Value, partsAreMessage bool) {
	list, _ := update.TodoList(display)
	for i, item := range list.Get("todos").Elements() {
		if !update.IsPlanItem(item) {
			r.malformed("toolCallResult.resultDisplay.todos["+strconv.Itoa(i)+"]", "the item has no content or no known status")
		}
	}
	for _, part := range f.parts {
		if part.Get("text").Text() != "" && !partsAreMessage {
			r.malformed("message.parts", "a text beside a plan is not shown")
		}
	}
	for j, part := range f.value.Get("parts").Elements() {
		if update.IsMedia(part) {
			r.malformed(partPath(f.index)+".functionResponse.parts["+strconv.Itoa(j)+"]", "media beside a plan are not shown")
		}
	}
}
