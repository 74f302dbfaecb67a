package groups

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// groupStopped makes one row of the cards of sub-agents that were stopped and follow one another (ES-GROUP-08).
func groupStopped(list []rows.Row) []rows.Row {
	anchors := map[string]bool{}
	for _, r := range list {
		if typeOf(r) == "subagent_spawn_anchor" {
			anchors[r.Key] = true
		}
	}
	stopped := func(r rows.Row) bool {
		return typeOf(r) == "subagent_result_card" && r.Event.Get("status").Text() == "stopped"
	}
	goesOn := func(run []rows.Row, next rows.Row) bool { return stopped(run[0]) && stopped(next) }
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		if len(run) == 1 {
			return run
		}
		var items []jsvalue.Value
		for _, r := range run {
			items = append(items, stoppedItem(r, anchors))
		}
		event := jsvalue.ObjectValue(text("type", "subagent_stopped_group"), member("count", jsvalue.IntValue(int64(len(run)))),
			member("items", jsvalue.ArrayValue(items...)))
		key := "subagent-stopped-group:" + run[0].Event.Get("agentKey").Text()
		return []rows.Row{{Key: key, Timestamp: last(run).Timestamp, Event: event}}
	})
}

// stoppedItem is {agentKey, title, jumpToStartRowKey}, the last null if the agent has no anchor.
func stoppedItem(card rows.Row, anchors map[string]bool) jsvalue.Value {
	title := card.Event.Get("description").Text()
	if title == "" {
		title = rows.DefaultDescription
	}
	start := jsvalue.NullValue()
	if key := strings.Replace(card.Key, "subagent-result:", "subagent-spawn:", 1); anchors[key] {
		start = jsvalue.StringValue(key)
	}
	return jsvalue.ObjectValue(member("agentKey", card.Event.Get("agentKey")), text("title", title), member("jumpToStartRowKey", start))
}

// groupJobs makes one row of the lines of jobs that follow one another and are equal in state and name (ES-GROUP-09).
func groupJobs(list []rows.Row) []rows.Row {
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return typeOf(run[0]) == "background_job_line" && typeOf(next) == "background_job_line" && alike(run[0], next, "status", "label")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		if len(run) == 1 {
			return run
		}
		return []rows.Row{{Key: "background-job-group:" + run[0].Key, Timestamp: last(run).Timestamp, Event: jobGroup(run)}}
	})
}

func jobGroup(run []rows.Row) jsvalue.Value {
	first := run[0].Event
	var agents []jsvalue.Value
	start, longest, exit := first.Get("startedAt"), jsvalue.NullValue(), first.Get("exitCode")
	for _, r := range run {
		agents = append(agents, r.Event.Get("agentKey"))
		if isBefore(r.Event.Get("startedAt").Text(), start.Text()) {
			start = r.Event.Get("startedAt")
		}
		if took := r.Event.Get("durationMs"); took.IsFinite() && (longest.IsNullish() || took.Float() > longest.Float()) {
			longest = took
		}
		if !jsvalue.Equal(exit, r.Event.Get("exitCode")) {
			exit = jsvalue.NullValue()
		}
	}
	members := []jsvalue.Member{
		text("type", "background_job_group"), member("count", jsvalue.IntValue(int64(len(run)))), member("label", first.Get("label")),
		member("agentKeys", jsvalue.ArrayValue(agents...)), member("startedAt", start), member("status", first.Get("status")),
	}
	if first.Get("status").Text() != "running" {
		members = append(members, member("exitCode", exit), member("durationMs", longest))
	}
	return jsvalue.ObjectValue(members...)
}

// isBefore compares instants; what is none is before nothing.
func isBefore(a, b string) bool {
	at, aOK := jstime.Parse(a)
	bt, bOK := jstime.Parse(b)
	return aOK && (!bOK || at < bt)
}
