package report

import (
	"slices"

	"github.com/transcriptspec/transcriptspec/spec"
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

// Rules is the matrix of the rules of the specification that are not another dialect's, in its order; rules that this version
// of it does not have come last, by id. A case counts for the rules of the checks that looked at it and, if it passed, for those that its fixture
// stands for; against those that its findings cite, known ones included.
func (r Report) Rules() []RuleRow {
	passed, failed := map[string]int{}, map[string]int{}
	for _, c := range r.Cases {
		cited, looked := slices.Clone(c.KnownRules), []string(nil)
		for _, finding := range c.Findings {
			cited = append(cited, finding.Rules...)
		}
		for _, at := range c.Judged {
			if at >= 0 && at < len(r.Header.Checks) {
				looked = append(looked, r.Header.Checks[at].Rules...)
			}
		}
		if c.Outcome == Pass {
			looked = append(looked, c.Rules...)
		}
		cited = sorted(cited)
		for _, rule := range cited {
			failed[rule]++
		}
		for _, rule := range sorted(looked) {
			if !slices.Contains(cited, rule) {
				passed[rule]++
			}
		}
	}
	var rows []RuleRow
	known := map[string]bool{}
	for _, rule := range spec.Rules() {
		known[rule.ID] = true
		if of := rule.Dialect(); of != "" && of != r.Header.Dialect && passed[rule.ID]+failed[rule.ID] == 0 {
			continue
		}
		rows = append(rows, RuleRow{rule, passed[rule.ID], failed[rule.ID]})
	}
	for _, id := range sorted(slices.Concat(keys(passed), keys(failed))) {
		if !known[id] {
			rows = append(rows, RuleRow{spec.Rule{ID: id}, passed[id], failed[id]})
		}
	}
	return rows
}

// sorted is the list in order, each text once.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// keys are those of a map, in no order.
func keys(m map[string]int) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	return list
}
