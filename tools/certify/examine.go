package certify

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// The checks of this package, beside those of the model and judge.CheckAnswers.
const (
	CheckSchema    = "schema"            // the result meets its JSON Schema
	CheckReference = "same-as-reference" // it is what the reference answers
	CheckStages    = "same-stages"       // so are its stages, those that the subject has as operations
)

// examiner judges one case after the other.
type examiner struct {
	dialect     dialect.Dialect
	profile     Profile
	schemas     schemas
	reference   protocol.Subject
	foreign     bool // the reference is not the one in this program
	witness     *witness
	asker       *model.Asker
	judge       *judge.Judge
	description protocol.Description
	known       knownfailures.File
	compared    int // answers
}

// newExaminer asks the subject what it is. The child is the subject, if that is one.
func newExaminer(ctx context.Context, d dialect.Dialect, config Config, asked protocol.Subject, child *process.Child) (*examiner, protocol.Description, error) {
	compiled, err := compiledSchemas()
	if err != nil {
		return nil, protocol.Description{}, err
	}
	description, err := asked.Describe(ctx)
	if err != nil {
		return nil, description, err
	}
	e := &examiner{
		dialect: d, profile: config.Profile, known: config.Known, schemas: compiled, reference: config.Reference,
		foreign: config.Reference != nil, description: description,
	}
	if !e.foreign {
		e.reference = subject.New(spec.Version)
	}
	return e.of(described{asked, description}, child), description, nil
}

// of is the examiner with a subject, whose description is known.
func (e *examiner) of(asked described, child *process.Child) *examiner {
	one := *e
	one.witness = &witness{described: asked, child: child, mayRefuse: e.mayRefuse}
	one.asker = model.AskerOf(one.witness, e.description, e.dialect.Name)
	one.judge = judge.Of(one.asker, e.dialect.Model)
	return &one
}

// described is a subject that was asked what it is, so that nobody need ask again.
type described struct {
	protocol.Subject
	description protocol.Description
}

func (d described) Describe(context.Context) (protocol.Description, error) { return d.description, nil }

// Result is what became of a planned case.
type Result struct {
	Planned   Planned
	Outcome   Outcome
	Why       string          // for people: of an outcome that no finding explains
	Declared  bool            // of an unsupported case: the subject's description says so too
	Operation string          // of an unsupported case: that the description of the subject does not name
	Findings  []judge.Finding // of Fail, Crash, Hang and ProtocolError, without those that are known
	Replay    Replay          // of Crash, Hang and ProtocolError
	Growth    *report.Growth  // of a large case that was measured
	Judged    []string        // the checks that looked, in the order of the model, then those of this package

	Known      []knownfailures.Use // the entries that explain findings, each once
	KnownRules []string            // that the findings cite which these explain
	Shown      testcase.Case       // that shows the findings: the planned one, or what is left of it without the known failures
}

// IsKnown reports whether known failures explain all that was found.
func (r Result) IsKnown() bool { return len(r.Known) > 0 && len(r.Findings) == 0 }

// examine judges a case. A panic is the kit's own fault: a process.Guard stands before the subject. The error is that of
// the context.
func (e *examiner) examine(ctx context.Context, p Planned) (Result, error) {
	return e.examineBy(ctx, p, e.checks)
}

// examineBy is examine by these checks of a case.
func (e *examiner) examineBy(ctx context.Context, p Planned, checks func(Planned) []string) (result Result, err error) {
	result = Result{Planned: p, Shown: p.Case}
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{Planned: p, Outcome: HarnessError, Why: fmt.Sprint("panic: ", cause)}
		}
	}()
	e.witness.begin()
	if !e.asker.Has(p.Case.Op) { // before its features are looked at: such a case is none of its own
		result.Outcome, result.Declared, result.Operation = Unsupported, true, p.Case.Op
		result.Why = "it has no operation " + p.Case.Op
		return result, nil
	}
	if name, declared := e.declared(p.Case); declared {
		result.Outcome, result.Declared, result.Why = Unsupported, true, "it does not claim to handle "+name
		return result, nil
	}
	look, err := e.look(ctx, p.Case, p.Rules, checks(p))
	if err == nil {
		result.Outcome, result.Judged, result.Growth = outcomeOf(look.findings), look.judged, look.growth
		err = e.excuse(ctx, &result, look.findings)
	}
	if len(result.Findings) > 0 { // of the case that is shown, which may be another one
		result.Outcome = outcomeOf(result.Findings)
	}
	switch {
	case ctx.Err() != nil:
		return Result{Planned: p, Outcome: NotRun}, ctx.Err()
	case err != nil:
		return Result{Planned: p, Outcome: HarnessError, Why: err.Error()}, nil
	case look.unsupported:
		result.Outcome, result.Why = Unsupported, e.witness.answer.Why()
	}
	return result, nil
}

