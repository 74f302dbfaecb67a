package certify_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// fake describes itself as the reference does and answers as it likes.
type fake func(ctx context.Context, request protocol.Request) (protocol.Answer, error)

func (fake) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := subject.New("test").Describe(ctx)
	d.Name = "fake"
	return d, err
}

func (f fake) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	return f(ctx, request)
}

func always(answer protocol.Answer) fake {
	return func(context.Context, protocol.Request) (protocol.Answer, error) { return answer, nil }
}

func right(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	return subject.New("test").Call(ctx, request)
}

func value(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	v, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func run(t *testing.T, s protocol.Subject, config certify.Config) certify.Report {
	t.Helper()
	report, err := certify.Run(t.Context(), s, config)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// small is a plan of generated cases and those fixtures that are quick.
func small() certify.Config {
	return certify.Config{Cases: 40, Seed: 1, Features: []string{"fragments", "lone-surrogate", "gap"}}
}

func TestTheReferenceIsCertified(t *testing.T) {
	if testing.Short() {
		t.Skip("all fixtures")
	}
	report := run(t, subject.New("test"), certify.Config{Cases: 100, Seed: 3})
	if !report.Certified() || report.Score() != 1 || len(report.Results) < 400 || report.End != certify.Whole {
		t.Fatal(report)
	}
	for _, row := range report.Rules() {
		if row.State() == certify.RuleFails {
			t.Errorf("%s fails", row.Rule.ID)
		}
	}
}

// TestWrongSubjects: whoever does not do the work is found out in bounded time, whatever it does instead.
func TestWrongSubjects(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	empty := value(t, `{"blocks":[],"diagnostics":[],"complete":true,"truncated":false}`)
	for name, c := range map[string]struct {
		subject fake
		outcome certify.Outcome
		most    bool // of the cases; else at least one
		end     certify.End
	}{
		"empty answers": {subject: always(protocol.Result(value(t, `{}`))), outcome: certify.Fail, most: true},
		"null":          {subject: always(protocol.Result(value(t, `null`))), outcome: certify.Fail, most: true},
		"constant":      {subject: always(protocol.Result(empty)), outcome: certify.Fail, most: true},
		"echo": {outcome: certify.Fail, most: true, subject: func(_ context.Context, request protocol.Request) (protocol.Answer, error) {
			return protocol.Result(request.Value()), nil
		}},
		"always an error":    {subject: always(protocol.Fail("leaf_not_found", "m")), outcome: certify.Fail, most: true},
		"always unsupported": {subject: always(protocol.Unsupported("why")), outcome: certify.Unsupported, most: true},
		"fails inside":       {subject: always(protocol.Fail(protocol.InternalError, "m")), outcome: certify.Crash, most: true},
		"panics": {
			subject: func(context.Context, protocol.Request) (protocol.Answer, error) { panic("no") },
			outcome: certify.Crash, end: certify.Lost,
		},
		"hangs": {
			subject: func(context.Context, protocol.Request) (protocol.Answer, error) {
				<-block
				return protocol.Answer{}, nil
			},
			outcome: certify.Hang, end: certify.Hung,
		},
	} {
		t.Run(name, func(t *testing.T) {
			config := small()
			config.Timeout = 20 * time.Second
			if c.outcome == certify.Hang {
				config.Timeout = 10 * time.Millisecond
			}
			report := run(t, c.subject, config)
			if report.Certified() || report.Score() > 0.02 || report.End != c.end {
				t.Errorf("score %v, end %q\n%v", report.Score(), report.End, report)
			}
			if n := report.Count(c.outcome); n == 0 || c.most && n < len(report.Results)*98/100 {
				t.Errorf("%d of %d cases are %s\n%v", n, len(report.Results), c.outcome, report)
			}
		})
	}
}

// TestOneCrash: the case that crashes has that outcome, and the others are judged as if nothing had been.
func TestOneCrash(t *testing.T) {
	plan, err := certify.NewPlan(small())
	if err != nil {
		t.Fatal(err)
	}
	bad := plan.Cases[len(plan.Cases)/2].Case
	report := run(t, fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		if jsvalue.Equal(request.Value().Without("id"), bad.Request(jsvalue.IntValue(1)).Value().Without("id")) {
			panic("this one")
		}
		return right(ctx, request)
	}), small())
	if report.Count(certify.Crash) != 1 || report.Count(certify.Pass) != len(plan.Cases)-1 || report.Certified() {
		t.Fatal(report)
	}
	if len(report.Failures) != 1 || report.Failures[0].First.Case.ID() != bad.ID() || !strings.Contains(report.Failures[0].Finding.Message, "this one") {
		t.Error(report)
	}
}

