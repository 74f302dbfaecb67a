package eventstream

import (
	"math"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shown is a row of the groups.
type shown struct {
	key, time string
	event     jsvalue.Value
}

func (s shown) kind() string { return s.event.Get("type").Text() }

func (s shown) get(key string) jsvalue.Value { return s.event.Get(key) }

func (s shown) value() jsvalue.Value {
	return jsvalue.ObjectValue(textOf("key", s.key), textOf("timestamp", s.time), member("event", s.event))
}

func shownOf(row jsvalue.Value) shown {
	return shown{row.Get("key").Text(), row.Get("timestamp").Text(), row.Get("event")}
}

// grouped are the groups of rows by a second definition (ES-GROUP-01 to ES-GROUP-09).
func grouped(rows []shown) []shown {
	rows = fold(workGroups(rows), sameTurnActivity, activityBundle)
	rows = fold(rows, sameThought, thoughtGroup)
	rows = fold(rows, sameStatus, func(run []shown) []shown { return run[len(run)-1:] })
	rows = fold(rows, func(a, b shown) bool { return endsBadly(a) && (endsBadly(b) || b.kind() == "turn_recap") }, terminus)
	rows = fold(rows, samePhase, phase)
	anchors := map[string]bool{}
	for _, row := range rows {
		anchors[row.key] = row.kind() == "subagent_spawn_anchor"
	}
	rows = fold(rows, func(a, b shown) bool { return wasStopped(a) && wasStopped(b) }, func(run []shown) []shown { return stoppedGroup(run, anchors) })
	return fold(rows, sameJob, jobGroup)
}

// fold makes of each longest run, in which each row goes on with the first, what make says.
func fold(rows []shown, goesOn func(a, b shown) bool, make func(run []shown) []shown) (out []shown) {
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && goesOn(rows[0], rows[n]) {
			n++
		}
		out = append(out, make(slices.Clip(rows[:n]))...)
		rows = rows[n:]
	}
	return out
}

// equalIn: two rows are equal in some members; null and absent are the same.
func equalIn(a, b shown, keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool {
		if key == "turnId" || key == "itemId" {
			return id(a.event, key) != id(b.event, key)
		}
		x, y := a.get(key), b.get(key)
		return x.IsNullish() != y.IsNullish() || !x.IsNullish() && !jsvalue.Equal(x, y)
	})
}

func workGroups(rows []shown) (out []shown) {
	closed := true // no group takes entries
	for _, row := range rows {
		var last *shown
		if len(out) > 0 && out[len(out)-1].kind() == "work_log_group" {
			last = &out[len(out)-1]
		}
		entry := row.get("entry")
		switch {
		case row.kind() == "work_log_entry" && last != nil && !closed && !otherTurns(last.get("turnId"), entry.Get("turnId")):
			last.event = last.event.With(member("entries", appended(last.get("entries"), entry)))
			last.time = row.time
			last.event = withTurn(last.event, entry.Get("turnId"))
		case row.kind() == "work_log_entry":
			event := jsvalue.ObjectValue(textOf("type", "work_log_group"), member("entries", jsvalue.ArrayValue(entry)))
			out = append(out, shown{"work-log:" + row.key, row.time, withTurn(event, entry.Get("turnId"))})
			closed = false
		case row.kind() == "tool_use_summary" && last != nil && takesSummary(*last, row):
			last.event = summarized(last.event, row.event)
			closed = true
		default:
			out = append(out, row)
			closed = true
		}
	}
	return out
}

func appended(list, element jsvalue.Value) jsvalue.Value {
	var elements []jsvalue.Value
	for _, one := range list.Elements() {
		elements = append(elements, one)
	}
	return jsvalue.ArrayValue(append(elements, element)...)
}

// otherTurns: both are named and differ.
func otherTurns(a, b jsvalue.Value) bool {
	return !isBlank(a.Text()) && !isBlank(b.Text()) && trim(a.Text()) != trim(b.Text())
}

func withTurn(group, turn jsvalue.Value) jsvalue.Value {
	if group.Get("turnId").IsUndefined() && !isBlank(turn.Text()) {
		return group.With(member("turnId", turn))
	}
	return group
}

func takesSummary(group, summary shown) bool {
	if otherTurns(group.get("turnId"), summary.get("turnId")) {
		return false
	}
	named := false
	for _, use := range summary.get("toolUseIds").Elements() {
		if isBlank(use.Text()) {
			continue
		}
		named = true
		for _, entry := range group.get("entries").Elements() {
			if entry.Get("entryKind").Text() == "tool" && id(entry, "itemId") == use.Text() {
				return true
			}
		}
	}
	return !named
}

func summarized(group, summary jsvalue.Value) jsvalue.Value {
	group = withTurn(group, summary.Get("turnId"))
	if said := id(summary, "summary"); said != "" {
		group = group.With(textOf("summary", said))
	}
	return withUses(group, summary.Get("toolUseIds"))
}

