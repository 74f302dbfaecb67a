package sessionraw

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// sameItems demands that items are those of the definition, and tells of the first that is not.
func (v *View) sameItems(p *problems, want []jsvalue.Value, got jsvalue.Value) {
	v.sameList(p, "items", want, got)
}

func (v *View) sameList(p *problems, path string, want []jsvalue.Value, got jsvalue.Value) {
	i := 0
	for i < len(want) && i < got.Len() && sameText(want[i], got.At(i)) {
		i++
	}
	at := func(list []jsvalue.Value, i int) jsvalue.Value {
		if i < len(list) {
			return list[i]
		}
		return jsvalue.Value{}
	}
	item, other := at(want, i), got.At(i)
	switch {
	case i == len(want) && i == got.Len():
	case got.Len() < len(want) && (i == got.Len() || item.Get("kind").Text() != other.Get("kind").Text() || sameText(at(want, i+1), other)):
		v.unlisted(p, path, "missing", item, fmt.Sprintf("there are %d, by the definition %d: at %d the %s is missing", got.Len(), len(want), i, item.Get("kind").Text()))
	case got.Len() > len(want) && (i == len(want) || item.Get("kind").Text() != other.Get("kind").Text() || sameText(item, got.At(i+1))):
		v.unlisted(p, path, "extra", other, fmt.Sprintf("there are %d, by the definition %d: at %d the %s has no place", got.Len(), len(want), i, other.Get("kind").Text()))
	default:
		v.sameItem(p, fmt.Sprintf("%s[%d]", path, i), item, other)
	}
}

// unlisted tells of an item that is missing or has no place.
func (v *View) unlisted(p *problems, path, symptom string, item jsvalue.Value, message string) {
	kind := item.Get("kind").Text()
	if !isKind(kind) { // of an answer that is none
		kind = "kind"
	}
	rules := itemRules[kind]
	if rules != nil && len(v.Input.Files) > 1 {
		rules = append(rules[:len(rules):len(rules)], "SR-FILE-02", "SR-FILE-03", "SR-FILE-04", "SR-VIEW-02")
	}
	*p = append(*p, model.Problem{Path: path, Symptom: symptom + " " + kind, Rules: rules, Message: message})
}

// sameItem names the member in which an item differs from that of the definition.
func (v *View) sameItem(p *problems, path string, want, got jsvalue.Value) {
	kind, member := want.Get("kind").Text(), differing(want, got)
	if member == "items" && got.Get(member).IsArray() {
		var inner []jsvalue.Value
		for _, one := range want.Get(member).Elements() {
			inner = append(inner, one)
		}
		v.sameList(p, path+".items", inner, got.Get(member))
		return
	}
	problem := model.Problem{Path: path, Symptom: kind + " differs", Message: "it is not the " + kind + " of the definition"}
	if wanted, is := want.Has(member), got.Has(member); wanted || is {
		switch {
		case !is:
			problem.Symptom = kind + " lacks it"
		case !wanted:
			problem.Symptom = kind + " has it"
		}
		wanted, is := shortly(want.Get(member), got.Get(member))
		problem.Message = fmt.Sprintf("%s of the %s is %s, by the definition %s", member, kind, is, wanted)
		problem.Rules = memberRules[kind+"."+member]
		if lists := members[kind]; member == "kind" || slices.Contains(slices.Concat(lists[:]...), member) { // no name of the input's
			problem.Path += "." + member
		}
	}
	*p = append(*p, problem)
}

func isKind(kind string) bool { _, is := members[kind]; return is }

// mostShown is how many characters of a value are shown.
const mostShown = 60

// shortly are two values that differ, from shortly before the first difference on where they are long.
func shortly(a, b jsvalue.Value) (string, string) {
	first, second := text(a), text(b)
	if max(len(first), len(second)) <= mostShown {
		return first, second
	}
	common := 0
	for common < min(len(first), len(second)) && first[common] == second[common] {
		common++
	}
	return cut(first, common-mostShown/3), cut(second, common-mostShown/3)
}

func text(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "absent"
	}
	return string(jsvalue.AppendSource(nil, v))
}

// cut is a part of a text, without half characters.
func cut(s string, from int) string {
	end := from + mostShown
	if from <= 0 {
		from, end = 0, mostShown
	}
	for from < len(s) && from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	shown := s[min(from, len(s)):min(end, len(s))]
	if from > 0 && shown != s {
		shown = "…" + shown
	}
	if end < len(s) {
		shown += "…"
	}
	return shown
}
