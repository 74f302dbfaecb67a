package line

import (
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Compaction is a record that replaces the context as a whole (SR-LINE-09): by Rows, or by the rows that have the IDs.
type Compaction struct {
	Rows      []*Row
	IDs       []string // only if ByID
	ByID      bool
	TS        jsvalue.Value // a string; Undefined when absent
	RequestID string        // "" when absent or empty
}

// spellings are the members that hold what replaces the context; the first that is there counts.
var spellings = []string{"replacement_history", "replacement", "replacement_ids"}

// compaction reads a record, or says what is wrong with it and gives nil. Nothing of a malformed record is used: a part
// of a context could hide what the rest would have shown.
func (r *reader) compaction(value jsvalue.Value) *Compaction {
	f := fields{reader: r, value: value}
	record := &Compaction{TS: f.text("ts"), RequestID: f.text("request_id").Text()}
	for _, name := range spellings {
		list := f.any(name)
		if list.IsUndefined() {
			continue
		}
		record.ByID = name == "replacement_ids"
		if bad, ok := r.fill(record, list, name); !ok {
			r.say(diagnostic.MalformedCompaction, "the record has no usable list of rows", bad)
			return nil
		}
		return record
	}
	r.say(diagnostic.MalformedCompaction, "the record does not say what replaces the context", "")
	return nil
}

// fill reads the list, or gives the path of what is wrong in it.
func (r *reader) fill(record *Compaction, list jsvalue.Value, name string) (bad string, ok bool) {
	if !list.IsArray() {
		return name, false
	}
	before := len(r.file.Diagnostics)
	for i, element := range list.Elements() {
		path := name + "[" + strconv.Itoa(i) + "]"
		if record.ByID {
			if !element.IsString() {
				return path, false
			}
			record.IDs = append(record.IDs, element.Text())
			continue
		}
		var row *Row
		if !element.Has("_meta") && element.Get("kind").IsNullish() {
			row = r.row(element, path+".")
		}
		if row == nil {
			r.file.Diagnostics = r.file.Diagnostics[:before] // the record is not used, nor are its fields
			return path, false
		}
		record.Rows = append(record.Rows, row)
	}
	return "", true
}

// Latest is the latest row of each id in a context.
type Latest map[string]*Row

// Add takes a row that comes to the end of the context.
func (l Latest) Add(row *Row) {
	if row.ID.IsString() {
		l[row.ID.Text()] = row
	}
}

// Resolve gives the rows that replace the context, of which the latest rows are given. ok is false if the record names
// rows by id and none of them is there: such a record is malformed, since it would wipe the context (SR-CTX-03). Each row
// counts once, so that a record is not more than the context before.
func (c *Compaction) Resolve(latest Latest) (rows []*Row, ok bool) {
	if !c.ByID {
		return c.Rows, true
	}
	named := map[string]bool{}
	for _, id := range c.IDs {
		if row := latest[id]; row != nil && !named[id] {
			named[id] = true
			rows = append(rows, row)
		}
	}
	return rows, len(rows) > 0 || len(c.IDs) == 0
}
