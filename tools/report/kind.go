package report

import (
	"fmt"
	"io"
)

// Kind is a form of a report.
type Kind string

// The kinds. Their names are a contract.
const (
	JSON  Kind = "json"  // the file form, all of the report
	JUnit Kind = "junit" // for CI servers
	HTML  Kind = "html"  // one page, for people
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{JSON, JUnit, HTML} }

// Write writes the report in a form.
func (r Report) Write(w io.Writer, kind Kind) error {
	switch kind {
	case JSON:
		return r.WriteJSON(w)
	case JUnit:
		return r.WriteJUnit(w)
	case HTML:
		return r.WriteHTML(w)
	}
	return fmt.Errorf("there is no report of kind %q", kind)
}
