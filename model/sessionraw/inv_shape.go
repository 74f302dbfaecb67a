package sessionraw

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
)

var shapeInvariants = []model.Invariant{
	{
		ID: "item-members", Rules: []string{"SR-VIEW-01"},
		Says:  "Each item has a kind of the table, the members of that kind, and no others.",
		Check: on(viewing, func(v *View, p *problems) bool { memberProblems(v, p); return len(v.Items) > 0 }),
	},
	{
		ID: "statuses", Rules: []string{"SR-VIEW-01", "SR-VIEW-10", "SR-SUB-06"},
		Says:  "A status is one of the table; a call has a result exactly if it does not run, and a failure exactly if it failed.",
		Check: on(viewing, statusProblems),
	},
	{
		ID: "complete-iff-nothing-affects", Rules: []string{"SR-LINE-12"},
		Says:  "complete is true exactly if no diagnostic affects completeness, and a code has the effect of the table.",
		Check: on(reading, completeProblems),
	},
	{
		ID: "diagnostics-have-places", Rules: []string{"SR-LINE-12"},
		Says:  "A diagnostic names a file that is there and a line that the file has, unless the file is what is missing.",
		Check: on(reading, placeProblems),
	},
	{
		ID: "subagents-hang-in-place", Rules: []string{"SR-SUB-02", "SR-SUB-03", "SR-SUB-05"},
		Says:  "A sub-agent stands behind the call that it names, in the turn that it names, and not below the third level.",
		Check: on(wholly, subagentProblems),
	},
	{
		ID: "messages-in-their-turns", Rules: []string{"SR-VIEW-01", "SR-VIEW-03"},
		Says:  "A message stands behind the boundary of its request, and no two boundaries in a row are the same.",
		Check: on(wholly, turnProblems),
	},
	{
		ID: "page-members", Rules: []string{"SR-PAGE-01", "SR-PAGE-05"},
		Says:  "A page has at most as many items as were asked for, a cursor exactly if more are left, and an open turn only without its boundary.",
		Check: on([]string{"page"}, pageProblems),
	},
}

func completeProblems(v *View, p *problems) bool {
	affected := false
	for _, d := range v.Diagnostics {
		affected = affected || d.Affects
		if code, known := spec.DiagnosticCodeByName(d.Code); known && code.AffectsCompleteness != d.Affects {
			p.add("diagnostics", "%s affectsCompleteness %v", d.Code, d.Affects)
		}
	}
	if v.Complete() == affected {
		p.add("complete", "complete is %v, and a diagnostic affects completeness: %v", v.Complete(), affected)
	}
	return true
}

func placeProblems(v *View, p *problems) bool {
	for _, d := range v.Diagnostics {
		if d.Code == "missing_sub_transcript" {
			if d.File == "" {
				p.add("diagnostics", "it names no file")
			}
			continue
		}
		found := false
		for _, f := range v.Input.Files {
			if f.Name == d.File {
				found = true
				if d.Line > int64(strings.Count(f.Text, "\n"))+1 {
					p.add("diagnostics", "%s has no line %d", f.Name, d.Line)
				}
			}
		}
		if !found {
			p.add("diagnostics", "%s names a file that is not there", d.Code)
		}
	}
	return len(v.Diagnostics) > 0
}

// mostLevels is how many levels of sub-agents are shown.
const mostLevels = 3

func subagentProblems(v *View, p *problems) bool {
	judged := false
	turns, calls := map[int]string{}, map[int]string{} // by depth: the last boundary, the last call that no other item but sub-agents followed
	for _, item := range v.Items {
		switch item.Kind {
		case "subagent":
			judged = true
			delete(turns, item.Depth+1)
			delete(calls, item.Depth+1)
			if item.Depth >= mostLevels {
				p.add(item.path(""), "it is below the third level")
			}
			if id := item.Value.Get("requestId"); !id.IsUndefined() && id.Text() != turns[item.Depth] {
				p.add(item.path("requestId"), "it is not the turn in which it stands")
			}
			if id := item.Value.Get("callId"); !id.IsUndefined() && id.Text() != calls[item.Depth] {
				p.add(item.path("callId"), "the call does not stand before it")
			}
		case "turnBoundary":
			turns[item.Depth] = item.Value.Get("requestId").Text()
		case "toolCall":
			calls[item.Depth] = item.Value.Get("callId").Text()
		}
	}
	return judged
}

func turnProblems(v *View, p *problems) bool {
	judged := false
	turns := map[int]string{}
	for _, item := range v.Items {
		id := item.Value.Get("requestId")
		switch item.Kind {
		case "subagent":
			delete(turns, item.Depth+1)
		case "turnBoundary":
			judged = true
			if id.Text() == "" || id.Text() == turns[item.Depth] {
				p.add(item.path("requestId"), "the turn is not another one")
			}
			turns[item.Depth] = id.Text()
		case "userMessage", "assistantMessage":
			judged = true
			if id.IsUndefined() {
				continue
			}
			if id.Text() != turns[item.Depth] {
				p.add(item.path("requestId"), "it is not the turn in which it stands")
			}
		}
	}
	return judged
}

func pageProblems(v *View, p *problems) bool {
	count := int64(v.Result.Get("items").Len())
	total, _ := v.Result.Get("total").SafeInteger()
	limit := int64(defaultLimit)
	if asked := v.Case.Options.Get("limit"); asked.IsNumber() {
		limit = int64(max(1, min(asked.Float(), mostLimit)))
	}
	more := v.Result.Get("hasMore").IsTrue()
	if count > limit {
		p.add("items", "there are %d, the limit is %d", count, limit)
	}
	if total < count || more && total == count {
		p.add("total", "it is %d, with %d items on the page", total, count)
	}
	if more != v.Result.Has("nextCursor") {
		p.add("nextCursor", "it is there exactly if there is more")
	}
	if more && count < limit {
		p.add("items", "there is more, and the page has room")
	}
	top := v.top()
	if open := v.Result.Get("openTurn"); !open.IsUndefined() && (len(top) == 0 || top[0].Kind == "turnBoundary" || open.Text() == "") {
		p.add("openTurn", "the oldest item opens its turn itself")
	}
	return true
}

// limits of a page.
const (
	defaultLimit = 50
	mostLimit    = 500
)
