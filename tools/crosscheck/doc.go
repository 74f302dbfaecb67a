// Package crosscheck holds the reference kernel against an outside judge: the published TypeScript SDK, run by the adapter
// in tools/adapters/qwen-sdk.
//
// It promises: every difference between the two, on generated sessions, fixtures and previews, is either excused by a
// decision of this project or reported as a fault. An excuse is data: a predicate on the input, the paths it covers, the
// decision, and the smallest input that shows it. Predicates read the raw records by a naive walk (View) and never ask the
// kernel, so that a fault of the kernel cannot hide behind an excuse of its own making. At least 60 % of the generated
// sessions match no predicate at all and are wholly equal.
//
// Where the other side cannot judge, the input does, by the same naive walk: our tools against the calls and results of the
// chain (shownDifferences), the diagnostics that only this project has (decidedDifferences), the losses that only we have to
// name (Excuse.Due), and a limited answer against the whole one. TestSharpness measures what is still missed.
//
// Each excuse names the features of the model that explain it (Excuse.Features): without them the two sides agree.
//
// Start at Run; Excuses lists what is known; the command in cmd/crosscheck is for long runs (make crosscheck). That it finds
// faults by itself is shown by cmd/planted (make planted), which plants those of testdata/planted, one at a time.
package crosscheck
