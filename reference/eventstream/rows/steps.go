package rows

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func (m *Machine) toolCall(event jsvalue.Value) {
	step := toolStep(event, event.Get("args"), "running")
	step.set("args", event.Get("args"))
	m.enter("tool", event, step)
}

func (m *Machine) toolResult(event jsvalue.Value) {
	step := toolStep(event, event.Get("result"), statusOf(event, "completed"))
	step.result = event.Get("result")
	m.enter("tool", event, step)
}

// toolStep is a step of a tool. spoken is what goes into it or comes out of it, whose title says more than a general name.
func toolStep(event, spoken jsvalue.Value, status string) *entry {
	step := &entry{kind: "tool", status: status, toolName: event.Get("tool").Text()}
	title := id(spoken, "title")
	if isGeneric(step.toolName) && title != "" {
		step.toolName = title
	} else {
		step.detail = title
	}
	step.label = step.toolName
	if mcp := event.Get("mcp"); mcp.IsObject() {
		step.set("mcp", mcp)
		step.nameBy(mcp)
	}
	return step
}

// nameBy gives a step of a tool the label and the detail of its mcp, as far as that has them.
func (e *entry) nameBy(mcp jsvalue.Value) {
	app := mcp.Get("appContext")
	e.label = firstText(id(app, "appName"), id(mcp, "pluginId"), id(mcp, "server"), e.label)
	e.detail = firstText(id(app, "actionName"), id(mcp, "tool"), e.detail)
}

func firstText(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func statusOf(event jsvalue.Value, otherwise string) string {
	return firstText(id(event, "status"), otherwise)
}

func (m *Machine) command(event jsvalue.Value) {
	step := &entry{kind: "command", label: "Shell", status: statusOf(event, "running")}
	step.set("command", event.Get("command"))
	step.set("cwd", event.Get("cwd"))
	step.say(event.Get("output"))
	m.enter("command", event, step)
}

func (m *Machine) fileChange(event jsvalue.Value) {
	step := &entry{kind: "file_change", label: event.Get("path").Text(), status: statusOf(event, "completed")}
	step.files = filesOf(event)
	m.enter("file", event, step)
}

func (m *Machine) webSearch(event jsvalue.Value) {
	step := &entry{kind: "web_search", label: "Web search", status: statusOf(event, "running"), detail: id(event, "action")}
	for _, key := range []string{"query", "action", "actions", "results", "resultsTotal"} {
		step.set(key, event.Get(key))
	}
	m.enter("web-search", event, step)
}

// hookError is the entry of a hook that failed before a tool; it never joins another (ES-WORK-07).
func (m *Machine) hookError(event jsvalue.Value) {
	turn := id(event, "turnId")
	summary := jsvalue.Trim(strings.TrimPrefix(id(event, "message"), "Hook:"))
	step := &entry{
		id:   "hook-error::" + firstText(turn, "no-turn") + "::" + m.place() + "::" + summary,
		kind: "hook", label: "Hook", status: "failed", detail: summary, createdAt: m.envelope.Timestamp,
	}
	step.set("turnId", event.Get("turnId"))
	switch detail := event.Get("detail"); {
	case detail.IsNullish():
	case detail.IsString():
		step.say(detail)
	default:
		step.say(jsvalue.StringValue(jsonOf(detail)))
	}
	m.draw("", step)
}

// maxIndented is how many levels of lists and objects are indented: each adds to every line within.
const maxIndented = 32

// jsonOf is a value as indented JSON, or on one line where it is too deep for that.
func jsonOf(value jsvalue.Value) string {
	if isDeeper(value, maxIndented) {
		return string(jsvalue.Append(nil, value))
	}
	return string(jsvalue.AppendIndent(nil, value, "  "))
}

// isDeeper reports whether more than so many lists and objects contain one another.
func isDeeper(value jsvalue.Value, levels int) bool {
	if !value.IsArray() && !value.IsObject() {
		return false
	}
	if levels == 0 {
		return true
	}
	for _, element := range value.Elements() {
		if isDeeper(element, levels-1) {
			return true
		}
	}
	for _, element := range value.Members() {
		if isDeeper(element, levels-1) {
			return true
		}
	}
	return false
}
