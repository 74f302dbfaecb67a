package modelcontext

import "github.com/transcriptspec/transcriptspec/reference/sessionraw/line"

// Retained finds the rows of a new context in the one before: the same row, else one of its id and role, else one of its
// role and content that makes or answers the same calls, else, where it makes none, one of its role and content; a tool
// row with an id by that only; each row of the old context once, the oldest first. It gives the index in the old context,
// or -1 for a row that was not found (SR-WRITE-06).
func Retained(before, rows []*line.Row) []int {
	r := retention{used: make([]bool, len(before)), found: make([]int, len(rows))}
	same := make(map[*line.Row]int, len(before))
	byID, byCalls, byWords := map[words][]int{}, map[words][]int{}, map[words][]int{}
	for i, row := range before {
		same[row] = i
		if row.ID.IsString() {
			key := words{role: row.Role, text: row.ID.Text()}
			byID[key] = append(byID[key], i)
		}
		byCalls[wordsAndCalls(row)] = append(byCalls[wordsAndCalls(row)], i)
		key := words{role: row.Role, text: row.Content}
		byWords[key] = append(byWords[key], i)
	}
	for i, row := range rows {
		r.found[i] = -1
		if at, ok := same[row]; ok {
			r.use(i, at)
		} else if row.ID.IsString() {
			r.take(i, byID, words{role: row.Role, text: row.ID.Text()})
		}
	}
	for i, row := range rows {
		if r.found[i] < 0 && !answersByID(row) {
			r.take(i, byCalls, wordsAndCalls(row))
		}
	}
	for i, row := range rows {
		if r.found[i] < 0 && len(row.Calls) == 0 && !answersByID(row) {
			r.take(i, byWords, words{role: row.Role, text: row.Content})
		}
	}
	return r.found
}

// answersByID: the id of a result is that of its call, and results of two calls often say the same.
func answersByID(row *line.Row) bool { return row.Role == line.Tool && row.ID.IsString() }

// words is what a row is found by: its role, and its id or what it says, with or without the calls that it makes or answers.
type words struct{ role, text, calls, answers string }

// wordsAndCalls tells rows of the same words apart by the calls that they make or answer: the content of a row that calls is
// often empty.
func wordsAndCalls(row *line.Row) words {
	return words{row.Role, row.Content, line.KeyOfCalls(row.Calls), row.ToolCallID.Text()}
}

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
