package eventstream

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The operations that give a history.
var (
	historyOps = []string{"snapshot", "page"}
	snapshots  = []string{"snapshot"}
	pages      = []string{"page"}
	candidates = []string{"candidate"}
)

// historyInvariants judge snapshots, pages and the choice among files.
var historyInvariants = []model.Invariant{
	{
		ID: "history-says-what-it-lacks", Rules: []string{"ES-HIST-02", "ES-VIEW-01"},
		Says:  "A snapshot or a page is complete exactly if no diagnostic affects that, and a code has the effect of the table.",
		Check: on(historyOps, completeProblems),
	},
	{
		ID: "history-is-told-by-place", Rules: []string{"ES-HIST-01"},
		Says:  "Diagnostics of a history stand in the order of their byte offsets, inside the file, and name no line.",
		Check: on(historyOps, byPlaceProblems),
	},
	{
		ID: "history-names-its-session", Rules: []string{"ES-VIEW-01", "TP-PROTO-21"},
		Says:  "The session of a history is the one that was asked for, trimmed, else that of the first envelope, else null.",
		Check: on(historyOps, sessionProblems),
	},
	{
		ID: "one-truth-about-older-history", Rules: []string{"ES-HIST-02", "ES-HIST-06"},
		Says:  "truncated and hasOlderHistory are true exactly if the transcript or the window is truncated, and exactly then is there a cursor and history_truncated.",
		Check: on(snapshots, flagProblems),
	},
	{
		ID: "cursors-go-down", Rules: []string{"ES-HIST-08", "ES-HIST-09"},
		Says:  "A page starts before its cursor, at the start of a line unless it says that no line begins in it, and has more exactly if it does not start at 0.",
		Check: on(pages, cursorProblems),
	},
	{
		ID: "snapshot-by-definition", Rules: []string{"ES-HIST-01", "ES-HIST-02", "ES-HIST-03", "ES-HIST-04", "ES-HIST-05", "ES-HIST-06", "ES-HIST-07"},
		Says:  "A snapshot is that of a second definition, which reads the whole file.",
		Check: on(snapshots, snapshotProblems),
	},
	{
		ID: "page-by-definition", Rules: []string{"ES-HIST-01", "ES-HIST-07", "ES-HIST-08", "ES-HIST-09", "ES-HIST-10"},
		Says:  "A page is that of a second definition, which reads all of the file before the cursor.",
		Check: on(pages, pageProblems),
	},
	{
		ID: "choice-by-definition", Rules: []string{"ES-HIST-12", "ES-HIST-13"},
		Says:  "The candidates and their order are those of a second definition, and the first is chosen.",
		Check: on(candidates, choiceProblems),
	},
}

// toldAt are the diagnostics of the answer by place; a place is -1 where there is none.
func (v *View) toldAt() (list []spotted) {
	for _, d := range v.Diagnostics {
		at, ok := d.Value.Get("byteOffset").SafeInteger()
		if !ok {
			at = -1
		}
		list = append(list, spotted{d.Code, int(at)})
	}
	return list
}

func byPlaceProblems(v *View, p *problems) bool {
	last := 0
	for i, t := range v.toldAt() {
		switch {
		case t.at < 0 || t.at > len(v.Case.Input.Text()):
			p.add("diagnostics", "%s names no place in the file", t.code)
		case t.at < last:
			p.add("diagnostics", "%s at %d stands behind one at %d", t.code, t.at, last)
		case v.Diagnostics[i].Value.Has("line"):
			p.add("diagnostics", "%s names a line", t.code)
		}
		last = max(last, t.at)
	}
	return len(v.Diagnostics) > 0
}

func flagProblems(v *View, p *problems) bool {
	older := v.Result.Get("transcriptTruncated").IsTrue() || v.Result.Get("windowTruncated").IsTrue()
	for _, key := range []string{"truncated", "hasOlderHistory"} {
		if flag := v.Result.Get(key); !flag.IsBool() || flag.IsTrue() != older {
			p.add(key, "it is %s, and something is left out: %v", shownText(flag), older)
		}
	}
	if cursor := v.Result.Get("tailStartOffset"); older == cursor.IsNullish() || cursor.IsUndefined() {
		p.add("tailStartOffset", "it is %s, and something is left out: %v", shownText(cursor), older)
	}
	if told := slices.ContainsFunc(v.Diagnostics, func(d Diagnostic) bool { return d.Code == "history_truncated" }); told != older {
		p.add("diagnostics", "history_truncated is told: %v, and something is left out: %v", told, older)
	}
	return true
}

