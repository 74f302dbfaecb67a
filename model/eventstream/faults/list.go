package faults

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var readingFaults = []fault.Fault{
	{ID: "always-complete", Says: "Every view is complete.", Breaks: []string{"complete-iff-nothing-affects"}, Wrap: onResults(allOps, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "complete", jsvalue.BoolValue(true))
	})},
	{ID: "diagnostics-backwards", Says: "The newest diagnostic stands first.", Breaks: []string{"diagnostics-in-order"}, Wrap: onList("diagnostics", allOps, func(list []jsvalue.Value) []jsvalue.Value {
		slices.Reverse(list)
		return list
	})},
	{ID: "session-of-nobody", Says: "The answer names no session.", Breaks: []string{"session-is-named"}, Wrap: onResults(shown, func(result jsvalue.Value) jsvalue.Value {
		return with(result, "sessionId", jsvalue.NullValue())
	})},
	{ID: "sequence-is-lost", Says: "Envelopes have no sequence.", Breaks: []string{"envelopes-by-definition"}, Wrap: onList("envelopes", allOps[:1], func(list []jsvalue.Value) []jsvalue.Value {
		for i, e := range list {
			list[i] = e.Without("sequence")
		}
		return list
	})},
	{ID: "time-of-a-zone", Says: "A timestamp gets a zone, whether it has one or not.", Breaks: []string{"parsed-is-parsed"}, Wrap: onList("envelopes", allOps[:1], func(list []jsvalue.Value) []jsvalue.Value {
		for i, e := range list {
			list[i] = with(e, "timestamp", text(e.Get("timestamp").Text()+"Z"))
		}
		return list
	})},
	{ID: "unknown-in-silence", Says: "Nothing is said of unknown types.", Breaks: []string{"diagnostics-by-definition", "unknown-types-are-inert"}, Wrap: onList("diagnostics", allOps, func(list []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(list, func(d jsvalue.Value) bool { return d.Get("code").Text() == "unknown_event_type" })
	})},
	{ID: "every-third-answer", Says: "Every third answer is of another session.", Breaks: []string{"same-answer-twice"}, Wrap: func(right protocol.Subject) protocol.Subject {
		calls := 0
		return onResults([]string{"rows"}, func(result jsvalue.Value) jsvalue.Value {
			if calls++; calls%3 == 0 {
				return with(result, "sessionId", text("another"))
			}
			return result
		})(right)
	}},
	{ID: "repeats-are-new", Says: "An envelope that comes again counts again.", Breaks: []string{"repeats-are-inert", "diagnostics-by-definition"}, Wrap: onLines(shown, func(lines []string) []string {
		for i, line := range lines {
			if value, err := jsvalue.Decode(strings.TrimSpace(line)); err == nil && value.Has("sequence") {
				lines[i] = string(jsvalue.AppendSource(nil, value.Without("sequence")))
			}
		}
		return lines
	})},
	{ID: "sessions-are-mixed", Says: "Events of all sessions are shown as one.", Breaks: []string{"other-sessions-are-inert"}, Wrap: onLines(shown, func(lines []string) []string {
		session := ""
		for i, line := range lines {
			value, err := jsvalue.Decode(strings.TrimSpace(line))
			if err != nil || !value.Get("event").IsObject() || !value.Get("sessionId").IsString() {
				continue
			}
			if session == "" {
				session = value.Get("sessionId").Text()
			}
			lines[i] = string(jsvalue.AppendSource(nil, with(value, "sessionId", text(session))))
		}
		return lines
	})},
	{ID: "tabs-begin-nothing", Says: "A line that begins with a tab is lost.", Breaks: []string{"blank-lines-are-inert"}, Wrap: dropping(allOps, func(line string) bool { return strings.HasPrefix(line, " \t") })},
	{ID: "torn-costs-two", Says: "A line that is no JSON costs the next one.", Breaks: []string{"lost-lines-cost-themselves"}, Wrap: onLines(allOps, func(lines []string) []string {
		var kept []string
		for i, line := range lines {
			if i == 0 || !strings.HasPrefix(lines[i-1], `{"sessionId":"torn`) {
				kept = append(kept, line)
			}
		}
		return kept
	})},
	{ID: "type-comes-first", Says: "An event whose type is not its first member is lost.", Breaks: []string{"order-of-members-is-inert"}, Wrap: dropsEvents(allOps, func(event jsvalue.Value) bool {
		return event.Len() > 1 && event.Member(0).Key != "type"
	})},
	{ID: "prototype-is-lost", Says: "Events with an id that ends in __proto__ are lost.", Breaks: []string{"ids-are-only-names"}, Wrap: dropsEvents(allOps, func(event jsvalue.Value) bool {
		return strings.HasSuffix(event.Get("turnId").Text(), "__proto__") || strings.HasSuffix(event.Get("messageId").Text(), "__proto__")
	})},
	{ID: "constructor-is-no-session", Says: "A session that is called constructor has nothing.", Breaks: []string{"session-is-only-a-name"}, Wrap: dropping(allOps, func(line string) bool {
		return strings.Contains(line, `"sessionId":"constructor`)
	})},
	{ID: "clock-of-its-own", Says: "Where a timestamp is missing the time is its own.", Breaks: []string{"clock-is-an-input"}, Wrap: func(right protocol.Subject) protocol.Subject {
		for _, op := range allOps {
			right = fault.OnRequest(op, func(request protocol.Request) protocol.Request {
				request.Options = with(request.Options, "now", text("2026-11-30T00:00:00.000Z"))
				return request
			})(right)
		}
		return right
	}},
}

