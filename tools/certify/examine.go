package certify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
)

// The checks of this package, beside those of the model and judge.CheckAnswers.
const (
	CheckSchema    = "schema"            // the result meets its JSON Schema
	CheckReference = "same-as-reference" // it is what the reference answers
)

// examiner judges one case after the other.
type examiner struct {
	dialect     dialect.Dialect
	profile     Profile
	schemas     schemas
	reference   protocol.Subject
	witness     *witness
	asker       *model.Asker
	judge       *judge.Judge
	unsupported []string // features that the subject says it does not handle
}

// newExaminer asks the subject what it is.
func newExaminer(ctx context.Context, d dialect.Dialect, profile Profile, asked protocol.Subject) (*examiner, protocol.Description, error) {
	compiled, err := compileSchemas()
	if err != nil {
		return nil, protocol.Description{}, err
	}
	description, err := asked.Describe(ctx)
	if err != nil {
		return nil, description, err
	}
	e := &examiner{
		dialect: d, profile: profile, schemas: compiled, reference: subject.New(spec.Version),
		witness: &witness{Subject: described{asked, description}}, unsupported: description.Unsupported,
	}
	if e.asker, err = model.NewAsker(ctx, e.witness, d.Name); err == nil {
		e.judge, err = judge.New(ctx, e.witness, d.Model)
	}
	return e, description, err
}

// described is a subject that was asked what it is, so that nobody need ask again.
type described struct {
	protocol.Subject
	description protocol.Description
}

func (d described) Describe(context.Context) (protocol.Description, error) { return d.description, nil }

// Result is what became of a planned case.
type Result struct {
	Planned  Planned
	Outcome  Outcome
	Why      string          // for people: of an outcome that no finding explains
	Declared bool            // of an unsupported case: the subject's description says so too
	Findings []judge.Finding // of Fail, Crash, Hang and ProtocolError
	Judged   []string        // the checks that looked, in the order of the model, then those of this package
}

// examine judges a case. A panic is the kit's own fault: a process.Guard stands before the subject. The error is that of
// the context.
func (e *examiner) examine(ctx context.Context, p Planned) (result Result, err error) {
	result = Result{Planned: p}
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{Planned: p, Outcome: HarnessError, Why: fmt.Sprint("panic: ", cause)}
		}
	}()
	if name, declared := e.declared(p.Case); declared {
		result.Outcome, result.Declared, result.Why = Unsupported, true, "it does not claim to handle "+name
		return result, nil
	}
	e.witness.forget()
	verdict, err := e.judge.Verdict(ctx, p.Case, e.checks(p)...)
	switch {
	case ctx.Err() != nil:
		return Result{Planned: p, Outcome: NotRun}, ctx.Err()
	case err != nil:
		result.Outcome, result.Why = HarnessError, err.Error()
		return result, nil
	case !e.witness.asked:
		result.Outcome, result.Declared, result.Why = Unsupported, p.Case.Op != "project", "it has no operation "+p.Case.Op
		return result, nil
	case e.witness.answer.Kind() == protocol.UnsupportedAnswer:
		result.Outcome, result.Why = Unsupported, e.witness.answer.Why()
		return result, nil
	}
	result.Judged = verdict.Judged
	if e.witness.answer.Kind() != 0 {
		own, judged, err := e.compare(ctx, p.Case, p.Rules, e.witness.answer)
		if err != nil {
			result.Outcome, result.Why = HarnessError, err.Error()
			return result, nil
		}
		result.Findings, result.Judged = own, append(result.Judged, judged...)
	}
	result.Findings = append(result.Findings, verdict.Findings...)
	result.Outcome = outcomeOf(result.Findings)
	return result, nil
}

// declared reports a feature of the case that the subject says it does not handle.
func (e *examiner) declared(c testcase.Case) (string, bool) {
	for _, name := range c.Features {
		if slices.Contains(e.unsupported, name) {
			return name, true
		}
	}
	return "", false
}

