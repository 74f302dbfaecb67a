package chatrecord

import (
	"slices"
	"sync"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Features are what inputs of this dialect can have, for the operations that take records. A feature that is about
// content looks at the records on the chain only: what is not shown is not tested.
func Features() []model.Feature {
	var table []model.Feature
	for _, f := range features() {
		table = append(table, f.feature())
	}
	return table
}

// FeaturesOf lists the names of the features that the case has, in the order of Features.
func FeaturesOf(c testcase.Case) []string {
	in := read(c)
	var names []string
	for _, f := range features() {
		if f.has(in) {
			names = append(names, f.name)
		}
	}
	return names
}

// PlacesOf lists the indexes of the records that have the feature of that name, ascending and each once. The features of
// options have none.
func PlacesOf(c testcase.Case, name string) []int {
	for _, f := range features() {
		if f.name == name {
			places := f.places(read(c))
			slices.Sort(places)
			return slices.Compact(places)
		}
	}
	return nil
}

// features is the table.
var features = sync.OnceValue(func() []feature {
	return slices.Concat(treeFeatures, fragmentFeatures, recordFeatures, contentFeatures, droppedFeatures, userFeatures,
		callFeatures, resultFeatures, previewFeatures, usageFeatures, valueFeatures)
})

// reading is an input with what several features ask of it.
type reading struct {
	Input
	matched bool
	calls   []*callSite
	answers []*answerSite
	byPlace map[int][]*answerSite

	spellings map[string]string // of times, by uuid
	facts     []facts           // by place in Records
}

func read(c testcase.Case) *reading { return &reading{Input: Read(c)} }

// correlation is the calls and answers of the chain, found once.
func (in *reading) correlation() ([]*callSite, []*answerSite) {
	if !in.matched {
		in.calls, in.answers = in.Chain().correlation()
		in.matched = true
		in.byPlace = make(map[int][]*answerSite)
		for _, a := range in.answers {
			in.byPlace[a.Place] = append(in.byPlace[a.Place], a)
		}
	}
	return in.calls, in.answers
}

// answersAt are the answers of the fragment with that index.
func (in *reading) answersAt(place int) []*answerSite {
	in.correlation()
	return in.byPlace[place]
}

// feature is a Feature in terms of records. Exactly one of find, takes, sites, option and options is there.
type feature struct {
	name  string
	rules []string
	later bool
	rare  bool
	says  string

	// find lists the places, by the index of the record, in any order.
	find func(in *reading) []int
	// edit removes the feature from the record of a place; Undefined, or no edit, drops the record. The children of a
	// record that is dropped with all its fragments get its parent.
	edit func(in *reading, record Record) jsvalue.Value
	// takes removes the feature from a fragment of the chain, and so finds it as well; when narrows that to some nodes.
	takes edit
	when  func(node *Node) bool
	// sites lists the calls and results that are the feature; it is removed with their parts.
	sites func(in *reading) []site
	// option is the member of the options whose presence is the feature; a null one is given as well (CR-PREP-02).
	option string
	limits func(in *reading) bool // narrows an option to inputs where it has an effect
	// options says whether the options are the feature; it is removed with all of them.
	options func(options jsvalue.Value) bool
}

func (f feature) feature() model.Feature {
	return model.Feature{
		Name: f.name, Rules: f.rules, Later: f.later, Rare: f.rare, Says: f.says,
		Has: func(c testcase.Case) bool {
			return f.has(read(c))
		},
		Without: f.without,
	}
}

func (f feature) has(in *reading) bool {
	switch {
	case f.option != "":
		return in.Options.Has(f.option) && (f.limits == nil || f.limits(in))
	case f.options != nil:
		return f.options(in.Options)
	}
	return len(f.places(in)) > 0
}

// places lists the indexes of the records that have the feature; none for one of the options.
func (f feature) places(in *reading) []int {
	switch {
	case f.find != nil:
		return f.find(in)
	case f.takes != nil:
		return f.taken(in)
	case f.sites != nil:
		return placesOf(f.sites(in))
	}
	return nil
}

func (f feature) taken(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		if f.when != nil && !f.when(node) {
			continue
		}
		for _, fragment := range node.Fragments {
			if _, changed := f.takes(fragment.Value); changed {
				places = append(places, fragment.Index)
			}
		}
	}
	return places
}

