package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var usageInvariants = []model.Invariant{
	{
		ID: "usage-finds-its-row", Rules: []string{"SR-WRITE-07", "SR-LINE-08", "TP-PROTO-19"},
		Says:  "A usage is whole; it stands on the last new row of the assistant, and is said to be written exactly if there is one.",
		Check: on(appending, usageProblems),
	},
	{
		ID: "usage-leaves-what-the-row-has", Rules: []string{"SR-WRITE-03", "SR-WRITE-07"},
		Says:  "A row that gets a usage keeps its own time and number, unless they are those of a whole usage.",
		Check: on(appending, ownProblems),
	},
}

// usageOf is the usage of the batch, Undefined without one, as a row of the assistant that has nothing else.
func (v *View) usageOf() (bundle Row, given bool) {
	usage := v.Case.Options.Get("usage")
	return asRow(usage), usage.IsObject()
}

// asRow is a bundle as a row.
func asRow(bundle jsvalue.Value) Row {
	row := object("role", "assistant", "content", "")
	for _, name := range []string{"provider", "model", "ts", "usage", "iteration"} {
		row = with(row, name, bundle.Get(name))
	}
	r, _ := rowOf(row)
	return r
}

// carries: the row has the usage of the bundle, whose numbers may be rounded.
func (r Row) carries(bundle Row) bool {
	return jsvalue.Equal(r.field("provider"), bundle.field("provider")) && jsvalue.Equal(r.field("model"), bundle.field("model")) &&
		jsvalue.Equal(r.Value.Get("usage"), bundle.Value.Get("usage"))
}

// answers are the rows of the assistant among the lines of a batch, and whether they stand in a record, where they need not be
// new.
func (w write) answers() (rows []Row, recorded bool) {
	for _, line := range w.lines() {
		elements := []jsvalue.Value{line}
		if (Line{Value: line}).isCompaction() {
			recorded, elements = true, nil
			for _, member := range replacementMembers {
				for _, element := range line.Get(member).Elements() {
					elements = append(elements, element)
				}
			}
		}
		for _, element := range elements {
			if r, ok := rowOf(element); ok && r.Role == "assistant" && !r.Interrupted {
				rows = append(rows, r)
			}
		}
	}
	return rows, recorded
}

func usageProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	said := v.Result.Get("usageWritten")
	if !ok || !said.IsBool() {
		p.add("usageWritten", "it is no boolean, or there is no file")
		return ok
	}
	bundle, given := v.usageOf()
	rows, recorded := w.answers()
	switch {
	case !given:
		if said.IsTrue() {
			p.add("usageWritten", "there was no usage")
		}
	case !roundedUsage(bundle):
		p.add("file", "a usage that is not whole was taken")
	case recorded:
		w.recordedUsage(rows, bundle, said.IsTrue(), p)
	case said.IsTrue() != (len(rows) > 0):
		p.add("usageWritten", "it is %v, and the batch has %d new rows of the assistant", said.IsTrue(), len(rows))
	case len(rows) > 0 && !rows[len(rows)-1].carries(bundle):
		p.add("file", "the last new row of the assistant has not the usage")
	}
	return true
}

// roundedUsage: the bundle is whole, where its numbers are read as binary64.
func roundedUsage(bundle Row) bool {
	value, err := jsvalue.Decode(string(jsvalue.Append(nil, bundle.Value)))
	r, ok := rowOf(value)
	return err == nil && ok && r.carriesUsage()
}

// recordedUsage judges a record, some rows of which are in the file already: those that are new for certain have an id, or
// words, that no row has there.
func (w write) recordedUsage(rows []Row, bundle Row, said bool, p *problems) {
	held := readFile(fileOf(w.held))
	before := slices.Concat(held.rows(), held.replacements())
	carried := slices.ContainsFunc(rows, func(r Row) bool { return r.carries(bundle) })
	isNew := func(r Row) bool {
		return !slices.ContainsFunc(before, func(old Row) bool { return r.HasID && r.ID == old.ID || r.Content == old.Content })
	}
	switch {
	case said && !carried:
		p.add("file", "no row of the assistant has the usage")
	case !said && held.Plain && slices.ContainsFunc(rows, isNew):
		p.add("usageWritten", "it is false, and a row of the assistant is new")
	}
}

// ownProblems looks at the last row of the assistant that was given, where that is new.
func ownProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	bundle, given := v.usageOf()
	written, recorded := w.answers()
	if !ok || !given || recorded || len(written) == 0 || !roundedUsage(bundle) {
		return false
	}
	var asked Row
	for _, r := range w.rows {
		if r.Role == "assistant" {
			asked = r
		}
	}
	got := written[len(written)-1]
	ts, iteration := asked.stamps(bundle)
	if !jsvalue.Equal(got.field("ts"), ts) {
		p.add("file", "the row with the usage has another time")
	}
	if !jsvalue.Equal(got.field("iteration"), iteration) {
		p.add("file", "the row with the usage has another number")
	}
	return true
}

// stamps are the time and the number of a row that gets the usage of a turn (SR-WRITE-07).
func (r Row) stamps(bundle Row) (ts, iteration jsvalue.Value) {
	first := func(values ...jsvalue.Value) jsvalue.Value {
		for _, value := range values {
			if !value.IsNullish() {
				return value
			}
		}
		return jsvalue.IntValue(0)
	}
	if own := asRow(r.usage()); !r.carriesUsage() && own.carriesUsage() { // its fields
		return bundle.field("ts"), first(bundle.Value.Get("iteration"), r.field("iteration"), own.field("iteration"))
	}
	if r.carriesUsage() {
		return bundle.field("ts"), first(bundle.Value.Get("iteration"), r.field("iteration"))
	}
	return first(r.field("ts"), bundle.field("ts")), first(r.field("iteration"), bundle.Value.Get("iteration"))
}
