package eventstream

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// same: two values have one canonical text, so that the order of members does not count.
func same(a, b jsvalue.Value) bool {
	return a.IsUndefined() == b.IsUndefined() && bytes.Equal(jsvalue.AppendCanonical(nil, a), jsvalue.AppendCanonical(nil, b))
}

// sameRows demands that rows are those of the definition, and tells of the first that is not.
func (p *problems) sameRows(want, got []jsvalue.Value) {
	i := firstDifference(want, got)
	at := func(list []jsvalue.Value, i int) jsvalue.Value {
		if i < len(list) {
			return list[i]
		}
		return jsvalue.Value{}
	}
	row, other := at(want, i), at(got, i)
	sameKey := row.Get("key").Text() == other.Get("key").Text()
	switch {
	case i == len(want) && i == len(got):
	case i == len(got) || len(got) < len(want) && (!sameKey || same(at(want, i+1), other)):
		p.unlisted("missing", row, fmt.Sprintf("there are %d, by the definition %d: at %d the %s is missing", len(got), len(want), i, kindOf(row)))
	case i == len(want) || len(got) > len(want) && (!sameKey || same(row, at(got, i+1))):
		p.unlisted("extra", other, fmt.Sprintf("there are %d, by the definition %d: at %d the %s has no place", len(got), len(want), i, kindOf(other)))
	default:
		p.sameRow(fmt.Sprintf("rows[%d]", i), row, other)
	}
}

func firstDifference(want, got []jsvalue.Value) int {
	i := 0
	for i < len(want) && i < len(got) && same(withoutWords(want[i]), withoutWords(got[i])) {
		i++
	}
	return i
}

// withoutWords is a row without a text whose wording is free.
func withoutWords(row jsvalue.Value) jsvalue.Value {
	if event := row.Get("event"); kindOf(row) == "turn_recap" {
		return row.With(member("event", event.Without("summary")))
	}
	return row
}

func kindOf(row jsvalue.Value) string { return row.Get("event").Get("type").Text() }

// symptomOf is what a symptom says of a type; of one that nobody knows, nothing.
func symptomOf(kind string) string {
	if rowRules[kind] == nil && !known[kind] {
		return "row"
	}
	return kind
}

// unlisted tells of a row that is missing or has no place.
func (p *problems) unlisted(symptom string, row jsvalue.Value, message string) {
	*p = append(*p, model.Problem{Path: "rows", Symptom: symptom + " " + symptomOf(kindOf(row)), Rules: rulesOf(kindOf(row)), Message: message})
}

// sameRow names the member in which a row differs from that of the definition.
func (p *problems) sameRow(path string, want, got jsvalue.Value) {
	for _, key := range []string{"key", "timestamp"} {
		if !same(want.Get(key), got.Get(key)) {
			p.differ(path, key, kindOf(want), want, got, append([]string{"ES-ROW-01"}, rulesOf(kindOf(want))...))
			return
		}
	}
	want, got = withoutWords(want), withoutWords(got)
	kind := kindOf(want)
	path, want, got = path+".event", want.Get("event"), got.Get("event")
	if kind == "work_log_entry" && !same(want.Get("entry"), got.Get("entry")) && got.Get("entry").IsObject() {
		path, want, got = path+".entry", want.Get("entry"), got.Get("entry")
	}
	key := differing(want, got)
	rules := rulesOf(kind)
	if of := memberRules[kind+"."+key]; of != nil {
		rules = of
	}
	p.differ(path, key, kind, want, got, rules)
}

// differ tells of a member that is another one.
func (p *problems) differ(path, key, kind string, want, got jsvalue.Value, rules []string) {
	symptom := symptomOf(kind) + " differs"
	wanted, is := want.Get(key), got.Get(key)
	switch {
	case is.IsUndefined():
		symptom = symptomOf(kind) + " lacks it"
	case wanted.IsUndefined():
		symptom = symptomOf(kind) + " has it"
	}
	if plainKeys[key] { // no name of the input's
		path += "." + key
	}
	a, b := shortly(wanted, is)
	*p = append(*p, model.Problem{Path: path, Symptom: symptom, Rules: rules, Message: fmt.Sprintf("%s of the %s is %s, by the definition %s", key, kind, b, a)})
}

// differing is the first member, by name, in which two objects differ.
func differing(a, b jsvalue.Value) string {
	keys := map[string]bool{}
	for _, object := range []jsvalue.Value{a, b} {
		for key := range object.Members() {
			keys[key] = true
		}
	}
	for _, key := range sorted(keys) {
		if !same(a.Get(key), b.Get(key)) {
			return key
		}
	}
	return ""
}

// sameList demands that a list of no rows is that of the definition.
func (p *problems) sameList(path, what string, rules []string, want, got []jsvalue.Value) {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			*p = append(*p, model.Problem{Path: path, Symptom: "missing", Rules: rules, Message: fmt.Sprintf("there are %d, by the definition %d: the %s %d is missing", len(got), len(want), what, i)})
			return
		case i >= len(want):
			*p = append(*p, model.Problem{Path: path, Symptom: "extra", Rules: rules, Message: fmt.Sprintf("there are %d, by the definition %d: the %s %d has no place", len(got), len(want), what, i)})
			return
		case !same(want[i], got[i]):
			p.differ(fmt.Sprintf("%s[%d]", path, i), differing(want[i], got[i]), what, want[i], got[i], rules)
			return
		}
	}
}

// mostShown is how many bytes of a value are shown.
const mostShown = 80

// shortly are two values that differ, from shortly before the first difference on where they are long. Members stand in one order, unless
// their order is all that differs.
func shortly(a, b jsvalue.Value) (string, string) {
	first, second := shownText(a), shownText(b)
	if first == second {
		first, second = string(jsvalue.Append(nil, a)), string(jsvalue.Append(nil, b))
	}
	if max(len(first), len(second)) <= mostShown {
		return first, second
	}
	common := 0
	for common < min(len(first), len(second)) && first[common] == second[common] {
		common++
	}
	return cut(first, common-mostShown/3), cut(second, common-mostShown/3)
}

func shownText(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "absent"
	}
	return string(jsvalue.AppendCanonical(nil, v))
}

// cut is a part of a text, without half characters.
func cut(text string, from int) string {
	from = min(max(0, from), len(text))
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	end := min(from+mostShown, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	shown := text[from:end]
	if from > 0 {
		shown = "…" + shown
	}
	if end < len(text) {
		shown += "…"
	}
	return shown
}

// without is a value without some members, at any depth.
func without(value jsvalue.Value, keys ...string) jsvalue.Value {
	switch {
	case value.IsArray():
		var elements []jsvalue.Value
		for _, element := range value.Elements() {
			elements = append(elements, without(element, keys...))
		}
		return jsvalue.ArrayValue(elements...)
	case value.IsObject():
		var members []jsvalue.Member
		for key, one := range value.Members() {
			if !slices.Contains(keys, key) {
				members = append(members, member(key, without(one, keys...)))
			}
		}
		return jsvalue.ObjectValue(members...)
	}
	return value
}
