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
	Feature string // "" for that of a relation or a case
	Case    string // digest of the case, of an entry for one case
	Check   string
	Outcome capsule.Outcome
	Path    string // the pattern
}

// Digest names a failure of a case. Of a crash its stack does not count. Of a hang only that it is one does: which question
// takes too long depends on the machine.
func Digest(f judge.Finding) string {
	text := f.Key() + "\n" + f.Message
	if f.Outcome == capsule.Hang {
		text = string(f.Outcome)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12]
}

// OfCase finds the entry for this very failure of a case.
func (f File) OfCase(c testcase.Case, finding judge.Finding) (Use, bool) {
	for _, known := range f.Cases {
		same := known.Outcome == finding.Outcome && known.Failure == Digest(finding)
		if same && testcase.DigestOf(known.Case) == c.Digest() {
			return Use{Case: c.Digest(), Check: known.Check, Outcome: known.Outcome}, true
		}
	}
	return Use{}, false
}

// OfRelation finds the entry for a relation that fails whatever the input.
func (f File) OfRelation(finding judge.Finding) (Use, bool) {
	for _, relation := range f.Relations {
		if path, ok := relation.covers(finding); ok {
			return Use{Check: relation.Check, Outcome: relation.OutcomeOf(), Path: path}, true
		}
	}
	return Use{}, false
}

// OfFeature finds the first entry for one of the features.
func (f File) OfFeature(features []string, finding judge.Finding) (Use, bool) {
	for _, known := range f.Features {
		if !slices.Contains(features, known.Feature) {
			continue
		}
		for _, failure := range known.Failures {
			if path, ok := failure.covers(finding); ok {
				return Use{Feature: known.Feature, Check: failure.Check, Outcome: failure.OutcomeOf(), Path: path}, true
			}
		}
	}
	return Use{}, false
}

// covers returns the path pattern that covers a finding.
func (f Failure) covers(finding judge.Finding) (string, bool) {
	if f.Check != finding.Check || f.OutcomeOf() != finding.Outcome || finding.Outcome == capsule.Crash && !finding.Survived {
		return "", false
	}
	path := finding.PathWithoutIndexes()
	for _, pattern := range f.Paths {
		if compare.Match(pattern, path) {
			return pattern, true
		}
	}
	return "", false
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
