package eventstream

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// wholeInvariants hold whole answers against a second definition of them, where it is certain.
var wholeInvariants = []model.Invariant{
	{
		ID: "envelopes-by-definition", Rules: []string{"ES-READ-01", "ES-READ-02", "ES-READ-03", "ES-READ-04"},
		Says:  "The envelopes are those of a second reading of the lines.",
		Check: on([]string{"parse"}, envelopeProblems),
	},
	{
		ID: "rows-by-definition",
		Rules: []string{
			"ES-TYPE-01", "ES-TYPE-02", "ES-ROW-01", "ES-ROW-02", "ES-ROW-03", "ES-ROW-04", "ES-ROW-05", "ES-TEXT-01", "ES-TEXT-02", "ES-TEXT-03", "ES-TEXT-04", "ES-TEXT-05",
			"ES-THINK-01", "ES-USER-01", "ES-USER-02", "ES-USER-03", "ES-USER-04", "ES-PLAN-01", "ES-PLAN-02", "ES-TODO-01", "ES-DONE-01", "ES-DONE-02",
			"ES-WORK-01", "ES-WORK-02", "ES-WORK-03", "ES-WORK-04", "ES-WORK-05", "ES-WORK-06", "ES-WORK-07", "ES-WORK-08", "ES-WORK-09", "ES-URL-01", "ES-URL-02", "ES-URL-03", "ES-DIFF-01",
			"ES-NOTE-01", "ES-NOTE-02", "ES-NOTE-03", "ES-NOTE-04", "ES-NOTE-05", "ES-HEALTH-01", "ES-HEALTH-02", "ES-HEALTH-03", "ES-IMAGE-01", "ES-COMPACT-01",
			"ES-CARD-01", "ES-CARD-02", "ES-CARD-03", "ES-AGENT-01", "ES-AGENT-02", "ES-AGENT-03", "ES-AGENT-04", "ES-AGENT-05", "ES-AGENT-06", "ES-AGENT-07",
			"ES-JOB-01", "ES-JOB-02", "ES-JOB-03", "ES-JOB-04", "ES-JOB-05",
		},
		Says:  "The rows are those of a second, naive definition, member for member.",
		Check: on(rowsOnly, rowProblems),
	},
	{
		ID: "entries-by-definition", Rules: []string{"ES-ENTRY-01", "ES-ENTRY-02", "ES-ENTRY-03", "ES-TEXT-01", "ES-TEXT-02", "ES-TEXT-03", "ES-TEXT-05", "ES-ROW-02", "ES-ROW-03"},
		Says:  "The entries are those of a second definition, member for member.",
		Check: on([]string{"entries"}, entryProblems),
	},
	{
		ID: "groups-by-definition",
		Rules: []string{
			"ES-GROUP-01", "ES-GROUP-02", "ES-GROUP-03", "ES-GROUP-04", "ES-GROUP-05", "ES-GROUP-06", "ES-GROUP-07", "ES-GROUP-08", "ES-GROUP-09",
		},
		Says:  "The groups are those that a second definition makes of its rows.",
		Check: on([]string{"groups"}, groupProblems),
	},
	{
		ID: "turns-by-definition", Rules: []string{"ES-TURN-01", "ES-TURN-02", "ES-TURN-03", "ES-DIFF-01"},
		Says:  "The turns are those of a second definition.",
		Check: on([]string{"groups"}, turnProblems),
	},
	{
		ID: "summary-is-the-last-said", Rules: []string{"ES-SUM-03", "ES-VIEW-01"},
		Says:  "The summary is the last thing that one event said, on one line, cut to the limit.",
		Check: on([]string{"summary"}, summaryProblems),
	},
	{
		ID: "diagnostics-by-definition", Rules: []string{
			"ES-READ-01", "ES-READ-02", "ES-READ-03", "ES-READ-04", "ES-TYPE-02", "ES-ROW-02", "ES-ROW-03", "ES-ROW-04", "ES-WORK-08", "ES-AGENT-06", "ES-VIEW-01", "ES-STORE-06", "ES-BATCH-05",
		},
		Says:  "Each line that is skipped or not drawn as it should has its diagnostics, and no other line has one.",
		Check: on(everything, diagnosticProblems),
	},
}

func envelopeProblems(v *View, p *problems) bool {
	var want []jsvalue.Value
	for _, e := range v.Input.Envelopes {
		want = append(want, e.value())
	}
	p.sameList("envelopes", "envelope", []string{"ES-READ-01", "ES-READ-02", "ES-READ-03", "ES-READ-04"}, want, v.list("envelopes"))
	return true
}

