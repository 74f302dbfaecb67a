package rows_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// undecided are vectors that bear no mark although a decision gives another answer.
var undecided = map[int]string{
	14: "null is absent, so that it is no refresh of a card (ES-ROW-05, ES-CARD-03)",
	18: "events of other sessions are not drawn (ES-ROW-02)",
}

// equalAnyway are vectors whose answer is the right one although they bear a mark.
var equalAnyway = map[int]string{21: "the second list of tasks is the first again"}

// pinned are the reasons of vectors for which no mask would leave enough to compare: tests of their own have the right answer.
var pinned = []string{
	"collapse-key-text", "no-item-id-merge", "missing-optional-field-fails", "unknown-action-hole", "untrimmed-id",
	"job-under-two-keys", "mixed-identity",
}

// TestVectors compares with a shipped program: what bears no mark is equal, and what bears one differs where its reason says
// and nowhere else (ES-ROW-01 to ES-JOB-05).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("rows")
	if err != nil || len(vectors) != 150 {
		t.Fatal(len(vectors), err)
	}
	equal, masked, apart := 0, 0, 0
	for _, vector := range vectors {
		isPinned := slices.ContainsFunc(vector.Deviates, func(reason string) bool { return slices.Contains(pinned, reason) })
		want := compared(vector.Output, vector.Deviates)
		got := compared(rowsOf(vector.Input.Get("envelopes")), vector.Deviates)
		diff := cmp.Diff(want, got)
		switch {
		case isPinned || undecided[vector.Index] != "":
			apart++
			if diff == "" {
				t.Errorf("vector %d %v is equal", vector.Index, vector.Deviates)
			}
		case len(vector.Deviates) == 0:
			equal++
		default:
			masked++
			same := cmp.Equal(compared(vector.Output, nil), compared(rowsOf(vector.Input.Get("envelopes")), nil))
			if same != (equalAnyway[vector.Index] != "") {
				t.Errorf("vector %d %v: equal without its mask is %v", vector.Index, vector.Deviates, same)
			}
		}
		if diff != "" && !isPinned && undecided[vector.Index] == "" {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
	}
	if equal != 120 || masked != 20 || apart != 10 {
		t.Errorf("%d equal, %d masked, %d apart", equal, masked, apart)
	}
}

func rowsOf(list jsvalue.Value) jsvalue.Value {
	m := rows.New("s1")
	for _, value := range list.Elements() {
		envelope, _ := event.FromValue(value, "")
		m.Add(envelope)
	}
	var drawn []jsvalue.Value
	for _, row := range m.Rows() {
		drawn = append(drawn, row.Value())
	}
	return jsvalue.ArrayValue(drawn...)
}

// compared are the rows, without what the reasons say is another in ours. The ids of commands and searches hold no text in
// ours (ES-WORK-02), so they are left out.
func compared(list jsvalue.Value, reasons []string) []string {
	var lines []string
	for _, row := range list.Elements() {
		drawn := row.Get("event")
		if hidden(drawn.Get("type").Text(), reasons) {
			continue
		}
		entry := drawn.Get("entry")
		if slices.Contains([]string{"command", "web_search"}, entry.Get("entryKind").Text()) {
			drawn = drawn.Without("collapseKey").With(jsvalue.Member{Key: "entry", Value: entry.Without("id")})
		}
		if drawn.Get("type").Text() == "text" && slices.Contains(reasons, "blank-fragment") {
			text := strings.Join(strings.Fields(drawn.Get("text").Text()), "")
			drawn = drawn.With(jsvalue.Member{Key: "text", Value: jsvalue.StringValue(text)})
			row = row.Without("timestamp")
		}
		row = row.With(jsvalue.Member{Key: "event", Value: drawn})
		lines = append(lines, string(jsvalue.AppendCanonical(nil, row)))
	}
	return lines
}

// hidden reports whether rows of a type are left out of the comparison for a reason.
func hidden(kind string, reasons []string) bool {
	types := map[string][]string{
		"turn-recap":             {"turn_recap"},
		"plan-text":              {"plan_text"},
		"todo-one-row-per-turn":  {"todo_update"},
		"inert-chrome-draws-row": {"tokens", "session_meta_updated", "brand_new_event"},
	}
	return slices.ContainsFunc(reasons, func(reason string) bool { return slices.Contains(types[reason], kind) })
}
