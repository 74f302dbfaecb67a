package report

import (
	"fmt"
	"slices"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// Event is one line of a report: a Header, a Case, a Failure or a Footer.
type Event interface{ kind() string }

func (Header) kind() string  { return "header" }
func (Case) kind() string    { return "case" }
func (Failure) kind() string { return "failure" }
func (Footer) kind() string  { return "footer" }

// Header says who was asked what. It is of the whole plan, in each shard.
type Header struct {
	Spec       string         `json:"spec"`             // version of the specification
	Subject    Subject        `json:"subject,omitzero"` // what it says of itself; nothing if it did not answer
	Dialect    string         `json:"dialect"`
	Profile    string         `json:"profile"`
	Seed       uint64         `json:"seed,string"`       // of the generated cases
	Command    string         `json:"command,omitempty"` // what runs this again, without the shard
	Shard      Shard          `json:"shard,omitzero"`
	Known      *KnownFailures `json:"knownFailures,omitempty"` // nil without a list
	Unenforced []string       `json:"unenforced,omitempty"`    // what the runner promises and cannot keep on its system
	Plan       string         `json:"plan"`                    // digest of the list of cases
	Cases      []string       `json:"cases"`                   // ids of the whole plan, in its order
	All        int            `json:"all,omitempty"`           // how many cases there are without the selection; 0 is that nobody says so
	Later      int            `json:"later,omitempty"`         // how many the profile leaves out, of All
	Missing    int            `json:"missing,omitempty"`       // how many generated cases of operations that the subject has were wanted and not found
	Unnamed    []string       `json:"unnamed,omitempty"`       // rules that no check and no fixture of the dialect names, so that no case shows that they hold
	Fixtures   int            `json:"fixtures"`                // how many of them, from the first on, are fixtures
	Checks     []Check        `json:"checks"`                  // that may judge a case
}

// Subject is what an implementation says of itself, in the form of the protocol (TP-PROTO-12).
type Subject struct{ protocol.Description }

// SubjectOf is what a report keeps of a description: names that are too long for people are cut, and so are lists.
func SubjectOf(d protocol.Description) Subject {
	d.Name, d.Version, d.Language, d.Spec = Name(d.Name), Name(d.Version), Name(d.Language), Name(d.Spec)
	d.Unsupported = namesOf(d.Unsupported)
	d.Dialects = slices.Clone(d.Dialects[:min(len(d.Dialects), maxNames)])
	for i, of := range d.Dialects {
		d.Dialects[i] = protocol.DialectOps{Dialect: Name(of.Dialect), Ops: namesOf(of.Ops)}
	}
	return Subject{d}
}

// The bounds of what a subject says of itself.
const (
	maxName  = 200 // UTF-16 units
	maxNames = 200
)

// Name is a text that a subject chose, no longer than people read; what is cut ends in an ellipsis.
func Name(text string) string {
	if !jsvalue.LongerThan(text, maxName) {
		return text
	}
	return jsvalue.Prefix(text, maxName-1) + "…"
}

func namesOf(list []string) []string {
	var names []string
	for _, name := range list[:min(len(list), maxNames)] {
		names = append(names, Name(name))
	}
	return names
}

// MarshalJSON is the object that describe answers.
func (s Subject) MarshalJSON() ([]byte, error) { return jsvalue.Append(nil, s.Value()), nil }

// UnmarshalJSON reads that object.
func (s *Subject) UnmarshalJSON(text []byte) error {
	value, err := jsvalue.Decode(string(text))
	if err != nil {
		return fmt.Errorf("the subject: %w", err)
	}
	s.Description, err = protocol.ParseDescription(value)
	return err
}

// Check is one way to judge an answer.
type Check struct {
	ID    string   `json:"id"`
	Rules []string `json:"rules,omitempty"` // that it stands for
}

// Case is what became of a case.
type Case struct {
	Index      int        `json:"index"` // in the plan, from 0
	ID         string     `json:"id"`
	Source     string     `json:"source"` // where it comes from: "probes/FILE" and the like, or "seed 1 case 7"
	Outcome    Outcome    `json:"outcome"`
	Why        string     `json:"why,omitempty"`        // for people: of an outcome that no finding explains
	Replay     Replay     `json:"replay,omitempty"`     // of one that had no answer
	Declared   bool       `json:"declared,omitempty"`   // of an unsupported case: the subject's description says so too
	Operation  string     `json:"operation,omitempty"`  // of an unsupported case: that the description of the subject does not name
	Rules      []string   `json:"rules,omitempty"`      // that its fixture stands for
	Has        []int      `json:"has,omitempty"`        // the entries of known failures that could be needed, as indexes of those in the header
	Known      []KnownUse `json:"known,omitempty"`      // what was needed of them
	Kept       bool       `json:"kept,omitempty"`       // it was to lose features that the known failures name, and these could not be taken out
	KnownRules []string   `json:"knownRules,omitempty"` // that known findings cite; they fail
	Findings   []Finding  `json:"findings,omitempty"`
	Growth     *Growth    `json:"growth,omitempty"` // of a large case that was measured
	Judged     []int      `json:"judged,omitempty"` // the checks that looked, as indexes of those in the header
}

// Growth is how the time of an answer grows with its input: so many times the records take so many times as long.
type Growth struct {
	Records int     `json:"records"`         // how many times those of the small case the large one has
	Times   float64 `json:"times"`           // how many times as long its answer takes
	Limit   int     `json:"limit"`           // how many it may take
	Quick   bool    `json:"quick,omitempty"` // the answer comes so quickly that it is not judged
}

// Finding is one thing that is wrong.
type Finding struct {
	Outcome capsule.Outcome `json:"outcome"`
	Check   string          `json:"check"`
	Rules   []string        `json:"rules"`
	Path    string          `json:"path"`              // where in the answer, with indexes; "" for all of it
	Symptom string          `json:"symptom,omitempty"` // as judge.Finding has it
	Message string          `json:"message"`
	Stack   string          `json:"stderr,omitempty"` // of a missing answer: the stack, or what it said last
}

// FindingOf is what a report keeps of a finding.
func FindingOf(f judge.Finding) Finding {
	return Finding{Outcome: f.Outcome, Check: f.Check, Rules: f.Rules, Path: f.Path, Symptom: f.Symptom, Message: f.Message, Stack: f.Stack}
}

// Key names the fault behind a finding, as judge.Finding has it.
func (f Finding) Key() string {
	return judge.Finding{Outcome: f.Outcome, Check: f.Check, Path: f.Path, Symptom: f.Symptom}.Key()
}

// Title is the finding without its rules and its message.
func (f Finding) Title() string {
	if f.Path == "" {
		return string(f.Outcome) + ": " + f.Check
	}
	return string(f.Outcome) + ": " + f.Check + " at " + f.Path
}

// Failure is all findings of one key: probably one fault.
type Failure struct {
	Finding     Finding `json:"finding"`           // the first
	Cases       int     `json:"cases"`             // that show it; 0 for one that is of no case
	First       string  `json:"first,omitempty"`   // id of the case that it is of
	Replay      Replay  `json:"replay,omitempty"`  // of that case, if it is a missing answer
	Capsule     string  `json:"capsule,omitempty"` // path of the file
	CapsuleText string  `json:"capsuleText,omitempty"`
	Expected    string  `json:"expected,omitempty"` // of the small case in the capsule, as text
	Got         string  `json:"got,omitempty"`
	Again       string  `json:"again,omitempty"` // the command that shows it again
	Repro       string  `json:"repro,omitempty"` // the command that asks about the small case in the capsule
	Note        string  `json:"note,omitempty"`  // what went wrong with the capsule
}

// Footer is the verdict. All but the end and the faults follows from the lines before.
type Footer struct {
	Certified bool            `json:"certified"` // of a shard: nothing is wrong in it
	Verdict   string          `json:"verdict"`   // for people: Report.Verdict
	End       End             `json:"end"`
	Score     float64         `json:"score"`
	Outcomes  map[Outcome]int `json:"outcomes"`         // how many cases had each, also those that none had
	Rules     []RuleCount     `json:"rules"`            // all rules of the specification, in its order
	Faults    []string        `json:"faults,omitempty"` // what was lost before the report was written, by a merge
}

// RuleCount is a row of the matrix of rules.
type RuleCount struct {
	ID     string    `json:"id"`
	State  RuleState `json:"state"`
	Passed int       `json:"passed"`
	Failed int       `json:"failed"`
}
