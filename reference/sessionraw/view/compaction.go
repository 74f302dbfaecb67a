package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
)

// words is what a row says, by whom.
type words struct{ role, content string }

// subtract finds the rows of a replacement in the context before, first by id, then by role and content, each row once.
// It gives the new context, in which a row that was found keeps its calls, and the rows that were not found (SR-VIEW-13).
func subtract(before []*held, rows []*line.Row) (replacement, fresh []*held) {
	byRow := map[*line.Row]*held{}
	byID := map[identity][]*held{}
	for _, h := range before {
		byRow[h.row] = h
		if h.row.ID.IsString() {
			key := identity{id: h.row.ID.Text(), role: h.row.Role}
			byID[key] = append(byID[key], h)
		}
	}
	replacement = make([]*held, len(rows))
	used := map[*held]bool{}
	for i, row := range rows {
		if replacement[i] = byRow[row]; replacement[i] == nil && row.ID.IsString() {
			replacement[i] = take(byID, identity{id: row.ID.Text(), role: row.Role}, used)
		}
		if replacement[i] != nil {
			used[replacement[i]] = true
		}
	}
	byWords := map[words][]*held{}
	for _, h := range before {
		byWords[words{h.row.Role, h.row.Content}] = append(byWords[words{h.row.Role, h.row.Content}], h)
	}
	for i, row := range rows {
		if replacement[i] == nil {
			replacement[i] = take(byWords, words{row.Role, row.Content}, used)
		}
		if replacement[i] == nil {
			replacement[i] = &held{row: row}
			fresh = append(fresh, replacement[i])
		} else {
			used[replacement[i]] = true
		}
	}
	return replacement, fresh
}

// take gives the first of the rows of a key that is not used.
func take[K comparable](rows map[K][]*held, key K, used map[*held]bool) *held {
	list := rows[key]
	for len(list) > 0 {
		h := list[0]
		list = list[1:]
		rows[key] = list
		if !used[h] {
			return h
		}
	}
	return nil
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
