package certify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/eventstream/faults"
	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestEventStreamIsCertified: the reference against itself, fixtures and generated chats.
func TestEventStreamIsCertified(t *testing.T) {
	report := run(t, subject.New("test"), certify.Config{Dialect: "eventstream", Cases: 120, Seed: 3})
	if !report.Certified() || report.Score() != 1 || len(report.Results) < 200 {
		t.Fatal(report)
	}
}

// TestEventStreamFaults: a fault is found by the model and by comparison, its case is made small, and it cites its rules.
func TestEventStreamFaults(t *testing.T) {
	all := faults.All()
	planted := all[slices.IndexFunc(all, func(f fault.Fault) bool { return f.ID == "tasks-without-the-last" })]
	report := run(t, planted.Wrap(subject.New("test")), certify.Config{Dialect: "eventstream", Cases: 240, Seed: 1, WithoutFixtures: true, Capsules: t.TempDir()})
	found := map[string]certify.Failure{}
	for _, f := range report.Failures {
		found[f.Finding.Check] = f
	}
	for _, check := range []string{"rows-by-definition", certify.CheckReference} {
		f, ok := found[check]
		if !ok || len(f.CapsuleText) == 0 {
			t.Fatalf("%s did not find it: %v", check, report)
		}
		if small := strings.Split(f.CapsuleText, "-- case.json --\n")[1]; strings.Index(small, "\n") > 900 {
			t.Errorf("%s: the case is not small\n%s", check, f.CapsuleText)
		}
	}
	if rules := found["rows-by-definition"].Finding.Rules; !slices.Contains(rules, "ES-TODO-01") {
		t.Errorf("it cites %q", rules)
	}
}

// names is a subject that names these operations only.
type names struct {
	protocol.Subject
	operations  []string
	unsupported []string
}

func (n names) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := n.Subject.Describe(ctx)
	d.Dialects = []protocol.DialectOps{{Dialect: "eventstream", Ops: n.operations}}
	d.Unsupported = n.unsupported
	return d, err
}

// TestCertifiedForWhatItNames: a host that draws nothing is certified for what it has, and the verdict says what it has not;
// who names nothing that is asked is certified for nothing.
func TestCertifiedForWhatItNames(t *testing.T) {
	config := certify.Config{Dialect: "eventstream", Cases: 120, Seed: 3}
	report := run(t, names{Subject: subject.New("test"), operations: []string{"store", "wire"}}, config)
	text, passed := report.String(), report.Count(certify.Pass)
	if !report.Certified() || report.Score() != 1 || passed < config.Cases || passed > len(report.Results)/2 {
		t.Error(report)
	}
	for _, want := range []string{
		fmt.Sprintf("\nscore     100.0 %%, %d of %d cases of its operations\n", passed, passed),
		fmt.Sprintf("\ncertified for the %d of %d cases of its operations, without batch, candidate, cursor, entries, ", passed, len(report.Results)),
		", parse, recovery, repair, rows, snapshot, ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	config.Cases = 400
	for _, operations := range [][]string{{"store", "wire"}, {"rows"}} {
		all := run(t, names{Subject: subject.New("test"), operations: operations}, config)
		part := run(t, names{Subject: subject.New("test"), operations: operations, unsupported: []string{"reasoning"}}, config)
		if !part.Certified() || part.Count(certify.Pass) >= all.Count(certify.Pass) && operations[0] == "rows" {
			t.Error(part)
		}
		own := fmt.Sprintf("the %d of %d cases of its operations", all.Count(certify.Pass), len(all.Results))
		if !strings.Contains(part.String(), own) {
			t.Errorf("%q is not in\n%v", own, part)
		}
	}
	for _, operations := range [][]string{nil, {"row"}} {
		if report := run(t, names{Subject: subject.New("test"), operations: operations}, config); report.Certified() || report.Score() != 0 {
			t.Errorf("%q: %v", operations, report)
		}
	}
}

// TestGeneratedForWhatItNames: a subject of some operations is asked the cases that one of all is asked, and further ones, until as
// many are its own; each can be asked again by its id, and the shards have all of them.
func TestGeneratedForWhatItNames(t *testing.T) {
	config := certify.Config{Dialect: "eventstream", Cases: 50, Seed: 3, WithoutFixtures: true}
	few := names{Subject: subject.New("test"), operations: []string{"cursor"}}
	whole, report := run(t, subject.New("test"), config), run(t, few, config)
	own := 0
	for i, result := range report.Results {
		if result.Operation == "" {
			own++
		}
		switch {
		case i < len(whole.Results) && result.Planned.ID() != whole.Results[i].Planned.ID():
			t.Errorf("case %d is %s, of a whole subject %s", i, result.Planned.ID(), whole.Results[i].Planned.ID())
		case i >= len(whole.Results) && result.Planned.Case.Op != "cursor":
			t.Errorf("%s asks for %s", result.Planned.ID(), result.Planned.Case.Op)
		}
	}
	if repeats := config.Cases - own; !report.Certified() || repeats < 0 || repeats > config.Cases/5 { // small questions come again, and are asked once
		t.Errorf("%d of its own: %v", own, report)
	}
	last := report.Results[len(report.Results)-1].Planned
	config.Only = []string{last.ID()}
	if again := run(t, few, config); len(again.Results) != 1 || again.Results[0].Planned.ID() != last.ID() {
		t.Errorf("%s is not asked again: %v", last.ID(), again)
	}
	config.Only, config.Shard.Index, config.Shard.Count = nil, 2, 2
	if half := run(t, few, config); half.Plan != report.Plan || len(half.Results) != len(report.Results)/2 {
		t.Errorf("a shard has %d cases of %d", len(half.Results), len(report.Results))
	}
}

// TestRulesOfHosts: a rule of an operation selects generated cases too, and of that operation only.
func TestRulesOfHosts(t *testing.T) {
	for rule, op := range map[string]string{
		"ES-STORE-01": "store", "ES-BATCH-02": "batch", "ES-HIST-02": "snapshot", "ES-HIST-09": "page", "ES-REPAIR-04": "repair",
		"ES-RECOV-01": "recovery", "ES-RECOV-02": "recovery", "ES-RECOV-03": "recovery", "ES-RECOV-04": "recovery",
		"ES-STORE-05": "store", "ES-BACK-01": "cursor", "ES-BACK-04": "cursor", "ES-BACK-05": "cursor", "ES-BACK-06": "cursor", "ES-BACK-07": "cursor", "ES-GUARD-02": "guardrail", "ES-METER-03": "meter", "ES-FLOW-02": "workflow",
	} {
		plan, err := certify.NewPlan(certify.Config{Dialect: "eventstream", Cases: 600, Seed: 1, WithoutFixtures: true, Rules: []string{rule}})
		if err != nil || len(plan.Cases) < 2 {
			t.Errorf("%s: %d cases: %v", rule, len(plan.Cases), err)
			continue
		}
		for _, p := range plan.Cases {
			if got := p.Case.Op; got != op && (op != "store" || got != "wire") && (op != "snapshot" || got != "page") {
				t.Errorf("%s: a case of %s", rule, got)
			}
		}
	}
}
