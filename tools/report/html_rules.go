package report

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// pageArea are the rules whose ids begin alike, such as CR-PREP.
type pageArea struct {
	Name                 string
	Rows                 []pageRow
	Pass, Fail, Untested int
}

type pageRow struct {
	ID, Anchor, Title string
	State             RuleState
	Passed, Failed    int
	Failures          []int // numbers of the failures that cite it
	More              int   // such failures, beside these
}

// maxCited is how many failures the row of a rule links to.
const maxCited = 6

func areasOf(rows []RuleRow, groups []pageGroup) []pageArea {
	cited := map[string][]int{}
	for _, group := range groups {
		for _, f := range group.Failures {
			for _, rule := range f.Rules {
				cited[rule.Anchor] = append(cited[rule.Anchor], f.Number)
			}
		}
	}
	var areas []pageArea
	for _, row := range rows {
		slices.Sort(cited[ruleAnchor(row.Rule.ID)])
		name := sanitize.Line(row.Rule.ID[:max(0, strings.LastIndexByte(row.Rule.ID, '-'))])
		if len(areas) == 0 || areas[len(areas)-1].Name != name {
			areas = append(areas, pageArea{Name: name})
		}
		anchor := ruleAnchor(row.Rule.ID)
		areas[len(areas)-1].add(pageRow{
			sanitize.Line(row.Rule.ID), anchor, row.Rule.Title, row.State(), row.Passed, row.Failed,
			cited[anchor][:min(len(cited[anchor]), maxCited)], max(0, len(cited[anchor])-maxCited),
		})
	}
	return areas
}

func (a *pageArea) add(row pageRow) {
	a.Rows = append(a.Rows, row)
	switch row.State {
	case RulePasses:
		a.Pass++
	case RuleFails:
		a.Fail++
	default:
		a.Untested++
	}
}
