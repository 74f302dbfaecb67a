package certify

import (
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// RuleState says what is known about a rule.
type RuleState = report.RuleState

// The states of a rule, as package report explains them.
const (
	RulePasses   = report.RulePasses
	RuleFails    = report.RuleFails
	RuleUntested = report.RuleUntested
)

// RuleRow is a rule with the cases in which something that stands for it looked.
type RuleRow = report.RuleRow

// checksOf are the checks of a dialect, with the rules that each stands for. Those of this package stand for no rule by
// themselves: what they find cites the place.
func checksOf(name string) []report.Check {
	d, _ := dialect.ByName(name)
	m := d.Model
	var checks []report.Check
	for _, invariant := range m.Invariants {
		checks = append(checks, report.Check{ID: invariant.ID, Rules: invariant.Rules})
	}
	for _, relation := range m.Relations {
		checks = append(checks, report.Check{ID: relation.ID, Rules: relation.Rules})
	}
	return append(checks, report.Check{ID: CheckSchema}, report.Check{ID: CheckReference}, report.Check{ID: CheckStages},
		report.Check{ID: CheckGrowth, Rules: d.GrowthRules})
}