// look is what came of one question.
type look struct {
	findings    []judge.Finding
	judged      []string
	growth      *report.Growth
	unsupported bool // it has no such operation, or says so of this input
}

// look asks, and judges by the checks. The rules are cited by what differs from the reference.
func (e *examiner) look(ctx context.Context, c testcase.Case, rules, checks []string) (look, error) {
	e.witness.forget()
	if !e.asker.Has(c.Op) {
		return look{unsupported: true}, nil
	}
	var verdict judge.Verdict
	var err error
	if ofModel := slices.DeleteFunc(slices.Clone(checks), isOwn); len(ofModel) > 0 {
		verdict, err = e.judge.Verdict(ctx, c, ofModel...)
	} else {
		verdict, err = e.ask(ctx, c)
	}
	if err == nil {
		verdict.Findings, err = e.settled(ctx, verdict.Findings)
	}
	switch kind := e.witness.answer.Kind(); {
	case err != nil:
		return look{}, err
	case kind == protocol.UnsupportedAnswer && len(verdict.Findings) == 0:
		return look{unsupported: true}, nil
	case kind == 0 || kind == protocol.UnsupportedAnswer:
		return look{findings: verdict.Findings, judged: verdict.Judged}, nil
	}
	own, judged, err := e.compare(ctx, c, rules, e.witness.answer, checks)
	seen := look{findings: append(own, verdict.Findings...), judged: append(verdict.Judged, judged...)}
	if err == nil && c.Op == e.dialect.Op && !e.witness.gone && slices.Contains(checks, CheckStages) {
		own, judged, err = e.compareStages(ctx, c)
		seen.findings, seen.judged = append(seen.findings, own...), append(seen.judged, judged...)
	}
	if err == nil && !e.witness.gone && slices.Contains(checks, CheckGrowth) {
		own, seen.growth, err = e.compareTimes(ctx, c)
		seen.findings, seen.judged = append(seen.findings, own...), append(seen.judged, CheckGrowth)
	}
	return seen, err
}

// settled adds what the subject did wrong after its last answer.
func (e *examiner) settled(ctx context.Context, findings []judge.Finding) ([]judge.Finding, error) {
	err := e.witness.settle(ctx)
	if missing, ok := judge.Missing(err); ok {
		return append(findings, missing), nil
	}
	return findings, err
}

// ask only asks.
func (e *examiner) ask(ctx context.Context, c testcase.Case) (judge.Verdict, error) {
	_, _, err := e.asker.Ask(ctx, c.Op, c.Input, c.Options)
	if finding, missing := judge.MissingOf(c, err); missing {
		return judge.Verdict{Findings: []judge.Finding{finding}}, nil
	}
	return judge.Verdict{}, err
}

// isOwn: the check is one of this package.
func isOwn(check string) bool {
	return check == CheckSchema || check == CheckReference || check == CheckStages || check == CheckGrowth
}

// mayRefuse reports whether the description of the subject leaves out a feature of the question.
func (e *examiner) mayRefuse(request protocol.Request) bool {
	c := testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options}
	leftOut := func(name string) bool { return slices.Contains(e.description.Unsupported, name) }
	switch {
	case len(e.description.Unsupported) == 0:
		return false
	case slices.ContainsFunc(e.dialect.FeaturesOf(c), leftOut):
		return true
	}
	return e.dialect.FeaturesOfUpdates != nil && slices.ContainsFunc(e.dialect.FeaturesOfUpdates(c), leftOut)
}

// declared reports a feature of the case that the subject says it does not handle.
func (e *examiner) declared(c testcase.Case) (string, bool) {
	for _, name := range c.Features {
		if slices.Contains(e.description.Unsupported, name) {
			return name, true
		}
	}
	return "", false
}

// checks are those that judge a case: all of them, or all but the relations and one of these, and the stages one time in
// eight, since these ask again. The digest picks, so that the case always has the same ones.
func (e *examiner) checks(p Planned) []string {
	if p.Growth {
		return []string{CheckSchema, CheckReference, CheckGrowth}
	}
	m := e.dialect.Model
	n, _ := strconv.ParseUint(p.Digest(), 16, 64) // it is 12 hexadecimal digits
	if len(m.Relations) > 0 && !p.Whole {
		pick := int(n % uint64(len(m.Relations)))
		m.Relations = m.Relations[pick : pick+1]
	}
	checks := append(m.IDs(), CheckSchema, CheckReference)
	if p.Whole || n>>16%8 == 0 {
		checks = append(checks, CheckStages)
	}
	return checks
}

