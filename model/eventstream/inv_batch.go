package eventstream

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var batching = []string{"batch"}

// batchInvariants look at text that is sent in batches.
var batchInvariants = []model.Invariant{
	{
		ID: "batches-by-definition", Rules: []string{"ES-BATCH-01", "ES-BATCH-02", "ES-BATCH-03", "ES-BATCH-04", "ES-BATCH-05"},
		Says:  "What is sent, and what is told of it, is what a second definition sends.",
		Check: on(batching, batchProblems),
	},
	{
		ID: "batches-keep-order", Rules: []string{"ES-BATCH-02", "ES-BATCH-03"},
		Says:  "All that came is sent, in its order: the events that are no text as they are, and between them the same text.",
		Check: on(batching, overtakingProblems),
	},
	{
		ID: "flushes-count-all", Rules: []string{"ES-BATCH-01", "ES-BATCH-04"},
		Says:  "Each text that is sent has its flush, and no text waited longer than the window.",
		Check: on(batching, flushProblems),
	},
}

func batchProblems(v *View, p *problems) bool {
	all := batches(v.Input.arrivals())
	var want []jsvalue.Value
	for _, b := range all {
		want = append(want, b.value())
	}
	p.sameList("envelopes", "envelope", []string{"ES-BATCH-02", "ES-BATCH-03"}, want, v.list("envelopes"))
	p.sameList("flushes", "flush", []string{"ES-BATCH-01", "ES-BATCH-04", "ES-BATCH-05"}, flushes(all), v.list("flushes"))
	return true
}

// overtakingProblems compares the stretches of text between events that are no text, and those events.
func overtakingProblems(v *View, p *problems) bool {
	var came, sent []string
	for _, e := range v.Input.counted() {
		came = stretch(came, e.Event)
	}
	for _, e := range v.list("envelopes") {
		sent = stretch(sent, e.Get("event"))
	}
	for i := range max(len(came), len(sent)) {
		if i >= len(came) || i >= len(sent) || came[i] != sent[i] {
			p.add("envelopes", "the %dth stretch of text, or event, is not what came", i)
			break
		}
	}
	return true
}

// stretch adds an event to stretches of text and events.
func stretch(list []string, event jsvalue.Value) []string {
	if text := event.Get("text"); event.Get("type").Text() == "text" && text.IsString() {
		if n := len(list); n > 0 && strings.HasPrefix(list[n-1], "text:") {
			list[n-1] = jsvalue.Concat(list[n-1], text.Text())
			return list
		}
		if text.Text() == "" {
			return list
		}
		return append(list, jsvalue.Concat("text:", text.Text()))
	}
	return append(list, "event:"+string(jsvalue.AppendCanonical(nil, event)))
}

func flushProblems(v *View, p *problems) bool {
	flushed := map[int64]bool{}
	fragments := 0.0
	for i, flush := range v.list("flushes") {
		place, _ := flush.Get("envelope").SafeInteger()
		event := v.Result.Get("envelopes").At(int(place)).Get("event")
		if flushed[place] || event.Get("type").Text() != "text" {
			p.add(fmt.Sprintf("flushes[%d].envelope", i), "it is no text that was sent, or twice the same")
		}
		flushed[place] = true
		fragments += flush.Get("fragments").Float()
	}
	for i, envelope := range v.list("envelopes") {
		if event := envelope.Get("event"); event.Get("type").Text() == "text" && event.Get("text").IsString() && !flushed[int64(i)] {
			p.add("flushes", "nothing is told of the text at %d", i)
		}
	}
	pieces := 0
	for _, a := range v.Input.arrivals() {
		if isPiece(a) {
			pieces++
		}
	}
	if fragments > float64(pieces) {
		p.add("flushes", "%v pieces are told of, and %d came", fragments, pieces)
	}
	p.waits(v)
	return true
}

// waits demands that each flush is within the window of the piece that began its batch.
func (p *problems) waits(v *View) {
	list := v.Input.arrivals()
	var began []int64 // of pieces that begin a batch by its texts alone: the first of each envelope that was sent
	rest := ""
	at := 0
	for _, envelope := range v.list("envelopes") {
		event := envelope.Get("event")
		for at < len(list) && isPiece(list[at]) && list[at].Event.Get("text").Text() == "" {
			at++
		}
		if at == len(list) {
			return // told of elsewhere
		}
		if event.Get("type").Text() != "text" || !event.Get("text").IsString() {
			at++
			continue
		}
		began = append(began, list[at].at)
		for rest = event.Get("text").Text(); at < len(list) && isPiece(list[at]) && rest != "" && jsvalue.HasPrefix(rest, list[at].Event.Get("text").Text()); at++ {
			rest = strings.TrimPrefix(rest, list[at].Event.Get("text").Text())
		}
		if rest != "" {
			return // halves of a character met, or told of elsewhere
		}
	}
	for i, flush := range v.list("flushes") {
		if i < len(began) && (flush.Get("at").Float() < float64(began[i]) || flush.Get("at").Float() > float64(began[i]+window)) {
			p.add(fmt.Sprintf("flushes[%d].at", i), "it is at %s, and its first piece came at %d", shownText(flush.Get("at")), began[i])
		}
	}
}
