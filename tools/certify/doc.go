// Package certify puts an implementation to the test and says, case by case and rule by rule, what came of it.
//
// It promises: every planned case has exactly one outcome, and outcomes are never folded into one another; only a case
// whose answer meets its JSON Schema, equals that of the reference and breaks nothing of the model passes; what was not
// supported or not run never passes; a subject that dies, hangs or babbles costs a bounded time, and the other cases are
// judged all the same as long as it comes back; the same subject, configuration and version give the same report, but for the
// times that Config.Growth has measured. Start at
// Run; a Plan is the list of cases, a Report what came of them.
//
// A Go implementation is certified inside go test:
//
//	report, err := certify.Run(t.Context(), subject, certify.Config{Seed: 1})
//	if err != nil {
//		t.Fatal(err)
//	}
//	if !report.Certified() {
//		t.Error(report)
//	}
//
// Others are a process.Child, as the command "transcript certify" makes one.
package certify
