package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// worked is an entry of the work log (ES-WORK-01).
type worked struct {
	row                        *drawn
	prefix, turn, item         string // what it stands for
	id, created                string
	kind, status               string
	label, tool, detail        string
	members                    jsvalue.Value // those that replace one another
	result                     jsvalue.Value
	output                     jsvalue.Value // a text
	files                      []file
	hasTool, hasOutput, isFile bool
}

// pending stands for a path that nobody named (ES-WORK-06).
const pending = "(pending file)"

// file is a file that an entry changed (ES-WORK-06).
type file struct {
	path       string
	kind, diff jsvalue.Value
}

// stepOf is what one event says of a step.
func stepOf(event jsvalue.Value) worked {
	w := worked{turn: id(event, "turnId"), item: first(id(event, "logicalItemId"), id(event, "itemId")), members: jsvalue.ObjectValue()}
	status := id(event, "status")
	keep := []string{"itemId", "turnId", "parentItemId"}
	switch kind := event.Get("type").Text(); kind {
	case "tool_call", "tool_result":
		w.prefix, w.kind, w.hasTool = "tool", "tool", true
		w.status = "running"
		about := event.Get("args")
		if kind == "tool_result" {
			w.status, about, w.result = first(status, "completed"), event.Get("result"), event.Get("result")
		} else {
			keep = append(keep, "args")
		}
		w.nameTool(event, about)
	case "command":
		w.prefix, w.kind, w.label, w.status = "command", "command", "Shell", first(status, "running")
		keep = append(keep, "command", "cwd")
		w.output, w.hasOutput = event.Get("output"), event.Get("output").IsString()
	case "file_change":
		w.prefix, w.kind, w.label, w.status = "file", "file_change", event.Get("path").Text(), first(status, "completed")
		w.isFile = true
		if isBlank(w.label) {
			w.label = ""
		}
		w.files = []file{{w.label, event.Get("kind"), event.Get("diff")}}
	case "web_search":
		w.prefix, w.kind, w.label, w.status = "web-search", "web_search", "Web search", first(status, "running")
		w.detail = id(event, "action")
		keep = append(keep, "query", "action", "actions", "results", "resultsTotal")
	}
	for _, key := range keep {
		if value := event.Get(key); !value.IsNullish() {
			w.members = w.members.With(member(key, value))
		}
	}
	return w
}

func (w *worked) nameTool(event, about jsvalue.Value) {
	w.tool = event.Get("tool").Text()
	if title := id(about, "title"); saysNothing(w.tool) && title != "" {
		w.tool = title
	} else {
		w.detail = title
	}
	w.label = w.tool
	if mcp := event.Get("mcp"); mcp.IsObject() {
		w.members = w.members.With(member("mcp", mcp))
	}
	w.nameServer(w.members.Get("mcp"))
}

// nameServer takes label and detail of what says which server has the tool (ES-WORK-01).
func (w *worked) nameServer(mcp jsvalue.Value) {
	app := mcp.Get("appContext")
	w.label = first(id(app, "appName"), id(mcp, "pluginId"), id(mcp, "server"), w.label)
	w.detail = first(id(app, "actionName"), id(mcp, "tool"), w.detail)
}

// saysNothing: a name that any tool could have.
func saysNothing(name string) bool {
	return slices.Contains([]string{"", "other", "tool"}, strings.ToLower(trim(name)))
}

// step takes a step of work (ES-WORK-02, ES-WORK-03).
func (c *chart) step(event jsvalue.Value) {
	w := stepOf(event)
	if w.item != "" {
		for _, before := range c.work {
			if before.prefix == w.prefix && before.turn == w.turn && before.item == w.item {
				before.join(w)
				c.update(before.row, before.event(c))
				c.name(event)
				return
			}
		}
	}
	if w.isFile && w.label == "" {
		w.label, w.files[0].path = pending, pending
	}
	w.created, w.id = c.e.Time, w.standsFor()
	if w.item == "" {
		w.id += "::#" + c.place()
	}
	c.work = append(c.work, &w)
	w.row = c.draw("", w.event(c))
	c.checkParent(id(event, "parentItemId"))
	c.name(event)
}

// name remembers the items that are steps of work.
func (c *chart) name(event jsvalue.Value) {
	c.items[id(event, "itemId")] = true
	c.items[id(event, "logicalItemId")] = true
}

// checkParent tells of a parent that does not stand before (ES-WORK-08).
func (c *chart) checkParent(parent string) {
	if parent != "" && !c.items[parent] {
		c.tell("orphan_parent")
	}
}

func (w *worked) standsFor() string {
	key := w.prefix
	for _, part := range []string{w.turn, w.item} {
		if part != "" {
			key += "::" + part
		}
	}
	return key
}

