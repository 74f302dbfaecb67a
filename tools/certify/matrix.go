package certify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec"
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

// unnamed are the rules of a dialect, and of all, that none of its checks and fixtures names, in the order of the specification.
func unnamed(name string) []string {
	d, _ := dialect.ByName(name)
	named := map[string]bool{}
	for _, check := range checksOf(name) {
		for _, rule := range check.Rules {
			named[rule] = true
		}
	}
	if fixed, err := fixturesOf(d); err == nil { // else there is no plan
		for _, p := range fixed.planned {
			for _, rule := range p.Rules {
				named[rule] = true
			}
		}
	}
	var rules []string
	for _, rule := range spec.Rules() {
		if of := rule.Dialect(); !named[rule.ID] && (of == "" || of == name) {
			rules = append(rules, rule.ID)
		}
	}
	return rules
}

// whyNoCase says of a rule for which no case is chosen who judges it then.
func whyNoCase(d dialect.Dialect, rule string) string {
	var checks []string
	for _, check := range checksOf(d.Name) {
		if slices.Contains(check.Rules, rule) {
			checks = append(checks, check.ID)
		}
	}
	switch of := specRule(rule).Dialect(); {
	case of != "" && of != d.Name:
		return fmt.Sprintf("%s is a rule of %s; say --dialect %s", rule, of, of)
	case len(checks) > 0:
		return fmt.Sprintf("no fixture and no feature of inputs stands for %s; a run without --rule judges it, by %s", rule, strings.Join(checks, ", "))
	}
	about := "it is about the protocol, the reader, or what no answer shows"
	if strings.HasPrefix(rule, "CR-JS-") {
		about = "it is about values, as all formats have them, and --dialect chatrecord asks for it"
	}
	return fmt.Sprintf("no fixture, no feature of inputs and no check of %s names %s: %s", d.Name, rule, about)
}

func specRule(id string) spec.Rule {
	all := spec.Rules()
	if i := slices.IndexFunc(all, func(r spec.Rule) bool { return r.ID == id }); i >= 0 {
		return all[i]
	}
	return spec.Rule{ID: id}
}
