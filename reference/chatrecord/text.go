package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// ProjectText projects the text of a session file, one JSON record a line. What package jsonl says of the text comes
// first among the diagnostics, and a piece that it lost makes the projection incomplete, as any loss does (CR-PREP-29).
// The error is always an *InputError.
func ProjectText(text string, options Options) (Projection, error) {
	lines, found := jsonl.Read(text)
	return ProjectLines(lines, found, options)
}

// ProjectLines is ProjectText for a caller who has read the text with package jsonl and needs the lines too; found is
// what the reader reported. A record index in a diagnostic is an index into lines.
func ProjectLines(lines []jsonl.Line, found []diagnostic.Diagnostic, options Options) (Projection, error) {
	records := make([]jsvalue.Value, len(lines))
	for i, line := range lines {
		records[i] = line.Value
	}
	p, err := Project(records, options)
	if err != nil {
		return Projection{}, err
	}
	for _, d := range found {
		p.Complete = p.Complete && !d.AffectsCompleteness()
	}
	p.Diagnostics = slices.Concat(found, p.Diagnostics)
	return p, nil
}
