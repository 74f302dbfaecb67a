package knownfailures

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/judge"
)

// Use is an entry that was needed for a finding.
type Use struct {
	Entry   int    // its index in File.Entries
	Pattern int    // the index of the pattern that covers the finding, in Entry.Patterns; 0 of an entry for a case
	Feature string // "" for that of a relation or a case
}

// Kind is what an entry is about.
type Kind string

// The kinds of entries.
const (
	OfFeature  Kind = "feature"
	OfRelation Kind = "relation"
	OfCase     Kind = "case"
)

// Entry is a part of a list that excuses something: a feature, a relation or a case.
type Entry struct {
	Kind     Kind
	Name     string // of the feature or the relation, or the digest of the case
	Link     string
	Outcome  capsule.Outcome // of a case
	Patterns []Pattern       // of a feature or a relation, in the order of the list
}

// Pattern is what an entry excuses, one path at a time.
type Pattern struct {
	Check   string
	Outcome capsule.Outcome
	Path    string
}

// Entries are the features, the relations and the cases, in the order of the list. Two of one name are two entries.
func (f File) Entries() []Entry {
	var entries []Entry
	for _, known := range f.Features {
		entry := Entry{Kind: OfFeature, Name: known.Feature, Link: known.Link}
		for _, failure := range known.Failures {
			entry.Patterns = append(entry.Patterns, failure.patterns()...)
		}
		entries = append(entries, entry)
	}
	for _, known := range f.Relations {
		entries = append(entries, Entry{Kind: OfRelation, Name: known.Check, Link: known.Link, Patterns: known.patterns()})
	}
	for _, known := range f.Cases {
		entries = append(entries, Entry{Kind: OfCase, Name: testcase.DigestOf(known.Case), Link: known.Link, Outcome: known.Outcome})
	}
	return entries
}

// CheckOf is the check whose finding an entry explains.
func (f File) CheckOf(use Use) string {
	if i := use.Entry - len(f.Features) - len(f.Relations); i >= 0 {
		return f.Cases[i].Check
	}
	return f.Entries()[use.Entry].Patterns[use.Pattern].Check
}

func (f Failure) patterns() []Pattern {
	var patterns []Pattern
	for _, path := range f.Paths {
		patterns = append(patterns, Pattern{f.Check, f.OutcomeOf(), path})
	}
	return patterns
}

// Digest names a failure of a case. Of a crash its stack and its symptom do not count. Of a hang only that it is one does: which question
// takes too long depends on the machine.
func Digest(f judge.Finding) string {
	text := f.Place() + "\n" + f.Message
	if f.Outcome == capsule.Hang {
		text = string(f.Outcome)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12]
}

// OfCase finds the entry for this very failure of a case.
func (f File) OfCase(c testcase.Case, finding judge.Finding) (Use, bool) {
	if len(f.Cases) == 0 {
		return Use{}, false
	}
	ofCase, failure := c.Digest(), Digest(finding) // made once: a list can have thousands of cases
	for i, known := range f.Cases {
		same := known.Outcome == finding.Outcome && known.Failure == failure
		if same && testcase.DigestOf(known.Case) == ofCase {
			return Use{Entry: len(f.Features) + len(f.Relations) + i}, true
		}
	}
	return Use{}, false
}

// OfRelation finds the entry for a relation that fails whatever the input.
func (f File) OfRelation(finding judge.Finding) (Use, bool) {
	for i, relation := range f.Relations {
		if pattern, ok := relation.covers(finding); ok {
			return Use{Entry: len(f.Features) + i, Pattern: pattern}, true
		}
	}
	return Use{}, false
}

// OfFeature finds the first entry for one of the features.
func (f File) OfFeature(features []string, finding judge.Finding) (Use, bool) {
	for i, known := range f.Features {
		if !slices.Contains(features, known.Feature) {
			continue
		}
		before := 0
		for _, failure := range known.Failures {
			if pattern, ok := failure.covers(finding); ok {
				return Use{Entry: i, Pattern: before + pattern, Feature: known.Feature}, true
			}
			before += len(failure.Paths)
		}
	}
	return Use{}, false
}

