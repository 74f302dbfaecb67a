package certify_test

import (
	"slices"
	"testing"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// checksOf are the checks that found something.
func checksOf(report certify.Report) []string {
	var checks []string
	for _, failure := range report.Failures {
		checks = append(checks, failure.Finding.Check)
	}
	slices.Sort(checks)
	return slices.Compact(checks)
}

// TestOtherReference: answers are held against the reference of the configuration, which a right subject then contradicts,
// and a subject that is wrong in the same way does not.
func TestOtherReference(t *testing.T) {
	wrong := wrongWith("dangling-call", withoutLastBlock)
	config := fewCases()
	config.Reference = wrong
	if checks := checksOf(run(t, fake(right), config)); !slices.Equal(checks, []string{certify.CheckReference}) {
		t.Errorf("a right subject fails in %q", checks)
	}
	if checks := checksOf(run(t, wrong, config)); len(checks) == 0 || slices.Contains(checks, certify.CheckReference) {
		t.Errorf("a subject that is wrong as the reference is fails in %q", checks)
	}
}

// TestOtherReferenceIsNoSchema: that another reference answers the same does not make an answer meet its schema.
func TestOtherReferenceIsNoSchema(t *testing.T) {
	constant := always(protocol.Result(value(t, `{}`)))
	config := fewCases()
	config.Reference = constant
	if checks := checksOf(run(t, constant, config)); !slices.Contains(checks, certify.CheckSchema) || slices.Contains(checks, certify.CheckReference) {
		t.Errorf("it fails in %q", checks)
	}
}

// TestOtherReferenceInAProcess: each worker has one of its own, and one that fails is the kit's failure.
func TestOtherReferenceInAProcess(t *testing.T) {
	config := fewCases()
	config.Workers, config.Reference = 3, startChild(t, "right", time.Minute)
	if report := run(t, fake(right), config); !report.Certified() {
		t.Error(report)
	}
	config.Reference = startChild(t, "leaves", time.Minute)
	report := run(t, fake(right), config)
	if report.Count(certify.HarnessError) != len(report.Results) {
		t.Error(report)
	}
}
