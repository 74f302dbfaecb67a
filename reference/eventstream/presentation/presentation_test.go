package presentation_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/presentation"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shown is a timeline in short: the types of its rows, a done with its turn, its work by ids and its files; then the rest.
func shown(t *testing.T, events ...string) string {
	t.Helper()
	m := rows.New("s")
	for i, text := range events {
		e, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m.Add(event.Envelope{SessionID: "s", Timestamp: strconv.Itoa(i), Event: e})
	}
	timeline := presentation.Of(m.Rows())
	var parts []string
	for _, row := range timeline.Rows {
		part := row.Event.Get("type").Text()
		switch part {
		case "turn_recap":
			continue
		case "done":
			part = fmt.Sprint("done ", row.Event.Get("turnId").Text(), ids(row.Work))
			for _, file := range row.Files {
				part += fmt.Sprintf(" %s:%s+%d-%d", file.Path, file.Kind, file.Additions, file.Deletions)
			}
		case "activity_bundle":
			part += fmt.Sprintf(" %s %d@%s", row.Key, row.Event.Get("items").Len(), row.Timestamp)
		}
		parts = append(parts, part)
	}
	return strings.Join(append(parts, "working "+ids(timeline.Working)), "; ")
}

func ids(groups []rows.Row) string {
	var names []string
	for _, group := range groups {
		for _, entry := range group.Event.Get("entries").Elements() {
			names = append(names, entry.Get("itemId").Text())
		}
	}
	return fmt.Sprint(names)
}

// TestOf: where work stands, files once a turn, bundles that meet (ES-SHOW-01 to ES-SHOW-04).
// How its time grows `go test -bench Growth` measures.
func TestOf(t *testing.T) {
	tool := func(id, turn string) string {
		return fmt.Sprintf(`{"type":"tool_call","tool":"Read","itemId":%q,"turnId":%q}`, id, turn)
	}
	file := func(id, turn, path, kind, diff string) string {
		return fmt.Sprintf(`{"type":"file_change","path":%q,"kind":%q,"diff":%q,"itemId":%q,"turnId":%q}`, path, kind, diff, id, turn)
	}
	done := func(turn, status string) string {
		return fmt.Sprintf(`{"type":"done","turnId":%q,"status":%q}`, turn, status)
	}
	text := `{"type":"text","text":"x","messageId":"m"}`
	todo := func(turn string) string { return `{"type":"todo_update","turnId":"` + turn + `","items":[{"id":"1"}]}` }
	wake := `{"type":"scheduled_work_update","id":"w","kind":"cron","turnId":"t"}`
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"nothing":           {nil, `working []`},
		"live":              {[]string{text, tool("a", "t")}, `text; working [a]`},
		"done":              {[]string{tool("a", "t"), text, tool("b", "t"), done("t", "completed")}, `text; done t[a b]; working []`},
		"other turn":        {[]string{tool("a", "t"), tool("b", "u"), done("t", "completed"), tool("c", "t")}, `done t[a c]; working [b]`},
		"two ends":          {[]string{tool("a", "t"), done("t", "completed"), text, tool("b", "t"), done("t", "failed")}, `done t[]; text; done t[a b]; working []`},
		"without a turn":    {[]string{tool("a", ""), done("t", "completed"), text, tool("b", "")}, `done t[a]; text; working [b]`},
		"ends in one":       {[]string{tool("a", "u"), text, tool("b", ""), done("t", "interrupted"), done("u", "failed")}, `text; done t[a b]; working []`},
		"ends in two":       {[]string{tool("a", "u"), done("t", "failed"), done("u", "failed"), text, tool("b", "w"), done("v", "failed"), done("w", "failed")}, `done t[a]; text; done v[b]; working []`},
		"files":             {[]string{file("1", "t", "a", "create", "+x\n+y"), text, file("2", "t", "b", "", "-x"), file("3", "t", "a", "modify", "-x"), file("4", "t", "a", "", ""), done("t", "completed")}, `text; done t[1 2 3 4] a:modify+2-1 b:+0-1; working []`},
		"summary of git":    {[]string{file("1", "t", "a", "create", "+x"), `{"type":"turn_diff_summary","turnId":" t "}`, done("t", "completed")}, `turn_diff_summary; done t[1]; working []`},
		"summary of a turn": {[]string{file("1", "t", "a", "create", "+x"), text, file("2", "", "b", "create", "+x"), `{"type":"turn_diff_summary","turnId":"t"}`, done("t", "completed")}, `text; turn_diff_summary; done t[1 2] b:create+1-0; working []`},
		"a running change":  {[]string{`{"type":"file_change","path":"a","diff":"+x","status":"running","itemId":"1","turnId":"t"}`, done("t", "completed")}, `done t[1]; working []`},
		"bundles that meet": {
			[]string{todo("t"), tool("a", "t"), wake, text, wake},
			`activity_bundle activity:s:0:0 2@2; text; activity_bundle activity:s:4:4 1@4; working [a]`,
		},
		"three bundles": {
			[]string{todo("t"), tool("a", "t"), wake, tool("b", "t"), strings.Replace(wake, `"w"`, `"x"`, 1)},
			`activity_bundle activity:s:0:0 3@4; working [a b]`,
		},
		"bundles of no turn":   {[]string{todo(""), tool("a", "t"), `{"type":"scheduled_work_update","id":"w","kind":"cron"}`}, `activity_bundle activity:s:0:0 1@0; activity_bundle activity:s:2:2 1@2; working [a]`},
		"bundles of two turns": {[]string{todo("t"), tool("a", "t"), todo("u")}, `activity_bundle activity:s:0:0 1@0; activity_bundle activity:s:2:2 1@2; working [a]`},
	} {
		if got := shown(t, c.events...); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}
