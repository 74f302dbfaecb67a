package groups_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/groups"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// righted makes of the answer of a shipped program the right one, for each reason of a mark, by the rule that stands beside it.
var righted = map[string]func(answer []jsvalue.Value, envelopes jsvalue.Value) []jsvalue.Value{
	"group-across-turns":      partTurns,     // ES-GROUP-01
	"second-tool-use-summary": takeSummaries, // ES-GROUP-02
	"todo-one-row-per-turn":   lastLists,     // ES-TODO-01
	"inert-chrome-draws-row":  withoutChrome, // ES-TYPE-01, ES-NOTE-04
	"blank-fragment":          wholeMessages, // ES-TEXT-03
	"mixed-identity":          partRuns,      // ES-TEXT-01
	"turn-recap":              func(answer []jsvalue.Value, _ jsvalue.Value) []jsvalue.Value { return answer },
}

// TestVectors compares with a shipped program: what bears no mark is equal, and what bears one is what the rules of its reasons
// make of the answer (ES-GROUP-01 to ES-GROUP-09). Recaps, which it lacks (ES-DONE-02), are left out before rows are grouped.
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("group")
	if err != nil || len(vectors) != 100 {
		t.Fatal(len(vectors), err)
	}
	marked := 0
	var alike []int // marked, and yet the same
	for _, vector := range vectors {
		drawn := rowsOf(vector.Input.Get("envelopes"))
		if slices.Contains(vector.Deviates, "turn-recap") {
			drawn = slices.DeleteFunc(drawn, func(r rows.Row) bool { return r.Event.Get("type").Text() == "turn_recap" })
		}
		var list []jsvalue.Value
		for _, row := range groups.Fold(drawn) {
			list = append(list, row.Value())
		}
		shipped := elements(vector.Output.Get("grouped"))
		got := compared(list, vector.Soft)
		if len(vector.Deviates) > 0 && !slices.Equal(vector.Deviates, []string{"turn-recap"}) {
			marked++
			if cmp.Equal(compared(shipped, vector.Soft), got) {
				alike = append(alike, vector.Index)
			}
		}
		for _, reason := range vector.Deviates {
			if righted[reason] == nil {
				t.Fatalf("vector %d: no rule for %s", vector.Index, reason)
			}
			shipped = righted[reason](shipped, vector.Input.Get("envelopes"))
		}
		if diff := cmp.Diff(compared(shipped, vector.Soft), got); diff != "" {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
	}
	if marked != 14 || fmt.Sprint(alike) != "[41]" { // whose second list of tasks is the first again
		t.Errorf("%d marked; marked ones that do not differ: %v", marked, alike)
	}
}

func elements(list jsvalue.Value) (values []jsvalue.Value) {
	for _, value := range list.Elements() {
		values = append(values, value)
	}
	return values
}

func withEvent(row jsvalue.Value, members ...jsvalue.Member) jsvalue.Value {
	return row.With(jsvalue.Member{Key: "event", Value: row.Get("event").With(members...)})
}

func typeOf(row jsvalue.Value) string { return row.Get("event").Get("type").Text() }

