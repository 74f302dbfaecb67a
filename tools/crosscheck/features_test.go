package crosscheck_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
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
		}
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

// featureWidth counts the cases with a feature, and those of them that differ less without it.
type featureWidth struct{ cases, differ int }

// TestFeaturesExplainDifferences: where the sides differ, a feature is there that explains it, and without them all they
// agree.
func TestFeaturesExplainDifferences(t *testing.T) {
	e := newExplainer(t)
	count := *featureCases
	if testing.Short() {
		count /= 10
	}
	clean, single := 0, 0
	widths := map[string]*featureWidth{}
	for i := range count {
		c := crosscheck.Generated(*featureSeed, i).Protocol()
		features, differences := e.of(c), e.differences(c)
		switch len(features) {
		case 0:
			clean++
		case 1:
			single++
		}
		e.measure(c, features, differences, widths)
		if len(differences) == 0 {
			continue
		}
		bare := e.without(c, func(string) bool { return true })
		for _, d := range e.differences(bare) {
			t.Errorf("%s, features %s: nothing explains %s", c.Name, names(features), d)
		}
	}
	t.Logf("%d cases, %d with no feature, %d with one", count, clean, single)
	for _, feature := range e.features {
		if width := widths[feature.Name]; width != nil {
			note := ""
			if width.cases >= 25 && width.differ*5 < width.cases {
				note = " TOO WIDE"
			}
			t.Logf("%-34s %5d cases, %5d differ because of it%s", feature.Name, width.cases, width.differ, note)
		}
	}
}

func (e explainer) measure(c testcase.Case, features []model.Feature, differences []compare.Difference, widths map[string]*featureWidth) {
	for _, feature := range features {
		width := widths[feature.Name]
		if width == nil {
			width = &featureWidth{}
			widths[feature.Name] = width
		}
		width.cases++
		if len(differences) == 0 {
			continue
		}
		edited, _ := feature.Without(c)
		if vanish(differences, e.differences(edited)) {
			width.differ++
		}
	}
}

// vanish reports whether one of the differences is not there any more.
func vanish(before, after []compare.Difference) bool {
	key := func(d compare.Difference) string { return fmt.Sprint(d.Path, d.Records) }
	left := map[string]int{}
	for _, d := range after {
		left[key(d)]++
	}
	for _, d := range before {
		if left[key(d)]--; left[key(d)] < 0 {
			return true
		}
	}
	return false
}

func names(features []model.Feature) string {
	var list []string
	for _, feature := range features {
		list = append(list, feature.Name)
	}
	return strings.Join(list, " ")
}
