package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

func caseOf(c generate.ChatCase) testcase.Case {
	return testcase.Case{
		Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(strings.Join(c.Lines, "\n") + "\n"), Options: c.Options,
	}
}

const mixSize = 2000

// TestEveryFeatureIsInTheMix: in at least 0.5 % of the cases, or the generator does not cover it. A rare one need not be.
func TestEveryFeatureIsInTheMix(t *testing.T) {
	features := chatrecord.Features()
	counts := map[string]int{}
	for seed := range uint64(mixSize) {
		for _, name := range chatrecord.FeaturesOf(caseOf(generate.NewChatCase(generate.NewPCG(seed)))) {
			counts[name]++
		}
	}
	for _, feature := range features {
		t.Logf("%5.1f %%  %s", 100*float64(counts[feature.Name])/mixSize, feature.Name)
		if often := counts[feature.Name] >= mixSize/200; often == feature.Rare {
			t.Errorf("%s is in %d of %d cases; want at least 0.5 %%, or less if it is rare: %v", feature.Name, counts[feature.Name], mixSize, feature.Rare)
		}
	}
}

// TestHalfOfTheMixIsWellFormed: at most one record is damaged, and validation finds nothing else that affects completeness.
func TestHalfOfTheMixIsWellFormed(t *testing.T) {
	wellFormed := 0
	for seed := range uint64(mixSize) {
		in := chatrecord.Read(caseOf(generate.NewChatCase(generate.NewPCG(seed))))
		damaged := 0
		for _, record := range in.Records {
			for _, finding := range record.Findings {
				if code, ok := spec.DiagnosticCodeByName(finding.Code); ok && code.AffectsCompleteness {
					damaged++
					break
				}
			}
		}
		if damaged <= 1 && in.ErrorCode("project") == "" {
			wellFormed++
		}
	}
	t.Logf("%d of %d", wellFormed, mixSize)
	if wellFormed < mixSize/2 {
		t.Errorf("%d of %d cases are mostly well-formed, want half", wellFormed, mixSize)
	}
}

// TestFeaturesCanBeTakenAway, each from a case that has it, and what it does not have to do with stays as it was.
func TestFeaturesCanBeTakenAway(t *testing.T) {
	const enough = 8 // cases with each feature, and without it
	tried, spared := map[string]int{}, map[string]int{}
	lost, gained := map[string]int{}, map[string]int{}
	for seed := range uint64(mixSize) {
		c := caseOf(generate.NewChatCase(generate.NewPCG(seed)))
		has := chatrecord.FeaturesOf(c)
		for _, feature := range chatrecord.Features() {
			name := feature.Name
			switch there := slices.Contains(has, name); {
			case there && tried[name] < enough:
				tried[name]++
				edited := takeAway(t, feature, c)
				lost[name] += othersLost(c, edited, chatrecord.PlacesOf(c, name))
				gained[name] += len(newFeatures(c, edited))
			case !there && spared[name] < enough:
				spared[name]++
				if same, ok := feature.Without(c); !ok || same.Digest() != c.Digest() {
					t.Errorf("%s: seed %d does not have it, and was changed", name, seed)
				}
			}
		}
	}
	for _, feature := range chatrecord.Features() {
		// What an edit brings onto the chain may have the feature as well, and then goes too; and to lose a call, a result or
		// the leaf is to be another session.
		if name := feature.Name; lost[name] > 2*tried[name] || gained[name] > 2*tried[name] {
			t.Errorf("%s: of %d cases, %d records went that did not have it, and %d other features came", name, tried[name], lost[name], gained[name])
		}
	}
}

func takeAway(t *testing.T, feature model.Feature, c testcase.Case) testcase.Case {
	t.Helper()
	if !feature.Has(c) {
		t.Errorf("%s: FeaturesOf names it, and Has does not", feature.Name)
	}
	edited, ok := feature.Without(c)
	if !ok || feature.Has(edited) {
		t.Errorf("%s: still there in\n%s", feature.Name, edited.Input.Text())
	}
	return edited
}

// othersLost counts the records that did not have the feature and are not there any more, up to their parent.
func othersLost(c, edited testcase.Case, places []int) int {
	text := func(r chatrecord.Record) string {
		return string(jsvalue.AppendCanonical(nil, r.Value.Without("parentUuid")))
	}
	left := map[string]int{}
	for _, r := range chatrecord.Read(edited).Records {
		left[text(r)]++
	}
	lost := 0
	for _, r := range chatrecord.Read(c).Records {
		if slices.Contains(places, r.Index) {
			continue
		}
		if left[text(r)]--; left[text(r)] < 0 {
			lost++
		}
	}
	return lost
}

func newFeatures(c, edited testcase.Case) []string {
	had := chatrecord.FeaturesOf(c)
	return slices.DeleteFunc(chatrecord.FeaturesOf(edited), func(name string) bool { return slices.Contains(had, name) })
}