// join brings the entry up to date (ES-WORK-04 to ES-WORK-06).
func (w *worked) join(later worked) {
	if later.status != "running" { // what came to an end does not run again
		w.status = later.status
	}
	if later.members.Get("mcp").IsUndefined() {
		later.nameServer(w.members.Get("mcp"))
	}
	if !saysNothing(later.label) || saysNothing(w.label) && !isBlank(later.label) {
		w.label = later.label
	}
	if !saysNothing(later.tool) || saysNothing(w.tool) {
		w.tool = later.tool
	}
	w.detail = first(later.detail, w.detail)
	w.members = renewed(w.members, later.members)
	if w.result.IsUndefined() || says(later.result) {
		w.result = later.result
	}
	switch {
	case later.hasOutput && w.hasOutput:
		w.output = jsvalue.StringValue(snapshot(w.output.Text(), later.output.Text()))
	case later.hasOutput:
		w.output, w.hasOutput = later.output, true
	}
	for _, f := range later.files {
		i := slices.IndexFunc(w.files, func(known file) bool { return known.path == f.path })
		if f.path == "" {
			i = len(w.files) - 1
		}
		if i < 0 {
			w.files = append(w.files, f)
			continue
		}
		if !f.kind.IsNullish() {
			w.files[i].kind = f.kind
		}
		switch known := w.files[i].diff; {
		case !f.diff.IsString():
		case known.IsString():
			w.files[i].diff = jsvalue.StringValue(snapshot(known.Text(), f.diff.Text()))
		default:
			w.files[i].diff = f.diff
		}
	}
}

// says: a result is not null, not blank, not empty.
func says(result jsvalue.Value) bool {
	switch {
	case result.IsString():
		return !isBlank(result.Text())
	case result.IsArray() || result.IsObject():
		return result.Len() > 0
	}
	return !result.IsNullish()
}

// event is the row of the entry.
func (w *worked) event(c *chart) jsvalue.Value {
	tone := "info"
	if w.hasTool {
		tone = "tool"
	}
	if w.status == "failed" {
		tone = "error"
	}
	label := w.label
	if w.hasTool && isBlank(label) {
		label = "tool"
	}
	entry := w.members.With(textOf("id", w.id), textOf("createdAt", w.created), textOf("label", label), textOf("tone", tone), textOf("status", w.status), textOf("entryKind", w.kind))
	if w.hasTool {
		entry = entry.With(textOf("toolName", w.tool))
	}
	if w.detail != "" {
		entry = entry.With(textOf("detail", w.detail))
	}
	if !w.result.IsUndefined() {
		entry = entry.With(member("result", w.result))
	}
	if w.hasOutput {
		entry = entry.With(member("output", w.output))
	}
	if w.isFile {
		entry = entry.With(member("changedFiles", changed(w.files)))
	}
	if addresses := c.addresses(entry); len(addresses) > 0 {
		entry = entry.With(member("localUrls", jsvalue.ArrayValue(addresses...)))
	}
	row := jsvalue.ObjectValue(textOf("type", "work_log_entry"), member("entry", entry))
	if w.item != "" {
		row = row.With(textOf("collapseKey", w.standsFor()))
	}
	return row
}

func changed(files []file) jsvalue.Value {
	var list []jsvalue.Value
	for _, f := range files {
		if f.path == pending && len(files) > 1 {
			continue
		}
		plus, minus := diffStats(f.diff.Text())
		one := jsvalue.ObjectValue(textOf("path", f.path), member("additions", jsvalue.IntValue(plus)), member("deletions", jsvalue.IntValue(minus)))
		if !f.kind.IsUndefined() {
			one = one.With(member("kind", f.kind))
		}
		if f.diff.IsString() {
			one = one.With(member("diff", f.diff))
		}
		list = append(list, one)
	}
	return jsvalue.ArrayValue(list...)
}

// diffStats counts the lines of a diff (ES-DIFF-01).
func diffStats(diff string) (plus, minus int64) {
	if strings.HasPrefix(diff, "[ADE] Large file diff was shortened") && (strings.Contains(diff, "bytes were left out.") || strings.Contains(diff, "bytes omitted from stored chat history.")) {
		return 0, 0
	}
	for _, line := range strings.Split(diff, "\n") {
		switch {
		case strings.HasPrefix(line, "+++ ") || strings.HasPrefix(line, "--- "):
		case strings.HasPrefix(line, "+"):
			plus++
		case strings.HasPrefix(line, "-"):
			minus++
		}
	}
	return plus, minus
}

// hookError draws a hook that failed (ES-WORK-07).
func (c *chart) hookError(event jsvalue.Value, message string) {
	detail := trim(strings.TrimPrefix(message, "Hook:"))
	w := worked{kind: "hook", status: "failed", label: "Hook", detail: detail, created: c.e.Time, members: jsvalue.ObjectValue()}
	w.id = "hook-error::" + first(id(event, "turnId"), "no-turn") + "::" + c.place() + "::" + detail
	if turn := event.Get("turnId"); !turn.IsNullish() {
		w.members = w.members.With(member("turnId", turn))
	}
	if output := event.Get("detail"); output.IsString() {
		w.output, w.hasOutput = output, true
	} else if !output.IsNullish() {
		json := jsvalue.AppendIndent
		if depth(output) > 32 {
			json = func(dst []byte, v jsvalue.Value, _ string) []byte { return jsvalue.Append(dst, v) }
		}
		w.output, w.hasOutput = jsvalue.StringValue(string(json(nil, output, "  "))), true
	}
	c.draw("", w.event(c))
}

// depth is how many lists and objects contain one another.
func depth(value jsvalue.Value) int {
	if !value.IsArray() && !value.IsObject() {
		return 0
	}
	deepest := 0
	for _, element := range value.Elements() {
		deepest = max(deepest, depth(element))
	}
	for _, one := range value.Members() {
		deepest = max(deepest, depth(one))
	}
	return 1 + deepest
}