// withUses adds ids that the group does not have, blank ones aside.
func withUses(group, uses jsvalue.Value) jsvalue.Value {
	for _, use := range uses.Elements() {
		has := group.Get("toolUseIds")
		if !isBlank(use.Text()) && !contains(has, use) {
			group = group.With(member("toolUseIds", appended(has, use)))
		}
	}
	return group
}

func contains(list, value jsvalue.Value) bool {
	for _, one := range list.Elements() {
		if jsvalue.Equal(one, value) {
			return true
		}
	}
	return false
}

func isActivity(row shown) bool {
	return row.kind() == "todo_update" || row.kind() == "scheduled_work_update"
}

func sameTurnActivity(a, b shown) bool {
	return isActivity(a) && isActivity(b) && id(a.event, "turnId") != "" && equalIn(a, b, "turnId")
}

func activityBundle(run []shown) []shown {
	if !isActivity(run[0]) {
		return run
	}
	var items []jsvalue.Value
	for _, row := range run {
		items = append(items, row.value())
	}
	event := withTurn(jsvalue.ObjectValue(textOf("type", "activity_bundle"), member("items", jsvalue.ArrayValue(items...))), run[0].get("turnId"))
	return []shown{{"activity:" + run[0].key, run[len(run)-1].time, event}}
}

func sameThought(a, b shown) bool {
	return a.kind() == "reasoning" && b.kind() == "reasoning" && equalIn(a, b, "turnId", "itemId", "summaryIndex")
}

func thoughtGroup(run []shown) []shown {
	if len(run) == 1 {
		return run
	}
	return []shown{joined("reasoning-group:", run, func(text string) (string, bool) { return text, true })}
}

// joined is one row of reasoning for several.
func joined(key string, run []shown, each func(text string) (string, bool)) shown {
	var parts []jsvalue.Value
	var texts []string
	for _, row := range run {
		of := []jsvalue.Value{row.get("text")}
		if list := row.get("parts"); list.IsArray() {
			of = nil
			for _, part := range list.Elements() {
				of = append(of, part)
			}
		}
		for _, part := range of {
			parts = append(parts, part)
			if text, keeps := each(part.Text()); keeps {
				texts = append(texts, text)
			}
		}
	}
	event := run[0].event.With(textOf("text", strings.Join(texts, "\n\n---\n\n")), member("parts", jsvalue.ArrayValue(parts...)))
	if event.Get("startTimestamp").IsNullish() {
		event = event.With(textOf("startTimestamp", run[0].time))
	}
	return shown{key + run[0].key, run[len(run)-1].time, event}
}

func sameStatus(a, b shown) bool {
	return a.kind() == "status" && b.kind() == "status" && equalIn(a, b, "turnStatus", "turnId", "message")
}

func endsBadly(row shown) bool {
	state := row.get("status").Text()
	if row.kind() == "status" {
		state = row.get("turnStatus").Text()
	}
	return (row.kind() == "status" || row.kind() == "done") && (state == "failed" || state == "interrupted")
}

// terminus is the end that bad ends are folded into, with the recaps that stand between them behind it.
func terminus(run []shown) []shown {
	var bad, ends, recaps []shown
	for _, row := range run {
		switch row.kind() {
		case "turn_recap":
			recaps = append(recaps, row)
			continue
		case "done":
			ends = append(ends, row)
		}
		bad = append(bad, row)
	}
	if len(bad) < 2 || len(ends) == 0 {
		return run
	}
	event := endOf(ends)
	if reasons := reasonsOf(bad); len(reasons) > 0 {
		event = event.With(member("reasons", jsvalue.ArrayValue(reasons...)))
	}
	last := bad[len(bad)-1]
	return append([]shown{{"terminus:" + last.key, last.time, event}}, recaps...)
}

// endOf is the one end of several: that with the most tokens, with the status and the figures of all.
func endOf(ends []shown) jsvalue.Value {
	base, status := ends[0], "interrupted"
	usage := map[string]float64{}
	cost, costs := 0.0, false
	for _, end := range ends {
		if tokensOf(end) > tokensOf(base) {
			base = end
		}
		if end.get("status").Text() == "failed" {
			status = "failed"
		}
		for key, count := range end.get("usage").Members() {
			if count.IsFinite() {
				usage[key] += count.Float()
			}
		}
		if one := end.get("costUsd"); one.IsFinite() {
			cost, costs = cost+one.Float(), true
		}
	}
	event := base.event.With(textOf("status", status), member("usage", figures(usage)))
	if costs && math.IsInf(cost, 0) {
		event = event.Without("costUsd")
	} else if costs {
		event = event.With(member("costUsd", jsvalue.NumberValue(cost)))
	}
	if len(ends) > 1 {
		event = event.With(member("subagentStoppedCount", jsvalue.IntValue(int64(len(ends)-1))))
	}
	return event
}

