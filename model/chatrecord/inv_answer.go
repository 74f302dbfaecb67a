package chatrecord

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var answerInvariants = []model.Invariant{
	{
		ID: "coded-errors", Rules: []string{"CR-PREP-01", "CR-PREP-02", "CR-PREP-03", "CR-PREP-04", "CR-PREP-05", "CR-DEC-01", "TP-PROTO-08", "TP-PROTO-09"},
		Says:  "The answer is an error, with the code that the rules name, exactly if they demand one; nothing else in the input makes it fail.",
		Check: always(codedErrors),
	},
	{
		ID: "result-members", Rules: []string{"CR-CAP-09", "TP-PROTO-15"},
		Says:  "A projection has the members blocks, diagnostics, complete and truncated, and no other, of the right types.",
		Check: onProjections(resultMembers),
	},
	{
		ID: "complete-means-whole", Rules: []string{"CR-PREP-29"},
		Says:  "complete is true exactly if no diagnostic affects completeness and truncated is false.",
		Check: onProjections(completeMeansWhole),
	},
	{
		ID: "truncated-is-named", Rules: []string{"CR-CAP-03", "CR-CAP-06", "CR-DEC-20"},
		Says:  "truncated is true exactly if a diagnostic names what was cut.",
		Check: onProjections(truncatedIsNamed),
	},
}

func codedErrors(v *View) model.Verdict {
	want := v.Input.ErrorCode(v.Case.Op)
	got := v.Answer.Err().Code
	switch {
	case v.Answer.Kind() == protocol.ErrorAnswer && got != want:
		return model.Judged(model.Problem{Path: "error.code", Message: "got " + string(got) + ", want " + named(want)})
	case v.Answer.Kind() != protocol.ErrorAnswer && want != "":
		return model.Judged(model.Problem{Path: "error.code", Message: "got a result, want the error " + string(want)})
	}
	return model.Judged()
}

func named(code protocol.Code) string {
	if code == "" {
		return "a result"
	}
	return string(code)
}

func resultMembers(v *View, p *problems) bool {
	var keys []string
	for key := range v.Result.Members() {
		keys = append(keys, key)
	}
	slices.Sort(keys) // their order is no fault
	if !slices.Equal(keys, []string{"blocks", "complete", "diagnostics", "truncated"}) {
		p.add("", "the members are %q", keys)
	}
	for _, list := range []string{"blocks", "diagnostics"} {
		if !v.Result.Get(list).IsArray() {
			p.add(list, "is no array")
		}
		for i, element := range v.Result.Get(list).Elements() {
			if !element.IsObject() {
				p.add(list, "element %d is no object", i)
			}
		}
	}
	for _, flag := range []string{"complete", "truncated"} {
		if v.Result.Get(flag).Kind() != jsvalue.Bool {
			p.add(flag, "is no boolean")
		}
	}
	return true
}

func completeMeansWhole(v *View, p *problems) bool {
	want := !v.Truncated()
	reason := "nothing is lost"
	if v.Truncated() {
		reason = "truncated is true"
	}
	for _, d := range v.Diagnostics {
		if d.Affects {
			want, reason = false, d.Code+" affects completeness"
			break
		}
	}
	if v.Complete() != want {
		p.add("complete", "is %v, but %s", v.Complete(), reason)
	}
	return true
}

func truncatedIsNamed(v *View, p *problems) bool {
	cut := v.has("transcript_text_truncated") || v.has("transcript_blocks_truncated") || v.has("transcript_value_truncated")
	if v.Truncated() && !cut {
		p.add("truncated", "is true, but no diagnostic names what was cut")
	}
	if !v.Truncated() && cut {
		p.add("truncated", "is false, but a diagnostic names a cut")
	}
	return true
}