// outcomeOf is the gravest outcome of the findings.
func outcomeOf(findings []judge.Finding) Outcome {
	for _, outcome := range []capsule.Outcome{capsule.Crash, capsule.Hang, capsule.ProtocolError, capsule.Fail} {
		if slices.ContainsFunc(findings, func(f judge.Finding) bool { return f.Outcome == outcome }) {
			return Outcome(outcome)
		}
	}
	return Pass
}

// oneSchemaIn is of how many answers that are those of the reference one is held against its schema.
const oneSchemaIn = 8

// compare holds an answer against its schema and the reference, if the checks say so. The error says that the reference
// failed.
func (e *examiner) compare(ctx context.Context, c testcase.Case, rules []string, answer protocol.Answer, checks []string) (findings []judge.Finding, judged []string, err error) {
	var differences []judge.Finding
	same := false
	if slices.Contains(checks, CheckReference) {
		if differences, same, err = e.compareReference(ctx, c, rules, answer); err != nil {
			return nil, nil, err
		}
		judged = []string{CheckReference}
	}
	if answer.Kind() == protocol.ResultAnswer && slices.Contains(checks, CheckSchema) {
		// The schemas take longer than the rest, and what our reference answers meets them (TestReferenceMeetsTheSchemas): of
		// the answers that are its own, a part is enough.
		e.compared++
		if !same || e.foreign || e.compared%oneSchemaIn == 0 {
			findings = e.compareSchema(c, answer.Result())
		}
		judged = append([]string{CheckSchema}, judged...)
	}
	return append(findings, differences...), judged, nil
}

func (e *examiner) compareSchema(c testcase.Case, result jsvalue.Value) []judge.Finding {
	at, broken := e.schemas.check(c.Dialect, c.Op, result)
	if !broken {
		return nil
	}
	return []judge.Finding{{
		Outcome: capsule.Fail, Check: CheckSchema, Rules: e.dialect.AnswerRules[c.Op], Path: at.path, Symptom: at.keyword, Message: at.message(),
	}}
}

// compareReference also says whether the answer is that of the reference, member for member.
func (e *examiner) compareReference(ctx context.Context, c testcase.Case, rules []string, answer protocol.Answer) (findings []judge.Finding, same bool, err error) {
	right, err := e.reference.Call(ctx, c.Request(jsvalue.IntValue(1)))
	if err != nil {
		return nil, false, fmt.Errorf("the reference: %w", err)
	}
	differences, same := e.differences(c.Op, right, answer)
	for _, d := range differences {
		path := d.PathWithKinds()
		findings = append(findings, judge.Finding{
			Outcome: capsule.Fail, Check: CheckReference, Rules: merged(rules, e.dialect.RulesAt(c, path)), Path: path, Symptom: judge.SymptomOf(d.Want, d.Got),
			Message: d.Says(),
		})
	}
	return findings, same && right.Kind() == answer.Kind(), nil
}

func (e *examiner) differences(op string, want, got protocol.Answer) (differences []compare.Difference, same bool) {
	return e.dialect.Compare(op, compare.Plain(want), compare.Plain(got), e.profile == Current)
}

// merged is both lists, sorted, each rule once.
func merged(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// again judges a case by one check, as examine does: what is known is not found.
func (e *examiner) again(ctx context.Context, p Planned, c testcase.Case, check string) ([]judge.Finding, error) {
	checks := []string{check}
	if check == judge.CheckAnswers {
		checks = nil
	}
	look, err := e.look(ctx, c, p.Rules, checks)
	switch {
	case err != nil:
		return nil, err
	case look.unsupported:
		return nil, fmt.Errorf("%w: the subject does not support it", judge.ErrCannotJudge)
	case len(checks) > 0 && len(look.findings) == 0 && len(look.judged) == 0:
		return nil, fmt.Errorf("%w: the check %q has nothing to look at in this case", judge.ErrCannotJudge, check)
	}
	result := Result{Planned: Planned{Case: c, Rules: p.Rules}}
	err = e.excuse(ctx, &result, look.findings)
	return result.Findings, err
}

// expected is what the reference answers, for people.
func (e *examiner) expected(ctx context.Context, c testcase.Case) string {
	right, err := e.reference.Call(ctx, c.Request(jsvalue.IntValue(1)))
	if err != nil {
		return ""
	}
	return capsule.Readable(compare.Plain(right))
}
