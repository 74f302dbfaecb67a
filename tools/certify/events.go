package certify

import (
	"fmt"

	"github.com/transcriptspec/transcriptspec/tools/report"
)

// The stages of a run after its cases, for Progress.
const (
	stageCapsules = "small reproductions"
	stageFeatures = "which features fail"
)

// stageRound is the stage of one round over the cases by the list of known failures as it is.
func stageRound(round int) string { return fmt.Sprintf("what the list explains, round %d", round+1) }

// progress tells where a run stands.
func (c Config) progress(p Progress) {
	if c.Progress != nil {
		c.Progress(p)
	}
}

// tell hands on an event.
func (r *runner) tell(e report.Event) {
	if r.config.Events != nil {
		r.config.Events(e)
	}
}

// tellCases tells of the cases from the i-th on, which were not run.
func (r *runner) tellCases(i int) {
	for ; i < len(r.report.Results); i++ {
		r.tell(r.report.caseEvent(i))
	}
}

// tellEnd tells what came of all cases.
func (r *runner) tellEnd() {
	if r.config.Events == nil {
		return
	}
	record := r.report.Record()
	for _, f := range record.Failures {
		r.tell(f)
	}
	r.tell(record.Footer())
}

// tellAll tells of a run that has run no case.
func (r *runner) tellAll() {
	r.tell(r.report.header())
	r.tellCases(0)
	r.tellEnd()
}
