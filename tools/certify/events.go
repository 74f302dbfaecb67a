package certify

import "github.com/transcriptspec/transcriptspec/tools/report"

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