// tokensOf are the tokens that an end counts, in and out.
func tokensOf(end shown) (n float64) {
	for _, key := range []string{"inputTokens", "outputTokens"} {
		if count := end.get("usage").Get(key); count.IsFinite() {
			n += count.Float()
		}
	}
	return n
}

// reasonsOf are the messages of the statuses of a run, each once.
func reasonsOf(run []shown) (reasons []jsvalue.Value) {
	for _, row := range run {
		reason := textOf("", id(row.event, "message")).Value
		if row.kind() == "status" && reason.Text() != "" && !slices.ContainsFunc(reasons, func(known jsvalue.Value) bool { return jsvalue.Equal(known, reason) }) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

func samePhase(a, b shown) bool {
	of := func(row shown) bool { return row.kind() == "reasoning" || row.kind() == "work_log_group" }
	return of(a) && of(b) && equalIn(a, b, "turnId")
}

func phase(run []shown) []shown {
	var thoughts, work []shown
	for _, row := range run {
		if row.kind() == "reasoning" {
			thoughts = append(thoughts, row)
		} else {
			work = append(work, row)
		}
	}
	if len(run) == 1 {
		return run
	}
	if len(thoughts) > 1 {
		thoughts = []shown{joined("activity-phase-reasoning:", thoughts, func(text string) (string, bool) { return trim(text), !isBlank(text) })}
	}
	if len(work) > 1 {
		work = []shown{joinedWork(work)}
	}
	if run[0].kind() == "reasoning" {
		return slices.Concat(thoughts, work)
	}
	return slices.Concat(work, thoughts)
}

func joinedWork(work []shown) shown {
	group := work[0].event
	for _, one := range work[1:] {
		for _, entry := range one.get("entries").Elements() {
			group = group.With(member("entries", appended(group.Get("entries"), entry)))
		}
		if summary := one.get("summary"); !summary.IsUndefined() {
			group = group.With(member("summary", summary))
		}
		group = withUses(group, one.get("toolUseIds"))
	}
	return shown{"activity-phase-work:" + work[0].key, work[len(work)-1].time, group}
}

func wasStopped(row shown) bool {
	return row.kind() == "subagent_result_card" && row.get("status").Text() == "stopped"
}

func stoppedGroup(run []shown, anchors map[string]bool) []shown {
	if len(run) == 1 {
		return run
	}
	var items []jsvalue.Value
	for _, row := range run {
		agent := row.get("agentKey").Text()
		start := ""
		if anchors["subagent-spawn:"+agent] {
			start = "subagent-spawn:" + agent
		}
		items = append(items, jsvalue.ObjectValue(textOf("agentKey", agent), textOf("title", first(row.get("description").Text(), "Subagent task")), textOrNull("jumpToStartRowKey", start)))
	}
	event := jsvalue.ObjectValue(textOf("type", "subagent_stopped_group"), member("count", jsvalue.IntValue(int64(len(run)))), member("items", jsvalue.ArrayValue(items...)))
	return []shown{{"subagent-stopped-group:" + run[0].get("agentKey").Text(), run[len(run)-1].time, event}}
}

func sameJob(a, b shown) bool {
	return a.kind() == "background_job_line" && b.kind() == "background_job_line" && equalIn(a, b, "status", "label")
}

func jobGroup(run []shown) []shown {
	if len(run) == 1 {
		return run
	}
	start, code, took := run[0].get("startedAt"), run[0].get("exitCode"), jsvalue.NullValue()
	var keys []jsvalue.Value
	for _, row := range run {
		keys = append(keys, row.get("agentKey"))
		if at, ok := jstime.Parse(row.get("startedAt").Text()); ok {
			if earliest, known := jstime.Parse(start.Text()); !known || at < earliest {
				start = row.get("startedAt")
			}
		}
		if !jsvalue.Equal(row.get("exitCode"), code) {
			code = jsvalue.NullValue()
		}
		if one := row.get("durationMs"); one.IsFinite() && (took.IsNullish() || one.Float() > took.Float()) {
			took = one
		}
	}
	event := jsvalue.ObjectValue(textOf("type", "background_job_group"), member("count", jsvalue.IntValue(int64(len(run)))), member("label", run[0].get("label")),
		member("agentKeys", jsvalue.ArrayValue(keys...)), member("startedAt", start), member("status", run[0].get("status")))
	if run[0].get("status").Text() != "running" {
		event = event.With(member("exitCode", code), member("durationMs", took))
	}
	return []shown{{"background-job-group:" + run[0].key, run[len(run)-1].time, event}}
}

func figures(of map[string]float64) jsvalue.Value {
	var members []jsvalue.Member
	for _, key := range sorted(of) {
		if !math.IsInf(of[key], 0) {
			members = append(members, member(key, jsvalue.NumberValue(of[key])))
		}
	}
	return jsvalue.ObjectValue(members...)
}
