package certify

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
)

// RuleState says what is known about a rule.
type RuleState string

// The states of a rule.
const (
	RulePasses   RuleState = "pass"     // something that stands for it looked, and found nothing wrong
	RuleFails    RuleState = "fail"     // a finding cites it
	RuleUntested RuleState = "untested" // nothing that stands for it looked
)

// RuleRow is a rule with the cases in which something that stands for it looked.
type RuleRow struct {
	Rule           spec.Rule
	Passed, Failed int
}

// State is what the row says.
func (r RuleRow) State() RuleState {
	switch {
	case r.Failed > 0:
		return RuleFails
	case r.Passed > 0:
		return RulePasses
	}
	return RuleUntested
}

// Rules is the matrix of all rules of the specification, in its order. A case counts for the rules of the checks that
// looked at it and, if it passed, for those that its fixture stands for; against those that its findings cite.
func (r Report) Rules() []RuleRow {
	rulesOf := rulesOfChecks(r.Dialect)
	passed, failed := map[string]int{}, map[string]int{}
	for _, result := range r.Results {
		var looked, cited []string
		for _, check := range result.Judged {
			looked = append(looked, rulesOf[check]...)
		}
		if result.Outcome == Pass {
			looked = append(looked, result.Planned.Rules...)
		}
		for _, finding := range result.Findings {
			cited = append(cited, finding.Rules...)
		}
		cited = merged(cited, nil)
		for _, rule := range cited {
			failed[rule]++
		}
		for _, rule := range merged(looked, nil) {
			if !slices.Contains(cited, rule) {
				passed[rule]++
			}
		}
	}
	var rows []RuleRow
	for _, rule := range spec.Rules() {
		rows = append(rows, RuleRow{rule, passed[rule.ID], failed[rule.ID]})
	}
	return rows
}

// rulesOfChecks are the rules that each check of the model stands for. The checks of this package stand for no rule by
// themselves: what they find cites the place.
func rulesOfChecks(name string) map[string][]string {
	var m model.Model
	if d, ok := dialect.ByName(name); ok {
		m = d.Model
	}
	rules := map[string][]string{}
	for _, invariant := range m.Invariants {
		rules[invariant.ID] = invariant.Rules
	}
	for _, relation := range m.Relations {
		rules[relation.ID] = relation.Rules
	}
	return rules
}
