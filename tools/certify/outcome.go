package certify

import "github.com/transcriptspec/transcriptspec/tools/report"

// Outcome is what became of a case. Outcomes are never folded into one another.
type Outcome = report.Outcome

// The outcomes, as package report explains them.
const (
	Pass          = report.Pass
	Fail          = report.Fail
	Crash         = report.Crash
	Hang          = report.Hang
	ProtocolError = report.ProtocolError
	Unsupported   = report.Unsupported
	HarnessError  = report.HarnessError
	NotRun        = report.NotRun
)

// Outcomes lists the outcomes, in the order of reports.
func Outcomes() []Outcome { return report.Outcomes() }
