package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// meaning is what the content of a row stands for (SR-VIEW-14, SR-VIEW-15).
type meaning struct {
	text    string
	thought []string // what is not blank, of an envelope first
	calls   []Call
	id      string       // of the call that a result answers, "" without one
	results []textResult // instead of a message
	doubt   bool
}

type textResult struct {
	id, text string
	failed   bool
}

func (r Row) meaning() meaning {
	m := meaning{text: r.Content, calls: r.Calls}
	if r.Role == "tool" {
		for _, name := range []string{"tool_call_id", "id"} {
			if id := r.field(name).Text(); id != "" {
				m.id = id
			}
		}
	}
	if r.Role == "assistant" && !isBlank(r.Reasoning) {
		m.thought = []string{r.Reasoning}
	}
	switch r.Role {
	case "user":
		m.results = r.textResults()
	case "assistant", "tool":
		if value, err := jsvalue.Decode(trim(r.Content)); err == nil && value.IsObject() {
			m.unwrap(r.Role, value)
		}
	}
	return m
}

// unwrap takes what an object says, if it is of the shape of SR-VIEW-14.
func (m *meaning) unwrap(role string, value jsvalue.Value) {
	isText := func(name string) bool { return value.Get(name).IsString() }
	mayBeText := func(name string) bool {
		m.doubt = m.doubt || value.Get(name).IsNullish() && value.Has(name) // null may be the same as absent
		return !value.Has(name) || isText(name)
	}
	if role == "tool" {
		if only(value, "content", "tool_call_id", "tool_name", "name") && isText("content") && isText("tool_call_id") && mayBeText("tool_name") && mayBeText("name") {
			m.text = value.Get("content").Text()
			if m.id == "" {
				m.id = value.Get("tool_call_id").Text()
			}
		}
		return
	}
	list := value.Get("tool_calls")
	if !only(value, "content", "tool_calls", "reasoning_content") || !list.IsArray() || !mayBeText("reasoning_content") {
		return
	}
	if !isText("content") {
		m.doubt = value.Get("content").IsNullish() // null may stand for no text
		return
	}
	var calls []Call
	for _, call := range list.Elements() {
		id, name, arguments := call.Get("id"), call.Get("name"), call.Get("arguments")
		if !id.IsString() || !name.IsString() || !arguments.IsString() {
			return
		}
		calls = append(calls, Call{id.Text(), name.Text(), arguments.Text()})
	}
	m.text = value.Get("content").Text()
	if thought := value.Get("reasoning_content").Text(); !isBlank(thought) && !slices.Contains(m.thought, thought) {
		m.thought = append([]string{thought}, m.thought...)
	}
	own := len(calls)
	for _, call := range m.calls {
		if !slices.ContainsFunc(calls[:own], func(c Call) bool { return c.ID == call.ID }) {
			calls = append(calls, call)
		}
	}
	m.calls = calls
}

// only: it has no other members than these.
func only(value jsvalue.Value, names ...string) bool {
	for name := range value.Members() {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// textResults are those of a user row that has nothing else; none if it is a message (SR-VIEW-15).
func (r Row) textResults() (results []textResult) {
	rest, ok := strings.CutPrefix(r.Content, "[Tool results]")
	for ok && !isBlank(rest) {
		var head, id, text string
		head, rest, ok = strings.Cut(rest, `<tool_result id="`)
		if !ok || !isBlank(head) {
			return nil
		}
		id, rest, ok = strings.Cut(rest, `"`)
		if ok {
			rest, ok = strings.CutPrefix(rest, ">")
		}
		if ok {
			text, rest, ok = strings.Cut(rest, "</tool_result>")
		}
		if !ok || strings.Contains(id, "\n") {
			return nil
		}
		text = strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n")
		results = append(results, textResult{id, text, r.lists(id)})
	}
	return results
}

// lists: the metadata says that the call of the id failed.
func (r Row) lists(id string) bool {
	for _, failure := range r.field("extra_metadata").Get("openhuman_tool_failures").Elements() {
		if failure.IsString() && failure.Text() == id {
			return true
		}
	}
	return false
}
