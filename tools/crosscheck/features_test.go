package crosscheck_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/crosscheck"
)

var (
	featureSeed  = flag.Uint64("feature-seed", 21, "seed of TestFeaturesExplainDifferences")
	featureCases = flag.Int("feature-cases", 3000, "cases of TestFeaturesExplainDifferences")
)

// explainer takes the features away that explain the excuses, and asks both sides what is left.
type explainer struct {
	t        *testing.T
	adapter  *crosscheck.Adapter
	features []model.Feature // those that explain an excuse, in the order of the model
}

func newExplainer(t *testing.T) explainer {
	t.Helper()
	e := explainer{t: t, adapter: needAdapter(t)}
	named := map[string]bool{}
	for _, excuse := range crosscheck.Excuses() {
		for _, name := range excuse.Features() {
			named[name] = true
		}
	}
	for _, feature := range chatrecord.Features() {
		if named[feature.Name] {
			e.features = append(e.features, feature)
			delete(named, feature.Name)
		}
	}
	for name := range named {
		t.Errorf("the model has no feature %s", name)
	}
	return e
}

func (e explainer) differences(c testcase.Case) []compare.Difference {
	e.t.Helper()
	ours, err := crosscheck.Reference(context.Background(), crosscheck.CaseOf(c))
	if err != nil {
		e.t.Fatal(err)
	}
	theirs, err := e.adapter.Ask(context.Background(), crosscheck.CaseOf(c))
	if err != nil {
		e.t.Fatal(err)
	}
	return compare.Answers(compare.Plain(ours), compare.Plain(theirs), compare.Options{Mask: compare.MaskWording})
}

// of are the features of a case that explain something.
func (e explainer) of(c testcase.Case) []model.Feature {
	has := chatrecord.FeaturesOf(c)
	return slices.DeleteFunc(slices.Clone(e.features), func(f model.Feature) bool { return !slices.Contains(has, f.Name) })
}

// without takes the named features away until none is left; an edit can bring another one.
func (e explainer) without(c testcase.Case, wanted func(name string) bool) testcase.Case {
	const rounds = 20
	for range rounds {
		left := false
		for _, feature := range e.of(c) {
			if !wanted(feature.Name) {
				continue
			}
			left = true
			edited, ok := feature.Without(c)
			if !ok {
				e.t.Errorf("%s: %s does not go", c.Name, feature.Name)
				return c
			}
			c = edited
		}
		if !left {
			return c
		}
	}
	e.t.Errorf("%s: features come back again and again: %v", c.Name, chatrecord.FeaturesOf(c))
	return c
}

// TestFeaturesExplainExcuses: the smallest input of an excuse has a feature that explains it, and without these features the
// sides agree.
func TestFeaturesExplainExcuses(t *testing.T) {
	e := newExplainer(t)
	for _, excuse := range crosscheck.Excuses() {
		c := excuse.Smallest().Protocol()
		own := func(name string) bool { return slices.Contains(excuse.Features(), name) }
		if has := chatrecord.FeaturesOf(c); !slices.ContainsFunc(has, own) {
			t.Errorf("%s: the smallest input has none of %v, but %v", excuse.Name, excuse.Features(), has)
		}
		for _, d := range e.differences(e.without(c, own)) {
			t.Errorf("%s: still differs without %v: %s", excuse.Name, excuse.Features(), d)
		}
	}
}

// explained is what the features explain of a run.
type explained struct {
	cases, none, one int // cases; those with no feature, and with one
	widths           map[string]*featureWidth
	differences      int // of all cases
	alone            int // of these, those that go when one feature goes, however many the case has
}

// featureWidth counts the cases with a feature, and those of them that differ less without it.
type featureWidth struct{ cases, differ int }

// TestFeaturesExplainDifferences: where the sides differ, a feature is there that explains it, and without them all they
// agree.
func TestFeaturesExplainDifferences(t *testing.T) {
	count := *featureCases
	if testing.Short() || underRace {
		count /= 10
	}
	e := newExplainer(t)
	all := explained{widths: map[string]*featureWidth{}}
	for i := range count {
		e.explain(crosscheck.Generated(*featureSeed, i).Protocol(), &all)
	}
	e.report(all)
}

