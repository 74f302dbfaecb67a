package view

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
)

// textResult is a result in the text dialect: part of a user row that no user wrote (SR-VIEW-15).
type textResult struct {
	id, content string
	failed      bool
	row         *line.Row
}

const (
	resultsHead = "[Tool results]"
	resultOpen  = `<tool_result id="`
	resultClose = "</tool_result>"
)

// toolResults reads a user row that consists of results and nothing else; otherwise it is the user's words.
func toolResults(row *line.Row) (results []textResult, ok bool) {
	rest, ok := strings.CutPrefix(row.Content, resultsHead)
	if !ok {
		return nil, false
	}
	failed := failedResults(row)
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		inner, isResult := strings.CutPrefix(rest, resultOpen)
		id, inner, hasID := strings.Cut(inner, `">`)
		content, behind, closed := strings.Cut(inner, resultClose)
		if !isResult || !hasID || !closed || strings.ContainsAny(id, "\"\n") {
			return nil, false
		}
		content = strings.TrimSuffix(strings.TrimPrefix(content, "\n"), "\n")
		results = append(results, textResult{id: id, content: content, failed: failed[id], row: row})
		rest = behind
	}
	return results, len(results) > 0
}

// failedResults are the ids that the metadata of the row lists among the failures.
func failedResults(row *line.Row) map[string]bool {
	failed := map[string]bool{}
	for _, failure := range row.ExtraMetadata.Get("openhuman_tool_failures").Elements() {
		if failure.IsString() { // the text of all else is empty, as an id can be
			failed[failure.Text()] = true
		}
	}
	return failed
}
