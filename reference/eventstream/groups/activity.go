package groups

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// bundleActivity puts lists of tasks and scheduled work of one turn that follow one another into a bundle; what names no
// turn is a bundle by itself (ES-GROUP-03).
func bundleActivity(list []rows.Row) []rows.Row {
	goesOn := func(run []rows.Row, next rows.Row) bool {
		return isActivity(run[0]) && isActivity(next) && trimmed(next.Event, "turnId") != "" && alike(run[0], next, "turnId")
	}
	return runs(list, goesOn, func(run []rows.Row) []rows.Row {
		if !isActivity(run[0]) {
			return run
		}
		var items []jsvalue.Value
		for _, r := range run {
			items = append(items, r.Value())
		}
		members := []jsvalue.Member{text("type", "activity_bundle"), member("items", jsvalue.ArrayValue(items...))}
		if turn := run[0].Event.Get("turnId"); !jsvalue.IsBlank(turn.Text()) {
			members = append(members, member("turnId", turn))
		}
		return []rows.Row{{Key: "activity:" + run[0].Key, Timestamp: last(run).Timestamp, Event: jsvalue.ObjectValue(members...)}}
	})
}

func isActivity(r rows.Row) bool {
	return typeOf(r) == "todo_update" || typeOf(r) == "scheduled_work_update"
}