var textFaults = []fault.Fault{
	{ID: "white-space-is-nothing", Says: "Pieces of white space alone are dropped.", Breaks: []string{"messages-are-their-pieces", "entries-by-definition", "rows-by-definition"}, Wrap: dropsEvents(shown, isBlankText)},
	{ID: "entries-drop-white-space", Says: "The canonical text drops what the rows keep.", Breaks: []string{"views-agree"}, Wrap: dropsEvents([]string{"entries"}, isBlankText)},
	{ID: "long-texts-are-cut", Says: "A long text ends with dots.", Breaks: []string{"no-invented-text"}, Wrap: onRow("text", []string{"rows"}, func(event jsvalue.Value) jsvalue.Value {
		if said := event.Get("text").Text(); len(said) > 30 {
			return with(event, "text", text(said[:20]+"..."))
		}
		return event
	})},
	{ID: "entries-are-trimmed", Says: "Entries have no white space around them.", Breaks: []string{"entries-by-definition"}, Wrap: onList("entries", []string{"entries"}, func(list []jsvalue.Value) []jsvalue.Value {
		for i, entry := range list {
			list[i] = with(entry, "text", text(strings.TrimSpace(entry.Get("text").Text())))
		}
		return list
	})},
	{ID: "one-letter-is-noise", Says: "A piece of one letter is taken for noise.", Breaks: []string{"splitting-changes-nothing"}, Wrap: dropsEvents(shown, func(event jsvalue.Value) bool {
		return event.Get("type").Text() == "text" && jsvalue.Length(event.Get("text").Text()) == 1
	})},
	{ID: "chrome-draws", Says: "The boundary of a step is drawn.", Breaks: []string{"chrome-is-inert"}, Wrap: onLines(shown, func(lines []string) []string {
		for i, line := range lines {
			lines[i] = strings.Replace(line, `"type":"step_boundary"`, `"type":"conversation_reset"`, 1)
		}
		return lines
	})},
	{ID: "untrimmed-ids-retract-nothing", Says: "A retraction does not find an id with white space around it.", Breaks: []string{"retraction-is-exact"}, Wrap: dropsEvents(shown, func(event jsvalue.Value) bool {
		return slices.ContainsFunc(list(event.Get("messageIds")), func(id jsvalue.Value) bool { return strings.HasSuffix(id.Text(), "\u00a0") })
	})},
	{ID: "pages-begin-behind", Says: "The oldest chunk of a page is lost, unless it is the first of all.", Breaks: []string{"pages-are-the-text"}, Wrap: onResults([]string{"entries"}, func(result jsvalue.Value) jsvalue.Value {
		if entries := list(result.Get("entries")); !result.Get("nextBefore").IsNullish() && len(entries) > 0 {
			return with(result, "entries", jsvalue.ArrayValue(entries[1:]...))
		}
		return result
	})},
	{ID: "summary-without-dots", Says: "A summary that was cut does not say so.", Breaks: []string{"summary-is-the-last-said", "shorter-summary"}, Wrap: onResults([]string{"summary"}, func(result jsvalue.Value) jsvalue.Value {
		if summary := result.Get("summary"); summary.IsString() {
			return with(result, "summary", text(strings.TrimSuffix(summary.Text(), "...")))
		}
		return result
	})},
}

