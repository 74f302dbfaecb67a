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
// A finding belongs to a feature without which it goes away. If there are several, the one counts that explains many
// findings, and has few cases that show none. What a relation finds as often whatever the feature, because the fault is in
// the question that the relation makes, belongs to the relation. What is left belongs to the case.
func (r *runner) baseline(ctx context.Context) (knownfailures.File, error) {
	b := baseline{examiner: r.examiner, file: r.config.Known, judged: map[vote]int{}, votes: map[vote]int{}}
	b.file.Subject, b.file.Version, b.file.Dialect = r.report.Subject.Name, r.report.Subject.Version, r.report.Dialect
	for _, result := range r.report.Results {
		b.countJudged(result)
	}
	for _, result := range r.report.Results {
		if err := b.count(ctx, result); err != nil {
			return b.file, err
		}
	}
	b.addRelations()
	for b.addFeature() {
	}
	return b.file, b.addRest(ctx, r.report.Results)
}

// baseline collects what explains the findings of a run.
type baseline struct {
	*examiner
	file   knownfailures.File
	judged map[vote]int // by feature and check: cases that have the feature, and at which the check looked
	votes  map[vote]int // by feature and key: cases in which the finding goes away without the feature, or is at all
	causes []cause      // that no entry explains yet
}

// vote is for a feature, "" being any, and what is looked at there.
type vote struct{ feature, what string }

// cause is a finding with the features without which it goes away.
type cause struct {
	finding  judge.Finding
	features []string
}

// isPlain reports whether an entry for a feature may excuse the finding.
func isPlain(f judge.Finding) bool {
	return f.Outcome == capsule.Fail || f.Outcome == capsule.Crash && f.Survived
}

func (b *baseline) countJudged(result Result) {
	looked := slices.Clone(result.Judged)
	for _, f := range result.Findings {
		if !slices.Contains(looked, f.Check) {
			looked = append(looked, f.Check)
		}
	}
	for _, check := range looked {
		for _, name := range append([]string{""}, result.Planned.Case.Features...) {
			b.judged[vote{name, check}]++
		}
	}
}

// count takes each feature out of a case by itself.
func (b *baseline) count(ctx context.Context, result Result) error {
	findings := byKey(slices.DeleteFunc(slices.Clone(result.Findings), func(f judge.Finding) bool { return !isPlain(f) }))
	if len(findings) == 0 {
		return nil
	}
	features := map[string][]string{}
	for _, name := range b.dialect.FeaturesOf(result.Shown) {
		rest, ok := without(b.dialect, result.Shown, []string{name})
		if !ok {
			continue
		}
		left, err := b.look(ctx, rest, result.Planned.Rules, checksThatFound(result.Findings))
		if err != nil {
			return err
		}
		remains := byKey(left.findings)
		for key := range findings {
			if _, still := remains[key]; !still {
				b.votes[vote{name, key}]++
				features[key] = append(features[key], name)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(findings)) {
		b.votes[vote{"", key}]++
		b.causes = append(b.causes, cause{findings[key], features[key]})
	}
	return nil
}

func byKey(findings []judge.Finding) map[string]judge.Finding {
	keyed := map[string]judge.Finding{}
	for _, f := range findings {
		keyed[f.Key()] = f
	}
	return keyed
}

// addRelations adds those that find as much whatever the feature.
func (b *baseline) addRelations() {
	b.causes = slices.DeleteFunc(b.causes, func(c cause) bool {
		if !b.isRelation(c.finding.Check) {
			return false
		}
		most := 0.5
		for _, name := range c.features {
			most = max(most, b.share(name, c.finding))
		}
		if b.share("", c.finding) < most {
			return false
		}
		b.file.Add("", c.finding)
		return true
	})
}

// addFeature adds entries for the feature that explains most of what is left; false if none explains anything.
func (b *baseline) addFeature() bool {
	scores := map[string]float64{}
	for _, c := range b.causes {
		for _, name := range c.features {
			scores[name] += b.share(name, c.finding)
		}
	}
	best := ""
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		if scores[name] > scores[best] {
			best = name
		}
	}
	b.causes = slices.DeleteFunc(b.causes, func(c cause) bool {
		explains := slices.Contains(c.features, best)
		if explains {
			b.file.Add(best, c.finding)
		}
		return explains
	})
	return best != ""
}

// share of the cases with the feature at which the check looked show the finding because of the feature.
func (b *baseline) share(feature string, f judge.Finding) float64 {
	return float64(b.votes[vote{feature, f.Key()}]) / float64(max(b.judged[vote{feature, f.Check}], 1))
}

// addRest judges by the list as it is now, and adds what it still does not explain: for a relation that fails whatever the
// input, else for single cases.
func (b *baseline) addRest(ctx context.Context, results []Result) error {
	for _, result := range results {
		if len(result.Findings) == 0 {
			continue
		}
		b.known = b.file
		again := Result{Planned: Planned{Case: result.Shown, Rules: result.Planned.Rules}}
		if err := b.excuse(ctx, &again, result.Findings); err != nil {
			return err
		}
		for _, f := range again.Findings {
			if isPlain(f) && b.isRelation(f.Check) {
				b.file.Add("", f)
			} else {
				b.file.AddCase(again.Shown, f)
			}
		}
	}
	return nil
}

func (b *baseline) isRelation(check string) bool {
	for _, relation := range b.dialect.Model.Relations {
		if relation.ID == check {
			return true
		}
	}
	return false
}
