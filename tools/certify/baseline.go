package certify

import (
	"context"
	"maps"
	"slices"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// baseline is the list of known failures with what it takes to explain the findings of the run.
//
// A finding belongs to a feature without which it goes away. If there are several, one that the list names already comes
// first; then the one whose cases show findings most often, since it says most; of those that do so about as often, the one
// that explains most. What a relation finds
// whatever the feature, because the fault is in the question that the relation makes, belongs to the relation. What is left
// belongs to the case.
func (r *runner) baseline(ctx context.Context) (knownfailures.File, error) {
	b := baseline{examiner: r.examiner, file: r.config.Known, with: map[string]int{}, judged: map[string]int{}}
	b.file.Subject, b.file.Version, b.file.Dialect = r.report.Subject.Name, r.report.Subject.Version, r.report.Dialect
	for _, result := range r.report.Results {
		if err := b.read(ctx, result); err != nil {
			return b.file, err
		}
	}
	b.addRelations()
	named := b.file.Names()
	for b.addFeature(0, named) {
	}
	all := slices.Sorted(maps.Keys(b.with))
	for _, least := range []float64{0.75, 0.5, 0.25, 0} {
		for b.addFeature(least, all) {
		}
	}
	return b.file, b.addRest(ctx, r.report.Results)
}

// baseline collects what explains the findings of a run.
type baseline struct {
	*examiner
	file   knownfailures.File
	with   map[string]int // feature -> cases that have it
	judged map[string]int // check -> cases at which it looked
	causes []cause        // that no entry explains yet
}

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
	for _, name := range result.Planned.Case.Features {
		b.with[name]++
	}
	for _, check := range result.Judged {
		b.judged[check]++
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
		b.causes = append(b.causes, cause{result.Planned.Case.Digest(), findings[key], features[key]})
	}
	return nil
}

// without is what is found in a case without the features; false if they cannot be taken away.
func (b *baseline) without(ctx context.Context, result Result, features []string) (map[string]judge.Finding, bool, error) {
	rest, ok := without(b.dialect, result.Shown, features)
	if !ok {
		return nil, false, nil
	}
	left, err := b.look(ctx, rest, result.Planned.Rules, checksThatFound(result.Findings))
	return byKey(left.findings), true, err
}

func byKey(findings []judge.Finding) map[string]judge.Finding {
	keyed := map[string]judge.Finding{}
	for _, f := range findings {
		keyed[f.Key()] = f
	}
	return keyed
}

// explained counts the cases of the causes that a feature explains.
func (b *baseline) explained(feature string, of func(cause) bool) int {
	cases := map[string]bool{}
	for _, c := range b.causes {
		if of(c) && (feature == "" || slices.Contains(c.features, feature)) {
			cases[c.digest] = true
		}
	}
	return len(cases)
}

// share is n of all, and less for few: of one case, one says little.
func share(n, all int) float64 { return float64(n) / float64(max(n, all)+2) }

// addRelations adds the relations that fail often, unless there are features whose cases fail almost always.
func (b *baseline) addRelations() {
	for _, relation := range b.dialect.Model.Relations {
		ofRelation := func(c cause) bool { return c.finding.Check == relation.ID }
		found := b.explained("", ofRelation)
		if share(found, b.judged[relation.ID]) < 0.25 {
			continue
		}
		b.causes = slices.DeleteFunc(b.causes, func(c cause) bool {
			if ofRelation(c) {
				b.file.Add("", c.finding)
			}
			return ofRelation(c)
		})
	}
}

// addFeature adds entries for the feature of the list that explains most, of those that explain findings in at least that
// share of their cases; false if none does.
func (b *baseline) addFeature(least float64, features []string) bool {
	best, most := "", 0
	for _, name := range features {
		all := func(cause) bool { return true }
		n := b.explained(name, all)
		if n > most && share(n, b.with[name]) >= least {
			best, most = name, n
		}
	}
	if best == "" {
		return false
	}
	b.causes = slices.DeleteFunc(b.causes, func(c cause) bool {
		explains := slices.Contains(c.features, best)
		if explains {
			b.file.Add(best, c.finding)
		}
		return explains
	})
	return true
}

// addRest judges by the list as it is now, and adds what it still does not explain: for the feature with which it goes away
// when the others that the list names are gone, else for the case.
func (b *baseline) addRest(ctx context.Context, results []Result) error {
	for _, result := range results {
		if len(result.Findings) == 0 {
			continue
		}
		again, err := b.judgedAgain(ctx, result)
		if err != nil {
			return err
		}
		if len(again.Findings) == 0 {
			continue
		}
		if err := b.addOneByOne(ctx, result); err != nil {
			return err
		}
		if again, err = b.judgedAgain(ctx, result); err != nil {
			return err
		}
		for _, f := range again.Findings {
			b.file.AddCase(again.Shown, f)
		}
	}
	return nil
}

// judgedAgain is the result under the list as it is now.
func (b *baseline) judgedAgain(ctx context.Context, result Result) (Result, error) {
	b.known = b.file
	again := Result{Planned: Planned{Case: result.Shown, Rules: result.Planned.Rules}}
	return again, b.excuse(ctx, &again, result.Findings)
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
