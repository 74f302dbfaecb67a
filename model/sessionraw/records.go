package sessionraw

import "slices"

// recorded is a row of a record: written nowhere before, or found in the context before, perhaps with other words.
type recorded struct {
	held             *held
	fresh, rewritten bool
}

// lookFor finds the rows of a record in the context before, whose calls they have then (SR-VIEW-13).
func (p *projection) lookFor(rows []*Row) []recorded {
	list := make([]recorded, len(rows))
	used := make([]bool, len(p.context))
	find := func(same func(old, row *Row) bool) {
		for i, row := range rows {
			for j, h := range p.context {
				if list[i].held == nil && !used[j] && same(h.row, row) {
					used[j] = true
					list[i] = recorded{held: &held{row: row, calls: h.calls}, rewritten: row.Content != h.row.Content}
				}
			}
		}
	}
	find(func(old, row *Row) bool { return old == row })
	oneRequest := !slices.ContainsFunc(rows, func(r *Row) bool { return r.RequestID == "" || r.RequestID != rows[0].RequestID })
	for _, like := range []func(old, row *Row) bool{
		func(old, row *Row) bool {
			return old.HasID && row.HasID && old.ID == row.ID && old.Content == row.Content
		},
		func(old, row *Row) bool { return old.HasID && row.HasID && old.ID == row.ID },
		func(old, row *Row) bool { return old.Content == row.Content && (row.Role != "tool" || !row.HasID) },
	} {
		for _, request := range []func(old, row *Row) bool{
			func(old, row *Row) bool { return old.RequestID == row.RequestID },
			func(old, row *Row) bool { return oneRequest || old.RequestID == "" || row.RequestID == "" },
		} {
			for _, made := range []func(old, row *Row) bool{
				func(old, row *Row) bool { return sameCalls(old, row) && old.Reasoning == row.Reasoning },
				func(old, row *Row) bool {
					return (len(row.Calls) == 0 || sameCalls(old, row)) && (row.Reasoning == "" || old.Reasoning == row.Reasoning)
				},
			} {
				find(func(old, row *Row) bool {
					return old.Role == row.Role && like(old, row) && request(old, row) && made(old, row)
				})
			}
		}
	}
	for i, row := range rows {
		if list[i].held == nil {
			list[i] = recorded{held: &held{row: row}, fresh: true}
		}
	}
	return list
}

// sameCalls: they name the same calls, or, where these have no ids, say the same of them.
func sameCalls(a, b *Row) bool {
	return slices.EqualFunc(a.Calls, b.Calls, Call.is)
}

// beginning is where the turns begin of which the fresh rows are shown (SR-VIEW-13).
func beginning(list []recorded, request string) int {
	var prompts []int
	one, last := true, 0
	for i, r := range list {
		row := r.held.row
		one = one && row.RequestID != "" && row.RequestID == list[0].held.row.RequestID
		if r.fresh {
			last = i
			if row.Role == "user" && !row.Interrupted && row.textResults() == nil {
				prompts = append(prompts, i)
			}
		}
	}
	for _, i := range prompts {
		if id := list[i].held.row.RequestID; !one && id != "" && id != request {
			return i
		}
	}
	for _, i := range slices.Backward(prompts) {
		if i < last {
			return i
		}
	}
	return len(list)
}
