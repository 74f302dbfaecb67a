package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Features are what files of this dialect can have. All lines count, also those of other sessions.
func Features() []model.Feature {
	var table []model.Feature
	for _, f := range slices.Concat(features, hostFeatures) {
		table = append(table, model.Feature{
			Name: f.name, Rules: f.rules, Says: f.says,
			Has:     func(c testcase.Case) bool { return f.has(c, Read(c)) },
			Without: f.without,
		})
	}
	return table
}

// FeaturesOf lists the names of the features that the case has, in the order of Features.
func FeaturesOf(c testcase.Case) []string {
	in := Read(c)
	var names []string
	for _, f := range slices.Concat(features, hostFeatures) {
		if f.has(c, in) {
			names = append(names, f.name)
		}
	}
	return names
}

// feature is a Feature of lines, of envelopes, or of an argument of a function of cursor: exactly one of line, event and argument is
// there. It is removed with them.
type feature struct {
	name  string
	rules []string
	says  string
	ops   []string // whose cases can have it; none are all
	line  func(line Line) bool
	event func(e Envelope) bool

	argument  string   // a list that is not empty, or another value that is not null
	functions []string // that take it
}

func (f feature) has(c testcase.Case, in Input) bool {
	switch {
	case len(f.ops) > 0 && !slices.Contains(f.ops, c.Op):
		return false
	case f.argument != "":
		question := c.Input.Value()
		value := question.Get("args").Get(f.argument)
		return slices.Contains(f.functions, question.Get("fn").Text()) && !value.IsNullish() && (!value.IsArray() || value.Len() > 0)
	case f.line != nil:
		return slices.ContainsFunc(in.Lines, f.line)
	}
	return slices.ContainsFunc(in.Envelopes, f.event)
}

// withoutArgument leaves a list empty, and another argument out.
func (f feature) withoutArgument(c testcase.Case) testcase.Case {
	question := c.Input.Value()
	args := question.Get("args")
	if args.Get(f.argument).IsArray() {
		args = args.With(member(f.argument, jsvalue.ArrayValue()))
	} else {
		args = args.Without(f.argument)
	}
	c.Input = protocol.ValueOf(question.With(member("args", args)))
	return c
}

// without takes the lines or the argument away. The session that is shown is then asked for by name, if it was that of the first envelope.
func (f feature) without(c testcase.Case) (testcase.Case, bool) {
	in := Read(c)
	switch {
	case !f.has(c, in):
		return c, true
	case f.argument != "":
		return f.withoutArgument(c), true
	}
	drop := map[int]bool{}
	for _, line := range in.Lines {
		drop[line.Number] = f.line != nil && f.line(line)
	}
	for _, e := range in.Envelopes {
		drop[e.Line.Number] = drop[e.Line.Number] || f.event != nil && f.event(e)
	}
	var kept []string
	for i, line := range strings.Split(c.Input.Text(), "\n") {
		if !drop[i+1] {
			kept = append(kept, line)
		}
	}
	c.Input = protocol.TextOf(strings.Join(kept, "\n"))
	if left := Read(c); left.Session != in.Session && c.Op != "parse" {
		c.Options = c.Options.With(textOf("sessionId", in.Session))
	}
	return c, !f.has(c, Read(c))
}