// TestLeavingOutIsDeclared: what the description leaves out does not count as wrong, and does not pass; what it does not
// mention is wrong.
func TestLeavingOutIsDeclared(t *testing.T) {
	config := small()
	config.Features = nil
	config.Rules = []string{"CR-PREP-25", "JL-READ-04"}
	report := run(t, modest{right, "lone-surrogate"}, config)
	if !report.Certified() || report.Count(certify.Unsupported) == 0 || report.Count(certify.Pass)+report.Count(certify.Unsupported) != len(report.Results) {
		t.Error(report)
	}
}

// modest has one operation and does not claim to handle a feature.
type modest struct {
	fake
	leavesOut string
}

func (m modest) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := m.fake.Describe(ctx)
	d.Dialects, d.Unsupported = []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"project"}}}, []string{m.leavesOut}
	return d, err
}

// TestPlantedFault: a fault of the table of planted ones is found by the model and by the reference, made small through
// the subject, and written.
func TestPlantedFault(t *testing.T) {
	all := faults.All()
	i := slices.IndexFunc(all, func(f faults.Fault) bool { return slices.Contains(f.Breaks, "dangling-calls") })
	if i < 0 {
		t.Fatal("no fault leaves a call open")
	}
	planted := all[i].Wrap(subject.New("test"))
	config := small()
	config.Capsules, config.MaxCapsules, config.Command = filepath.Join(t.TempDir(), "capsules"), 2, "again"
	report := run(t, planted, config)
	if report.Certified() || report.Count(certify.Fail) == 0 || len(report.Failures) == 0 {
		t.Fatal(report)
	}
	first := report.Failures[0]
	if first.Again != "again --case "+first.First.Case.ID() {
		t.Errorf("again: %q", first.Again)
	}
	c, err := capsule.Read(first.Capsule)
	if err != nil {
		t.Fatal(err)
	}
	if c.Check != first.Finding.Check || len(c.Case.Input.Text()) >= len(first.First.Case.Input.Text()) || c.Command != first.Again || first.Note != "" {
		t.Errorf("%+v\n%s", first, c.Format())
	}
}

// TestDeterministic: two runs write the same, in text and in JSON.
func TestDeterministic(t *testing.T) {
	var texts [2]strings.Builder
	for i := range texts {
		report := run(t, always(protocol.Result(value(t, `{"blocks":[{"kind":"user","x":1}],"diagnostics":[7],"complete":1}`))), small())
		if err := report.WriteText(&texts[i]); err != nil {
			t.Fatal(err)
		}
		if err := report.WriteJSON(&texts[i]); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0].String() != texts[1].String() {
		t.Error("two reports differ")
	}
}

func TestJSONLines(t *testing.T) {
	var out strings.Builder
	report := run(t, fake(right), certify.Config{Cases: 5, Rules: []string{"CR-PREP-25"}, Progress: func(certify.Progress) {}})
	if err := report.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(report.Results)+2 {
		t.Fatalf("%d lines", len(lines))
	}
	header, footer := value(t, lines[0]), value(t, lines[len(lines)-1])
	if header.Get("kind").Text() != "header" || header.Get("plan").Text() != report.Plan || value(t, lines[1]).Get("outcome").Text() != "pass" ||
		!footer.Get("certified").IsTrue() || footer.Get("outcomes").Get("pass").Float() != float64(len(report.Results)) {
		t.Error(out.String())
	}
}

func TestEnds(t *testing.T) {
	config := small()
	config.MaxFailures = 1
	report := run(t, always(protocol.Unsupported("")), config)
	if report.End != certify.Whole {
		t.Errorf("unsupported is no failure, but: %q", report.End)
	}
	report = run(t, always(protocol.Result(jsvalue.NullValue())), config)
	if report.End != certify.Failures || report.Count(certify.Fail) != 1 || report.Count(certify.NotRun) != len(report.Results)-1 {
		t.Error(report)
	}
	config.Budget = 1
	if report = run(t, fake(right), config); report.End != certify.OutOfBudget || report.Certified() {
		t.Error(report)
	}
	ctx, cancel := context.WithCancel(t.Context())
	config = small()
	config.Progress = func(p certify.Progress) {
		if p.Done == 3 {
			cancel()
		}
	}
	report, err := certify.Run(ctx, fake(right), config)
	if err != nil || report.End != certify.Interrupted || report.Count(certify.Pass) != 3 || !strings.Contains(report.String(), "partial: interrupted") {
		t.Error(report, err)
	}
	report, err = certify.Run(ctx, fake(right), config) // it has ended before the first question
	if err != nil || report.End != certify.Interrupted || report.Count(certify.NotRun) != len(report.Results) {
		t.Error(report, err)
	}
}