// partTurns parts groups where an entry is of another turn. The later parts stand behind the thoughts of the first turn, which
// belong to its phase (ES-GROUP-07).
func partTurns(answer []jsvalue.Value, envelopes jsvalue.Value) (list []jsvalue.Value) {
	var later []jsvalue.Value
	turn := ""
	for _, row := range answer {
		if typeOf(row) != "reasoning" || row.Get("event").Get("turnId").Text() != turn {
			list, later = append(list, later...), nil
		}
		if typeOf(row) != "work_log_group" {
			list = append(list, row)
			continue
		}
		var parts [][]jsvalue.Value
		for _, entry := range row.Get("event").Get("entries").Elements() {
			n := len(parts) - 1
			if n < 0 || !jsvalue.Equal(parts[n][0].Get("turnId"), entry.Get("turnId")) {
				parts = append(parts, nil)
				n++
			}
			parts[n] = append(parts[n], entry)
		}
		if len(parts) == 1 {
			list = append(list, row)
			continue
		}
		turn = parts[0][0].Get("turnId").Text()
		for i, entries := range parts {
			part := withEvent(row, jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(entries...)}, jsvalue.Member{Key: "turnId", Value: entries[0].Get("turnId")})
			first, _, start := stepsOf(entries[0], envelopes)
			_, end, _ := stepsOf(entries[len(entries)-1], envelopes)
			part = part.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(end)})
			if i == 0 {
				list = append(list, part)
				continue
			}
			key := fmt.Sprintf("work-log:s1:%d:%s", first, start)
			later = append(later, part.With(jsvalue.Member{Key: "key", Value: jsvalue.StringValue(key)}))
		}
	}
	return append(list, later...)
}

// stepsOf is the place of the first step of an entry, and the times of the last and of the first.
func stepsOf(entry, envelopes jsvalue.Value) (place int, end, start string) {
	place = -1
	logical := ""
	for i, e := range elements(envelopes) {
		step := e.Get("event")
		item := step.Get("logicalItemId").Text()
		isOf := jsvalue.Equal(step.Get("itemId"), entry.Get("itemId")) || item != "" && item == logical
		if !isOf || !jsvalue.Equal(step.Get("turnId"), entry.Get("turnId")) {
			continue
		}
		if place < 0 {
			place, start, logical = i, e.Get("timestamp").Text(), item
		}
		end = e.Get("timestamp").Text()
	}
	return place, end, start
}

// takeSummaries puts a summary that stands behind a group that has one into it, if it names a tool of the group.
func takeSummaries(answer []jsvalue.Value, _ jsvalue.Value) (list []jsvalue.Value) {
	for _, row := range answer {
		n := len(list) - 1
		if typeOf(row) != "tool_use_summary" || n < 0 || !list[n].Get("event").Get("toolUseIds").IsArray() {
			list = append(list, row)
			continue
		}
		ids := elements(list[n].Get("event").Get("toolUseIds"))
		for _, id := range row.Get("event").Get("toolUseIds").Elements() {
			known := slices.ContainsFunc(ids, func(other jsvalue.Value) bool { return jsvalue.Equal(id, other) })
			if !known && strings.TrimSpace(id.Text()) != "" {
				ids = append(ids, id)
			}
		}
		list[n] = withEvent(list[n], jsvalue.Member{Key: "toolUseIds", Value: jsvalue.ArrayValue(ids...)})
		if summary := strings.TrimSpace(row.Get("event").Get("summary").Text()); summary != "" {
			list[n] = withEvent(list[n], jsvalue.Member{Key: "summary", Value: jsvalue.StringValue(summary)})
		}
	}
	return list
}

// lastLists makes one list of tasks of those that a bundle has: the last event, in the place of the first row.
func lastLists(answer []jsvalue.Value, envelopes jsvalue.Value) []jsvalue.Value {
	for i, row := range answer {
		items := elements(row.Get("event").Get("items"))
		if typeOf(row) != "activity_bundle" || len(items) < 2 || typeOf(items[0]) != "todo_update" {
			continue
		}
		last := items[len(items)-1]
		_, place, _ := strings.Cut(last.Get("key").Text(), ":")
		place, _, _ = strings.Cut(place, ":")
		at, _ := strconv.Atoi(place)
		whole := elements(envelopes)[at].Get("event")
		one := items[0].With(jsvalue.Member{Key: "timestamp", Value: last.Get("timestamp")}, jsvalue.Member{Key: "event", Value: whole})
		answer[i] = withEvent(row, jsvalue.Member{Key: "items", Value: jsvalue.ArrayValue(one)})
	}
	return answer
}

