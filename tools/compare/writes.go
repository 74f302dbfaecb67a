package compare

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Writes compares two answers to one append request, each {file, usageWritten} or {"error": code}, by what the files mean:
// their contexts and what they show, as the reference reads them (TP-PROTO-19). Paths begin with what is asked of the file.
//
//	context.rows[].request_id                   of a row of the context
//	shown.items[userMessage].content            of an item
//	file                                        one of the two is no file, or has nothing to be read
//	usageWritten                                what became of the usage (SR-WRITE-07)
func Writes(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	wantText, wantIs := protocol.ParseFile(want.Get("file"))
	gotText, gotIs := protocol.ParseFile(got.Get("file"))
	wantContext, wantErr := sessionraw.Context("file.jsonl", wantText)
	gotContext, gotErr := sessionraw.Context("file.jsonl", gotText)
	if !wantIs || !gotIs || (wantErr == nil) != (gotErr == nil) {
		return []Difference{{Path: "file", Want: want.Get("file"), Got: got.Get("file")}}
	}
	var differences []Difference
	add := func(place string, found []Difference) {
		for _, d := range found {
			d.Path = place + "." + d.Path
			differences = append(differences, d)
		}
	}
	if want, got := want.Get("usageWritten"), got.Get("usageWritten"); !jsvalue.Equal(want, got) {
		differences = append(differences, Difference{Path: "usageWritten", Want: want, Got: got})
	}
	if wantErr == nil {
		add("context", Views(meant(wantContext.Value()), meant(gotContext.Value()), options))
	}
	add("shown", Views(meant(sessionraw.FileItems("file.jsonl", wantText).Value()), meant(sessionraw.FileItems("file.jsonl", gotText).Value()), options))
	return differences
}

// meant is an answer without its diagnostics: how a torn line is ended decides about their places.
func meant(answer jsvalue.Value) jsvalue.Value { return answer.Without("diagnostics", "complete") }
