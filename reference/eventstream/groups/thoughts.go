package groups

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// separator stands between thoughts that are shown as one.
const separator = "\n\n---\n\n"

// joinThoughts makes one row of rows of reasoning that follow one another and are of one turn, item and part
// (ES-GROUP-04).
func joinThoughts(list []rows.Row) []rows.Row {
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return typeOf(run[0]) == "reasoning" && typeOf(next) == "reasoning" && alike(run[0], next, "turnId", "itemId", "summaryIndex")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		if len(run) == 1 {
			return run
		}
		parts := partsOf(run)
		return []rows.Row{joined("reasoning-group:"+run[0].Key, run, parts, parts)}
	})
}

// joined is one row of reasoning for several: the first, with the parts, the joined texts, and the first and last time.
func joined(key string, run []rows.Row, parts, texts []string) rows.Row {
	first := run[0]
	start := first.Event.Get("startTimestamp")
	if start.IsNullish() {
		start = jsvalue.StringValue(first.Timestamp)
	}
	values := make([]jsvalue.Value, len(parts))
	for i, part := range parts {
		values[i] = jsvalue.StringValue(part)
	}
	event := first.Event.With(text("text", strings.Join(texts, separator)), member("startTimestamp", start), member("parts", jsvalue.ArrayValue(values...)))
	return rows.Row{Key: key, Timestamp: last(run).Timestamp, Event: event}
}

// partsOf are the texts that rows of reasoning were made of, as they stand.
func partsOf(run []rows.Row) (parts []string) {
	for _, r := range run {
		if list := r.Event.Get("parts"); list.IsArray() {
			for _, part := range list.Elements() {
				parts = append(parts, part.Text())
			}
			continue
		}
		parts = append(parts, r.Event.Get("text").Text())
	}
	return parts
}

// said are the texts without white space at their ends, and without blank ones.
func said(parts []string) (texts []string) {
	for _, part := range parts {
		if text := jsvalue.Trim(part); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// collapsePhases makes of thoughts and work of one turn that follow one another one row of each kind that has
// two; what came first stands first (ES-GROUP-07).
func collapsePhases(list []rows.Row) []rows.Row {
	isPhase := func(r rows.Row) bool { return typeOf(r) == "reasoning" || typeOf(r) == "work_log_group" }
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return isPhase(run[0]) && isPhase(next) && alike(run[0], next, "turnId")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		if len(run) == 1 {
			return run
		}
		var thoughts, work []rows.Row
		for _, r := range run {
			if typeOf(r) == "reasoning" {
				thoughts = append(thoughts, r)
			} else {
				work = append(work, r)
			}
		}
		var folded []rows.Row
		if len(thoughts) > 1 {
			parts := partsOf(thoughts)
			thoughts = []rows.Row{joined("activity-phase-reasoning:"+thoughts[0].Key, thoughts, parts, said(parts))}
		}
		if len(work) > 1 {
			work = []rows.Row{joinedWork(work)}
		}
		folded = append(append(folded, thoughts...), work...)
		if typeOf(run[0]) != "reasoning" {
			slices.Reverse(folded)
		}
		return folded
	})
}

// joinedWork is one group for several.
func joinedWork(groups []rows.Row) rows.Row {
	whole := newWorkGroup("activity-phase-work:" + groups[0].Key)
	whole.timestamp, whole.turn = last(groups).Timestamp, groups[0].Event.Get("turnId")
	for _, group := range groups {
		for _, entry := range group.Event.Get("entries").Elements() {
			whole.entries = append(whole.entries, entry)
		}
		if summary := group.Event.Get("summary").Text(); summary != "" {
			whole.summary = summary
		}
		for _, id := range group.Event.Get("toolUseIds").Elements() {
			whole.use(id.Text())
		}
	}
	return whole.row()
}
