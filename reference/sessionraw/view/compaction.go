package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
)

// subtract finds the rows of a replacement in the context before. It gives the new context, in which a row that was found
// keeps its calls, and the rows that were not found (SR-VIEW-13).
func subtract(before []*held, rows []*line.Row) (replacement, fresh []*held) {
	old := make([]*line.Row, len(before))
	for i, h := range before {
		old[i] = h.row
	}
	replacement = make([]*held, len(rows))
	for i, at := range modelcontext.Retained(old, rows) {
		if at >= 0 {
			replacement[i] = before[at]
			continue
		}
		replacement[i] = &held{row: rows[i]}
		fresh = append(fresh, replacement[i])
	}
	return replacement, fresh
}

// compactingTurn is the index at which the turn begins that made the record: at the last user row that another row
// follows. What stands before it is scaffolding, and all is if there is no such row (SR-VIEW-13).
func compactingTurn(fresh []*held) int {
	for i := len(fresh) - 2; i >= 0; i-- {
		if fresh[i].row.Role == line.User {
			return i
		}
	}
	return len(fresh)
}
