package certify_test

import (
	"context"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// wrongWith changes the projections of inputs that have the feature; "" is all.
func wrongWith(feature string, change func(projection jsvalue.Value) jsvalue.Value) fake {
	return func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		answer, err := right(ctx, request)
		c := caseOf(request)
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
	config.Baseline = true
	var stages []string
	config.Progress = func(p certify.Progress) {
		if len(stages) == 0 || stages[len(stages)-1] != p.Stage {
			stages = append(stages, p.Stage)
		}
		if p.Done > p.Planned {
			t.Errorf("%+v", p)
		}
	}
	wrong := wrongWith("dangling-call", withoutLastBlock)
	report := run(t, wrong, config)
	if want := []string{"", "which features fail", "what the list explains, round 1"}; len(stages) < len(want) || !slices.Equal(stages[:len(want)], want) {
		t.Errorf("the stages %q, want %q and perhaps more", stages, want)
	}
	config.Progress = nil
	file := baselineOf(t, report)
	if report.Certified() || len(file.Features) == 0 {
		t.Fatalf("%v\n%+v", report, file)
	}
	text, err := file.Format()
	if err != nil {
		t.Fatal(err)
	}
	// A relation that asks without an option may be said to fail because of the option; nothing else is.
	names := slices.DeleteFunc(file.Names(), func(name string) bool { return name == "leaf-option" })
	if !slices.Equal(names, []string{"dangling-call"}) || len(file.Cases)+len(file.Relations) > 0 {
		t.Errorf("the list is about %q\n%s", file.Names(), text)
	}

	config.Baseline, config.Known = false, parsed(t, string(text))
	report = run(t, wrong, config)
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

func baselineOf(t *testing.T, report certify.Report) knownfailures.File {
	t.Helper()
	if report.Baseline == nil || report.NoBaseline != nil {
		t.Fatalf("no list: %v\n%v", report.NoBaseline, report)
	}
	text, err := report.Baseline.Format()
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, string(text)) // in the order of the file
}

// TestBaselineOfItsLanes: a list makes other lanes than those it was made from. What these show is in it too.
func TestBaselineOfItsLanes(t *testing.T) {
	config := fewCases()
	config.Baseline = true
	lost := wrongWith("dangling-call", withoutLastBlock)
	wrong := fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if sum := crc32.ChecksumIEEE([]byte(request.Input.Text())); sum%8 == 0 { // belongs to no feature
			return wrongWith("", withoutLastBlock)(ctx, request)
		}
		return lost(ctx, request)
	})
	first := run(t, wrong, config)
	config.Known = baselineOf(t, first)
	again := run(t, wrong, config)
	if len(again.Failures) > 0 || again.Plan == first.Plan || again.Count(certify.Fail) == 0 {
		t.Errorf("plan %s, then %s, %d cases in the list\n%v", first.Plan, again.Plan, len(config.Known.Cases), again)
	}
	planned := map[string]bool{}
	for _, result := range again.Results {
		planned[result.Planned.Case.Digest()] = true
	}
	for _, c := range config.Known.Cases {
		if !planned[testcase.DigestOf(c.Case)] {
			t.Errorf("the list has the case %s, the plan has not", c.Case)
		}
	}
}

// TestBaselineLeavesTheListAlone: the list that a run begins with is that of the caller.
func TestBaselineLeavesTheListAlone(t *testing.T) {
	config := fewCases()
	config.Baseline, config.Known = true, parsed(t, strings.ReplaceAll(listOfReused, "blocks**, missing blocks**", "complete"))
	before := config.Known.Clone()
	report := run(t, wrongWith("reused-call-id", withoutLastBlock), config)
	if diff := cmp.Diff(before, config.Known); diff != "" {
		t.Errorf("(-was +is):\n%s", diff)
	}
	if file := baselineOf(t, report); cmp.Equal(before.Features, file.Features) {
		t.Error("nothing was added to the feature that the list has")
	}
}

