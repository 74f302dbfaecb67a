package view

import "github.com/transcriptspec/transcriptspec/reference/sessionraw/line"

// Answer is what an assistant row says, which may lie in an envelope (SR-VIEW-14). ok is false if the row calls tools, so
// that its turn went on.
func Answer(row *line.Row) (text string, ok bool) {
	if envelope, ok := assistantEnvelope(row); ok {
		return envelope.content, len(envelope.calls) == 0
	}
	return row.Content, len(row.Calls) == 0
}
