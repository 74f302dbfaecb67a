package certify

import (
	"context"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// excuse takes out of the findings what known failures explain, and leaves the rest in the result.
//
// That an entry fits a finding is not enough: the features of the entries are taken out of the case, and it is judged
// again. What is found then has to be explained in the same way, by the features that are left, until nothing is found. So
// an entry hides a fault only where the fault goes away together with the feature. A fault is not gone where the case without
// the feature was not judged, because the subject does not support it.
func (e *examiner) excuse(ctx context.Context, result *Result, findings []judge.Finding) error {
	result.Shown, result.Findings = result.Planned.Case, findings
	if len(findings) == 0 || e.known.IsEmpty() {
		return nil
	}
	for range maxRounds {
		features := e.dialect.FeaturesOf(result.Shown)
		var used []string
		result.Findings = slices.DeleteFunc(slices.Clone(result.Findings), func(f judge.Finding) bool {
			use, known := e.use(result.Planned.Case, features, f)
			if known {
				result.KnownRules = merged(result.KnownRules, f.Rules)
			}
			if known && !slices.Contains(result.Known, use) {
				result.Known = append(result.Known, use)
			}
			if use.Feature != "" && !slices.Contains(used, use.Feature) {
				used = append(used, use.Feature)
			}
			return known
		})
		if len(result.Findings) > 0 || len(used) == 0 {
			return nil // something is not known, or everything is, without a feature
		}
		rest, ok := without(e.dialect, result.Shown, used)
		if !ok { // so whether the failure would go with it cannot be seen
			result.Findings = findings
			return nil
		}
		look, err := e.look(ctx, rest, result.Planned.Rules, checksThatFound(findings))
		if err != nil {
			return err
		}
		if !look.isVerdict(findings) {
			result.Findings = findings
			return nil
		}
		findings = look.findings
		result.Shown, result.Findings = rest, findings
	}
	return nil
}

// checksThatFound are the checks that found something, and the comparison, which sees most.
func checksThatFound(findings []judge.Finding) []string {
	checks := []string{CheckReference}
	for _, f := range findings {
		if !slices.Contains(checks, f.Check) && f.Check != judge.CheckAnswers {
			checks = append(checks, f.Check)
		}
	}
	return checks
}

// isVerdict reports whether a look can say that what the checks found before is gone: an answer was held against the
// reference, and against its schema and its stages where these found something. An invariant or a relation may have nothing to
// look at without the feature; the reference sees all of the answer that it is about.
func (l look) isVerdict(before []judge.Finding) bool {
	return len(l.findings) > 0 || !slices.ContainsFunc(checksThatFound(before), func(check string) bool {
		return isOwn(check) && !slices.Contains(l.judged, check)
	})
}

// maxRounds bounds the rounds of excuse; each takes a feature away, and edits that bring another back end there.
const maxRounds = 50

// use is the entry that fits a finding.
func (e *examiner) use(c testcase.Case, features []string, f judge.Finding) (knownfailures.Use, bool) {
	if use, ok := e.known.OfCase(c, f); ok {
		return use, true
	}
	if use, ok := e.known.OfRelation(f); ok {
		return use, true
	}
	return e.known.OfFeature(features, f)
}

// without takes features out of a case; false if one of them stays.
func without(d dialect.Dialect, c testcase.Case, features []string) (testcase.Case, bool) {
	for range 3*len(features) + 1 {
		has := d.FeaturesOf(c)
		i := slices.IndexFunc(features, func(name string) bool { return slices.Contains(has, name) })
		if i < 0 {
			return c, true
		}
		feature, _ := featureByName(d, features[i])
		var ok bool
		if c, ok = feature.Without(c); !ok {
			return c, false
		}
	}
	return c, false
}
