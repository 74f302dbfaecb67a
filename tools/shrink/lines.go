package shrink

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// shorterLines makes those lines short that are no JSON, or whose spelling counts.
func shorterLines(s *search) {
	for i := 0; i < len(s.best.records) && !s.over(); i++ {
		if r := s.best.records[i]; !r.plain && r.text != "" {
			shorterText(s, r.text, lineLiterals(r.text), func(_, to string) document { return s.best.withLine(i, to) })
		}
	}
}

// withLine is the document with another text for line i.
func (d document) withLine(i int, text string) document {
	d.records = slices.Clone(d.records)
	line := linesOf(text, d.records[i].file)
	d.records = slices.Replace(d.records, i, i+1, line...)
	return d
}

// lineLiterals are the whole values at the start of a line, which are taken away or kept as one. Of many only the first:
// more than longText units are not reduced one by one.
func lineLiterals(text string) []string {
	var literals []string
	for whole := text; text != "" && len(literals) < longText; {
		_, end, err := jsvalue.DecodePrefix(text)
		if err != nil || end == 0 || end == len(whole) {
			break
		}
		literals = append(literals, text[:end])
		text = text[end:]
	}
	return literals
}