// maxEdits bounds the rounds of without: an edit can bring another record onto the chain that has the feature as well.
const maxEdits = 200

func (f feature) without(c testcase.Case) (testcase.Case, bool) {
	for range maxEdits {
		in := read(c)
		switch {
		case !f.has(in):
			return c, true
		case f.option != "":
			c.Options = in.Options.Without(f.option)
			continue
		case f.options != nil:
			c.Options = jsvalue.Value{}
			continue
		}
		c.Input = withRecords(c.Input, f.edited(in))
	}
	return c, false
}

// edited is the records without the feature in the places where it is now.
func (f feature) edited(in *reading) []jsvalue.Value {
	found := make(map[int]bool)
	for _, place := range f.places(in) {
		found[place] = true
	}
	remove := f.remover(in)
	var out []jsvalue.Value
	left := make(map[string]int) // of the fragments of a record, those that stay
	for _, record := range in.Records {
		value := record.Value
		if found[record.Index] {
			value = remove(record)
		}
		if !value.IsUndefined() {
			out = append(out, value)
			if record.Conversation() {
				left[record.UUID]++
			}
		}
	}
	parents := make(map[string]jsvalue.Value) // of the records that are dropped
	for _, node := range in.Chain().Tree {
		if left[node.UUID] == 0 {
			parents[node.UUID] = node.First().Value.Get("parentUuid")
		}
	}
	return reparented(out, parents)
}

// remover removes the feature from the record of a place; what is Undefined then is dropped.
func (f feature) remover(in *reading) func(Record) jsvalue.Value {
	switch {
	case f.takes != nil:
		return func(record Record) jsvalue.Value {
			value, _ := f.takes(record.Value)
			return value
		}
	case f.sites != nil && f.edit == nil:
		return withoutSites(f.sites(in))
	case f.edit != nil:
		return func(record Record) jsvalue.Value { return f.edit(in, record) }
	}
	return func(Record) jsvalue.Value { return jsvalue.Value{} }
}

// reparented gives the children of dropped records the nearest parent that is left.
func reparented(records []jsvalue.Value, parents map[string]jsvalue.Value) []jsvalue.Value {
	for i, record := range records {
		parent, moved := record.Get("parentUuid"), false
		for range len(parents) {
			next, dropped := parents[parent.Text()]
			if !dropped {
				break
			}
			parent, moved = next, true
		}
		if moved {
			records[i] = record.With(jsvalue.Member{Key: "parentUuid", Value: parent})
		}
	}
	return records
}

// withRecords is the input with other records, in the form it had.
func withRecords(input protocol.Input, records []jsvalue.Value) protocol.Input {
	if input.Kind() == protocol.ValueInput {
		return protocol.ValueOf(jsvalue.ArrayValue(records...))
	}
	var text []byte
	for _, record := range records {
		text = append(jsvalue.AppendASCII(text, record), '\n')
	}
	return protocol.TextOf(string(text))
}

// onChain are the places of the fragments of the chain for which the predicate holds.
func onChain(holds func(Record) bool) func(*reading) []int {
	return func(in *reading) []int {
		var places []int
		for _, node := range in.Chain().Nodes {
			for _, fragment := range node.Fragments {
				if holds(fragment) {
					places = append(places, fragment.Index)
				}
			}
		}
		return places
	}
}

// anywhere are the places of all records for which the predicate holds.
func anywhere(holds func(Record) bool) func(*reading) []int {
	return func(in *reading) []int {
		var places []int
		for _, record := range in.Records {
			if holds(record) {
				places = append(places, record.Index)
			}
		}
		return places
	}
}

// without drops members of the record.
func withoutMembers(keys ...string) func(*reading, Record) jsvalue.Value {
	return func(_ *reading, record Record) jsvalue.Value { return record.Value.Without(keys...) }
}

// withParts keeps the parts for which the predicate holds.
func withParts(keep func(part jsvalue.Value) bool) func(*reading, Record) jsvalue.Value {
	return func(_ *reading, record Record) jsvalue.Value {
		value, _ := inParts(dropped(not(keep)))(record.Value)
		return value
	}
}

func hasPart(holds func(part jsvalue.Value) bool) func(Record) bool {
	return func(record Record) bool { return slices.ContainsFunc(record.Parts(), holds) }
}
