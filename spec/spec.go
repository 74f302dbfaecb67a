// Package spec is the specification as data: the rules of SPEC.md and the diagnostic codes, with typed tables over them,
// and the JSON Schemas of records, stages and messages.
//
// The text of a rule is in SPEC.md; here are its id, title and origin. A diagnostic code carries the two facts that
// never change once published: its severity and whether it affects completeness.
package spec

// Version of the specification. It is what "spec" says in the answer to describe.
const Version = "1.0"

// Where a rule or a code comes from, strongest first.
const (
	OriginDocument = "document" // the design document of the format
	OriginDecision = "decision" // decided here, where the document is silent, unclear or contradicted
	OriginShipped  = "shipped"  // observed in shipped programs and kept
)
