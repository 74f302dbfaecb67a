// Package dialect is the one place where the parts of a dialect meet: its model, its features and its generator.
//
// It promises that a tool which walks this table serves every dialect, and that the n-th case of a seed stays the same as
// long as generate.Version does. Start at ByName. What a case shrinks by stands in package shrink.
package dialect

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
)

// Dialect is one persisted format.
type Dialect struct {
	Name       string
	Op         string // its main one, of which there are the most cases, and whose cases have stages
	Model      model.Model
	Features   []model.Feature
	FeaturesOf func(c testcase.Case) []string             // names, in the order of Features
	Generate   func(source generate.Source) testcase.Case // of the default mix; without features
	Asked      []string                                   // the operations of the cases that Generate makes
	AskedBy    func(source generate.Source) string        // the operation of the case that Generate makes of a source

	// FeaturesOfUpdates names the features that a question without records has in its values; nil where there is none such.
	FeaturesOfUpdates func(c testcase.Case) []string

	Damaged func(source generate.Source) testcase.Case                          // asks to read the damaged file of a session; without features; nil for none
	Mutant  func(source generate.Source, records []jsvalue.Value) testcase.Case // of records that somebody else made; without features; nil for none

	Shapes      []Shape  // of large sessions
	GrowthRules []string // of the time that these take

	// Compare lists the differences between what the reference answers to an operation and what another one does; same says
	// that nothing at all differs.
	Compare func(op string, want, got jsvalue.Value, strict bool) (differences []compare.Difference, same bool)
	RulesAt func(c testcase.Case, path string) []string // that stand behind a difference at a path of the answer to a case

	// Stages asks the reference what else can be asked about a case of Op: its stages, each with the right input.
	Stages     func(c testcase.Case, ask Ask)
	StageRules map[string][]string // by operation

	AnswerRules map[string][]string // that say what form an answer has, by operation
}

// Ask asks the right implementation; an answer of kind 0 is that it failed.
type Ask func(op string, input protocol.Input, options jsvalue.Value) protocol.Answer

// Shape is a kind of large session, of any number of records.
type Shape struct {
	Name string
	Case func(records int) testcase.Case // without features
}

// All lists the dialects.
func All() []Dialect { return []Dialect{chatRecord, sessionRaw, eventStream} }

// ByName finds a dialect.
func ByName(name string) (Dialect, bool) {
	for _, d := range All() {
		if d.Name == name {
			return d, true
		}
	}
	return Dialect{}, false
}

// Names lists the names of the dialects.
func Names() []string {
	var names []string
	for _, d := range All() {
		names = append(names, d.Name)
	}
	return names
}

// Case is the n-th case of a seed, with its features. The same seed and n give the same case as long as
// generate.Version stays.
func (d Dialect) Case(seed uint64, n int) testcase.Case {
	c := d.Generate(source(seed, n))
	c.Name = fmt.Sprintf("seed %d case %d", seed, n)
	c.Features = d.FeaturesOf(c)
	return c
}

// OpOf is the operation of the n-th case of a seed: to know it takes less than to make the case.
func (d Dialect) OpOf(seed uint64, n int) string { return d.AskedBy(source(seed, n)) }

// DamagedCase is the n-th case of a seed that asks to read a damaged file, with its features; it stays as Case does.
func (d Dialect) DamagedCase(seed uint64, n int) testcase.Case {
	c := d.Damaged(source(seed, n))
	c.Name = fmt.Sprintf("seed %d damaged file %d", seed, n)
	c.Features = d.FeaturesOf(c)
	return c
}

// MutantCase is the n-th mutant of a seed, of the records of that name, with its features; it stays as Case does.
func (d Dialect) MutantCase(seed uint64, n int, records []jsvalue.Value, name string) testcase.Case {
	c := d.Mutant(source(seed, n), records)
	c.Name = fmt.Sprintf("seed %d mutant %d of %s", seed, n, name)
	c.Features = d.FeaturesOf(c)
	return c
}

// source is that of the n-th case of a seed.
func source(seed uint64, n int) generate.Source { return generate.NewPCG(mix(seed) + uint64(n)) }

// mix spreads seeds, so that the cases of one are not those of its neighbour. It is the finalizer of SplitMix64.
func mix(seed uint64) uint64 {
	seed = (seed ^ seed>>30) * 0xBF58476D1CE4E5B9
	seed = (seed ^ seed>>27) * 0x94D049BB133111EB
	return seed ^ seed>>31
}
