package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
)

// wholeInvariants hold whole answers against a second definition of them, where it is certain.
var wholeInvariants = []model.Invariant{
	{
		ID: "items-by-definition",
		Rules: []string{
			"SR-FILE-01", "SR-FILE-02", "SR-FILE-03", "SR-FILE-04", "SR-FILE-05", "SR-LINE-07", "SR-LINE-08", "SR-VIEW-01", "SR-VIEW-02", "SR-VIEW-03", "SR-VIEW-04", "SR-VIEW-06", "SR-VIEW-07", "SR-VIEW-08",
			"SR-VIEW-09", "SR-VIEW-10", "SR-VIEW-11", "SR-VIEW-12", "SR-VIEW-13", "SR-VIEW-14", "SR-VIEW-15",
			"SR-SUB-01", "SR-SUB-02", "SR-SUB-03", "SR-SUB-04", "SR-SUB-05", "SR-SUB-06", "SR-SAN-01", "SR-SAN-02", "SR-SAN-03", "SR-SAN-04",
		},
		Says:  "The items of files without damage are those of a second, naive definition, member for member.",
		Check: on(wholly, wholeItemProblems),
	},
	{
		ID: "context-by-definition", Rules: []string{"SR-LINE-02", "SR-LINE-04", "SR-LINE-06", "SR-LINE-07", "SR-LINE-08", "SR-LINE-10", "SR-CTX-02", "SR-CTX-03", "SR-CTX-04", "SR-CTX-05", "SR-CTX-06"},
		Says:  "The context of a file without damage has the header, the rows and the diagnostics of a second definition, member for member.",
		Check: on([]string{"context"}, wholeContextProblems),
	},
	{
		ID: "diagnostics-by-definition", Rules: []string{"SR-LINE-02", "SR-LINE-03", "SR-LINE-04", "SR-LINE-05", "SR-LINE-06", "SR-LINE-07", "SR-LINE-08", "SR-LINE-09", "SR-LINE-12", "SR-FILE-05", "SR-VIEW-10", "SR-VIEW-11", "SR-VIEW-12", "SR-SUB-02"},
		Says:  "The diagnostics about files without damage are those of a second definition, with their lines, offsets and the paths of fields.",
		Check: on(wholly, wholeDiagnosticProblems),
	},
	{
		ID: "page-by-definition", Rules: []string{"SR-PAGE-01", "SR-PAGE-05", "SR-FILE-03", "SR-VIEW-02"},
		Says:  "The newest page has the last items of a second definition, backwards, counts them all and knows the open turn.",
		Check: on([]string{"page"}, wholePageProblems),
	},
}

// definition is the view by the second definition, if that is certain.
func (v *View) definition() (whole, bool) {
	w := v.Input.whole()
	return w, !w.doubt
}

func wholeItemProblems(v *View, p *problems) bool {
	w, certain := v.definition()
	if !certain {
		return false
	}
	v.sameItems(p, w.items, v.Result.Get("items"))
	v.aboutThread(p)
	return true
}

// aboutThread looks at the thread and at whether it is there.
func (v *View) aboutThread(p *problems) {
	thread, there := v.Input.ThreadID, len(v.Input.tree().roots) > 0
	if !v.Input.Named {
		thread, there = readAll(v.Input.Files[0]).threadID, true
	}
	if v.Result.Get("threadId").Text() != thread || !v.Result.Get("threadId").IsString() {
		p.add("threadId", "it is another thread than that of the question or the file")
	}
	if v.Result.Get("hasTranscript").IsTrue() != there {
		p.add("hasTranscript", "it is %v, and the thread has a root: %v", !there, there)
	}
}

func wholeDiagnosticProblems(v *View, p *problems) bool {
	w, certain := v.definition()
	if certain {
		tellingProblems(v, w.told, p)
	}
	return certain
}

func wholePageProblems(v *View, p *problems) bool {
	w, certain := v.definition()
	if !certain || !isBlank(v.Case.Options.Get("cursor").Text()) {
		return false
	}
	limit := defaultLimit
	if asked := v.Case.Options.Get("limit"); asked.IsNumber() {
		limit = int(max(1, min(asked.Float(), mostLimit)))
	}
	first := max(0, len(w.items)-limit)
	page := slices.Clone(w.items[first:])
	slices.Reverse(page)
	v.sameItems(p, page, v.Result.Get("items"))
	v.aboutThread(p)
	if total, ok := v.Result.Get("total").SafeInteger(); !ok || total != int64(len(w.items)) {
		p.add("total", "it is %d, by the definition %d", total, len(w.items))
	}
	if v.Result.Get("hasMore").IsTrue() != (first > 0) {
		p.add("hasMore", "older items are left, or it says so: not both")
	}
	open := ""
	for i := range min(first+1, len(w.items)) {
		if w.items[i].Get("kind").Text() == "turnBoundary" {
			open = w.items[i].Get("requestId").Text()
			if i == first {
				open = ""
			}
		}
	}
	if v.Result.Get("openTurn").Text() != open {
		p.add("openTurn", "it is not the turn of the last boundary before the page")
	}
	tellingProblems(v, w.told, p)
	return true
}