func TestWrongUse(t *testing.T) {
	for want, config := range map[string]certify.Config{
		"unknown_dialect": {Dialect: "klingon"},
		"unknown_profile": {Profile: "x"},
		"unknown_rule":    {Rules: []string{"no-such-rule"}},
		"unknown_feature": {Features: []string{"x"}},
		"no_cases":        {Only: []string{"x-000000000000"}, Cases: -1},
		"bad_shard":       {Shard: report.Shard{Index: 3, Count: 2}},
		"empty_shard":     {Rules: []string{"CR-PREP-25"}, Cases: -1, Shard: report.Shard{Index: 500, Count: 500}},
	} {
		_, err := certify.Run(t.Context(), fake(right), config)
		if err == nil || !strings.HasPrefix(err.Error(), want+": ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestPlan: each question stands there once, ids select, and a profile leaves out what came later.
func TestPlan(t *testing.T) {
	plan := func(config certify.Config) certify.Plan {
		p, err := certify.NewPlan(config)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := plan(certify.Config{Cases: 50, Seed: 2})
	seen, hostile := map[string]bool{}, map[string]int{}
	for _, p := range all.Cases {
		for _, kind := range []string{"damaged file", "mutant"} {
			if !p.Fixture && strings.Contains(p.Source, kind) {
				hostile[kind+" "+p.Case.Op]++
			}
		}
		if seen[p.Case.Digest()] {
			t.Errorf("%s is there twice", p.Case.ID())
		}
		seen[p.Case.Digest()] = true
	}
	if hostile["damaged file read"] != 5 || hostile["mutant project"] < 4 || len(hostile) != 2 { // a mutant may be its parent
		t.Errorf("hostile cases: %v", hostile)
	}
	if again := plan(certify.Config{Cases: 50, Seed: 2}); again.Digest() != all.Digest() {
		t.Error("the plan is another one")
	}
	if other := plan(certify.Config{Cases: 50, Seed: 3}); other.Digest() == all.Digest() {
		t.Error("another seed gives the same plan")
	}
	none := certify.Config{Cases: -1, Rules: []string{"CR-PREP-25"}}
	if report := run(t, fake(right), none); len(report.Results) != len(plan(none).Cases) || slices.ContainsFunc(report.Results, func(r certify.Result) bool { return !r.Planned.Fixture }) {
		t.Errorf("a run without generated cases has %d, its plan %d", len(report.Results), len(plan(none).Cases))
	}
	wanted := all.Cases[20].Case.ID()
	if one := plan(certify.Config{Cases: 50, Seed: 2, Only: []string{wanted}}); len(one.Cases) != 1 || one.Cases[0].Case.ID() != wanted {
		t.Errorf("%v", one)
	}
	if document := plan(certify.Config{Cases: 50, Seed: 2, Profile: certify.Document}); len(document.Cases) >= len(all.Cases) || len(document.Cases) < 50 {
		t.Errorf("%d cases of the document, %d in all", len(document.Cases), len(all.Cases))
	}
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(800) // as the command does
	if underRace {
		fmt.Println("without the race detector these tests run again: with it all but one take minutes")
		flag.Parse()
		if err := flag.Set("test.run", "^TestSideBySide$"); err != nil {
			panic(err)
		}
	}
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	os.Exit(child())
}

// TestAPipeChangesNothing: whoever is right in this process is right over a pipe, where an infinite number is null.
func TestAPipeChangesNothing(t *testing.T) {
	piped := fake(func(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
		request, err := protocol.ParseRequest(string(request.AppendLine(nil)))
		if err != nil {
			return protocol.Answer{}, err
		}
		answer, err := right(ctx, request)
		if err != nil {
			return answer, err
		}
		_, answer, err = protocol.ParseAnswer(string(answer.AppendLine(nil, request.ID)))
		return answer, err
	})
	if report := run(t, piped, certify.Config{Cases: 340, Seed: 1, Features: []string{"odd-number"}}); !report.Certified() {
		t.Error(report)
	}
	d, _ := dialect.ByName("chatrecord")
	read := certify.Config{Cases: 400, Seed: 1}
	for n := range 40 {
		if c := d.DamagedCase(1, n); strings.Contains(c.Input.Text(), "1e400") {
			read.Only = append(read.Only, c.ID())
		}
	}
	if report := run(t, piped, read); !report.Certified() || read.Only == nil {
		t.Errorf("to be read: %q\n%v", read.Only, report)
	}
}

// TestEvents: what a run tells of while it goes on is its report, however it ends.
func TestEvents(t *testing.T) {
	for name, c := range map[string]struct {
		subject protocol.Subject
		change  func(*certify.Config)
		end     certify.End
	}{
		"right":          {fake(right), func(*certify.Config) {}, certify.Whole},
		"wrong":          {always(protocol.Result(value(t, `{}`))), func(c *certify.Config) { c.Capsules, c.MaxCapsules = t.TempDir(), 1 }, certify.Whole},
		"ended":          {always(protocol.Result(value(t, `{}`))), func(c *certify.Config) { c.MaxFailures = 2 }, certify.Failures},
		"out of budget":  {fake(right), func(c *certify.Config) { c.Budget = 1 }, certify.OutOfBudget},
		"no description": {startChild(t, "leaves at once", time.Minute), func(*certify.Config) {}, certify.NoDescription},
	} {
		t.Run(name, func(t *testing.T) {
			var live, whole bytes.Buffer
			config := small()
			config.Cases = 60
			config.Shard = report.Shard{Index: 2, Count: 3}
			c.change(&config)
			writer := report.NewWriter(&live)
			config.Events = writer.Write
			result := run(t, c.subject, config)
			if err := errors.Join(writer.Err(), result.WriteJSON(&whole)); err != nil || live.String() != whole.String() {
				t.Errorf("%v\n%s\nwant\n%s", err, live.String(), whole.String())
			}
			back, err := report.Read(&live)
			if err != nil || len(back.Faults) > 0 || back.String() != result.String() || back.End != c.end || len(back.Cases) != len(result.Results) {
				t.Errorf("%v, %q\n%s\nwant\n%s", err, back.Faults, back, result)
			}
			if name == "wrong" && (back.Failures[0].Got == "" || !strings.Contains(back.Failures[0].CapsuleText, "transcript capsule 1\n")) {
				t.Errorf("%+v", back.Failures[0])
			}
		})
	}
}

// TestShards: the shards of a plan are a partition of it, and their reports make that of the whole.
func TestShards(t *testing.T) {
	subject := always(protocol.Result(value(t, `{"blocks":[{"kind":"user","x":1}],"diagnostics":[7],"complete":1}`)))
	config := small()
	config.Cases = 60
	whole := run(t, subject, config)
	var shards []report.Report
	for i := range 3 {
		config.Shard = report.Shard{Index: i + 1, Count: 3}
		shards = append(shards, run(t, subject, config).Record())
	}
	merged, err := report.Merge(shards...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole.Record(), merged); diff != "" {
		t.Error(diff)
	}
	if merged.String() != whole.String() {
		t.Errorf("%s\nwant\n%s", merged, whole)
	}
}

// newer says that it follows another version of the specification.
type newer struct {
	fake
	spec string
}

func (n newer) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := n.fake.Describe(ctx)
	d.Spec = n.spec
	return d, err
}

// TestOtherVersion: who follows another version is refused, whatever it answers; who names none is judged.
func TestOtherVersion(t *testing.T) {
	for version, want := range map[string]certify.End{spec.Version: certify.Whole, "": certify.Whole, "2.0": certify.OtherVersion, "0.9": certify.OtherVersion} {
		config := small()
		config.Cases = 20
		report := run(t, newer{fake(right), version}, config)
		if report.End != want || report.Certified() != (want == certify.Whole) || want != certify.Whole && report.Count(certify.NotRun) != len(report.Results) {
			t.Errorf("version %q: end %q\n%v", version, report.End, report)
		}
		if want == certify.OtherVersion && (len(report.Failures) != 1 || !strings.Contains(report.String(), `follows specification "`+version+`"`)) {
			t.Errorf("version %q: %v", version, report)
		}
	}
}

// TestSelection: what a selection leaves out is said with the verdict.
func TestSelection(t *testing.T) {
	whole, err := certify.NewPlan(certify.Config{Cases: 30, Seed: 1})
	if err != nil || whole.All != len(whole.Cases) {
		t.Fatalf("all %d, cases %d, %v", whole.All, len(whole.Cases), err)
	}
	for name, config := range map[string]certify.Config{
		"a rule":    {Rules: []string{"CR-PREP-25"}},
		"a feature": {Features: []string{"fragments"}},
		"a case":    {Only: []string{whole.Cases[len(whole.Cases)-1].Case.ID()}},
		"a profile": {Profile: certify.Document, Rules: []string{"CR-PREP-25"}},
	} {
		config.Cases, config.Seed = 30, 1
		report := run(t, fake(right), config)
		if want := fmt.Sprintf("\ncertified for the selected %d of %d cases\n", len(report.Results), whole.All); !strings.Contains(report.String(), want) {
			t.Errorf("%s: no %q in\n%s", name, want, report)
		}
	}
}
