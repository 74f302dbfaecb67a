package textview

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// A row is one line, with what was said below it where that has several. What stands behind it, such as the output of a tool, is drawn
// below it if nothing is to be shortened; else the end of the text says that there is more.

// entryDetails draws what an entry of the work log was given and what came of it.
func (v *chatView) entryDetails(entry jsvalue.Value, depth int) {
	given, files, pages := entry.Get("args"), entry.Get("changedFiles"), entry.Get("results")
	lines := linesOfCommand(entry)
	more := v.ofCommand(entry)
	var came []string
	for _, key := range []string{"output", "result"} {
		if value := entry.Get(key); !value.IsNullish() {
			if text := v.oneText(value); !jsvalue.IsBlank(text) {
				came = append(came, text)
			}
		}
	}
	if given.Len() == 0 && len(came) == 0 && files.Len() == 0 && pages.Len() == 0 && lines == "" && len(more) == 0 {
		return
	}
	v.below(depth, func() {
		if lines != "" {
			v.command(lines)
		}
		v.arguments(given)
		v.members(more)
		for _, text := range came {
			v.output(text)
		}
		for _, file := range files.Elements() {
			v.changedFile(file)
		}
		for _, page := range pages.Elements() {
			v.line(indent, sanitize.Line(page.Get("title").Text()), "  ", v.style.dim(sanitize.Line(page.Get("url").Text())))
		}
	})
}

// linesOfCommand is a command that has several lines.
func linesOfCommand(entry jsvalue.Value) string {
	command := strings.Trim(entry.Get("command").Text(), "\r\n")
	if entry.Get("entryKind").Text() != "command" || !strings.Contains(command, "\n") {
		return ""
	}
	return command
}

// command draws a command of several lines.
func (v *chatView) command(lines string) {
	prefix := "$ "
	for line := range strings.SplitSeq(lines, "\n") {
		v.line(indent, v.style.dim(prefix), shown(strings.TrimSuffix(line, "\r")))
		prefix = "  "
	}
}

// ofCommand is where a command ran and its exit code, which entries leave out (ES-WORK-01): it is looked up among the events.
func (v *chatView) ofCommand(entry jsvalue.Value) []jsvalue.Member {
	if entry.Get("entryKind").Text() != "command" {
		return nil
	}
	if v.exitCodes == nil {
		v.exitCodes = map[[2]string]jsvalue.Value{}
		for _, envelope := range v.chat.Envelopes {
			if code := envelope.Event.Get("exitCode"); code.IsFinite() && envelope.Type() == "command" {
				v.exitCodes[itemOf(envelope.Event)] = code
			}
		}
	}
	members := detailsOf(entry, "cwd")
	if code, known := v.exitCodes[itemOf(entry)]; known && itemOf(entry)[1] != "" {
		members = append(members, jsvalue.Member{Key: "exitCode", Value: code})
	}
	return members
}

// itemOf names an item within its turn.
func itemOf(e jsvalue.Value) [2]string {
	return [2]string{event.Name(e, "turnId"), event.Name(e, "itemId")}
}

// rowMembers are the members of a row that its line does not show, by its type.
var rowMembers = map[string][]string{
	"user_message":         {"attachments", "contextAttachments"},
	"error":                {"detail", "errorInfo"},
	"system_notice":        {"detail"},
	"ade_card":             {"rows", "metrics", "progress", "degradedReason", "fallbackText"},
	"structured_question":  {"options"},
	"approval_request":     {"detail"},
	"context_usage":        {"percent"},
	"context_compact":      {"trigger", "preTokens", "postTokens"},
	"turn_diff_summary":    {"files"},
	"completion_report":    {"report"},
	"done":                 {"model", "modelId", "usage", "costUsd", "terminalReason"},
	"background_job_line":  {"exitCode"},
	"background_job_group": {"exitCode"},
	"subagent_result_card": {"totalTokens", "toolUseCount", "worktreeBranch", "worktreePath"},
}

// detailsOf are those of some members that say anything.
func detailsOf(e jsvalue.Value, keys ...string) (members []jsvalue.Member) {
	for _, key := range keys {
		value := e.Get(key)
		switch {
		case value.IsNullish(), value.IsString() && jsvalue.IsBlank(value.Text()), (value.IsArray() || value.IsObject()) && value.Len() == 0:
			continue
		}
		members = append(members, jsvalue.Member{Key: key, Value: value})
	}
	return members
}

// said draws the lines of a text.
func (v *chatView) said(lines string, depth int) {
	if lines != "" {
		v.within(depth, func() { v.whole(indent, lines, v.style.plain) })
	}
}

// rowDetails draws the items of a list of tasks or of a plan, and the members that the line does not show.
func (v *chatView) rowDetails(e jsvalue.Value, depth int) {
	kind := e.Get("type").Text()
	items, members := listOf(e), detailsOf(e, rowMembers[kind]...)
	if kind == "user_message" && !jsvalue.IsBlank(e.Get("displayText").Text()) {
		members = append(detailsOf(e, "text"), members...)
	}
	if items.Len() == 0 && len(members) == 0 {
		return
	}
	v.below(depth, func() {
		for _, item := range items.Elements() {
			v.item(item)
		}
		v.members(members)
	})
}

// members draws names and values: an element of a list on a line of its own.
func (v *chatView) members(members []jsvalue.Member) {
	for _, m := range members {
		switch {
		case m.Value.IsArray():
			v.line(indent, v.style.dim(m.Key+":"))
			for _, element := range m.Value.Elements() {
				v.line(indent, "  ", v.flat(element))
			}
		case m.Value.IsObject():
			v.line(indent, v.style.dim(m.Key+": "), v.flat(m.Value))
		default:
			v.argument(m.Key, v.oneText(m.Value))
		}
	}
}

// flat is a value on one line.
func (v *chatView) flat(value jsvalue.Value) string {
	if !value.IsObject() {
		return shown(v.oneText(value))
	}
	var parts []string
	for key, member := range value.Members() {
		parts = append(parts, shown(key)+": "+shown(v.oneText(member)))
	}
	return strings.Join(parts, "  ")
}

// listOf is what a row lists: the items of a list of tasks, or the steps of a plan.
func listOf(e jsvalue.Value) jsvalue.Value {
	switch e.Get("type").Text() {
	case "todo_update":
		return e.Get("items")
	case "plan":
		return e.Get("steps")
	}
	return jsvalue.Value{}
}

// below draws something below a row, unless rows are to be short.
func (v *chatView) below(depth int, draw func()) {
	if !v.full {
		v.hidden = true
		return
	}
	v.within(depth, draw)
}

// within draws something as far in as a row.
func (v *chatView) within(depth int, draw func()) {
	v.margin = strings.Repeat(step, min(depth, maxSteps))
	draw()
	v.margin = ""
}

func (v *chatView) changedFile(file jsvalue.Value) {
	v.line(indent, v.style.dim("--- "), sanitize.Line(file.Get("path").Text()))
	if diff := strings.TrimRight(file.Get("diff").Text(), "\r\n"); diff != "" {
		for line := range strings.SplitSeq(diff, "\n") {
			v.line(indent, v.diffPaint(line)(shown(strings.TrimSuffix(line, "\r"))))
		}
	}
}

// item draws a task or a step with a box.
func (v *chatView) item(item jsvalue.Value) {
	box, paint := v.box(item.Get("status").Text())
	text := ""
	for _, key := range []string{"text", "description", "step", "title", "content"} {
		if text = item.Get(key).Text(); !jsvalue.IsBlank(text) {
			break
		}
	}
	v.line(indent, paint(box+shown(event.OneLine(text))))
}
