package sessionraw

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var contextInvariants = []model.Invariant{
	{
		ID: "context-is-the-last-set", Rules: []string{"SR-CTX-01", "SR-CTX-02", "SR-CTX-03", "SR-CTX-04", "SR-CTX-05", "SR-LINE-05", "SR-LINE-09"},
		Says:  "The context has the rows that the last record left and those behind it, in order, without interrupted ones.",
		Check: on([]string{"context"}, contextProblems),
	},
}

// marker is what a compaction record says in the view.
type marker struct{ replaced, kept int }

// replay is the context that a plain file leaves, and its compaction records; false where the plain way cannot tell.
func (f File) replay() (rows []Row, markers []marker, certain bool) {
	for _, line := range f.Lines {
		switch {
		case line.isRow():
			if r, ok := rowOf(line.Value); ok && !r.Interrupted {
				rows = append(rows, r)
			}
		case line.isCompaction():
			replaced, valid, certain := replacementOf(line.Value, rows)
			if !certain {
				return nil, nil, false
			}
			if valid {
				markers = append(markers, marker{len(rows), len(replaced)})
				rows = slices.DeleteFunc(replaced, func(r Row) bool { return r.Interrupted })
			}
		}
	}
	return rows, markers, true
}

// replacementOf is the rows of a compaction record, whose ids are those of the rows before it.
func replacementOf(record jsvalue.Value, before []Row) (rows []Row, valid, certain bool) {
	var spellings []string
	for _, member := range append(slices.Clone(replacementMembers), "replacement_ids") {
		if record.Has(member) {
			spellings = append(spellings, member)
		}
	}
	if len(spellings) > 1 {
		return nil, false, false
	}
	if len(spellings) == 0 || !record.Get(spellings[0]).IsArray() {
		return nil, false, true
	}
	list := record.Get(spellings[0])
	if spellings[0] == "replacement_ids" {
		return rowsByID(list, before)
	}
	for _, element := range list.Elements() {
		r, ok := rowOf(element)
		if !ok || !(Line{Value: element}).isRow() {
			return nil, false, true
		}
		rows = append(rows, r)
	}
	return rows, true, true
}

func rowsByID(ids jsvalue.Value, before []Row) (rows []Row, valid, certain bool) {
	seen := map[string]bool{}
	for _, id := range ids.Elements() {
		if !id.IsString() {
			return nil, false, true
		}
		if seen[id.Text()] {
			continue
		}
		seen[id.Text()] = true
		for i := len(before) - 1; i >= 0; i-- {
			if before[i].HasID && before[i].ID == id.Text() {
				rows = append(rows, before[i])
				break
			}
		}
	}
	return rows, len(rows) > 0 || ids.Len() == 0, true
}

func contextProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	if !ok {
		return false
	}
	want, _, certain := file.replay()
	if !certain {
		return false
	}
	got := v.Result.Get("rows")
	if got.Len() != len(want) {
		p.add("rows", "there are %d, by the lines %d", got.Len(), len(want))
		return true
	}
	for i, row := range want {
		one := got.At(i)
		if one.Get("role").Text() != row.Role || one.Get("content").Text() != row.Content || one.Get("id").Text() != row.ID || one.Get("id").IsString() != row.HasID {
			p.add("rows", "row %d has not the role, the content or the id of its line", i)
		}
	}
	return true
}

func markerProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	if !ok || v.Input.Named {
		return false
	}
	_, want, certain := file.replay()
	if !certain || slices.ContainsFunc(file.replacements(), func(r Row) bool { return r.Interrupted }) {
		return false
	}
	var got []marker
	for _, item := range v.top() {
		if item.Kind == "compaction" {
			replaced, _ := item.Value.Get("replacedCount").SafeInteger()
			kept, _ := item.Value.Get("keptCount").SafeInteger()
			got = append(got, marker{int(replaced), int(kept)})
		}
	}
	if !slices.Equal(want, got) {
		p.add("items", "the records replaced and kept %v rows, by the lines %v", got, want)
	}
	return len(want)+len(got) > 0
}

// knownRoles are those of SR-LINE-05.
var knownRoles = []string{"system", "user", "assistant", "tool"}

func unknownProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	if !ok || v.Input.Named || file.has(Line.isCompaction) {
		return false
	}
	want := map[string]int{}
	for _, line := range file.Lines {
		switch r, ok := rowOf(line.Value); {
		case line.isUnknown():
			want["unknown_kind"]++
		case line.isRow() && !ok:
			want["malformed_line"]++
		case line.isRow() && !slices.Contains(knownRoles, r.Role):
			want["unknown_role"]++
		}
	}
	for _, code := range []string{"unknown_kind", "malformed_line", "unknown_role"} {
		if told := v.count(code); told != want[code] {
			p.add("diagnostics", "%s is told %d times, by the lines %d", code, told, want[code])
		}
	}
	return true
}