// checks are those of the model that judge a case: all of them, or all invariants and one relation, since relations ask
// again. The digest picks it, so that the case always has the same one.
func (e *examiner) checks(p Planned) []string {
	if p.Whole {
		return e.dialect.Model.IDs()
	}
	m := e.dialect.Model
	if len(m.Relations) > 0 {
		n, _ := strconv.ParseUint(p.Case.Digest(), 16, 64) // it is 12 hexadecimal digits
		pick := int(n % uint64(len(m.Relations)))
		m.Relations = m.Relations[pick : pick+1]
	}
	return m.IDs()
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

// compare holds an answer against its schema and the reference. The error says that the reference failed.
func (e *examiner) compare(ctx context.Context, c testcase.Case, rules []string, answer protocol.Answer) (findings []judge.Finding, judged []string, err error) {
	if answer.Kind() == protocol.ResultAnswer {
		judged = append(judged, CheckSchema)
		if at, broken := e.schemas.check(c.Op, answer.Result()); broken {
			findings = append(findings, judge.Finding{
				Outcome: capsule.Fail, Check: CheckSchema, Rules: []string{"TP-PROTO-15"}, Path: at.path,
				Message: fmt.Sprintf("it does not meet %q of the schema %s", at.keyword, resultSchema[c.Op]),
			})
		}
	}
	right, err := e.reference.Call(ctx, c.Request(jsvalue.IntValue(1)))
	if err != nil {
		return nil, nil, fmt.Errorf("the reference: %w", err)
	}
	for _, d := range e.differences(c.Op, compare.Plain(right), compare.Plain(answer)) {
		path := withoutPatterns(d.Path)
		findings = append(findings, judge.Finding{
			Outcome: capsule.Fail, Check: CheckReference, Rules: merged(rules, rulesAt(path)), Path: path,
			Message: "the reference has " + compare.Shorten(d.Want) + ", it has " + compare.Shorten(d.Got),
		})
	}
	return findings, append(judged, CheckReference), nil
}

func (e *examiner) differences(op string, want, got jsvalue.Value) []compare.Difference {
	options := compare.Options{Strict: e.profile == Current, Mask: compare.MaskWording}
	if op == "read" {
		return compare.Reads(want, got, options)
	}
	return compare.Answers(want, got, options)
}

// withoutPatterns writes blocks[tool] as blocks(tool), because the key of a finding leaves out what stands in brackets.
func withoutPatterns(path string) string {
	const empty = "\x00"
	path = strings.ReplaceAll(path, "[]", empty)
	path = strings.NewReplacer("[", "(", "]", ")").Replace(path)
	return strings.ReplaceAll(path, empty, "[]")
}

// merged is both lists, sorted, each rule once.
func merged(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// again judges a case by one check, as examine does.
func (e *examiner) again(ctx context.Context, p Planned, c testcase.Case, check string) ([]judge.Finding, error) {
	if check != CheckSchema && check != CheckReference {
		return e.judge.Again(ctx, c, check)
	}
	answer, ok, err := e.asker.Ask(ctx, c.Op, c.Input, c.Options)
	if finding, missing := judge.Missing(err); missing {
		return []judge.Finding{finding}, nil
	}
	if err == nil && !ok {
		err = fmt.Errorf("%w: the subject does not support it", judge.ErrCannotJudge)
	}
	if err != nil {
		return nil, err
	}
	findings, _, err := e.compare(ctx, c, p.Rules, answer)
	return slices.DeleteFunc(findings, func(f judge.Finding) bool { return f.Check != check }), err
}

// expected is what the reference answers, for people.
func (e *examiner) expected(ctx context.Context, c testcase.Case) string {
	right, err := e.reference.Call(ctx, c.Request(jsvalue.IntValue(1)))
	if err != nil {
		return ""
	}
	return string(jsvalue.AppendIndent(nil, compare.Plain(right), "  ")) + "\n"
}
