package knownfailures

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/transcriptspec/transcriptspec/tools/capsule"
)

// File is what an implementation is known to get wrong.
type File struct {
	Subject string `yaml:"subject"`           // the name that it gives itself
	Version string `yaml:"version,omitempty"` // for which the list was made; another one is no error
	Dialect string `yaml:"dialect"`

	Features  []Feature  `yaml:"features,omitempty"`
	Relations []Relation `yaml:"relations,omitempty"`
	Cases     []Case     `yaml:"cases,omitempty"`
}

// Feature is what fails in inputs that have a feature.
type Feature struct {
	Feature  string    `yaml:"feature"`
	Link     string    `yaml:"link,omitempty"` // where it is reported or described
	Note     string    `yaml:"note,omitempty"`
	Failures []Failure `yaml:"failures"`
}

// Failure is what a check finds. Of crashes only those count that the implementation survived and reported itself.
type Failure struct {
	Check   string          `yaml:"check"`
	Outcome capsule.Outcome `yaml:"outcome,omitempty"` // fail or crash; "" is fail
	Paths   []string        `yaml:"paths"`             // patterns of compare.Match, without indexes; "" is the answer as a whole
}

// Relation is what fails in a relation whatever the input: the question that it asks has the feature, not the case.
type Relation struct {
	Failure `yaml:",inline"`
	Link    string `yaml:"link,omitempty"`
	Note    string `yaml:"note,omitempty"`
}

// Case is one failure of one case.
type Case struct {
	Case    string          `yaml:"case"` // its id; the digest at the end counts
	Check   string          `yaml:"check"`
	Outcome capsule.Outcome `yaml:"outcome"`
	Failure string          `yaml:"failure"` // Digest of the finding
	Link    string          `yaml:"link,omitempty"`
	Note    string          `yaml:"note,omitempty"`
}

// Parse reads a file. The error says what is wrong, and where.
func Parse(text []byte) (File, error) {
	var f File
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return File{}, fmt.Errorf("it is no list of known failures: %w", err)
	}
	return f, f.check()
}

// Format writes a file, sorted, so that two lists of the same entries are the same text.
func (f File) Format() ([]byte, error) {
	f.sort()
	var b bytes.Buffer
	err := yaml.NewEncoder(&b, yaml.Indent(2), yaml.IndentSequence(true), yaml.UseSingleQuote(true)).Encode(f)
	return b.Bytes(), err
}

// OutcomeOf is the outcome, "" being fail.
func (f Failure) OutcomeOf() capsule.Outcome {
	if f.Outcome == "" {
		return capsule.Fail
	}
	return f.Outcome
}

func (f File) check() error {
	if f.Dialect == "" {
		return fmt.Errorf("the list names no dialect")
	}
	seen := map[string]bool{}
	for _, feature := range f.Features {
		if feature.Feature == "" || seen[feature.Feature] {
			return fmt.Errorf("a feature has no name, or stands there twice: %q", feature.Feature)
		}
		seen[feature.Feature] = true
		if len(feature.Failures) == 0 {
			return fmt.Errorf("feature %s: no failures", feature.Feature)
		}
		for _, failure := range feature.Failures {
			if err := failure.check(); err != nil {
				return fmt.Errorf("feature %s: %w", feature.Feature, err)
			}
		}
	}
	for _, relation := range f.Relations {
		if err := relation.check(); err != nil {
			return fmt.Errorf("relations: %w", err)
		}
	}
	for _, c := range f.Cases {
		known := slices.Contains([]capsule.Outcome{capsule.Fail, capsule.Crash, capsule.Hang, capsule.ProtocolError}, c.Outcome)
		if c.Case == "" || c.Check == "" || c.Failure == "" || !known {
			return fmt.Errorf("case %q: it needs a check, an outcome and the digest of the failure", c.Case)
		}
	}
	return nil
}

func (f Failure) check() error {
	switch {
	case f.Check == "":
		return fmt.Errorf("a failure names no check")
	case f.OutcomeOf() != capsule.Fail && f.OutcomeOf() != capsule.Crash:
		return fmt.Errorf("%s: the outcome %q is excused for single cases only", f.Check, f.Outcome)
	case len(f.Paths) == 0:
		return fmt.Errorf("%s: no paths", f.Check)
	}
	return nil
}
