// Package capsule is one finding in one file, so that anybody can see it again: the case, what was expected, what came,
// and the command that runs it once more.
//
// It promises: Parse(Format(c)) is c, whatever bytes the case holds; a capsule whose sections were changed by hand, by a
// mail program or by a checkout is refused, because its head has the SHA-256 of each; so is one whose head names another
// case. The rest of the head is not protected: it is the word of who wrote it. Start at Capsule; Format and Parse are the file form, Write puts one into a directory.
//
// The file is a txtar archive. Its comment is the head, one "key: value" a line. A section is plain where that keeps its
// bytes and a person can read it; otherwise NAME.b64, or NAME.gz.b64 where it is large.
package capsule

import (
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// FormatVersion is the version of the file form, as the first line of a capsule says it.
const FormatVersion = 1

// Outcome is what became of a case. Outcomes are never folded into one another.
type Outcome string

// The outcomes that a capsule can hold.
const (
	Fail          Outcome = "fail"           // an answer that breaks a rule
	Crash         Outcome = "crash"          // no answer: the implementation panicked, or its process ended
	Hang          Outcome = "hang"           // no answer in time
	ProtocolError Outcome = "protocol-error" // an answer that is none
)

// Capsule is one finding.
type Capsule struct {
	Case    testcase.Case
	Outcome Outcome
	Check   string   // what found it: the id of an invariant or a relation, or one of the checks of package judge
	Rules   []string // ids of SPEC.md that it breaks
	Path    string   // where in the answer, with indexes; "" for all of it
	Symptom string   // what else tells faults at that place apart, as judge.Finding has it; "" also if it was written before there were symptoms
	Message string   // for people, one line

	Subject string // who was asked: name and version
	Spec    string // version of the specification
	Origin  string // where the unshrunk case came from, such as "FuzzProject" or "generate 1, seed 7, case 12"
	Command string // what runs it again

	Question string // the one of a check that asks more than the case does, as a line of the protocol; "" is that of the case
	Expected string // what should have come, as text; "" where only a rule says it
	Got      string // what came, as text
	Stderr   string // what the implementation said meanwhile

	Deviation Deviation // of a finding that is kept and described; else the zero value
}

// Deviation describes a finding that stands for all of its kind. Of such a capsule Message says what is right, then what the
// subject does.
type Deviation struct {
	Severity string   // what it costs a user of the subject, such as "silent loss"
	Input    string   // what an input has that shows it
	Features []string // of the model: without them it is gone
	Beside   []string // other deviations that some of the differences belong to
}
