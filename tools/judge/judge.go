// Package judge asks an implementation about a case and says everything that is wrong with what comes.
//
// It promises: outcomes are never folded into one another: an answer that breaks a rule, a crash and a hang are three
// things; each finding names the check that made it and the rules that were broken. Start at New and Judge.Case; Finding.Key
// is what two findings of one fault have in common.
package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// CheckAnswers is the check that there is an answer at all.
const CheckAnswers = "answers"

// Finding is one thing that is wrong.
type Finding struct {
	Outcome capsule.Outcome
	Check   string // the id of an invariant or a relation, or CheckAnswers; of a crash the relation that asked, if one did
	Rules   []string
	Path    string // where in the answer
	Symptom string // what else tells faults at one place apart, without what depends on the input; "" is that nothing does
	Message string
	Stack   string // of a missing answer, for people: the stack, or the end of the standard error

	// Question is the one that was answered wrongly or not at all, if a relation or the stages asked it; nil is that of the case.
	Question *protocol.Request

	Survived bool // of a crash: the implementation said so itself, and can be asked again
}

func (f Finding) String() string {
	text := fmt.Sprintf("%s: %s", f.Outcome, f.Check)
	if len(f.Rules) > 0 {
		text += " (" + strings.Join(f.Rules, ", ") + ")"
	}
	if f.Path != "" {
		text += " at " + f.Path
	}
	return text + ": " + f.Message
}

// FindingOf is the finding that a capsule holds, without its question.
func FindingOf(c capsule.Capsule) Finding {
	return Finding{Outcome: c.Outcome, Check: c.Check, Rules: c.Rules, Path: c.Path, Symptom: c.Symptom, Message: c.Message, Stack: c.Stderr}
}

// Key names the fault behind a finding: its place and its symptom. A smaller case with the same key shows the same fault.
func (f Finding) Key() string {
	if f.Symptom == "" {
		return f.Place()
	}
	return f.Place() + " " + f.Symptom
}

// Place is where a finding is: outcome, check and path without indexes.
func (f Finding) Place() string {
	return string(f.Outcome) + " " + f.Check + " " + f.PathWithoutIndexes()
}

// IsAgain reports whether a finding shows the fault of an earlier one. One that was kept before findings had symptoms is
// known by its place.
func (f Finding) IsAgain(then Finding) bool {
	return f.Key() == then.Key() || then.Symptom == "" && f.Place() == then.Place()
}

// PathWithoutIndexes is the path with its brackets empty.
func (f Finding) PathWithoutIndexes() string { return withoutIndexes(f.Path) }