// covers returns the index of the path pattern that covers a finding.
func (f Failure) covers(finding judge.Finding) (int, bool) {
	if f.Check != finding.Check || f.OutcomeOf() != finding.Outcome || finding.Outcome == capsule.Crash && !finding.Survived {
		return 0, false
	}
	path := finding.PathWithoutIndexes()
	at := slices.IndexFunc(f.Paths, func(pattern string) bool { return compare.Match(pattern, path) })
	return at, at >= 0
}

// IsEmpty reports whether nothing is known.
func (f File) IsEmpty() bool { return len(f.Features)+len(f.Relations)+len(f.Cases) == 0 }

// Names lists the features, in the order of the file.
func (f File) Names() []string {
	var names []string
	for _, feature := range f.Features {
		names = append(names, feature.Feature)
	}
	return names
}

func (f *File) sort() {
	f.Features, f.Relations, f.Cases = slices.Clone(f.Features), slices.Clone(f.Relations), slices.Clone(f.Cases)
	slices.SortFunc(f.Features, func(a, b Feature) int { return strings.Compare(a.Feature, b.Feature) })
	for i := range f.Features {
		failures := slices.Clone(f.Features[i].Failures)
		slices.SortFunc(failures, compareFailures)
		f.Features[i].Failures = sorted(failures)
	}
	slices.SortFunc(f.Relations, func(a, b Relation) int { return compareFailures(a.Failure, b.Failure) })
	slices.SortFunc(f.Cases, func(a, b Case) int {
		return strings.Compare(a.Case+"\n"+a.Check+"\n"+a.Failure, b.Case+"\n"+b.Check+"\n"+b.Failure)
	})
}

func compareFailures(a, b Failure) int {
	return strings.Compare(a.Check+"\n"+string(a.OutcomeOf()), b.Check+"\n"+string(b.OutcomeOf()))
}

// sorted are the failures with their paths in order.
func sorted(failures []Failure) []Failure {
	for i := range failures {
		failures[i].Paths = slices.Sorted(slices.Values(failures[i].Paths))
	}
	return failures
}

// Add adds what is missing to excuse a finding by a feature; "" is a relation.
func (f *File) Add(feature string, finding judge.Finding) {
	failure := Failure{Check: finding.Check, Paths: []string{finding.PathWithoutIndexes()}}
	if finding.Outcome != capsule.Fail {
		failure.Outcome = finding.Outcome
	}
	if feature == "" {
		for i := range f.Relations {
			if f.Relations[i].join(failure) {
				return
			}
		}
		f.Relations = append(f.Relations, Relation{Failure: failure})
		return
	}
	at := slices.IndexFunc(f.Features, func(known Feature) bool { return known.Feature == feature })
	if at < 0 {
		f.Features = append(f.Features, Feature{Feature: feature})
		at = len(f.Features) - 1
	}
	known := &f.Features[at]
	for i := range known.Failures {
		if known.Failures[i].join(failure) {
			return
		}
	}
	known.Failures = append(known.Failures, failure)
}

// join adds the paths of a failure of the same check; false if it is of another.
func (f *Failure) join(other Failure) bool {
	if f.Check != other.Check || f.OutcomeOf() != other.OutcomeOf() {
		return false
	}
	for _, path := range other.Paths {
		if !slices.ContainsFunc(f.Paths, func(pattern string) bool { return compare.Match(pattern, path) }) {
			f.Paths = append(f.Paths, path)
		}
	}
	return true
}

// AddCase adds the entry for one failure of one case.
func (f *File) AddCase(c testcase.Case, finding judge.Finding) {
	if _, known := f.OfCase(c, finding); !known {
		f.Cases = append(f.Cases, Case{Case: c.ID(), Check: finding.Check, Outcome: finding.Outcome, Failure: Digest(finding)})
	}
}
