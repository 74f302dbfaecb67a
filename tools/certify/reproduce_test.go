package certify_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// capsules are those that a run writes.
func capsules(t *testing.T, report certify.Report) (list []capsule.Capsule) {
	t.Helper()
	for _, f := range report.Failures {
		if f.Capsule == "" {
			continue
		}
		c, err := capsule.Read(f.Capsule)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestReproduce: each capsule of a run shows its fault again in the subject of the run, and none in one that is right.
func TestReproduce(t *testing.T) {
	all := faults.All()
	const broken = "copies-add-nothing"
	i := slices.IndexFunc(all, func(f faults.Fault) bool { return slices.Contains(f.Breaks, broken) })
	if i < 0 {
		t.Fatal("no fault breaks " + broken)
	}
	wrong := all[i].Wrap(subject.New("test"))
	config := certify.Config{Cases: 120, Seed: 1, WithoutFixtures: true, Capsules: t.TempDir()}
	relations := 0
	for _, c := range capsules(t, run(t, wrong, config)) {
		key := judge.FindingOf(c).Key()
		r, err := certify.Reproduce(t.Context(), wrong, config, c)
		if err != nil || !slices.ContainsFunc(r.Findings, func(f judge.Finding) bool { return f.Key() == key }) || r.Answer == "" {
			t.Errorf("%s: %v\n%v", key, err, r)
		}
		for _, f := range r.Findings {
			if isRelation(f.Check) && f.Check != c.Check {
				t.Errorf("%s: the relation %s was asked too", key, f.Check)
			}
		}
		if isRelation(c.Check) {
			relations++
		}
		if r, err := certify.Reproduce(t.Context(), fake(right), config, c); err != nil || len(r.Findings) > 0 {
			t.Errorf("%s: the reference: %v\n%v", key, err, r)
		}
	}
	if relations == 0 {
		t.Error("no capsule of a relation")
	}
}

func isRelation(check string) bool {
	for _, relation := range chatrecord.Model().Relations {
		if relation.ID == check {
			return true
		}
	}
	return false
}

// TestReproduceUnderAList: what is known is no finding.
func TestReproduceUnderAList(t *testing.T) {
	config := fewCases()
	config.Capsules, config.Baseline = t.TempDir(), true
	wrong := wrongWith("dangling-call", withoutLastBlock)
	report := run(t, wrong, config)
	c := capsules(t, report)[0]
	if r, err := certify.Reproduce(t.Context(), wrong, config, c); err != nil || len(r.Findings) == 0 {
		t.Errorf("%v\n%v", err, r)
	}
	config.Known = baselineOf(t, report)
	for _, finding := range report.Failures {
		config.Known.Add("dangling-call", finding.Finding) // a small case may need an entry that its case did not
	}
	r, err := certify.Reproduce(t.Context(), wrong, config, c)
	if err != nil || len(r.Findings) > 0 || len(r.Known) == 0 || r.Known[0].Feature != "dangling-call" {
		t.Errorf("under the list: %v\n%v, known %v", err, r.Findings, r.Known)
	}
}

// TestReproduceRefuses: what says nothing about the subject is no verdict.
func TestReproduceRefuses(t *testing.T) {
	plan, err := certify.NewPlan(small())
	if err != nil {
		t.Fatal(err)
	}
	one := capsule.Capsule{Case: plan.Cases[0].Case, Outcome: capsule.Fail, Check: "schema"}
	with := func(change func(*capsule.Capsule)) capsule.Capsule { c := one; change(&c); return c }
	for name, c := range map[string]capsule.Capsule{
		"no such check": with(func(c *capsule.Capsule) { c.Check = "no-check" }),
		"fuzz target":   with(func(c *capsule.Capsule) { c.Case.Dialect = "" }),
		"no operation":  with(func(c *capsule.Capsule) { c.Case.Op = "compact" }),
		"no stages":     with(func(c *capsule.Capsule) { c.Check = certify.CheckStages }),
		"no object":     with(func(c *capsule.Capsule) { c.Check, c.Case.Op = "block-ids", "read" }),
	} {
		if r, err := certify.Reproduce(t.Context(), modest{fake: fake(right)}, certify.Config{}, c); !errors.Is(err, judge.ErrCannotJudge) {
			t.Errorf("%s: %v, %v", name, err, r)
		}
	}
	for _, check := range []string{judge.CheckAnswers, "schema", "same-as-reference", certify.CheckStages} {
		if r, err := certify.Reproduce(t.Context(), fake(right), certify.Config{}, with(func(c *capsule.Capsule) { c.Check = check })); err != nil || len(r.Findings) > 0 {
			t.Errorf("%s, which looked: %v, %v", check, err, r.Findings)
		}
	}
	var usage *certify.UsageError
	if _, err := certify.Reproduce(t.Context(), fake(right), certify.Config{}, with(func(c *capsule.Capsule) { c.Case.Dialect = "klingon" })); !errors.As(err, &usage) {
		t.Errorf("another dialect: %v", err)
	}
	r, err := certify.Reproduce(t.Context(), newer{fake(right), "2.0"}, certify.Config{}, one)
	if err != nil || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, `"2.0"`) {
		t.Errorf("another version: %v, %v", err, r)
	}
}
