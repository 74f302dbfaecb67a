package knownfailures

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/judge"
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

// Parse reads a file, with or without a byte order mark. The error is an *Error.
func Parse(text []byte) (File, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if err := scan(string(text)); err != nil {
		return File{}, err
	}
	var f File
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return File{}, notAList(err)
	}
	if wrong := f.check(); wrong != nil {
		return f, &Error{wrong.code, lineOf(text, wrong.path), wrong.message}
	}
	return f, nil
}

func notAList(err error) *Error {
	var at yaml.Error
	line := 0
	if errors.As(err, &at) && at.GetToken() != nil {
		line = at.GetToken().Position.Line
	}
	return &Error{"not_a_list", line, err.Error()}
}

// lineOf is the line of what a path of YAML names, 0 if it is not there.
func lineOf(text []byte, path string) int {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return 0
	}
	at, err := yaml.PathString(path)
	if err != nil {
		return 0
	}
	node, err := at.FilterFile(file)
	if err != nil || node == nil {
		return 0
	}
	return node.GetToken().Position.Line
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

// problem is what is wrong at a place of the file, which is a path of YAML.
type problem struct{ path, code, message string }

func wrong(path, code, format string, args ...any) *problem {
	return &problem{path, code, fmt.Sprintf(format, args...)}
}

func (f File) check() *problem {
	if f.Dialect == "" {
		return wrong("$", "bad_entry", "the list names no dialect")
	}
	seen := map[string]bool{}
	for i, feature := range f.Features {
		path := fmt.Sprintf("$.features[%d]", i)
		switch {
		case feature.Feature == "" || seen[feature.Feature]:
			return wrong(path, "bad_entry", "a feature has no name, or stands there twice: %q", feature.Feature)
		case len(feature.Failures) == 0:
			return wrong(path, "bad_entry", "feature %s: no failures", feature.Feature)
		}
		seen[feature.Feature] = true
		for j, failure := range feature.Failures {
			if wrong := failure.check(fmt.Sprintf("%s.failures[%d]", path, j)); wrong != nil {
				return wrong
			}
		}
	}
	for i, relation := range f.Relations {
		if wrong := relation.check(fmt.Sprintf("$.relations[%d]", i)); wrong != nil {
			return wrong
		}
	}
	for i, c := range f.Cases {
		if wrong := c.check(fmt.Sprintf("$.cases[%d]", i)); wrong != nil {
			return wrong
		}
	}
	return nil
}

func (f Failure) check(path string) *problem {
	switch {
	case f.Check == "":
		return wrong(path, "bad_entry", "a failure names no check")
	case f.OutcomeOf() != capsule.Fail && f.OutcomeOf() != capsule.Crash:
		return wrong(path, "bad_entry", "%s: the outcome %q is excused for single cases only", f.Check, f.Outcome)
	case len(f.Paths) == 0:
		return wrong(path, "bad_entry", "%s: no paths", f.Check)
	}
	for i, pattern := range f.Paths {
		if why := badPattern(pattern); why != "" {
			return wrong(fmt.Sprintf("%s.paths[%d]", path, i), "bad_pattern", "%s: %q %s", f.Check, pattern, why)
		}
	}
	return nil
}

// badPattern says what is wrong with a pattern of compare.Match, "" if nothing is.
func badPattern(pattern string) string {
	prefix := strings.TrimSuffix(pattern, "**")
	switch {
	case strings.Trim(pattern, "$.*") == "" && pattern != "":
		return "covers all of an answer"
	case strings.HasPrefix(pattern, "$"):
		return "matches nothing: a path has no $ before it"
	case strings.Contains(prefix, "**"):
		return "matches nothing: ** stands at the end only"
	case judge.Finding{Path: prefix}.PathWithoutIndexes() != prefix:
		return "matches nothing: a path has no indexes, brackets are empty"
	}
	return ""
}

// digest is the form of the digests of cases and failures.
var digest = regexp.MustCompile(`^[0-9a-f]{12}$`)

func (c Case) check(path string) *problem {
	known := slices.Contains([]capsule.Outcome{capsule.Fail, capsule.Crash, capsule.Hang, capsule.ProtocolError}, c.Outcome)
	switch {
	case c.Case == "" || c.Check == "" || c.Failure == "" || !known:
		return wrong(path, "bad_case", "case %q: it needs a check, an outcome and the digest of the failure", c.Case)
	case !digest.MatchString(testcase.DigestOf(c.Case)):
		return wrong(path+".case", "bad_case", "%q is no id of a case: it ends in 12 hexadecimal digits", c.Case)
	case !digest.MatchString(c.Failure):
		return wrong(path+".failure", "bad_case", "case %s: %q is no digest of a failure, which has 12 hexadecimal digits", c.Case, c.Failure)
	}
	return nil
}
