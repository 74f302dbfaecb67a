// Package dialect is the one place where the parts of a dialect meet: its model, its features and its generator.
//
// It promises that a tool which walks this table serves every dialect, and that the n-th case of a seed stays the same as
// long as generate.Version does. Start at ByName. What a case shrinks by stands in package shrink.
package dialect

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Dialect is one persisted format.
type Dialect struct {
	Name              string
	Model             model.Model
	Features          []model.Feature
	FeaturesOf        func(c testcase.Case) []string                                      // names, in the order of Features
	FeaturesOfUpdates func(c testcase.Case) []string                                      // names of those that a question without records has in its values; nil if no question is like that
	Generate          func(source generate.Source) testcase.Case                          // of the default mix; without features
	Damaged           func(source generate.Source) testcase.Case                          // asks to read the damaged file of a session; without features
	Shapes            []generate.Shape                                                    // of large sessions
	Mutant            func(source generate.Source, records []jsvalue.Value) testcase.Case // of records that somebody else made; without features
}

// All lists the dialects.
func All() []Dialect {
	return []Dialect{{
		Name:              chatrecord.Dialect,
		Model:             chatrecord.Model(),
		Features:          chatrecord.Features(),
		FeaturesOf:        chatrecord.FeaturesOf,
		FeaturesOfUpdates: chatrecord.FeaturesOfUpdates,
		Generate:          generateChatRecord,
		Damaged:           damagedChatRecord,
		Mutant:            mutantChatRecord,
		Shapes:            generate.ChatShapes(),
	}}
}

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

func generateChatRecord(source generate.Source) testcase.Case {
	session := generate.NewChatCase(source)
	c := chatRecordOf(session.Lines)
	c.Options = session.Options
	return c
}

func damagedChatRecord(source generate.Source) testcase.Case {
	c := chatRecordOf(generate.NewChatCase(source).Lines)
	c.Op, c.Input = "read", protocol.TextOf(generate.DamageText(source, c.Input.Text()))
	return c
}

func mutantChatRecord(source generate.Source, records []jsvalue.Value) testcase.Case {
	return chatRecordOf(generate.Mutate(source, records))
}

func chatRecordOf(lines []string) testcase.Case {
	return testcase.Case{Dialect: chatrecord.Dialect, Op: "project", Input: protocol.TextOf(strings.Join(lines, "\n") + "\n")}
}

// Case is the n-th case of a seed, with its features. The same seed and n give the same case as long as
// generate.Version stays.
func (d Dialect) Case(seed uint64, n int) testcase.Case {
	c := d.Generate(source(seed, n))
	c.Name = fmt.Sprintf("seed %d case %d", seed, n)
	c.Features = d.FeaturesOf(c)
	return c
}

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
