package textview

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	step     = "  " // of nesting
	maxSteps = 12
)

// rows draws one row a line, and below it what was said in several. Rows are flat; what another item started stands further in than that.
func (v *chatView) rows(list []rows.Row) {
	for _, row := range list {
		v.row(row, 0)
	}
}

func (v *chatView) row(row rows.Row, depth int) {
	at, e := v.clock(row.Timestamp), row.Event
	switch e.Get("type").Text() {
	case "work_log_entry":
		v.entry(at, e.Get("entry"), depth)
	case "work_log_group":
		v.group(at, e, depth)
	case "activity_bundle":
		for _, item := range e.Get("items").Elements() {
			v.row(rows.Row{Key: item.Get("key").Text(), Timestamp: item.Get("timestamp").Text(), Event: item.Get("event")}, depth)
		}
	case "subagent_spawn_anchor", "subagent_result_card":
		depth = v.under(e.Get("parentToolUseId"), depth)
		v.drawn(at, depth, rowOf(e))
		v.rowDetails(e, depth)
	default:
		r := rowOf(e)
		lines := strings.Trim(r.label, "\r\n")
		if !v.full && !r.speaks || !strings.Contains(lines, "\n") {
			lines = ""
		} else {
			r.label = ""
		}
		if v.chat.Older && e.Get("type").Text() == "turn_recap" {
			r.more = "of what is shown here"
		}
		v.drawn(at, depth, r)
		v.said(lines, depth)
		v.rowDetails(e, depth)
	}
}

// group draws the head of a group and its entries below; of one entry that has no summary it draws that alone.
func (v *chatView) group(at string, group jsvalue.Value, depth int) {
	entries, summary := group.Get("entries"), group.Get("summary").Text()
	if entries.Len() == 1 && summary == "" {
		v.entry(at, entries.At(0), depth)
		return
	}
	v.drawn(at, depth, chatRow{who: "work", label: summary, more: count(entries.Len(), "step")})
	for _, entry := range entries.Elements() {
		v.entry(v.clock(entry.Get("createdAt").Text()), entry, depth+1)
	}
}

// entry draws an entry of the work log below the item that started it.
func (v *chatView) entry(at string, entry jsvalue.Value, depth int) {
	depth = v.under(entry.Get("parentItemId"), depth)
	for _, item := range []string{jsvalue.Trim(entry.Get("itemId").Text()), itemIn(entry)} {
		if item != "" {
			v.depths[item] = depth
		}
	}
	r := entryOf(entry)
	// As the recap of the turn counts it (ES-DONE-02). A sub-agent, which can outlive its turn, is no entry and keeps its status.
	if r.status == "running" && v.cut[jsvalue.Trim(entry.Get("turnId").Text())] {
		r.sign, r.status = "interrupted", "interrupted"
	}
	if v.full && linesOfCommand(entry) != "" {
		r.label = ""
	}
	v.drawn(at, depth, r)
	v.entryDetails(entry, depth)
}

// itemIn is the item that the id of an entry ends with, behind its kind and its turn (ES-WORK-02); "" if it names none.
func itemIn(entry jsvalue.Value) string {
	_, item, _ := strings.Cut(entry.Get("id").Text(), "::")
	if turn := jsvalue.Trim(entry.Get("turnId").Text()); turn != "" {
		item = strings.TrimPrefix(item, turn+"::")
	}
	if entry.Get("entryKind").Text() == "hook" || strings.HasPrefix(item, "#") {
		return ""
	}
	return item
}

// under is the depth below an item, if that was drawn.
func (v *chatView) under(parent jsvalue.Value, depth int) int {
	if above, known := v.depths[jsvalue.Trim(parent.Text())]; known {
		return max(depth, above+1)
	}
	return depth
}

// chatRow is what the line of a row says.
type chatRow struct {
	sign, who, label, more, status string
	speaks                         bool // the label is what a person or the assistant said, and is never cut
}

func (v *chatView) drawn(at string, depth int, r chatRow) {
	var sign string
	if r.sign != "" {
		sign = v.statusSign(r.sign) + " "
	}
	who, label := v.style.strong(r.who), event.OneLine(r.label)
	if r.speaks {
		who, label = v.style.speaker(r.who), shown(label)
	} else {
		label = v.short(label)
	}
	if label != "" {
		label = "  " + label
	}
	more := ""
	if r.more != "" {
		more = v.style.dim("  (" + v.short(event.OneLine(r.more)) + ")")
	}
	if r.status != "" && r.status != "completed" {
		more += v.style.warn("  " + clip(event.OneLine(strings.ReplaceAll(r.status, "_", " "))))
	}
	v.line(at, "  ", strings.Repeat(step, min(depth, maxSteps)), sign, who, label, more)
}

