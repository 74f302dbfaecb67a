package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// limits of a mutant that answers. The answer to the heaviest case takes a second.
var limits = process.Limits{Answer: 20 * time.Second, Memory: 4 << 30}

// kit judges programs. It was compiled before any mutant.
type kit struct {
	dialect dialect.Dialect
	configs []certify.Config  // of the small cases, which find most, and of the others
	cases   []certify.Planned // that the model alone is asked about, the smallest first
}

// bigInput is the size from which a case is left to certify: the model finds nothing more in it.
const bigInput = 256 << 10

// smallInput is the size up to which a case is asked before the others.
const smallInput = 4 << 10

func newKit(name string, seed uint64, cases int) (*kit, error) {
	d, ok := dialect.ByName(name)
	if !ok {
		return nil, fmt.Errorf("there is no dialect %q", name)
	}
	config := certify.Config{Dialect: name, Seed: seed, Cases: cases, MaxFailures: 1}
	plan, err := certify.NewPlan(config)
	if err != nil {
		return nil, err
	}
	k := &kit{dialect: d}
	small, large := config, config
	for _, planned := range plan.Cases {
		if size(planned.Case.Input) <= smallInput {
			small.Only = append(small.Only, planned.ID())
		} else {
			large.Only = append(large.Only, planned.ID())
		}
		if size(planned.Case.Input) < bigInput {
			k.cases = append(k.cases, planned)
		}
	}
	slices.SortStableFunc(k.cases, func(a, b certify.Planned) int { return cmp.Compare(size(a.Case.Input), size(b.Case.Input)) })
	k.configs = []certify.Config{small, large}
	return k, nil
}

// size is that of all texts of an input, in bytes.
func size(in protocol.Input) int {
	n := len(in.Text())
	for _, file := range in.Files() {
		n += len(file.Text)
	}
	return n
}

func start(program string) *process.Child {
	return process.NewChild(func() *exec.Cmd { return exec.Command(program) }, limits)
}

// certify returns the first check that finds something, or "", and the first of the model that finds something in that
// case, or "".
func (k *kit) certify(ctx context.Context, program string) (check, byModel string, err error) {
	for _, config := range k.configs {
		if check, byModel, err = certifyBy(ctx, program, config); check != "" || err != nil {
			break
		}
	}
	return check, byModel, err
}

func certifyBy(ctx context.Context, program string, config certify.Config) (check, byModel string, err error) {
	child := start(program)
	defer child.Close()
	report, err := certify.Run(ctx, child, config)
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err != nil:
		return "", "", err
	case report.Certified():
		return "", "", nil
	case report.Count(certify.HarnessError) > 0:
		return "", "", fmt.Errorf("the kit failed: %s", report)
	}
	for _, failure := range report.Failures {
		check := failure.Finding.Check
		if byModel == "" && !slices.Contains([]string{certify.CheckReference, certify.CheckStages, certify.CheckSchema}, check) {
			byModel = check
		}
	}
	if len(report.Failures) == 0 {
		return "not certified", "", nil
	}
	return report.Failures[0].Finding.Check, byModel, nil
}

// byModel returns the first check of the model that finds something, or "": the answers are compared with nothing.
func (k *kit) byModel(ctx context.Context, program string) (string, error) {
	child := start(program)
	defer child.Close()
	j, err := judge.New(ctx, child, k.dialect.Model)
	if err != nil {
		if _, missing := judge.Missing(err); missing {
			return judge.CheckAnswers, nil
		}
		return "", err
	}
	for _, planned := range k.cases {
		findings, err := j.Case(ctx, planned.Case, k.checks(planned)...)
		if err != nil {
			return "", err
		}
		if len(findings) > 0 {
			return findings[0].Check, nil
		}
	}
	return "", nil
}

// checks are all, or all invariants and one relation, which the digest picks, as certify does it: relations ask again.
func (k *kit) checks(planned certify.Planned) []string {
	m := k.dialect.Model
	if !planned.Whole {
		n, _ := strconv.ParseUint(planned.Case.Digest(), 16, 64) // it is 12 hexadecimal digits
		m.Relations = []model.Relation{m.Relations[n%uint64(len(m.Relations))]}
	}
	return m.IDs()
}

// baseline makes sure that nothing is found without a mutant: else every mutant would count as seen.
func baseline(ctx context.Context, w *workspace, k *kit, tests bool) error {
	program := w.program()
	if compiled, err := w.build(ctx, program); err != nil || !compiled {
		return fmt.Errorf("the subject does not compile without a mutant: %w", err)
	}
	tested := make(chan error, 1)
	go func() {
		if !tests {
			tested <- nil
			return
		}
		failed, err := w.test(ctx, everywhere)
		if err == nil && failed != "" {
			err = fmt.Errorf("without a mutant the tests of %s fail", failed)
		}
		tested <- err
	}()
	byCertify, byModel, err := k.examine(ctx, program)
	if err == nil && byCertify+byModel != "" {
		err = fmt.Errorf("without a mutant the kit finds %s", byCertify+byModel)
	}
	return errors.Join(err, <-tested)
}

// task is a mutant and what is to be found out about it.
type task struct {
	known      Result // with the mutant and the digest of its file
	kit, tests bool
}

// examine is everything about one mutant that is to be found out. The unit tests run beside the kit.
func examine(ctx context.Context, w *workspace, k *kit, t task, s stamps) (result Result, err error) {
	began := time.Now()
	result = t.known
	err = w.with(result.Mutant, func() error {
		result.Compiles, err = w.build(ctx, w.program())
		if err != nil || !result.Compiles {
			return err
		}
		tested := make(chan error, 1)
		go func() {
			var err error
			if t.tests {
				result.Tests = s.tests
				result.Test, err = w.test(ctx, path.Dir(result.Mutant.File))
			}
			tested <- err
		}()
		if t.kit {
			result.Kit = s.kit
			result.Certify, result.Model, err = k.examine(ctx, w.program())
		}
		return errors.Join(err, <-tested)
	})
	result.Seconds = time.Since(began).Round(time.Second).Seconds()
	return result, err
}

// examine certifies a program, and asks the model alone if that has not found it already.
func (k *kit) examine(ctx context.Context, program string) (byCertify, byModel string, err error) {
	byCertify, byModel, err = k.certify(ctx, program)
	if err != nil || byModel != "" {
		return byCertify, byModel, err
	}
	byModel, err = k.byModel(ctx, program)
	return byCertify, byModel, err
}
