package model

import (
	"context"
	"errors"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// Violation is a broken invariant or relation.
type Violation struct {
	Invariant string   // the id of the invariant or relation
	Rules     []string // the rules that are broken: those that it stands for, or fewer where the problem names them
	Path      string   // where in the answer
	Symptom   string   // that of the problem
	Message   string
}

// Unanswered is a relation whose changed question the subject did not answer, although it can be asked again.
type Unanswered struct {
	Relation string
	Rules    []string
	Question protocol.Request
	Err      error
}

// Result is what a check of one case gave. Judged and NotApplicable hold ids, in the order of the model; together with the
// relations of Unanswered they are all that was selected.
type Result struct {
	Violations    []Violation
	Unanswered    []Unanswered
	Judged        []string
	NotApplicable []string
}

// survivor is an error after which the subject can be asked again: an implementation that failed inside and said so.
type survivor interface{ Survived() bool }

// RelationError is the error of a relation after which the subject cannot be asked again.
type RelationError struct {
	Relation string
	Rules    []string
	Question protocol.Request // that had no answer
	Err      error
}

func (e *RelationError) Error() string { return e.Relation + ": " + e.Err.Error() }

// Unwrap is the error of the question.
func (e *RelationError) Unwrap() error { return e.Err }

// Check judges the subject by one case: all invariants and all relations. An error means that the subject could not
// answer at all (it died, the context is done); that is no verdict, and the result then holds what was judged before. Of a
// question that a relation asked it is a *RelationError.
func (m Model) Check(ctx context.Context, subject protocol.Subject, c testcase.Case) (Result, error) {
	asker, err := NewAsker(ctx, subject, m.Dialect)
	if err != nil {
		return Result{}, err
	}
	return m.CheckOnly(ctx, asker, c, m.IDs()...)
}

// CheckInvariants asks the subject once and judges the answer by all invariants.
func (m Model) CheckInvariants(ctx context.Context, asker *Asker, c testcase.Case) (Result, error) {
	m.Relations = nil
	return m.CheckOnly(ctx, asker, c, m.IDs()...)
}

// CheckOnly is Check for the invariants and relations that ids name; ids that the model does not have are ignored.
func (m Model) CheckOnly(ctx context.Context, asker *Asker, c testcase.Case, ids ...string) (Result, error) {
	var result Result
	answer, ok, err := asker.Ask(ctx, c.Op, c.Input, c.Options)
	if err != nil {
		return result, err
	}
	if !ok {
		result.NotApplicable = slices.DeleteFunc(m.IDs(), func(id string) bool { return !slices.Contains(ids, id) })
		return result, nil
	}
	selected := make(map[string]bool, len(ids))
	for _, id := range ids {
		selected[id] = true
	}
	view := m.See(c, answer)
	for _, invariant := range m.Invariants {
		if selected[invariant.ID] {
			result.add(invariant.ID, invariant.Rules, invariant.Check(view))
		}
	}
	for _, relation := range m.Relations {
		if !selected[relation.ID] {
			continue
		}
		verdict, err := relation.Check(ctx, asker, view)
		var alive survivor
		switch {
		case errors.As(err, &alive) && alive.Survived():
			result.Unanswered = append(result.Unanswered, Unanswered{relation.ID, relation.Rules, asker.Asked(), err})
			continue
		case err != nil:
			return result, &RelationError{relation.ID, relation.Rules, asker.Asked(), err}
		}
		result.add(relation.ID, relation.Rules, verdict)
	}
	return result, nil
}

func (r *Result) add(id string, rules []string, verdict Verdict) {
	if !verdict.Judged {
		r.NotApplicable = append(r.NotApplicable, id)
		return
	}
	r.Judged = append(r.Judged, id)
	for _, problem := range verdict.Problems {
		broken := rules
		if problem.Rules != nil {
			broken = problem.Rules
		}
		r.Violations = append(r.Violations, Violation{id, broken, problem.Path, problem.Symptom, problem.Message})
	}
}
