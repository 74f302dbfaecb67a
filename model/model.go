package model

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// View is what a dialect reads off one question and its answer. It is made once for each case and shared by all
// invariants and relations, which must not change it.
type View interface {
	// Dialect is the name of the dialect whose view it is.
	Dialect() string
}

// Problem is one thing that is wrong. Message may name ids, paths and numbers.
type Problem struct {
	Path    string   // where in the answer, such as blocks[3].text; "" for the answer as a whole
	Symptom string   // what else tells faults at one place apart, without what depends on the input; "" is that nothing does
	Rules   []string // the ids that this problem breaks, where the check knows; nil stands for all of the check
	Message string
}

// Verdict is what one check says. A check that was not judged has no problems.
type Verdict struct {
	Judged   bool
	Problems []Problem
}

// NotApplicable is the verdict of a check that has nothing to say about this case, or could not ask.
func NotApplicable() Verdict { return Verdict{} }

// Judged is the verdict of a check that looked; without problems it holds.
func Judged(problems ...Problem) Verdict { return Verdict{Judged: true, Problems: problems} }

// Invariant is what must hold of one question and its answer. Checking it asks nothing and is cheap.
type Invariant struct {
	ID    string   // unique among invariants and relations of the model
	Rules []string // the ids of SPEC.md that it stands for
	Says  string   // one sentence
	Check func(view View) Verdict
}

// Relation is what must hold between the answer to a question and the answers to changed questions. The error is that
// of Asker.Ask.
type Relation struct {
	ID    string
	Rules []string
	Says  string
	Check func(ctx context.Context, asker *Asker, view View) (Verdict, error)
}

// Model is all that is demanded of the implementations of one dialect.
type Model struct {
	Dialect    string
	See        func(c testcase.Case, answer protocol.Answer) View
	Invariants []Invariant
	Relations  []Relation
}

// IDs lists the ids of the invariants, then those of the relations.
func (m Model) IDs() []string {
	ids := make([]string, 0, len(m.Invariants)+len(m.Relations))
	for _, invariant := range m.Invariants {
		ids = append(ids, invariant.ID)
	}
	for _, relation := range m.Relations {
		ids = append(ids, relation.ID)
	}
	return ids
}

// Rules lists the rules that the model stands for, sorted, each once.
func (m Model) Rules() []string {
	var rules []string
	for _, invariant := range m.Invariants {
		rules = append(rules, invariant.Rules...)
	}
	for _, relation := range m.Relations {
		rules = append(rules, relation.Rules...)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}
