package writer

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// same reports whether a row says what the file's row says: what the model is given counts, metadata do not (SR-WRITE-05).
func same(held, row *line.Row) bool {
	return held.Role == row.Role && held.Content == row.Content && sameText(held.ID, row.ID) &&
		sameText(held.ToolCallID, row.ToolCallID) && sameCalls(held, row) && sameReasoning(held, row)
}

func sameText(a, b jsvalue.Value) bool { return a.IsString() == b.IsString() && a.Text() == b.Text() }

func sameCalls(held, row *line.Row) bool {
	return len(row.Calls) == 0 && unaware(held, row) || slices.EqualFunc(held.Calls, row.Calls, func(a, b line.Call) bool {
		return a.ID == b.ID && a.Name == b.Name && a.Arguments == b.Arguments && jsvalue.Equal(a.ExtraContent, b.ExtraContent)
	})
}

func sameReasoning(held, row *line.Row) bool {
	return row.Reasoning.Text() == "" && unaware(held, row) || held.Reasoning.Text() == row.Reasoning.Text()
}

// unaware reports whether the usage of a turn, which may have brought calls and reasoning, is known to the file only. A
// caller that lacks them then does not ask to remove them (SR-WRITE-05).
func unaware(held, row *line.Row) bool { return held.Provider.IsString() && !row.Provider.IsString() }

// updated is the file's row with what the model is now given (SR-WRITE-06).
func updated(held, row *line.Row) *line.Row {
	now := *held
	now.Content, now.ID, now.ToolCallID = row.Content, row.ID, row.ToolCallID
	if !sameCalls(held, row) {
		now.Calls, now.HasCalls = row.Calls, row.HasCalls
	}
	if !sameReasoning(held, row) {
		now.Reasoning = row.Reasoning
	}
	return &now
}
