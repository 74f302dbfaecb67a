package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// identity is what makes two rows with an id the same (SR-VIEW-11).
type identity struct {
	id, role, content, request string
	interrupted                bool
}

func identityOf(row *line.Row) identity {
	return identity{row.ID.Text(), row.Role, row.Content, row.RequestID, row.Interrupted}
}

// said is what rows of one identity said besides their content.
type said struct {
	calls     map[line.CallKey]bool
	reasoning map[string]bool
}

// repeated reports whether a row with an id was shown before, and remembers it (SR-VIEW-11).
func (s *stream) repeated(row *line.Row) bool {
	if !row.ID.IsString() {
		return false
	}
	if s.shown[identityOf(row)] != nil {
		return true
	}
	s.shown[identityOf(row)] = &said{map[line.CallKey]bool{}, map[string]bool{}}
	return false
}

// unsaid is what no row before said of a row that is not a result: the row itself, where it is no repetition; else its
// reasoning and calls that are new, nil if there are none. A partial answer with reasoning that is new is no repetition.
func (s *stream) unsaid(row *line.Row) (rest *line.Row, again bool) {
	again = s.repeated(row)
	if !row.ID.IsString() || row.Role != line.Assistant {
		if again {
			return nil, true
		}
		return row, false
	}
	calls, reasoning := s.shown[identityOf(row)].add(row)
	switch {
	case !again, row.Interrupted && len(reasoning) > 0:
		return row, false
	case len(calls)+len(reasoning) == 0:
		return nil, true
	}
	left := *row
	left.Content, left.Calls, left.Reasoning = "", calls, jsvalue.Value{}
	if len(reasoning) > 0 {
		left.Reasoning = jsvalue.StringValue(reasoning[len(reasoning)-1])
	}
	return &left, true
}

// add remembers what the row says, and gives what is new. Calls of a partial answer are not shown.
func (s *said) add(row *line.Row) (calls []line.Call, reasoning []string) {
	_, list, texts := meaning(row)
	if row.Interrupted {
		list = nil
	}
	for _, call := range list {
		if !s.calls[call.Key()] {
			calls = append(calls, call)
		}
	}
	for _, call := range list { // a row may make the same call twice
		s.calls[call.Key()] = true
	}
	for _, text := range texts {
		if !s.reasoning[text] {
			s.reasoning[text] = true
			reasoning = append(reasoning, text)
		}
	}
	return calls, reasoning
}
