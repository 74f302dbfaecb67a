package certify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// The reasons why there is no baseline.
var (
	ErrNotJudged = errors.New("not every case was judged")
	ErrMostFail  = errors.New("less than one case in twenty of its operations passes, so that a list would hide more than it explains: mend first what most cases show")
	ErrUnsteady  = errors.New("the same cases fail otherwise each time")
)

// addBaseline makes the baseline, if the run was judged whole.
func (r *runner) addBaseline(ctx context.Context) {
	unjudged := slices.ContainsFunc(r.report.Results, func(result Result) bool {
		return result.Outcome == NotRun || result.Outcome == HarnessError
	})
	if unjudged {
		return // NoBaseline says so from the beginning
	}
	if r.report.Score() < 1.0/20 {
		r.report.NoBaseline = ErrMostFail
		return
	}
	file, err := r.baseline(ctx)
	if err != nil {
		r.report.NoBaseline = fmt.Errorf("finding out what explains the failures: %w", err)
		return
	}
	r.report.Baseline, r.report.NoBaseline = &file, nil
}

// baseline is the list of known failures with what it takes to explain the findings of the run, and those of the run that
// the list then makes: its lanes are other ones.
//
// A finding belongs to a feature without which it goes away. If there are several, one that the list names already comes
// first; then the one that explains many such findings and has few cases that show none. What a relation finds
// whatever the feature, because the fault is in the question that the relation makes, belongs to the relation. What is left
// belongs to the case.
func (r *runner) baseline(ctx context.Context) (knownfailures.File, error) {
	b := baseline{
		examiner: r.examiner, config: r.config, file: r.config.Known.Clone(), judged: map[looked]int{}, raw: map[string]Result{},
	}
	b.file.Subject, b.file.Version, b.file.Dialect = r.report.Subject.Name, r.report.Subject.Version, r.report.Dialect
	for i, result := range r.report.Results {
		b.config.progress(Progress{Stage: stageFeatures, Done: i, Planned: len(r.report.Results)})
		if len(result.Known) == 0 {
			b.raw[result.Planned.Digest()] = result
		}
		if err := b.read(ctx, result); err != nil {
			return b.file, err
		}
	}
	b.addRelations()
	b.addFeatures(b.file.Names())
	b.addFeatures(b.featureNames())
	for round := range maxBaselineRounds {
		explained, err := b.addRest(ctx, round)
		if explained || err != nil {
			return b.file, err
		}
	}
	return b.file, ErrUnsteady
}

// The rounds of addRest. A new entry for a feature makes other lanes, so that after some rounds only cases are added.
const (
	maxBaselineRounds = 12
	featureRounds     = 6
)

// baseline collects what explains the findings of a run.
type baseline struct {
	*examiner
	config Config
	file   knownfailures.File
	judged map[looked]int    // cases
	causes []cause           // that no entry explains yet
	raw    map[string]Result // by digest of the planned case: what came of it without any list
}

// looked is a check that looked at cases with a feature; "" is any.
type looked struct{ feature, check string }

// cause is a finding of a case, with the features without which it goes away.
type cause struct {
	digest   string // of the case
	finding  judge.Finding
	features []string
}

// isPlain reports whether an entry for a feature may excuse the finding.
func isPlain(f judge.Finding) bool {
	return f.Outcome == capsule.Fail || f.Outcome == capsule.Crash && f.Survived
}

