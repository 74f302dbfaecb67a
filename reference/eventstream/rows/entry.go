package rows

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// entry is one entry of the work log, and also one step of it that is about to join it (ES-WORK-01).
type entry struct {
	id, collapseKey, createdAt string
	kind, status               string
	label, toolName, detail    string
	members                    map[string]jsvalue.Value // those of entryMembers
	result                     jsvalue.Value
	output                     *growing // nil if nothing was said of it
	files                      *files   // nil unless files were changed
	turn                       *turnWork
}

// entryMembers are the members of which a later value replaces an earlier one, whatever it is.
var entryMembers = []string{
	"command", "cwd", "query", "action", "actions", "results", "resultsTotal", "mcp", "args", "itemId", "turnId", "parentItemId",
}

func (e *entry) set(key string, value jsvalue.Value) {
	if value.IsNullish() {
		return
	}
	if e.members == nil {
		e.members = map[string]jsvalue.Value{}
	}
	e.members[key] = value
}

// say sets the output of a step, if the event has one.
func (e *entry) say(output jsvalue.Value) {
	if output.IsString() {
		e.output = &growing{}
		e.output.add(output.Text())
	}
}

// merge brings the entry up to date by a later step (ES-WORK-04).
func (e *entry) merge(later *entry) {
	if later.status != "running" {
		e.status = later.status
	}
	if mcp, ok := e.members["mcp"]; ok && later.members["mcp"].IsUndefined() {
		later.nameBy(mcp)
	}
	if !isGeneric(later.label) || isGeneric(e.label) && !jsvalue.IsBlank(later.label) {
		e.label = later.label
	}
	if e.kind == "tool" && (!isGeneric(later.toolName) || isGeneric(e.toolName)) {
		e.toolName = later.toolName
	}
	if later.detail != "" {
		e.detail = later.detail
	}
	for _, key := range entryMembers {
		e.set(key, later.members[key])
	}
	if e.result.IsUndefined() || hasPayload(later.result) {
		e.result = later.result
	}
	switch {
	case later.output == nil:
	case e.output == nil:
		e.output = later.output
	default:
		e.output.take(string(later.output.bytes))
	}
	if later.files != nil {
		e.files.merge(later.files)
	}
}

// isGeneric reports whether a name says nothing of the tool.
func isGeneric(name string) bool {
	name = jsvalue.Trim(name)
	return len(name) <= len("other") && slices.Contains([]string{"", "other", "tool"}, jsvalue.ToLower(name))
}

// hasPayload reports whether a result says anything.
func hasPayload(result jsvalue.Value) bool {
	switch {
	case result.IsString():
		return !jsvalue.IsBlank(result.Text())
	case result.IsArray(), result.IsObject():
		return result.Len() > 0
	default:
		return !result.IsNullish()
	}
}

// event is {type, collapseKey?, entry}.
func (e *entry) event() jsvalue.Value {
	members := []jsvalue.Member{text("type", "work_log_entry")}
	if e.collapseKey != "" {
		members = append(members, text("collapseKey", e.collapseKey))
	}
	return jsvalue.ObjectValue(append(members, member("entry", e.value()))...)
}

func (e *entry) shownLabel() string {
	if defaults := map[string]string{"tool": "tool", "file_change": pendingFile}; jsvalue.IsBlank(e.label) {
		return defaults[e.kind]
	}
	return e.label
}

func (e *entry) value() jsvalue.Value {
	tone := "info"
	if e.kind == "tool" {
		tone = "tool"
	}
	if e.status == "failed" {
		tone = "error"
	}
	members := []jsvalue.Member{
		text("id", e.id), text("createdAt", e.createdAt), text("label", e.shownLabel()),
		text("tone", tone), text("status", e.status), text("entryKind", e.kind),
	}
	if e.kind == "tool" {
		members = append(members, text("toolName", e.toolName))
	}
	if e.detail != "" {
		members = append(members, text("detail", e.detail))
	}
	for _, key := range entryMembers {
		if value, ok := e.members[key]; ok {
			members = append(members, member(key, value))
		}
	}
	members = append(members, member("result", e.result)) // left out if it is undefined
	if e.output != nil {
		members = append(members, member("output", e.output.value()))
	}
	if e.files != nil {
		members = append(members, member("changedFiles", e.files.value()))
	}
	return withLocalURLs(jsvalue.ObjectValue(members...))
}