// TestNoBaseline: a run that was not judged whole makes no list.
func TestNoBaseline(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	ended, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		ctx     context.Context
		subject protocol.Subject
		change  func(*certify.Config)
	}{
		"interrupted": {ended, fake(right), func(*certify.Config) {}},
		"ended":       {t.Context(), wrongWith("", withoutLastBlock), func(c *certify.Config) { c.MaxFailures = 2 }},
		"lost":        {t.Context(), fake(func(context.Context, protocol.Request) (protocol.Answer, error) { panic("no") }), func(*certify.Config) {}},
		"mute":        {t.Context(), mute{block: block}, func(c *certify.Config) { c.Timeout = 10 * time.Millisecond }},
	} {
		config := fewCases()
		config.Baseline = true
		c.change(&config)
		report, err := certify.Run(c.ctx, c.subject, config)
		if err != nil || report.Baseline != nil || !errors.Is(report.NoBaseline, certify.ErrNotJudged) {
			t.Errorf("%s: %v, %v, %+v", name, err, report.NoBaseline, report.Baseline)
		}
	}
}

// TestNoBaselineOfADraft: where nearly all fails, a list would hide it all.
func TestNoBaselineOfADraft(t *testing.T) {
	config := fewCases()
	config.Baseline = true
	report := run(t, always(protocol.Fail("leaf_not_found", "m")), config)
	if report.Baseline != nil || !errors.Is(report.NoBaseline, certify.ErrMostFail) {
		t.Errorf("%v, %+v", report.NoBaseline, report.Baseline)
	}
}

// mute does not say what it is.
type mute struct {
	fake
	block chan struct{}
}

func (m mute) Describe(context.Context) (protocol.Description, error) {
	<-m.block
	return protocol.Description{}, nil
}

// TestBaselineInterrupted: the end of the context while the list is made leaves the report whole.
func TestBaselineInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	config := fewCases()
	config.Baseline = true
	config.Progress = func(p certify.Progress) {
		if p.Done == p.Planned {
			cancel()
		}
	}
	report, err := certify.Run(ctx, wrongWith("dangling-call", withoutLastBlock), config)
	if err != nil || report.Baseline != nil || !errors.Is(report.NoBaseline, context.Canceled) || report.End != certify.Whole || report.Count(certify.NotRun) > 0 {
		t.Errorf("%v, %v, %v", err, report.NoBaseline, report)
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
        paths: [blocks**, missing blocks**]
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
			return text + "cases:\n  - {case: x-0123456789ab, check: answers, outcome: hang, failure: '000000000000'}\n"
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
	widths := run(t, wrong, config).Record().Widths()
	if len(widths) != len(config.Known.Cases) {
		t.Errorf("%d entries, %d in the report", len(config.Known.Cases), len(widths))
	}
	names := map[string]int{}
	for _, w := range widths {
		if names[w.Name]++; w.Known != 1 || w.Cases != 1 {
			t.Errorf("%+v", w)
		}
	}
	if len(names) == len(widths) {
		t.Error("no case has two entries")
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
		"case":     listOfReused + "cases:\n  - {case: x-0123456789ab, check: no-check, outcome: hang, failure: '000000000000'}\n",
	} {
		config := fewCases()
		config.Known = parsed(t, text)
		_, err := certify.NewPlan(config)
		if err == nil || !strings.HasPrefix(err.Error(), "bad_known_failures") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKnownIsNoPass: a list that names what fails in most cases does not make these right.
func TestKnownIsNoPass(t *testing.T) {
	config := fewCases()
	config.WithoutLanes, config.Features, config.Cases, config.Baseline = true, []string{"dangling-call"}, 60, true
	wrong := wrongWith("dangling-call", withoutLastBlock)
	config.Known, config.Baseline = baselineOf(t, run(t, wrong, config)), false
	report := run(t, wrong, config)
	if report.Certified() || len(report.Failures) > 0 || report.Count(certify.Pass) > report.Record().CountKnown() {
		t.Error(report)
	}
	if want := "cases pass, and at least half have to"; !strings.Contains(report.String(), want) {
		t.Errorf("no %q in\n%s", want, report)
	}
}

// TestKnownCrash: an implementation that reports its own failure and goes on may be known to; one that dies may not.
func TestKnownCrash(t *testing.T) {
	config := fewCases()
	config.Baseline = true
	crash := func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		c := caseOf(request)
		if slices.Contains(chatrecord.FeaturesOf(c), "several-responses") {
			return protocol.Fail(protocol.InternalError, "TypeError"), nil
		}
		return right(ctx, request)
	}
	file := baselineOf(t, run(t, fake(crash), config))
	if !slices.Contains(file.Names(), "several-responses") || len(file.Cases)+len(file.Relations) > 0 {
		t.Fatalf("%+v", file)
	}
	for _, feature := range file.Features {
		for _, failure := range feature.Failures { // a relation can put several responses into what it asks
			isAnswer := failure.Check == judge.CheckAnswers
			if failure.Outcome != capsule.Crash || isAnswer != (feature.Feature == "several-responses") {
				t.Errorf("%+v", feature)
			}
		}
	}
	config.Baseline, config.Known = false, file
	if report := run(t, fake(crash), config); !report.Certified() || report.Count(certify.Crash) == 0 {
		t.Errorf("%v", report)
	}
}

// TestNotGoneWhereUnsupported: an entry excuses nothing where the subject does not support the case without the feature.
func TestNotGoneWhereUnsupported(t *testing.T) {
	config := fewCases()
	config.Cases = 120
	config.Features, config.WithoutLanes = []string{"dangling-call"}, true
	config.Baseline = true
	wrong := wrongWith("dangling-call", withoutLastBlock)
	config.Known, config.Baseline = *run(t, wrong, config).Baseline, false
	if report := run(t, wrong, config); len(report.Failures) > 0 || report.Count(certify.Fail) < 5 {
		t.Fatalf("where the rest is right:\n%v", report)
	}
	failure := &config.Known.Features[0].Failures[0]
	failure.Paths = append(failure.Paths, "no.such.place") // which the list does not need
	if faults := strings.Join(run(t, wrong, config).Record().KnownFaults(), "\n"); !strings.Contains(faults, `at "no.such.place"`) {
		t.Errorf("faults of the list: %s", faults)
	}
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		c := caseOf(request)
		if request.Op == "project" && !slices.Contains(chatrecord.FeaturesOf(c), "dangling-call") {
			return protocol.Unsupported("not this"), nil
		}
		return wrong(ctx, request)
	}), config)
	for _, result := range report.Results {
		if result.IsKnown() {
			t.Errorf("%s is known to fail, although nothing was judged without the feature", result.Planned.Case.ID())
		}
	}
}

