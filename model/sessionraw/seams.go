package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// join begins a later file, and gives the number of its entries that are not shown because they stood before (SR-VIEW-12).
func (p *projection) join(r *account, generation bool) (again int) {
	before := spoken(p.context)
	var rows []*held
	var places []int
	for i, e := range r.entries {
		if e.row == nil || e.row.Interrupted {
			break
		}
		if e.row.Role != "system" {
			rows, places = append(rows, &held{row: e.row}), append(places, i)
		}
	}
	run := p.longestRun(before, rows, generation)
	replaced := len(p.context)
	p.context = nil
	if run.length > 0 {
		again = places[run.lead+run.length-1] + 1
		p.begin(r.entries[:again], places, before, run)
	}
	p.closeOthers()
	if again == 0 {
		return 0
	}
	if generation {
		item := jsvalue.ObjectValue(jsvalue.Member{Key: "kind", Value: jsvalue.StringValue("compaction")},
			jsvalue.Member{Key: "replacedCount", Value: jsvalue.IntValue(int64(replaced))},
			jsvalue.Member{Key: "keptCount", Value: jsvalue.IntValue(int64(again))})
		p.emit(withScaffolding(item, rows[:run.lead]))
	}
	p.tell("repeated_row", 0)
	return again
}

// spoken are the rows that are not of the system.
func spoken(context []*held) []*held {
	return slices.DeleteFunc(slices.Clone(context), func(h *held) bool { return h.row.Role == "system" })
}

// run says that rows[lead:lead+length] of a file are before[end-length:end].
type run struct{ lead, length, end int }

func (p *projection) longestRun(before, rows []*held, generation bool) (longest run) {
	leads := 0
	if generation {
		leads = min(mostScaffolding, len(rows))
	}
	for _, end := range p.ends(before) {
		for lead := range leads + 1 {
			for length := min(end, len(rows)-lead); length > longest.length; length-- {
				if slices.EqualFunc(before[end-length:end], rows[lead:lead+length], sameWords) {
					longest = run{lead, length, end}
				}
			}
		}
	}
	return longest
}

func sameWords(a, b *held) bool {
	return a.row.ID == b.row.ID && a.row.HasID == b.row.HasID && a.row.Role == b.row.Role && a.row.Content == b.row.Content
}

// ends are where the context can end for the file that follows: at its end, or before a trailing round of calls.
func (p *projection) ends(before []*held) []int {
	ends := []int{len(before)}
	for i := len(before) - 1; i >= 0; i-- {
		row := before[i].row
		if row.Role == "tool" {
			continue
		}
		if row.Role == "assistant" && len(row.Calls) > 0 {
			ends = append(ends, i)
		} else if row.Role == "assistant" && strings.Contains(row.Content, `"tool_calls"`) {
			p.doubt = true // calls in a text may be calls here too
		}
		break
	}
	return ends
}

// begin makes the context of the file of its rows that stood before, which keep their calls.
func (p *projection) begin(entries []entry, places []int, before []*held, run run) {
	for i, e := range entries {
		h := &held{row: e.row}
		if at := slices.Index(places, i) - run.lead; slices.Contains(places, i) && at >= 0 {
			h = before[run.end-run.length+at]
		}
		p.keep(h)
	}
}
