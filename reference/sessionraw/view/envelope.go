package view

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// An envelope is what later versions store as the content of a row: text and calls, or a result and its id, as JSON. It
// is taken apart only if every member of it is known; else the content is shown as it is (SR-VIEW-14).
type envelope struct {
	content   string
	reasoning string
	calls     []line.Call
	id        string
}

// assistantEnvelope reads {"content", "tool_calls"}. Calls of the line that it lacks follow its own.
func assistantEnvelope(row *line.Row) (envelope, bool) {
	value := envelopeValue(row.Content, "content", "tool_calls", "reasoning_content")
	content, list := value.Get("content"), value.Get("tool_calls")
	if !list.IsArray() || !isTextOrAbsent(content) || !isTextOrAbsent(value.Get("reasoning_content")) {
		return envelope{}, false
	}
	e, own := envelope{content: content.Text(), reasoning: value.Get("reasoning_content").Text()}, map[string]bool{}
	for _, element := range list.Elements() {
		id, name, arguments := element.Get("id"), element.Get("name"), element.Get("arguments")
		if !id.IsString() || !name.IsString() || !arguments.IsString() {
			return envelope{}, false
		}
		e.calls = append(e.calls, line.Call{ID: id.Text(), Name: name.Text(), Arguments: arguments.Text()})
		own[id.Text()] = true
	}
	for _, call := range row.Calls {
		if !own[call.ID] {
			e.calls = append(e.calls, call)
		}
	}
	return e, true
}

// resultEnvelope reads {"content", "tool_call_id", "tool_name" or "name"}.
func resultEnvelope(text string) (envelope, bool) {
	value := envelopeValue(text, "content", "tool_call_id", "tool_name", "name")
	if !value.Get("content").IsString() || !value.Get("tool_call_id").IsString() ||
		!isTextOrAbsent(value.Get("tool_name")) || !isTextOrAbsent(value.Get("name")) {
		return envelope{}, false
	}
	return envelope{content: value.Get("content").Text(), id: value.Get("tool_call_id").Text()}, true
}

func isTextOrAbsent(value jsvalue.Value) bool { return value.IsNullish() || value.IsString() }

// envelopeValue is the object that the text is, if it has no other members than these; else Undefined.
func envelopeValue(text string, known ...string) jsvalue.Value {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return jsvalue.Value{}
	}
	value, err := jsvalue.Decode(text)
	if err != nil {
		return jsvalue.Value{}
	}
	for key := range value.Members() {
		if !slices.Contains(known, key) {
			return jsvalue.Value{}
		}
	}
	return value
}