// TestOutcomeIsThatOfTheFindings: what is left of a case after its known failures is what it is called.
func TestOutcomeIsThatOfTheFindings(t *testing.T) {
	config := fewCases()
	config.Cases = 120
	config.Features, config.WithoutLanes = []string{"dangling-call"}, true
	config.Known = parsed(t, strings.ReplaceAll(listOfReused, "reused-call-id", "dangling-call"))
	config.Known.Features[0].Failures[0] = knownfailures.Failure{Check: judge.CheckAnswers, Outcome: capsule.Crash, Paths: []string{""}}
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		c := caseOf(request)
		if slices.Contains(chatrecord.FeaturesOf(c), "dangling-call") {
			return protocol.Fail(protocol.InternalError, "TypeError"), nil
		}
		return wrongWith("", withoutLastBlock)(ctx, request)
	}), config)
	if len(report.Results) == 0 || report.Count(certify.Fail) == 0 {
		t.Error(report)
	}
	for _, result := range report.Results {
		if len(result.Findings) > 0 && result.Outcome != certify.Outcome(result.Findings[0].Outcome) {
			t.Errorf("%s is called %s: %v", result.Planned.Case.ID(), result.Outcome, result.Findings)
		}
	}
}

// TestKnownHangsSpendNoPatience: more known hangs than would end a run do not end it.
func TestKnownHangsSpendNoPatience(t *testing.T) {
	t.Parallel()
	config := fewCases()
	config.Timeout = 2 * time.Second
	plan, err := certify.NewPlan(config)
	if err != nil {
		t.Fatal(err)
	}
	const hangs = 6
	hanging := map[string]bool{}
	for _, planned := range plan.Cases[:hangs] {
		hanging[planned.Case.Digest()] = true
		config.Known.AddCase(planned.Case, judge.Finding{Outcome: capsule.Hang, Check: judge.CheckAnswers})
	}
	block := make(chan struct{})
	defer close(block)
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		c := caseOf(request)
		if hanging[c.Digest()] {
			<-block
		}
		return right(ctx, request)
	}), config)
	if report.End != certify.Whole || !report.Certified() || report.Count(certify.Hang) != hangs {
		t.Errorf("end %q\n%v", report.End, report)
	}
}