func cursorProblems(v *View, p *problems) bool {
	text := v.Case.Input.Text()
	before := v.numberOf("beforeOffset", len(text), 0, len(text))
	at, ok := v.Result.Get("startOffset").SafeInteger()
	start := int(at)
	if !ok || start < 0 || start >= before && start > 0 {
		p.add("startOffset", "it is %s, and the cursor is %d", shownText(v.Result.Get("startOffset")), before)
		return true
	}
	beyond := slices.Contains(v.toldAt(), spotted{"line_beyond_page", start})
	if isStart := start == 0 || text[start-1] == '\n'; !isStart && !beyond || beyond && v.Result.Get("events").Len() > 0 {
		p.add("startOffset", "it is the start of a line: %v, line_beyond_page is told: %v, and there are %d events", isStart, beyond, v.Result.Get("events").Len())
	}
	if more := v.Result.Get("hasMore"); !more.IsBool() || more.IsTrue() != (start > 0) {
		p.add("hasMore", "it is %s, and the page starts at %d", shownText(more), start)
	}
	return true
}

// sameFlags demands members of an answer.
func (p *problems) sameMembers(v *View, rules map[string]string, want ...jsvalue.Member) {
	for _, m := range want {
		if got := v.Result.Get(m.Key); !same(m.Value, got) {
			*p = append(*p, model.Problem{Path: m.Key, Rules: []string{rules[m.Key]}, Message: fmt.Sprintf("it is %s, by the definition %s", shownText(got), shownText(m.Value))})
		}
	}
}

// sameTold demands diagnostics by code and place.
func (p *problems) sameTold(v *View, want []spotted) {
	order := func(a, b spotted) int { return cmp.Or(a.at-b.at, cmp.Compare(a.code, b.code)) }
	got := v.toldAt()
	slices.SortFunc(want, order)
	slices.SortFunc(got, order)
	for _, t := range want {
		if i := slices.Index(got, t); i >= 0 {
			got = slices.Delete(got, i, i+1)
			continue
		}
		p.told("missing", t.code, historyCodeRules(t.code), "%s at %d is not told", t.code, t.at)
	}
	for _, t := range got {
		p.told("extra", t.code, historyCodeRules(t.code), "%s at %d is told of nothing", t.code, t.at)
	}
}

// historyCodeRules are the rules that ask for a diagnostic of a history.
func historyCodeRules(code string) []string {
	switch code {
	case "other_session":
		return []string{"ES-HIST-01"}
	case "history_truncated":
		return []string{"ES-HIST-02"}
	case "line_beyond_page":
		return []string{"ES-HIST-09"}
	}
	return codeRules[code]
}

func snapshotProblems(v *View, p *problems) bool {
	want := v.snapshot()
	older := jsvalue.BoolValue(want.transcript || want.window)
	cursor := jsvalue.NullValue()
	if want.start > 0 {
		cursor = jsvalue.IntValue(int64(want.start))
	}
	p.sameList("events", "event", []string{"ES-HIST-01", "ES-HIST-03", "ES-HIST-04", "ES-HIST-05"}, want.events, v.list("events"))
	p.sameMembers(v, map[string]string{
		"truncated": "ES-HIST-02", "transcriptTruncated": "ES-HIST-03", "windowTruncated": "ES-HIST-05", "hasOlderHistory": "ES-HIST-02",
		"sessionFound": "ES-HIST-07", "tailStartOffset": "ES-HIST-06",
	},
		member("truncated", older), member("transcriptTruncated", jsvalue.BoolValue(want.transcript)), member("windowTruncated", jsvalue.BoolValue(want.window)),
		member("hasOlderHistory", older), member("sessionFound", jsvalue.BoolValue(want.found)), member("tailStartOffset", cursor))
	p.sameTold(v, want.told)
	return true
}

func pageProblems(v *View, p *problems) bool {
	want := v.page()
	p.sameList("events", "event", []string{"ES-HIST-01", "ES-HIST-08", "ES-HIST-10"}, want.events, v.list("events"))
	p.sameMembers(v, map[string]string{"startOffset": "ES-HIST-08", "hasMore": "ES-HIST-09", "sessionFound": "ES-HIST-07"},
		member("startOffset", jsvalue.IntValue(int64(want.start))), member("hasMore", jsvalue.BoolValue(want.start > 0)),
		member("sessionFound", jsvalue.BoolValue(v.Input.Session != "")))
	p.sameTold(v, want.told)
	return true
}

func choiceProblems(v *View, p *problems) bool {
	want := choice(v.Case)
	p.sameList("candidates", "candidate", []string{"ES-HIST-12", "ES-HIST-13"}, want, v.list("candidates"))
	chosen := jsvalue.NullValue()
	if len(want) > 0 {
		chosen = want[0].Get("name")
	}
	p.sameMembers(v, map[string]string{"chosen": "ES-HIST-12"}, member("chosen", chosen))
	return true
}
