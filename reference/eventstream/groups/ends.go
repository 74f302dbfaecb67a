package groups

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// dropStatuses keeps of equal statuses that follow one another the last (ES-GROUP-05).
func dropStatuses(list []rows.Row) []rows.Row {
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return typeOf(run[0]) == "status" && typeOf(next) == "status" && alike(run[0], next, "turnStatus", "turnId", "message")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row { return run[len(run)-1:] })
}

// joinEnds makes one row of statuses and ends of turns that failed or were interrupted, where they follow one another and one
// is an end: an interruption ends the turn and those of its sub-agents at once. Recaps do not part them (ES-GROUP-06).
func joinEnds(list []rows.Row) []rows.Row {
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return isBadEnd(run[0]) && (isBadEnd(next) || typeOf(next) == "turn_recap")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		var bad, ends, recaps []rows.Row
		for _, r := range run {
			switch typeOf(r) {
			case "turn_recap":
				recaps = append(recaps, r)
				continue
			case "done":
				ends = append(ends, r)
			}
			bad = append(bad, r)
		}
		if len(bad) < 2 || len(ends) == 0 {
			return run
		}
		return append([]rows.Row{terminus(bad, ends)}, recaps...)
	})
}

func isBadEnd(r rows.Row) bool {
	status := map[string]string{"status": "turnStatus", "done": "status"}[typeOf(r)]
	return slices.Contains([]string{"failed", "interrupted"}, r.Event.Get(status).Text())
}

// terminus is the end with the most tokens, the first of equal ones, with the usage and the cost of all.
func terminus(run, ends []rows.Row) rows.Row {
	base, status := ends[0], "interrupted"
	for _, end := range ends {
		if tokens(end) > tokens(base) {
			base = end
		}
		if end.Event.Get("status").Text() == "failed" {
			status = "failed"
		}
	}
	members := []jsvalue.Member{text("status", status), member("usage", summedUsage(ends))}
	event := base.Event
	switch cost, known := summedCost(ends); {
	case cost.IsFinite():
		members = append(members, member("costUsd", cost))
	case known:
		event = event.Without("costUsd")
	}
	if others := len(ends) - 1; others > 0 {
		members = append(members, member("subagentStoppedCount", jsvalue.IntValue(int64(others))))
	}
	if reasons := reasonsOf(run); len(reasons) > 0 {
		members = append(members, member("reasons", jsvalue.ArrayValue(reasons...)))
	}
	return rows.Row{Key: "terminus:" + last(run).Key, Timestamp: last(run).Timestamp, Event: event.With(members...)}
}

// reasonsOf are the messages of statuses that say more than white space, each once.
func reasonsOf(run []rows.Row) (reasons []jsvalue.Value) {
	seen := map[string]bool{}
	for _, r := range run {
		if reason := trimmed(r.Event, "message"); typeOf(r) == "status" && reason != "" && !seen[reason] {
			seen[reason] = true
			reasons = append(reasons, jsvalue.StringValue(reason))
		}
	}
	return reasons
}

func tokens(end rows.Row) (total float64) {
	for _, key := range []string{"inputTokens", "outputTokens"} {
		if count := end.Event.Get("usage").Get(key); count.IsFinite() {
			total += count.Float()
		}
	}
	return total
}

// summedUsage adds the counts of all usages, in the order in which their names came first.
func summedUsage(ends []rows.Row) jsvalue.Value {
	var keys []string
	totals := map[string]float64{}
	for _, end := range ends {
		for key, count := range end.Event.Get("usage").Members() {
			if !count.IsFinite() {
				continue
			}
			if _, known := totals[key]; !known {
				keys = append(keys, key)
			}
			totals[key] += count.Float()
		}
	}
	var members []jsvalue.Member
	for _, key := range keys {
		if total := jsvalue.NumberValue(totals[key]); total.IsFinite() {
			members = append(members, member(key, total))
		}
	}
	return jsvalue.ObjectValue(members...)
}

// summedCost adds the costs, and reports whether any is known. The sum is finite if one is and a binary64 holds it.
func summedCost(ends []rows.Row) (sum jsvalue.Value, known bool) {
	total := 0.0
	for _, end := range ends {
		if cost := end.Event.Get("costUsd"); cost.IsFinite() {
			total, known = total+cost.Float(), true
		}
	}
	if known {
		sum = jsvalue.NumberValue(total)
	}
	return sum, known
}
