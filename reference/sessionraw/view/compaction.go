package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
)

// compaction shows a record: a marker, and the rows that stand nowhere else (SR-VIEW-13).
func (s *stream) compaction(file string, entry line.Entry) {
	record := entry.Compaction
	rows, ok := record.Resolve(s.latest)
	if !ok {
		s.diagnostics = append(s.diagnostics, modelcontext.UnresolvedIDs(file, entry))
		return
	}
	s.own = record.RequestID
	marker := &Marker{Replaced: len(s.context), Kept: len(rows), TS: record.TS, RequestID: record.RequestID}
	s.emit(&Item{Kind: Compaction, Marker: marker})
	list, before := s.subtract(rows), s.context
	s.context, s.latest = nil, line.Latest{}
	for _, r := range list {
		s.keep(r.held)
	}
	s.closeOthers(before, s.context)
	start := shownFrom(list, record.RequestID)
	for i, r := range list {
		if row := r.held.row; row.Role != line.System && (r.origin == rewritten || r.origin == fresh && i < start) {
			marker.Scaffolding = append(marker.Scaffolding, Scaffold{row.Role, row.Content})
		}
	}
	for _, r := range list[start:] {
		if r.origin == fresh {
			s.isLast(r.held.row)
			s.show(r.held, record.RequestID)
		}
	}
}

// origin is where a row of a record comes from.
type origin int

const (
	fresh     origin = iota // written nowhere before
	retained                // as it was before
	rewritten               // known by its id, with other words
)

// recorded is a row of a record. One that was in the context before has the calls that it made there.
type recorded struct {
	held   *held
	origin origin
}

// shownFrom is the index from which the fresh rows are shown: at the first prompt of a turn of its own, else at the last
// prompt that another fresh row follows. What stands before is scaffolding, and all is if there is no such prompt.
func shownFrom(list []recorded, request string) int {
	rows := make([]*line.Row, len(list))
	for i, r := range list {
		rows[i] = r.held.row
	}
	stamped := isStamped(rows)
	last, follows := len(list), false
	for i := len(list) - 1; i >= 0; i-- {
		row := rows[i]
		if list[i].origin != fresh {
			continue
		}
		ownTurn := !stamped && row.RequestID != "" && row.RequestID != request
		if isPrompt(row) && (ownTurn || follows && last == len(list)) {
			last = i
		}
		follows = true
	}
	return last
}