func (v *chatView) statusSign(status string) string {
	switch status {
	case "completed":
		return v.style.good("✓")
	case "failed":
		return v.style.bad("✗")
	case "running":
		return v.style.warn("…")
	}
	return v.style.warn("-")
}

// entryOf is the row of an entry of the work log.
func entryOf(entry jsvalue.Value) chatRow {
	status := entry.Get("status").Text()
	r := chatRow{sign: status, who: entry.Get("entryKind").Text(), label: entry.Get("label").Text(), more: entry.Get("detail").Text(), status: status}
	switch r.who {
	case "command":
		r.label = "$ " + entry.Get("command").Text()
	case "web_search":
		r.who, r.label = "search", entry.Get("query").Text()
	case "file_change":
		r.who = "file"
		added, deleted := 0.0, 0.0
		for _, file := range entry.Get("changedFiles").Elements() {
			added, deleted = added+file.Get("additions").Float(), deleted+file.Get("deletions").Float()
		}
		r.more = fmt.Sprintf("+%.0f -%.0f", added, deleted)
	}
	return r
}

// rowNames are what rows are called whose type does not say it to a person.
var rowNames = map[string]string{
	"user_message": "user", "text": "assistant", "reasoning": "thought", "done": "turn ended", "todo_update": "tasks",
	"subagent_spawn_anchor": "sub-agent", "subagent_result_card": "sub-agent ended", "subagent_stopped_group": "sub-agents stopped",
	"background_job_line": "job", "background_job_group": "jobs", "system_notice": "notice", "ade_card": "card",
	"scheduled_wake_divider": "woken by schedule", "spawn_wake_divider": "woken by chat", "context_compact": "context compacted",
	"plan_text": "plan",
}

// rowLabels are the members of which the first that says something is the label of a row.
var rowLabels = []string{
	"displayText", "text", "message", "label", "title", "childTitle", "description", "summary", "reason", "explanation", "question", "suggestion",
}

// rowOf is the row of an event that is no work.
func rowOf(e jsvalue.Value) chatRow {
	kind := e.Get("type").Text()
	r := chatRow{who: rowNames[kind], status: e.Get("status").Text(), speaks: kind == "user_message" || kind == "text"}
	if r.who == "" {
		r.who = strings.ReplaceAll(kind, "_", " ")
	}
	for _, key := range rowLabels {
		if r.label = e.Get(key).Text(); !jsvalue.IsBlank(r.label) {
			break
		}
	}
	if tell := rowTellers[kind]; tell != nil {
		tell(&r, e)
	}
	return r
}

// rowTellers put what is particular to a type into its row.
var rowTellers = map[string]func(r *chatRow, e jsvalue.Value){
	"user_message": func(r *chatRow, e jsvalue.Value) {
		if r.status = e.Get("deliveryState").Text(); r.status == "delivered" {
			r.status = ""
		}
	},
	"done":                   func(r *chatRow, e jsvalue.Value) { r.label, r.status, r.more = r.status, "", texts(e.Get("reasons")) },
	"status":                 func(r *chatRow, e jsvalue.Value) { r.status = e.Get("turnStatus").Text() },
	"plan":                   func(r *chatRow, e jsvalue.Value) { r.more = count(e.Get("steps").Len(), "step") },
	"todo_update":            func(r *chatRow, e jsvalue.Value) { r.more = tasksDone(e.Get("items")) },
	"subagent_spawn_anchor":  func(r *chatRow, e jsvalue.Value) { r.sign, r.more = r.status, e.Get("agentType").Text() },
	"subagent_result_card":   func(r *chatRow, e jsvalue.Value) { r.sign, r.more = r.status, e.Get("summaryPreview").Text() },
	"subagent_stopped_group": func(r *chatRow, e jsvalue.Value) { r.label = titles(e.Get("items")) },
	"background_job_line":    func(r *chatRow, _ jsvalue.Value) { r.sign = r.status },
	"background_job_group": func(r *chatRow, e jsvalue.Value) {
		r.sign, r.more = r.status, fmt.Sprintf("%.0f of them", e.Get("count").Float())
	},
}

func tasksDone(items jsvalue.Value) string {
	done := 0
	for _, item := range items.Elements() {
		if item.Get("status").Text() == "completed" {
			done++
		}
	}
	return fmt.Sprintf("%d of %d done", done, items.Len())
}

func titles(items jsvalue.Value) string {
	var list []string
	for _, item := range items.Elements() {
		list = append(list, item.Get("title").Text())
	}
	return strings.Join(list, ", ")
}

// texts are the texts of a list, with commas.
func texts(list jsvalue.Value) string {
	var all []string
	for _, one := range list.Elements() {
		all = append(all, one.Text())
	}
	return strings.Join(all, ", ")
}
