package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// dialect is what the moves know of a dialect. A member that is nil knows nothing.
type dialect struct {
	name string
	// listKeys are, by operation, the keys that lead to the list of records in a value; none means that the value is it.
	listKeys map[string][]string
	// drop is a document without the marked records, in which what pointed at them is mended.
	drop func(d document, gone []bool) document
	// passes are moves of the dialect, between those on records and those on any JSON.
	passes []pass
	// required reports whether a member is one that hardly any record can do without; such members are tried last.
	required func(p path) bool
	// fixed reports whether a text is taken care of by the passes: an id, or a word of an enumeration.
	fixed func(p path, text string) bool
	// literals are texts that mean something as they stand: a text is never cut inside of one.
	literals []string
	// keys are members whose names mean something, from the shortest, that can stand in for a name of the same meaning.
	keys []string
	// free reports whether the names of the members of the value at the path, in a record, mean nothing.
	free func(record jsvalue.Value, p path) bool
}

// dialects are those that have moves of their own. Every other one is reduced by the moves that all JSON has.
var dialects = []dialect{chatrecord}

func dialectByName(name string) dialect {
	for _, d := range dialects {
		if d.name == name {
			return d
		}
	}
	return dialect{name: name}
}

// list are the keys that lead to the records in the value of an operation.
func (d dialect) list(op string) []string { return d.listKeys[op] }

func (d dialect) dropped(doc document, gone []bool) document {
	if d.drop == nil {
		return doc.without(gone)
	}
	return d.drop(doc, gone)
}

func (d dialect) isRequired(p path) bool { return d.required != nil && d.required(p) }

func (d dialect) isFixed(p path, v jsvalue.Value) bool {
	return v.IsString() && d.fixed != nil && d.fixed(p, v.Text())
}

// isFree reports whether the names of the members of a value mean nothing. What stands around a list of records is never
// free.
func (d document) isFree(slot int, p path) bool {
	switch free := d.frame.dialect.free; {
	case free == nil:
		return true
	case slot < 0:
		return slot == slotAround && !d.frame.hasList
	default:
		return free(d.records[slot].value, p)
	}
}
