package modelcontext

import "github.com/transcriptspec/transcriptspec/reference/sessionraw/line"

// Retained finds the rows of a new context in the one before: the same row, else one of its id and role, else one of its
// role and content, each row of the old context once, the oldest first. It gives the index in the old context, or -1 for a
// row that was not found (SR-WRITE-06).
func Retained(before, rows []*line.Row) []int {
	r := retention{used: make([]bool, len(before)), found: make([]int, len(rows))}
	same := make(map[*line.Row]int, len(before))
	byID, byWords := map[words][]int{}, map[words][]int{}
	for i, row := range before {
		same[row] = i
		if row.ID.IsString() {
			key := words{row.Role, row.ID.Text()}
			byID[key] = append(byID[key], i)
		}
		key := words{row.Role, row.Content}
		byWords[key] = append(byWords[key], i)
	}
	for i, row := range rows {
		r.found[i] = -1
		if at, ok := same[row]; ok {
			r.use(i, at)
		} else if row.ID.IsString() {
			r.take(i, byID, words{row.Role, row.ID.Text()})
		}
	}
	for i, row := range rows {
		if r.found[i] < 0 {
			r.take(i, byWords, words{row.Role, row.Content})
		}
	}
	return r.found
}

// words is what a row is found by: its role, and its id or what it says.
type words struct{ role, text string }

type retention struct {
	used  []bool // of the old rows
	found []int
}

func (r *retention) use(row, at int) { r.found[row], r.used[at] = at, true }

// take gives a row the first of the old rows of a key that is not used.
func (r *retention) take(row int, rows map[words][]int, key words) {
	list := rows[key]
	for len(list) > 0 {
		at := list[0]
		list = list[1:]
		rows[key] = list
		if !r.used[at] {
			r.use(row, at)
			return
		}
	}
}
