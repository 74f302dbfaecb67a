package certify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/eventstream/faults"
	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/reference/subject"
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