// read takes each feature out of a case by itself.
func (b *baseline) read(ctx context.Context, result Result) error {
	for _, check := range result.Judged {
		for _, name := range append([]string{""}, result.Planned.Case.Features...) {
			b.judged[looked{name, check}]++
		}
	}
	findings := byKey(slices.DeleteFunc(slices.Clone(result.Findings), func(f judge.Finding) bool { return !isPlain(f) }))
	if len(findings) == 0 {
		return nil
	}
	features := map[string][]string{}
	for _, name := range b.dialect.FeaturesOf(result.Shown) {
		remains, ok, err := b.without(ctx, result, []string{name})
		if err != nil {
			return err
		}
		for key := range findings {
			if _, still := remains[key]; ok && !still {
				features[key] = append(features[key], name)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(findings)) {
		b.causes = append(b.causes, cause{result.Planned.Digest(), findings[key], features[key]})
	}
	return nil
}

// without is what is found in a case without the features; false if they cannot be taken away, or
// the case is not judged then.
func (b *baseline) without(ctx context.Context, result Result, features []string) (map[string]judge.Finding, bool, error) {
	rest, ok := without(b.dialect, result.Shown, features)
	if !ok {
		return nil, false, nil
	}
	left, err := b.look(ctx, rest, result.Planned.Rules, checksThatFound(result.Findings))
	return byKey(left.findings), left.isVerdict(result.Findings), err
}

func byKey(findings []judge.Finding) map[string]judge.Finding {
	keyed := map[string]judge.Finding{}
	for _, f := range findings {
		keyed[f.Key()] = f
	}
	return keyed
}

// addRelations adds the relations that fail often.
func (b *baseline) addRelations() {
	for _, relation := range b.dialect.Model.Relations {
		cases := map[string]bool{}
		for _, c := range b.causes {
			if c.finding.Check == relation.ID {
				cases[c.digest] = true
			}
		}
		if often := len(cases); 4*often <= b.judged[looked{"", relation.ID}]+2 {
			continue
		}
		b.causes = slices.DeleteFunc(b.causes, func(c cause) bool {
			if c.finding.Check == relation.ID {
				b.file.Add("", c.finding)
			}
			return c.finding.Check == relation.ID
		})
	}
}

func (b *baseline) featureNames() []string {
	var names []string
	for _, feature := range b.dialect.Features {
		names = append(names, feature.Name)
	}
	return names
}

// addFeatures adds entries for these features, for one kind of finding after the other.
func (b *baseline) addFeatures(names []string) {
	byKind := map[string][]cause{}
	for _, c := range b.causes {
		byKind[c.finding.Key()] = append(byKind[c.finding.Key()], c)
	}
	b.causes = nil
	for _, key := range slices.Sorted(maps.Keys(byKind)) {
		rest := byKind[key]
		for best := b.best(rest, names); best != ""; best = b.best(rest, names) {
			b.file.Add(best, rest[0].finding)
			rest = slices.DeleteFunc(rest, func(c cause) bool { return slices.Contains(c.features, best) })
		}
		b.causes = append(b.causes, rest...)
	}
}

// best is the feature that explains many of the findings of one kind, and has few cases without such; "" if none explains
// any. Of two that are as good, the first in the list counts.
func (b *baseline) best(causes []cause, names []string) string {
	best, most := "", 0.0
	for _, name := range names {
		explained := 0
		for _, c := range causes {
			if slices.Contains(c.features, name) {
				explained++
			}
		}
		if explained == 0 {
			continue
		}
		cases := b.judged[looked{name, causes[0].finding.Check}]
		if score := float64(explained*explained) / float64(max(cases, explained)+2); score > most {
			best, most = name, score
		}
	}
	return best
}

// addRest judges the plan that the list makes by the list as it is now, and adds what it still does not explain: for the
// feature with which it goes away when the others that the list names are gone, else for the case. It reports whether there
// was nothing to add.
func (b *baseline) addRest(ctx context.Context, round int) (explained bool, err error) {
	b.file = b.file.Sorted() // as it will be read
	b.config.Known = b.file.Clone()
	plan, err := NewPlan(b.config)
	if err != nil {
		return false, err
	}
	explained = true
	for k, planned := range plan.Cases {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		b.config.progress(Progress{Stage: stageRound(round), Done: k, Planned: len(plan.Cases)})
		if !b.config.Shard.Has(k) {
			continue
		}
		left, err := b.unexplained(ctx, planned)
		if err == nil && len(left) > 0 && round < featureRounds {
			explained = false
			if err = b.addOneByOne(ctx, b.raw[planned.Digest()]); err == nil {
				left, err = b.unexplained(ctx, planned)
			}
		}
		if err != nil {
			return false, err
		}
		for _, f := range left {
			explained = false
			b.file.AddCase(planned.Case, f)
		}
	}
	return explained, nil
}

// unexplained is what is found in a planned case and no entry explains.
func (b *baseline) unexplained(ctx context.Context, planned Planned) ([]judge.Finding, error) {
	raw, known := b.raw[planned.Digest()]
	if !known {
		var err error
		b.known = knownfailures.File{}
		if raw, err = b.examine(ctx, planned); err != nil {
			return nil, err
		}
		if raw.Outcome == HarnessError {
			return nil, fmt.Errorf("%s: %s", planned.ID(), raw.Why)
		}
		b.raw[planned.Digest()] = raw
	}
	b.known = b.file
	again := Result{Planned: planned}
	err := b.excuse(ctx, &again, raw.Findings)
	return again.Findings, err
}

// addOneByOne takes the features that the list names out of a case, one after the other, and adds entries for what goes away
// with each.
func (b *baseline) addOneByOne(ctx context.Context, result Result) error {
	findings := byKey(result.Findings)
	var gone []string
	for _, name := range b.file.Names() {
		if !slices.Contains(b.dialect.FeaturesOf(result.Shown), name) {
			continue
		}
		gone = append(gone, name)
		remains, ok, err := b.without(ctx, result, gone)
		if err != nil || !ok {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(findings)) {
			if _, still := remains[key]; !still && isPlain(findings[key]) {
				b.file.Add(name, findings[key])
				delete(findings, key)
			}
		}
	}
	return nil
}
