package compare

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Options say how strictly two answers are compared. The zero value compares what every implementation owes.
type Options struct {
	// Strict compares the diagnostic codes that this project added too.
	Strict bool
	// Mask gives a text of the wanted side with Presentation in place of its own wording; nil masks nothing.
	Mask func(text string) string
}

// Presentation stands, in a masked text, for any text that is not empty.
const Presentation = "\U000F0000presentation\U000F0000"

// Answers compares two answers to one project request, each a projection or {"error": code}.
func Answers(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	return projections(want, got, options)
}

// failures compares two answers of which one is an error; false if none is.
func failures(want, got jsvalue.Value) (differences []Difference, failed bool) {
	if !want.Has("error") && !got.Has("error") {
		return nil, false
	}
	var c comparison
	c.walk("error", want.Get("error"), got.Get("error"))
	return c.differences, true
}

// Reads compares two answers to one read request, each {records, lines, diagnostics} or {"error": code}.
func Reads(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	c := comparison{options: options}
	c.walk("records", want.Get("records"), got.Get("records"))
	c.walk("lines", want.Get("lines"), got.Get("lines"))
	c.diagnostics(c.counted(want.Get("diagnostics")), c.counted(got.Get("diagnostics")))
	for _, side := range []jsvalue.Value{want, got} {
		c.walkMembers("result", side, "records", "lines", "diagnostics")
	}
	return c.differences
}

func projections(want, got jsvalue.Value, options Options) []Difference {
	c := comparison{options: options, ids: map[string]string{}, kinds: map[string]string{}}
	c.blocks(elements(want.Get("blocks")), elements(got.Get("blocks")))
	wantCounted, gotCounted := c.counted(want.Get("diagnostics")), c.counted(got.Get("diagnostics"))
	c.diagnostics(wantCounted, gotCounted)
	c.walk("truncated", want.Get("truncated"), got.Get("truncated"))
	for _, side := range []jsvalue.Value{want, got} {
		c.walk("complete", jsvalue.BoolValue(isComplete(side)), side.Get("complete"))
	}
	if isComplete(want) != isComplete(got) && affects(want, wantCounted) == affects(got, gotCounted) {
		c.uncounted(want, isComplete(want), isComplete(got))
		c.uncounted(got, isComplete(want), isComplete(got))
	}
	for _, side := range []jsvalue.Value{want, got} {
		c.walkMembers("result", side, "blocks", "diagnostics", "truncated", "complete")
	}
	return c.differences
}

// comparison collects differences.
type comparison struct {
	options     Options
	exact       bool              // numbers are compared by their text
	moves       bool              // what both have in another order has moved; else it is missing and extra, as lists of known failures name it
	ids         map[string]string // block id of the wanted side -> of the other
	kinds       map[string]string // block id, of either side -> kind
	differences []Difference
}

func (c *comparison) add(path string, want, got jsvalue.Value) {
	c.differences = append(c.differences, Difference{Path: path, Want: want, Got: got})
}

// isComplete is what an answer says of itself, by CR-PREP-29.
func isComplete(answer jsvalue.Value) bool {
	return !affects(answer, elements(answer.Get("diagnostics")))
}

// affects reports whether the truncation of an answer, or one of the diagnostics, makes it incomplete.
func affects(answer jsvalue.Value, diagnostics []jsvalue.Value) bool {
	return answer.Get("truncated").IsTrue() || slices.ContainsFunc(diagnostics, func(d jsvalue.Value) bool {
		return d.Get("affectsCompleteness").IsTrue()
	})
}

// uncounted adds a difference for each diagnostic of an answer that the options do not compare and that makes it
// incomplete.
func (c *comparison) uncounted(answer jsvalue.Value, want, got bool) {
	for _, d := range elements(answer.Get("diagnostics")) {
		if !c.counts(d) && d.Get("affectsCompleteness").IsTrue() {
			c.add("complete("+d.Get("code").Text()+")", jsvalue.BoolValue(want), jsvalue.BoolValue(got))
		}
	}
}

// counted are the diagnostics that the options compare.
func (c *comparison) counted(list jsvalue.Value) []jsvalue.Value {
	return slices.DeleteFunc(elements(list), func(d jsvalue.Value) bool { return !c.counts(d) })
}

func (c *comparison) counts(d jsvalue.Value) bool {
	code, known := spec.DiagnosticCodeByName(d.Get("code").Text())
	return c.options.Strict || !known || code.Origin != spec.OriginDecision
}

// walkMembers finds members that no answer has.
func (c *comparison) walkMembers(path string, side jsvalue.Value, known ...string) {
	for key, value := range side.Members() {
		if !slices.Contains(known, key) {
			c.add(join(path, key), jsvalue.Value{}, value)
		}
	}
}

func elements(list jsvalue.Value) []jsvalue.Value {
	out := make([]jsvalue.Value, 0, list.Len())
	for _, element := range list.Elements() {
		out = append(out, element)
	}
	return out
}