// withoutChrome leaves out rows of what draws none.
func withoutChrome(answer []jsvalue.Value, _ jsvalue.Value) []jsvalue.Value {
	return slices.DeleteFunc(answer, func(row jsvalue.Value) bool {
		return typeOf(row) == "context_usage" && row.Get("event").Get("origin").Text() == "live" ||
			slices.Contains([]string{"tokens", "session_meta_updated"}, typeOf(row))
	})
}

// wholeMessages gives rows of messages all that their messages say, white space too. Each message has one row here.
func wholeMessages(answer []jsvalue.Value, envelopes jsvalue.Value) []jsvalue.Value {
	for i, row := range answer {
		if typeOf(row) != "text" {
			continue
		}
		said := ""
		for _, e := range envelopes.Elements() {
			if piece := e.Get("event"); piece.Get("type").Text() == "text" && jsvalue.Equal(piece.Get("messageId"), row.Get("event").Get("messageId")) {
				said += piece.Get("text").Text()
			}
		}
		answer[i] = withEvent(row, jsvalue.Member{Key: "text", Value: jsvalue.StringValue(said)})
	}
	return answer
}

// partRuns parts a row of text where it goes from what a turn names to what a message names.
func partRuns(answer []jsvalue.Value, envelopes jsvalue.Value) (list []jsvalue.Value) {
	for _, row := range answer {
		key := strings.Split(row.Get("key").Text(), ":")
		message := row.Get("event").Get("messageId")
		if typeOf(row) != "text" || message.IsNullish() || key[1] == "text" {
			list = append(list, row)
			continue
		}
		said := row.Get("event").Get("text").Text()
		at, _ := strconv.Atoi(key[1])
		before, end := "", ""
		for place, e := range elements(envelopes)[at:] {
			if jsvalue.Equal(e.Get("event").Get("messageId"), message) {
				first := row.With(jsvalue.Member{Key: "event", Value: row.Get("event").Without("messageId")}, jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(end)})
				second := row.With(jsvalue.Member{Key: "key", Value: jsvalue.StringValue(fmt.Sprintf("s1:text:%s:%d", message.Text(), at+place))})
				list = append(list, withEvent(first, jsvalue.Member{Key: "text", Value: jsvalue.StringValue(before)}),
					withEvent(second, jsvalue.Member{Key: "text", Value: jsvalue.StringValue(strings.TrimPrefix(said, before))}))
				break
			}
			before += e.Get("event").Get("text").Text()
			end = e.Get("timestamp").Text()
		}
	}
	return list
}

func rowsOf(list jsvalue.Value) []rows.Row {
	m := rows.New("s1")
	for _, value := range list.Elements() {
		envelope, _ := event.FromValue(value, "")
		m.Add(envelope)
	}
	return m.Rows()
}

// compared are rows without what ours have more of (parts), have none of (null for an absent turn), or derive otherwise: the
// ids of commands and searches (ES-WORK-02), and the text of thoughts where the vector says that it is soft.
func compared(list []jsvalue.Value, soft []string) []string {
	var lines []string
	for _, row := range list {
		event := row.Get("event").Without("parts")
		if event.Get("turnId").IsNullish() {
			event = event.Without("turnId")
		}
		var entries []jsvalue.Value
		for _, entry := range event.Get("entries").Elements() {
			if kind := entry.Get("entryKind").Text(); kind == "command" || kind == "web_search" {
				entry = entry.Without("id")
			}
			entries = append(entries, entry)
		}
		if entries != nil {
			event = event.With(jsvalue.Member{Key: "entries", Value: jsvalue.ArrayValue(entries...)})
		}
		if event.Get("type").Text() == "reasoning" && slices.Contains(soft, "reasoning-parts") {
			event = event.Without("text")
		}
		lines = append(lines, string(jsvalue.AppendCanonical(nil, row.With(jsvalue.Member{Key: "event", Value: event}))))
	}
	return lines
}