// withoutIndexes empties the brackets of a path.
func withoutIndexes(path string) string {
	var b strings.Builder
	inside := false
	for _, r := range path {
		switch {
		case r == '[':
			inside = true
		case r == ']':
			inside = false
		case inside:
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Judge holds one implementation against a model. It is not for concurrent use.
type Judge struct {
	model model.Model
	asker *model.Asker
}

// New asks the subject what it is. A subject in this process belongs into a process.Guard.
func New(ctx context.Context, subject protocol.Subject, m model.Model) (*Judge, error) {
	asker, err := model.NewAsker(ctx, subject, m.Dialect)
	if err != nil {
		return nil, fmt.Errorf("asking the subject what it is: %w", err)
	}
	return Of(asker, m), nil
}

// Of judges by what an asker asks.
func Of(asker *model.Asker, m model.Model) *Judge { return &Judge{m, asker} }

// ErrCannotJudge says that a check could not be applied: the model does not have it, or it is for another dialect.
var ErrCannotJudge = errors.New("it cannot be judged")

// Case asks about a case and judges by the checks that are named, by all if none is. Findings come in the order of the
// model. The error is of the machinery: ErrCannotJudge, the context is done, or the subject could not be reached.
func (j *Judge) Case(ctx context.Context, c testcase.Case, checks ...string) ([]Finding, error) {
	verdict, err := j.Verdict(ctx, c, checks...)
	return verdict.Findings, err
}

// Verdict is what a case gave: what is wrong, and the checks that had something to look at, in the order of the model.
type Verdict struct {
	Findings []Finding
	Judged   []string
}

// Verdict is Case for who also wants to know which checks looked.
func (j *Judge) Verdict(ctx context.Context, c testcase.Case, checks ...string) (Verdict, error) {
	findings, judged, err := j.judged(ctx, c, checks)
	return Verdict{findings, judged}, err
}

// Again asks whether a check that found something still does. No findings mean that it looked and found nothing; where it
// had nothing to look at, the error is ErrCannotJudge.
func (j *Judge) Again(ctx context.Context, c testcase.Case, check string) ([]Finding, error) {
	checks := []string{check}
	if check == CheckAnswers {
		checks = nil
	}
	findings, judged, err := j.judged(ctx, c, checks)
	if err == nil && len(findings) == 0 && len(judged) == 0 {
		err = fmt.Errorf("%w: the check %q has nothing to look at in this case", ErrCannotJudge, check)
	}
	return findings, err
}

func (j *Judge) judged(ctx context.Context, c testcase.Case, checks []string) (findings []Finding, judged []string, err error) {
	known := j.model.IDs()
	for _, check := range checks {
		if !slices.Contains(known, check) {
			return nil, nil, fmt.Errorf("%w: the model of %s has no check %q", ErrCannotJudge, j.model.Dialect, check)
		}
	}
	if c.Dialect != j.model.Dialect {
		return nil, nil, fmt.Errorf("%w: the case is of dialect %q, the model of %q", ErrCannotJudge, c.Dialect, j.model.Dialect)
	}
	if len(checks) == 0 {
		checks = known
	}
	result, err := j.model.CheckOnly(ctx, j.asker, c, checks...)
	for _, v := range result.Violations {
		findings = append(findings, Finding{
			Outcome: capsule.Fail, Check: v.Invariant, Rules: v.Rules, Path: v.Path, Symptom: v.Symptom, Message: v.Message,
		})
	}
	for _, unanswered := range result.Unanswered {
		missing, ok := MissingOf(c, &model.RelationError{Relation: unanswered.Relation, Rules: unanswered.Rules, Question: unanswered.Question, Err: unanswered.Err})
		if !ok {
			return findings, result.Judged, unanswered.Err
		}
		findings = append(findings, missing)
	}
	if missing, ok := MissingOf(c, err); ok {
		return append(findings, missing), result.Judged, nil
	}
	return findings, result.Judged, err
}

// Missing is the finding that a missing answer is, or one that says unsupported where it may not; false if the error is of
// another kind. It cites the rules of the protocol: which question it was, the error does not say.
func Missing(err error) (Finding, bool) {
	finding, ok := missing(err)
	var asked *model.RelationError
	if ok && errors.As(err, &asked) {
		finding.Check, finding.Rules, finding.Question = asked.Relation, append(finding.Rules, asked.Rules...), &asked.Question
	}
	return finding, ok
}

// MissingOf is Missing of the question of a case: a projection that crashes breaks CR-DEC-01 too.
func MissingOf(c testcase.Case, err error) (Finding, bool) {
	finding, ok := Missing(err)
	if ok && finding.Outcome == capsule.Crash && c.Op == "project" {
		finding.Rules = append([]string{"CR-DEC-01"}, finding.Rules...)
	}
	return finding, ok
}

func missing(err error) (Finding, bool) {
	var crash *process.Crash
	var hang *process.Hang
	var babble *process.ProtocolError
	var refusal *model.Refusal
	switch {
	case errors.As(err, &crash):
		f := Finding{
			Outcome: capsule.Crash, Check: CheckAnswers, Symptom: crashSymptom(crash), Message: crash.Reason, Stack: crash.Stack, Survived: crash.Answered,
		}
		if !crash.Answered { // to say so with internal_error is what the protocol asks for
			f.Rules = []string{"TP-PROTO-13"}
		}
		return f, true
	case errors.As(err, &hang):
		f := Finding{Outcome: capsule.Hang, Check: CheckAnswers, Rules: []string{"TP-PROTO-05"}, Message: hang.Error(), Stack: hang.Stderr}
		if hang.IsLarge() {
			f.Message += "; a longer --timeout tells whether one comes at all"
		}
		return f, true
	case errors.As(err, &refusal):
		return Finding{
			Outcome: capsule.Fail, Check: CheckAnswers, Rules: []string{"TP-PROTO-05", "TP-PROTO-12"}, Path: "unsupported", Message: refusal.Error(),
		}, true
	case errors.As(err, &babble):
		return Finding{Outcome: capsule.ProtocolError, Check: CheckAnswers, Rules: []string{"TP-PROTO-01", "TP-PROTO-05"}, Message: babble.Error(), Stack: babble.Stderr}, true
	}
	return Finding{}, false
}

// Key is the key of the first finding that has the key that is wanted, else of the first at all, "" without one. It is
// what a reduction asks for: whether the same fault still shows.
func Key(findings []Finding, wanted string) string {
	if len(findings) == 0 {
		return ""
	}
	if slices.ContainsFunc(findings, func(f Finding) bool { return f.Key() == wanted }) {
		return wanted
	}
	return findings[0].Key()
}
