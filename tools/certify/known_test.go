package certify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// wrongWith changes the projections of inputs that have the feature; "" is all.
func wrongWith(feature string, change func(projection jsvalue.Value) jsvalue.Value) fake {
	return func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		answer, err := right(ctx, request)
		c := testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options}
		if answer.Kind() != protocol.ResultAnswer || request.Op != "project" || feature != "" && !slices.Contains(chatrecord.FeaturesOf(c), feature) {
			return answer, err
		}
		return protocol.Result(change(answer.Result())), nil
	}
}

func withoutLastBlock(projection jsvalue.Value) jsvalue.Value {
	blocks := projection.Get("blocks")
	if blocks.Len() == 0 {
		return projection
	}
	return projection.With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue(slices.Collect(values(blocks))[:blocks.Len()-1]...)})
}

func values(list jsvalue.Value) func(yield func(jsvalue.Value) bool) {
	return func(yield func(jsvalue.Value) bool) {
		for _, element := range list.Elements() {
			if !yield(element) {
				return
			}
		}
	}
}

func parsed(t *testing.T, text string) knownfailures.File {
	t.Helper()
	file, err := knownfailures.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// fewCases is a plan of generated cases only, which is quick.
func fewCases() certify.Config {
	return certify.Config{Cases: 240, Seed: 5, Features: []string{"calls", "fragments"}, WithoutFixtures: true}
}

// TestBaseline: what a run writes down explains that run, and hides nothing else.
func TestBaseline(t *testing.T) {
	config := fewCases()
	var file knownfailures.File
	config.Baseline = &file
	wrong := wrongWith("dangling-call", withoutLastBlock)
	if report := run(t, wrong, config); report.Certified() || len(file.Features) == 0 {
		t.Fatalf("%v\n%+v", report, file)
	}
	text, err := file.Format()
	if err != nil {
		t.Fatal(err)
	}
	if names := file.Names(); !slices.Equal(names, []string{"dangling-call"}) || len(file.Cases)+len(file.Relations) > 0 {
		t.Errorf("the list is about %q\n%s", names, text)
	}

	config.Baseline, config.Known = nil, parsed(t, string(text))
	report := run(t, wrong, config)
	if !report.Certified() || report.Count(certify.Fail) == 0 {
		t.Fatalf("with the list it wrote itself:\n%v", report)
	}
	if lanes := lanesOf(report, file.Names()); 2*lanes[0] < len(report.Results) || lanes[1] == 0 {
		t.Errorf("cases by the number of features that the list names: %v", lanes)
	}

	// The same fault without the feature is no known failure, although the entry fits wherever the feature is: it hides only
	// where nothing is left without the feature.
	report = run(t, wrongWith("", withoutLastBlock), config)
	known := 0
	for _, result := range report.Results {
		if result.IsKnown() {
			known++
		}
	}
	if report.Certified() || 20*known > len(report.Results) {
		t.Errorf("a fault hides behind the list in %d of %d cases", known, len(report.Results))
	}
}

// lanesOf counts the cases by how many of the features they have: none, one, more.
func lanesOf(report certify.Report, features []string) (lanes [3]int) {
	for _, result := range report.Results {
		n := 0
		for _, name := range features {
			if slices.Contains(result.Planned.Case.Features, name) {
				n++
			}
		}
		lanes[min(n, 2)]++
	}
	return lanes
}

const listOfReused = `
subject: fake
dialect: chatrecord
features:
  - feature: reused-call-id
    link: https://example.org/1
    failures:
      - check: same-as-reference
        paths: ['**']
`

// TestStrict: a list that excuses what does not happen is itself wrong, if one asks.
func TestStrict(t *testing.T) {
	config := fewCases()
	for name, c := range map[string]struct {
		edit  func(text string) string
		wrong fake
		fault string
	}{
		"stale":     {func(text string) string { return text }, right, "is stale"},
		"no link":   {func(text string) string { return strings.ReplaceAll(text, "    link: https://example.org/1\n", "") }, right, "has no link"},
		"other":     {func(text string) string { return strings.ReplaceAll(text, "subject: fake", "subject: other") }, right, "the list is of other"},
		"too wide":  {func(text string) string { return strings.ReplaceAll(text, "reused-call-id", "calls") }, wrongWith("synthetic-collision", withoutLastBlock), "too wide"},
		"unmatched": {func(text string) string { return strings.ReplaceAll(text, "reused-call-id", "cycle") }, right, "is unmatched"},
		"a relation": {func(text string) string {
			return text + "relations:\n  - check: same-answer-twice\n    paths: ['']\n    link: x\n"
		}, right, "relation same-answer-twice is stale"},
		"a case": {func(text string) string {
			return text + "cases:\n  - {case: x-0123456789ab, check: answers, outcome: hang, failure: '00'}\n"
		}, right, "case 0123456789ab is unmatched"},
	} {
		t.Run(name, func(t *testing.T) {
			config := config
			config.Known = parsed(t, c.edit(listOfReused))
			if name == "unmatched" {
				config.Features = []string{"fragments"}
				config.Cases = 20
			}
			if report := run(t, c.wrong, config); name != "too wide" && !report.Certified() {
				t.Errorf("not strict: %v", report)
			}
			config.Strict = true
			report := run(t, c.wrong, config)
			if report.Certified() || !strings.Contains(strings.Join(report.Record().KnownFaults(), "\n"), c.fault) || !strings.Contains(report.String(), c.fault) {
				t.Errorf("faults %q", report.Record().KnownFaults())
			}
		})
	}
}

// TestKnownCase: a single case is known to fail in one way; if it fails in another, that is a finding.
func TestKnownCase(t *testing.T) {
	config := fewCases()
	config.Features = []string{"cycle"}
	wrong := wrongWith("", withoutLastBlock)
	report := run(t, wrong, config)
	config.Known = knownfailures.File{Subject: "fake", Dialect: "chatrecord"}
	for _, result := range report.Results {
		for _, finding := range result.Findings {
			config.Known.AddCase(result.Planned.Case, finding)
		}
	}
	if len(config.Known.Cases) == 0 {
		t.Fatal(report)
	}
	if report := run(t, wrong, config); len(report.Failures) > 0 || report.Count(certify.Fail) == 0 {
		t.Errorf("the same failures: %v", report)
	}
	noBlocks := func(projection jsvalue.Value) jsvalue.Value {
		return projection.With(jsvalue.Member{Key: "blocks", Value: jsvalue.ArrayValue()})
	}
	if report := run(t, wrongWith("", noBlocks), config); len(report.Failures) == 0 {
		t.Error("other failures of the same cases are known too")
	}
}

// TestUnknownNames: a list that names what is not there is refused.
func TestUnknownNames(t *testing.T) {
	for name, text := range map[string]string{
		"feature":  strings.ReplaceAll(listOfReused, "reused-call-id", "no-feature"),
		"check":    strings.ReplaceAll(listOfReused, "same-as-reference", "no-check"),
		"dialect":  strings.ReplaceAll(listOfReused, "dialect: chatrecord", "dialect: other"),
		"relation": listOfReused + "relations:\n  - check: block-members\n    paths: ['']\n",
		"case":     listOfReused + "cases:\n  - {case: x-0123456789ab, check: no-check, outcome: hang, failure: '00'}\n",
	} {
		config := fewCases()
		config.Known = parsed(t, text)
		_, err := certify.NewPlan(config)
		if err == nil || !strings.HasPrefix(err.Error(), "bad_known_failures") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKnownCrash: an implementation that reports its own failure and goes on may be known to; one that dies may not.
func TestKnownCrash(t *testing.T) {
	config := fewCases()
	var file knownfailures.File
	config.Baseline = &file
	crash := func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		c := testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options}
		if slices.Contains(chatrecord.FeaturesOf(c), "several-responses") {
			return protocol.Fail(protocol.InternalError, "TypeError"), nil
		}
		return right(ctx, request)
	}
	run(t, fake(crash), config)
	if names := file.Names(); !slices.Equal(names, []string{"several-responses"}) || len(file.Cases)+len(file.Relations) > 0 {
		t.Fatalf("%+v", file)
	}
	if failures := file.Features[0].Failures; len(failures) != 1 || failures[0].Outcome != capsule.Crash {
		t.Errorf("%+v", failures)
	}
	config.Baseline, config.Known = nil, file
	if report := run(t, fake(crash), config); !report.Certified() || report.Count(certify.Crash) == 0 {
		t.Errorf("%v", report)
	}
}
