package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// appending are the operations that write.
var appending = []string{"append"}

var writeInvariants = []model.Invariant{
	{
		ID: "file-only-grows", Rules: []string{"SR-WRITE-04", "TP-PROTO-19"},
		Says:  "The file begins with all that it held.",
		Check: on(appending, growingProblems),
	},
	{
		ID: "lines-name-their-request", Rules: []string{"SR-WRITE-03"},
		Says:  "Every line of a batch has the request of the batch, or one that came with its row, and a row that is new has a time.",
		Check: on(appending, requestProblems),
	},
	{
		ID: "header-ends-the-batch", Rules: []string{"SR-WRITE-02", "SR-WRITE-05"},
		Says:  "The last line of a batch is a header with the totals that were given, but in a new file its first, and with the time at which the session began.",
		Check: on(appending, headerProblems),
	},
}

func growingProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	if _, grown := w.added(); ok && !grown {
		p.add("file", "it does not begin with what the file held")
	}
	return ok
}

func requestProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	lines := w.lines()
	if !ok || w.request == "" || len(lines) == 0 {
		return false
	}
	requests := []string{w.request}
	for _, row := range w.rows {
		requests = append(requests, row.RequestID)
	}
	for _, line := range lines {
		if id := line.Get("request_id").Text(); id == "" || !slices.Contains(requests, id) {
			p.add("file", "a line of the batch has the request %q", id)
		}
		if !line.Has("_meta") && w.time != "" && !line.Get("ts").IsString() {
			p.add("file", "a row or record of the batch has no time")
		}
	}
	return true
}

func headerProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	lines := w.lines()
	held := readFile(fileOf(w.held))
	if !ok || !w.partial.IsUndefined() || !readFile(fileOf(w.after)).Plain || !w.isNew() && !held.Plain {
		return false
	}
	if len(lines) == 0 {
		p.add("file", "there is no batch")
		return true
	}
	header := lines[len(lines)-1].Get("_meta")
	created := w.meta.Get("created")
	if w.isNew() {
		header = lines[0].Get("_meta")
	} else if first := held.Lines[0].Value.Get("_meta").Get("created"); first.IsString() {
		created = first
	}
	for _, name := range []string{"updated", "turn_count", "input_tokens", "output_tokens", "cached_input_tokens", "charged_amount_usd"} {
		if !jsvalue.Equal(header.Get(name), w.meta.Get(name)) {
			p.add("file", "the header has another %s", name)
		}
	}
	if !jsvalue.Equal(header.Get("created"), created) {
		p.add("file", "the header has another time at which the session began")
	}
	return true
}
