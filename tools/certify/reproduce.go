package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// Reproduction is what came of the case of a capsule.
type Reproduction struct {
	Subject  protocol.Description // the zero value if it did not say what it is
	Findings []judge.Finding      // without those that are known
	Known    []knownfailures.Use  // the entries that explain those, each once
	Answer   string               // to the case, for people; "" where none came
	Right    string               // what the reference answers to it, for people; "" where nothing is wrong
}

// Reproduce asks a subject about the case of a capsule, exactly that one, and judges the answer as Run does: by all checks
// but the relations and the stages, of which only the one that the capsule names. The subject is as for Run; of the
// configuration Profile, Known and Timeout count. The error is a *UsageError, judge.ErrCannotJudge, that of the context, or
// says that the kit failed or the subject could not be started.
func Reproduce(ctx context.Context, subject protocol.Subject, config Config, c capsule.Capsule) (Reproduction, error) {
	config.Dialect = c.Case.Dialect
	if config.Dialect == "" {
		return Reproduction{}, fmt.Errorf("%w: the capsule is of a fuzz target, not of a question", judge.ErrCannotJudge)
	}
	config = config.withDefaults()
	d, err := config.check()
	if err != nil {
		return Reproduction{}, err
	}
	subject, child := guarded(subject, config)
	e, description, err := newExaminer(ctx, d, config, subject, child)
	if finding, refused := refusal(description, err); refused {
		return Reproduction{Subject: description, Findings: []judge.Finding{finding}}, nil
	}
	if err != nil {
		return Reproduction{}, fmt.Errorf("asking the subject what it is: %w", err)
	}
	checks, err := e.checksWith(c.Check)
	if err != nil {
		return Reproduction{}, err
	}
	result, err := e.examineBy(ctx, Planned{Case: c.Case, Source: "a capsule"}, func(Planned) []string { return checks })
	switch {
	case err != nil:
		return Reproduction{}, err
	case result.Outcome == Unsupported:
		return Reproduction{}, fmt.Errorf("%w: the subject does not support it: %s", judge.ErrCannotJudge, result.Why)
	case result.Outcome == HarnessError:
		return Reproduction{}, errors.New(result.Why)
	}
	if err := e.looked(c.Check, result); err != nil {
		return Reproduction{}, err
	}
	r := Reproduction{Subject: description, Findings: result.Findings, Known: result.Known}
	if !slices.ContainsFunc(r.Findings, isMissing) {
		r.Answer = e.judge.Answer(ctx, c.Case)
	}
	if len(r.Findings) > 0 {
		r.Right = e.expected(ctx, c.Case)
	}
	return r, ctx.Err()
}

// looked says whether a result without findings is a verdict about a check: it had something to look at, or found what is
// known.
func (e *examiner) looked(check string, result Result) error {
	known := slices.ContainsFunc(result.Known, func(use knownfailures.Use) bool { return e.known.CheckOf(use) == check })
	asked := check == judge.CheckAnswers && e.witness.cost.asked
	if len(result.Findings) > 0 || known || asked || slices.Contains(result.Judged, check) {
		return nil
	}
	return fmt.Errorf("%w: the check %q has nothing to look at in this case", judge.ErrCannotJudge, check)
}

// guarded is the subject as it may be asked, and the child that it is, if it is one.
func guarded(subject protocol.Subject, config Config) (protocol.Subject, *process.Child) {
	if child, ok := subject.(*process.Child); ok {
		return child, child
	}
	return process.Guard(subject, config.Timeout), nil
}

// checksWith are the checks that judge any case, and this one.
func (e *examiner) checksWith(check string) ([]string, error) {
	m := e.dialect.Model
	m.Relations = slices.DeleteFunc(slices.Clone(m.Relations), func(r model.Relation) bool { return r.ID != check })
	checks := append(m.IDs(), CheckSchema, CheckReference)
	switch {
	case check == CheckStages:
		checks = append(checks, CheckStages)
	case check != judge.CheckAnswers && !slices.Contains(checks, check):
		return nil, fmt.Errorf("%w: there is no check %q", judge.ErrCannotJudge, check)
	}
	return checks, nil
}
