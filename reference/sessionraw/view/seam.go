package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// seam says which entries at the beginning of a later file were written before (SR-VIEW-12).
type seam struct {
	length int     // entries that are not shown
	held   []*held // for each of them the row that it repeats, nil if it is new
	marker *Marker // of a generation
}

// maxLead is how many rows a compaction may put before those that it kept.
const maxLead = 4

// words is a row as a replay writes it again; the request id may be another one then.
type words struct {
	hasID             bool // an empty id is not the same as none (SR-LINE-06)
	id, role, content string
}

func saidBy(row *line.Row) words {
	return words{row.ID.IsString(), row.ID.Text(), row.Role, row.Content}
}

// seam compares the beginning of a later file with the end of the context before. It begins the context of that file.
func (s *stream) seam(entries []line.Entry, generation bool) seam {
	var before []*held
	for _, h := range s.context {
		if h.row.Role != line.System {
			before = append(before, h)
		}
	}
	rows, index := leading(entries)
	lead, length, cut := longestReplay(before, rows, generation)
	found := seam{}
	if length > 0 {
		found.length = index[lead+length-1] + 1
		found.held = make([]*held, found.length)
		for i := range length {
			found.held[index[lead+i]] = before[cut-length+i]
		}
	}
	s.closeOthers(s.context, found.held)
	if generation {
		found.marker = &Marker{Replaced: len(s.context), Kept: found.length}
	}
	s.context, s.latest = nil, line.Latest{}
	return found
}

// leading are the rows before the first compaction record or partial answer that are not of the system, with their places in the entries.
func leading(entries []line.Entry) (rows []*line.Row, index []int) {
	for i, entry := range entries {
		if entry.Row == nil || entry.Row.Interrupted {
			break
		}
		if entry.Row.Role != line.System {
			rows, index = append(rows, entry.Row), append(index, i)
		}
	}
	return rows, index
}

// longestReplay finds the longest run of rows, from the first of the later file on or, in a generation, behind a few rows
// that the compaction invented, that is the end of the context before. An unanswered round at that end may be missing.
// before[cut-length:cut] is rows[lead:lead+length].
func longestReplay(before []*held, rows []*line.Row, generation bool) (lead, length, cut int) {
	leads := 0
	if generation {
		leads = maxLead
	}
	for _, end := range []int{len(before), answeredEnd(before)} {
		for skip := 0; skip <= min(leads, len(rows)); skip++ {
			if k := overlap(before[:end], rows[skip:]); k > length {
				lead, length, cut = skip, k, end
			}
		}
	}
	return lead, length, cut
}

// answeredEnd is the end of the rows without a trailing round of calls and results.
func answeredEnd(rows []*held) int {
	end := len(rows)
	for end > 0 && rows[end-1].row.Role == line.Tool {
		end--
	}
	if end > 0 && rows[end-1].row.Role == line.Assistant && len(rows[end-1].row.Calls) > 0 {
		return end - 1
	}
	return len(rows)
}

// overlap is the greatest k for which the last k rows before are the first k rows after (Knuth, Morris and Pratt).
func overlap(before []*held, after []*line.Row) int {
	if len(after) > len(before) {
		after = after[:len(before)]
	}
	before = before[len(before)-len(after):]
	if len(after) == 0 {
		return 0
	}
	border := make([]int, len(after))
	for i, k := 1, 0; i < len(after); i++ {
		for k > 0 && saidBy(after[i]) != saidBy(after[k]) {
			k = border[k-1]
		}
		if saidBy(after[i]) == saidBy(after[k]) {
			k++
		}
		border[i] = k
	}
	k := 0
	for _, h := range before {
		for k > 0 && (k == len(after) || saidBy(h.row) != saidBy(after[k])) {
			k = border[k-1]
		}
		if saidBy(h.row) == saidBy(after[k]) {
			k++
		}
	}
	return k
}

// replayed takes a row of the seam: into the context, and not into the view.
func (s *stream) replayed(row *line.Row, seam seam, i int) {
	if i == 0 {
		if seam.marker != nil {
			s.emit(&Item{Kind: Compaction, Marker: seam.marker})
		}
		s.say(diagnostic.RepeatedRow, "the file begins with rows of the file before it")
	}
	h := seam.held[i]
	if h == nil {
		h = &held{row: row}
		if seam.marker != nil && row.Role != line.System {
			seam.marker.Scaffolding = append(seam.marker.Scaffolding, Scaffold{row.Role, row.Content})
		}
	}
	s.keep(h)
}
