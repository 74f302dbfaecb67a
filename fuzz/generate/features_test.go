package generate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
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

// TestEveryFeatureIsInTheMix: in at least 0.5 % of the cases, or the generator does not cover it.
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
		if counts[feature.Name] < mixSize/200 {
			t.Errorf("%s is in %d of %d cases, want at least 0.5 %%", feature.Name, counts[feature.Name], mixSize)
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
	for _, feature := range chatrecord.Features() {
		tried, failed, lost, gained := 0, 0, 0, 0
		for seed := uint64(0); tried < 8 && seed < mixSize; seed++ {
			c := caseOf(generate.NewChatCase(generate.NewPCG(seed)))
			if !feature.Has(c) {
				if same, ok := feature.Without(c); !ok || same.Digest() != c.Digest() {
					t.Errorf("%s: seed %d does not have it, and was changed", feature.Name, seed)
				}
				continue
			}
			tried++
			edited, ok := feature.Without(c)
			if !ok || feature.Has(edited) {
				failed++
				t.Logf("%s: seed %d still has it", feature.Name, seed)
			}
			lost += othersLost(c, edited, chatrecord.PlacesOf(c, feature.Name))
			gained += len(newFeatures(c, edited))
		}
		if failed > 0 {
			t.Errorf("%s: %d of %d cases still have it", feature.Name, failed, tried)
		}
		// What an edit brings onto the chain may have the feature as well, and then goes too; and to lose a call, a result or
		// the leaf is to be another session.
		if lost > 2*tried || gained > 2*tried {
			t.Errorf("%s: of %d cases, %d records went that did not have it, and %d other features came", feature.Name, tried, lost, gained)
		}
	}
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
