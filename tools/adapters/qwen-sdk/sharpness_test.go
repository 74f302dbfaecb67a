package qwensdk_test

import (
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// sharpFaults are some faults of an answer, one for each way to be wrong.
var sharpFaults = []string{
	"tool-block-lost", "text-block-lost", "blocks-swapped", "failed-is-completed", "content-lost", "input-lost", "foreign-source",
	"source-dropped", "time-of-another-record", "last-parent-counts",
}

// TestFaultsOfTheReference: the SDK judges the reference, too. A fault of it is found by certifying the SDK, whatever the list
// of known failures explains. make planted does this for faults in the kernel itself, make power-sdk for faults of the SDK.
func TestFaultsOfTheReference(t *testing.T) {
	child, known := sdk(t), knownFailures(t)
	all := faults.All()
	config := certify.Config{Known: known, Cases: 100, Seed: 1, WithoutFixtures: true, MaxFailures: 1, Reference: subject.New(spec.Version)}
	if report, err := certify.Run(t.Context(), child, config); err != nil || !report.Certified() {
		t.Fatalf("without a fault: %v\n%v", err, report)
	}
	for _, id := range sharpFaults {
		i := slices.IndexFunc(all, func(f faults.Fault) bool { return f.ID == id })
		if i < 0 {
			t.Errorf("there is no fault %s", id)
			continue
		}
		config.Reference = all[i].Wrap(subject.New(spec.Version))
		if report, err := certify.Run(t.Context(), child, config); err != nil || report.Certified() || report.End != certify.Failures {
			t.Errorf("%s: it is not found: %v\n%v", id, err, report)
		}
	}
}