func rowProblems(v *View, p *problems) bool {
	chart, certain := v.chart()
	if !certain {
		return false
	}
	var want []jsvalue.Value
	for _, d := range chart.rows {
		want = append(want, d.value())
	}
	p.sameRows(want, v.list("rows"))
	for i, row := range v.list("rows") {
		if kindOf(row) == "turn_recap" && !row.Get("event").Get("summary").IsString() {
			p.add(fmt.Sprintf("rows[%d].event.summary", i), "a recap says nothing")
		}
	}
	return true
}

func entryProblems(v *View, p *problems) bool {
	chart, certain := v.chart()
	if certain {
		p.sameList("entries", "entry", []string{"ES-ENTRY-01", "ES-ENTRY-02", "ES-ENTRY-03"}, chart.entries(), v.list("entries"))
	}
	return certain
}

func groupProblems(v *View, p *problems) bool {
	chart, certain := v.chart()
	if !certain {
		return false
	}
	var rows []shown
	for _, d := range chart.rows {
		rows = append(rows, shown{d.key, d.time, d.event})
	}
	var want []jsvalue.Value
	for _, row := range grouped(rows) {
		want = append(want, row.value())
	}
	p.sameRows(want, v.list("rows"))
	return true
}

func turnProblems(v *View, p *problems) bool {
	p.sameList("turns", "turn", []string{"ES-TURN-01", "ES-TURN-02", "ES-TURN-03", "ES-DIFF-01"}, v.Input.turns(), v.list("turns"))
	return true
}

// usualLimit is how many units a summary has at most (ES-SUM-03).
const usualLimit = 280

func summaryProblems(v *View, p *problems) bool {
	limit := usualLimit
	if asked := v.Case.Options.Get("maxChars"); asked.IsNumber() {
		limit = int(min(asked.Float(), 1<<30))
	}
	if want, got := v.Input.summary(limit), v.Result.Get("summary"); !same(want, got) {
		p.differ("", "summary", "chat", jsvalue.ObjectValue(member("summary", want)), jsvalue.ObjectValue(member("summary", got)), []string{"ES-SUM-03"})
	}
	return true
}

// diagnosticProblems demands exactly the diagnostics that must be there, by code and line (ES-VIEW-01).
func diagnosticProblems(v *View, p *problems) bool {
	want := slices.Clone(v.Input.Told)
	switch v.Case.Op {
	case "parse":
	case "store", "wire":
		want = append(want, v.Input.vanished()...)
	case "batch":
		want = append(want, v.Input.uncounted()...)
	default:
		chart, certain := v.chart()
		if !certain {
			return false
		}
		want = append(want, chart.told...)
	}
	for _, d := range v.Diagnostics {
		i := slices.IndexFunc(want, func(t told) bool { return t.code == d.Code && int64(t.line.Number) == d.Line })
		if i < 0 {
			p.told("extra", d.Code, codeRules[d.Code], "%s of line %d is told of nothing", d.Code, d.Line)
			continue
		}
		if offset, ok := d.Value.Get("byteOffset").SafeInteger(); !ok || offset != int64(want[i].line.Offset) {
			p.told("misplaced", d.Code, []string{"ES-VIEW-01"}, "%s of line %d has the byte offset %s, not %d", d.Code, d.Line, shownText(d.Value.Get("byteOffset")), want[i].line.Offset)
		}
		want = slices.Delete(want, i, i+1)
	}
	for _, t := range want {
		p.told("missing", t.code, codeRules[t.code], "%s of line %d is not told", t.code, t.line.Number)
	}
	return true
}

// vanished are the images in place of paths that no member accounts for (ES-STORE-06).
func (in *Input) vanished() (list []told) {
	for _, e := range in.Envelopes {
		_, members, _ := stored(e.Event)
		for range members {
			list = append(list, told{"omitted_data_uri", e.Line})
		}
	}
	return list
}

// uncounted are the envelopes that do not count (ES-ROW-02, ES-ROW-03).
func (in *Input) uncounted() (list []told) {
	for _, e := range in.Envelopes {
		switch {
		case e.Foreign:
			list = append(list, told{"other_session", e.Line})
		case e.Repeated:
			list = append(list, told{"repeated_event", e.Line})
		}
	}
	return list
}

// told adds a problem of a diagnostic; a code that nobody knows is no symptom.
func (p *problems) told(symptom, code string, rules []string, format string, args ...any) {
	if codeRules[code] != nil {
		symptom += " " + code
	}
	*p = append(*p, model.Problem{Path: "diagnostics", Symptom: symptom, Rules: rules, Message: fmt.Sprintf(format, args...)})
}