func isBlankText(event jsvalue.Value) bool {
	piece := event.Get("text")
	return event.Get("type").Text() == "text" && piece.IsString() && piece.Text() != "" && jsvalue.IsBlank(piece.Text())
}

var rowFaults = []fault.Fault{
	{ID: "keys-of-types", Says: "The key of a row is its type.", Breaks: []string{"keys-are-apart"}, Wrap: onList("rows", []string{"rows"}, func(rows []jsvalue.Value) []jsvalue.Value {
		for i, row := range rows {
			rows[i] = with(row, "key", text(kindOf(row)))
		}
		return rows
	})},
	{ID: "keys-from-the-end", Says: "Rows are counted from the end.", Breaks: []string{"keys-are-stable"}, Wrap: onList("rows", []string{"rows"}, func(rows []jsvalue.Value) []jsvalue.Value {
		for i, row := range rows {
			rows[i] = with(row, "key", text(fmt.Sprint("row-", len(rows)-i)))
		}
		return rows
	})},
	{ID: "results-are-drawn", Says: "A step that joins its entry is drawn as well.", Breaks: []string{"one-row-a-thing"}, Wrap: onList("rows", []string{"rows"}, func(rows []jsvalue.Value) []jsvalue.Value {
		for _, row := range rows {
			if entry := row.Get("event").Get("entry"); entry.Has("result") && row.Get("event").Has("collapseKey") {
				rows = append(rows, with(row, "key", text(row.Get("key").Text()+":result")))
			}
		}
		return rows
	})},
	{ID: "jobs-reopen", Says: "The last event of a job says whether it runs.", Breaks: []string{"ended-jobs-stay-ended", "ended-jobs-do-not-reopen"}, Wrap: onLines([]string{"rows"}, lastOfJobs)},
	{ID: "agents-run-again", Says: "An agent that ended runs.", Breaks: []string{"rows-by-definition"}, Wrap: onRow("subagent_spawn_anchor", []string{"rows"}, func(event jsvalue.Value) jsvalue.Value { return with(event, "status", text("running")) })},
	{ID: "tasks-without-the-last", Says: "The last task of a list is not shown.", Breaks: []string{"rows-by-definition"}, Wrap: onRow("todo_update", []string{"rows"}, func(event jsvalue.Value) jsvalue.Value {
		if items := list(event.Get("items")); len(items) > 0 {
			return with(event, "items", jsvalue.ArrayValue(items[:len(items)-1]...))
		}
		return event
	})},
	{ID: "cards-are-never-stale", Says: "A card whose refresh failed does not say so.", Breaks: []string{"rows-by-definition"}, Wrap: onRow("ade_card", []string{"rows"}, func(event jsvalue.Value) jsvalue.Value { return event.Without("stale") })},
	{ID: "addresses-are-not-found", Says: "Entries have no addresses.", Breaks: []string{"rows-by-definition"}, Wrap: onRow("work_log_entry", []string{"rows"}, func(event jsvalue.Value) jsvalue.Value {
		return with(event, "entry", event.Get("entry").Without("localUrls"))
	})},
}

