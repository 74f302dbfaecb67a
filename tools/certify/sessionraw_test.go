package certify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/model/sessionraw/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestSessionRawIsCertified: what does not know of a dialect serves the second one too.
func TestSessionRawIsCertified(t *testing.T) {
	config := certify.Config{Dialect: "sessionraw", Cases: 120, Seed: 3}
	report := run(t, subject.New("test"), config)
	if !report.Certified() || report.Score() != 1 || len(report.Results) < 200 {
		t.Fatal(report)
	}
	for _, row := range report.Rules() {
		if strings.HasPrefix(row.Rule.ID, "CR-") && !strings.HasPrefix(row.Rule.ID, "CR-JS-") { // these are of values, in all formats
			t.Errorf("%s is a rule of the other dialect", row.Rule.ID)
		}
	}
}

// TestSessionRawFaults: a fault is found by the model and by comparison, its case is made small, and the capsule has files.
func TestSessionRawFaults(t *testing.T) {
	all := faults.All()
	planted := all[slices.IndexFunc(all, func(f fault.Fault) bool { return f.ID == "texts-are-trimmed" })]
	report := run(t, planted.Wrap(subject.New("test")), certify.Config{Dialect: "sessionraw", Cases: 60, Seed: 1, WithoutFixtures: true, Capsules: t.TempDir()})
	found := map[string]certify.Failure{}
	for _, f := range report.Failures {
		found[f.Finding.Check] = f
	}
	for _, check := range []string{"shown-exactly-once", "items-by-definition", certify.CheckReference} {
		f, ok := found[check]
		if !ok || len(f.CapsuleText) == 0 {
			t.Fatalf("%s did not find it: %v", check, report)
		}
		if small := strings.Split(f.CapsuleText, "-- case.json --\n")[1]; !strings.Contains(small, `"files":{"session_raw/`) || strings.Index(small, "\n") > 500 {
			t.Errorf("%s: the case is not small\n%s", check, f.CapsuleText)
		}
	}
}

// TestSessionRawShrinkingKeepsTheMember: the small case shows the member that is wrong, as the finding does, and cites its rule.
func TestSessionRawShrinkingKeepsTheMember(t *testing.T) {
	all := faults.All()
	planted := all[slices.IndexFunc(all, func(f fault.Fault) bool { return f.ID == "look-alikes-untagged" })]
	report := run(t, planted.Wrap(subject.New("test")), certify.Config{Dialect: "sessionraw", Cases: 60, Seed: 1, WithoutFixtures: true, Capsules: t.TempDir()})
	for _, f := range report.Failures {
		if f.Finding.Check != "items-by-definition" || f.Finding.Symptom != "userMessage lacks it" {
			continue
		}
		c, err := capsule.Read(f.Capsule)
		if err != nil || !slices.Equal(f.Finding.Rules, []string{"SR-SAN-04"}) || c.Symptom != f.Finding.Symptom || !strings.Contains(c.Message, "lookalike of the userMessage is absent, by the definition true") {
			t.Errorf("%+v: %v\n%s", f.Finding, err, c.Format())
		}
		return
	}
	t.Fatalf("not found: %v", report)
}
