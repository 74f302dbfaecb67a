package eventstream

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Features are what files of this dialect can have. All lines count, also those of other sessions.
func Features() []model.Feature {
	var table []model.Feature
	for _, f := range slices.Concat(features, hostFeatures) {
		table = append(table, model.Feature{
			Name: f.name, Rules: f.rules, Says: f.says,
			Has:     func(c testcase.Case) bool { return f.has(c.Op, Read(c)) },
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
		if f.has(c.Op, in) {
			names = append(names, f.name)
		}
	}
	return names
}

// feature is a Feature of lines, or of envelopes: exactly one of line and event is there. It is removed with them.
type feature struct {
	name  string
	rules []string
	says  string
	ops   []string // whose cases can have it; none are all
	line  func(line Line) bool
	event func(e Envelope) bool
}

func (f feature) has(op string, in Input) bool {
	switch {
	case len(f.ops) > 0 && !slices.Contains(f.ops, op):
		return false
	case f.line != nil:
		return slices.ContainsFunc(in.Lines, f.line)
	}
	return slices.ContainsFunc(in.Envelopes, f.event)
}

// without takes the lines away. The session that is shown is then asked for by name, if it was that of the first envelope.
func (f feature) without(c testcase.Case) (testcase.Case, bool) {
	in := Read(c)
	if !f.has(c.Op, in) {
		return c, true
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
	return c, !f.has(c.Op, Read(c))
}
