package writer

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
)

// tornMark stands behind a torn line whose end would else pass for a record.
const tornMark = " torn"

// heal ends the last line of a text, so that what follows stands on a line of its own, and that the reader sees in the text
// what it saw before (SR-WRITE-04). A line feed says that a record ends (JL-READ-09): behind a piece that ends with an
// object which is part of it, such as the first row of a torn record, only the mark keeps that from coming back as a row.
func heal(text string) string {
	last := text[strings.LastIndexByte(text, '\n')+1:]
	switch {
	case strings.Trim(last, " \t\r") == "":
		return ""
	case values(last) == values(last+"\n"):
		return "\n"
	}
	return tornMark + "\n"
}

// values counts what can be read.
func values(text string) (n int) {
	for _, damage := range jsonl.LinesKeepingKeyOrder(text) {
		if damage == nil {
			n++
		}
	}
	return n
}