// lastOfJobs leaves out all events of a job in the background but the last.
func lastOfJobs(lines []string) []string {
	nameOf := func(line string) string {
		event := eventOf(line)
		if event.Get("kind").Text() != "background_task" {
			return ""
		}
		if name := strings.TrimSpace(event.Get("sourceTaskId").Text()); name != "" {
			return name
		}
		return strings.TrimSpace(event.Get("id").Text())
	}
	last := map[string]int{}
	for i, line := range lines {
		last[nameOf(line)] = i
	}
	var kept []string
	for i, line := range lines {
		if name := nameOf(line); name == "" || last[name] == i {
			kept = append(kept, line)
		}
	}
	return kept
}

var groupFaults = []fault.Fault{
	{ID: "work-stands-alone", Says: "The entries of a group are rows.", Breaks: []string{"phases-are-folded", "groups-by-definition"}, Wrap: onList("rows", []string{"groups"}, func(rows []jsvalue.Value) (out []jsvalue.Value) {
		for _, row := range rows {
			if kindOf(row) != "work_log_group" {
				out = append(out, row)
				continue
			}
			for _, entry := range list(row.Get("event").Get("entries")) {
				event := jsvalue.ObjectValue(jsvalue.Member{Key: "type", Value: text("work_log_entry")}, jsvalue.Member{Key: "entry", Value: entry})
				out = append(out, with(row, "event", event))
			}
		}
		return out
	})},
	{ID: "summaries-are-dropped", Says: "The summary of a group is lost.", Breaks: []string{"groups-by-definition", "groups-of-the-rows"}, Wrap: onRow("work_log_group", []string{"groups"}, func(event jsvalue.Value) jsvalue.Value { return event.Without("summary") })},
	{ID: "thoughts-are-deduplicated", Says: "Only the first thought of several is kept.", Breaks: []string{"groups-keep-rows"}, Wrap: onRow("reasoning", []string{"groups"}, func(event jsvalue.Value) jsvalue.Value {
		if parts := list(event.Get("parts")); len(parts) > 1 {
			return with(event, "parts", jsvalue.ArrayValue(parts[:1]...))
		}
		return event
	})},
	{ID: "statuses-are-dropped", Says: "Statuses are no rows of the groups.", Breaks: []string{"groups-keep-rows"}, Wrap: onList("rows", []string{"groups"}, func(rows []jsvalue.Value) []jsvalue.Value {
		return slices.DeleteFunc(rows, func(row jsvalue.Value) bool { return kindOf(row) == "status" })
	})},
	{ID: "ends-count-once", Says: "An end that several were folded into counts as one.", Breaks: []string{"groups-keep-rows"}, Wrap: onRow("done", []string{"groups"}, func(event jsvalue.Value) jsvalue.Value { return event.Without("subagentStoppedCount") })},
	{ID: "reasons-are-lost", Says: "Why a turn ended that several were folded into is not said.", Breaks: []string{"groups-keep-rows"}, Wrap: onRow("done", []string{"groups"}, func(event jsvalue.Value) jsvalue.Value { return event.Without("reasons") })},
	{ID: "stopped-agents-lose-their-titles", Says: "What agents that were stopped had to do is lost.", Breaks: []string{"groups-keep-rows"}, Wrap: onRow("subagent_result_card", []string{"groups"}, func(event jsvalue.Value) jsvalue.Value {
		if event.Get("status").Text() == "stopped" {
			return event.Without("description")
		}
		return event
	})},
	{ID: "files-count-twice", Says: "A turn counts one file more than it changed.", Breaks: []string{"turns-by-definition"}, Wrap: onList("turns", []string{"groups"}, func(turns []jsvalue.Value) []jsvalue.Value {
		for i, turn := range turns {
			if n := turn.Get("filesChanged"); n.Float() > 0 {
				turns[i] = with(turn, "filesChanged", jsvalue.NumberValue(n.Float()+1))
			}
		}
		return turns
	})},
}