// TestFeaturesExplainFixtures does the same for the fixtures and the previews.
func TestFeaturesExplainFixtures(t *testing.T) {
	e := newExplainer(t)
	all := explained{widths: map[string]*featureWidth{}}
	for _, c := range knownCases(t) {
		e.explain(c.Protocol(), &all)
	}
	e.report(all)
}

func (e explainer) explain(c testcase.Case, all *explained) {
	e.t.Helper()
	features, differences := e.of(c), e.differences(c)
	all.cases++
	switch len(features) {
	case 0:
		all.none++
	case 1:
		all.one++
	}
	e.measure(c, features, differences, all)
	if len(differences) == 0 {
		return
	}
	for _, d := range e.differences(e.without(c, func(string) bool { return true })) {
		e.t.Errorf("%s, features %s: nothing explains %s", c.Name, names(features), d)
	}
}

func (e explainer) measure(c testcase.Case, features []model.Feature, differences []compare.Difference, all *explained) {
	gone := make([]bool, len(differences))
	for _, feature := range features {
		width := all.widths[feature.Name]
		if width == nil {
			width = &featureWidth{}
			all.widths[feature.Name] = width
		}
		width.cases++
		if len(differences) == 0 {
			continue
		}
		edited, _ := feature.Without(c)
		if vanished := vanished(differences, e.differences(edited)); len(vanished) > 0 {
			width.differ++
			for _, i := range vanished {
				gone[i] = true
			}
		}
	}
	all.differences += len(differences)
	for i, alone := range gone {
		if alone {
			all.alone++
		} else {
			e.t.Logf("%s, features %s: no feature alone explains %s", c.Name, names(features), differences[i])
		}
	}
}

// vanished are the indexes of the differences that are not there any more: no other one is left with their path at one of
// their records. Paths have no indexes, so that those with the same values are matched first.
func vanished(before, after []compare.Difference) []int {
	left := slices.Clone(after)
	found := make([]bool, len(before))
	for _, exact := range []bool{true, false} {
		for i, d := range before {
			same := slices.IndexFunc(left, func(other compare.Difference) bool { return isSame(d, other, exact) })
			if !found[i] && same >= 0 {
				found[i] = true
				left = slices.Delete(left, same, same+1)
			}
		}
	}
	var gone []int
	for i := range before {
		if !found[i] {
			gone = append(gone, i)
		}
	}
	return gone
}

func isSame(a, b compare.Difference, exact bool) bool {
	records := len(a.Records) == 0 && len(b.Records) == 0 ||
		slices.ContainsFunc(a.Records, func(uuid string) bool { return slices.Contains(b.Records, uuid) })
	values := jsvalue.Equal(a.Want, b.Want) && jsvalue.Equal(a.Got, b.Got)
	exact = exact || a.Path == "error" // what failed with another error stopped elsewhere
	return a.Path == b.Path && records && (values || !exact)
}

func (e explainer) report(all explained) {
	e.t.Helper()
	e.t.Logf("%d cases, %d with no feature, %d with one; %d of %d differences go with one feature",
		all.cases, all.none, all.one, all.alone, all.differences)
	for _, feature := range e.features {
		width := all.widths[feature.Name]
		if width == nil {
			continue
		}
		e.t.Logf("%-34s %5d cases, %5d differ because of it", feature.Name, width.cases, width.differ)
		enough := all.cases >= *featureCases // of few cases, chance decides
		if enough && (crosscheck.Width{Matched: width.cases, Used: width.differ}).TooWide() {
			e.t.Errorf("%s is too wide", feature.Name)
		}
	}
}

func names(features []model.Feature) string {
	var list []string
	for _, feature := range features {
		list = append(list, feature.Name)
	}
	return strings.Join(list, " ")
}
